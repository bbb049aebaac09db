"""Amounts of money in Portuguese: digits, words, spoken cents, slang. Exact, and refused when it could mean two things.

A `Figure` is what the scanner sees in a token list. Its `doubt` says why no write may use it: "range", "vague",
"zero", "negative", "huge", "malformed", "half".
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from mel.understanding.numbers import TWO_DIGITS, WORDS, digits_value, words_value
from mel.understanding.tokens import Token, tokenize
from mel.understanding.wordlist import words

CEILING = Decimal(10_000_000)

_SIGNS = {"r$": "BRL", "$": "BRL", "us$": "USD", "u$": "USD", "€": "EUR", "£": "GBP", "ar$": "ARS"}
_REAIS = words(
    "reai reias reas reis rais reais real rs brl reau reaus reals conto contos pila pilas pau "
    "paus mango mangos prata pratas pratinhas "
    "dinheiros temers dilmas golpinhos merreis"
)
_CURRENCIES = {
    **dict.fromkeys(_REAIS, "BRL"),
    **dict.fromkeys(("dolar", "dolares", "usd", "doletas", "doleta"), "USD"),
    **dict.fromkeys(("euro", "euros", "eur"), "EUR"),
    **dict.fromkeys(("libra", "libras", "gbp"), "GBP"),
    **dict.fromkeys(("peso", "pesos"), "ARS"),
}
_BIG_SLANG = frozenset({"pau", "paus"})
SLANG = {
    "dezao": 10, "vintao": 20, "vintinha": 20, "vintinho": 20, "trintao": 30, "trintinha": 30, "quarentao": 40,
    "cinquentao": 50, "cinquentinha": 50, "cinquentinho": 50, "sessentao": 60, "setentao": 70, "oitentao": 80,
    "noventao": 90, "cenzao": 100, "cemzao": 100, "cemzinho": 100, "centao": 100, "duzentao": 200, "duzentinhos": 200,
    "trezentao": 300, "quatrocentao": 400, "quinhentao": 500, "quinhentinhos": 500, "barao": 1000, "milzao": 1000,
    "milao": 1000,
}  # fmt: skip
_SLANG_THOUSAND = frozenset({"milha", "milhas", "barao", "baroes"})
_VAGUE_TAIL = words("pouco poucos pouca poucas tanto tantos tanta tantas lascada uns umas alguma algo")
_HALF = frozenset({"meio", "meia"})
_SUBUNIT = frozenset({"centavo", "centavos", "cent", "cents", "ctvs"})
_CODES = frozenset({"rs", "brl", "usd", "eur"})
OPENERS = WORDS | frozenset(SLANG) | _HALF | _CODES
"""The words that an amount may begin with; digits and signs may too."""


class Amount(NamedTuple):
    """A value a write may use."""

    value: Decimal
    currency: str


class AmountSpan(NamedTuple):
    """A figure in running text; `explicit` when a currency was said, `currency` None when not."""

    value: Decimal
    currency: str | None
    start: int
    end: int
    explicit: bool
    doubt: str | None = None


class Figure(NamedTuple):
    """Tokens `first` up to `last` (exclusive) as one amount, or as something no write may use (`doubt`).

    `grouped`: written with a thousands dot, as no year is.
    """

    first: int
    last: int
    value: Decimal
    currency: str | None = None
    doubt: str | None = None
    bare: bool = False
    digits: bool = False
    spoken: bool = False
    grouped: bool = False

    @property
    def amount(self) -> str:
        """The wire form, "1500.00"."""
        return f"{self.value:.2f}"


def scan_figure(tokens: Sequence[Token], at: int) -> Figure | None:
    """The amount that starts at token `at`, taking in its sign, multiplier, currency, cents and range."""
    start, currency, negative = _opening(tokens, at)
    core = _core(tokens, start)
    if core is None:
        return None
    figure = core._replace(first=at, currency=currency or core.currency, bare=core.bare and currency is None)
    figure = _with_unit(tokens, figure)
    figure = _with_cents(tokens, figure)
    if negative:
        figure = figure._replace(doubt="negative")
    elif figure.value == 0:
        figure = figure._replace(doubt=figure.doubt or "zero")
    elif figure.value >= CEILING:
        figure = figure._replace(doubt=figure.doubt or "huge")
    return _with_range(tokens, figure)


def _opening(tokens: Sequence[Token], at: int) -> tuple[int, str | None, bool]:
    """A currency sign and a minus before the number, in either order."""
    here, currency, negative = at, None, False
    while here < len(tokens):
        token = tokens[here]
        if token.text in "-−–" and here + 1 < len(tokens) and tokens[here + 1].glued and not negative:
            negative = True
        elif token.kind == "sign" and currency is None:
            currency = _SIGNS[token.norm]
        elif token.norm in _CODES and currency is None and _is_number(tokens, here + 1):
            currency = _CURRENCIES[token.norm]
        else:
            break
        here += 1
    if here == at or here >= len(tokens) or not _is_number(tokens, here):
        return at, None, False
    return here, currency, negative


def _is_number(tokens: Sequence[Token], at: int) -> bool:
    return at < len(tokens) and (tokens[at].kind == "num" or tokens[at].norm in WORDS)


def _core(tokens: Sequence[Token], at: int) -> Figure | None:
    if at >= len(tokens):
        return None
    token = tokens[at]
    if token.kind == "num":
        return _digit_core(tokens, at)
    if token.norm in SLANG:
        after = _norm(tokens, at + 1)
        return Figure(at, at + 1, Decimal(SLANG[token.norm]), "BRL", "half" if after in _HALF else None)
    if token.norm in _HALF:
        return _half_core(tokens, at)
    if token.norm in WORDS:
        return _word_core(tokens, at)
    return None


def _digit_core(tokens: Sequence[Token], at: int) -> Figure:
    token = tokens[at]
    value = digits_value(token.text)
    here = at + 1
    glued_letter = here < len(tokens) and tokens[here].glued and tokens[here].kind == "word"
    if value is None:
        return Figure(at, here, _loose(token.text), None, "malformed", digits=True)
    if glued_letter and tokens[here].norm in {"o", "l", "i", "s", "b", "z"}:
        return Figure(at, here + 1, value, None, "malformed", digits=True)
    unit = _norm(tokens, here)
    if unit == "milhas":
        # Fifty miles of a flyer, or fifty thousand.
        return Figure(at, here + 1, value, None, "malformed", digits=True)
    if unit in {"k", "mil", "milhao", "milhoes", "mi", "mm", "bi", "bilhao", "bilhoes"} or unit in _SLANG_THOUSAND:
        return _multiplied(tokens, at, value, unit)
    return Figure(at, here, value, None, None, bare=True, digits=True, grouped="." in token.text)


def _multiplied(tokens: Sequence[Token], at: int, value: Decimal, unit: str) -> Figure:
    here = at + 2
    if unit in {"mi", "mm", "bi", "bilhao", "bilhoes"} or ("." in tokens[at].text and value >= 1000):
        return Figure(at, here, value * 1_000_000, None, "malformed", digits=True)
    if unit in {"milhao", "milhoes"}:
        figure = Figure(at, here, value * 1_000_000, digits=True)
        return _million_and_half(tokens, figure)
    value *= 1000
    words = [token.norm for token in tokens[here : here + 8]]
    step = 1 if words[:1] == ["e"] else 0
    extra, used = words_value(words, step)
    whole = value == value.to_integral_value() and value % 1000 == 0
    if 0 < extra < 1000 and whole and unit == "mil":
        return Figure(at, here + used, value + extra, digits=True)
    after = tokens[here + step] if here + step < len(tokens) else None
    if unit == "mil" and whole and after is not None and after.kind == "num" and after.text.isdigit():
        follows = _norm(tokens, here + step + 1)
        if len(after.text) <= 3 and after.text[0] != "0" and (step or len(after.text) == 3) and follows != "x":
            doubt = "malformed" if int(after.text) < 100 and (value >= 100_000 or int(after.text) % 10) else None
            return Figure(at, here + step + 1, value + int(after.text), None, doubt, digits=True)
    currency = "BRL" if unit in _SLANG_THOUSAND else None
    return Figure(at, here, value, currency, "half" if step and words[1:2] and words[1] in _HALF else None, digits=True)


def _million_and_half(tokens: Sequence[Token], figure: Figure) -> Figure:
    if _norm(tokens, figure.last) == "e" and _norm(tokens, figure.last + 1) in _HALF:
        return figure._replace(last=figure.last + 2, value=figure.value + 500_000)
    return figure


def _half_core(tokens: Sequence[Token], at: int) -> Figure | None:
    following = _norm(tokens, at + 1)
    if following == "milhao":
        return Figure(at, at + 2, Decimal(500_000))
    if following in {"real", "mil", "conto", "barao"} or (tokens[at].norm == "meia" and following in {"pila", "nota"}):
        return Figure(at, at + 2, Decimal(0), None, "half")
    return None


def _word_core(tokens: Sequence[Token], at: int) -> Figure | None:
    words = [token.norm for token in tokens[at : at + 14]]
    value, used = words_value(words, 0)
    if not used:
        return None
    here = at + used
    unit = _norm(tokens, here)
    if used == 1 and words[0] in {"um", "uma", "hum"}:
        if unit in _SLANG_THOUSAND:
            return Figure(at, here + 1, Decimal(1000), "BRL")
        if unit not in {"real", "dolar", "euro", "pila"}:
            return None
    if unit in _SLANG_THOUSAND and value < 1000:
        return Figure(at, here + 1, Decimal(value) * 1000, "BRL")
    figure = Figure(at, here, Decimal(value), None, None, bare=True)
    if words[used - 1] in {"milhao", "milhoes"}:
        figure = _million_and_half(tokens, figure)
    if words[used - 1] == "cem" and unit == "e" and _cents(tokens, here + 1) is not None:
        return figure._replace(doubt="malformed")
    return figure


def _with_unit(tokens: Sequence[Token], figure: Figure) -> Figure:
    unit = _norm(tokens, figure.last)
    if unit == "de" and _norm(tokens, figure.last + 1) in {"reais", "dolares", "euros"} and figure.value >= 1_000_000:
        return figure._replace(last=figure.last + 2, currency=_CURRENCIES[_norm(tokens, figure.last + 1)], bare=False)
    if unit in _CURRENCIES and unit not in {"peso", "pesos"}:
        doubt = "malformed" if unit in _BIG_SLANG and figure.value < 10 else figure.doubt
        currency = figure.currency or _CURRENCIES[unit]
        return figure._replace(last=figure.last + 1, currency=currency, bare=False, doubt=doubt)
    sign = tokens[figure.last] if figure.last < len(tokens) else None
    if sign is not None and sign.kind == "sign" and figure.currency is None and not _is_number(tokens, figure.last + 1):
        return figure._replace(last=figure.last + 1, currency=_SIGNS[sign.norm], bare=False)
    if unit in _SUBUNIT and figure.value < 100 and figure.value == figure.value.to_integral_value():
        value = figure.value / 100
        return figure._replace(last=figure.last + 1, value=value, currency=figure.currency or "BRL", bare=False)
    return figure


def _cents(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Ten to ninety-nine at `at` as digits or words, with the place after it."""
    if at >= len(tokens):
        return None
    token = tokens[at]
    if token.kind == "num":
        whole = token.text.isdigit() and len(token.text) == 2
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        if whole and following is not None and (following.norm in {"mil", "x", "k"} or following.kind == "slash"):
            return None
        return (int(token.text), at + 1) if whole else None
    value, used = words_value([t.norm for t in tokens[at : at + 4]], 0)
    if token.norm in TWO_DIGITS and 10 <= value <= 99:
        return value, at + used
    if used and value < 10 and _norm(tokens, at + used) in _SUBUNIT:
        return value, at + used
    return None


