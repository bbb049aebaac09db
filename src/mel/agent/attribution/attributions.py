"""What the tools told in a turn, to hold a draft's sentences to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple

from mel.agent.attribution.bindings import told_as
from mel.agent.attribution.clauses import Clause, clauses, leads, named_beside, of_markets
from mel.agent.attribution.days import Dated, days_of, misdated
from mel.agent.attribution.facts import Fact, Holds, Month, facts_of
from mel.agent.attribution.names import Names, house_names
from mel.agent.attribution.persons import belongs
from mel.agent.attribution.subjects import all_of_it, asked_about, subjects
from mel.agent.attribution.times import at_times, days_named, months_named
from mel.agent.attribution.verdicts import Verdicts
from mel.agent.figures import Figure, figures
from mel.agent.wire import Wire
from mel.shared.text import fold

_TOLD = frozenset({"amount", "count", "date"})


class Fault(NamedTuple):
    """An amount or day of a sentence, and what is wrong in what is said of it: its role, subject, month, day or
    person."""

    figure: Figure
    kind: str


@dataclass
class Attributions:
    """The results of this turn, and of earlier ones where they still count; read only when a draft states a figure.

    `aliases` are the names of the house's things, each with its others; `asked` is the member's message.
    """

    aliases: tuple[tuple[str, tuple[str, ...]], ...] = ()
    people: frozenset[str] = frozenset()
    speaker: str | None = None
    today: date = date.min
    asked: str = ""
    results: list[tuple[str, Wire, Any]] = field(default_factory=list)

    def read(self, tool: str, args: Wire, result: Any) -> None:
        """Take up what a tool answered."""
        self.results.append((tool, args, result))

    def faults(self, sentence: str) -> Iterator[Fault]:
        """The amounts and days of a sentence that no fact bears out as they are told."""
        if not self.results or not any(figure.kind in _TOLD for figure in figures(sentence)):
            return
        known = self._known
        months: set[Month] = set()
        days: set[tuple[int, ...]] = set()
        for clause in clauses(sentence, known.names):
            # "Em maio, R$ 1.410 no mercado e R$ 450 em restaurante": a month holds until another is named.
            months = months_named(clause, self.today) or months
            days = days_named(clause) or days
            yield from known.faults(clause, months, days)
            if not leads(clause):
                days = set()
        for figure in misdated(sentence, known.days, known.names):
            yield Fault(figure, "day")

    def contradicted(self, sentence: str) -> Iterator[str]:
        """The words that say the opposite of what a tool decided."""
        if not self.results:
            return iter(())
        return self._known.verdicts.contradicted(sentence, self._known.names, self.today)

    @cached_property
    def _known(self) -> Known:
        people = frozenset(fold(person) for person in self.people)
        known = Known(Names(house_names(self.aliases, people)), people, fold(self.speaker) if self.speaker else None)
        for tool, args, result in self.results:
            known.read(tool, args, result)
        known.foreign = frozenset(w for w in asked_about(self.asked) - people if not known.names.knows(w))
        return known


@dataclass(slots=True)
class Known:
    """What the results tell, amount by amount. `foreign`: words that the member asked about and nobody here knows."""

    names: Names
    people: frozenset[str]
    speaker: str | None
    facts: dict[Decimal, list[Fact]] = field(default_factory=dict)
    days: list[Dated] = field(default_factory=list)
    verdicts: Verdicts = field(default_factory=Verdicts)
    foreign: frozenset[str] = frozenset()

    def read(self, tool: str, args: Wire, result: Any) -> None:
        """Every amount, day and verdict of a result."""
        self.verdicts.read(tool, result)
        for fact in facts_of(tool, args, result):
            self.facts.setdefault(fact.amount, []).append(replace(fact, of=self._resolved(fact.of)))
        self.days.extend(each._replace(of=self._resolved(each.of)) for each in days_of(result))

    def _resolved(self, names: frozenset[str]) -> frozenset[str]:
        """Names as the house knows them; one that it does not know becomes one more."""
        of: set[str] = set(names)
        for name in names:
            mentions = self.names.named_in(name)
            if not mentions:
                self.names.add(name)
            of.update(thing for mention in mentions for thing in mention.things)
        return frozenset(of)

    def faults(self, clause: Clause, months: set[Month], days: set[tuple[int, ...]]) -> Iterator[Fault]:
        """The amounts of a clause that no fact bears out."""
        beside = [fact for figure in clause.amounts for fact in self._of(figure)]
        checks: list[tuple[str, Holds]] = list(at_times(clause, months, days, beside))
        if len(self.people) > 1:
            checks += [("person", holds) for holds in belongs(clause, self.people, self.speaker, beside)]
        wrong = []
        for figure in clause.amounts:
            of = [("subject", holds) for holds in subjects(clause, figure, self.names, self.foreign)]
            fault = _first_failed(self._of(figure), [("role", told_as(clause, figure)), *of, *checks])
            if fault or (of_markets(clause) and self._of(figure)):
                wrong.append(Fault(figure, fault or "role"))
        yield from wrong
        if not wrong and self._unborne(clause):
            yield Fault(clause.amounts[0], "subject")

    def _unborne(self, clause: Clause) -> bool:
        """Whether a thing is named and no amount beside it is its own: "gastaram R$ 1.540,50 no mercado"."""
        facts = [self._of(figure) for figure in clause.amounts]
        beside = [fact for some in facts for fact in some]
        things = [each.things for each in named_beside(clause)]
        if not all(facts) or all(any(fact.of & each for fact in beside) for each in things):
            return False
        return not all_of_it(beside, [fact for some in self.facts.values() for fact in some], things)

    def _of(self, figure: Figure) -> list[Fact]:
        known = self.facts.get(abs(figure.value), []) if isinstance(figure.value, Decimal) else []
        return [fact for fact in known if figure.currency in (None, fact.currency)]


def _first_failed(facts: list[Fact], checks: Iterable[tuple[str, Holds]]) -> str | None:
    """The first respect in which none of the facts that are left is as told. Where there are none, nothing is known."""
    for kind, holds in checks:
        left = [fact for fact in facts if holds(fact)]
        if facts and not left:
            return kind
        facts = left
    return None
