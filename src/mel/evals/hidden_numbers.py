"""Numbers of a real conversation: amounts scaled, days and counts kept, and every other digit masked by its kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import NamedTuple

from mel.evals.spoken_digits import digits_in_words
from mel.shared.money import Money
from mel.shared.period import MONTHS
from mel.understanding.money import AmountSpan, find_amounts
from mel.understanding.numbers import WORDS

_FLAGS = re.IGNORECASE
_MASKS = tuple(
    (kind, re.compile(pattern, _FLAGS))
    for kind, pattern in (
        ("e-mail", r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*"),
        ("chave pix", r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b"),
        ("link", r"\b(?:https?://|www\.)\S+"),
        ("boleto", r"(?<!\d)\d{5}[.\s]?\d{5}(?:\s?\d{5}[.\s]?\d{6}){2}\s?\d\s?\d{14}(?!\d)|(?<!\d)\d{44,48}(?!\d)"),
        ("ano", r"(?<=de )19\d{2}(?![\d.,])"),
        ("cartão", r"(?<!\d)(?:\d{4}[ .-]?){3}\d{4}(?!\d)"),
        ("cnpj", r"(?<!\d)\d{2}\.?\d{3}\.?\d{3}/?\d{4}-?\d{2}(?!\d)"),
        ("cpf", r"(?<!\d)(?:\d{3}\.\d{3}\.\d{3}-?\d{2}|\d{9}-\d{2}|\d{2}[0-8]\d{8})(?!\d)"),
        ("telefone", r"(?<![\d,.])(?:\+?55[\s-]?)?\(?\d{2}\)?[\s.-]?9?\d{4}[\s.-]?\d{4}(?![\d,])"),
        ("telefone", r"(?<![\d,.])9?\d{4}-\d{4}(?![\d,])"),
        ("telefone", r"(?<![\d,.])9[ .-]\d{4}[ .-]?\d{4}(?![\d,])"),
        ("cep", r"(?<!\d)\d{5}-\d{3}(?!\d)"),
        ("conta", r"(?<=conta )\d{4,}(?:-[\dx])?(?![\d,]|\s*(?:reais|mil))|(?<!\d)\d{4,}-[\dx]\b"),
        ("número", r"(?<![\d,.])\d{3,}(?:[ .-]\d{3,}){2,}(?![\d,])"),
        ("número", r"(?<![\d,.])\d{4} \d{4}(?![\d,]|\s*(?:reais|mil))"),
        ("número", r"(?<!\d)\d(?:[ -]\d){4,}(?!\d)"),
        ("número", r"#\d+"),
    )
)
_NUMBERED = re.compile(
    r"\b(?P<what>pedido|protocolo|nota|nf|número|numero|contrato|matrícula|placa|senha|código|codigo|final|rg|cep|apto?|quadra|lote|nº"
    r"|n°|(?:rua|avenida|av\.?|praça|travessa|alameda)\s[^\d\n]{1,40}?)\s*,?\s*(?:é\s|:\s?|#|nº\s?|n°\s?)?"
    r"(?P<number>\d[\d.-]*(?:\s\d{3,}[\d.-]*(?![\d,]|\s*(?:reais|mil\b)))*)",
    _FLAGS,
)
_PHONE = re.compile(
    r"\b(?:tel(?:efone)?|fone|celular|zap|whats(?:app)?)\s*(?:é|:)?\s*(?P<number>[+(]?\d[\d\s().-]{6,}\d)", _FLAGS
)
_ACCOUNT = re.compile(
    r"\b(?:(?:ag[êe]ncia|ag\.?|c/c|cc)\s*(?:é|:|n[ºo°]\.?|da|do)?\s*(?P<number>\d[\d.-]*)"
    r"|conta(?:\s+corrente|\s+poupança)?\s*(?:é|:|n[ºo°]\.?)?\s*(?P<long>\d{4,}(?:-[\dx])?)(?![\d,.]\d|\s*(?:reais|mil)))",
    _FLAGS,
)
_DOCUMENT = re.compile(
    r"\b(?:t[íi]tulo|cnh|habilita[çc][ãa]o|nis|pis|pasep|nit|cns|sus|passaporte|renavam|inscri[çc][ãa]o|registro|carteira"
    r"|carteirinha|ap[óo]lice|matr[íi]cula|benef[íi]cio|inss|documento|crm|oab)\b[^\d\n]{0,25}?"
    r"(?P<number>\d[\d.\-/]*(?:\s\d{2,}[\d.\-/]*)*)(?!\s*(?:reais|mil\b)|,\d)",
    _FLAGS,
)
_DOCUMENT_DIGITS = 5
"""A shorter one may as well be what was paid for it."""
_BORN = re.compile(r"\b(?:nasc\w+|anivers[áa]rio)\b[^\d\n]{0,30}$", _FLAGS)
_OF_ANY_KIND = frozenset({"número", "numero", "nº", "n°", "cep"})
_MONTH = "|".join((*MONTHS, "marco", *(month[:3] for month in MONTHS)))
_SPOKEN = "|".join(sorted({*WORDS, "três"}))
_COUNTED = (
    r"x|vezes|m[êe]s|meses|dias?|parcelas?|anos?|semanas?|horas?|h|min|%|por cento|º|ª|°"
    r"|pessoas?|kg|quilos?|litros?|metas?"
)
_KEPT = tuple(
    re.compile(pattern, _FLAGS)
    for pattern in (
        r"(?<!\d)(?:19|20)\d{2}-[01]\d(?:-[0-3]\d)?(?![\d-])",
        r"(?<![\d/])\d{1,2}/\d{1,2}(?:/\d{2,4})?(?![\d/])",
        rf"\b(?:{_MONTH})(?:\s+de\s+|/|\s+)20\d{{2}}\b",
        rf"\b(?:{_MONTH})\s+de\s+dois\s+mil\s+e\s+(?:vinte|trinta)(?:\s+e\s+(?:{_SPOKEN}))?\b(?!\s*reais)",
        r"\b(?:de|em|até|ate|ano)\s+20[2-4]\d\b(?![.,]\d|\s*reais)",
        rf"(?<![\d.,])\d{{1,2}}(?:º|°)?\s+de\s+(?:{_MONTH})\b",
        rf"\b(?:{_SPOKEN})(?:\s+e\s+(?:{_SPOKEN}))?\s+de\s+(?:{_MONTH})\b",
        rf"\bdia\s+(?:{_SPOKEN})(?:\s+e\s+(?:{_SPOKEN}))?\b(?!\s*reais)",
        r"(?<![\d.,])\d{1,2}[h:]\d{2}(?!\d)",
        r"\bdias?\s+\d{1,2}(?:\s*(?:,|e|ou|a|até)\s*\d{1,2})*(?!\d|[.,]\d)",
        rf"(?<![\d.,])\d{{1,3}}(?:,\d+)?\s?(?:{_COUNTED})(?!\w)",
        rf"\b(?:{_SPOKEN})\s+(?:{_COUNTED})(?!\w)",
    )
)
_FULL_DATE = re.compile(
    rf"(?<![\d/])\d{{1,2}}([/.-])\d{{1,2}}\1(?P<year>\d{{4}}|\d{{2}})(?![\d/-])|(?<!\d)(?P<iso>(?:19|20)\d{{2}})-\d{{2}}-\d{{2}}(?!\d)"
    rf"|(?<![\d.,])\d{{1,2}}(?:º|°)?\s+de\s+(?:{_MONTH})\s+(?:de\s+)?(?P<named>(?:19|20)\d{{2}})(?!\d)"
    rf"|\b(?:\d{{1,2}}|(?:{_SPOKEN})(?:\s+e\s+(?:{_SPOKEN}))?)\s+de\s+(?:{_MONTH})\s+de\s+(?P<spoken>mil\s+novecentos"
    rf"(?:\s+e\s+(?:{_SPOKEN}))*)\b",
    _FLAGS,
)
_SPOKEN_YEAR = re.compile(
    rf"\b(?:\d{{1,2}}|(?:{_SPOKEN})(?:\s+e\s+(?:{_SPOKEN}))?)\s+de\s+(?:{_MONTH})\s+de\s+(?P<year>(?:{_SPOKEN})"
    rf"(?:\s+(?:e\s+)?(?:{_SPOKEN}))*)\b(?!\s*(?:reais|conto))",
    _FLAGS,
)
_OF_NOW = re.compile(r"dois\s+mil\s+e\s+(?:vinte|trinta)\b", _FLAGS)
LONG_AGO = 2020
"""No household of Mel's talks of money spent before; a full date of then is somebody's birth."""
_DIGITS = re.compile(r"\w*\d(?:[\w.,/-]*\w)?")
_TOO_SMALL = frozenset({"um", "uma", "uns", "umas", "dois", "duas", "meio", "meia", "pau", "paus"})
_UNITS = {"BRL": "reais", "USD": "dólares", "EUR": "euros", "GBP": "libras", "ARS": "pesos"}


class _Spot(NamedTuple):
    start: int
    end: int
    instead: str
    kind: str | None = None


def scaled(real: Decimal, factor: Decimal) -> Decimal:
    """To the cent, in text and in wire values alike."""
    return Money.rounded(real * factor, "BRL").amount


def hidden(text: str, factor: Decimal, count: Callable[[str], None] = lambda _: None, *, since: int = LONG_AGO) -> str:
    """The text with no number of its own but days and counts. `count` is told each kind that was replaced; a full date
    of a year before `since`, or of a birth, is no day of the conversation."""
    spots: list[_Spot] = []
    for found in (_births(text, since), _masked(text), _days(text), _amounts(text, factor), _rest(text)):
        for spot in found:
            if not any(spot.start < other.end and other.start < spot.end for other in spots):
                spots.append(spot)
    for spot in sorted(spots, reverse=True):
        text = text[: spot.start] + spot.instead + text[spot.end :]
        if spot.kind:
            count(spot.kind)
    return text


def _births(text: str, since: int) -> Iterator[_Spot]:
    for hit in _SPOKEN_YEAR.finditer(text):
        if not _OF_NOW.match(hit["year"]) or _BORN.search(text[: hit.start()]):
            yield _Spot(*hit.span(), "[data]", "data")
    for hit in _FULL_DATE.finditer(text):
        said = next((year for year in (hit["year"], hit["iso"], hit["named"]) if year), "1900")
        # Of two digits, those that would lie far ahead are of the last century.
        year = int(said) if len(said) == 4 else int(said) + (2000 if int(said) < 60 else 1900)
        if year < since or _BORN.search(text[: hit.start()]):
            yield _Spot(*hit.span(), "[data]", "data")


def _masked(text: str) -> Iterator[_Spot]:
    yield from (_Spot(start, end, f"[{kind}]", kind) for start, end, kind in digits_in_words(text))
    days = [hit.span() for kept in _KEPT[:3] for hit in kept.finditer(text)]
    numbered = [hit for hit in _NUMBERED.finditer(text) if hit["what"].lower() not in _OF_ANY_KIND]
    yield from (_Spot(*hit.span("number"), "[número]", "número") for hit in numbered)
    for hit in _DOCUMENT.finditer(text):
        kept = any(hit.start("number") < end and start < hit.end("number") for start, end in days)
        if not kept and sum(map(str.isdigit, hit["number"])) >= _DOCUMENT_DIGITS:
            yield _Spot(*hit.span("number"), "[número]", "número")
    for hit in _ACCOUNT.finditer(text):
        yield _Spot(*hit.span(hit.lastgroup or 0), "[conta]", "conta")
    yield from (_Spot(*hit.span("number"), "[telefone]", "telefone") for hit in _PHONE.finditer(text))
    for kind, pattern in _MASKS:
        for hit in pattern.finditer(text):
            if not any(hit.start() < end and start < hit.end() for start, end in days):
                yield _Spot(*hit.span(), f"[{kind}]", kind)
    for hit in _NUMBERED.finditer(text):
        yield _Spot(*hit.span("number"), "[número]", "número")


def _days(text: str) -> Iterator[_Spot]:
    """Each once: "7 de junho" and "junho de 2026" are one day."""
    end = 0
    for start, last in sorted(hit.span() for kept in _KEPT for hit in kept.finditer(text)):
        if last > end:
            yield _Spot(max(start, end), last, text[max(start, end) : last])
            end = last


def _amounts(text: str, factor: Decimal) -> Iterator[_Spot]:
    for span in find_amounts(text):
        said = text[span.start : span.end]
        if span.doubt in ("malformed", "huge") and not _is_code(text, span):
            yield _Spot(span.start, span.end, "[número]", "número")
        elif (span.explicit or said.lower() not in _TOO_SMALL) and not _is_code(text, span):
            yield _Spot(span.start, span.end, _said(span, said, factor), "valor")


def _is_code(text: str, span: AmountSpan) -> bool:
    """Six digits in a row, or digits stuck to letters, are no amount that anybody says."""
    said = text[span.start : span.end]
    around = text[max(0, span.start - 1) : span.start] + text[span.end : span.end + 1]
    stuck = any(char.isalnum() or char in "-/_" for char in around)
    return not span.explicit and (stuck or re.fullmatch(r"0\d+|\d{6,}", said) is not None)


def _said(span: AmountSpan, said: str, factor: Decimal) -> str:
    shown = str(Money.rounded(span.value * factor, "BRL")).removeprefix("R$ ")
    sign = re.match(r"(?:R\$|US\$|U\$|\$|€|£|AR\$)\s?", said, _FLAGS)
    if sign:
        return f"{sign[0]}{shown}"
    return f"{shown} {_UNITS.get(span.currency, 'reais')}" if span.explicit and span.currency else shown


def _rest(text: str) -> Iterator[_Spot]:
    for hit in _DIGITS.finditer(text):
        yield _Spot(*hit.span(), "[número]", "número")
