"""The budget: expected and actual per expense and month."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mel.budget import OTHER, Budget, Entry, RecurringExpense, Revision
from mel.shared.errors import AmbiguousName, InvalidInput, NotThere
from mel.shared.money import Money
from mel.shared.period import Period

JUNE, JULY = Period.parse("2026-06"), Period.parse("2026-07")


def brl(amount: str | int) -> Money:
    return Money(amount, "BRL")


def market(**changes: object) -> RecurringExpense:
    return RecurringExpense(**{"name": "Mercado", "expected": brl(1500), "aliases": ("feira",), **changes})  # type: ignore[arg-type]


def a_budget(*expenses: RecurringExpense) -> Budget:
    budget = Budget(id="casa")
    for expense in expenses or (market(), RecurringExpense(name="Luz", expected=brl(200), billing_day=31)):
        budget.register(expense)
    return budget


def test_spends_add_up_in_their_month_alone() -> None:
    expense = market()

    expense.add_to_actual(JUNE, brl(50), date=date(2026, 6, 3), payer="Ana")
    expense.add_to_actual(JUNE, brl("25.50"))
    expense.add_to_actual(JULY, brl(1))

    assert expense.actual_for(JUNE) == brl("75.50")
    assert expense.actual_for(JULY) == brl(1)
    assert [entry.payer for entry in expense.entries_for(JUNE)] == ["Ana", None]


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 10**7)), max_size=12))
def test_a_recorded_figure_replaces_and_an_added_one_adds(steps: list[tuple[bool, int]]) -> None:
    expense, figure = market(), 0

    for replaces, cents in steps:
        amount = Money.of_minor(cents, "BRL")
        (expense.record_spend if replaces else expense.add_to_actual)(JUNE, amount)
        figure = cents if replaces else figure + cents

    assert expense.actual_for(JUNE).minor == figure
    assert sum(entry.amount.minor for entry in expense.entries_for(JUNE)) == figure


def test_an_entry_taken_out_is_gone_once() -> None:
    expense = market()
    kept = expense.add_to_actual(JUNE, brl(10))
    gone = expense.add_to_actual(JUNE, brl(5))

    expense.ledger.remove(gone)

    assert expense.actual_for(JUNE) == brl(10)
    assert expense.entries_for(JUNE) == (kept,)


class Stored:
    """What storage knows of one month."""

    def __init__(self, *entries: Entry) -> None:
        self._entries = entries

    def total(self, period: Period) -> Money | None:
        of_month = [entry.amount for entry in self.entries(period)]
        return sum(of_month[1:], of_month[0]) if of_month else None

    def entries(self, period: Period, amount: Money | None = None) -> tuple[Entry, ...]:
        return tuple(e for e in self._entries if e.period == period and amount in (None, e.amount))


def test_a_stored_entry_taken_out_twice_is_gone_once() -> None:
    kept, gone = Entry(JUNE, brl(10)), Entry(JUNE, brl(5))
    expense = market()
    expense.ledger.source = Stored(kept, gone)

    expense.ledger.remove(gone)
    expense.ledger.remove(gone)

    assert expense.actual_for(JUNE) == brl(10)
    assert expense.entries_for(JUNE) == (kept,)


def test_an_entry_belongs_to_its_month() -> None:
    with pytest.raises(ValueError, match="2026-07-01 is not in 2026-06"):
        market().add_to_actual(JUNE, brl(1), date=date(2026, 7, 1))


@pytest.mark.parametrize("act", ["add_to_actual", "record_spend"])
def test_a_spend_in_another_currency_is_refused(act: str) -> None:
    with pytest.raises(InvalidInput, match="BRL; esse valor veio em EUR") as raised:
        getattr(market(), act)(JUNE, Money(1, "EUR"))
    assert raised.value.field == "amount"


def test_an_adjustment_holds_from_its_month_on() -> None:
    expense = market()

    expense.adjust(brl(1800), JULY)
    expense.adjust(brl(2000), JULY.plus(2))

    expected = [expense.expected_for(JUNE.plus(i)).amount for i in range(5)]
    assert expected == [1500, 1800, 1800, 2000, 2000]


def test_an_earlier_adjustment_ends_the_later_ones() -> None:
    expense = market(revisions=(Revision(JULY.plus(3), brl(9)),))

    expense.adjust(brl(1600), JULY)

    assert expense.expected_for(JULY.plus(5)) == brl(1600)
    assert expense.expected_for(JUNE) == brl(1500)


def test_an_undated_adjustment_replaces_the_amount_in_force() -> None:
    plain, revised = market(), market(revisions=(Revision(JULY, brl(1600)),))

    plain.adjust(brl(1700))
    revised.adjust(brl(1700))

    assert plain.expected_for(JUNE) == brl(1700)
    assert (revised.expected_for(JUNE), revised.expected_for(JULY)) == (brl(1500), brl(1700))


def test_an_adjustment_is_neither_negative_nor_in_another_currency() -> None:
    for amount in (brl(-1), Money(1, "EUR")):
        with pytest.raises(InvalidInput):
            market().adjust(amount, JULY)


@given(st.lists(st.tuples(st.integers(0, 24), st.integers(1, 9999)), max_size=6), st.integers(-3, 30))
def test_the_latest_adjustment_that_covers_a_month_decides(changes: list[tuple[int, int]], asked: int) -> None:
    expense = market()

    for months, amount in changes:
        expense.adjust(brl(amount), JUNE.plus(months))

    covering = [amount for months, amount in changes if months <= asked]
    assert expense.expected_for(JUNE.plus(asked)) == brl(covering[-1] if covering else 1500)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": "  "}, "nome"),
        ({"name": "\u200b"}, "nome"),
        ({"billing_day": 0}, "vencimento"),
        ({"billing_day": 32}, "vencimento"),
        ({"expected": brl(-1)}, "expected"),
    ],
)
def test_an_expense_that_cannot_be_is_refused(changes: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        market(**changes)
    assert raised.value.field == field


def test_a_due_day_is_kept_and_clamped_to_each_month() -> None:
    light = RecurringExpense(name="Luz", expected=brl(200), billing_day=31)

    assert light.due_on(Period.parse("2026-02")) == date(2026, 2, 28)
    assert light.due_on(JULY) == date(2026, 7, 31)
    assert market().due_on(JUNE) is None


@pytest.mark.parametrize("name", ["Mercado", "MERCADO", "feira", "Féira"])
def test_a_name_that_leads_somewhere_is_not_registered_again(name: str) -> None:
    budget = a_budget()

    with pytest.raises(InvalidInput, match="já existe"):
        budget.register(RecurringExpense(name=name, expected=brl(1)))
    with pytest.raises(InvalidInput, match="já existe"):
        budget.register(RecurringExpense(name="Novo", expected=brl(1), aliases=(name,)))
    assert len(budget.list()) == 2


def test_an_expense_in_another_currency_is_not_registered() -> None:
    with pytest.raises(InvalidInput, match="em BRL; esse valor veio em EUR"):
        a_budget().register(RecurringExpense(name="Hotel", expected=Money(1, "EUR")))


def test_an_unknown_expense_is_absent_with_suggestions() -> None:
    with pytest.raises(NotThere, match="'mercadu' não existe no orçamento ainda") as raised:
        a_budget().expense("mercadu")
    assert raised.value.suggestions == ("Mercado",)


def test_totals_are_the_sums_of_their_lines() -> None:
    budget = a_budget()
    budget.expense("luz").add_to_actual(JUNE, brl(180))
    budget.expense("feira").add_to_actual(JUNE, brl("99.90"))

    assert budget.expected_total(JUNE) == brl(1700)
    assert budget.actual_total(JUNE) == brl("279.90")
    assert budget.actual_total(JULY) == brl(0)
    assert [expense.name for expense, _ in budget.entries((JUNE, JULY))] == ["Mercado", "Luz"]


def test_only_outros_is_an_empty_budget() -> None:
    budget = Budget(id="casa")
    assert budget.is_empty
    budget.other()
    assert budget.is_empty
    budget.adjust_amount(OTHER, brl(1))
    assert not budget.is_empty


def test_outros_is_made_once_and_is_no_lookalike() -> None:
    budget = a_budget(
        RecurringExpense(name="Outros gastos", expected=brl(1)),
        RecurringExpense(name="Outros do carro", expected=brl(1)),
    )

    other = budget.other()

    assert other.name == OTHER
    assert budget.other() is other
    assert len(budget.list()) == 3


def test_a_new_word_becomes_an_alias_unless_it_leads_somewhere() -> None:
    budget = a_budget(
        market(),
        RecurringExpense(name="Conta de luz", expected=brl(1)),
        RecurringExpense(name="Conta de gás", expected=brl(1)),
    )

    for word in ("zaffari", "luz", "conta", "  "):
        budget.add_alias("Mercado", word)

    assert budget.expense("mercado").aliases == ("feira", "zaffari")
    with pytest.raises(AmbiguousName):
        budget.find_by_name("conta")
