"""OFX beyond the cases: signs, several accounts, missing wrappers, foreign amounts, odd text, cuts."""

from __future__ import annotations

import pytest

from mel.statements import Refusal, Statement, read_statement


def card(*movements: str) -> bytes:
    return wrap("CCSTMTRS", "<CCACCTFROM><ACCTID>4000XXXXXXXX9999</CCACCTFROM>", movements)


def account(*movements: str) -> bytes:
    return wrap("STMTRS", "<BANKACCTFROM><BANKID>0341<ACCTID>1-1</BANKACCTFROM>", movements)


def wrap(tag: str, owner: str, movements: tuple[str, ...]) -> bytes:
    body = "".join(movements)
    return f"OFXHEADER:100\n<OFX><{tag}><CURDEF>BRL{owner}<BANKTRANLIST>{body}</BANKTRANLIST></{tag}></OFX>".encode()


def movement(kind: str, amount: str, memo: str = "LOJA", more: str = "") -> str:
    return f"<STMTTRN><TRNTYPE>{kind}<DTPOSTED>20260302<TRNAMT>{amount}<FITID>1<MEMO>{memo}{more}</STMTTRN>\n"


def amounts(data: bytes) -> list[str]:
    return [str(row.amount) for statement in read_statement(data) for row in statement.rows]


def one(data: bytes) -> Statement:
    [statement] = read_statement(data)
    return statement


def test_a_card_file_with_every_sign_inverted_is_turned() -> None:
    data = card(movement("DEBIT", "10"), movement("PAYMENT", "-50", "PAGTO"), movement("OTHER", "-3", "ESTORNO"))

    assert amounts(data) == ["-10.00", "50.00", "3.00"]


def test_only_purchases_written_as_positive_debits() -> None:
    assert amounts(card(movement("DEBIT", "10"), movement("DEBIT", "20,50"))) == ["-10.00", "-20.50"]


def test_amounts_without_signs_follow_their_type() -> None:
    statement = one(account(movement("DEBIT", "10"), movement("CREDIT", "50", "SALARIO")))

    assert [str(row.amount) for row in statement.rows] == ["-10.00", "50.00"]
    assert statement.warnings


def test_a_payment_with_the_wrong_sign_among_right_ones() -> None:
    """Banco do Brasil's card credits (ofxReaderBR)."""
    statement = one(card(movement("DEBIT", "-10"), movement("CREDIT", "-50", "PGTO DEBITO CONTA")))

    assert [str(row.amount) for row in statement.rows] == ["-10.00", "50.00"]
    assert [warn.message for warn in statement.warnings]


def test_a_card_without_types_is_read_by_its_words_and_shown() -> None:
    statement = one(card(movement("OTHER", "10"), movement("OTHER", "-50", "PAGAMENTO RECEBIDO")))

    assert [str(row.amount) for row in statement.rows] == ["-10.00", "50.00"]
    assert statement.warnings


def test_an_account_keeps_the_signs_of_its_file() -> None:
    data = account(movement("OTHER", "-10"), movement("DEBIT", "5", "ESTORNO"), movement("CREDIT", "50"))

    assert amounts(data) == ["-10.00", "5.00", "50.00"]


@pytest.mark.parametrize("wrapper", ["", "<OFX>"])
def test_a_bare_list_of_movements_belongs_to_an_unknown_account(wrapper: str) -> None:
    end = "</OFX>" if wrapper else ""

    statement = one(f"{wrapper}<BANKTRANLIST>{movement('DEBIT', '-10')}</BANKTRANLIST>{end}".encode())

    assert [str(row.amount) for row in statement.rows] == ["-10.00"]
    assert statement.product is None
    assert statement.hint.account is None


def test_movements_without_any_wrapper_are_refused() -> None:
    with pytest.raises(Refusal) as refused:
        read_statement(movement("DEBIT", "-10").encode())

    assert refused.value.kind == "foreign"


def test_a_movement_that_is_never_closed_ends_at_the_next() -> None:
    data = account(movement("DEBIT", "-1").replace("</STMTTRN>", ""), movement("DEBIT", "-2"))

    assert amounts(data) == ["-1.00", "-2.00"]


def test_an_amount_in_another_currency_stays_in_it_and_is_shown() -> None:
    foreign = "<CURRENCY><CURRATE>5.44<CURSYM>USD</CURRENCY>"
    statement = one(card(movement("DEBIT", "-10", more=foreign)))

    assert statement.rows[0].currency == "USD"
    assert statement.warnings


@pytest.mark.parametrize(
    ("memo", "text"),
    [
        ("TARIFA < 30 DIAS", "TARIFA < 30 DIAS"),
        ("A &amp; B &#38; C &eacute;", "A & B & C &eacute;"),
        ("<![CDATA[X <Y> & Z]]>", "X <Y> & Z"),
        ("LOJA<BR>FINAL", "LOJA FINAL"),
        ("&#0;&#x110000;&#xD800;OK", "OK"),
        ("  MUITO   LARGO  ", "MUITO LARGO"),
    ],
)
def test_text_is_text(memo: str, text: str) -> None:
    assert one(account(movement("DEBIT", "-1", memo))).rows[0].description == text


def test_what_cannot_be_read_is_shown_with_its_line() -> None:
    data = account(movement("DEBIT", "-1"), movement("DEBIT", "abc"), movement("DEBIT", "-2").replace("20260302", "x"))

    statement = one(data)

    assert [str(row.amount) for row in statement.rows] == ["-1.00"]
    assert [warn.line for warn in statement.warnings] == [3, 4]


def test_entities_of_a_document_type_are_never_expanded() -> None:
    bomb = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'

    statement = one(bomb.encode() + account(movement("DEBIT", "-1", "&b;")))

    assert statement.rows[0].description == "&b;"


def test_the_hint_is_equal_for_two_ways_of_writing_an_account() -> None:
    first = one(account())
    second = one(account().replace(b"<BANKID>0341<ACCTID>1-1", b"<BANKID> 341 </BANKID><ACCTID>0011</ACCTID>"))

    assert first.hint.key() == second.hint.key()


def test_five_thousand_unclosed_tags_take_no_time() -> None:
    with pytest.raises(Refusal):
        read_statement(b"<OFX>" + b"<STMTTRN><MEMO>" * 50_000)
