"""The line protocol of the terminal."""

from __future__ import annotations

import io

from mel.agent.reply import Reply
from mel.channels.terminal import LONGEST_LINE, read_all, rendered, serve_lines


async def echo(text: str) -> Reply:
    return Reply(f"{len(text)}:{text[:5]}", cards=("Mercado: R$ 0 → R$ 50",))


async def served(typed: str) -> str:
    target = io.StringIO()
    await serve_lines(echo, io.StringIO(typed), target)
    return target.getvalue()


def test_a_reply_is_words_and_then_cards() -> None:
    assert rendered(Reply("Anotei.", cards=("a", "b"))) == "Anotei.\n  a\n  b"


async def test_each_line_is_a_message_and_blank_ones_are_none() -> None:
    assert await served("um\r\n\n   \ndois") == "2:um\n  Mercado: R$ 0 → R$ 50\n\n4:dois\n  Mercado: R$ 0 → R$ 50\n\n"


async def test_a_line_without_end_is_cut_and_the_next_one_still_heard() -> None:
    huge = "x" * (3 * LONGEST_LINE)

    first, second = (await served(f"{huge}\noi\n")).strip().split("\n\n")

    assert first.startswith(f"{LONGEST_LINE}:xxxxx")
    assert second.startswith("2:oi")


def test_a_message_on_standard_input_is_read_whole() -> None:
    assert read_all(io.StringIO("gastei 50\nno mercado\n")) == "gastei 50\nno mercado"
