"""The owner's fields in JSON, as scenario 022 spells them."""

import json
import re

import pytest

from evals.pretend import pretending
from mel.evals import ConversationFixture, EvalRunner, Expect, FixtureTurn
from mel.evals.catalog import conversations
from mel.evals.owner_form import NoJson, fixture_of, fixture_wire
from mel.evals.writing import without_places

OWNERS = {
    "name": "budget-total-query",
    "world": "gabriel-e-ana",
    "today": "2026-06-15",
    "turns": [
        {
            "user": "quanto a gente tem de orçamento esse mês?",
            "mockLLM": {
                "toolCalls": [{"id": "1", "name": "budgetTotal", "args": {"month": "2026-06"}}],
                "text": "O orçamento previsto pra junho é R$ 2.820.",
            },
            "expect": {
                "toolCallsMade": ["budgetTotal"],
                "toolCallArgsMatching": {"budgetTotal": {"month": "/^2026-06$/"}},
                "responseTextMatching": "/R\\$\\s?2\\.820/i",
                "responseTextNotMatching": "/prezado|estimado/i",
            },
        }
    ],
}


async def test_the_owners_fields_are_accepted_verbatim():
    fixture = fixture_of(OWNERS)

    report = await EvalRunner().run(fixture)

    assert report.failures == []
    assert fixture.turns[0].expect.response_text_matching == re.compile(r"R\$\s?2\.820", re.IGNORECASE)


@pytest.mark.parametrize("fixture", conversations(), ids=lambda fixture: fixture.name)
def test_the_catalog_round_trips_through_json(fixture):
    back = fixture_of(json.loads(json.dumps(fixture_wire(fixture), ensure_ascii=False)))

    assert fixture_wire(back) == fixture_wire(fixture)
    assert without_places(back).turns == without_places(fixture).turns


def test_json_files_are_part_of_a_catalog(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps(OWNERS), encoding="utf-8")

    assert [fixture.name for fixture in conversations([tmp_path])] == ["budget-total-query"]


def test_an_unknown_key_is_refused_with_the_nearest():
    with pytest.raises(NoJson, match='você quis dizer "toolCallsMade"'):
        fixture_of({"name": "x", "turns": [{"user": "oi", "expect": {"toolCallMade": []}}]})


@pytest.mark.parametrize(
    "fixture",
    [
        ConversationFixture(name="x", turns=[], setup=pretending()),
        ConversationFixture(name="x", turns=[FixtureTurn(user="oi", expect=Expect(side_effects=lambda c: True))]),
    ],
)
def test_code_has_no_json(fixture):
    with pytest.raises(NoJson):
        fixture_wire(fixture)


async def test_a_chat_message_is_a_message_too():
    turn = FixtureTurn(user={"role": "user", "content": "oi"}, mock_llm={"text": None})

    report = await EvalRunner().run(ConversationFixture(name="x", turns=[turn], setup=pretending()))

    assert report.trials[0].transcript[0].user == "oi"
