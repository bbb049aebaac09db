"""A PDF reading must prove itself: by the printed total of a card, by the balances or day totals of an account."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from mel.statements.banks import bank_by_name
from mel.statements.checks import ZERO, broken_links, difference_to
from mel.statements.facts import read_facts
from mel.statements.invoice import InvoiceReader
from mel.statements.kinds import kind_of
from mel.statements.model import AccountHint, Reconciliation, Row, Statement, Warn
from mel.statements.refusal import Refusal
from mel.statements.signs import again
from mel.statements.words import Line


def read_lines(printed: Sequence[Line], ordered: Sequence[Line]) -> Statement:
    """`printed` are the lines as they stand on the pages, for facts; `ordered` the same split into columns."""
    facts = read_facts(printed)
    reader = InvoiceReader(facts, ordered)
    reader.read()
    if not reader.rows and not reader.future:
        if facts.product == "account" or not facts.totals or any(facts.totals):
            raise Refusal("foreign", "Não reconheci lançamentos neste PDF. Exporte o extrato em OFX ou CSV.")
        reader.warnings.append(Warn(None, "Nenhum lançamento neste arquivo."))
    total, reconciliation = _on_card(reader) if facts.product == "card" else (None, _on_account(reader))
    return Statement(
        format="pdf",
        profile="pdf-fatura" if facts.product == "card" else "pdf-extrato",
        product=facts.product,
        rows=tuple(reader.rows),
        warnings=tuple(reader.warnings),
        hint=AccountHint(bank=bank_by_name(facts.text), card=_only({row.card for row in reader.rows}) or facts.card),
        closing_date=facts.closing or facts.emission,
        due_date=facts.due,
        printed_total=total,
        future=tuple(reader.future),
        reconciliation=reconciliation,
    )


def _only(values: set[str | None]) -> str | None:
    known = {value for value in values if value}
    return known.pop() if len(known) == 1 else None


def _on_card(reader: InvoiceReader) -> tuple[Decimal | None, Reconciliation]:
    totals = reader.facts.totals
    if not totals:
        reader.warnings.append(Warn(None, "A fatura não imprime um total que eu reconheça: confira a soma."))
        return None, Reconciliation()
    # An issuer that prints purchases with a minus adds up only the other way round.
    readings = [reader.rows]
    if sum(1 for row in reader.rows if row.amount > 0) * 2 > len(reader.rows):
        readings.append([again(row, -row.amount, "card") for row in reader.rows])
    for rows in readings:
        for total in totals:
            if difference_to(total, rows, reader.previous) == 0:
                reader.rows = list(rows)
                return total, Reconciliation(("total",), ZERO)
    for total in totals:
        charges = _explaining(difference_to(total, reader.rows, reader.previous), reader)
        if charges:
            reader.rows += charges
            return total, Reconciliation(("total",), ZERO)
    gap = difference_to(totals[0], reader.rows, reader.previous)
    raise Refusal(
        "total",
        f"A soma que li neste PDF difere do total impresso em R$ {gap}. Não importei nada: "
        "exporte a fatura em OFX ou CSV.",
    )


def _explaining(gap: Decimal, reader: InvoiceReader) -> list[Row]:
    """The undated charges, when they and nothing else make up what the total has more than the dated rows."""
    facts, charges = reader.facts, reader.charges
    day = facts.emission or facts.closing or facts.due
    whole = sum((amount for _, amount, _ in charges), ZERO)
    chosen = charges if whole == gap else [charge for charge in charges if charge[1] == gap]
    if day is None or not chosen or (whole != gap and len(chosen) != 1):
        return []
    return [
        Row(day, -amount, "BRL", label, None, None, kind_of(label, -amount, "card"), None, facts.card, raw=raw)
        for label, amount, raw in chosen
    ]


def _on_account(reader: InvoiceReader) -> Reconciliation:
    """An account has no total to agree with, so balances or totals of the day must prove the reading."""
    if reader.grouped:
        return Reconciliation(("day totals",), ZERO)
    found = broken_links(reader.links)
    if found is None:
        if all(row.amount >= 0 for row in reader.rows):
            raise Refusal("sign", "Este PDF não diz o que é entrada e o que é saída. Exporte o extrato em OFX ou CSV.")
        raise Refusal("total", "Este PDF não traz saldos para conferir a leitura. Exporte o extrato em OFX ou CSV.")
    if found:
        raise Refusal(
            "total", "Os saldos impressos neste PDF não fecham com o que li. Exporte o extrato em OFX ou CSV."
        )
    return Reconciliation(("balance chain",), ZERO)