def _with_cents(tokens: Sequence[Token], figure: Figure) -> Figure:
    joint = _norm(tokens, figure.last)
    if joint not in {"e", "com"} or figure.value != figure.value.to_integral_value():
        return figure
    following = _norm(tokens, figure.last + 1)
    if joint == "e" and following in _VAGUE_TAIL | {"quebrados"}:
        return figure._replace(last=figure.last + 2, doubt="vague")
    counted = {"duzia", "de"} if following == "meia" else {"duzia"}
    if joint == "e" and following in _HALF and _norm(tokens, figure.last + 2) not in counted:
        return figure._replace(last=figure.last + 2, doubt="half")
    number = tokens[figure.last + 1] if figure.last + 1 < len(tokens) else None
    if number is not None and number.kind == "num" and number.text.isdigit() and len(number.text) == 1:
        if _norm(tokens, figure.last + 2) in _SUBUNIT:
            return _plus_cents(figure, int(number.text), figure.last + 3)
        return figure._replace(last=figure.last + 2, doubt="malformed") if joint == "e" else figure
    found = _cents(tokens, figure.last + 1)
    written = any("," in token.text for token in tokens[figure.first : figure.last])
    if found is None or (written and _norm(tokens, found[1]) not in _SUBUNIT):
        return figure
    cents, after = found
    if _norm(tokens, after) in _SUBUNIT:
        return _plus_cents(figure, cents, after + 1)._replace(spoken=False)
    each = _norm(tokens, after) == "por" and _norm(tokens, after + 1) not in {"mes", "ano", "semana"}
    if joint == "com" or each or _norm(tokens, after) in {"dias", "anos", "meses", "vezes", "%"}:
        return figure
    unsure = figure.bare and not _sounds_like_cents(figure, cents)
    spoken = _plus_cents(figure, cents, after)
    spoken = spoken._replace(doubt="malformed") if unsure else spoken
    return _with_unit(tokens, spoken) if figure.bare else spoken


