"""Grounding: every figure of a draft needs a source, and every claim of a write a commit of this turn (DESIGN §4).

Nothing here calls a tool or a repository: sources are what the turn already has in hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from mel.agent.figures import Figure, figures
from mel.agent.receipt import is_receipt
from mel.agent.wire import Wire
from mel.shared.text import fold

_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_MONTH = re.compile(r"(\d{4})-(\d{2})")
_SENTENCE = re.compile(r"(?<=[!?…])\s+|(?<=[.])\s+(?=\D)|\n+")
_DEEDS = (
    "registr anot lanc aport guard deposit cri cadastr ajust mud alter atualiz apag salv adicion grav import "
    "contabiliz som confirm cancel coloc bot marc"
).replace(" ", "|")
_DONE = (
    "registrad anotad lancad salv cadastrad criad ajustad gravad inclui?d adicionad confirmad aportad desfeit apagad "
    "atualizad importad guardad feit"
).replace(" ", "|")
_THING = "gasto aporte meta despesa compra lancamento pagamento valor entrada deposito ajuste registro mudanca".replace(
    " ", "|"
)
_CLAIM = re.compile(
    rf"\b(?P<did>(?:{_DEEDS})(?:ei|amos)|removi|desfiz|inclui|corrigi|transferi|(?:coloqu|pagu|marqu)ei"
    r"|acab(?:ei|amos)\s+de\s+\w+r)\b"
    r"|\b(?P<ready>pronto|feito)\b(?:\s*[,.!:]|$)"
    rf"|\b(?:ta|esta|foi|ficou|foram|estao|tudo|ja|pronto)\s*,?\s*(?:ja\s+)?(?P<done>{_DONE})[oa]s?\b"
    rf"|^(?P<bare>{_DONE})[oa]s?\b"
    rf"|^(?:(?:o|a|seu|sua|esse|essa|este|esta)\s+)?(?:{_THING})\b[^.!?,;:]*?\b(?P<thing>{_DONE})[oa]\b"
)
# A denial reaches to the end of its clause: "não se preocupa, registrei" is a claim all the same.
_DENIAL = re.compile(r"(?:\b(?:nao|nunca|nem|nada|sem|quer que|posso)\b|(?:^|[,;:]\s*)se\b)[^.!?,;:]*$")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing in a draft that has no source: what it is, and what to tell the model about it."""

    kind: str
    shown: str

    @property
    def reason(self) -> str:
        if self.kind == "claim":
            return f'"{self.shown}" diz que algo foi registrado, mas nada foi gravado neste turno'
        return f'"{self.shown}" não veio de nenhuma tool deste turno'


@dataclass(slots=True)
class Values:
    """Figures that may be said. Amounts by their size, so that "faltam R$ 50" matches a remaining of -50."""

    amounts: set[tuple[Decimal, str | None]] = field(default_factory=set)
    numbers: set[Decimal] = field(default_factory=set)
    days: set[tuple[int, int, int]] = field(default_factory=set)
    months: set[tuple[int, int]] = field(default_factory=set)

    def add_day(self, day: date) -> None:
        self.days.add((day.day, day.month, day.year))
        self.add_month(day.month, day.year)

    def add_month(self, month: int, year: int) -> None:
        self.months.add((month, year))

    def add_json(self, value: Any) -> None:
        """Typed values of a tool result. Text in it is no source, except ISO dates and months, which we write."""
        if isinstance(value, dict):
            if value.keys() == {"amount", "currency"}:
                self.amounts.add((abs(Decimal(str(value["amount"]))), str(value["currency"])))
                return
            for item in value.values():
                self.add_json(item)
        elif isinstance(value, list | tuple):
            self.numbers.add(Decimal(len(value)))
            for item in value:
                self.add_json(item)
        elif isinstance(value, bool) or value is None:
            return
        elif isinstance(value, int | float):
            self.numbers.add(abs(Decimal(str(value))))
        elif isinstance(value, str):
            self._add_text(value)

    def _add_text(self, value: str) -> None:
        if hit := _DAY.fullmatch(value):
            self.add_day(date(int(hit[1]), int(hit[2]), int(hit[3])))
        elif hit := _MONTH.fullmatch(value):
            self.add_month(int(hit[2]), int(hit[1]))

    def add_said(self, text: str, today: date) -> None:
        """Figures as a person wrote them."""
        for figure in figures(text):
            if isinstance(figure.value, Decimal):
                self.numbers.add(abs(figure.value))
                self.amounts.add((abs(figure.value), figure.currency))
            elif figure.kind == "month":
                self.add_month(figure.value[0], figure.value[1] if len(figure.value) > 1 else today.year)
            else:
                day, month, year = (
                    (*figure.value, today.month, today.year)[:3]
                    if len(figure.value) == 1
                    else (
                        *figure.value,
                        today.year,
                    )[:3]
                )
                self.days.add((day, month, year))

    def carry(self, figure: Figure) -> bool:
        """Whether this figure is among the values."""
        if isinstance(figure.value, Decimal):
            return self._carry_number(figure, abs(figure.value))
        if figure.kind == "month":
            return any(month[: len(figure.value)] == figure.value for month in self.months)
        return any(day[: len(figure.value)] == figure.value for day in self.days)

    def _carry_number(self, figure: Figure, value: Decimal) -> bool:
        if figure.kind == "year":
            return any(year == value for _, year in self.months)
        if figure.kind == "amount":
            # A bare "900" that a member said has no currency, and may be asked back as "R$ 900".
            return any(v == value and (c is None or figure.currency in (None, c)) for v, c in self.amounts)
        if figure.kind == "percent":
            return value in self.numbers
        return value in self.numbers or any(v == value for v, _ in self.amounts)


