"""Grounding: every figure of a draft needs a source, and every claim of a write a commit of this turn (DESIGN §4).

Nothing here calls a tool or a repository: sources are what the turn already has in hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from mel.agent.attribution import Attributions, Held
from mel.agent.attribution.clauses import is_money
from mel.agent.claims import borne, claims_in, denial_in
from mel.agent.deeds import Claim
from mel.agent.draft import LONGEST, hides
from mel.agent.figures import figures, hidden
from mel.agent.receipt import is_receipt
from mel.agent.values import Values, money_of
from mel.agent.wire import Wire
from mel.shared.text import fold

_MONTH = re.compile(r"(\d{4})-(\d{2})")
OURS = "sugerido por mim"
"""The words that mark an amount as Mel's own."""
_SENTENCE = re.compile(r"(?<=[!?…])\s+|(?<=[.])\s+(?=\D)|\n+")


_WRONGLY = {
    "role": "confira se é previsto, gasto, restante ou guardado",
    "subject": "é de outra coisa ou do total da casa",
    "month": "é de outro mês",
    "day": "é de outro dia",
    "person": "é do casal ou de outra pessoa",
    "count of": "não foram tantos, cada um com esse valor",
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
        if self.kind == "coming":
            return f'"{self.shown}" ainda não foi confirmado: diga como pergunta'
        if self.kind == "denial":
            return f'"{self.shown}" nega o que foi gravado neste turno'
        if self.kind == "preview":
            return f'"{self.shown}" não é o valor do preview deste turno'
        if self.kind in _WRONGLY:
            return f'"{self.shown}" não é isso na tool: {_WRONGLY[self.kind]}'
        if self.kind == "form":
            return f"a resposta {self.shown}"
        return f'"{self.shown}" não veio de nenhuma tool deste turno'


@dataclass(slots=True)
class Sources:
    """`known` may be said anywhere. `told` (members' words of this turn, facts) and `shown` (what a preview of this
    turn repeats of its arguments) only in a question; once there is a preview, its amounts are the only ones to ask
    about; what would come of it (`coming`) is told as such, never as how things stand. `marked` (an open proposal with
    an amount of Mel's own) only in a question that says so. `said` is everything the member wrote in this conversation.

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
    coming: Values = field(default_factory=Values)
    previews: int = 0
    unwritten: int = 0
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
            self.attributions.read_commit(tool, args, result.get("preview"))
        elif is_receipt(result) and not result["persisted"]:
            self.previews += 1
            self.unwritten += 1
            self._add_preview(tool, args, result["preview"])
        elif is_receipt(result) or not self.invented(args):
            self.unwritten += not _answers(result)
            self.looked = self.looked or _answers(result)
            self._add_names(result, args)
            self.known.add_json(_without_echoes(result, args))
            self.attributions.read(tool, args, result)

    def _add_preview(self, tool: str, args: Wire, preview: Wire) -> None:
        """What a preview repeats is asked about; with an amount of Mel's own in it, all of it only as such."""
        if self.invented(args):
            self.marked.add_json(preview)
            return
        self.attributions.read_commit(tool, args, preview)
        echoed = {key for key, value in preview.items() if _echoes(value, args)}
        self.shown.add_json({key: preview[key] for key in echoed})
        self.coming.add_json({key: value for key, value in preview.items() if key not in echoed})

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
    parts = sentences(draft)
    for sentence, following in zip(parts, [*parts[1:], ""], strict=False):
        heading = _heading(sentence, heading)
        if len(figures(sentence)) > MOST:
            found.append(Finding("form", "junta números demais numa frase"))
            continue
        asks = _asks(sentence, following, sources)
        found.extend(_unwritten(sentence, sources, asks=asks))
        found.extend(_unsourced(sentence, sources, asks=asks))
        found.extend(_untrue(sentence, heading, sources, held, asks=asks))
    return found


MOST = 30
"""Figures that one sentence may hold; a person reads no more, and the time to check them stays short."""


def _asks(sentence: str, following: str, sources: Sources) -> bool:
    """Whether a sentence asks, or tells what the short question behind it asks about: "R$ 90 no mercado. Confirma?" """
    if sentence.rstrip().endswith("?"):
        return True
    proposes = sources.previews > 0 and following.rstrip().endswith("?") and len(following) < _SHORT
    return proposes and _STANDS.search(fold(sentence)) is None


_SHORT = 60
"""Letters of a question that only asks for the yes."""
_STANDS = re.compile(
    r"\b(?:ja|agora (?:esta|ta)|fic(?:ou|aram)|gast(?:ou|aram|amos)|guard(?:ou|aram|amos)|sobra(?:m|ram)?|tem"
    r"|falta(?:m|ram)?)\b"
    r"|\bgastos em\b"
)
_COMES = re.compile(
    r"\b(?:vai|vao|fica(?:ria|ra|m|ndo)?|pass(?:a|am|aria)|cheg(?:a|am|aria)|sobe|subiria|seria|iria)\b"
)


def _is_coming(folded: str) -> bool:
    return _COMES.search(folded) is not None and _STANDS.search(folded) is None


def _unwritten(sentence: str, sources: Sources, *, asks: bool) -> Iterator[Finding]:
    """Claims that no commit of this turn bears, and denials of one that did."""
    asked = sources.looked and not sources.told.amounts
    waits = sources.previews > 0
    claims = claims_in(sentence, looked=sources.looked, asked=asked, proposes=asks, waits=waits)
    unborne = (claim for claim in claims if not _borne(claim, sentence, sources))
    if invented := next((claim for claim in unborne if not _in_a_name(claim, sentence, sources.names)), None):
        yield Finding("claim", invented.words)
    if sources.committed and not sources.unwritten and (words := denial_in(sentence)):
        yield Finding("denial", words)


def _in_a_name(claim: Claim, sentence: str, names: Iterable[str]) -> bool:
    """Whether the words of a claim are only part of what a thing of the house is called: "Viagem quitada"."""
    folded = fold(sentence)
    return any(
        claim.words in name and name in folded and claim.words != name for name in (fold(each) for each in names)
    )


def _unsourced(sentence: str, sources: Sources, *, asks: bool) -> Iterator[Finding]:
    comes = sources.previews > 0 and (asks or _is_coming(fold(sentence)))
    named = _spans(sentence, sources.names)
    for figure in (*figures(sentence), *hidden(sentence)):
        if figure.kind != "amount" and any(start <= figure.start and figure.end <= end for start, end in named):
            continue
        if sources.known.carry(figure) or (asks and sources.shown.carry(figure)):
            continue
        if comes and (sources.coming.carry(figure) or sources.shown.carry(figure)):
            continue
        if asks and OURS in sentence and sources.marked.carry(figure):
            continue
        if asks and sources.told.carry(figure):
            if not sources.previews or figure.kind not in {"amount", "count"}:
                continue
            yield Finding("preview", figure.shown_in(sentence))
        elif figure.kind == "amount" and sources.coming.carry(figure):
            yield Finding("coming", figure.shown_in(sentence))
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


def _untrue(sentence: str, heading: str, sources: Sources, held: Held, *, asks: bool) -> Iterator[Finding]:
    """What is told of another thing than the tools told it of, and verdicts the wrong way round. An item of a list is
    read with the heading above it."""
    if _ITEM.match(sentence):
        sentence = f"{heading} {sentence}"
    for figure, kind in held.faults(sentence):
        if not (asks and not sources.previews and sources.told.carry(figure)):
            yield Finding(kind, figure.shown_in(sentence))
    for words in held.contradicted(sentence, asks=asks):
        yield Finding("verdict", words)


_CODE = re.compile(r"(?=\w*\d)(?=\w*[^\W\d])\w+")
"""A word with a digit in it, by which a name is called for short: "C6"."""
_ITEM = re.compile(r"[-*•–]\s")
_BRACKETS = re.compile(r"\([^)]*\)")
_NUMBERED = re.compile(r"^(\s*\W{0,2})(\d{1,2})[.)]\s+(?=\D)", re.MULTILINE)


def _unnumbered(text: str) -> str:
    """Without the numbers of a numbered list: they count nothing."""
    if "\n" not in text:
        return text
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
