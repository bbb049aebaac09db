"""What Mel offers in a question of her own, a "sim" takes up."""

from __future__ import annotations

import pytest

from llm.homes import a_home, told


@pytest.mark.parametrize(
    ("messages", "tool"),
    [
        (("apaga o mercado de ontem",), "operationsList"),
        (("como tá a meta do barco?",), "goalsList"),
        (("blablabla xyz",), None),
    ],
)
async def test_a_yes_to_an_offer_takes_it_up(messages: tuple[str, ...], tool: str | None) -> None:
    home = a_home()

    offered = await told(home, "gastei 10 na farmácia", *messages)
    reply = await told(home, "sim")

    assert offered.text.endswith("?")
    assert [call.name for call in reply.tool_calls] == ([tool] if tool else [])
    assert reply.receipts == ()


async def test_a_yes_to_no_offer_is_told_that_nothing_waits() -> None:
    reply = await told(a_home(), "gastei 10 na farmácia", "sim")

    assert "esperando" in reply.text


async def test_an_offer_of_two_replies_ago_is_no_offer_any_more() -> None:
    reply = await told(a_home(), "como tá a meta do barco?", "gastei 10 na farmácia", "sim")

    assert reply.tool_calls == ()
