"""What the tools told in a turn, to hold a draft's sentences to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from mel.agent.attribution.bindings import told_as
from mel.agent.attribution.clauses import Clause, clauses, leads, named_beside, of_markets
from mel.agent.attribution.days import Dated, days_of, misdated
from mel.agent.attribution.facts import Fact, Holds, Month, facts_of
from mel.agent.attribution.names import Names, house_names
from mel.agent.attribution.persons import belongs
from mel.agent.attribution.spans import in_spans, too_many
from mel.agent.attribution.subjects import all_of_it, asked_about, is_price, misnamed, subjects
from mel.agent.attribution.times import at_times, days_named, months_named
from mel.agent.attribution.undecided import undecided
from mel.agent.attribution.verdicts import JUDGED, Verdicts, is_tag
from mel.agent.figures import Figure, figures, fold_in_place
from mel.agent.wire import Wire
from mel.shared.text import fold


class Fault(NamedTuple):
    """An amount or day of a sentence, and what is wrong in what is said of it: its role, subject, month, day or
    person."""

    figure: Figure
    kind: str


@dataclass(slots=True)
class Attributions:
    """The results of this turn, and of earlier ones where they still count.

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

    def read_commit(self, tool: str, args: Wire, preview: Any) -> None:
        """Take up what was written, by whoever paid or received, else by the member who speaks."""
        who = args.get("paidBy") or args.get("receivedBy") or self.speaker
        self.results.append((tool, {"who": who} if who else {}, preview))

    def against(self, draft: str) -> Held:
        """What the sentences of this draft are held to: of the results only what it states."""
        people = frozenset(fold(person) for person in self.people)
        names = Names(house_names(self.aliases, people))
        held = Held(names, people, fold(self.speaker) if self.speaker else None, self.today, self.results)
        held.message = fold(self.asked)
        held.take_up(figures(draft), asked_about(self.asked) - people)
        return held


@dataclass(slots=True)
class Held:
    """What the results tell of the amounts and days of one draft. `foreign`: words that the member asked about and
    nobody here knows."""

    names: Names
    people: frozenset[str]
    speaker: str | None
    today: date
    results: list[tuple[str, Wire, Any]]
    facts: dict[Decimal, list[Fact]] = field(default_factory=dict)
    days: list[Dated] = field(default_factory=list)
    foreign: frozenset[str] = frozenset()
    resolved: dict[frozenset[str], frozenset[str]] = field(default_factory=dict)
    verdicts: Verdicts | None = None
    message: str = ""

    def take_up(self, stated: Iterable[Figure], asked: frozenset[str]) -> None:
        """The facts of the amounts and days stated, and the words asked about that the house does not know."""
        kinds = {figure.kind for figure in stated}
        wanted = frozenset(abs(figure.value) for figure in stated if isinstance(figure.value, Decimal))
        for tool, args, result in self.results:
            for fact in facts_of(tool, args, result, wanted) if wanted else ():
                self.facts.setdefault(fact.amount, []).append(fact._replace(of=self._resolved(fact.of)))
            for each in days_of(result) if kinds & {"date", "month"} else ():
                self.days.append(each._replace(of=self._resolved(each.of)))
        self.foreign = frozenset(word for word in asked if not self.names.knows(word))

    def faults(self, sentence: str) -> Iterator[Fault]:
        """The amounts and days of a sentence that no fact bears out as they are told."""
        if not self.facts and not self.days:
            return
        months: set[Month] = set()
        days: set[tuple[int, ...]] = set()
        for clause in clauses(sentence, self.names):
            # "Em maio, R$ 1.410 no mercado e R$ 450 em restaurante": a month holds until another is named.
            months = months_named(clause, self.today) or months
            days = days_named(clause) or days
            yield from self._in(clause, months, days)
            if not leads(clause):
                days = set()
        for figure in misdated(sentence, self.days, self.names):
            yield Fault(figure, "day")

    def contradicted(self, sentence: str, *, asks: bool = False) -> Iterator[str]:
        """The words that say the opposite of what a tool decided, or what none did, or that two goals are one."""
        if (words := misnamed(sentence, self.names)) is not None:
            yield words
        if not asks or is_tag(sentence):
            for start, end in undecided(fold_in_place(sentence), self.results, self.message, self.names):
                yield sentence[start:end]
        if not any(tool in JUDGED for tool, _, _ in self.results):
            return
        if self.verdicts is None:
            self.verdicts = Verdicts(self.names)
            for tool, _, result in self.results:
                self.verdicts.read(tool, result)
        yield from self.verdicts.contradicted(sentence, self.today)

    def _resolved(self, names: frozenset[str]) -> frozenset[str]:
        """Names as the house knows them; one that it does not know becomes one more."""
        if (known := self.resolved.get(names)) is not None:
            return known
        of: set[str] = set(names)
        for name in names:
            mentions = self.names.named_in(name)
            if not mentions:
                self.names.add(name)
            of.update(thing for mention in mentions for thing in mention.things)
        self.resolved[names] = frozenset(of)
        return self.resolved[names]

    def _in(self, clause: Clause, months: set[Month], days: set[tuple[int, ...]]) -> Iterator[Fault]:
        """The amounts of a clause that no fact bears out."""
        beside = [fact for figure in clause.amounts for fact in self._of(figure)]
        checks: list[tuple[str, Holds]] = list(at_times(clause, months, days, beside))
        checks += [("day", holds) for holds in in_spans(clause, self.today, beside, dated=bool(months or days))]
        if len(self.people) > 1:
            checks += [("person", holds) for holds in belongs(clause, self.people, self.speaker, beside)]
        wrong = []
        for figure in clause.amounts:
            of = [("subject", holds) for holds in subjects(clause, figure, self.names, self.foreign)]
            fault = _first_failed(self._of(figure), [("role", told_as(clause, figure)), *of, *checks])
            if fault is None and too_many(clause, figure, self._of(figure)):
                fault = "count of"
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
        if not all(facts) or all(any(fact.of & each or is_price(fact) for fact in beside) for each in things):
            return False
        tools = {fact.tool for fact in beside if not fact.of}
        known = [
            fact._replace(of=self._resolved(fact.of))
            for tool, args, result in self.results
            if tool in tools
            for fact in facts_of(tool, args, result)
        ]
        return not all_of_it(beside, known, things)

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
