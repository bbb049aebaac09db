"""The one rule of lookup: all words of the query, in exactly one name; near misses are only suggested."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mel.shared.errors import AmbiguousName
from mel.shared.names import find, match, suggest
from mel.shared.text import fold, tokens


@dataclass(frozen=True)
class Thing:
    name: str
    aliases: tuple[str, ...] = ()


AMSTERDAM = Thing("Amsterdam Setembro/2026")
HONEYMOON = Thing("Lua de mel")
MARKET = Thing("Mercado", ("supermercado", "feira"))
ONLINE = Thing("Mercado Livre")
HOME = Thing("Casa")
WATER = Thing("Água")
LIGHT = Thing("Conta de luz")
PHONE = Thing("Conta de celular")
THINGS = (AMSTERDAM, HONEYMOON, MARKET, ONLINE, HOME, WATER, LIGHT, PHONE)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("Amsterdam", AMSTERDAM),
        ("AMSTERDAM", AMSTERDAM),
        ("setembro amsterdam", AMSTERDAM),
        ("amsterdam setembro/2026", AMSTERDAM),
        ("lua de mel", HONEYMOON),
        ("mercado", MARKET),
        ("Feira", MARKET),
        ("livre", ONLINE),
        ("agua", WATER),
        ("ÁGUA", WATER),
        ("  água\t", WATER),
        ("luz", LIGHT),
        ("conta luz", LIGHT),
        ("Casa nova", None),
        ("amsterdam outubro", None),
        ("amsterda", None),
        ("padaria", None),
        ("", None),
        ("!?", None),
        ("\u200b", None),
    ],
)
def test_a_query_names_a_thing_only_when_all_its_words_are_in_it(query: str, found: Thing | None) -> None:
    assert find(query, THINGS, "expense") is found


def test_words_of_two_names_of_one_thing_do_not_add_up() -> None:
    assert find("mercado feira", (MARKET,), "expense") is None


def test_two_names_that_match_are_a_question() -> None:
    with pytest.raises(AmbiguousName) as raised:
        find("conta", THINGS, "expense")

    assert raised.value.field == "expense"
    assert raised.value.candidates == ("Conta de luz", "Conta de celular")
    assert raised.value.message == "'conta' pode ser Conta de luz ou Conta de celular. Qual deles?"


def test_an_exact_name_beats_a_longer_one_but_two_exact_ones_do_not() -> None:
    assert match("mercado", (ONLINE, MARKET)).found is MARKET
    assert match("feira", (MARKET, Thing("Feira"))).found is None


def test_a_near_miss_is_suggested_and_never_found() -> None:
    names = [thing.name for thing in THINGS]

    assert suggest("mercadu", names)[0] == "Mercado"
    assert find("mercadu", THINGS, "expense") is None
    assert suggest("xyzzy", names) == ()


words = st.text("abcçéãõ", min_size=1, max_size=6)
names = st.lists(words, min_size=1, max_size=4).map(" ".join)


@given(st.lists(names, unique_by=fold, max_size=8), names)
def test_lookup_agrees_with_the_rule_spelled_out(known: list[str], query: str) -> None:
    things = [Thing(name) for name in known]
    exact = [thing for thing in things if fold(thing.name) == fold(query)]
    partial = [thing for thing in things if set(tokens(query)) <= set(tokens(thing.name))]
    hits = exact or partial

    assert match(query, things).found == (hits[0] if len(hits) == 1 else None)


@given(st.lists(names, unique_by=fold, min_size=1, max_size=8))
def test_a_full_name_always_finds_its_thing(known: list[str]) -> None:
    things = [Thing(name) for name in known]

    assert [match(name.upper(), things).found for name in known] == things


@given(st.lists(names, max_size=6), names)
def test_a_suggestion_is_always_one_of_the_names(known: list[str], query: str) -> None:
    assert set(suggest(query, known)) <= set(known)
