"""Whose name is it? Exact, alias or unique-token matches choose; a near miss only suggests.

`resolve` tells how sure it is: "exact" and "partial" are the house rule of `mel.shared.names`; "kind" is a member of
a category by its own noun ("presente da sogra" of "presentes", "escolinha" of "escola"); "typo" is one slip of the
fingers or the ear away from exactly one name, which must be shown and never silently used.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from mel.shared.names import match
from mel.shared.text import fold, tokens
from mel.understanding.reading import Term, Vocabulary
from mel.understanding.wordlist import words

_SMALL = words("o a os as um uma de da do das dos e em no na nos nas pro pra para com")
_KEYS = ("qwertyuiop", "asdfghjklç", "zxcvbnm")
_PHONETIC = (("ge", "je"), ("gi", "ji"), ("ph", "f"), ("ch", "x"), ("ck", "c"), ("qu", "k"), ("ss", "s"), ("ç", "s"),
("z", "s"), ("y", "i"),
             ("w", "u"), ("sh", "x"), ("ks", "x"), ("cs", "x"), ("lh", "li"), ("nh", "n"))  # fmt: skip


class Resolution(NamedTuple):
    """What a spoken name is: the term, how it was found, and what else it could be."""

    term: Term | None
    how: str = "none"
    candidates: tuple[str, ...] = ()

    @property
    def known(self) -> bool:
        return self.term is not None

    @property
    def sure(self) -> bool:
        """Whether a write may take this name without asking."""
        return self.how in {"exact", "partial", "kind"}


def resolve(query: str, terms: Sequence[Term], *, kinds: bool = True) -> Resolution:
    """Find the one term a query means. `kinds` allows members of a category, for expenses."""
    return _resolve(fold(query), tuple(terms), kinds=kinds)


@lru_cache(maxsize=2048)
def _resolve(query: str, terms: tuple[Term, ...], *, kinds: bool) -> Resolution:
    bare = " ".join(word for word in tokens(query) if word not in _SMALL)
    if not bare:
        return Resolution(None)
    for wanted in (query, bare):
        found = match(wanted, terms)
        if found.found is not None:
            how = "exact" if any(fold(name) == wanted for name in _names(found.found)) else "partial"
            return Resolution(found.found, how)
        if len(found.candidates) > 1:
            return Resolution(None, "ambiguous", tuple(term.name for term in found.candidates))
    if kinds:
        hits = [term for term in terms if any(_is_kind(bare, query, name) for name in _names(term))]
        if len(hits) == 1:
            return Resolution(hits[0], "kind")
    return _near(bare, terms)


def _names(term: Term) -> tuple[str, ...]:
    return (term.name, *term.aliases)


def _near(bare: str, terms: tuple[Term, ...]) -> Resolution:
    hits = [term for term in terms if any(near(bare, _core(name)) for name in _names(term))]
    if len(hits) == 1:
        return Resolution(hits[0], "typo", (hits[0].name,))
    tokens_hit = [term for term in terms if any(_near_token(bare, name) for name in _names(term))]
    if not hits and len(tokens_hit) == 1:
        return Resolution(tokens_hit[0], "typo", (tokens_hit[0].name,))
    return Resolution(None, "ambiguous" if len(hits) > 1 else "none", tuple(term.name for term in hits))


def _core(name: str) -> str:
    return " ".join(word for word in tokens(name) if word not in _SMALL)


def _near_token(bare: str, name: str) -> bool:
    parts = _core(name).split()
    words = bare.split()
    if len(parts) < 2:
        return False
    if len(words) == 1:
        return any(len(part) >= 6 and near(bare, part) for part in parts)
    return len(words) == len(parts) and all(a == b or near(a, b) for a, b in zip(words, parts, strict=True))


def _is_kind(bare: str, query: str, name: str) -> bool:
    folded = _core(name)
    words = bare.split()
    if " " in folded or not words:
        return False
    if len(words) == 1:
        return (
            words[0] in {folded + "s", folded + "es"}
            or _small_form(words[0]) == folded
            or (len(folded) > 3 and folded == words[0] + "s")
        )
    # A plural name is a category: "presente da sogra" is one of "presentes".
    of = query.split()[1:2]
    return (
        len(folded) > 4 and folded == words[0] + "s" and bool(of) and of[0] in {"de", "da", "do", "das", "dos", "pra"}
    )


def _small_form(word: str) -> str:
    for ending, full in (("inha", "a"), ("inho", "o"), ("inhas", "as"), ("inhos", "os")):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)] + full
    return word


def phonetic(word: str) -> str:
    """Spellings that sound alike, made equal: "fachina" and "faxina", "netflics" and "netflix"."""
    for spelled, sound in _PHONETIC:
        word = word.replace(spelled, sound)
    return word.replace("h", "") if len(word) > 3 else word


def near(typed: str, name: str) -> bool:
    """One plausible slip: a sound-alike, a doubled, missing, extra, swapped or neighbouring letter."""
    if typed == name:
        return True
    joined, target = typed.replace(" ", "").replace("-", ""), name.replace(" ", "")
    if joined == target and len(target) >= 4:
        return True
    if _undoubled(joined) == _undoubled(target) and joined.count("rr") != target.count("rr"):
        return False
    if len(target) < 4 or " " in typed or abs(len(joined) - len(target)) > 2 or joined[0] != target[0]:
        return False
    if phonetic(joined) == phonetic(target) and len(target) > 4:
        return True
    if _undoubled(joined) == target or (_undoubled(joined) == _undoubled(target) and "rr" not in target + joined):
        return True
    return len(target) >= 5 and one_slip(joined, target)


def _undoubled(word: str) -> str:
    return "".join(char for at, char in enumerate(word) if not at or char != word[at - 1])


def one_slip(typed: str, name: str) -> bool:
    """One missing, extra or swapped letter, or one replaced by its neighbour on the keyboard."""
    short, long = sorted((typed, name), key=len)
    if len(long) - len(short) == 1:
        plural = typed == name + "s" or name == typed + "s"
        if plural:
            return True
        changed = next((at for at in range(len(short)) if short[at] != long[at]), len(short))
        if short[changed:] != long[changed + 1 :]:
            return False
        # A letter added makes another word too easily ("carro", "carros"); a letter dropped seldom does.
        return len(typed) < len(name) or len(name) >= 6
    if len(short) != len(long):
        return False
    different = [at for at in range(len(short)) if typed[at] != name[at]]
    if len(different) == 2 and different[1] == different[0] + 1:
        return typed[different[0]] == name[different[1]] and typed[different[1]] == name[different[0]]
    return len(different) == 1 and _neighbours(typed[different[0]], name[different[0]]) and len(name) >= 6


@lru_cache(maxsize=1024)
def _neighbours(one: str, other: str) -> bool:
    places = {key: (row, column) for row, keys in enumerate(_KEYS) for column, key in enumerate(keys)}
    if one not in places or other not in places:
        return False
    (row, column), (row2, column2) = places[one], places[other]
    return abs(row - row2) <= 1 and abs(column - column2) <= 1


def find_expense(query: str, vocabulary: Vocabulary) -> Resolution:
    return resolve(query, vocabulary.expenses)


def find_goal(query: str, vocabulary: Vocabulary) -> Resolution:
    return resolve(query, vocabulary.goals, kinds=False)


def find_card(query: str, vocabulary: Vocabulary) -> Resolution:
    return resolve(query, vocabulary.cards, kinds=False)


def find_member(query: str, vocabulary: Vocabulary) -> Term | None:
    """Members by exact folded name or alias, or by first name when it is the only one."""
    return _find_member(fold(query), vocabulary.members)


@lru_cache(maxsize=2048)
def _find_member(wanted: str, members: tuple[Term, ...]) -> Term | None:
    for member in members:
        if any(fold(name) == wanted for name in _names(member)):
            return member
    firsts = [member for member in members if tokens(member.name)[:1] == (wanted,)]
    return firsts[0] if len(firsts) == 1 else None
