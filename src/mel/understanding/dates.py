"""Days and spans in Portuguese. The direction comes from the verb: past for events, future for dues and deadlines.

A `When` is what the scanner sees; `resolve` turns it into a day or a span once the direction is known. Words that
name no certain day ("esses dias", "quinto dia útil") are a `When` that is `vague`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from mel.understanding.calendar import (
    MONTHS,
    Span,
    safe_date,
)
from mel.understanding.days import (
    DISTANCE_OPENERS,
    RELATIVE_OPENERS,
    VAGUE_BY_WORD,
    read_day_number,
    read_day_of_month_name,
    read_distance,
    read_relative,
    read_slash,
    read_vague,
)
from mel.understanding.numbers import WORDS as NUMBER_WORDS
from mel.understanding.openers import by_opener
from mel.understanding.spans import (
    END_OPENERS,
    HOLIDAYS_BY_WORD,
    LAST_DAYS_OPENERS,
    SHIFT_OPENERS,
    WEEKDAY_OPENERS,
    WEEKEND_OPENERS,
    read_end,
    read_holiday,
    read_last_days,
    read_month_name,
    read_numbered_month,
    read_shifted,
    read_weekday,
    read_weekend,
    read_year,
)
from mel.understanding.tokens import Token, tokenize
from mel.understanding.when import Ahead, Direction, Moment, When, end_of, moved, small_number, start_of
from mel.understanding.wordlist import words


class DateSpan(NamedTuple):
    """A time expression in running text, with offsets into the text."""

    start: int
    end: int
    date: date | None
    period: Span | None


Words = Sequence[str]


def scan_when(tokens: Sequence[Token], at: int) -> When | None:
    """The time expression that starts at token `at`, prepositions before it included."""
    words = [token.norm for token in tokens[at : at + 12]]
    if not words or (words[0] not in OPENERS and tokens[at].kind not in {"slash", "num"}):
        return None
    found = _ranged(tokens, at, words) or _prefixed(tokens, at, words)
    if found is None:
        return None
    return _with_hour(tokens, found)


_PREPOSITIONS = words("em no na nos nas de do da desde ate pra pro a ao neste nesta nesse nessa la por pelo")


def _prefixed(tokens: Sequence[Token], at: int, words: Words) -> When | None:
    """ "até o fim do mês", "desde janeiro", "a partir de março", "em novembro", "no dia 10"."""
    if words[:3] == ["a", "partir", "de"] or words[:3] == ["a", "partir", "do"] or words[:3] == ["a", "partir", "da"]:
        inner = _bare(tokens, at + 3)
        return moved(inner, at, since=True) if inner else None
    if words[0] == "desde":
        skip = 2 if words[1:2] and words[1] in {"o", "a", "do", "da"} else 1
        inner = _bare(tokens, at + skip)
        return moved(inner, at, since=True) if inner else None
    if words[0] == "ate":
        skip = 2 if words[1:2] and words[1] in {"o", "a", "no", "em", "ao"} else 1
        inner = _bare(tokens, at + skip)
        return moved(inner, at, until=True) if inner else None
    inner = _bare(tokens, at)
    if inner is None and words[0] in _PREPOSITIONS and len(words) > 1:
        inner = _bare(tokens, at + 1)
        if inner is None and words[1] in {"o", "a", "dia"} and len(words) > 2:
            inner = _bare(tokens, at + 2)
        if inner is not None and words[0] == "de" and inner.kind == "month":
            return moved(inner, at)
    return moved(inner, at) if inner else None


def _ranged(tokens: Sequence[Token], at: int, words: Words) -> When | None:
    """ "de ontem até hoje", "do dia 5 ao dia 10", "entre segunda e sexta", "de janeiro a março"."""
    if words[0] not in {"de", "do", "da", "entre", "desde"}:
        return None
    skip = 2 if words[1:2] and words[1] in {"o", "a"} else 1
    first = _bare(tokens, at + skip) or _first_of_two(tokens, at + skip)
    if first is None or first.last >= len(tokens) or first.vague:
        return None
    if [t.norm for t in tokens[first.last : first.last + 2]] in (["pra", "ca"], ["ate", "agora"], ["ate", "aqui"]):
        return moved(When(first.first, first.last + 2, first.kind, first.find), at, since=True)
    joints = {"e"} if words[0] == "entre" else {"ate", "a", "ao"}
    if tokens[first.last].norm not in joints:
        return None
    skip = 2 if first.last + 1 < len(tokens) and tokens[first.last + 1].norm in {"o", "a"} else 1
    second = _bare(tokens, first.last + skip)
    if second is None or second.find is None or first.find is None:
        return None
    one, two = first.find, second.find

    def resolve(today: date, future: Ahead) -> Moment | None:
        a, b = one(today, future), two(today, future)
        if a is None or b is None or start_of(a) > end_of(b):
            return None
        return start_of(a), end_of(b)

    return When(at, second.last, "span", resolve)


def _first_of_two(tokens: Sequence[Token], at: int) -> When | None:
    """The 1 of "de 1 a 10 de novembro": a day of the month that the second day names."""
    number, last = small_number(tokens, at)
    if not 1 <= number <= 31 or last >= len(tokens) or tokens[last].norm not in {"a", "ate", "e"}:
        return None
    second = _bare(tokens, last + 1)
    find = second.find if second is not None and second.day_number and second.last - second.first > 2 else None
    if find is None:
        return None

    def resolve(today: date, future: Ahead) -> Moment | None:
        day = find(today, future)
        return safe_date(day.year, day.month, number) if isinstance(day, date) else None

    return When(at, last, "day", resolve, day_number=number)


_DAYPARTS = (
    "de manha", "pela manha", "de manhazinha", "a tarde", "de tarde", "a noite", "de noite", "de madrugada", "cedo",
    "de manha cedo", "a noitinha", "tarde da noite", "na hora do almoco", "depois do almoco", "mais cedo", "mesmo",
    "cedinho", "no fim da tarde", "no final da tarde", "a tardinha", "manha", "noite",
)  # fmt: skip
_DAYPART_WORDS = tuple(sorted((tuple(part.split()) for part in _DAYPARTS), key=len, reverse=True))


def _with_hour(tokens: Sequence[Token], when: When) -> When:
    """Time of day is taken in and ignored."""
    last = when.last
    for _ in range(2):
        for part in _DAYPART_WORDS:
            if tuple(token.norm for token in tokens[last : last + len(part)]) == part:
                last += len(part)
                break
        last = _clock(tokens, last)
    if last == when.last:
        return when
    return When(
        when.first, last, when.kind, when.find, when.until, when.since, when.from_now, when.month_number,
        when.day_number,
    )  # fmt: skip


def _clock(tokens: Sequence[Token], at: int) -> int:
    """ "às 15h30", "as 10 horas": the place after it."""
    here = at + 1 if at < len(tokens) and tokens[at].norm in {"as", "a", "pelas"} else at
    if here + 1 < len(tokens) and tokens[here].kind == "num" and tokens[here].text.isdigit():
        if tokens[here + 1].norm in {"h", "hs", "hrs", "hora", "horas"} and int(tokens[here].text[:3]) <= 24:
            extra = here + 2 < len(tokens) and tokens[here + 2].kind == "num" and tokens[here + 2].glued
            return here + 3 if extra else here + 2
        if tokens[here + 1].text == ":" and here + 2 < len(tokens) and tokens[here + 2].kind == "num":
            return here + 3
    return at


def scan_clock(tokens: Sequence[Token], at: int) -> int:
    """The place after a time of day that stands at `at`, or `at`."""
    return _clock(tokens, at)


def _bare(tokens: Sequence[Token], at: int) -> When | None:
    if at >= len(tokens):
        return None
    readers = BY_OPENER.get(tokens[at].norm, ()) if tokens[at].kind == "word" else READERS
    for reader in readers:
        found = reader(tokens, at)
        if found is not None:
            return found
    return None


_OPENED: tuple[tuple[Callable[[Sequence[Token], int], When | None], frozenset[str]], ...] = (
    (read_vague, frozenset(VAGUE_BY_WORD)),
    (read_relative, RELATIVE_OPENERS),
    (read_distance, DISTANCE_OPENERS),
    (read_day_number, frozenset({"dia"})),
    (read_end, END_OPENERS),
    (read_weekend, WEEKEND_OPENERS),
    (read_shifted, SHIFT_OPENERS),
    (read_slash, frozenset()),
    (read_numbered_month, frozenset()),
    (read_last_days, LAST_DAYS_OPENERS),
    (read_holiday, frozenset(HOLIDAYS_BY_WORD)),
    (read_day_of_month_name, frozenset({"primeiro"}) | NUMBER_WORDS),
    (read_weekday, WEEKDAY_OPENERS),
    (read_month_name, frozenset(MONTHS)),
    (read_year, frozenset()),
)
"""In order of precedence, each with the words it may begin with; digits may begin any."""
READERS = tuple(reader for reader, _ in _OPENED)
BY_OPENER = by_opener(_OPENED)
OPENERS = _PREPOSITIONS | {"entre"} | frozenset(BY_OPENER)
"""The words that a time may begin with, the small ones before it included."""


def read_when(text: str, today: date, direction: Direction) -> Moment | None:
    """The whole text as one time expression: a day, or the first and last day of a span; None when unsure."""
    tokens = [token for token in tokenize(text) if token.kind != "punct" or token.text in "ºª°,/:"]
    if not tokens:
        return None
    when = scan_when(tokens, 0)
    if when is None or when.vague or when.last != len(tokens):
        return None
    return when.resolve(today, future=direction == "future")


def find_dates(text: str, today: date, direction: Direction = "past") -> list[DateSpan]:
    """Every time expression in running text that names a day or a span."""
    tokens = tokenize(text)
    found: list[DateSpan] = []
    here = 0
    while here < len(tokens):
        when = scan_when(tokens, here)
        if when is None:
            here += 1
            continue
        moment = when.resolve(today, future=direction == "future")
        if moment is not None:
            day, span = (moment, None) if isinstance(moment, date) else (None, moment)
            found.append(DateSpan(tokens[when.first].start, tokens[when.last - 1].end, day, span))
        here = when.last
    return found
