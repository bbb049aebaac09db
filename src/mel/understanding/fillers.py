"""Words that carry nothing, taken out of a clause; and what "acabei de pagar" tells put in their place."""

from __future__ import annotations

from mel.understanding import lexicon
from mel.understanding.row import Item, Sentence, once
from mel.understanding.verbs import EARN, LOG, SPEND, only_verb, told, verb
from mel.understanding.wordlist import words

_FILLER_BY_WORD: dict[str, list[tuple[str, ...]]] = {}
for _phrase in sorted(lexicon.FILLER_PHRASES, key=len, reverse=True):
    _FILLER_BY_WORD.setdefault(_phrase[0], []).append(_phrase)


@once
def meant(sentence: Sentence) -> list[Item]:
    """The items of a sentence without its fillers."""
    return without_fillers(sentence.items)


def without_fillers(items: list[Item]) -> list[Item]:
    """Drop words and phrases that carry nothing; "acabei de pagar" and its like become the verb that they tell."""
    kept: list[Item] = []
    here = 0
    recalled = any(item.norm in _NOTICED for item in items)
    while here < len(items):
        retold = _retold(items, here)
        if retold is not None:
            kept.append(retold[0])
            here = retold[1]
            continue
        size = (recalled and _noticed(items, here)) or _filler_size(items, here)
        if not size:
            kept.append(items[here])
        here += size or 1
    return kept


def _retold(items: list[Item], at: int) -> tuple[Item, int] | None:
    """A told verb in place of "acabei de pagar", "consegui vender", "acabei comprando", "saímos pra comer"."""
    if items[at].kind != "w":
        return None
    word = items[at].norm
    if word in _WENT and (gone := _gone_eating(items, at)):
        return gone
    if word in _PAID and [item.norm for item in items[at + 1 : at + 3]] in (["o", "pagamento"], ["um", "pagamento"]):
        return items[at]._replace(norm=_PAID[word]), at + 3
    following = items[at + 1] if at + 1 < len(items) else None
    if word in {"foi", "foram"} and following and following.norm == "embora":
        return items[at], at + 2
    if word in _MANAGED and following and (past := told(following.norm, _MANAGED[word])):
        return following._replace(norm=past), at + 2
    if word in _ENDED_UP and following and following.norm.endswith("ndo"):
        past = told(following.norm, _ENDED_UP[word], tense="other")
        return (following._replace(norm=past), at + 2) if past else None
    size = _filler_size(items, at) if word in _JUST_DONE else 0
    if size and at + size < len(items):
        past = _told(items[at + size].norm, _JUST_WHO.get(word, "1"))
        return (items[at + size]._replace(norm=past), at + size + 1) if past else None
    return None


_WENT = {"sai": "1", "fui": "1", "saimos": "1p", "fomos": "1p", "saiu": "3", "foi": "3"}
_EATEN = frozenset({"comer", "jantar", "almocar", "lanchar", "beber"})


def _gone_eating(items: list[Item], at: int) -> tuple[Item, int] | None:
    """ "saímos pra comer" tells what "comemos" tells."""
    here = at + 1 + (at + 1 < len(items) and items[at + 1].norm == "pra")
    if here >= len(items) or items[here].norm not in _EATEN:
        return None
    past = told(items[here].norm, _WENT[items[at].norm])
    return (items[here]._replace(norm=past), here + 1) if past else None


def _noticed(items: list[Item], at: int) -> int:
    """ "só hoje lembrei que ontem paguei…": when it came to mind is no time of the event."""
    here = at
    if items[here].norm in {"so", "apenas"}:
        here += 1
    if (here < len(items) and items[here].kind == "when") or (here < len(items) and items[here].norm == "agora"):
        here += 1
    while here < len(items) and items[here].norm in {"me", "eu"} | ({"que"} if here > at else set()):
        here += 1
    rest = [item.norm if item.kind == "w" else item.kind for item in items[here : here + 2]]
    return here + 2 - at if len(rest) == 2 and rest[0] in _NOTICED and rest[1] in {"que", "sep"} else 0


_NOTICED = frozenset({"lembrei", "toquei", "percebi", "reparei", "notei", "vi", "lembramos", "percebemos"})


_JUST_WHO = {"acabamos": "1p", "tivemos": "1p", "acabou": "3"}
_PAID = {"efetuei": "paguei", "realizei": "paguei", "efetuamos": "pagamos", "realizamos": "pagamos"}


def _told(word: str, person: str) -> str | None:
    """ "acabei de pagar", and "acabei de paga", as it is said."""
    return told(word, person) or told(word + "r", person)


_ENDED_UP = {"acabei": "1", "acabamos": "1p", "acabou": "3"}
_MANAGED = {"consegui": "1", "conseguimos": "1p", "terminei": "1", "terminamos": "1p", "mandei": "1", "mandamos": "1p"}
""" "consegui vender a bicicleta por 650": it is sold."""
_JUST_DONE = frozenset({"acabei", "acabamos", "acabou", "tive", "tivemos", "precisei", "fui"})


