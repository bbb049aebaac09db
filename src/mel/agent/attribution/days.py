"""Days told as another kind of day: the closing as the due date, the forecast as the deadline, another goal's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from mel.agent.attribution.facts import Day, day_of
from mel.agent.attribution.names import Names
from mel.agent.attribution.times import same_day
from mel.agent.figures import Figure, figures, fold_in_place
from mel.shared.text import fold

_KINDS: Final = {
    "closing": "closing",
    "due": "due",
    "deadline": "deadline",
    "forecast": "forecast",
    "balanceOn": "event",
    "date": "event",
}
_WORDS: Final = (
    ("closing", re.compile(r"\b(?:fech\w+)\b")),
    ("due", re.compile(r"\b(?:venc\w+|paga(?:r|mento) ate)\b")),
    ("deadline", re.compile(r"\b(?:prazo|data limite)\b")),
    (
        "forecast",
        re.compile(r"\b(?:previs(?:ao|oes)|termin\w+|conclu\w+|alcanc\w+|complet\w+|bat(?:er|em|e) a meta)\b"),
    ),
    (
        "event",
        re.compile(
            r"\b(?:aport\w+|contribui\w+|comec\w+|ca(?:iu|iram)|compr(?:ou|aram)|gast(?:ou|aram)|pag(?:ou"
            r"|aram)|marcad[oa]s?)\b"
        ),
    ),
)


class Dated(NamedTuple):
    """A day of a result: what kind of day it is, and of which things."""

    day: Day
    kind: str
    of: frozenset[str]


def days_of(value: Any, of: frozenset[str] = frozenset()) -> Iterator[Dated]:
    """Every day of a result that is of a kind."""
    if isinstance(value, dict):
        names = {fold(value[key]) for key in ("goal", "name", "card", "account") if isinstance(value.get(key), str)}
        for key, item in value.items():
            if key in _KINDS and (found := day_of(item)):
                yield Dated(found, _KINDS[key], of | names)
            elif isinstance(item, dict | list):
                yield from days_of(item, of | names)
    elif isinstance(value, list):
        for item in value:
            yield from days_of(item, of)


def misdated(sentence: str, known: list[Dated], names: Names) -> Iterator[Figure]:
    """The days of a sentence that the results have, but for something else."""
    folded = fold_in_place(sentence)
    last = 0
    for figure in figures(sentence):
        if figure.kind == "month" and _due_in_another(folded, last, figure, known, names):
            yield figure
        if figure.kind != "date":
            continue
        start, last = last, figure.end
        if _on(figure, known) and not _told_right(folded, start, figure, known, names):
            yield figure


_IS_IN = re.compile(
    r"\b(?:e|eh|fica|ficou|cai|sera|vai ser|acontece|marcad[oa]|previst[oa]|prazo|termina|acaba|vence|ate)"
    r"(?: (?!aport|gast|guard|junt|coloc)\w+){0,2} $"
)
_AIMS = frozenset({"deadline", "forecast"})


def _due_in_another(folded: str, start: int, figure: Figure, known: list[Dated], names: Names) -> bool:
    """Whether a goal is said to be due in a month of which nothing of it is: "a lua de mel é em junho de 2026"."""
    aims = [each for each in known if each.kind in _AIMS]
    before = folded[start : figure.start]
    if not aims or not isinstance(figure.value, tuple) or _IS_IN.search(before) is None:
        return False
    if any(start <= other.start < figure.start for other in figures(folded) if other.kind in {"amount", "count"}):
        return False
    mentions = [each.things for each in names.named_in(before)]
    if len(mentions) > 1 or (not mentions and "previst" in before):
        return False
    mine = [each for each in aims if not mentions or each.of & mentions[0]]
    return bool(mine) and not any((each.day[1], each.day[0])[: len(figure.value)] == figure.value for each in mine)


def _on(figure: Figure, known: list[Dated]) -> list[Dated]:
    return [each for each in known if isinstance(figure.value, tuple) and same_day([each.day], [figure.value])]


def _told_right(folded: str, start: int, figure: Figure, known: list[Dated], names: Names) -> bool:
    mine = _on(figure, known)
    said = [(hit.end(), kind) for kind, words in _WORDS for hit in words.finditer(folded, start, figure.start)]
    if said:
        kind = max(said)[1]
        # "A meta fecha em março": what closes or falls due in an answer without faturas is a goal.
        if kind in _OF_GOALS and all(each.kind != kind for each in known):
            kind = _OF_GOALS[kind]
        mine = [each for each in mine if each.kind == kind]
    mentions = [each.things for each in names.named_in(folded[start : figure.start])]
    if len(mentions) == 1:
        mine = [each for each in mine if not each.of or each.of & mentions[0] or not _rival(mine)]
    return bool(mine)


_OF_GOALS: Final = {"closing": "forecast", "due": "deadline"}


def _rival(mine: list[Dated]) -> bool:
    """Whether the days are of goals or cards, so that one named beside another's day is told wrongly."""
    return any(each.kind in {"deadline", "due", "closing"} for each in mine)
