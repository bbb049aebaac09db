"""Accounts, movements, faturas and what they mean, on every storage."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from contract.homes import NOON, brl
from mel.accounts import Account, Balance, Batch, Movement, Refinement, Search, Sighting, Tally
from mel.bookkeeping import MerchantRule, Posting
from mel.invoices import InvoicePrint
from mel.shared.money import Money
from mel.shared.period import Period
from mel.statements import ColumnChoice, Foreign

JUNE, JULY = Period(2026, 6), Period(2026, 7)
CARD = Account(
    "Nubank cartão",
    "card",
    "Nubank",
    owner="Ana",
    closing_day=28,
    due_day=5,
    limit=brl("5000.50"),
    aliases=("roxinho",),
    file_keys=("#card/nubank//1111",),
    columns=ColumnChoice("Data", ("Loja", 3), amount="Valor", purchases_positive=True, product="card"),
    id="card",
)
BANK = Account("Itaú conta", bank="Itaú", owner="Gabriel", private=True, id="bank")
SHOP = Movement(
    "card",
    date(2026, 6, 10),
    brl("-71.18"),
    "LOJA *Ação 2/6",
    "purchase",
    (2, 6),
    ("a1", "b1"),
    Foreign("USD", Decimal("12.50"), Decimal("5.6944")),
    "1111",
    JULY,
    True,
    "mesmo valor em dias próximos",
    "m1",
)


def a_batch(ident: str = "imp-1", **fields: Any) -> Batch:
    values: dict[str, Any] = {"file": "fatura.csv", "digest": ident, "accounts": ("card",), "tally": Tally(1, 1)}
    return Batch(ident, NOON, **{**values, **fields})


def seen(batch_id: str, movement: Movement, **fields: Any) -> Sighting:
    return Sighting(batch_id, movement.id, 3, movement.date, movement.description, **fields)


def kept(storage: Any, *movements: Movement) -> None:
    with storage.work("casa") as work:
        for account in (CARD, BANK):
            work.accounts.save(account)
        work.accounts.keep(a_batch(), movements, (), [seen("imp-1", m, bank_id="a1") for m in movements])


def test_every_field_of_an_account_comes_back_and_changes(storage: Any) -> None:
    kept(storage)
    with storage.work("casa") as work:
        assert work.accounts.every() == (CARD, BANK)
        work.accounts.save(replace(CARD, name="Roxo", limit=None, columns=None))
    with storage.work("casa") as work:
        assert work.accounts.every()[0] == replace(CARD, name="Roxo", limit=None, columns=None)


def test_every_field_of_a_movement_comes_back(storage: Any) -> None:
    kept(storage, SHOP, replace(SHOP, id="m2", foreign=None, installment=None, invoice=None, proven=False, doubt=None))
    with storage.work("casa") as work:
        first, second = work.accounts.movements(["m1", "m2"])
    assert first == SHOP
    assert (second.foreign, second.installment, second.invoice, second.doubt) == (None, None, None, None)


def test_a_private_account_is_seen_by_its_owner_alone(storage: Any) -> None:
    kept(storage, SHOP, replace(SHOP, id="m2", account_id="bank"))
    with storage.work("casa") as work:
        for reader, names, ids in (("Ana", ["card"], ["m1"]), ("Gabriel", ["card", "bank"], ["m1", "m2"])):
            assert [account.id for account in work.accounts.list(reader)] == names
            assert [movement.id for movement in work.accounts.search(Search(), reader)] == ids
            asked = Search(accounts=("bank",))
            assert [m.id for m in work.accounts.search(asked, reader)] == [i for i in ids if i == "m2"]
        assert [card.id for card in work.invoices.cards(None)] == ["card"]


def test_private_cards_are_no_names_for_the_other(storage: Any) -> None:
    with storage.work("casa") as work:
        work.accounts.save(replace(CARD, private=True))
    with storage.work("casa") as work:
        assert [card.name for card in work.memory.read("Ana").cards] == ["Nubank cartão"]
        assert work.memory.read("Gabriel").cards == ()


def test_search_is_by_words_days_and_amounts(storage: Any) -> None:
    cheap = replace(SHOP, id="m2", amount=brl("-5"), date=date(2026, 6, 20), description="IFD*iFood São Paulo")
    dollar = replace(SHOP, id="m3", amount=Money("-71.18", "USD"))
    kept(storage, SHOP, cheap, dollar)
    with storage.work("casa") as work:

        def found(**asked: Any) -> list[str]:
            return [movement.id for movement in work.accounts.search(Search(**asked), "Ana")]

        assert found(words=("ifood",)) == ["m2"]
        assert found(words=("IFOOD sao",)) == ["m2"]
        assert found(words=("acao",)) == ["m1", "m3"]
        assert found(first=date(2026, 6, 11)) == ["m2"]
        assert found(last=date(2026, 6, 10)) == ["m1", "m3"]
        assert found(least=brl("71.18")) == ["m1"]
        assert found(most=brl("5")) == ["m2"]
        assert found(words=("100%",)) == []


def test_stored_rows_are_those_of_the_days(storage: Any) -> None:
    kept(storage, SHOP, replace(SHOP, id="m2", date=date(2026, 6, 20)), replace(SHOP, id="m3", account_id="bank"))
    with storage.work("casa") as work:
        rows = work.accounts.stored_rows("card", date(2026, 6, 1), date(2026, 6, 15))
    assert list(rows) == [SHOP.as_stored()]


def test_a_further_file_refines_and_its_undo_takes_that_back(storage: Any) -> None:
    kept(storage, replace(SHOP, bank_ids=("a1",), invoice=JUNE, proven=False))
    change = Refinement("m1", "z9", "LOJA ACAO SAO PAULO", date(2026, 6, 11), JULY)
    sighting = replace(
        seen("imp-2", SHOP, bank_id="z9", invoice=JULY), description="LOJA ACAO SAO PAULO", date=date(2026, 6, 11)
    )
    with storage.work("casa") as work:
        work.accounts.keep(a_batch("imp-2"), (), (change,), (sighting,))
    with storage.work("casa") as work:
        (better,) = work.accounts.movements(["m1"])
        assert (better.bank_ids, better.description, better.date) == (
            ("a1", "z9"),
            "LOJA ACAO SAO PAULO",
            date(2026, 6, 11),
        )
        assert (better.invoice, better.proven) == (JULY, True)
        assert work.accounts.only_in("imp-2") == ()
        work.accounts.take_back("imp-2")
    with storage.work("casa") as work:
        (again,) = work.accounts.movements(["m1"])
        assert (again.bank_ids, again.description, again.date) == (("a1",), "LOJA *Ação 2/6", date(2026, 6, 10))


def test_undoing_the_first_of_two_files_keeps_what_the_second_saw(storage: Any) -> None:
    kept(storage, SHOP, replace(SHOP, id="m2"))
    with storage.work("casa") as work:
        work.accounts.keep(a_batch("imp-2"), (), (), (seen("imp-2", SHOP, bank_id="b1"),))
        assert [movement.id for movement in work.accounts.only_in("imp-1")] == ["m2"]
        work.accounts.take_back("imp-1")
    with storage.work("casa") as work:
        assert [m.id for m in work.accounts.movements(["m1", "m2"])] == ["m1"]
        assert work.accounts.movements(["m1"])[0].bank_ids == ("b1",)
        assert work.accounts.batch("imp-1") is None
        assert work.accounts.imported("imp-1") is None


def test_batches_balances_and_digests(storage: Any) -> None:
    older, newer = Balance("bank", brl(10), date(2026, 5, 31)), Balance("bank", brl("12.34"), date(2026, 6, 30))
    first = a_batch(balances=(newer,), by="Ana", tally=Tally(5, 3, 2, 1, 4))
    with storage.work("casa") as work:
        work.accounts.save(BANK)
        work.accounts.keep(first, (), (), ())
        work.accounts.keep(a_batch("imp-2", balances=(older,)), (), (), ())
    with storage.work("casa") as work:
        known = work.accounts.imported("imp-1")
        assert (known.tally, known.by, known.at, known.file) == (first.tally, "Ana", NOON, "fatura.csv")
        assert [batch.id for batch in work.accounts.batches()] == ["imp-2", "imp-1"]
        assert work.accounts.balance("bank") == newer
        work.accounts.take_back("imp-1")
        assert work.accounts.balance("bank") == older
        assert work.accounts.balance("card") is None


def test_faturas_are_added_up_by_kind_and_forgotten_with_their_batch(storage: Any) -> None:
    payment = replace(SHOP, id="m2", kind="payment", amount=brl(50), installment=None)
    kept(storage, SHOP, replace(SHOP, id="m4"), payment, replace(SHOP, id="m3", invoice=None))
    told = InvoicePrint("card", JULY, "imp-1", date(2026, 6, 28), date(2026, 7, 5), brl("142.36"), brl(0), brl(0))
    with storage.work("casa") as work:
        work.invoices.keep([told])
    with storage.work("casa") as work:
        sums = {(s.period, s.kind, s.parcelled): (s.total, s.count) for s in work.invoices.sums("card")}
        assert sums == {
            (JULY, "purchase", True): (brl("-142.36"), 2),
            (JULY, "payment", False): (brl(50), 1),
        }
        assert work.invoices.prints("card") == (told,)
        assert {m.id for m in work.invoices.lines("card", JULY)} == {"m1", "m2", "m4"}
        assert [m.id for m in work.invoices.payments("card")] == ["m2"]
        assert [m.id for m in work.invoices.parcelas("card", JULY)] == ["m1", "m4"]
        assert work.invoices.parcelas("card", JULY.plus(1)) == ()
        work.invoices.take_back("imp-1")
        assert work.invoices.prints("card") == ()


def test_postings_and_rules(storage: Any) -> None:
    posted = Posting("m1", "posted", JUNE, "mercado", "m1")
    told = Posting("m2", "told", JUNE, "mercado", "e1")
    rule = MerchantRule("pag josedasilva", "mercado", "Ana", date(2026, 6, 1))
    with storage.work("casa") as work:
        work.bookkeeping.keep([posted, told])
        work.bookkeeping.learn(rule)
    with storage.work("casa") as work:
        assert work.bookkeeping.postings(["m1", "nada"]) == (posted,)
        assert work.bookkeeping.evidence(["e1"]) == (told,)
        assert work.bookkeeping.rules() == (rule,)
        work.bookkeeping.keep([Posting("m1", "transfer", counterpart="m9")])
        work.bookkeeping.learn(replace(rule, expense_id="lazer"))
    with storage.work("casa") as work:
        assert work.bookkeeping.postings(["m1"]) == (Posting("m1", "transfer", counterpart="m9"),)
        assert [known.expense_id for known in work.bookkeeping.rules()] == ["lazer"]
        work.bookkeeping.drop(["m1"])
        work.bookkeeping.forget(rule.pattern)
        assert work.bookkeeping.postings(["m1"]) == ()
        assert work.bookkeeping.rules() == ()


def test_a_failed_unit_of_work_keeps_nothing(storage: Any) -> None:
    class Broken(Exception):
        pass

    try:
        with storage.work("casa") as work:
            work.accounts.save(CARD)
            work.accounts.keep(a_batch(), (SHOP,), (), (seen("imp-1", SHOP),))
            work.bookkeeping.keep([Posting("m1", "none")])
            raise Broken
    except Broken:
        pass
    with storage.work("casa") as work:
        assert work.accounts.every() == ()
        assert work.accounts.movements(["m1"]) == ()
        assert work.bookkeeping.postings(["m1"]) == ()
