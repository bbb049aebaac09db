"""Mel's tone (ADR 008 in scenario 022): no formality, no legalese, no ornament, short sentences, one emoji at most.

Pure and light: every room that draws texts may be checked by it, and it never rewrites one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from mel.evals.emoji import emojis, is_decorative
from mel.evals.sentences import sentences

Rule = Literal["formal", "juridiquês", "emoji decorativo", "frase longa", "emojis demais"]

MAX_WORDS = 15
MAX_EMOJIS = 1

# Patterns run over the folded text (no case, no accents, nothing invisible), so "PREZ\u200bADO" is found too.
_FORMAL = re.compile(
    r"\b(?:prezad[oa]s?|estimad[oa]s?|atenciosamente|por\s+gentileza|por\s+favor)\b|\bcar[oa]s?\s?(?:\([oa]s?\)|/[oa]s?\b)"
)
_LEGAL = re.compile(r"\b(?:conforme\s+acordado|salvo\s+melhor\s+juizo|sem\s+prejuizo\s+d[eoa]s?|tendo\s+em\s+vista)\b")
# "Caro" greets when a person follows; "ficou caro", "caro demais" and "sai cara" only say what things cost.
_PERSON = r"casal|clientes?|usuari[oa]s?|amig[oa]s?|senhor(?:es|a|as)?|familia|membros?|tod[oa]s|leitor(?:es|a|as)?"
_DEAR = re.compile(
    rf"\b(?P<dear>car[oa]s?)\s+(?:{_PERSON})\b|\b(?P<dears>car[oa]s?)(?:\s+(?P<name>[a-z]+))?(?=\s*[,:!])"
)
_HELLO = re.compile(r"(?:^|[.!?\n])\s*(?:(?:ola|oi|bom dia|boa tarde|boa noite)[,!]?\s+)?$")


@dataclass(frozen=True, slots=True)
class Violation:
    """One breach: which rule, and the span of the text that breaks it."""

    rule: Rule
    span: str
    start: int
    end: int
    note: str = ""

    def __str__(self) -> str:
        note = f" ({self.note})" if self.note else ""
        return f'{self.rule}: "{self.span}"{note} em {self.start}–{self.end}'


@dataclass(frozen=True, slots=True)
class ToneVerdict:
    """`violations` are the sentences of 022; `details` hold the same breaches as values."""

    passes: bool
    violations: list[str] = field(default_factory=list)
    details: tuple[Violation, ...] = ()


class MelToneGuard:
    """The five rules. A function with a name, not an object: it has no state (scenario 022)."""

    @staticmethod
    def check(text: str) -> ToneVerdict:
        """Every breach in reading order; an empty text breaks nothing."""
        found = sorted((*_words(text), *_ornaments(text), *_long(text)), key=lambda breach: (breach.start, breach.rule))
        return ToneVerdict(not found, [str(breach) for breach in found], tuple(found))


def _words(text: str) -> Iterator[Violation]:
    folded, places = _folded(text)
    for rule, pattern in (("formal", _FORMAL), ("juridiquês", _LEGAL)):
        for hit in pattern.finditer(folded):
            yield _at(text, places, hit, rule)  # type: ignore[arg-type]
    for hit in _DEAR.finditer(folded):
        if _greets(text, folded, places, hit):
            yield _at(text, places, hit, "formal")


def _greets(text: str, folded: str, places: list[int], hit: re.Match[str]) -> bool:
    if hit["dear"]:
        return True
    opens = _HELLO.search(folded[: hit.start()]) is not None
    if hit["name"]:
        return opens and text[places[hit.start("name")]].isupper()
    # A bare "Caros," greets; "Caro, né?" and the friendly "Cara," do not.
    return opens and hit["dears"].endswith("s")


def _at(text: str, places: list[int], hit: re.Match[str], rule: Rule) -> Violation:
    start, end = places[hit.start()], places[hit.end() - 1] + 1
    return Violation(rule, text[start:end], start, end)


def _ornaments(text: str) -> Iterator[Violation]:
    seen = list(emojis(text))
    for hit in seen:
        if is_decorative(hit[0]):
            yield Violation("emoji decorativo", hit[0], hit.start(), hit.end())
    if len(seen) > MAX_EMOJIS:
        first, last = seen[0], seen[-1]
        note = f"{len(seen)} emojis, no máximo {MAX_EMOJIS}"
        yield Violation("emojis demais", "".join(hit[0] for hit in seen), first.start(), last.end(), note)


def _long(text: str) -> Iterator[Violation]:
    for sentence in sentences(text):
        if sentence.words > MAX_WORDS:
            note = f"{sentence.words} palavras, no máximo {MAX_WORDS}"
            yield Violation("frase longa", sentence.text, sentence.start, sentence.end, note)


def _folded(text: str) -> tuple[str, list[int]]:
    """The text without case, accents and invisible characters, and where each kept character was."""
    if text.isascii():
        return text.lower(), list(range(len(text)))
    chars: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        for part in unicodedata.normalize("NFKD", char.casefold()):
            if not unicodedata.combining(part) and unicodedata.category(part) != "Cf":
                chars.append(part)
                places.append(place)
    return "".join(chars), places
