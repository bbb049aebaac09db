"""What is told before the event, and adds nothing to it: "não era pra eu comprar, mas…", "o pneu furou, deu 60…"."""

from __future__ import annotations

from collections.abc import Iterator

from mel.understanding.fillers import without_fillers
from mel.understanding.row import Item, Sentence
from mel.understanding.verbs import COST, SPEND, verb
from mel.understanding.wordlist import words

_PRICED = frozenset({"amt", "bad"})


def after_story(sentence: Sentence) -> list[Item] | None:
    """The items of the event itself, when what stands before it is a story without any amount; None when it is not."""
    return _after_relief(sentence) or _after_mishap(sentence) or _after_reason(sentence)


_RELIEVED = words(
    "era ia queria devia resisti aguentei podia segurei deveria planejava pretendia tava estava tinha tinhamos barato "
    "barata facil previsto planejado"
)


def _after_relief(sentence: Sentence) -> list[Item] | None:
    """ "não era pra eu comprar, mas comprei…": a negation about something else, and then the event."""
    for front, rest in _cuts(sentence, frozenset({"mas", "e"})):
        said = {item.norm for item in front if item.kind == "w"}
        if not (said & {"nao", "nem"} and said & _RELIEVED):
            continue
        while rest and rest[0].norm in {"fui", "la"} and len(rest) > 1:
            rest = rest[1:]
        return without_fillers(rest)
    return None


_BROKE = words(
    "estourou pifou quebrou furou acabou estragou queimou entupiu vazou morreu parou travou molhou rasgou "
    "quebrei furei "
    "queimei quebraram acabaram estouraram adoeceu"
)


def _after_mishap(sentence: Sentence) -> list[Item] | None:
    """ "estourou um cano aqui e paguei 150 pro encanador": what broke is why, the first person's spend is what."""
    for front, rest in _cuts(sentence, frozenset({"e", ",", ".", ";", "ai", "entao", "dai"})):
        plain = len(front) <= 9 and all(item.kind in {"w", "sep", "when"} for item in front)
        if not plain or not any(item.norm in _BROKE for item in front):
            continue
        event = without_fillers(rest)
        first = next((item for item in event if item.kind != "when"), None)
        form = verb(first.norm) if first is not None and first.kind == "w" else None
        told = form is not None and form.tense == "past"
        if form and told and ((form.lemma in SPEND and form.person in {"1", "1p"}) or form.lemma in COST):
            return event
    return None


def _after_reason(sentence: Sentence) -> list[Item] | None:
    """ "por causa da chuva chamei um uber…": why, and then what was done."""
    items = without_fillers(sentence.items)
    if [item.norm for item in items[:2]] != ["por", "causa"]:
        return None
    for at, item in enumerate(items[:8]):
        form = verb(item.norm) if item.kind == "w" else None
        if item.kind in _PRICED or item.norm in {"nao", "nem"}:
            return None
        if form and form.tense == "past" and form.person in {"1", "1p"}:
            return items[at:]
    return None


def _cuts(sentence: Sentence, joints: frozenset[str]) -> Iterator[tuple[list[Item], list[Item]]]:
    """What stands before and after each joint, as long as no amount was named before it."""
    items = list(sentence.items)
    for at, item in enumerate(items):
        if item.kind in _PRICED:
            return
        if at > 1 and at + 1 < len(items) and item.norm in joints:
            yield items[:at], items[at + 1 :]
