"""The shape of a told spend: its verbs, and the runs of words between verbs, amounts and marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mel.understanding import lexicon
from mel.understanding.clause import Clause, Refused
from mel.understanding.row import Item
from mel.understanding.verbs import COST, DEED, EARN, PLACE, SPEND, Verb, only_verb, verb


class Frame(NamedTuple):
    """The verbs of the clause and its runs of words between verbs, amounts and marks."""

    verbs: tuple[tuple[int, Verb], ...]
    runs: tuple[tuple[int, tuple[Item, ...]], ...]


def frame_of(core: Sequence[Item]) -> Frame:
    verbs: list[tuple[int, Verb]] = []
    runs: list[tuple[int, tuple[Item, ...]]] = []
    run: list[Item] = []
    start = 0
    for at, item in enumerate(core):
        form = _verb_here(core, at)
        if form is not None or item.kind in {"amt", "sep"}:
            if run:
                runs.append((start, tuple(run)))
            run, start = [], at + 1
            if form is not None:
                verbs.append((at, form))
            continue
        if not run:
            start = at
        run.append(item)
    if run:
        runs.append((start, tuple(run)))
    return Frame(tuple(verbs), tuple(runs))


def _verb_here(core: Sequence[Item], at: int) -> Verb | None:
    item = core[at]
    if item.kind != "w" or item.value == "code":
        return None
    form = verb(item.norm)
    if form is None:
        return None
    if only_verb(item.norm) and form.tense == "past":
        return form
    previous = core[at - 1].norm if at else ""
    if form.tense == "order" and at == 0 and form.lemma in PLACE and previous not in lexicon.ARTICLES:
        return form
    return None


def check_verbs(clause: Clause, frame: Frame, *, ordered: bool) -> None:
    lemmas = [form.lemma for _, form in frame.verbs]
    if ordered and any(lemma not in SPEND | DEED | COST for lemma in lemmas):
        raise Refused("two_actions")
    if len(lemmas) > 2:
        raise Refused("two_actions")
    for _, form in frame.verbs:
        lemma = form.lemma
        if lemma in COST | {"morrer"} and form.person in {"3", "3p"} and not (lemma == "dar" and clause.member):
            continue
        if lemma in PLACE and form.tense == "order":
            continue
        if lemma in SPEND | DEED | PLACE:
            if form.person in {"1", "1p"} or clause.member in {"both", "partner", "self"} or clause.member:
                continue
            raise Refused("someone_else")
        if lemma in EARN:
            raise Refused("not_a_spend")
        raise Refused("other_verb")
    if len(lemmas) == 2 and not _two_verbs_fit(frame):
        raise Refused("two_actions")


def _two_verbs_fit(frame: Frame) -> bool:
    """ "almocei fora, deu 38", "fui no mercado e gastei 80": a deed and its price are one spend."""
    first, second = (form.lemma for _, form in frame.verbs)
    if second in COST:
        return first in SPEND | DEED
    if first in {"ir", "passar", "parar"} and second in SPEND:
        return True
    return first in DEED - {"trocar"} and second in {"pagar", "gastar", "desembolsar", "deixar", "morrer"}
