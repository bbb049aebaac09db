"""The polite front of an order ("pode lançar", "vc consegue", "quero que") taken off, to find the verb that counts."""

from __future__ import annotations

from collections.abc import Sequence

from mel.understanding.sentence import Item
from mel.understanding.verbs import Verb, verb
from mel.understanding.wordlist import words

POLITE = words(
    "pode podes poderia podia consegue voce tu vc dah da pra me nos favor gostaria de que bora vamos quero "
    "queria queremos preciso precisamos a gente eu eh so nos2 deixa deixe tem como mel"
)


def order(core: Sequence[Item], lemmas: frozenset[str]) -> tuple[Verb, int] | None:
    """The verb of an order from these lemmas and the place after it; only polite words may stand before it."""
    at = 0
    while at < len(core) and at < 7 and core[at].kind == "w" and core[at].norm in POLITE:
        form = verb(core[at].norm)
        if form is not None and form.lemma in lemmas and form.tense in {"order", "infinitive"}:
            break
        at += 1
    if at >= len(core) or core[at].kind != "w":
        return None
    form = verb(core[at].norm)
    if form is None or form.lemma not in lemmas or form.tense not in {"order", "infinitive", "present"}:
        return None
    return form, at + 1


def opening(core: Sequence[Item]) -> list[str]:
    """The polite words at the front."""
    words: list[str] = []
    for item in core:
        if item.kind != "w" or item.norm not in POLITE:
            break
        words.append(item.norm)
    return words
