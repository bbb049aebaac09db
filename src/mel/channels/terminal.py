"""The terminal: a prompt for people, and one message a line for pipes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import TextIO

from mel.agent.reply import Reply

Ask = Callable[[str], Awaitable[Reply]]
"""Takes one message of the member who speaks, and answers it."""

LONGEST_LINE = 20_000
"""Letters kept of one line; it is more than Mel reads, and a line without end must not fill the memory."""

FAREWELL = "Até mais!"
_WORD_PAUSE = 0.012


def rendered(reply: Reply) -> str:
    """The words, then each card on a line of its own."""
    return "\n".join([reply.text, *(f"  {card}" for card in reply.cards)])


async def serve_lines(ask: Ask, source: TextIO, target: TextIO) -> None:
    """A message per line in; the reply and a blank line out, until the source ends."""
    while (line := _next_line(source)) is not None:
        if line.strip():
            target.write(rendered(await ask(line)) + "\n\n")
            target.flush()


def _next_line(source: TextIO) -> str | None:
    """The next line without its end, cut when it is absurdly long; None at the end."""
    line = source.readline(LONGEST_LINE)
    if not line:
        return None
    rest = line
    while rest and not rest.endswith("\n"):
        rest = source.readline(LONGEST_LINE)
    return line.rstrip("\r\n")


def read_all(source: TextIO) -> str:
    """All of the input as one message, cut when it is absurdly long."""
    return source.read(LONGEST_LINE).rstrip("\r\n")


async def talk(ask: Ask, speaker: str, names: Sequence[str]) -> None:
    """A conversation on a screen. Ctrl-D ends it politely; Ctrl-C drops the line being typed."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.history import InMemoryHistory

    completer = WordCompleter(list(names), ignore_case=True, sentence=False)
    session: PromptSession[str] = PromptSession(
        f"{speaker} › ",
        history=InMemoryHistory(),
        completer=completer,
        complete_while_typing=False,
        reserve_space_for_menu=3,
    )
    while True:
        try:
            line = await session.prompt_async()
        except KeyboardInterrupt:
            continue
        except EOFError:
            print(FAREWELL)
            return
        if line.strip():
            await _write_slowly(await ask(line))


async def _write_slowly(reply: Reply) -> None:
    """Word by word, as somebody who speaks; cards at once, for they are facts."""
    print("Mel › ", end="", flush=True)
    for line in reply.text.splitlines():
        for word in re.split(r"(?<= )", line):
            print(word, end="", flush=True)
            await asyncio.sleep(_WORD_PAUSE)
        print()
    for card in reply.cards:
        print(f"  ┃ {card}")
    print()


def choose(question: str, options: Sequence[str]) -> str | None:
    """Which of these, by number or by name; None when the person leaves."""
    print(question)
    for number, option in enumerate(options, 1):
        print(f"  {number}. {option}")
    while True:
        try:
            said = input("› ").strip()
        except (EOFError, KeyboardInterrupt):
            print()
            return None
        if said.isdecimal() and 1 <= int(said) <= len(options):
            return options[int(said) - 1]
        if said:
            return said
