"""A message as tokens that remember where they came from, so that slots stay verbatim.

Folding, abbreviations and stretched letters ("bom diaaa") are undone in `Token.norm` only; `text` is what was typed.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

LONGEST = 700
"""Characters beyond which a message is no everyday message."""

_TOKEN = re.compile(
    r"(?P<slash>\d{1,2}/\d{1,2}(?:/\d{2,4})?(?![\d/]))"
    r"|(?P<num>\d+(?:[.,]\d+)*)"
    r"|(?P<sign>(?:[Rr]|[Uu][Ss]?|[Aa][Rr])\$|[$€£])"
    r"|(?P<word>[^\W\d_]+(?:['’\-&][^\W\d_]+)*\+?)"
    r"|(?P<break>\n+)"
    r"|(?P<punct>\.{2,}|[^\s\w]|_)"
)

# Words whose accent carries the meaning, and short forms people type.
_SPELLINGS = {
    "é": "eh",
    "ô": "oh", "saía": "saindo", "caía": "saindo", "saíam": "saindo",
     "dá": "dah", "está": "ta", "nós": "nos2", "à": "a", "às": "as", "pôs": "pos", "pós": "pos2", "só": "so",
     "têm": "tem",
    "eh": "eh", "vc": "voce", "vcs": "voces", "ce": "voce", "tbm": "tambem", "tb": "tambem", "tbem": "tambem",
    "qto": "quanto", "qnt": "quanto", "qnts": "quantos",
    "qnto": "quanto", "qt": "quanto", "qtos": "quantos", "qts": "quantos", "hj": "hoje", "oje": "hoje",
    "q": "que", "td": "tudo", "tds": "todos", "mto": "muito", "mt": "muito", "mta": "muita", "d": "de", "p": "pra",
    "pq": "porque", "qdo": "quando", "qnd": "quando", "qndo": "quando", "c": "com", "n": "nao", "ñ": "nao", "nn": "nao",
    "naum": "nao", "tô": "to", "tou": "to", "estou": "to", "tava": "estava", "tá": "ta",
    "para": "pra", "aki": "aqui", "msm": "mesmo", "hr": "hora", "dps": "depois", "agr": "agora",
    "gnt": "gente", "cmg": "comigo", "obg": "obrigado", "fds": "fds", "add": "adiciona",
    "onti": "ontem", "ó": "oh", "comé": "como", "cumé": "como", "cume": "como", "kero": "quero",
    "keremos": "queremos", "pd": "pode", "oq": "o que",
    "oque": "o que", "qria": "queria",
    "qro": "quero",
    "vamo": "vamos",
    "bamo": "vamos", "nois": "nos2", "noix": "nos2", "noiz": "nos2",
    "dexa": "deixa", "acabamo": "acabamos", "queto": "quieto", "ontm": "ontem", "onte": "ontem", "nu": "no",
    "dum": "de", "duma": "de",
    "mez": "mes", "caxinha": "caixinha", "gati": "gastei", "gastey": "gastei", "fatu": "fatura",
    "cel": "celular", "pg": "paguei", "pgei": "paguei", "pgto": "pagamento",
    "cartaum": "cartao", "vdd": "verdade", "bj": "beijo", "kd": "cade", "cadê": "cade", "pfvr": "pfv",
    "aê": "ai", "aee": "ai", "dinhero": "dinheiro", "pros": "pro", "pras": "pra", "prum": "pra", "pruma": "pra",
    "p/": "pra", "c/": "com", "trasantontem": "trasanteontem",
}  # fmt: skip


class Token(NamedTuple):
    """One word, number, sign or mark; `glued` when nothing separates it from the token before."""

    text: str
    norm: str
    kind: str
    start: int
    end: int
    glued: bool = False


@lru_cache(maxsize=8192)
def normal(word: str) -> str:
    """Folded and expanded: "Hj" → "hoje", "ÁGUA" → "agua", "é" → "eh" (which "e" is not)."""
    low = word.lower()
    if len(low) > 1 and set(low) == {"k"}:
        return "kkk"
    if low in _SPELLINGS:
        return _SPELLINGS[low]
    decomposed = unicodedata.normalize("NFKD", low.casefold())
    folded = "".join(char for char in decomposed if not unicodedata.combining(char)).replace("’", "'")
    if len(folded) > 2:
        folded = re.sub(r"(\w)\1{2,}", r"\1", folded)
    return _SPELLINGS.get(folded, folded)


def _unseen(char: str) -> bool:
    return char not in "\n\t" and unicodedata.category(char) in {"Cc", "Cf", "Co", "Cs", "Cn"}


def disguised(text: str) -> bool:
    """Whether look-alike or invisible characters may hide what the eye reads: such text never writes."""
    if text.isascii():
        return any(char < " " and char not in "\n\t\r" for char in text)
    for char in text:
        if char.isascii() or char in "\u200d\ufe0f":
            continue
        category = unicodedata.category(char)
        if category in {"Cc", "Cf", "Co", "Cs", "Cn"} or (category in {"Nd", "Nl"}):
            return True
        if category[0] == "L" and char not in "ªº" and not unicodedata.name(char, "").startswith("LATIN "):
            return True
        if category[0] == "L" and char not in "ªº" and unicodedata.normalize("NFKC", char) != char:
            return True
    return False


def tokenize(text: str) -> list[Token]:
    """All tokens with offsets into `text` as given; invisible characters are blanks."""
    shown = text if text.isascii() else "".join(" " if _unseen(char) else char for char in text)
    found: list[Token] = []
    last = -1
    for hit in _TOKEN.finditer(shown):
        kind = hit.lastgroup or "punct"
        raw = hit.group()
        norm = normal(raw) if kind == "word" else raw.lower()
        found.append(Token(raw, norm, kind, hit.start(), hit.end(), hit.start() == last))
        last = hit.end()
    return _joined(found, shown)


_SHORT = {"p": "pra", "c": "com", "s": "sem", "q": "que", "d": "de"}


def _joined(tokens: list[Token], text: str) -> list[Token]:
    """ "p/" and "c/" as the prepositions they stand for."""
    result: list[Token] = []
    for token in tokens:
        before = result[-1] if result else None
        if token.text == "/" and token.glued and before is not None and before.text.lower() in _SHORT:
            result[-1] = Token(
                text[before.start : token.end],
                _SHORT[before.text.lower()],
                "word",
                before.start,
                token.end,
                before.glued,
            )
        else:
            result.append(token)
    return result