def _sounds_like_cents(figure: Figure, cents: int) -> bool:
    """ "89 e 90" is a price; "200 e 50" may be 250, "50 e 30" two amounts; nobody prices at 50,37."""
    priced = cents % 5 == 0 or cents % 10 == 9 or not figure.digits
    return priced and (figure.value % 10 != 0 or figure.value == 10 or (cents >= 90 and figure.value % 100 != 0))


def _plus_cents(figure: Figure, cents: int, after: int) -> Figure:
    return figure._replace(value=figure.value + Decimal(cents) / 100, last=after, spoken=True)


_RANGE = frozenset({"a", "ou", "ate", "-", "–", "/", "x"})


def _with_range(tokens: Sequence[Token], figure: Figure) -> Figure:
    """ "30 a 40", "30 ou 40", "80 90 reais": two figures for one thing are no amount."""
    joint = _norm(tokens, figure.last)
    if joint in _RANGE and joint != "x":
        second = _core(tokens, _opening(tokens, figure.last + 1)[0])
        if second is not None and not (joint == "ate" and second.value <= 31):
            second = _with_unit(tokens, second)
            return figure._replace(last=second.last, doubt="range")
    if _norm(tokens, figure.last) in _VAGUE_TAIL and _norm(tokens, figure.last) in {"poucos", "tantos", "pouco"}:
        return figure._replace(last=figure.last + 1, doubt="vague")
    return figure


