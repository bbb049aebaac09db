"""What movements mean for the budget (finance.md 3, 7, 11, 20-22, 25, 52)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bankfiles import HOUSE, House, brl, extrato, fatura, row
from mel.accounts import Account
from mel.agent.tools import EntryTool
from mel.shared.period import Period


def meanings(house: House, *statements: Any, **how: Any) -> list[tuple[str, str, str | None]]:
    ready = house.look(*statements, **how)
    return [(s.movement.description, s.meaning, s.expense.name if s.expense else None) for s in ready.suggestions]


def pix(on: str, amount: str, text: str) -> Any:
    return row(on, amount, text, product="account", kind="transfer")


def test_a_suggestion_is_shown_and_nothing_is_written_before_the_yes() -> None:
    house = House()
    ready = house.look(fatura([row("2026-03-10", "-50", "MERCADO BOM PRECO"), row("2026-03-11", "-7", "XYZ")]))

    assert ready.by_expense() == {"Mercado": (brl(50), 1), "Outros": (brl(7), 1)}
    assert house.content() == []
    assert house.actual("2026-03") == brl(0)


def test_a_purchase_told_in_chat_and_printed_counts_once() -> None:
    house = House()
    house.tell("Mercado", "2026-03-10", "50")
    line = fatura([row("2026-03-11", "-50", "PAG*JoseDaSilva")])

    assert meanings(house, line) == [("PAG*JoseDaSilva", "told", "Mercado")]
    batch = house.take(line)
    assert house.actual("2026-03") == brl(50)
    with house.rooms() as rooms:
        assert rooms.bookkeeping is not None
        (movement,) = rooms.accounts.only_in(batch)
        (posting,) = rooms.bookkeeping.postings([movement.id])
        assert posting.entry_id not in (None, movement.id)


def test_one_told_spend_stands_for_one_line_only() -> None:
    house = House()
    house.tell("Mercado", "2026-03-10", "50")
    house.take(fatura([row("2026-03-10", "-50", "MERCADO A"), row("2026-03-10", "-50", "MERCADO A")]))
    assert house.actual("2026-03", "Mercado") == brl(100)

    house.take(fatura([row("2026-03-12", "-50", "MERCADO B")]))
    assert house.actual("2026-03", "Mercado") == brl(150)


def test_a_told_spend_far_off_or_of_another_amount_is_another_purchase() -> None:
    house = House()
    house.tell("Mercado", "2026-03-10", "50")
    house.take(fatura([row("2026-03-20", "-50", "MERCADO A"), row("2026-03-10", "-50.01", "MERCADO A")]))
    assert house.actual("2026-03") == brl("150.01")


def test_a_purchase_told_in_parcelas_is_told_by_each_of_its_lines() -> None:
    house = House()
    with house.storage.work(HOUSE) as work:
        budget = work.budgets.load(HOUSE)
        for step, part in enumerate(brl(600).in_parts(6)):
            budget.expense("Casa").add_to_actual(Period(2026, 3).plus(step), part, note="Nubank 6x", operation_id="op")
        work.budgets.save(budget)
    for number in range(1, 7):
        due = Period(2026, 3).plus(number).day(5).isoformat()
        house.take(fatura([row("2026-03-10", "-100", f"SOFA {number}/6", installment=(number, 6))], due=due))

    assert [house.actual(str(Period(2026, 3).plus(step))) for step in range(7)] == [brl(100)] * 6 + [brl(0)]


def test_a_parcela_counts_in_its_own_month_not_in_that_of_the_purchase() -> None:
    house = House()
    for number in range(1, 4):
        due = Period(2026, 3).plus(number).day(5).isoformat()
        house.take(fatura([row("2026-03-10", "-100", f"SOFA {number}/3", installment=(number, 3))], due=due))
    assert [house.actual(f"2026-0{month}") for month in (3, 4, 5, 6)] == [brl(100)] * 3 + [brl(0)]


def test_an_estorno_nets_the_expense_of_its_purchase_in_the_month_it_came() -> None:
    house = House()
    house.take(fatura([row("2026-03-10", "-80", "MERCADO BOM PRECO")]))
    house.take(fatura([row("2026-04-02", "30", 'Estorno de "Mercado Bom Preco"')]))
    assert (house.actual("2026-03", "Mercado"), house.actual("2026-04", "Mercado")) == (brl(80), brl(-30))


def test_cashback_and_credits_do_not_reduce_what_was_spent() -> None:
    house = House()
    house.take(
        fatura(
            [row("2026-03-10", "10", "CASHBACK", kind="cashback"), row("2026-03-10", "5", "AJUSTE", kind="adjustment")]
        )
    )
    assert house.actual("2026-03") == brl(0)


def test_iof_is_a_line_of_its_own_and_spending() -> None:
    house = House()
    house.take(fatura([row("2026-03-10", "-80", "STEAM"), row("2026-03-10", "-5.10", 'IOF de "STEAM"')]))
    assert house.actual("2026-03") == brl("85.10")
    assert len(house.content()) == 2


def test_paying_a_fatura_moves_no_budget_and_is_one_transfer() -> None:
    house = House()
    bank = extrato([row("2026-03-10", "-1310", "Pagamento de fatura", product="account", kind="payment")])
    card = fatura([row("2026-03-11", "1310", "Pagamento recebido")])
    house.take(bank)
    batch = house.take(card)

    assert house.actual("2026-03") == brl(0)
    with house.rooms() as rooms:
        assert rooms.bookkeeping is not None
        (received,) = rooms.accounts.only_in(batch)
        (posting,) = rooms.bookkeeping.postings([received.id])
        (other,) = rooms.bookkeeping.postings([str(posting.counterpart)])
        assert (posting.meaning, other.meaning, other.counterpart) == ("transfer", "transfer", received.id)


def test_a_pix_to_the_partner_is_a_transfer_whichever_file_comes_first() -> None:
    out = extrato([pix("2026-03-10", "-300", "Pix enviado: GABRIEL SOUZA")], number="1")
    came = extrato([pix("2026-03-10", "300", "Pix recebido: ANA LIMA")], number="2")
    for first, second in ((out, came), (came, out)):
        house = House()
        house.take(first)
        house.take(second)
        assert house.actual("2026-03") == brl(0)


def test_a_pix_counts_until_its_other_side_is_seen() -> None:
    house = House()
    house.take(extrato([pix("2026-03-10", "-300", "Pix enviado")], number="1"))
    assert house.actual("2026-03", "Outros") == brl(300)
    house.take(extrato([pix("2026-03-10", "300", "Pix recebido: ANA LIMA")], number="2"))
    assert house.actual("2026-03") == brl(0)


def test_a_shop_that_was_paid_by_pix_is_spending() -> None:
    house = House()
    house.take(extrato([pix("2026-03-10", "-12.90", "Pix enviado: MERCADO ANA")], number="1"))
    assert house.actual("2026-03", "Mercado") == brl("12.90")


def test_a_private_account_stays_out_of_the_budget_of_both() -> None:
    house = House()
    house.account(Account("Meu", "card", "Nubank", owner="Ana", private=True, file_keys=("#card/nubank//1111",)))
    house.take(fatura([row("2026-03-10", "-80", "PRESENTE")]))
    assert house.actual("2026-03") == brl(0)
    assert len(house.content()) == 1


def test_a_correction_teaches_where_the_merchant_belongs_and_its_undo_unteaches() -> None:
    house = House()
    house.take(fatura([row("2026-03-10", "-50", "PAG*JoseDaSilva")]))
    assert house.actual("2026-03", "Outros") == brl(50)
    with house.storage.work(HOUSE) as work:
        tool = EntryTool(
            budget_repo=work.budgets, budget_id=HOUSE, bookkeeping_repo=work.bookkeeping, operations=work.operations
        )
        (entry,) = work.budgets.load(HOUSE).expense("Outros").entries_for(Period(2026, 3))
        handle = f"2026-03:{entry.id}"
        assert tool.correct_entry(entry=handle, expense="Mercado", operation_id="op-1", confirm=True)["persisted"]
    assert house.actual("2026-03", "Mercado") == brl(50)

    april = fatura([row("2026-04-10", "-60", "PAG*JoseDaSilva SAO PAULO")])
    assert meanings(house, april) == [("PAG*JoseDaSilva SAO PAULO", "posted", "Mercado")]
    with house.storage.work(HOUSE) as work:
        tool = EntryTool(
            budget_repo=work.budgets, budget_id=HOUSE, bookkeeping_repo=work.bookkeeping, operations=work.operations
        )
        done = work.operations.find("op-1").confirmation
        tool.undo(done).save()
    assert meanings(house, april) == [("PAG*JoseDaSilva SAO PAULO", "posted", "Outros")]
    assert house.actual("2026-03", "Outros") == brl(50)


def test_undoing_an_import_takes_its_entries_back_wherever_a_correction_put_them() -> None:
    house = House()
    house.tell("Mercado", "2026-03-09", "20")
    batch = house.take(fatura([row("2026-03-10", "-50", "PAG*JoseDaSilva"), row("2026-03-09", "-20", "X")]))
    with house.storage.work(HOUSE) as work:
        tool = EntryTool(
            budget_repo=work.budgets, budget_id=HOUSE, bookkeeping_repo=work.bookkeeping, operations=work.operations
        )
        (entry,) = work.budgets.load(HOUSE).expense("Outros").entries_for(Period(2026, 3))
        tool.correct_entry(entry=f"2026-03:{entry.id}", expense="Lazer", operation_id="op-1", confirm=True)
    house.undo(batch)
    assert house.actual("2026-03") == brl(20)
    assert house.content() == []


def test_the_same_line_in_a_further_file_counts_no_second_time() -> None:
    house = House()
    lines = [row("2026-03-10", "-50", "MERCADO"), row("2026-03-11", "-7", "XYZ")]
    first = house.take(fatura(lines))
    house.take(fatura([*lines, row("2026-03-12", "-1", "NOVA")], due="2026-04-05"))
    assert house.actual("2026-03") == brl(58)
    house.undo(first)
    assert house.actual("2026-03") == brl(58)


def test_one_purchase_in_two_accounts_is_two() -> None:
    house = House()
    line = row("2026-03-10", "-50", "MERCADO", bank_id="1")
    house.take(fatura([line]))
    house.take(fatura([replace(line)], number="2222"), account="Outro")
    assert house.actual("2026-03") == brl(100)
