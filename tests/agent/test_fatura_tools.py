"""importInvoice, invoiceStatus, installmentsAhead, statementSearch and accountStatus: on the wire, and seen by whom."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from bankfiles import HOUSE, House, brl, extrato, fatura, row
from mel.accounts import Account
from mel.agent.tools import AccountTool, FeasibilityTool, ImportInvoiceTool, InvoiceTool, StatementTool
from mel.agent.turn import CURRENT, Running, Turn
from mel.budget import Budget, RecurringExpense
from mel.income import Income, IncomeBook
from mel.shared.money import Money
from mel.storage.memory import InMemoryBudgetRepository, InMemoryIncomeRepository
from mel.storage.memory_accounts import InMemoryAccountRepository, InMemoryInvoiceRepository
from mel.storage.memory_bookkeeping import InMemoryBookkeepingRepository

CSV = "date,title,amount\n2026-03-10,Mercado Bom Preco,187.35\n2026-03-12,Loja Azul - Parcela 1/3,50.00\n"


@pytest.fixture(autouse=True)
def ana() -> Any:
    """Ana asks, at this machine, in March."""
    token = CURRENT.set(Running(a_turn("Ana")))
    yield
    CURRENT.reset(token)


def a_turn(speaker: str, channel: str = "terminal", turn_id: str = "t") -> Turn:
    today = date(2026, 3, 20)
    return Turn(turn_id, "", today, datetime(2026, 3, 20, 15, tzinfo=UTC), speaker=speaker, channel=channel)


def as_(speaker: str, call: Any, **args: Any) -> Any:
    token = CURRENT.set(Running(a_turn(speaker)))
    try:
        return call(**args)
    finally:
        CURRENT.reset(token)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "Nubank_2026-04-05.csv"
    path.write_text(CSV)
    return path


def importer(accounts: InMemoryAccountRepository | None = None, **more: Any) -> ImportInvoiceTool:
    accounts = accounts or InMemoryAccountRepository()
    return ImportInvoiceTool(account_repo=accounts, invoice_repo=InMemoryInvoiceRepository(accounts), **more)


def test_a_preview_counts_and_writes_nothing_and_the_yes_writes_once(file: Path) -> None:
    accounts = InMemoryAccountRepository()
    tool = importer(accounts)
    shown = tool.import_invoice(file=str(file), operationId="op-1")

    assert (shown["confirmed"], shown["persisted"]) == (False, False)
    wanted = {"read": 2, "new": 2, "known": 0, "flagged": 0, "refused": 0, "difference": None, "invoice": "2026-04"}
    assert wanted.items() <= shown["preview"].items()
    assert shown["preview"]["total"] == {"amount": 237.35, "currency": "BRL"}
    assert accounts.every() == ()
    done = tool.import_invoice(file=str(file), operationId="op-1", confirm=True)
    assert done["persisted"]
    assert tool.import_invoice(file=str(file), operationId="op-1", confirm=True) == done
    assert len(accounts.all_movements()) == 2
    again = tool.import_invoice(file=str(file), operationId="op-2")
    assert (again["invalid"], again["field"]) == (True, "file")
    assert "já foi importado" in again["message"]


def test_the_preview_says_what_the_budget_would_gain(file: Path) -> None:
    budgets = InMemoryBudgetRepository()
    budget = Budget(HOUSE)
    budget.register(RecurringExpense("Mercado", brl(1000)))
    budgets.save(budget)
    tool = importer(bookkeeping_repo=InMemoryBookkeepingRepository(), budget_repo=budgets, budget_id=HOUSE)

    shown = tool.import_invoice(file=str(file), operationId="op-1")["preview"]["budget"]
    assert shown == [
        {"expense": "Mercado", "amount": {"amount": 187.35, "currency": "BRL"}, "count": 1},
        {"expense": "Outros", "amount": {"amount": 50, "currency": "BRL"}, "count": 1},
    ]


def test_a_file_that_is_none_is_said_to_be_none(tmp_path: Path) -> None:
    page = tmp_path / "a.ofx"
    page.write_text("<!doctype html><html></html>")
    for sent in (page, tmp_path / "missing.csv"):
        answer = importer().import_invoice(file=str(sent), operationId="op-1")
        assert (answer["invalid"], answer["field"]) == (True, "file")
        assert str(tmp_path) not in answer["message"]


def test_a_path_counts_only_for_who_sits_at_this_machine(file: Path) -> None:
    token = CURRENT.set(Running(a_turn("Ana", channel="whatsapp")))
    answer = importer().import_invoice(file=str(file), operationId="op-1")
    CURRENT.reset(token)
    assert answer["refused"] is True


def test_a_file_that_changed_after_the_preview_is_shown_again(file: Path) -> None:
    accounts = InMemoryAccountRepository()
    tool = importer(accounts)
    tool.import_invoice(file=str(file), operationId="op-1")
    file.write_text(CSV + "2026-03-13,Outra,1.00\n")
    token = CURRENT.set(Running(a_turn("Ana", turn_id="next")))
    again = tool.import_invoice(file=str(file), operationId="op-1", confirm=True)
    CURRENT.reset(token)
    assert (again["persisted"], again["preview"]["read"]) == (False, 3)
    assert accounts.every() == ()


def test_the_status_of_a_fatura_names_its_view_dates_and_limit() -> None:
    house = House()
    house.take(
        fatura(
            [row("2026-02-20", "-100", "A"), row("2026-02-21", "-50", "B 1/3", installment=(1, 3))],
            "2026-03-25",
            "2026-03-10",
        )
    )
    with house.storage.work(HOUSE) as work:
        status = InvoiceTool(invoice_repo=work.invoices).invoice_status(card="Nubank", month="2026-03")
        ahead = InvoiceTool(invoice_repo=work.invoices).installments_ahead()
    assert status["view"] == "pela fatura"
    assert (status["status"], status["closing"], status["due"], status["predicted"]) == (
        "closed",
        "2026-03-10",
        "2026-03-25",
        False,
    )
    assert status["total"] == {"amount": 150, "currency": "BRL"}
    assert status["byKind"] == {
        "purchase": {"amount": 100, "currency": "BRL"},
        "parcela": {"amount": 50, "currency": "BRL"},
    }
    assert status["usedLimit"] == {"amount": 250, "currency": "BRL"}
    assert ahead["total"] == {"amount": 100, "currency": "BRL"}
    assert [each["month"] for each in ahead["months"]] == ["2026-04", "2026-05"]
    assert ahead["plans"][0]["installment"] == [1, 3]


def test_a_coming_month_knows_its_parcelas() -> None:
    house = House()
    house.take(fatura([row("2026-02-21", "-50", "B 1/3", installment=(1, 3))], "2026-03-25", "2026-03-10"))
    with house.storage.work(HOUSE) as work:
        status = InvoiceTool(invoice_repo=work.invoices).invoice_status(card="Nubank", month="2026-05")
    assert (status["onlyInstallments"], status["predicted"]) == (True, True)
    assert status["total"] == {"amount": 50, "currency": "BRL"}


def test_what_is_not_there_is_an_absence() -> None:
    house = House()
    with house.storage.work(HOUSE) as work:
        tools = [
            InvoiceTool(invoice_repo=work.invoices).invoice_status(),
            InvoiceTool(invoice_repo=work.invoices).installments_ahead(),
            StatementTool(account_repo=work.accounts).statement_search(text="ifood"),
            AccountTool(account_repo=work.accounts).account_status(),
        ]
    assert all(answer["found"] is False for answer in tools)
    house.take(fatura([row("2026-03-01", "-1", "X")]))
    with house.storage.work(HOUSE) as work:
        unknown = InvoiceTool(invoice_repo=work.invoices).invoice_status(card="Itaú")
        nothing = StatementTool(account_repo=work.accounts).statement_search(text="ifood")
    assert unknown == {"found": False, "message": "o cartão 'Itaú' não existe ainda"}
    assert nothing == {"found": False, "message": "não achei lançamento com 'ifood' nesse período"}


def test_a_search_nets_estornos_leaves_transfers_out_and_tells_both_views() -> None:
    house = House()
    house.take(
        fatura(
            [
                row("2026-03-02", "-80", "IFD*IFOOD"),
                row("2026-03-03", "30", "Estorno de IFD*IFOOD"),
                row("2026-03-04", "500", "Pagamento recebido"),
            ],
            "2026-04-05",
        )
    )
    with house.storage.work(HOUSE) as work:
        tool = StatementTool(
            account_repo=work.accounts, bookkeeping_repo=work.bookkeeping, household=work.households.load(HOUSE)
        )
        food = tool.statement_search(text="ifood")
        all_of = tool.statement_search(**{"from": "2026-03-01", "to": "2026-03-31", "member": "Ana"})
        big = tool.statement_search(minAmount={"amount": 100, "currency": "BRL"})
    assert (food["view"], food["count"], food["spent"]["amount"]) == ("pela data da compra", 2, 50)
    assert food["byInvoice"] == {
        "view": "pela fatura",
        "months": [{"month": "2026-04", "amount": {"amount": 50, "currency": "BRL"}}],
    }
    assert (all_of["count"], all_of["spent"]["amount"], all_of["received"]["amount"]) == (3, 50, 0)
    assert [m["kind"] for m in big["movements"]] == ["transfer"]


def test_an_account_tells_its_latest_printed_balance() -> None:
    house = House()
    told = extrato([row("2026-03-02", "-80", "X", product="account")], closing_balance=brl("1234.56").amount)
    house.take(told)
    with house.storage.work(HOUSE) as work:
        status = AccountTool(account_repo=work.accounts).account_status(account="Itaú")
    assert (status["balance"], status["balanceOn"]) == ({"amount": 1234.56, "currency": "BRL"}, "2026-03-02")
    assert (status["in"]["amount"], status["out"]["amount"]) == (0, 80)


def test_a_private_card_is_for_its_owner_in_every_tool() -> None:
    house = House()
    house.account(Account("Segredo", "card", "Nubank", owner="Ana", private=True, file_keys=("#card/nubank//1111",)))
    house.take(fatura([row("2026-03-02", "-80", "PRESENTE 1/2", installment=(1, 2))], "2026-04-05"))
    with house.storage.work(HOUSE) as work:
        invoices, search = InvoiceTool(invoice_repo=work.invoices), StatementTool(account_repo=work.accounts)
        looks = [
            (invoices.invoice_status, {}),
            (invoices.invoice_status, {"card": "Segredo"}),
            (invoices.installments_ahead, {}),
            (search.statement_search, {"text": "presente"}),
            (search.statement_search, {"card": "Segredo"}),
            (AccountTool(account_repo=work.accounts).account_status, {}),
            (AccountTool(account_repo=work.accounts).account_status, {"account": "Segredo"}),
        ]
        for look, args in looks:
            assert "found" not in as_("Ana", look, **args), look
            hidden = as_("Gabriel", look, **args)
            assert hidden["found"] is False
            assert "PRESENTE" not in str(hidden)


def test_a_receipt_about_a_private_account_is_private(file: Path) -> None:
    accounts = InMemoryAccountRepository()
    accounts.save(Account("Segredo", "card", "Nubank", owner="Ana", private=True))
    tool = importer(accounts)
    tool.import_invoice(file=str(file), account="Segredo", operationId="op-1")
    known = tool.operations.find("op-1")
    assert known is not None
    assert (known.visible_to("Ana"), known.visible_to("Gabriel")) == (True, False)


def test_parcelas_and_unpaid_faturas_weigh_on_whether_it_fits() -> None:
    house = House()
    house.take(fatura([row("2026-02-21", "-900", "B 1/3", installment=(1, 3))], "2026-03-25", "2026-03-10"))
    budgets, incomes = InMemoryBudgetRepository(), InMemoryIncomeRepository()
    budget = Budget(HOUSE)
    budget.register(RecurringExpense("Mercado", brl(1000)))
    budgets.save(budget)
    incomes.save(IncomeBook(HOUSE, [Income(name="Salário", amount=Money(2500, "BRL"))]))
    with house.storage.work(HOUSE) as work:
        asked = {"amount": {"amount": 700, "currency": "BRL"}, "today": "2026-03-20"}
        known: dict[str, Any] = {"budget_repo": budgets, "budget_id": HOUSE, "income_repo": incomes}
        without = FeasibilityTool(**known).feasibility(**asked)
        with_card = FeasibilityTool(**known, invoice_repo=work.invoices).feasibility(**asked)
        booked = FeasibilityTool(**known, invoice_repo=work.invoices, bookkeeping_repo=work.bookkeeping).feasibility(
            **asked, startMonth="2026-04"
        )
    assert (without["status"], without["month"]["commitments"]["amount"]) == ("fits", 0)
    assert (with_card["status"], with_card["month"]["commitments"]["amount"]) == ("does_not_fit", 900)
    assert booked["month"]["commitments"]["amount"] == 900


def test_what_the_budget_counted_is_not_owed_twice() -> None:
    house = House()
    house.take(fatura([row("2026-03-01", "-900", "MERCADO")], "2026-03-25", "2026-03-10"))
    with house.storage.work(HOUSE) as work:
        work.incomes.save(IncomeBook(HOUSE, [Income(name="Salário", amount=Money(9000, "BRL"))]))
        tool = FeasibilityTool(
            budget_repo=work.budgets,
            budget_id=HOUSE,
            income_repo=work.incomes,
            invoice_repo=work.invoices,
            bookkeeping_repo=work.bookkeeping,
        )
        answer = tool.feasibility(amount={"amount": 700, "currency": "BRL"}, today="2026-03-20")
    assert answer["month"]["commitments"]["amount"] == 0
