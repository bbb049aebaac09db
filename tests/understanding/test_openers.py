"""Words that open nothing are passed over, and what is found out about a message once is not spoilt by who asked."""

from __future__ import annotations

import calendar
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mel.understanding import dates, sentence
from mel.understanding.calendar import last_day
from mel.understanding.clause import clause_of
from mel.understanding.jsonl import context_of
from mel.understanding.openers import by_opener
from mel.understanding.reading import Context
from mel.understanding.sentence import parse
from understanding.corpus import TODAY, VOCABULARY, lines


@pytest.mark.parametrize("name", ["messages.jsonl", "own.jsonl", "blind.jsonl"])
def test_nothing_begins_with_a_word_that_its_scanner_does_not_list(name):
    for line in lines(name):
        text, context = line["text"], context_of(line, VOCABULARY, TODAY)
        parsed = parse(text, context)
        for at, token in enumerate(parsed.tokens):
            if token.kind != "word":
                continue
            before = [item for item in parsed.items if item.last <= at]
            for scan in set(sentence.SCANNERS) - set(sentence.BY_OPENER.get(token.norm, ())):
                assert scan(parsed.tokens, at, context, before) is None, (text, token.text, scan.__name__)
            for read in set(dates.READERS) - set(dates.BY_OPENER.get(token.norm, ())):
                assert read(parsed.tokens, at) is None, (text, token.text, read.__name__)


def test_readers_keep_their_order_under_each_opener():
    first, second, third = (lambda: 1), (lambda: 2), (lambda: 3)
    found = by_opener([(first, frozenset({"a"})), (second, frozenset({"b"})), (third, frozenset({"a", "b"}))])
    assert found == {"a": (first, third), "b": (second, third)}


def test_a_grammar_that_uses_its_clause_up_leaves_the_next_one_a_whole_one():
    context = Context(today=date(2026, 6, 17))
    parsed = parse("paguei 50 de mercado ontem no pix, a Ana pagou", context)
    used = clause_of(parsed, context)
    kept = [list(each) for each in (used.core, used.amounts, used.whens, used.methods)]
    for each in (used.core, used.amounts, used.whens, used.methods):
        each.clear()
    again = clause_of(parsed, context)
    assert [again.core, again.amounts, again.whens, again.methods] == kept


@given(st.integers(1, 9999), st.integers(1, 12))
def test_the_last_day_of_a_month_is_the_calendars(year, month):
    assert last_day(year, month) == calendar.monthrange(year, month)[1]
