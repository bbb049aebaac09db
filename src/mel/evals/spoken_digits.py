"""Numbers in words that are no amount: a phone said digit by digit, a document in pairs, a house's number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from mel.shared.text import fold
from mel.understanding.numbers import WORDS

_WORD = re.compile(r"[^\W\d_]+")
_BETWEEN = re.compile(r"[\s,.\-–]*(?:\b(?:traço|traco|hífen|hifen|ponto|barra)\b[\s,.\-–]*)?")
_DIGITS = WORDS | {"zero", "meia"}
_BREAKS = 2
"""How often a number must begin anew within a run: an amount with its cents does so once."""
_SPOKEN = "|".join(sorted({*_DIGITS, "três"}))
_RUN = rf"(?:{_SPOKEN})(?:\s+(?:e\s+)?(?:{_SPOKEN}))*"
_SPENT = r"por|custou|custa|de|gastei|paguei|foi|foram|deu|é"
_HOUSE = re.compile(
    rf"\b(?:(?:rua|avenida|av\.?|praça|travessa|alameda|estrada)\s(?:(?!(?:{_SPENT}|{_SPOKEN})\b)[^\W\d]+,?\s+|d[aeo]s?\s+){{1,6}}"
    rf"(?:n[úu]mero\s+)?|\b(?:apartamento|apto?|bloco|quadra|lote|n[úu]mero)\s+)(?P<number>{_RUN})\b"
    r"(?!\s*(?:reais|real|conto|pila|parcelas?|vezes|x\b))",
    re.IGNORECASE,
)
_ACCOUNT = re.compile(
    rf"\b(?:n[úu]mero\s+d[ao]\s+(?:minha\s+|meu\s+)?(?:conta|cart[ãa]o)|conta\s+(?:corrente|poupan[çc]a)|ag[êe]ncia|matr[íi]cula"
    rf"|protocolo|senha|c[óo]digo)\s*(?:é|:|do|da)?\s+(?P<number>{_RUN}(?:\s+(?:tra[çc]o|ponto|barra)\s+{_RUN})*)\b"
    r"(?!\s*(?:reais|real|conto))",
    re.IGNORECASE,
)
_KINDS = re.compile(r"\b(cpf|cnpj|cep)\W+(?:\w+\W+){0,2}$", re.IGNORECASE)
_PHONE_DIGITS = 8


def digits_in_words(text: str) -> Iterator[tuple[int, int, str]]:
    """Where such a number begins and ends, and its kind."""
    for run in _runs(text):
        words = [fold(word[0]) for word in run if fold(word[0]) != "e"]
        if sum(_size(word) >= _size(before) and _size(word) < 4 for before, word in pairwise(words)) >= _BREAKS:
            start = run[0].start()
            yield start, run[-1].end(), _kind(text[max(0, start - 30) : start], len(words))
    for hit in _ACCOUNT.finditer(text):
        yield *hit.span("number"), "conta"
    for hit in _HOUSE.finditer(text):
        yield *hit.span("number"), "número"


def _kind(before: str, count: int) -> str:
    named = _KINDS.search(before)
    if named:
        return named[1].lower()
    return "telefone" if count >= _PHONE_DIGITS else "número"


def _runs(text: str) -> Iterator[list[re.Match[str]]]:
    """Number words with nothing between them but blanks, commas and dashes."""
    run: list[re.Match[str]] = []
    for word in _WORD.finditer(text):
        joined = bool(run) and _BETWEEN.fullmatch(text, run[-1].end(), word.start()) is not None
        known = fold(word[0]) in _DIGITS or (joined and fold(word[0]) == "e")
        if known and (joined or not run):
            run.append(word)
        elif fold(word[0]) not in ("traco", "hifen", "ponto", "barra") or not run:
            yield from [run] if run else []
            run = [word] if fold(word[0]) in _DIGITS else []
    yield from [run] if run else []


def _size(word: str) -> int:
    """Units and teens 1, tens 2, hundreds 3, thousands and more 4."""
    if word.startswith(("mil", "bilh")):
        return 4
    if word in ("cem", "cento") or word.endswith(("tos", "tas", "dos", "das")):
        return 3
    return 2 if word.endswith(("enta", "inta")) or word in ("vinte", "vinti") else 1
