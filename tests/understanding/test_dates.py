"""Days and spans: the gold list, the edges of months and years, and words that name no day."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mel.understanding.dates import find_dates, read_when
from understanding.corpus import lines

CASES = lines("dates.jsonl")


def shown(moment):
    if moment is None:
        return None
    if isinstance(moment, date):
        return {"date": moment.isoformat()}
    return {"from": moment[0].isoformat(), "to": moment[1].isoformat()}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_gold_dates(case):
    assert shown(read_when(case["text"], date.fromisoformat(case["today"]), case["direction"])) == case["gold"]


@pytest.mark.parametrize(
    ("text", "today", "direction", "expected"),
    [
        ("dia 31", "2026-03-01", "past", {"date": "2026-01-31"}),
        ("dia 30", "2026-02-10", "future", {"date": "2026-03-30"}),
        ("29 de fevereiro", "2026-05-01", "past", {"date": "2024-02-29"}),
        ("29/02", "2027-05-01", "future", {"date": "2028-02-29"}),
        ("ontem", "2028-03-01", "past", {"date": "2028-02-29"}),
        ("em 1 mês", "2026-01-31", "future", {"date": "2026-02-28"}),
        ("mês passado", "2027-01-31", "past", {"from": "2026-12-01", "to": "2026-12-31"}),
        ("fim do ano", "2026-12-31", "future", {"date": "2026-12-31"}),
        ("semana passada", "2027-01-01", "past", {"from": "2026-12-21", "to": "2026-12-27"}),
        ("dia das mães", "2026-06-17", "past", {"date": "2026-05-10"}),
        ("páscoa", "2026-06-17", "past", {"date": "2026-04-05"}),
        ("carnaval", "2026-06-17", "future", {"date": "2027-02-09"}),
        ("black friday", "2026-06-17", "future", {"date": "2026-11-27"}),
        ("de ontem até hoje", "2026-06-17", "past", {"from": "2026-06-16", "to": "2026-06-17"}),
        ("mês passado dia 10", "2026-01-15", "past", {"date": "2025-12-10"}),
        ("primeiro de maio", "2026-06-17", "past", {"date": "2026-05-01"}),
        ("desde janeiro", "2026-06-17", "past", {"from": "2026-01-01", "to": "2026-06-17"}),
    ],
)  # fmt: skip
def test_the_edges_of_the_calendar(text, today, direction, expected):
    assert shown(read_when(text, date.fromisoformat(today), direction)) == expected


@pytest.mark.parametrize(
    "text", ["esses dias", "outro dia", "começo do mês", "dia 32", "30/02", "feriado", "uma hora dessas", "5º dia útil"]
)
def test_words_that_name_no_day_are_refused(text):
    assert read_when(text, date(2026, 6, 17), "past") is None


@settings(max_examples=200, deadline=None)
@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.integers(1, 31))
def test_a_day_number_lies_on_the_side_of_its_direction(today, number):
    past, future = read_when(f"dia {number}", today, "past"), read_when(f"dia {number}", today, "future")

    assert past <= today <= future
    assert past.day == future.day == number
    assert future - past < timedelta(days=93)


def test_running_text_gives_days_with_their_place():
    text = "A luz vence dia 20 e o aluguel em 05/07."

    found = find_dates(text, date(2026, 6, 17), "future")

    assert [(text[f.start : f.end], f.date) for f in found] == [
        ("dia 20", date(2026, 6, 20)),
        ("em 05/07", date(2026, 7, 5)),
    ]