def _loose(text: str) -> Decimal:
    """A value for the reply guard only: separators read as thousands."""
    return Decimal("".join(char for char in text if char.isdigit())[:20] or "0")


def _norm(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].norm if 0 <= at < len(tokens) else ""


def read_amount(text: str) -> Amount | None:
    """The whole text as one amount, or None when it is not one or could mean two things."""
    tokens = tokenize(text)
    while tokens and tokens[0].norm in {"uns", "umas"}:
        tokens = tokens[1:]
    if not tokens:
        return None
    figure = scan_figure(tokens, 0)
    if figure is None or figure.doubt or figure.last != len(tokens):
        return None
    return Amount(figure.value.quantize(Decimal("0.01")), figure.currency or "BRL")


def find_amounts(text: str) -> list[AmountSpan]:
    """Every figure in running text that can be read as money, bare numbers too, with offsets into the text."""
    tokens = tokenize(text)
    found: list[AmountSpan] = []
    here = 0
    while here < len(tokens):
        figure = scan_figure(tokens, here)
        if figure is None or (figure.doubt == "half" and figure.value == 0):
            here += 1
            continue
        if figure.doubt == "range":
            figure = _alone(tokens, here) or figure
        start, end = tokens[figure.first].start, tokens[figure.last - 1].end
        explicit = figure.currency is not None
        found.append(AmountSpan(figure.value, figure.currency, start, end, explicit, figure.doubt))
        here = figure.last
    return found


def _alone(tokens: Sequence[Token], at: int) -> Figure | None:
    """The first figure of a range by itself, so that both are listed."""
    for end in range(at + 1, len(tokens) + 1):
        if end == len(tokens) or tokens[end].norm in _RANGE:
            return scan_figure(tokens[:end], at)
    return None
