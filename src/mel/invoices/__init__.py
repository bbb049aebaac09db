"""Faturas: cycles, lines by kind, parcela plans, payments and what they leave open."""

from mel.invoices.card import Card, Commitments, commitments, read_card, settle
from mel.invoices.cycles import Cycle, Cycles, Rule
from mel.invoices.model import Bill, InvoicePrint, Line, LineSum, charges, line_of
from mel.invoices.placing import placed, printed
from mel.invoices.plans import Plan, plans, refund_links
from mel.invoices.repository import InvoiceRepository

__all__ = [
    "Bill",
    "Card",
    "Commitments",
    "Cycle",
    "Cycles",
    "InvoicePrint",
    "InvoiceRepository",
    "Line",
    "LineSum",
    "Plan",
    "Rule",
    "charges",
    "commitments",
    "line_of",
    "placed",
    "plans",
    "printed",
    "read_card",
    "refund_links",
    "settle",
]
