"""Whether the fixtures are any good: the gold script passes, doing nothing fails, and every mutant is caught."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mel.evals.fixture import ConversationFixture
from mel.evals.mock import MuteModel
from mel.evals.mutants import mutants
from mel.evals.report import EvalReport
from mel.evals.runner import EvalRunner

MIN_MUTANTS = 5
MIN_KILLED = 0.98
MIN_KILLED_PER_OPERATOR = 0.95


@dataclass(frozen=True, slots=True)
class Checkup:
    """One fixture: `survivors` are the names of mutants that nobody noticed, without a written reason."""

    name: str
    gold: EvalReport
    null_passed: bool
    tried: Mapping[str, int]
    survived: tuple[str, ...]
    explained: Mapping[str, str] = field(default_factory=dict)

    @property
    def survivors(self) -> tuple[str, ...]:
        return tuple(name for name in self.survived if name not in self.explained)

    @property
    def healthy(self) -> bool:
        enough = sum(self.tried.values()) >= MIN_MUTANTS
        return self.gold.passed and not self.null_passed and enough and not self.survivors


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All checkups, and the kill rate of each operator."""

    checkups: tuple[Checkup, ...]

    @property
    def rates(self) -> dict[str, tuple[int, int]]:
        """Killed and tried, by operator."""
        tried: Counter[str] = Counter()
        survived: Counter[str] = Counter()
        for checkup in self.checkups:
            tried.update(checkup.tried)
            survived.update(name.split(" / ")[1] for name in checkup.survived)
        return {operator: (count - survived[operator], count) for operator, count in tried.items()}

    @property
    def killed(self) -> tuple[int, int]:
        rates = self.rates.values()
        return sum(killed for killed, _ in rates), sum(tried for _, tried in rates)

    @property
    def healthy(self) -> bool:
        killed, tried = self.killed
        enough = tried > 0 and killed / tried >= MIN_KILLED
        each = all(k / n >= MIN_KILLED_PER_OPERATOR for k, n in self.rates.values())
        return enough and each and all(checkup.healthy for checkup in self.checkups)


async def examine(
    fixtures: Iterable[ConversationFixture],
    runner: EvalRunner | None = None,
    explained: Mapping[str, str] | None = None,
    progress: Callable[[Checkup], None] | None = None,
) -> Diagnosis:
    """Every fixture. `explained` gives the reason of a survivor by its mutant's name."""
    scripted = replace(runner or EvalRunner(), model=None, model_for=None, trials=1, keep_transcripts=False)
    found = []
    for fixture in fixtures:
        checkup = await _examine(fixture, scripted, explained or {})
        found.append(checkup)
        if progress is not None:
            progress(checkup)
    return Diagnosis(tuple(found))


async def _examine(fixture: ConversationFixture, runner: EvalRunner, explained: Mapping[str, str]) -> Checkup:
    gold = await runner.run(fixture)
    null = await replace(runner, model=MuteModel()).run(fixture)
    tried: Counter[str] = Counter()
    survived: list[str] = []
    for mutant in mutants(fixture):
        tried[mutant.operator] += 1
        if (await runner.run(mutant.fixture)).passed:
            survived.append(mutant.name)
    return Checkup(
        name=fixture.name,
        gold=gold,
        null_passed=null.passed,
        tried=tried,
        survived=tuple(survived),
        explained={name: explained[name] for name in survived if name in explained},
    )


def unused(explained: Mapping[str, str], diagnosis: Diagnosis) -> Sequence[str]:
    """Reasons for mutants that are caught by now: they should go."""
    survived = {name for checkup in diagnosis.checkups for name in checkup.survived}
    return [name for name in explained if name not in survived]