def _filler_size(items: list[Item], at: int) -> int:
    item = items[at]
    if item.kind != "w" or _tells_price(items, at) or _subject(items, at):
        return 0
    if item.norm == "eh" and at == 0 and len(items) > 1 and (form := verb(items[1].norm)) and form.tense == "past":
        return 1
    for phrase in _FILLER_BY_WORD.get(item.norm, ()):
        if tuple(i.norm if i.kind == "w" else "" for i in items[at : at + len(phrase)]) == phrase:
            return len(phrase)
    if item.norm in lexicon.EDGE_FILLERS and _at_edge(items, at):
        return 0 if _did_it(items, at) else 1
    if (
        item.norm == "total"
        and at
        and (
            items[at - 1].kind == "amt"
            or (items[at - 1].kind == "sep" and items[at + 1 : at + 2] and items[at + 1].kind == "amt")
        )
    ):
        return 1
    if item.norm == "agora" and items[at + 1 : at + 2] and items[at + 1].norm == "ta":
        return 0
    if item.norm in {"assim", "logo", "ja"} and at + 1 < len(items) and items[at + 1].norm == "que":
        return 0
    if item.norm == "pf" and at + 1 == len(items) and at:
        return 0 if items[at - 1].kind == "w" and items[at - 1].norm in lexicon.ARTICLES | lexicon.PREPOSITIONS else 1
    after_of = at > 0 and items[at - 1].kind == "w" and items[at - 1].norm in lexicon.OF
    powder = item.norm == "po" and at > 0 and items[at - 1].norm == "em"
    if item.norm in _FRIENDS and _did_it(items, at):
        return 0
    if item.norm in _COMPANY and at and items[at - 1].norm in _DETERMINED:
        return 0
    if (item.norm in lexicon.FILLERS and not after_of and not powder) or _laughter(item.norm):
        return 1
    return 0


_FRIENDS = words("mana mano amigo mermao parca brother bro broder truta miga migo")
_CALLED = (lexicon.EDGE_FILLERS - lexicon.FILLERS) | _FRIENDS


_COMPANY = words("galera guri guria guris rapaz amigo mana mano moca moco menino menina")
_DETERMINED = lexicon.ARTICLES | lexicon.POSSESSIVES
""" "com a galera do porto": who came along, and nobody called."""


_GIVES = SPEND | EARN | {"mandar"}


def _did_it(items: list[Item], at: int) -> bool:
    """ "comadre deu 50 de presente": somebody right before what he gave or got is no call."""
    following = items[at + 1] if at + 1 < len(items) else None
    form = verb(following.norm) if following is not None and following.kind == "w" else None
    gave = form is not None and form.person == "3" and form.tense == "past" and form.lemma in _GIVES
    return gave and items[at].norm in _CALLED


def _tells_price(items: list[Item], at: int) -> bool:
    """ "a gasolina tá 5,89", "tá em 40": what a thing costs, and nothing that was paid."""
    after = items[at + 1 : at + 3]
    if items[at].norm != "ta" or not after or not at:
        return False
    return after[0].kind == "amt" or (after[0].norm in {"a", "em", "por"} and after[-1].kind == "amt")


_KIN = lexicon.PARTNER | lexicon.OUTSIDERS


def _subject(items: list[Item], at: int) -> bool:
    """ "minha mulher guardou": who did it, and nobody called."""
    start = at if items[at].norm in lexicon.POSSESSIVES else at - 1
    if start < 0 or items[start].norm not in lexicon.POSSESSIVES or start + 2 >= len(items):
        return False
    kin = items[start + 1].norm in _KIN
    return kin and items[start + 2].kind == "w" and only_verb(items[start + 2].norm)


_CALLS = lexicon.FILLERS | lexicon.EDGE_FILLERS


def _at_edge(items: list[Item], at: int) -> bool:
    """First or last of its clause: the message's ends, or next to a mark."""
    start = at
    while start and items[start - 1].kind == "w" and items[start - 1].norm in _CALLS:
        start -= 1
    before = start == 0 or items[start - 1].kind in {"sep", "stop", "emoji"}
    after = at + 1 == len(items) or items[at + 1].kind in {"sep", "stop", "ask", "emoji"}
    lone = before and after and len(items) > 1
    then = at + 1
    while then < len(items) and items[then].kind == "w" and items[then].norm in _CALLS | {"eu"}:
        then += 1
    verb_follows = before and then < len(items) and items[then].kind == "w" and _verb_at(items, then)
    called = at == 0 and len(items) > 1 and items[0].norm in lexicon.CALLS and items[1].norm not in lexicon.OF
    marked_end = after and at > 0 and items[at - 1].kind != "w"
    return (
        called
        or lone
        or verb_follows
        or marked_end
        or (before and at + 1 < len(items) and items[at + 1].kind in {"sep", "stop"})
    )


def _verb_at(items: list[Item], at: int) -> bool:
    """A verb, or an order that could be a noun with an amount or "mais" after it ("amor bota mais 150 no limite")."""
    form = verb(items[at].norm)
    if form is None or only_verb(items[at].norm):
        return form is not None
    following = items[at + 1] if at + 1 < len(items) else None
    logs = form.lemma in LOG and following is not None
    return form.tense == "order" and (
        logs or (following is not None and (following.kind == "amt" or following.norm == "mais"))
    )


def _laughter(word: str) -> bool:
    if word[:1] not in _LAUGHS:
        return False
    return (
        (len(word) > 1 and not word.strip("kh"))
        or (len(word) > 3 and not word.strip("ahs"))
        or (not word.strip("rs") and set(word) == {"r", "s"})
    )


_LAUGHS = frozenset("khasr")
