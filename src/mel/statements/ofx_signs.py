"""Which way an OFX amount goes when TRNTYPE and its sign disagree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mel.statements.kinds import kind_of
from mel.statements.model import Product, Row, Warn

_OUT = frozenset({"DEBIT", "PAYMENT", "CHECK", "ATM", "POS", "FEE", "SRVCHG", "DIRECTDEBIT", "CASH"})
_IN = frozenset({"CREDIT", "DEP", "DIRECTDEP", "INT", "DIV"})


def right_signs(rows: Sequence[Row], types: Sequence[str], product: Product | None) -> tuple[list[Row], list[Warn]]:
    """The rows with the owner's signs.

    A file whose every debit is positive and every credit negative is inverted as a whole, which some card issuers do
    (ofxReaderBR, monetr#2691). On a card PAYMENT is money received. A single contradiction on a card is turned only
    when the words agree with the type (Banco do Brasil received); otherwise the file's sign stands.
    """
    outs, ins = _OUT - {"PAYMENT"} if product == "card" else _OUT, _IN | {"PAYMENT"} if product == "card" else _IN
    debits = [row.amount for row, kind in zip(rows, types, strict=True) if kind in outs and row.amount]
    received = [row.amount for row, kind in zip(rows, types, strict=True) if kind in ins and row.amount]
    typed = all(kind in outs or kind in ins for row, kind in zip(rows, types, strict=True) if row.amount)
    if debits and (typed or (received and product == "card")) and all(amount > 0 for amount in debits):
        if all(amount < 0 for amount in received):
            return _inverted(rows, product)
        if all(amount > 0 for amount in received):
            return _by_type(rows, types, outs, ins)
    if product == "card":
        return _card_rows(rows, types, ins)
    return list(rows), []


def _inverted(rows: Sequence[Row], product: Product | None) -> tuple[list[Row], list[Warn]]:
    notes = []
    if product != "card":
        notes.append(Warn(None, "Débitos positivos e créditos negativos: os sinais do arquivo foram invertidos."))
    return [replace(row, amount=-row.amount) for row in rows], notes


def _by_type(
    rows: Sequence[Row], types: Sequence[str], outs: frozenset[str], ins: frozenset[str]
) -> tuple[list[Row], list[Warn]]:
    """Amounts without a sign: the type tells, and a row whose type tells nothing is shown."""
    turned, notes = [], [Warn(None, "O arquivo não traz sinais: o tipo de cada movimento decidiu.")]
    for row, kind in zip(rows, types, strict=True):
        if kind not in outs and kind not in ins:
            notes.append(Warn(row.line, "Confira o sinal: o arquivo não diz se é débito ou crédito.", row.description))
        turned.append(replace(row, amount=-abs(row.amount)) if kind in outs else row)
    return turned, notes


def _card_rows(rows: Sequence[Row], types: Sequence[str], ins: frozenset[str]) -> tuple[list[Row], list[Warn]]:
    turned, notes = list(rows), []
    for index, (row, kind) in enumerate(zip(rows, types, strict=True)):
        if kind in ins and row.amount < 0 and kind_of(row.description, -row.amount, "card") == "payment":
            turned[index] = replace(row, amount=-row.amount)
            notes.append(Warn(row.line, "Crédito escrito com sinal negativo: foi lido como crédito.", row.description))
    if rows and all(kind not in ins and kind not in _OUT for kind in types) and _words_say_inverted(rows):
        note = Warn(None, "Sem tipo de movimento: compras positivas foram lidas como gasto. Confira os sinais.")
        return [replace(row, amount=-row.amount) for row in rows], [note]
    return turned, notes


def _words_say_inverted(rows: Sequence[Row]) -> bool:
    """Payments below zero and purchases above it, or nothing but positive purchases."""
    payments = others = positive = 0
    for row in rows:
        if kind_of(row.description, abs(row.amount), "card") == "payment":
            payments += 1
            if row.amount > 0:
                return False
        else:
            others += 1
            positive += row.amount > 0
    return positive > 0 if payments else positive == others
