"""What comes back: "todo dia 10", "mensal", "vence dia 8", "por semana"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mel.understanding.numbers import words_value
from mel.understanding.tokens import Token
from mel.understanding.wordlist import words


class Due(NamedTuple):
    """How often and on which day of the month; `due` when a due day was said ("vence dia 8")."""

    frequency: str | None = None
    day: int | None = None
    due: bool = False


_FREQUENCIES: dict[tuple[str, ...], str] = {}
for _frequency, _phrases in {
    "monthly": (
        "todo mes;todos os meses;por mes;ao mes;mensal;mensais;mensalmente;cada mes;a cada mes;"
        "todo santo mes;no mes a mes;todo comeco de mes;todo fim de mes;todo final de mes;"
        "pra mes;todo inicio de mes;de mes em mes;mes a mes;/ mes;pro mes_"
    ),
    "weekly": (
        "toda semana;todas as semanas;por semana;semanal;semanais;semanalmente;cada semana;a cada semana;"
        "/ semana;toda segunda;toda terca;toda quarta;toda quinta;toda sexta;todo sabado;todo domingo;"
        "na semana_"
    ),
    "yearly": "todo ano;todos os anos;por ano;ao ano;anual;anuais;anualmente;cada ano;a cada ano;uma vez por ano;/ ano;"
    "uma vez ao ano",
}.items():
    for _phrase in _phrases.split(";"):
        _FREQUENCIES[tuple(_phrase.split())] = _frequency
_FREQUENCY_STARTS = frozenset(phrase[0] for phrase in _FREQUENCIES)
_DUE_WORDS = words("vence vencendo vencimento venc vencer vencem vencto")
OPENERS = _FREQUENCY_STARTS | _DUE_WORDS | words("todo cada todos com e que pra dia no pro")
"""The words that a recurrence or a due day may begin with."""


def _norms(tokens: Sequence[Token], at: int, count: int) -> tuple[str, ...]:
    return tuple(token.norm for token in tokens[at : at + count])


def day_number(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """A day of the month at `at` ("10", "03", "quinze", "primeiro"), and the place after it; (0, at) when none."""
    if at >= len(tokens):
        return 0, at
    if tokens[at].norm == "primeiro":
        return 1, at + 1
    if tokens[at].kind == "num" and tokens[at].text.isdigit() and len(tokens[at].text) <= 2:
        number, last = int(tokens[at].text), at + 1
        if last < len(tokens) and tokens[last].text in {"º", "°"}:
            last += 1
    else:
        number, used = words_value(_norms(tokens, at, 3), 0)
        last = at + used
    return (number, last) if 1 <= number <= 31 else (0, at)


def scan_due(tokens: Sequence[Token], at: int) -> tuple[Due, int] | None:
    """The recurrence or due day that starts at token `at`."""
    word = tokens[at].norm
    if word in {"todo", "cada", "todos"}:
        found = _every_day(tokens, at)
        if found is not None:
            return found
    if word in _DUE_WORDS or word in {"com", "e", "que", "pra"}:
        found = _due_on(tokens, at)
        if found is not None:
            return found
    if word == "dia" or (word in {"no", "pro", "pra"} and _norms(tokens, at + 1, 1) == ("dia",)):
        found = _day_of_each_month(tokens, at)
        if found is not None:
            return found
    if word not in _FREQUENCY_STARTS:
        return None
    for size in (5, 4, 3, 2, 1):
        phrase = _norms(tokens, at, size)
        frequency = _FREQUENCIES.get(phrase)
        if frequency and len(phrase) == size:
            return _frequency_with_day(tokens, at + size, frequency)
    return None


def _frequency_with_day(tokens: Sequence[Token], at: int, frequency: str) -> tuple[Due, int]:
    """ "todo mês no dia 10" is one thing."""
    start = at + 1 if _norms(tokens, at, 1) in (("no",), ("em",), (",",), ("la",)) else at
    if _norms(tokens, start, 1) == ("dia",) and frequency == "monthly":
        number, last = day_number(tokens, start + 1)
        if number:
            return Due(frequency, number), last
    return Due(frequency), at


def _every_day(tokens: Sequence[Token], at: int) -> tuple[Due, int] | None:
    words = _norms(tokens, at, 3)
    start = at + 3 if words == ("todos", "os", "dias") else at + 2
    if words[1:2] != ("dia",) and words != ("todos", "os", "dias"):
        return None
    number, last = day_number(tokens, start)
    if not number:
        return None
    if _norms(tokens, last, 3) in (("de", "cada", "mes"), ("de", "todo", "mes")):
        last += 3
    elif _norms(tokens, last, 2) == ("do", "mes"):
        last += 2
    return Due("monthly", number), last


def _day_of_each_month(tokens: Sequence[Token], at: int) -> tuple[Due, int] | None:
    """ "dia 25 de cada mês", "dia 9 todo mês"."""
    start = at + 1 if tokens[at].norm == "dia" else at + 2
    number, last = day_number(tokens, start)
    if not number:
        return None
    if _norms(tokens, last, 3) in (
        ("de", "cada", "mes"),
        ("de", "todo", "mes"),
        ("todos", "os", "meses"),
        ("de", "todos", "os"),
    ):
        return Due("monthly", number), last + 3 + (
            _norms(tokens, last, 4)[-1:] == ("meses",) and tokens[last].norm == "de"
        )
    if _norms(tokens, last, 2) in (("todo", "mes"), ("cada", "mes"), ("por", "mes")):
        return Due("monthly", number), last + 2
    return None


def _due_on(tokens: Sequence[Token], at: int) -> tuple[Due, int] | None:
    """ "vence dia 8", "com vencimento no dia 8", "e vence todo dia 8 do mês"."""
    here = at
    while here < len(tokens) and here < at + 3 and tokens[here].norm in {"com", "e", "que", "pra", "o"}:
        here += 1
    if here >= len(tokens) or tokens[here].norm not in _DUE_WORDS:
        return None
    here += 1
    while here < len(tokens) and (
        tokens[here].norm in {"no", "em", "pro", "pra", "o", "eh", "sempre", "agora"} or tokens[here].text == ":"
    ):
        here += 1
    words = _norms(tokens, here, 2)
    frequency = None
    if words in (("todo", "dia"), ("cada", "dia")):
        here, frequency = here + 1, "monthly"
    if _norms(tokens, here, 1) != ("dia",):
        return None
    number, last = day_number(tokens, here + 1)
    if not number:
        return None
    if _norms(tokens, last, 3) in (("de", "cada", "mes"), ("de", "todo", "mes")):
        return Due("monthly", number, due=True), last + 3
    if _norms(tokens, last, 2) in (("todo", "mes"), ("cada", "mes")):
        return Due("monthly", number, due=True), last + 2
    if _norms(tokens, last, 2) == ("do", "mes") and frequency:
        last += 2
    return Due(frequency, number, due=True), last
