"""Two or three well-read actions in one message: unclear as a whole, each readable by itself."""

from __future__ import annotations

from collections.abc import Callable

from mel.understanding.reading import Context, Reading, unclear
from mel.understanding.sentence import Item, Sentence
from mel.understanding.verbs import only_verb, verb

Read = Callable[[Sentence, Context], Reading]


def read_items(sentence: Sentence, context: Context, read: Read) -> Reading | None:
    """An abstention carrying its parts when a message holds several amounts; None when it holds one at most."""
    figures = [item for item in sentence.items if item.kind in {"amt", "bad"}]
    if len(figures) < 2:
        return None
    if len(figures) > 3 or any(item.kind == "bad" for item in figures):
        return unclear("two_actions")
    parts = _split(sentence)
    readings = [_read_part(part, sentence, context, read) for part in parts]
    good = len(parts) == len(figures) and all(r is not None and r.writes and "name" in r.slots for r in readings)
    return unclear("two_actions", tuple(r for r in readings if r is not None) if good else ())


def _split(sentence: Sentence) -> list[list[Item]]:
    """Cut at commas, line ends and "e" wherever both sides hold an amount."""
    parts: list[list[Item]] = [[]]
    for item in sentence.items:
        cut = item.kind in {"sep", "stop"} or (item.kind == "w" and item.norm == "e")
        if cut and any(i.kind == "amt" for i in parts[-1]):
            parts.append([])
        else:
            parts[-1].append(item)
    return [part for part in parts if any(item.kind == "amt" for item in part)]


def _read_part(part: list[Item], sentence: Sentence, context: Context, read: Read) -> Reading | None:
    """A part by itself, or with the first verb of the message in front ("gastei 50 no mercado e 30 na farmácia")."""
    whole = [
        item
        for item in sentence.items
        if item.kind == "w" and only_verb(item.norm) and (form := verb(item.norm)) and form.tense != "other"
    ]
    shared = [item for item in sentence.items if item.kind == "when"]
    items = [item for item in part if item.norm != "e" or item.kind != "w"]
    has_verb = any(item in whole for item in items)
    if not any(item.kind == "when" for item in items) and len(shared) == 1:
        items = [*items, *shared]
    if not has_verb and whole:
        items = [whole[0], *items]
    found = read(Sentence(sentence.text, sentence.tokens, items), context)
    return found if found.writes else None
