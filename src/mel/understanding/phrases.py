"""Noun phrases: the words that name what a message is about, found verbatim and free of anything that is no name."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from mel.understanding import lexicon
from mel.understanding.names import find_member
from mel.understanding.payees import personal
from mel.understanding.reading import Context
from mel.understanding.sentence import Item, Sentence
from mel.understanding.verbs import only_verb, verb, verb_shaped
from mel.understanding.wordlist import words

NOT_IN_NAMES = (
    lexicon.NEGATIONS | lexicon.FUTURE | lexicon.CONDITION | lexicon.CONTRAST | lexicon.NON_EVENTS | lexicon.ACCOUNTING
    | words("ou partir vi vimos depois antes durante acima abaixo alem gratis sai cai fica "
            "centavo centavos reais real pila pilas conto contos mangos")
    | lexicon.BOTH | lexicon.PRONOUNS | lexicon.INTERROGATIVES
) - frozenset({"meia", "menos", "nada", "melhor", "correto", "saldo", "vezes", "teste", "saque"})  # fmt: skip
_JOINTS = lexicon.PREPOSITIONS | lexicon.ARTICLES | lexicon.POSSESSIVES | frozenset({"e"})


class Phrase(NamedTuple):
    """Items of one noun phrase with the preposition that opened it ("" when none)."""

    preposition: str
    items: tuple[Item, ...]

    def text(self, sentence: Sentence) -> str:
        return sentence.span(self.items[0].first, self.items[-1].last)

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(item.norm for item in self.items)


def name_word(item: Item) -> bool:
    """Whether an item may be part of a name."""
    if item.kind == "qty" or item.value == "code":
        return True
    if item.kind == "when" and item.norm in {"do mes", "da semana", "do ano", "de hoje_"}:
        return True
    if item.kind != "w":
        return False
    word = item.norm
    if word in _JOINTS:
        return True
    return not (word in NOT_IN_NAMES or only_verb(word) or verb_shaped(word) or len(word) < 2)


def phrases(run: Sequence[Item], *, heads: bool = True) -> list[Phrase] | None:
    """A run of words as noun phrases, opened by place words, "com", "por" and "pra"; None when a word is no name."""
    if any(not (name_word(item) or use(run, at) or _placed(run, at)) for at, item in enumerate(run)) or (
        _article_inside(run)
    ):
        return None
    found: list[Phrase] = []
    preposition, current = "", list[Item]()
    for at, item in enumerate(run):
        word = item.norm
        opens = item.kind == "w" and item.value != "code" and word in lexicon.PREPOSITIONS
        opens = opens and not (current and word == "em" and _form(run, at))
        inside = bool(current) and word in lexicon.OF | {"pra", "pro", "sem", "a", "ao"}
        if opens and not inside and not (word == "a" and not current):
            if current:
                found.append(Phrase(preposition, tuple(current)))
            preposition, current = word, []
        else:
            current.append(item)
    if current:
        found.append(Phrase(preposition, tuple(current)))
    trimmed = [Phrase(phrase.preposition, trim(phrase.items, heads=heads)) for phrase in found]
    return [phrase for phrase in trimmed if phrase.items]


_FORMS = words("po barra conserva calda lata grao graos")


def _form(run: Sequence[Item], at: int) -> bool:
    """ "sabão em pó", "chocolate em barra": how the thing comes, and no place."""
    return at + 1 < len(run) and run[at + 1].norm in _FORMS


def use(run: Sequence[Item], at: int) -> bool:
    """ "máquina de lavar": an infinitive after a noun's "de" tells what it is for."""
    form = verb(run[at].norm) if run[at].kind == "w" else None
    return form is not None and form.tense == "infinitive" and at > 1 and run[at - 1].norm == "de"


def _placed(run: Sequence[Item], at: int) -> bool:
    """ "na Nissei", "no enjoei": behind a place word there is a noun, however it ends."""
    word = run[at].norm
    return verb_shaped(word) and not only_verb(word) and at > 0 and run[at - 1].norm in lexicon.PLACE_PREPOSITIONS


