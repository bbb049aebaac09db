"""Days and spans in Portuguese. The direction comes from the verb: past for events, future for dues and deadlines.

A `When` is what the scanner sees; `resolve` turns it into a day or a span once the direction is known. Words that
name no certain day ("esses dias", "quinto dia útil") are a `When` that is `vague`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from mel.understanding.calendar import (
    HOLIDAYS,
    MONTHS,
    SHORT_MONTHS,
    SHORT_WEEKDAYS,
    WEEKDAYS,
    Span,
    day_and_month,
    day_of_month,
    holiday,
    month_span,
    named_month,
    plus_months,
    safe_date,
    week_span,
    weekday,
    weekend,
)
from mel.understanding.numbers import words_value
from mel.understanding.tokens import Token, tokenize

Direction = Literal["past", "future"]
Moment = date | Span
Resolver = Callable[[date, bool], "Moment | None"]


@dataclass(frozen=True, slots=True)
class When:
    """Tokens `first` up to `last` (exclusive) as a time expression.

    `kind`: "day", "month", "span" or "vague". `until` and `since` open a span towards or from today.
    """

    first: int
    last: int
    kind: str
    find: Resolver | None = None
    until: bool = False
    since: bool = False
    from_now: bool = False
    month_number: int | None = None
    day_number: int | None = None

    @property
    def vague(self) -> bool:
        return self.kind == "vague"

    def resolve(self, today: date, *, future: bool) -> Moment | None:
        """The day, or the first and last day of the span; None when no such day exists."""
        if self.find is None:
            return None
        try:
            return self.find(today, future)
        except (OverflowError, ValueError):
            return None


@dataclass(frozen=True, slots=True)
class DateSpan:
    """A time expression in running text, with offsets into the text."""

    start: int
    end: int
    date: date | None
    period: Span | None


Words = Sequence[str]


def scan_when(tokens: Sequence[Token], at: int) -> When | None:
    """The time expression that starts at token `at`, prepositions before it included."""
    words = [token.norm for token in tokens[at : at + 12]]
    if not words or (words[0] not in _STARTERS and tokens[at].kind not in {"slash", "num"}):
        return None
    found = _ranged(tokens, at, words) or _prefixed(tokens, at, words)
    if found is None:
        return None
    return _with_hour(tokens, found)


_PREPOSITIONS = frozenset(
    "em no na nos nas de do da desde ate pra pro a ao neste nesta nesse nessa la por pelo".split()
)


def _prefixed(tokens: Sequence[Token], at: int, words: Words) -> When | None:
    """ "até o fim do mês", "desde janeiro", "a partir de março", "em novembro", "no dia 10"."""
    if words[:3] == ["a", "partir", "de"] or words[:3] == ["a", "partir", "do"] or words[:3] == ["a", "partir", "da"]:
        inner = _bare(tokens, at + 3)
        return _move(inner, at, since=True) if inner else None
    if words[0] == "desde":
        skip = 2 if words[1:2] and words[1] in {"o", "a", "do", "da"} else 1
        inner = _bare(tokens, at + skip)
        return _move(inner, at, since=True) if inner else None
    if words[0] == "ate":
        skip = 2 if words[1:2] and words[1] in {"o", "a", "no", "em", "ao"} else 1
        inner = _bare(tokens, at + skip)
        return _move(inner, at, until=True) if inner else None
    inner = _bare(tokens, at)
    if inner is None and words[0] in _PREPOSITIONS and len(words) > 1:
        inner = _bare(tokens, at + 1)
        if inner is None and words[1] in {"o", "a", "dia"} and len(words) > 2:
            inner = _bare(tokens, at + 2)
        if inner is not None and words[0] == "de" and inner.kind == "month":
            return _move(inner, at)
    return _move(inner, at) if inner else None


def _move(when: When, first: int, *, until: bool = False, since: bool = False) -> When:
    find = when.find
    if until and find is not None:
        find = _until(find, when.kind)
    if since and find is not None:
        find = _since(find)
    return When(first, when.last, when.kind, find, until, since, when.from_now, when.month_number, when.day_number)


def _end(moment: Moment) -> date:
    return moment if isinstance(moment, date) else moment[1]


def _start(moment: Moment) -> date:
    return moment if isinstance(moment, date) else moment[0]


def _until(find: Resolver, kind: str) -> Resolver:
    def resolve(today: date, future: bool) -> Moment | None:
        moment = find(today, True) if future or kind in {"month"} else find(today, False)
        if moment is None:
            return None
        last = _end(moment)
        if kind == "month" or kind == "year":
            return last
        return (min(today, last), max(today, last))

    return resolve


def _since(find: Resolver) -> Resolver:
    def resolve(today: date, future: bool) -> Moment | None:
        moment = find(today, future)
        if moment is None:
            return None
        first = _start(moment)
        return first if future else (min(first, today), max(first, today))

    return resolve


def _ranged(tokens: Sequence[Token], at: int, words: Words) -> When | None:
    """ "de ontem até hoje", "do dia 5 ao dia 10", "entre segunda e sexta", "de janeiro a março"."""
    if words[0] not in {"de", "do", "da", "entre", "desde"}:
        return None
    skip = 2 if words[1:2] and words[1] in {"o", "a"} else 1
    first = _bare(tokens, at + skip)
    if first is None or first.last >= len(tokens) or first.vague:
        return None
    joints = {"e"} if words[0] == "entre" else {"ate", "a", "ao"}
    if tokens[first.last].norm not in joints:
        return None
    skip = 2 if first.last + 1 < len(tokens) and tokens[first.last + 1].norm in {"o", "a"} else 1
    second = _bare(tokens, first.last + skip)
    if second is None or second.find is None or first.find is None:
        return None
    one, two = first.find, second.find

    def resolve(today: date, future: bool) -> Moment | None:
        a, b = one(today, future), two(today, future)
        if a is None or b is None or _start(a) > _end(b):
            return None
        return _start(a), _end(b)

    return When(at, second.last, "span", resolve)


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


def _day(offset: int) -> Resolver:
    return lambda today, _: today + timedelta(days=offset)


def _bare(tokens: Sequence[Token], at: int) -> When | None:
    if at >= len(tokens):
        return None
    for reader in _READERS:
        found = reader(tokens, at)
        if found is not None:
            return found
    return None


def _norms(tokens: Sequence[Token], at: int, count: int) -> list[str]:
    return [token.norm for token in tokens[at : at + count]]


def _number(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """A small whole number at `at` and the place after it; (0, at) when none."""
    if at < len(tokens) and tokens[at].kind == "num":
        text = tokens[at].text
        if text.isdigit() and len(text) <= 3:
            after = at + 1
            if after < len(tokens) and tokens[after].glued and tokens[after].text in {"º", "°", "o", "ª"}:
                after += 1
            return int(text), after
        return 0, at
    value, used = words_value(_norms(tokens, at, 4), 0)
    return (value, at + used) if value else (0, at)


_VAGUE = tuple(
    tuple(text.split())
    for text in (
        "esses dias", "nesses dias", "estes dias", "um dia desses", "dia desses", "dia destes", "outro dia",
        "outro dia ai", "qualquer dia", "um dia", "uns dias atras", "uns dias", "alguns dias atras", "faz uns dias",
        "ha uns dias", "faz tempo", "ha tempos", "faz um tempo", "faz um tempinho", "ha algum tempo", "recentemente",
        "ultimamente", "esses tempos", "tempos atras", "semana dessas", "uma semana dessas", "mes desses",
        "qualquer hora", "um tempo atras", "dias atras", "semanas atras", "meses atras", "comeco do mes",
        "inicio do mes", "meio do mes", "meados do mes", "comeco do ano", "inicio do ano", "meio do ano",
        "comeco da semana", "inicio da semana", "meio da semana", "quinto dia util", "primeiro dia util",
        "ultimo dia util", "dia util", "5 dia util", "sei la quando", "nao lembro quando", "nao sei quando",
        "mais pra frente", "logo mais", "em breve", "qualquer dia desses", "num dia desses", "outra semana",
        "outro mes", "quando der", "proximos dias", "ha pouco tempo", "nem lembro quando", "uma hora dessas",
        "algum dia", "alguns dias", "dias desses", "certo dia", "feriado", "feriadao", "na outra semana",
    )
)  # fmt: skip
_VAGUE_BY_WORD: dict[str, list[tuple[str, ...]]] = {}
for _phrase in sorted(_VAGUE, key=len, reverse=True):
    _VAGUE_BY_WORD.setdefault(_phrase[0], []).append(_phrase)


def _read_vague(tokens: Sequence[Token], at: int) -> When | None:
    for phrase in _VAGUE_BY_WORD.get(tokens[at].norm, ()):
        if tuple(_norms(tokens, at, len(phrase))) == phrase:
            return When(at, at + len(phrase), "vague")
    if tokens[at].kind == "num" and tokens[at].text.isdigit():
        words = _norms(tokens, at + 1, 3)
        words = words[1:] if words[:1] and words[0] in {"º", "°", "o", "ª"} else words
        if words[:2] == ["dia", "util"]:
            return When(at, at + (len(_norms(tokens, at + 1, 3)) - len(words)) + 3, "vague")
    return None


_RELATIVE = {
    ("hoje",): 0, ("hoje", "mesmo"): 0, ("ontem",): -1, ("anteontem",): -2, ("antes", "de", "ontem"): -2,
    ("antontem",): -2, ("antiontem",): -2, ("trasanteontem",): -3, ("tresanteontem",): -3, ("amanha",): 1,
    ("depois", "de", "amanha"): 2, ("essa", "noite"): 0, ("esta", "noite"): 0, ("hoje", "cedo"): 0,
    ("essa", "manha"): 0, ("hoje", "agora"): 0, ("noite", "passada"): -1, ("essa", "tarde"): 0,
}  # fmt: skip


def _read_relative(tokens: Sequence[Token], at: int) -> When | None:
    for size in (3, 2, 1):
        words = tuple(_norms(tokens, at, size))
        offset = _RELATIVE.get(words)
        if offset is not None:
            last = at + len(words)
            if offset == 0 and _norms(tokens, last, 1) == ["mesmo"]:
                last += 1
            return When(at, last, "day", _day(offset))
    return None


_UNITS = {
    "dia": ("d", 1), "dias": ("d", 1), "semana": ("d", 7), "semanas": ("d", 7), "mes": ("m", 1), "meses": ("m", 1),
    "ano": ("m", 12), "anos": ("m", 12), "quinzena": ("d", 15),
}  # fmt: skip


def _shift(unit: tuple[str, int], count: int) -> Resolver:
    kind, size = unit
    if kind == "d":
        return lambda today, _: today + timedelta(days=count * size)
    return lambda today, _: plus_months(today, count * size)


def _read_distance(tokens: Sequence[Token], at: int) -> When | None:
    """ "há 3 dias", "faz dois dias", "3 dias atrás", "em 6 meses", "daqui a 10 dias", "dentro de um ano"."""
    words = _norms(tokens, at, 2)
    start, sign = at, 0
    if words[0] in {"prazo", "ha", "faz", "fazem", "tem"}:
        start, sign = at + 1, -1
    elif words[:2] in (["daqui", "a"], ["dentro", "de"], ["daqui", "ha"]):
        start, sign = at + 2, 1
    elif words[0] == "prazo":
        start, sign = at + (2 if words[1:2] == ["de"] else 1), 1
    elif words[0] == "daqui":
        start, sign = at + 1, 1
    elif words[0] == "em":
        start, sign = at + 1, 2
    count, here = _number(tokens, start)
    if not count or here >= len(tokens) or tokens[here].norm not in _UNITS:
        return None
    unit = _UNITS[tokens[here].norm]
    last = here + 1
    behind = _norms(tokens, last, 1) == ["atras"]
    if behind:
        last += 1
    if sign == 0 and not behind:
        return None
    if sign == -1 and words[0] == "tem" and not behind:
        return None
    if sign > 0:
        return When(at, last, "day", _shift(unit, count), from_now=True)
    return When(at, last, "day", _shift(unit, -count))


def _dated(find: Callable[[date, bool], Moment | None], at: int, last: int, number: int | None) -> When:
    return When(at, last, "day", find, day_number=number)


def _read_day_number(tokens: Sequence[Token], at: int) -> When | None:
    """ "dia 5", "dia 3 deste mês", "dia 10 de março", "dia 12 do mês passado", "dia primeiro"."""
    if tokens[at].norm != "dia" or at + 1 >= len(tokens):
        return None
    if tokens[at + 1].kind == "slash":
        inner = _read_slash(tokens, at + 1)
        return _move(inner, at) if inner else None
    if tokens[at + 1].norm == "primeiro":
        number, here = 1, at + 2
    else:
        number, here = _number(tokens, at + 1)
    if not number:
        return None
    if number > 31:
        return When(at, here, "vague")
    joined = _month_after(tokens, here)
    if joined is not None:
        span, last = joined
        return _dated(_day_within(span, number), at, last, number)
    dated = _of_month(tokens, here, number)
    if dated is not None:
        return _dated(dated[0], at, dated[1], number)
    return _dated(lambda today, future: day_of_month(today, number, future=future), at, here, number)


def _day_within(span: Resolver, number: int) -> Resolver:
    def resolve(today: date, future: bool) -> Moment | None:
        found = span(today, future)
        first = _start(found) if found is not None else today
        return safe_date(first.year, first.month, number)

    return resolve


def _of_month(tokens: Sequence[Token], at: int, number: int) -> tuple[Resolver, int] | None:
    """ "de março", "de março de 2027", "/3" after a day number."""
    if at + 1 >= len(tokens) or tokens[at].norm not in {"de", "do", "em"}:
        return None
    month = MONTHS.get(tokens[at + 1].norm)
    if month is None:
        return None
    year, last = _year(tokens, at + 2)
    if year:
        return (lambda _t, _f: safe_date(year, month, number)), last
    return (lambda today, future: day_and_month(today, month, number, future=future)), at + 2


def _year(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    words = _norms(tokens, at, 2)
    here = at + 1 if words[:1] and words[0] in {"de", "do", "/"} else at
    if here < len(tokens) and tokens[here].kind == "num":
        text = tokens[here].text
        if len(text) == 4 and text.isdigit() and 1990 <= int(text) <= 2100:
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


def _month_shift(months: int) -> Resolver:
    def resolve(today: date, _: bool) -> Moment:
        moved = plus_months(today.replace(day=1), months)
        return month_span(moved.year, moved.month)

    return resolve


def _year_shift(years: int) -> Resolver:
    return lambda today, _: (date(today.year + years, 1, 1), date(today.year + years, 12, 31))


def _week_shift(weeks: int) -> Resolver:
    return lambda today, _: week_span(today, weeks)


def _shifted(table: dict[tuple[str, ...], int], tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    if tokens[at : at + 1] and tokens[at].norm in {"da", "do", "na", "no", "de"}:
        inner = _shifted(table, tokens, at + 1)
        if inner is not None:
            return inner
    for size in (4, 3, 2):
        words = tuple(_norms(tokens, at, size))
        shift = table.get(words)
        if shift is not None:
            return shift, at + len(words)
    return None


def _month_after(tokens: Sequence[Token], at: int) -> tuple[Resolver, int] | None:
    found = _shifted(_MONTH_SHIFTS, tokens, at)
    if found is None:
        return None
    return _month_shift(found[0]), found[1]


def _read_shifted(tokens: Sequence[Token], at: int) -> When | None:
    """Weeks, months and years by their distance, and a day within them."""
    for table, make, kind in (
        (_MONTH_SHIFTS, _month_shift, "month"), (_WEEK_SHIFTS, _week_shift, "span"), (_YEAR_SHIFTS, _year_shift, "year")
    ):  # fmt: skip
        found = _shifted(table, tokens, at)
        if found is None:
            continue
        shift, last = found
        if kind == "month":
            after = last + 1 if _norms(tokens, last, 1) in (["no"], [","], ["do"], ["em"]) else last
            if _norms(tokens, after, 1) == ["dia"]:
                number, here = _number(tokens, after + 1)
                if 1 <= number <= 31:
                    return _dated(_day_within(make(shift), number), at, here, number)
        return When(at, last, kind, make(shift))
    return None


def _read_slash(tokens: Sequence[Token], at: int) -> When | None:
    """ "15/12", "15/12/26", "01/01/2027"; what is no day of the calendar is vague, never guessed."""
    if tokens[at].kind != "slash":
        return None
    parts = [int(part) for part in tokens[at].text.split("/")]
    day, month = parts[0], parts[1]
    if not 1 <= month <= 12 or not 1 <= day <= 31 or safe_date(2028, month, day) is None:
        return None
    if len(parts) == 3:
        year = parts[2] + 2000 if parts[2] < 100 else parts[2]
        return When(at, at + 1, "day", lambda _t, _f: safe_date(year, month, day), day_number=day)
    return When(
        at, at + 1, "day", lambda today, future: day_and_month(today, month, day, future=future), day_number=day
    )


def _read_day_of_month_name(tokens: Sequence[Token], at: int) -> When | None:
    """ "28 de fevereiro", "1º de janeiro", "primeiro de maio", "10 de fev", "15 março"."""
    number, here = (1, at + 1) if tokens[at].norm == "primeiro" else _number(tokens, at)
    if not 1 <= number <= 31:
        return None
    dated = _of_month(tokens, here, number)
    if dated is None:
        return None
    return _dated(dated[0], at, dated[1], number)


_MONTH_END = (("fim", "do", "mes"), ("final", "do", "mes"), ("fim", "de", "mes"), ("fim", "deste", "mes"),
              ("final", "deste", "mes"), ("fim", "desse", "mes"), ("final", "desse", "mes"),
              ("ultimo", "dia", "do", "mes"), ("virada", "do", "mes"))  # fmt: skip
_YEAR_END = (("fim", "do", "ano"), ("final", "do", "ano"), ("fim", "de", "ano"), ("fim", "deste", "ano"),
             ("final", "de", "ano"), ("fim", "desse", "ano"), ("virada", "do", "ano"), ("final", "deste", "ano"),
             ("final", "desse", "ano"))  # fmt: skip


def _read_end(tokens: Sequence[Token], at: int) -> When | None:
    words = tuple(_norms(tokens, at, 5))
    if not words or words[0] not in {"fim", "final", "ultimo", "virada"}:
        return None
    for phrases, kind in ((_MONTH_END, "m"), (_YEAR_END, "y")):
        for phrase in phrases:
            if words[: len(phrase)] != phrase:
                continue
            last = at + len(phrase)
            ahead = 1 if words[len(phrase) : len(phrase) + 2] == ("que", "vem") else 0
            last += 2 * ahead
            if kind == "m":
                return When(at, last, "day", lambda today, _, a=ahead: _end(_month_shift(a)(today, True) or today))  # type: ignore[misc]
            return When(at, last, "day", lambda today, _, a=ahead: date(today.year + a, 12, 31))  # type: ignore[misc]
    if words[:2] in (("fim", "de"), ("final", "de")) and len(words) > 2 and words[2] in MONTHS:
        inner = _read_month_name(tokens, at + 2)
        if inner is not None and inner.find is not None:
            find = inner.find
            return When(at, inner.last, "day", lambda today, future: _end(find(today, future) or today))
    return None


def _read_month_name(tokens: Sequence[Token], at: int) -> When | None:
    word = tokens[at].norm
    month = MONTHS.get(word)
    if month is None:
        return None
    year, last = _year(tokens, at + 1)
    if not year:
        relative = _shifted(_YEAR_SHIFTS, tokens, at + 1) or _shifted(_YEAR_SHIFTS, tokens, at + 2)
        ahead = tuple(_norms(tokens, at + 1, 4))
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


def _read_year(tokens: Sequence[Token], at: int) -> When | None:
    """A bare year only after a preposition, or "ano de 2025"."""
    if tokens[at].kind != "num" or not at or tokens[at - 1].norm not in {"em", "de", "ate", "desde", "ano"}:
        return None
    text = tokens[at].text
    if len(text) != 4 or not text.isdigit() or not 2000 <= int(text) <= 2100:
        return None
    year = int(text)
    return When(at, at + 1, "year", lambda _t, _f: (date(year, 1, 1), date(year, 12, 31)))


def _read_last_days(tokens: Sequence[Token], at: int) -> When | None:
    """ "últimos 7 dias", "próximos 15 dias", "últimas duas semanas", "últimos 3 meses"."""
    word = tokens[at].norm
    if word not in {"ultimos", "ultimas", "proximos", "proximas", "ultimo", "ultima"}:
        return None
    count, here = _number(tokens, at + 1)
    if not count or here >= len(tokens) or tokens[here].norm not in _UNITS:
        return None
    kind, size = _UNITS[tokens[here].norm]
    past = word.startswith("u")

    def resolve(today: date, _: bool) -> Moment:
        if kind == "d":
            length = timedelta(days=count * size - 1)
            return (today - length, today) if past else (today, today + length)
        moved = plus_months(today, -count * size if past else count * size)
        day = timedelta(days=1)
        return (moved + day, today) if past else (today, moved - day)

    return When(at, here + 1, "span", resolve)


_WEEKEND = (("fim", "de", "semana"), ("final", "de", "semana"), ("fds",), ("finde",), ("findi",), ("fim-de-semana",))


def _read_weekend(tokens: Sequence[Token], at: int) -> When | None:
    first, ahead = at, False
    words = tuple(_norms(tokens, at, 6))
    shift: int | None = None
    if words and words[0] in {"esse", "este", "nesse", "neste", "proximo", "ultimo", "desse", "deste", "no", "do"}:
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
    def resolve(today: date, future: bool) -> Moment:
        if shift is not None:
            return weekend(today, shift)
        if ahead and today.weekday() >= 5:
            return weekend(today, 1)
        if ahead or future or today.weekday() >= 5:
            return weekend(today, 0)
        return weekend(today, -1)

    return resolve


def _read_weekday(tokens: Sequence[Token], at: int) -> When | None:
    """ "sexta", "quinta feira", "sexta passada", "próxima quarta", "terça da semana passada"."""
    first, ahead = at, None
    word = tokens[at].norm
    if word in {"ultimo", "ultima", "proximo", "proxima", "essa", "esse", "nessa", "nesse", "este", "esta", "nesta"}:
        ahead = word.startswith("prox") if word[0] in "up" else None
        at += 1
        if at >= len(tokens):
            return None
    number = WEEKDAYS.get(tokens[at].norm)
    if number is None:
        return None
    last, last_feira = at + 1, False
    tail = _norms(tokens, last, 3)
    if tail[:1] == ["feira"] or tail[:2] == ["-", "feira"]:
        last += 1 if tail[0] == "feira" else 2
        last_feira = True
    if tokens[at].norm in SHORT_WEEKDAYS and not last_feira and ahead is None:
        return None
    if first != at and ahead is None and word in {"este", "esse", "nesse"} and number < 5:
        return None
    return _modified_weekday(tokens, first, last, number, ahead)


def _modified_weekday(tokens: Sequence[Token], first: int, last: int, number: int, ahead: bool | None) -> When:
    tail = _norms(tokens, last, 5)
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


_HOLIDAY_WORDS = tuple(sorted((tuple(name.split()) for name in HOLIDAYS), key=len, reverse=True))


def _read_holiday(tokens: Sequence[Token], at: int) -> When | None:
    for words in _HOLIDAY_WORDS:
        if tuple(_norms(tokens, at, len(words))) != words:
            continue
        name = " ".join(words)
        last = at + len(words)
        year, after = _year(tokens, last)
        if year:
            return When(at, after, "day", lambda _t, _f: holiday(name, year))
        return When(at, last, "day", _nearest_holiday(name))
    return None


def _nearest_holiday(name: str) -> Resolver:
    def resolve(today: date, future: bool) -> Moment | None:
        years = (0, 1) if future else (0, -1)
        days = [holiday(name, today.year + shift) for shift in years]
        fitting = [day for day in days if day and (day >= today if future else day <= today)]
        return fitting[0] if fitting else None

    return resolve


_READERS: tuple[Callable[[Sequence[Token], int], When | None], ...] = (
    _read_vague, _read_relative, _read_distance, _read_day_number, _read_end, _read_weekend, _read_shifted,
    _read_slash, _read_last_days, _read_holiday, _read_day_of_month_name, _read_weekday, _read_month_name, _read_year,
)  # fmt: skip
_STARTERS = frozenset(
    {*MONTHS, *WEEKDAYS, *_UNITS, *_PREPOSITIONS, *_VAGUE_BY_WORD, "prazo", "ha", "faz", "fazem", "daqui", "dentro", "entre",
     "hoje", "ontem", "anteontem", "antontem", "antiontem", "antes", "trasanteontem", "tresanteontem", "amanha",
     "depois", "essa", "esta", "esse", "este", "desse", "deste", "dessa", "desta", "nessa", "nesta", "nesse", "neste",
     "ultimo", "ultima", "ultimos", "ultimas", "proximo", "proxima", "proximos", "proximas", "fim", "final", "fds",
     "finde", "findi", "fim-de-semana", "virada", "primeiro", "natal", "ano", "reveillon", "tiradentes",
     "independencia", "finados", "sao", "proclamacao", "consciencia", "pascoa", "carnaval", "corpus", "vespera",
     "black", "noite", "tem", "um", "uma", "dois", "duas", "tres", "quatro", "cinco", "seis", "sete", "oito", "nove",
     "dez", "onze", "doze", "quinze", "vinte", "trinta"}
)  # fmt: skip


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
