"""Two runs of the same fixtures, paired: which flipped, and whether the difference is more than luck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean

from mel.evals import statistics
from mel.evals.statistics import Counts

ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class Comparison:
    """`better` and `worse` are the fixtures whose rate moved, by how much; `only_*` were not in both runs."""

    better: dict[str, float]
    worse: dict[str, float]
    same: int
    before: float
    after: float
    p: float
    test: str
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]

    @property
    def shared(self) -> int:
        """How many fixtures were in both runs."""
        return len(self.better) + len(self.worse) + self.same

    @property
    def verdict(self) -> str:
        if not self.shared:
            return "nothing to compare"
        if self.p >= ALPHA:
            return "no difference that repetition would not explain"
        return "better" if self.after > self.before else "worse"


def compared(before: Mapping[str, Counts], after: Mapping[str, Counts]) -> Comparison:
    """Exact McNemar when each fixture ran once, otherwise a paired permutation over fixtures."""
    both = [name for name in before if name in after]
    change = {name: _rate(after[name]) - _rate(before[name]) for name in both}
    better = {name: moved for name, moved in change.items() if moved > 0}
    worse = {name: moved for name, moved in change.items() if moved < 0}
    single = all(before[name][1] == after[name][1] == 1 for name in both)
    if single:
        p, test = statistics.mcnemar(len(worse), len(better)), "exact McNemar"
    else:
        p, test = statistics.paired_permutation(list(change.values())), "paired permutation over fixtures"
    return Comparison(
        better=dict(sorted(better.items(), key=lambda pair: -pair[1])),
        worse=dict(sorted(worse.items(), key=lambda pair: pair[1])),
        same=len(both) - len(better) - len(worse),
        before=fmean(_rate(before[name]) for name in both) if both else 0.0,
        after=fmean(_rate(after[name]) for name in both) if both else 0.0,
        p=p,
        test=test,
        only_before=tuple(name for name in before if name not in after),
        only_after=tuple(name for name in after if name not in before),
    )


def _rate(counts: Counts) -> float:
    passed, trials = counts
    return passed / trials if trials else 0.0