def _article_inside(run: Sequence[Item]) -> bool:
    """ "passa o condomínio" is no noun phrase: an article follows a preposition, a joint or nothing."""
    for before, item in pairwise(run):
        article = item.kind == "w" and item.value != "code" and item.norm in lexicon.ARTICLES - {"a"}
        if article and before.kind == "w" and before.norm not in _JOINTS | {"tambem"} and before.value != "code":
            return True
    return False


COUNTED = words(
    "ingressos passagens tickets cupons pratos copos bandejas caixas garrafas latas potes rodadas pecas aulas sessoes "
    "diarias fardos sacos"
)
"""What a number counts and is bought all the same."""
_HEADS = tuple(sorted(lexicon.NAME_HEADS, key=len, reverse=True))


def trim(items: Sequence[Item], *, heads: bool = True) -> tuple[Item, ...]:
    """Without articles, possessives, quantities, generic heads ("conta de") in front and states behind."""
    left = _without_front(list(items), heads=heads)
    while left and _trails(left[-1], heads=heads) and [item.norm for item in left[-2:]] != ["ano", "novo"]:
        if len(left) == 1 and left[0].kind == "w" and left[0].norm not in _JOINTS:
            break
        left.pop()
    for at, item in enumerate(left):
        if item.kind == "qty" and at and item.norm not in {"anos", "ano"}:
            left = left[:at]
            while left and left[-1].norm in _JOINTS:
                left.pop()
            break
    return tuple(left)


_ORDINALS = words("primeira segunda terceira quarta quinta sexta setima oitava nona decima ultima penultima")
_POINTED = words("nesse nessa neste nesta naquele naquela desse dessa deste desta daquele daquela esse essa este esta")
_PARTS = frozenset({"parcela", "prestacao", "mensalidade", "via"})


def _without_front(left: list[Item], *, heads: bool) -> list[Item]:
    moved = True
    while moved and left and left[0].value != "code":
        moved = False
        first = left[0]
        ordinal = len(left) > 1 and (
            (first.norm.endswith("º") and left[1].norm in _PARTS)
            or (first.norm in _ORDINALS and left[1].norm in _PARTS - {"via"})
        )
        pointed = first.norm in _POINTED | {"referente"} and len(left) > 1
        if first.kind == "qty" and first.norm in COUNTED and first.last - first.first == 2:
            # "2 ingressos setor 3": the number counts, and what it counts was bought.
            return [first._replace(kind="w", first=first.first + 1, value="code"), *left[1:]]
        if pointed or (first.norm in _JOINTS and first.kind == "w") or first.kind == "qty" or ordinal:
            left, moved = left[1:], True
            continue
        size = next((len(head) for head in _HEADS if _heads(left, head)), 0) if heads else 0
        if size:
            left, moved = left[size + 1 :], True
    return left


def _heads(left: list[Item], head: tuple[str, ...]) -> bool:
    """ "conta de …": a generic head before the name itself."""
    size = len(head)
    if len(left) <= size or left[0].norm != head[0] or tuple(item.norm for item in left[:size]) != head:
        return False
    return left[size].norm in lexicon.OF | {"com", "em", "pra", "pro"}


def _trails(last: Item, *, heads: bool) -> bool:
    if last.value == "code":
        return False
    state = last.norm in lexicon.STATE_WORDS and (heads or last.norm != "extra")
    return (last.kind == "qty" and last.norm != "anos") or state or last.norm in _JOINTS


def companion(phrase: Phrase, sentence: Sentence, context: Context) -> bool:
    """ "com a Ana", "com meus pais": who came along, neither payer nor thing."""
    if phrase.preposition != "com":
        return False
    words = [word for word in phrase.words if word not in _JOINTS]
    if not words:
        return True
    if personal(words[0]):
        return True
    named = find_member(sentence.span(phrase.items[0].first, phrase.items[0].last), context.vocabulary)
    return words[0] in lexicon.COMPANIONS or named is not None
