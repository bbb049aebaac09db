"""Text: folded for comparison, and freed of what cannot be seen."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mel.shared.text import clean_name, fold, tokens, visible

INVISIBLE = {
    "zero-width space": "\u200b",
    "zero-width joiner": "\u200d",
    "word joiner": "\u2060",
    "byte order mark": "\ufeff",
    "right-to-left override": "\u202e",
    "left-to-right isolate": "\u2066",
    "arabic letter mark": "\u061c",
    "soft hyphen": "\u00ad",
    "escape": "\x1b",
    "null": "\x00",
    "tag letter": "\U000e0041",
    "private use": "\ue000",
    "hangul filler": "\u3164",
    "halfwidth hangul filler": "\uffa0",
    "combining grapheme joiner": "\u034f",
}


@pytest.mark.parametrize("char", INVISIBLE.values(), ids=INVISIBLE.keys())
def test_invisible_characters_do_not_survive(char: str) -> None:
    assert visible(f"mer{char}cado") == "mercado"
    assert clean_name(f"{char}Mercado{char}") == "Mercado"
    assert clean_name(char) == ""


def test_lines_tabs_and_emoji_survive() -> None:
    assert visible("a\tb\nc ⚠️ 👍") == "a\tb\nc ⚠️ 👍"


def test_a_name_is_one_line_of_at_most_its_limit() -> None:
    assert clean_name("  Casa\n\tda \u2028 praia ") == "Casa da praia"
    assert clean_name("x" * 500) == "x" * 80
    assert clean_name("ab cd", 3) == "ab"


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("  Água  Mineral ", "agua mineral"),
        ("AÇÃO", "acao"),
        ("Straße", "strasse"),
        ("café", "cafe"),
        ("ｍｅｒｃａｄｏ", "mercado"),
        ("𝑴𝑬𝑳", "mel"),
        ("№ 5", "no 5"),
    ],
)
def test_case_accents_and_blanks_are_folded(text: str, folded: str) -> None:
    assert fold(text) == folded
    assert fold(unicodedata.normalize("NFD", text)) == folded


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_what_is_visible_stays_visible(text: str) -> None:
    assert visible(visible(text)) == visible(text)
    assert clean_name(clean_name(text)) == clean_name(text)
    assert len(clean_name(text)) <= 80


@given(st.text())
def test_tokens_are_words_only(text: str) -> None:
    assert all(token.isalnum() for token in tokens(text))
