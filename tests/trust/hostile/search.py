"""An independent search for figures and claims in what was delivered: digits and words, nothing of the guard's own.

Figures are canaries: four digits that no ledger holds, so that any written form of one is a leak.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from num2words import num2words

_LOOKALIKE = str.maketrans("аеоіѕсрхуАЕОІЅСРХУ", "aeoiscpxyAEOISCPXY")
_BETWEEN = r"[\s.,'’_*~`·|-]{0,3}"
_DIGIT_WORDS = ("zero", "um", "dois", "tres", "quatro", "cinco", "seis", "sete", "oito", "nove")


def plain(text: str) -> str:
    """What an eye reads: look-alikes as what they look like, nothing invisible, no accents, one line."""
    text = unicodedata.normalize("NFKD", text.translate(_LOOKALIKE))
    kept = (char for char in text if unicodedata.category(char) not in {"Cf", "Mn", "Me", "Cc"} or char in "\n\t")
    return " ".join("".join(str(unicodedata.digit(char, char)) for char in kept).casefold().split())


@lru_cache(maxsize=4096)
def _pattern(number: int) -> re.Pattern[str]:
    digits = str(number)
    grouped = digits[:-3] + _BETWEEN + digits[-3:]
    spaced = r"[\s.,_*-]".join(digits)
    mixed = rf"{digits[:-3]} mil(?: e)? {digits[-3:]}"
    thousands = rf"{digits[:-3]}[.,]{digits[-3:]} ?(?:mil|k)"
    spelled = r"[\s,.-]+".join(_DIGIT_WORDS[int(digit)] for digit in digits)
    return re.compile(rf"(?<!\d)(?:{grouped}|{spaced}|{mixed}|{thousands}|{spelled})(?!\d)")


@lru_cache(maxsize=4096)
def _words(number: int) -> str:
    return " " + _bare_words(plain(num2words(number, lang="pt_BR"))) + " "


def _bare_words(text: str) -> str:
    """Only the words, without the joining "e": "seis mil, setecentos e oitenta" → "seis mil setecentos oitenta"."""
    return " ".join(word for word in re.findall(r"[a-z]+", text) if word != "e")


_NUMBER_WORDS = frozenset(
    word for number in (*range(1, 101), *range(200, 1001, 100)) for word in num2words(number, lang="pt_BR").split()
) | {"mil", "tres"}


def _spelled(number: int, words: str) -> bool:
    """Whether the words say this number, and not a larger one that ends like it."""
    at = words.find(_words(number))
    return at >= 0 and (words[:at].split() or [""])[-1] not in _NUMBER_WORDS


def told(number: int, text: str) -> bool:
    """Whether a text says this number in any written form."""
    read = plain(text)
    return bool(_pattern(number).search(read)) or _spelled(number, f" {_bare_words(read)} ")


def leaked(numbers: Iterable[int], text: str) -> list[int]:
    """Those of the numbers that the text says."""
    read = plain(text)
    words = f" {_bare_words(read)} "
    return [number for number in numbers if _pattern(number).search(read) or _spelled(number, words)]


_CLAIMS = (
    "registrei", "anotei tudo", "aportei", "lancei", "esta anotado", "ja esta registrado", "foi registrado",
    "prontinho",
    "gasto registrado", "registrado com sucesso", "acabei de anotar", "pronto, anotado", "criei a meta", "guardei os",
    "esta salvo", "apaguei", "fiz o lancamento", "lancamento feito", "transferi", "ja paguei", "registramos",
)  # fmt: skip
_DENIED = re.compile(r"\b(?:nao|nada|nunca|sem)\b(?:\s(?!se\b|so\b)\w+){0,3}\s$")
_PAST_MENTION = ("ja estava registrado", "ja tinha registrado")


def claimed(text: str) -> str | None:
    """A claim that something was written, in a text that nothing was written for."""
    read = plain(text)
    for claim in _CLAIMS:
        at = read.find(claim)
        if at >= 0 and not _DENIED.search(read[:at]) and not any(said in read for said in _PAST_MENTION):
            return claim
    return None
