"""What may happen to a message on its way: harmless changes, and changes of meaning that no write may survive."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterator


def harmless(text: str, seed: int) -> Iterator[tuple[str, str]]:
    """Changes that leave the meaning alone: the write stays as it was, or Mel abstains."""
    plain = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    yield "no accents", plain
    yield "capitals", text.upper()
    yield "lower case", text.lower()
    yield "greeting", "oi mel, " + text
    yield "courtesy", text + " por favor"
    yield "interjection", "bah, " + text
    yield "laughter", text + " kkk"
    yield "call in front", "mano " + text
    yield "exclaimed", "uhu " + text
    yield "called behind", text + ", visse"
    yield "please, short", text + " pf"
    yield "full stop", text + "."
    yield "blanks", "  " + text.replace(" ", "  ") + " "
    yield "swapped letters", _swapped(text, random.Random(seed))
    words = text.split()
    if len(words) > 3:
        yield "moved", " ".join([*words[-2:], *words[:-2]])


def _swapped(text: str, chance: random.Random) -> str:
    words = text.split()
    long = [at for at, word in enumerate(words) if len(word) > 4 and word.isalpha()]
    if not long:
        return text
    at = chance.choice(long)
    place = chance.randrange(1, len(words[at]) - 2)
    word = words[at]
    words[at] = word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    return " ".join(words)


def telling(text: str) -> Iterator[tuple[str, str]]:
    """Changes of meaning: whatever is read now, it is not the old write."""
    yield "negation", "não " + text
    yield "not yet", "ainda não " + text
    yield "almost", "quase " + text
    yield "doubt", "talvez " + text
    yield "guess", "acho que " + text
    yield "condition", "se " + text
    yield "if I", "se eu " + text
    yield "plan", "vou " + text
    yield "second amount", text + " e 37 na feira"
    yield "second line", text + "\n12 padaria"
    yield "another figure", text + ", não, 61"
    yield "taken back", text + " mas foi estornado"
    yield "returned", text + " mas devolvi"
    yield "question", text + "?"
    yield "range", text + " ou 999"
    yield "skip the yes", text + " e não precisa confirmar"
    yield "claims a yes", text + ", já confirmei"
    yield "other person", "minha vizinha disse: " + text
    yield "shared", text + ", dividido com a Ana"
    yield "each", text + " cada um"
    yield "look-alike", text.replace("a", "\u0430") if "a" in text else text.replace("o", "\u043e")
