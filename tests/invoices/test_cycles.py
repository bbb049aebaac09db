"""When a fatura closes and is due (finance.md 15, 16, 19)."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mel.accounts import Account
from mel.invoices import Cycles, InvoicePrint, Rule
from mel.shared.period import Period

DAYS = st.integers(1, 31)


@pytest.mark.parametrize(
    ("rule", "bought", "closing", "due"),
    [
        (Rule(3, 7), "2026-04-02", "2026-04-03", "2026-04-07"),
        (Rule(3, 7), "2026-04-03", "2026-05-03", "2026-05-07"),
        (Rule(3, 7), "2026-04-20", "2026-05-03", "2026-05-07"),
        (Rule(28, 5), "2026-04-20", "2026-04-28", "2026-05-05"),
        (Rule(28, 5), "2026-04-28", "2026-05-28", "2026-06-05"),
        (Rule(31, 10), "2026-02-27", "2026-02-28", "2026-03-10"),
        (Rule(31, 10), "2026-02-28", "2026-03-31", "2026-04-10"),
        (Rule(28, 5), "2026-12-30", "2027-01-28", "2027-02-05"),
    ],
)
def test_a_rule_predicts_the_fatura_of_a_purchase(rule: Rule, bought: str, closing: str, due: str) -> None:
    cycle = Cycles(rule).of(date.fromisoformat(bought))

    assert cycle is not None
    assert (cycle.closing.isoformat(), cycle.due.isoformat()) == (closing, due)
    assert cycle.predicted
    assert cycle.period == Period.of(cycle.due)


@given(DAYS, DAYS, st.dates(date(2020, 1, 1), date(2030, 12, 31)))
def test_every_day_belongs_to_exactly_one_fatura(closing: int, due: int, day: date) -> None:
    cycles = Cycles(Rule(closing, due))
    mine, tomorrow = cycles.of(day), cycles.of(day + timedelta(days=1))

    assert mine is not None
    assert tomorrow is not None
    before = cycles.cycle(mine.period.plus(-1))
    assert before is not None
    assert before.closing <= day < mine.closing
    assert tomorrow.period in (mine.period, mine.period.plus(1))


def test_a_printed_date_wins_and_moves_no_other_month() -> None:
    card = Account("Nubank", "card", closing_day=28, due_day=5, id="c")
    moved = InvoicePrint("c", Period(2026, 5), "b", closing=date(2026, 4, 24), due=date(2026, 5, 4))
    cycles = Cycles.of_card(card, [moved])

    may, june = cycles.cycle(Period(2026, 5)), cycles.cycle(Period(2026, 6))
    assert may is not None
    assert june is not None
    assert (may.closing, may.due, may.predicted) == (date(2026, 4, 24), date(2026, 5, 4), False)
    assert (june.closing, june.due, june.predicted) == (date(2026, 5, 28), date(2026, 6, 5), True)
    assert cycles.of(date(2026, 4, 25)) == june


def test_without_a_rule_the_latest_printed_fatura_predicts() -> None:
    told = InvoicePrint("c", Period(2026, 5), "b", closing=date(2026, 4, 28), due=date(2026, 5, 5))
    cycles = Cycles.of_card(Account("Nubank", "card", id="c"), [told])

    june = cycles.cycle(Period(2026, 6))
    assert june is not None
    assert (june.closing, june.due, june.predicted) == (date(2026, 5, 28), date(2026, 6, 5), True)


def test_only_a_due_date_leaves_the_closing_predicted() -> None:
    told = InvoicePrint("c", Period(2026, 5), "b", due=date(2026, 5, 10))
    may = Cycles.of_card(Account("Nubank", "card", id="c"), [told]).cycle(Period(2026, 5))

    assert may is not None
    assert (may.due_predicted, may.closing_predicted, may.closing) == (False, True, date(2026, 5, 3))


def test_nothing_known_is_no_cycle() -> None:
    assert Cycles().of(date(2026, 4, 1)) is None
