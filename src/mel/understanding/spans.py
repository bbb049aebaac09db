"""Weeks, months, years, weekends, weekdays and holidays: the longer words of the calendar."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from mel.understanding.calendar import (
    HOLIDAYS,
    MONTHS,
    SHORT_MONTHS,
    SHORT_WEEKDAYS,
    WEEKDAYS,
    holiday,
    month_span,
    named_month,
    plus_months,
    safe_date,
    week_span,
    weekday,
    weekend,
)
from mel.understanding.tokens import Token
from mel.understanding.when import UNITS, Ahead, Moment, Resolver, When, end_of, norms, small_number, start_of


def dated_when(find: Callable[[date, bool], Moment | None], at: int, last: int, number: int | None) -> When:
    return When(at, last, "day", find, day_number=number)


def day_within(span: Resolver, number: int) -> Resolver:
    def resolve(today: date, future: Ahead) -> Moment | None:
        found = span(today, future)
        first = start_of(found) if found is not None else today
        return safe_date(first.year, first.month, number)

    return resolve


def year_at(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    words = norms(tokens, at, 2)
    here = at + 1 if words[:1] and words[0] in {"de", "do", "/"} else at
    if here < len(tokens) and tokens[here].kind == "num":
        text = tokens[here].text
        bare = here == at  # "outubro 2000" is rather an amount; "março 2027" a year
        first, last = (2015, 2040) if bare else (1990, 2100)
        if len(text) == 4 and text.isdigit() and first <= int(text) <= last:
            return int(text), here + 1
        if len(text) == 2 and text.isdigit() and here > at and words[0] == "/" and tokens[here].glued:
            return 2000 + int(text), here + 1
    return 0, at


_MONTH_SHIFTS = {
    ("esse", "mes"): 0, ("este", "mes"): 0, ("desse", "mes"): 0, ("deste", "mes"): 0, ("nesse", "mes"): 0,
    ("neste", "mes"): 0, ("do", "mes"): 0, ("mes", "passado"): -1, ("do", "mes", "passado"): -1,
    ("no", "mes", "passado"): -1, ("mes", "anterior"): -1, ("do", "mes", "anterior"): -1, ("ultimo", "mes"): -1,
    ("mes", "retrasado"): -2, ("do", "mes", "retrasado"): -2, ("mes", "que", "vem"): 1, ("do", "mes", "que", "vem"): 1,
    ("mes", "seguinte"): 1, ("proximo", "mes"): 1, ("do", "proximo", "mes"): 1, ("mes", "atual"): 0, ("mes", "vem"): 1,
    ("no", "mes"): 0, ("mes", "corrente"): 0, ("no", "proximo", "mes"): 1, ("no", "mes", "que", "vem"): 1,
    ("proximo", "mes", "agora"): 1, ("mes", "entrante"): 1, ("nesse", "mes", "agora"): 0, ("esse", "mes", "agora"): 0,
    ("esse", "mesmo", "mes"): 0, ("deste", "mesmo", "mes"): 0, ("do", "ultimo", "mes"): -1, ("no", "ultimo", "mes"): -1,
}  # fmt: skip
_WEEK_SHIFTS = {
    ("essa", "semana"): 0, ("esta", "semana"): 0, ("dessa", "semana"): 0, ("desta", "semana"): 0,
    ("nessa", "semana"): 0, ("nesta", "semana"): 0, ("semana", "passada"): -1, ("semana", "retrasada"): -2,
    ("ultima", "semana"): -1, ("semana", "que", "vem"): 1, ("proxima", "semana"): 1, ("semana", "anterior"): -1,
    ("semana", "atual"): 0, ("semana", "seguinte"): 1, ("da", "semana"): 0, ("na", "semana"): 0,
}  # fmt: skip
_YEAR_SHIFTS = {
    ("esse", "ano"): 0, ("este", "ano"): 0, ("desse", "ano"): 0, ("deste", "ano"): 0, ("nesse", "ano"): 0,
    ("neste", "ano"): 0, ("ano", "passado"): -1, ("ano", "que", "vem"): 1, ("proximo", "ano"): 1, ("ano", "atual"): 0,
    ("ultimo", "ano"): -1, ("ano", "retrasado"): -2, ("do", "ano"): 0, ("no", "ano"): 0, ("ano", "anterior"): -1,
}  # fmt: skip


_IN = frozenset({"da", "do", "na", "no", "de"})
SHIFT_OPENERS = _IN | {words[0] for table in (_MONTH_SHIFTS, _WEEK_SHIFTS, _YEAR_SHIFTS) for words in table}


def _month_shift(months: int) -> Resolver:
    def resolve(today: date, _: Ahead) -> Moment:
        moved = plus_months(today.replace(day=1), months)
        return month_span(moved.year, moved.month)

    return resolve


def _year_shift(years: int) -> Resolver:
    return lambda today, _: (date(today.year + years, 1, 1), date(today.year + years, 12, 31))


def _week_shift(weeks: int) -> Resolver:
    return lambda today, _: week_span(today, weeks)


def _shifted(table: dict[tuple[str, ...], int], tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    if tokens[at : at + 1] and tokens[at].norm in _IN:
        inner = _shifted(table, tokens, at + 1)
        if inner is not None:
            return inner
    for size in (4, 3, 2):
        words = tuple(norms(tokens, at, size))
        shift = table.get(words)
        if shift is not None:
            return shift, at + len(words)
    return None


def month_after(tokens: Sequence[Token], at: int) -> tuple[Resolver, int] | None:
    found = _shifted(_MONTH_SHIFTS, tokens, at)
    if found is None:
        return None
    return _month_shift(found[0]), found[1]


def read_shifted(tokens: Sequence[Token], at: int) -> When | None:
    """Weeks, months and years by their distance, and a day within them."""
    for table, make, kind in (
        (_MONTH_SHIFTS, _month_shift, "month"), (_WEEK_SHIFTS, _week_shift, "span"), (_YEAR_SHIFTS, _year_shift, "year")
    ):  # fmt: skip
        found = _shifted(table, tokens, at)
        if found is None:
            continue
        shift, last = found
        if (
            kind == "month"
            and norms(tokens, last, 1) == ["de"]
            and norms(tokens, last + 1, 1)[:1] in ([m] for m in MONTHS)
        ):
            # "do mês de junho"
            inner = read_month_name(tokens, last + 1)
            return When(at, inner.last, inner.kind, inner.find, month_number=inner.month_number) if inner else None
        if kind == "month":
            after = last + 1 if norms(tokens, last, 1) in (["no"], [","], ["do"], ["em"]) else last
            if norms(tokens, after, 1) == ["dia"]:
                number, here = small_number(tokens, after + 1)
                if 1 <= number <= 31:
                    return dated_when(day_within(make(shift), number), at, here, number)
        return When(at, last, kind, make(shift))
    return None


_MONTH_END = (("fim", "do", "mes"), ("final", "do", "mes"), ("fim", "de", "mes"), ("fim", "deste", "mes"),
              ("final", "deste", "mes"), ("fim", "desse", "mes"), ("final", "desse", "mes"),
              ("ultimo", "dia", "do", "mes"), ("virada", "do", "mes"))  # fmt: skip
_YEAR_END = (("fim", "do", "ano"), ("final", "do", "ano"), ("fim", "de", "ano"), ("fim", "deste", "ano"),
             ("final", "de", "ano"), ("fim", "desse", "ano"), ("virada", "do", "ano"), ("final", "deste", "ano"),
             ("final", "desse", "ano"))  # fmt: skip


END_OPENERS = frozenset({"fim", "final", "ultimo", "virada"})


def read_end(tokens: Sequence[Token], at: int) -> When | None:
    words = tuple(norms(tokens, at, 5))
    if not words or words[0] not in END_OPENERS:
        return None
    for phrases, kind in ((_MONTH_END, "m"), (_YEAR_END, "y")):
        for phrase in phrases:
            if words[: len(phrase)] != phrase:
                continue
            last = at + len(phrase)
            ahead = 1 if words[len(phrase) : len(phrase) + 2] == ("que", "vem") else 0
            last += 2 * ahead
            if kind == "m":
                return When(at, last, "day", lambda today, _, a=ahead: end_of(_month_shift(a)(today, True) or today))  # type: ignore[misc]
            return When(at, last, "day", lambda today, _, a=ahead: date(today.year + a, 12, 31))  # type: ignore[misc]
    if words[:2] in (("fim", "de"), ("final", "de")) and len(words) > 2 and words[2] in MONTHS:
        inner = read_month_name(tokens, at + 2)
        if inner is not None and inner.find is not None:
            find = inner.find
            return When(at, inner.last, "day", lambda today, future: end_of(find(today, future) or today))
    return None


def read_month_name(tokens: Sequence[Token], at: int) -> When | None:
    word = tokens[at].norm
    month = MONTHS.get(word)
    if month is None:
        return None
    year, last = year_at(tokens, at + 1)
    if not year:
        relative = _shifted(_YEAR_SHIFTS, tokens, at + 1) or _shifted(_YEAR_SHIFTS, tokens, at + 2)
        ahead = tuple(norms(tokens, at + 1, 4))
        if relative is not None and ahead[:1] == ("do",):
            shift, last = relative
            return When(at, last, "month", lambda today, _: month_span(today.year + shift, month), month_number=month)
        if ahead[:2] == ("que", "vem"):
            return When(at, at + 3, "month", lambda t, _: named_month(t, month, future=True), month_number=month)
        if ahead[:1] == ("passado",):
            return When(at, at + 2, "month", lambda t, _: named_month(t, month, future=False), month_number=month)
    if word in SHORT_MONTHS and not year:
        before = tokens[at - 1].norm if at else ""
        if before not in {"em", "de", "ate", "desde", "a", "pra", "/", "e", "ref"}:
            return None
        if word in {"set", "mar", "out"} and before not in {"em", "ate", "desde"}:
            return None
    if year:
        return When(at, last, "month", lambda _t, _f: month_span(year, month), month_number=month)
    return When(at, at + 1, "month", lambda t, future: named_month(t, month, future=future), month_number=month)


def read_numbered_month(tokens: Sequence[Token], at: int) -> When | None:
    """ "12/2027"."""
    parts = [token.text for token in tokens[at : at + 3]]
    if len(parts) < 3 or parts[1] != "/" or not parts[0].isdigit() or not _WHOLE_YEAR.fullmatch(parts[2]):
        return None
    month, year = int(parts[0]), int(parts[2])
    if not 1 <= month <= 12:
        return None
    return When(at, at + 3, "month", lambda _t, _f: month_span(year, month), month_number=month)


_WHOLE_YEAR = re.compile(r"(?:19|20)\d\d")


def read_year(tokens: Sequence[Token], at: int) -> When | None:
    """A bare year only after a preposition, or "ano de 2025"."""
    if tokens[at].kind != "num" or not at or tokens[at - 1].norm not in {"em", "de", "ate", "desde", "ano"}:
        return None
    text = tokens[at].text
    if len(text) != 4 or not text.isdigit() or not 2000 <= int(text) <= 2100:
        return None
    if norms(tokens, at + 1, 1) in (["pra"], ["pro"]) and at + 2 < len(tokens) and tokens[at + 2].kind == "num":
        return None  # "de 2000 pra 2100"
    year = int(text)
    return When(at, at + 1, "year", lambda _t, _f: (date(year, 1, 1), date(year, 12, 31)))


LAST_DAYS_OPENERS = frozenset({"ultimos", "ultimas", "proximos", "proximas", "ultimo", "ultima"})


def read_last_days(tokens: Sequence[Token], at: int) -> When | None:
    """ "últimos 7 dias", "próximos 15 dias", "últimas duas semanas", "últimos 3 meses"."""
    word = tokens[at].norm
    if word not in LAST_DAYS_OPENERS:
        return None
    count, here = small_number(tokens, at + 1)
    if not count or here >= len(tokens) or tokens[here].norm not in UNITS:
        return None
    kind, size = UNITS[tokens[here].norm]
    past = word.startswith("u")

    def resolve(today: date, _: Ahead) -> Moment:
        if kind == "d":
            length = timedelta(days=count * size - 1)
            return (today - length, today) if past else (today, today + length)
        moved = plus_months(today, -count * size if past else count * size)
        day = timedelta(days=1)
        return (moved + day, today) if past else (today, moved - day)

    return When(at, here + 1, "span", resolve)


_WEEKEND = (("fim", "de", "semana"), ("final", "de", "semana"), ("fds",), ("finde",), ("findi",), ("fim-de-semana",))


_WHICH_WEEKEND = frozenset({"esse", "este", "nesse", "neste", "proximo", "ultimo", "desse", "deste", "no", "do"})
WEEKEND_OPENERS = _WHICH_WEEKEND | {words[0] for words in _WEEKEND}


def read_weekend(tokens: Sequence[Token], at: int) -> When | None:
    first, ahead = at, False
    words = tuple(norms(tokens, at, 6))
    shift: int | None = None
    if words and words[0] in _WHICH_WEEKEND:
        shift = -1 if words[0] == "ultimo" else None
        ahead = words[0] == "proximo"
        if words[0] in {"esse", "este", "nesse", "neste", "desse", "deste"}:
            shift = 0
        words, at = words[1:], at + 1
    for phrase in _WEEKEND:
        if words[: len(phrase)] != phrase:
            continue
        last = at + len(phrase)
        rest = words[len(phrase) :]
        if rest[:1] == ("passado",):
            shift, last = -1, last + 1
        elif rest[:1] == ("retrasado",):
            shift, last = -2, last + 1
        elif rest[:2] == ("que", "vem"):
            shift, last = 1, last + 2
        return When(first, last, "span", _weekend(shift, ahead=ahead))
    return None


def _weekend(shift: int | None, *, ahead: bool = False) -> Resolver:
    def resolve(today: date, future: Ahead) -> Moment:
        if shift is not None:
            return weekend(today, shift)
        if ahead and today.weekday() >= 5:
            return weekend(today, 1)
        if ahead or future or today.weekday() >= 5:
            return weekend(today, 0)
        return weekend(today, -1)

    return resolve


_WHICH_DAY = frozenset(
    {"ultimo", "ultima", "proximo", "proxima", "essa", "esse", "nessa", "nesse", "este", "esta", "nesta"}
)
WEEKDAY_OPENERS = _WHICH_DAY | frozenset(WEEKDAYS)


def read_weekday(tokens: Sequence[Token], at: int) -> When | None:
    """ "sexta", "quinta feira", "sexta passada", "próxima quarta", "terça da semana passada"."""
    first, ahead = at, None
    word = tokens[at].norm
    if word in _WHICH_DAY:
        ahead = word.startswith("prox") if word[0] in "up" else None
        at += 1
        if at >= len(tokens):
            return None
    number = WEEKDAYS.get(tokens[at].norm)
    if number is None:
        return None
    last, last_feira = at + 1, False
    tail = norms(tokens, last, 3)
    if tail[:1] == ["feira"] or tail[:2] == ["-", "feira"]:
        last += 1 if tail[0] == "feira" else 2
        last_feira = True
    if tokens[at].norm in SHORT_WEEKDAYS and not last_feira and ahead is None:
        return None
    if first != at and ahead is None and word in {"este", "esse", "nesse"} and number < 5:
        return None
    return _modified_weekday(tokens, first, last, number, ahead=ahead)


_FEASTS = frozenset({"pascoa", "carnaval", "cinzas", "paixao", "aleluia", "ramos"})
""" "sábado de aleluia", "quarta de cinzas": another day than last week's, and nothing that was bought."""