@dataclass(slots=True)
class Sources:
    """`known` may be said anywhere; `told` (the member's own words, echoed arguments) only in a question.

    `names` are blanked out of a draft before it is read: "Amsterdam Setembro/2026" states no month.
    """

    known: Values = field(default_factory=Values)
    told: Values = field(default_factory=Values)
    names: set[str] = field(default_factory=set)
    committed: list[Wire] = field(default_factory=list)

    def add_result(self, args: Wire, result: Any, *, committed: bool) -> None:
        """One tool call of this turn: what it answered is known, what it merely echoes of its arguments is told."""
        for value in args.values():
            if isinstance(value, str) and (hit := _MONTH.fullmatch(value[:7])):
                self.known.add_month(int(hit[2]), int(hit[1]))
        self._add_names(result)
        if committed and isinstance(result, dict):
            self.committed.append(result)
            self.known.add_json(result)
        elif is_receipt(result) and not result["persisted"]:
            echoed = {key for key, value in result["preview"].items() if _echoes(value, args)}
            self.told.add_json({key: result["preview"][key] for key in echoed})
            self.known.add_json({key: value for key, value in result["preview"].items() if key not in echoed})
        else:
            self.known.add_json(_without_echoes(result, args))

    def _add_names(self, value: Any) -> None:
        if isinstance(value, dict):
            for key, item in value.items():
                if isinstance(item, str) and key in {"name", "expense", "goal", "nome", "category"}:
                    self.names.add(item)
                else:
                    self._add_names(item)
        elif isinstance(value, list):
            for item in value:
                self._add_names(item)


def _echoes(value: Any, args: Wire) -> bool:
    return any(_same(value, sent) for sent in args.values())


def _same(value: Any, sent: Any) -> bool:
    if isinstance(value, dict) and isinstance(sent, dict) and value.keys() == sent.keys() == {"amount", "currency"}:
        return (Decimal(str(value["amount"])), value["currency"]) == (Decimal(str(sent["amount"])), sent["currency"])
    return bool(value == sent)


def _without_echoes(result: Any, args: Wire) -> Any:
    """The result without the amounts that a read only repeats from its arguments."""
    if isinstance(result, dict) and result.keys() != {"amount", "currency"}:
        return {key: value for key, value in result.items() if not (isinstance(value, dict) and _echoes(value, args))}
    return result


def ungrounded(draft: str, sources: Sources) -> list[Finding]:
    """What of a draft must not reach a person, in the order it is said."""
    found: list[Finding] = []
    for sentence in sentences(_blanked(draft, sources.names)):
        asks = sentence.rstrip().endswith("?")
        claim = _claim(sentence)
        if claim and not _covered(sentence, sources.committed):
            found.append(Finding("claim", claim))
        for figure in figures(sentence):
            if sources.known.carry(figure) or (asks and sources.told.carry(figure)):
                continue
            found.append(Finding(figure.kind, figure.shown_in(sentence)))
    return found


def sentences(text: str) -> list[str]:
    """Split where a sentence ends; a dot inside a number ends none."""
    return [part for part in _SENTENCE.split(text) if part and part.strip()]


def _blanked(draft: str, names: Iterable[str]) -> str:
    """The draft without the household's own names; a name that itself states money stays and must have a source."""
    for name in sorted(names, key=len, reverse=True):
        if not any(char.isdigit() for char in name) or any(figure.kind == "amount" for figure in figures(name)):
            continue
        if any(char.isalpha() for char in name):
            draft = re.sub(re.escape(name), "·", draft, flags=re.IGNORECASE)
    return draft


def _claim(sentence: str) -> str | None:
    """The words that say something was written, unless they are denied or asked.

    "Isso já foi registrado?" asks; "registrei, quer ver?" claims first and asks for something else.
    """
    folded = fold(sentence)
    for hit in _CLAIM.finditer(folded):
        kind = str(hit.lastgroup)
        if _DENIAL.search(folded[: hit.start(kind)]):
            continue
        asked = folded.endswith("?") and not re.search(r"[,;:]", folded[hit.end() :])
        if kind != "did" and asked:
            continue
        return hit[0].strip(" ,.!:")
    return None


def _covered(sentence: str, committed: Sequence[Wire]) -> bool:
    """Whether the commits of this turn bear the claim: at least one, and every amount in it is one of theirs."""
    if not committed:
        return False
    values = Values()
    values.add_json(list(committed))
    return all(values.carry(figure) for figure in figures(sentence) if figure.kind == "amount")
