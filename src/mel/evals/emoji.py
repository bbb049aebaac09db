"""Emoji as people see them: a flag, a family or a tinted thumb is one, however many code points it takes."""

from __future__ import annotations

import re
from collections.abc import Iterator

_PICTURE = (
    "[\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff☀-✒✔-✖✘-➿⌚⌛⌨⏏⏩-⏳⏸-⏺⬅-⬇⬛⬜⭐⭕㊗㊙〰〽]"
)
# These are text until U+FE0F asks for the picture: ©, ™, arrows and the like.
_TEXT_FIRST = "[©®‼⁉™ℹ↔-↙↩↪Ⓜ▪▫▶◀◻-◾⤴⤵]\ufe0f"
_TINT = "[\U0001f3fb-\U0001f3ff]"
_TAG = "[\U000e0020-\U000e007f]"
_ONE = f"(?:{_PICTURE}|{_TEXT_FIRST})(?:\ufe0f|\ufe0e)?{_TINT}?{_TAG}*"
_FLAG = "[\U0001f1e6-\U0001f1ff]{2}"
_KEYCAP = "[0-9#*]\ufe0f?\u20e3"
_EMOJI = re.compile(f"{_FLAG}|{_KEYCAP}|{_ONE}(?:\u200d{_ONE})*|[\U0001f1e6-\U0001f1ff]|{_TINT}")

ALLOWED = frozenset("⚠👍👎💸")
"""The four that say something; every other one decorates (DESIGN §5, Tone)."""


def emojis(text: str) -> Iterator[re.Match[str]]:
    """Each emoji a reader sees, with its place."""
    return _EMOJI.finditer(text)


def is_decorative(emoji: str) -> bool:
    """A tinted or differently presented 👍 is still a 👍; a joined sequence never is."""
    return re.sub(f"[\ufe0e\ufe0f]|{_TINT}", "", emoji) not in ALLOWED