def _modified_weekday(tokens: Sequence[Token], first: int, last: int, number: int, *, ahead: bool | None) -> When:
    tail = norms(tokens, last, 5)
    feast = 1 if tail[:1] == ["santa"] else 2 if tail[:1] in (["de"], ["da"]) and set(tail[1:2]) & _FEASTS else 0
    if feast:
        return When(first, last + feast, "vague")
    if tail[:1] in (["passada"], ["passado"]):
        ahead, last = False, last + 1
    elif tail[:2] == ["que", "vem"] or tail[:2] == ["q", "vem"]:
        ahead, last = True, last + 2
    elif tail[:1] in (["retrasada"], ["retrasado"]):
        return When(first, last + 1, "day", lambda t, _: weekday(t, number, future=False) - timedelta(days=7))
    elif tail[:1] in (["da"], ["dessa"], ["desta"], ["de"]) or tail[:1] == ["na"]:
        begin = last + 1 if tail[0] in {"da", "de", "na"} else last
        week = _shifted(_WEEK_SHIFTS, tokens, begin)
        if week is None and tail[0] in {"dessa", "desta"}:
            week = _shifted(_WEEK_SHIFTS, tokens, last)
        if week is not None:
            shift, end = week
            return When(first, end, "day", lambda t, _: week_span(t, shift)[0] + timedelta(days=number))
    side = ahead
    return When(first, last, "day", lambda t, future: weekday(t, number, future=future if side is None else side))


HOLIDAYS_BY_WORD: dict[str, list[tuple[str, ...]]] = {}
for _name in sorted((tuple(name.split()) for name in HOLIDAYS), key=len, reverse=True):
    HOLIDAYS_BY_WORD.setdefault(_name[0], []).append(_name)


def read_holiday(tokens: Sequence[Token], at: int) -> When | None:
    for spelled in HOLIDAYS_BY_WORD.get(tokens[at].norm, ()):
        if tuple(norms(tokens, at, len(spelled))) != spelled:
            continue
        name = " ".join(spelled)
        last = at + len(spelled)
        year, after = year_at(tokens, last)
        if year:
            return When(at, after, "day", _holiday_of(name, year))
        return When(at, last, "day", _nearest_holiday(name))
    return None


def _holiday_of(name: str, year: int) -> Resolver:
    return lambda _t, _f: holiday(name, year)


def _nearest_holiday(name: str) -> Resolver:
    def resolve(today: date, future: Ahead) -> Moment | None:
        years = (0, 1) if future else (0, -1)
        days = [holiday(name, today.year + shift) for shift in years]
        fitting = [day for day in days if day and (day >= today if future else day <= today)]
        return fitting[0] if fitting else None

    return resolve
