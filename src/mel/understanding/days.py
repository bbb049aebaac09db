"""Single days: today and its neighbours, distances, days of the month, and words that name no day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from mel.understanding.calendar import (
    MONTHS,
    day_and_month,
    day_of_month,
    plus_months,
    safe_date,
)
from mel.understanding.numbers import WORDS as NUMBER_WORDS
from mel.understanding.spans import dated_when, day_within, month_after, year_at
from mel.understanding.tokens import Token
from mel.understanding.when import UNITS, Resolver, When, moved, norms, small_number
from mel.understanding.wordlist import words


def _day(offset: int) -> Resolver:
    return lambda today, _: today + timedelta(days=offset)


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
VAGUE_BY_WORD: dict[str, list[tuple[str, ...]]] = {}
for _phrase in sorted(_VAGUE, key=len, reverse=True):
    VAGUE_BY_WORD.setdefault(_phrase[0], []).append(_phrase)


def read_vague(tokens: Sequence[Token], at: int) -> When | None:
    for phrase in VAGUE_BY_WORD.get(tokens[at].norm, ()):
        if tuple(norms(tokens, at, len(phrase))) == phrase:
            return When(at, at + len(phrase), "vague")
    if tokens[at].kind == "num" and tokens[at].text.isdigit():
        words = norms(tokens, at + 1, 3)
        words = words[1:] if words[:1] and words[0] in {"º", "°", "o", "ª"} else words
        if words[:2] == ["dia", "util"]:
            return When(at, at + (len(norms(tokens, at + 1, 3)) - len(words)) + 3, "vague")
    return None


_RELATIVE = {
    ("hoje",): 0, ("hoje", "mesmo"): 0, ("ontem",): -1, ("anteontem",): -2, ("antes", "de", "ontem"): -2,
    ("antontem",): -2, ("antiontem",): -2, ("trasanteontem",): -3, ("tresanteontem",): -3, ("amanha",): 1,
    ("depois", "de", "amanha"): 2, ("essa", "noite"): 0, ("esta", "noite"): 0, ("hoje", "cedo"): 0,
    ("essa", "manha"): 0, ("hoje", "agora"): 0, ("noite", "passada"): -1, ("essa", "tarde"): 0,
}  # fmt: skip


RELATIVE_OPENERS = frozenset(words[0] for words in _RELATIVE)


def read_relative(tokens: Sequence[Token], at: int) -> When | None:
    for size in (3, 2, 1):
        words = tuple(norms(tokens, at, size))
        offset = _RELATIVE.get(words)
        if offset is not None:
            last = at + len(words)
            if offset == 0 and norms(tokens, last, 1) == ["mesmo"]:
                last += 1
            return When(at, last, "day", _day(offset))
    return None


def _shift(unit: tuple[str, int], count: int) -> Resolver:
    kind, size = unit
    if kind == "d":
        return lambda today, _: today + timedelta(days=count * size)
    return lambda today, _: plus_months(today, count * size)


_BEHIND = frozenset({"ha", "faz", "fazem", "tem"})
DISTANCE_OPENERS = _BEHIND | NUMBER_WORDS | {"daqui", "dentro", "prazo", "em"}


def read_distance(tokens: Sequence[Token], at: int) -> When | None:
    """ "há 3 dias", "faz dois dias", "3 dias atrás", "em 6 meses", "daqui a 10 dias", "dentro de um ano"."""
    words = norms(tokens, at, 2)
    start, sign = at, 0
    if words[0] in _BEHIND:
        start, sign = at + 1, -1
    elif words[:2] in (["daqui", "a"], ["dentro", "de"], ["daqui", "ha"]):
        start, sign = at + 2, 1
    elif words[0] == "prazo":
        start, sign = at + (2 if words[1:2] == ["de"] else 1), 1
    elif words[0] == "daqui":
        start, sign = at + 1, 1
    elif words[0] == "em":
        start, sign = at + 1, 2
    count, here = small_number(tokens, start)
    if not count or here >= len(tokens) or tokens[here].norm not in UNITS:
        return None
    unit = UNITS[tokens[here].norm]
    last = here + 1
    behind = norms(tokens, last, 1) == ["atras"]
    if behind:
        last += 1
    if sign == 0 and not behind:
        return None
    if sign == -1 and words[0] == "tem" and not behind:
        return None
    if sign > 0:
        return When(at, last, "day", _shift(unit, count), from_now=True)
    return When(at, last, "day", _shift(unit, -count))


def read_day_number(tokens: Sequence[Token], at: int) -> When | None:
    """ "dia 5", "dia 3 deste mês", "dia 10 de março", "dia 12 do mês passado", "dia primeiro"."""
    if tokens[at].norm != "dia" or at + 1 >= len(tokens):
        return None
    if tokens[at + 1].kind == "slash":
        inner = read_slash(tokens, at + 1)
        return moved(inner, at) if inner else None
    if tokens[at + 1].norm == "primeiro":
        number, here = 1, at + 2
    else:
        number, here = small_number(tokens, at + 1)
    if not number:
        return None
    if number > 31:
        return When(at, here, "vague")
    joined = month_after(tokens, here)
    if joined is not None:
        span, last = joined
        return dated_when(day_within(span, number), at, last, number)
    dated = _of_month(tokens, here, number)
    if dated is not None:
        return dated_when(dated[0], at, dated[1], number)
    return dated_when(lambda today, future: day_of_month(today, number, future=future), at, here, number)


def _of_month(tokens: Sequence[Token], at: int, number: int) -> tuple[Resolver, int] | None:
    """ "de março", "de março de 2027", "/3" after a day number."""
    if at + 1 >= len(tokens) or tokens[at].norm not in {"de", "do", "em"}:
        return None
    month = MONTHS.get(tokens[at + 1].norm)
    if month is None:
        return None
    year, last = year_at(tokens, at + 2)
    if year:
        return (lambda _t, _f: safe_date(year, month, number)), last
    return (lambda today, future: day_and_month(today, month, number, future=future)), at + 2


def read_slash(tokens: Sequence[Token], at: int) -> When | None:
    """ "15/12", "15/12/26", "01/01/2027"; what is no day of the calendar is vague, never guessed."""
    if tokens[at].kind != "slash":
        return None
    parts = [int(part) for part in tokens[at].text.split("/")]
    day, month = parts[0], parts[1]
    if not 1 <= month <= 12 or not 1 <= day <= 31 or safe_date(2028, month, day) is None:
        return None
    if _is_share(tokens, at) and len(parts) == 2:
        return When(at, at + 1, "vague")
    if len(parts) == 3:
        year = parts[2] + 2000 if parts[2] < 100 else parts[2]
        return When(at, at + 1, "day", lambda _t, _f: safe_date(year, month, day), day_number=day)
    return When(
        at, at + 1, "day", lambda today, future: day_and_month(today, month, day, future=future), day_number=day
    )


_DATES_AFTER = words("dia dias em no na do desde ate entre e pra para ao")


def _is_share(tokens: Sequence[Token], at: int) -> bool:
    """ "3/4 de 80", "a 3/12 da academia": a part of something or a parcela, unless a word before it tells of a day."""
    before = tokens[at - 1].norm if at else ""
    return norms(tokens, at + 1, 1)[:1] in (["de"], ["da"], ["do"], ["das"], ["dos"]) and before not in _DATES_AFTER


def read_day_of_month_name(tokens: Sequence[Token], at: int) -> When | None:
    """ "28 de fevereiro", "1º de janeiro", "primeiro de maio", "10 de fev", "15 março"."""
    number, here = (1, at + 1) if tokens[at].norm == "primeiro" else small_number(tokens, at)
    if not 1 <= number <= 31:
        return None
    dated = _of_month(tokens, here, number)
    if dated is None:
        return None
    return dated_when(dated[0], at, dated[1], number)
