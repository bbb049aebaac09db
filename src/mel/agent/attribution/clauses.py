"""A sentence as clauses: each amount with the words, names, months, days and persons that stand by it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise

from mel.agent.attribution.names import Mention, Names
from mel.agent.attribution.roles import Said, roles_said
from mel.agent.figures import Figure, figures, fold_in_place

# Of the text as it stands, in small letters: folded, "é" is "e".
_STRONG = re.compile(r"[;\n–—]|[:.](?!\d)|\b(?:mas|porém|enquanto|só que|já (?=[oa]s? ))")
_ALSO = re.compile(r",? e | nem (?!que)")
COMMA = re.compile(r",(?!\d)")
_END = re.compile(r"[,.](?!\d)|[;:!?\n()–—]| e | mas | contra ")
_TURN = re.compile(r"[;\n]|\b(?:mas|porém|só que)\b")
_ASIDE = re.compile(
    r"\b(?:nao|nem|nenhum\w*|nada|sem|zero|zerad\w+|fora|soman?do|somados|contando|incluindo|em vez"
    r"|maior parte|quase)\b"
)


_WITHOUT = re.compile(r"\b(?:sem|fora|exceto|menos|tirando)(?: contar| incluir)?(?: [oa])?(?: meta d[aeo])? $")
_LEFT_OUT = re.compile(r" (?:de fora|fic(?:ou|a) (?:de )?fora|nao)\b")


@dataclass(slots=True)
class Clause:
    """One part of a sentence with its amounts, folded letter by letter; all places are offsets in the sentence. `lower`
    is not folded, to tell "é" from "e"."""

    sentence: str
    lower: str
    start: int
    end: int
    amounts: list[Figure]
    stated: list[Figure] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    roles: list[Said] = field(default_factory=list)

    @property
    def text(self) -> str:
        return self.sentence[self.start : self.end]

    def behind(self, place: int) -> int:
        """Where what is said right behind a place ends: at the next separator, or at the next amount."""
        stop = min((figure.start for figure in self.amounts if figure.start > place), default=self.end)
        hit = _END.search(self.lower, place, stop)
        return hit.start() if hit else stop

    def before(self, figure: Figure) -> int:
        """Where the amount before this one ends, or the clause begins."""
        return max((other.end for other in self.amounts if other.end <= figure.start), default=self.start)


def clauses(sentence: str, names: Names) -> list[Clause]:
    """In order; only the parts with amounts, each from where the one before it ended."""
    stated = figures(sentence)
    amounts = [figure for figure in stated if is_money(figure)]
    folded, lower = fold_in_place(sentence), _lower(sentence)
    mentions = names.named_in(folded, sentence)
    # "Contas" may be a thing of the house, and then says nothing of what an amount is.
    said = [each for each in roles_said(folded) if not any(m.start <= each.start < m.end for m in mentions)]
    cuts = [0, *_cuts(lower, amounts), len(folded)]
    found = []
    for start, end in pairwise(cuts):
        inside = [figure for figure in amounts if start <= figure.start < end]
        if not inside:
            continue
        start = max((hit.end() for hit in _TURN.finditer(lower, start, inside[0].start)), default=start)
        if turn := _TURN.search(lower, inside[-1].end, end):
            end = turn.start()
        clause = Clause(folded, lower, start, end, inside)
        clause.mentions = [each for each in mentions if start <= each.start < end]
        clause.roles = [each for each in said if start <= each.start < end]
        clause.stated = [each for each in stated if start <= each.start < end and not _within(each, mentions)]
        found.append(clause)
    return found


def is_money(figure: Figure) -> bool:
    """A bare small number is a count, a day or a parcela more often than an amount."""
    if not isinstance(figure.value, Decimal):
        return False
    plain = figure.value > 100 or figure.value != figure.value.to_integral_value()
    return figure.kind == "amount" or (figure.kind == "count" and plain)


def _within(figure: Figure, mentions: Sequence[Mention]) -> bool:
    return any(each.start <= figure.start and figure.end <= each.end for each in mentions)


def _lower(text: str) -> str:
    """In small letters, each in its place."""
    if len(lower := text.lower()) == len(text):
        return lower
    return "".join(small if len(small := char.lower()) == 1 else char for char in text)


def _cuts(lower: str, amounts: Sequence[Figure]) -> Iterator[int]:
    """Where one clause ends between two amounts. Where that is not clear, they stay together."""
    for one, other in pairwise(amounts):
        for separator in (_STRONG, _ALSO, COMMA):
            found = list(separator.finditer(lower, one.end, other.start))
            if len(found) == 1 or (found and separator is _STRONG):
                yield found[-1].start()
                break


def leads(clause: Clause) -> bool:
    """Whether a day stands before the amounts: "no dia 9: R$ 1.200 e R$ 300"."""
    return any(figure.kind == "date" and figure.start < clause.amounts[0].start for figure in clause.stated)


def named_beside(clause: Clause) -> Iterator[Mention]:
    """The mentions that an amount of the clause is told of: not those of an aside without one ("fora a gasolina")."""
    for each in clause.mentions:
        start = max((hit.end() for hit in COMMA.finditer(clause.lower, clause.start, each.start)), default=clause.start)
        hit = COMMA.search(clause.lower, each.end, clause.end)
        end = hit.start() if hit else clause.end
        alone = not any(start <= figure.start < end for figure in clause.amounts)
        if alone and _ASIDE.search(clause.sentence, start, end):
            continue
        if not (_WITHOUT.search(clause.sentence[: each.start]) or _LEFT_OUT.match(clause.sentence, each.end)):
            yield each


_MARKETS = re.compile(r"\b(?:o|do|no|ao|pelo) (?:dolar|euro|bitcoin)\b|\b(?:cotacao|selic|cdi|ibovespa|acoes)\b")


def of_markets(clause: Clause) -> bool:
    """Whether the clause is about what no tool of ours tells, whatever figure stands beside it."""
    return _MARKETS.search(clause.text) is not None
