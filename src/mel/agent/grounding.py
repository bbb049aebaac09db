"""Grounding: every figure of a draft needs a source, and every claim of a write a commit of this turn (DESIGN §4).

Nothing here calls a tool or a repository: sources are what the turn already has in hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from mel.agent.attribution import Attributions, Held
from mel.agent.attribution.clauses import is_money
from mel.agent.claims import Claim, borne, claim_in
from mel.agent.draft import LONGEST, hides
from mel.agent.figures import Figure, figures, hidden
from mel.agent.receipt import is_receipt
from mel.agent.wire import Wire

_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_MONTH = re.compile(r"(\d{4})-(\d{2})")
_ISO_LENGTHS = {len("2026-06"), len("2026-06-15")}
OURS = "sugerido por mim"
"""The words that mark an amount as Mel's own."""
_MONEY_KEYS = {"amount", "currency"}
_PERCENT_KEY = re.compile(r"percent|share|rate", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[!?…])\s+|(?<=[.])\s+(?=\D)|\n+")


_WRONGLY = {
    "role": "confira se é previsto, gasto, restante ou guardado",
    "subject": "é de outra coisa ou do total da casa",
    "month": "é de outro mês",
    "day": "é de outro dia",
    "person": "é do casal ou de outra pessoa",
    "verdict": "a tool diz o contrário, ou não diz",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing in a draft that has no source: what it is, and what to tell the model about it."""

    kind: str
    shown: str

    @property
    def reason(self) -> str:
        if self.kind == "claim":
            return f'"{self.shown}" diz que algo foi registrado, mas isso não foi gravado neste turno'
        if self.kind == "preview":
            return f'"{self.shown}" não é o valor do preview deste turno'
        if self.kind in _WRONGLY:
            return f'"{self.shown}" não é isso na tool: {_WRONGLY[self.kind]}'
        if self.kind == "form":
            return f"a resposta {self.shown}"
        return f'"{self.shown}" não veio de nenhuma tool deste turno'


@dataclass(slots=True)
class Values:
    """Figures that may be said. Amounts by their size, so that "faltam R$ 50" matches a remaining of -50."""

    amounts: set[tuple[Decimal, str | None]] = field(default_factory=set)
    numbers: set[Decimal] = field(default_factory=set)
    percents: set[Decimal] = field(default_factory=set)
    days: set[tuple[int, int, int]] = field(default_factory=set)
    months: set[tuple[int, int]] = field(default_factory=set)

    def add_day(self, day: date) -> None:
        self.days.add((day.day, day.month, day.year))
        self.add_month(day.month, day.year)

    def add_month(self, month: int, year: int) -> None:
        self.months.add((month, year))

    def add_json(self, value: Any, key: str = "") -> None:
        """Typed values of a tool result. Text in it is no source, except ISO dates and months, which we write."""
        if isinstance(value, dict):
            if (money := money_of(value)) is not None:
                self.amounts.add((abs(money[0]), money[1]))
                return
            for name, item in value.items():
                self.add_json(item, name)
        elif isinstance(value, list | tuple):
            if key == "installment" and len(value) == 2:
                self.days.add((*value, 0))  # "parcela 2/6" reads like a day
            self.numbers.add(Decimal(len(value)))
            for item in value:
                self.add_json(item, key)
        elif isinstance(value, bool) or value is None:
            return
        elif isinstance(value, int | float):
            told = self.percents if _PERCENT_KEY.search(key) else self.numbers
            told.add(abs(Decimal(str(value))))
        elif isinstance(value, str):
            self._add_text(value)

    def _add_text(self, value: str) -> None:
        if len(value) not in _ISO_LENGTHS:
            return
        if hit := _DAY.fullmatch(value):
            self.days.add((int(hit[3]), int(hit[2]), int(hit[1])))
            self.add_month(int(hit[2]), int(hit[1]))
        elif hit := _MONTH.fullmatch(value):
            self.add_month(int(hit[2]), int(hit[1]))

    def add_said(self, text: str, today: date) -> None:
        """Figures as a person wrote them; "10x de 300" also says 3000."""
        said = figures(text)
        for figure in said:
            if isinstance(figure.value, Decimal):
                self.numbers.add(abs(figure.value))
                self.amounts.add((abs(figure.value), figure.currency))
                self.percents.add(abs(figure.value))
            elif figure.kind == "month":
                self.add_month(figure.value[0], figure.value[1] if len(figure.value) > 1 else today.year)
            else:
                self.days.add(_whole_day(figure.value, today))
        counts = [f.value for f in said if isinstance(f.value, Decimal) and f.kind == "count" and f.value <= 120]
        amounts = [
            (f.value, f.currency) for f in said if isinstance(f.value, Decimal) and f.kind in {"amount", "count"}
        ]
        if len(said) <= 8:
            self.amounts.update((abs(count * value), currency) for count in counts for value, currency in amounts)

    def hold(self, money: tuple[Decimal, str]) -> bool:
        """Whether this amount is among the values; one said without a currency fits any."""
        return any(value == abs(money[0]) and currency in (None, money[1]) for value, currency in self.amounts)

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
            return value in self.percents
        return value in self.numbers or any(v == value for v, _ in self.amounts)


def money_of(value: Any) -> tuple[Decimal, str] | None:
    """The amount and currency of a wire money; None for anything else a model may have sent."""
    if not isinstance(value, dict) or len(value) != 2 or value.keys() != _MONEY_KEYS:
        return None
    amount = value["amount"]
    if isinstance(amount, bool) or not isinstance(amount, int | float) or amount != amount or abs(amount) > 10**15:
        return None
    return Decimal(str(amount)), str(value["currency"])


def _whole_day(said: tuple[int, ...], today: date) -> tuple[int, int, int]:
    """A day as said, completed with this month and this year."""
    if len(said) == 1:
        return said[0], today.month, today.year
    return said[0], said[1], said[2] if len(said) > 2 else today.year


@dataclass(slots=True)
class Sources:
    """`known` may be said anywhere. `told` (members' words of this turn, facts) and `shown` (what a preview of this
    turn repeats of its arguments) only in a question; once there is a preview, its amounts are the only ones to ask
    about. `marked` (an open proposal with an amount of Mel's own) only in a question that says so. `said` is
    everything the member wrote in this conversation.

    A figure inside one of `names` is no figure: "Amsterdam Setembro/2026" states no month.
    """

    known: Values = field(default_factory=Values)
    told: Values = field(default_factory=Values)
    shown: Values = field(default_factory=Values)
    marked: Values = field(default_factory=Values)
    said: Values = field(default_factory=Values)
    names: set[str] = field(default_factory=set)
    attributions: Attributions = field(default_factory=Attributions)
    committed: list[tuple[str, Wire]] = field(default_factory=list)
    previews: int = 0
    looked: bool = False
    declined: bool = False

    def add_result(self, tool: str, args: Wire, result: Any, *, committed: bool) -> None:
        """One tool call: what it answered is known, what it merely repeats of its arguments is not."""
        for value in args.values():
            if isinstance(value, str) and (hit := _MONTH.fullmatch(value[:7])) and 1990 < int(hit[1]) < 2100:
                self.known.add_month(int(hit[2]), int(hit[1]))
        if committed and isinstance(result, dict):
            self.committed.append((tool, result))
            self.known.add_json(result)
        elif is_receipt(result) and not result["persisted"]:
            self.previews += 1
            self._add_preview(args, result["preview"])
        elif is_receipt(result) or not self.invented(args):
            self.looked = self.looked or _answers(result)
            self._add_names(result, args)
            self.known.add_json(_without_echoes(result, args))
            self.attributions.read(tool, args, result)

    def _add_preview(self, args: Wire, preview: Wire) -> None:
        """What a preview repeats is asked about; with an amount of Mel's own in it, all of it only as such."""
        if self.invented(args):
            self.marked.add_json(preview)
            return
        echoed = {key for key, value in preview.items() if _echoes(value, args)}
        self.shown.add_json({key: preview[key] for key in echoed})
        self.known.add_json({key: value for key, value in preview.items() if key not in echoed})

    def invented(self, args: Wire) -> bool:
        """Whether a question was asked about an amount that neither the member nor the house ever named."""
        return any(not (self.said.hold(money) or self.known.hold(money)) for money in _moneys(args) if money[0])

    def _add_names(self, value: Any, args: Wire) -> None:
        """The house's own names in a result, and the texts of movements ("Loja Azul - Parcela 2/6"), but not what a
        model made up and was only told back."""
        if isinstance(value, dict):
            for key, item in value.items():
                if isinstance(item, str) and key in _NAMES:
                    if item not in args.values():
                        self.names.add(item)
                elif key == "text" and isinstance(item, str) and value.get("movements"):
                    self.names.add(item)  # what was searched for and found
                else:
                    self._add_names(item, args)
        elif isinstance(value, list):
            for item in value:
                self._add_names(item, args)


_NAMES = {"name", "expense", "goal", "nome", "category", "description", "account", "card"}


def _without_echoes(result: Any, args: Wire) -> Any:
    """The result without the days that it only repeats from its arguments."""
    if not isinstance(result, dict):
        return result
    return {key: value for key, value in result.items() if not isinstance(value, str) or value not in args.values()}


def _answers(result: Any) -> bool:
    return isinstance(result, dict) and not result.keys() & {"invalid", "refused", "error", "found"}


def _moneys(value: Any) -> list[tuple[Decimal, str]]:
    if (money := money_of(value)) is not None:
        return [money]
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [found for item in items for found in _moneys(item)]


def _echoes(value: Any, args: Wire) -> bool:
    """Whether a field of a preview repeats an argument, also where it is a number inside a text."""
    mine = money_of(value)
    return any(mine == money_of(sent) if mine is not None else value == sent for sent in args.values())


def ungrounded(draft: str, sources: Sources) -> list[Finding]:
    """What of a draft must not reach a person, in the order it is said."""
    found: list[Finding] = []
    draft = _unnumbered(draft)
    if len(draft) > LONGEST:
        return [Finding("form", "é longa demais")]
    if hides(_without(draft, sources.names)):
        found.append(Finding("form", "tem letras de outro alfabeto"))
    held = sources.attributions.against(draft)
    heading = ""
    for sentence in sentences(draft):
        heading = _heading(sentence, heading)
        if len(figures(sentence)) > MOST:
            found.append(Finding("form", "junta números demais numa frase"))
            continue
        claim = claim_in(sentence, looked=sources.looked, asked=sources.looked and not sources.told.amounts)
        if claim and not _borne(claim, sentence, sources):
            found.append(Finding("claim", claim.words))
        found.extend(_unsourced(sentence, sources))
        found.extend(_untrue(sentence, heading, sources, held))
    return found


MOST = 30
"""Figures that one sentence may hold; a person reads no more, and the time to check them stays short."""


def _unsourced(sentence: str, sources: Sources) -> Iterator[Finding]:
    asks = sentence.rstrip().endswith("?")
    named = _spans(sentence, sources.names)
    for figure in (*figures(sentence), *hidden(sentence)):
        if figure.kind != "amount" and any(start <= figure.start and figure.end <= end for start, end in named):
            continue
        if sources.known.carry(figure) or (asks and sources.shown.carry(figure)):
            continue
        if asks and OURS in sentence and sources.marked.carry(figure):
            continue
        if asks and sources.told.carry(figure):
            if not sources.previews or figure.kind not in {"amount", "count"}:
                continue
            yield Finding("preview", figure.shown_in(sentence))
        else:
            yield Finding(figure.kind, figure.shown_in(sentence))


def sentences(text: str) -> list[str]:
    """Split where a sentence ends; a dot inside a number ends none."""
    return [part for part in _SENTENCE.split(text) if part and part.strip()]


def _heading(sentence: str, above: str) -> str:
    """The line that tells what a list is about, for as long as its items go on; its days say only from when to when."""
    if sentence.rstrip().endswith(":"):
        stated = figures(sentence)
        if any(is_money(figure) for figure in stated):
            return ""
        for figure in stated:
            blank = " " * (figure.end - figure.start) if figure.kind == "date" else figure.shown_in(sentence)
            sentence = sentence[: figure.start] + blank + sentence[figure.end :]
        return _BRACKETS.sub(" ", sentence)
    return above if _ITEM.match(sentence) else ""


def _untrue(sentence: str, heading: str, sources: Sources, held: Held) -> Iterator[Finding]:
    """What is told of another thing than the tools told it of, and verdicts the wrong way round. An item of a list is
    read with the heading above it."""
    if _ITEM.match(sentence):
        sentence = f"{heading} {sentence}"
    asks = sentence.rstrip().endswith("?")
    for figure, kind in held.faults(sentence):
        if not (asks and (sources.shown.carry(figure) or sources.told.carry(figure))):
            yield Finding(kind, figure.shown_in(sentence))
    for words in held.contradicted(sentence):
        yield Finding("verdict", words)


_CODE = re.compile(r"(?=\w*\d)(?=\w*[^\W\d])\w+")
"""A word with a digit in it, by which a name is called for short: "C6"."""
_ITEM = re.compile(r"[-*•–]\s")
_BRACKETS = re.compile(r"\([^)]*\)")
_NUMBERED = re.compile(r"^(\s*\W{0,2})(\d{1,2})[.)]\s+(?=\D)", re.MULTILINE)


def _unnumbered(text: str) -> str:
    """Without the numbers of a numbered list: they count nothing."""
    numbers = [int(hit[2]) for hit in _NUMBERED.finditer(text)]
    return _NUMBERED.sub(r"\1", text) if len(numbers) > 1 and numbers == list(range(1, len(numbers) + 1)) else text


def _spans(sentence: str, names: Iterable[str]) -> list[tuple[int, int]]:
    """Where the house's own names stand; only names with a figure in them matter."""
    numbered = {name for name in names if any(char.isalpha() for char in name) and (figures(name) or hidden(name))}
    numbered |= {word for name in numbered for word in name.split() if _CODE.fullmatch(word)}
    return [hit.span() for name in numbered for hit in re.finditer(re.escape(name), sentence, re.IGNORECASE)]


def _without(draft: str, names: Iterable[str]) -> str:
    for name in names:
        if not name.isascii():
            draft = draft.replace(name, "")
    return draft


def _borne(claim: Claim, sentence: str, sources: Sources) -> bool:
    """Whether this turn's commits bear the claim: by a tool that does such things, and with every amount in it."""
    wrote = [tool for tool, _ in sources.committed] + (["decline"] if sources.declined else [])
    if not borne(claim, wrote):
        return False
    values = Values()
    values.add_json([receipt for _, receipt in sources.committed])
    return all(values.carry(figure) for figure in figures(sentence) if figure.kind == "amount")
