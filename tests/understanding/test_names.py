"""Names: the gold list, and how sure a match is."""

from __future__ import annotations

import pytest

from mel.understanding import Term
from mel.understanding.names import find_expense, find_goal, find_member, resolve
from understanding.corpus import VOCABULARY, lines

CASES = lines("names.jsonl")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_gold_names(case):
    find = find_goal if case["kind"] == "goal" else find_expense
    found = find(case["query"], VOCABULARY)

    assert (found.term.name if found.term else None) == case["gold"]


@pytest.mark.parametrize("query", ["esmola", "fazer", "casa nova", "viagem pra Disney", "caro", "luiz", "gaso"])
def test_look_alikes_are_other_things(query):
    assert not find_expense(query, VOCABULARY).known
    assert not find_goal(query, VOCABULARY).known


def test_a_slip_is_known_but_never_sure():
    found = find_expense("mercdo", VOCABULARY)

    assert found.known
    assert not found.sure
    assert found.candidates == ("mercado",)


def test_two_things_of_one_name_are_a_question():
    goals = (Term("Viagem Chile"), Term("Viagem Bahia"))

    assert resolve("viagem", goals).how == "ambiguous"
    assert resolve("viagem", goals).term is None


def test_aliases_name_their_thing():
    assert resolve("feira", (Term("Mercado", ("feira", "super")),)).how == "exact"


def test_members_answer_to_their_name():
    assert find_member("ana", VOCABULARY).name == "Ana"
    assert find_member("Mariana", VOCABULARY) is None
