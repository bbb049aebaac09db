"""Who paid, who received: "eu", "a gente", "a Ana", "meu marido", as a subject or as an afterthought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mel.understanding import lexicon
from mel.understanding.names import find_member
from mel.understanding.reading import Context
from mel.understanding.sentence import Item, Sentence
from mel.understanding.verbs import verb


class Who(NamedTuple):
    """A member as labelled (self, both, partner, or the name as typed) and the items it took."""

    member: str
    last: int


def read_who(sentence: Sentence, items: Sequence[Item], at: int, context: Context) -> Who | None:
    """The member named at item `at`, with its article or possessive, joined by "e" when there are two."""
    first = _one(sentence, items, at, context)
    if first is None:
        return None
    if first.last + 1 < len(items) and items[first.last].norm in {"e", "mais"}:
        second = _one(sentence, items, first.last + 1, context)
        if second is not None and second.member != first.member:
            return Who("both", second.last)
    return first


_DETERMINERS = lexicon.ARTICLES | lexicon.POSSESSIVES
_TOGETHER = frozenset({("a", "gente"), ("nos2", "dois"), ("nos", "dois")})


def _one(sentence: Sentence, items: Sequence[Item], at: int, context: Context) -> Who | None:
    if at >= len(items) or items[at].kind != "w" or not items[at].norm or items[at].value == "code":
        return None
    word = items[at].norm
    following = items[at + 1].norm if at + 1 < len(items) and items[at + 1].kind == "w" else ""
    if word == "eu":
        return Who("self", at + 1)
    if (word, following) in _TOGETHER:
        return Who("both", at + 2)
    if word in {"nos2", "agente"}:
        return Who("both", at + 1)
    if word in {"ele", "ela"}:
        return Who("partner", at + 1)
    skip = at
    if word in _DETERMINERS:
        skip = at + 2 if word in {"o", "a"} and following in lexicon.POSSESSIVES else at + 1
    if skip >= len(items) or items[skip].kind != "w":
        return None
    name = sentence.span(items[skip].first, items[skip].last)
    if items[skip].norm in lexicon.PARTNER:
        return Who("partner", skip + 1)
    if find_member(name, context.vocabulary) is not None and (skip == at or word in {"o", "a", "minha", "meu"}):
        return Who(name, skip + 1)
    return None


_TAIL_VERBS = frozenset({"pagou", "paguei", "pagamos", "comprou", "comprei", "bancou", "banquei", "pagaram"})


def take_payer(
    sentence: Sentence, items: list[Item], context: Context, lemmas: frozenset[str] | None = None
) -> tuple[str | None, list[Item]]:
    """The payer and the items without the words that named them; a subject leaves its verb in place."""
    for at in range(len(items)):
        found = _afterthought(sentence, items, at, context)
        if found is not None:
            member, last = found
            return member, items[:at] + items[last:]
    cleft = _cleft(sentence, items, context)
    if cleft is not None:
        return cleft
    for at in range(len(items)):
        who = read_who(sentence, items, at, context)
        if who is None or who.last >= len(items) or items[who.last].kind != "w":
            continue
        if at and items[at - 1].norm == "com":
            # "jantar com a Ana deu 140": she came along.
            continue
        cleft_verb = items[who.last].norm == "que" and who.last + 1 < len(items)
        verb_at = who.last + 1 if cleft_verb else who.last
        done = verb(items[verb_at].norm)
        if done is not None and (lemmas is None or done.lemma in lemmas or done.tense in {"past", "present"}):
            if not _agrees(who.member, done.person):
                continue
            return who.member, items[:at] + items[verb_at:]
    plural = [item for item in items if item.kind == "w" and (form := verb(item.norm)) and form.person == "1p"]
    return ("both" if plural else None), items


def _cleft(sentence: Sentence, items: list[Item], context: Context) -> tuple[str, list[Item]] | None:
    """ "quem pagou o sushi foi minha mulher": the payer comes last, the thing in between stays."""
    at = next((at for at, item in enumerate(items[:-1]) if item.norm == "quem" and item.kind == "w"), None)
    if at is None or items[at + 1].norm not in _TAIL_VERBS:
        return None
    here = next((n for n in range(at + 2, len(items)) if items[n].norm in {"foi", "fui"}), None)
    who = read_who(sentence, items, here + 1, context) if here is not None else None
    if here is None or who is None:
        return None
    between = items[at + 1 : here]
    priced = [
        item
        for n, item in enumerate(between)
        if not (item.norm in {"os", "as", "o"} and between[n + 1 : n + 2] and between[n + 1].kind == "amt")
    ]
    return who.member, items[:at] + priced + items[who.last :]


def _agrees(member: str, person: str) -> bool:
    if member == "self":
        return person == "1"
    if member == "both":
        return person in {"3", "1p"}
    return person == "3"


def _afterthought(sentence: Sentence, items: Sequence[Item], at: int, context: Context) -> tuple[str, int] | None:
    """ "quem pagou foi a Ana", "foi ela que pagou", "pago pela Ana", "a Ana que pagou", ", eu paguei"."""
    words = [item.norm if item.kind == "w" else "" for item in items[at : at + 4]]
    if words[:1] == ["quem"] and words[1:2] and words[1] in _TAIL_VERBS | {"pago"}:
        start = at + 2 + (words[2:3] in (["foi"], ["fui"]))
        who = read_who(sentence, items, start, context)
        return (who.member, who.last) if who else None
    if words[:2] in (["paguei", "eu"], ["pagamos", "nos2"]) and at + 2 == len(items) and at:
        return "self" if words[1] == "eu" else "both", at + 2
    if words[:1] in (["foi"], ["fui"]):
        who = read_who(sentence, items, at + 1, context)
        if who and [i.norm for i in items[who.last : who.last + 1]] in (["que"], ["quem"]):
            after = [i.norm for i in items[who.last + 1 : who.last + 2]]
            if after and after[0] in _TAIL_VERBS:
                return who.member, who.last + 2
    if (
        words[:1]
        and words[0] in {"pago", "paga", "pagos", "bancado"}
        and words[1:2]
        and words[1] in {"por", "pelo", "pela"}
    ):
        who = read_who(sentence, items, at + 2, context)
        return (who.member, who.last) if who else None
    if words[:1] and words[0] in {"pelo", "pela", "por"} and at:
        who = read_who(sentence, items, at + 1, context)
        if who and who.last == len(items):
            return who.member, who.last
    who = read_who(sentence, items, at, context)
    if who is None or not at:
        return None
    after = [item.norm for item in items[who.last : who.last + 2]]
    if after[:1] in (["que"], ["quem"]) and after[1:] and after[1] in _TAIL_VERBS:
        return who.member, who.last + 2
    earlier = any(item.kind == "amt" for item in items[:at])
    if earlier and after[:1] and after[0] in _TAIL_VERBS and who.last + 1 == len(items):
        return who.member, who.last + 1
    return None
