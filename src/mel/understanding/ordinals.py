"""Which one of a numbered list a short answer picks: "2", "a segunda", "o último"."""

from __future__ import annotations

from mel.shared.text import tokens

_PLACES = {
    "1": 1, "um": 1, "uma": 1, "primeiro": 1, "primeira": 1, "2": 2, "dois": 2, "duas": 2, "segundo": 2, "segunda": 2,
    "3": 3, "tres": 3, "terceiro": 3, "terceira": 3, "4": 4, "quatro": 4, "quarto": 4, "quarta": 4,
    "5": 5, "cinco": 5, "quinto": 5, "quinta": 5, "6": 6, "seis": 6, "sexto": 6, "7": 7, "sete": 7, "8": 8, "oito": 8,
}  # fmt: skip
_LAST = {"ultimo", "ultima"}
_AROUND = {
    "o",
    "a",
    "esse",
    "essa",
    "numero",
    "opcao",
    "item",
    "confirma",
    "sim",
    "quero",
    "pode",
    "ser",
    "do",
    "da",
    "eh",
}


def picked(text: str, count: int) -> int | None:
    """The index in a list of `count`; None when the text says anything else, or more than one place."""
    words = [word for word in tokens(text) if word not in _AROUND]
    if len(words) != 1:
        return None
    if words[0] in _LAST:
        return count - 1 if count else None
    place = _PLACES.get(words[0])
    return place - 1 if place is not None and place <= count else None
