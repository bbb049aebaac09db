"""Faturas as they stand: totals, payments, parcelas and the limit in use (finance.md 1, 9, 11, 17-20, 24-26)."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bankfiles import House, brl, day, fatura, row
from mel.accounts import Account
from mel.invoices import Card, commitments, read_card
from mel.shared.money import Money
from mel.shared.period import Period


def card_of(house: House, today: str, name: str = "Nubank cartão") -> Card:
    with house.rooms() as rooms:
        account = next(account for account in rooms.invoices.cards("Ana") if account.name == name)
        return read_card(rooms.invoices, account, day(today))


def bill(card: Card, month: str) -> Any:
    found = card.bill(Period.parse(month))
    assert found is not None
    return found


MARCH = fatura(
    [
        row("2026-02-10", "-100", "PADARIA"),
        row("2026-02-12", "-50.10", "LOJA SOFA 1/6", installment=(1, 6)),
        row("2026-02-13", "20", "ESTORNO PADARIA"),
        row("2026-02-14", "-3.15", "IOF COMPRA INTERNACIONAL"),
    ],
    due="2026-03-05",
    closing="2026-02-26",
)


def test_the_lines_of_a_fatura_are_kept_by_kind_and_add_up_to_the_printed_total() -> None:
    house = House()
    house.take(MARCH)

    march = bill(card_of(house, "2026-03-01"), "2026-03")
    assert march.total == march.printed == brl("133.25")
    assert march.difference == brl(0)
    assert march.by_line == {
        "purchase": brl("-100"),
        "parcela": brl("-50.10"),
        "estorno": brl("20"),
        "iof": brl("-3.15"),
    }
    assert (march.due, march.closing, march.predicted) == (date(2026, 3, 5), date(2026, 2, 26), False)


def test_a_total_that_is_not_met_says_by_how_much() -> None:
    house = House()
    lines = [row("2026-02-10", "-100", "PADARIA")]
    house.take(fatura(lines, due="2026-03-05", total=Decimal("90")))
    # What the file itself proves is a statement's business; the store must not be farther off than the file was.
    assert bill(card_of(house, "2026-03-01"), "2026-03").difference in (brl(0), brl(-10))


def test_a_payment_settles_the_earliest_closed_unpaid_fatura_once() -> None:
    house = House()
    house.take(MARCH)
    house.take(
        fatura(
            [row("2026-03-04", "133.25", "Pagamento recebido"), row("2026-03-10", "-200", "LOJA")],
            due="2026-04-05",
            closing="2026-03-26",
        )
    )

    card = card_of(house, "2026-04-01")
    assert (bill(card, "2026-03").status, bill(card, "2026-03").paid) == ("paid", brl("133.25"))
    assert (bill(card, "2026-04").status, bill(card, "2026-04").paid) == ("closed", brl(0))
    assert bill(card_of(house, "2026-04-20"), "2026-04").status == "overdue"


def test_a_minimum_and_then_the_rest_count_once() -> None:
    house = House()
    house.take(MARCH)
    house.take(
        fatura([row("2026-03-04", "33.25", "Pagamento recebido"), row("2026-03-09", "100", "Pagamento recebido")])
    )

    assert bill(card_of(house, "2026-03-10"), "2026-03").status == "paid"
    assert bill(card_of(house, "2026-03-10"), "2026-03").paid == brl("133.25")


def test_a_payment_before_anything_is_known_settles_nothing_later() -> None:
    house = House()
    house.take(
        fatura(
            [row("2026-02-04", "999", "Pagamento recebido"), row("2026-02-10", "-100", "PADARIA")],
            due="2026-03-05",
            closing="2026-02-26",
        )
    )
    assert bill(card_of(house, "2026-03-01"), "2026-03").paid == brl(0)


def test_a_payment_in_advance_pays_the_open_fatura() -> None:
    house = House()
    house.take(MARCH)
    house.take(
        fatura(
            [
                row("2026-03-04", "133.25", "Pagamento recebido"),
                row("2026-03-10", "-200", "LOJA"),
                row("2026-03-12", "50", "Pagamento recebido"),
            ],
            due="2026-04-05",
            closing="2026-03-26",
        )
    )
    assert bill(card_of(house, "2026-03-15"), "2026-04").paid == brl(50)


def test_what_a_later_total_carries_is_owed_once() -> None:
    house = House()
    house.take(MARCH)
    house.take(
        fatura([row("2026-03-10", "-200", "LOJA")], due="2026-04-05", closing="2026-03-26", total=Decimal("333.25"))
    )

    card = card_of(house, "2026-04-01")
    assert bill(card, "2026-03").status == "rolled"
    assert bill(card, "2026-04").total == brl("333.25")
    assert bill(card, "2026-04").open_amount + bill(card, "2026-03").open_amount == brl("333.25")


def six(number: int, purchase_date: bool) -> Any:
    """The fatura of April to September with parcela 1/6 to 6/6."""
    month = Period(2026, 3).plus(number - 1)
    on = date(2026, 3, 3) if purchase_date else month.day(3)
    return fatura(
        [row(on.isoformat(), "-71.18", f"Loja Azul - Parcela {number}/6", installment=(number, 6))],
        due=month.plus(1).day(5).isoformat(),
        closing=month.day(28).isoformat(),
    )


@pytest.mark.parametrize("purchase_date", [True, False])
def test_six_monthly_files_show_six_lines_and_the_right_debt_after_each(purchase_date: bool) -> None:
    house = House()
    for number in range(1, 7):
        house.take(six(number, purchase_date))
        card = card_of(house, Period(2026, 3).plus(number - 1).day(28).isoformat())
        (plan,) = card.plans
        assert (plan.number, plan.left, plan.total) == (number, 6 - number, brl("427.08"))
        assert plan.debt == brl("71.18") * (6 - number)
        assert [period for period, _ in plan.tail()] == [Period(2026, 4).plus(n) for n in range(number, 6)]
    assert len(house.content()) == 6


def test_two_equal_purchases_of_one_day_are_two_plans() -> None:
    house = House()
    for number in (1, 2):
        lines = six(number, purchase_date=True).rows
        month = Period(2026, 3).plus(number)
        house.take(fatura([*lines, *lines], due=month.day(5).isoformat()))

    card = card_of(house, "2026-04-01")
    assert [(plan.number, plan.debt) for plan in card.plans] == [(2, brl("284.72"))] * 2
    assert len(house.content()) == 4


def test_odd_cents_of_the_first_parcela_keep_the_price_exact() -> None:
    parts = Money("1200.01", "BRL").in_parts(12)
    house = House()
    for number, part in enumerate(parts[:2], 1):
        month = Period(2026, 3).plus(number)
        line = row("2026-03-03", str(-part.amount), f"TV {number}/12", installment=(number, 12))
        house.take(fatura([line], due=month.day(5).isoformat()))
    (plan,) = card_of(house, "2026-04-01").plans
    assert plan.total == brl("1200.01")


def test_an_estorno_of_the_whole_purchase_ends_the_projection() -> None:
    house = House()
    house.take(six(1, purchase_date=True))
    house.take(fatura([row("2026-03-30", "427.08", 'Estorno de "Loja Azul"')], due="2026-05-05"))
    assert card_of(house, "2026-04-01").plans[0].left == 0


def test_no_marker_is_no_projection() -> None:
    house = House()
    house.take(fatura([row("2026-03-03", "-71.18", "Loja Azul")], due="2026-04-05"))
    assert card_of(house, "2026-04-01").plans == ()


def test_the_used_limit_is_what_is_open_unpaid_and_still_to_come() -> None:
    house = House()
    house.take(MARCH)
    card = card_of(house, "2026-03-01")
    assert card.used == brl("133.25") + brl("50.10") * 5


def test_coming_months_know_what_they_owe() -> None:
    house = House()
    house.take(MARCH)
    with house.rooms() as rooms:
        owed = commitments(rooms.invoices, day("2026-03-01"), "BRL", "Ana")
    assert [owed(Period(2026, month)) for month in (3, 4, 8, 9)] == [brl("133.25"), brl("50.10"), brl("50.10"), brl(0)]


def test_future_rows_of_a_file_are_never_charges() -> None:
    house = House()
    coming = (row("2026-04-03", "-50.10", "LOJA SOFA 2/6", installment=(2, 6)),)
    house.take(fatura(MARCH.rows, due="2026-03-05", future=coming))
    assert bill(card_of(house, "2026-03-01"), "2026-03").count == 4


def test_an_open_fatura_file_without_dates_goes_where_the_rule_says() -> None:
    house = House()
    house.account(
        Account("Nubank cartão", "card", "Nubank", closing_day=28, due_day=5, file_keys=("#card/nubank//1111",))
    )
    house.take(fatura([row("2026-03-27", "-10", "A"), row("2026-03-28", "-20", "B")]))

    card = card_of(house, "2026-03-29")
    assert (bill(card, "2026-04").charges, bill(card, "2026-05").charges) == (brl(10), brl(20))
    assert bill(card, "2026-05").predicted


def test_the_closed_file_corrects_where_the_rule_had_put_a_line() -> None:
    house = House()
    house.account(
        Account("Nubank cartão", "card", "Nubank", closing_day=28, due_day=5, file_keys=("#card/nubank//1111",))
    )
    house.take(fatura([row("2026-03-27", "-10", "PADARIA")]))
    proof = house.take(fatura([row("2026-03-27", "-10", "PADARIA")], due="2026-05-05", closing="2026-04-28"))

    card = card_of(house, "2026-04-29")
    assert card.bill(Period(2026, 4)) is None
    assert bill(card, "2026-05").difference == brl(0)
    house.undo(proof)
    assert len(house.content()) == 1


@given(st.permutations(range(1, 7)))
@settings(max_examples=25, deadline=None)
def test_any_order_of_the_monthly_files_gives_the_same_plan(order: list[int]) -> None:
    house = House()
    for number in order:
        house.take(six(number, purchase_date=True))
    (plan,) = card_of(house, "2026-09-01").plans
    assert (sorted(plan.booked), plan.left) == ([1, 2, 3, 4, 5, 6], 0)
