"""Tables that people read: Brazilian money and dates, columns aligned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

_STATUS = {"open": "aberta", "closed": "fechada", "paid": "paga", "rolled": "encerrada", "overdue": "vencida"}


def aligned(rows: Sequence[Sequence[str]], right: Iterable[int] = (), indent: str = "") -> list[str]:
    """Columns as wide as their widest cell; those in `right` end together."""
    if not rows:
        return []
    ends = set(right)
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        indent
        + "  ".join(
            cell.rjust(width) if at in ends else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def movement_lines(rows: Sequence[dict[str, Any]]) -> list[str]:
    return aligned([[_day(r["date"]), _money(r["amount"], r["currency"]), r["account"], _what(r)] for r in rows], (1,))


def _what(row: dict[str, Any]) -> str:
    part = f" ({row['installment'][0]}/{row['installment'][1]})" if row["installment"] else ""
    return f"{row['description']}{part}" + (f"  [{row['doubt']}]" if row["doubt"] else "")


def card_lines(card: dict[str, Any]) -> list[str]:
    """A card with its faturas and the parcelas still to come."""
    currency = card["currency"]
    limit = f" de {_money(card['limit'], currency)}" if card["limit"] else ""
    bills = [
        [_month(b["month"]), _money(b["total"], currency), _STATUS[b["status"]], _due(b)] for b in card["invoices"]
    ]
    plans = [
        [
            p["merchant"],
            f"{p['parcela']}/{p['of']}",
            _money(p["part"], currency),
            f"faltam {_money(p['debt'], currency)}",
        ]
        for p in card["plans"]
    ]
    head = f"{card['card']}: limite usado {_money(card['usedLimit'], currency)}{limit}"
    return [head, *aligned(bills, (1,), "  "), *(["  Parcelas"] if plans else []), *aligned(plans, (1, 2), "    ")]


def _due(bill: dict[str, Any]) -> str:
    if not bill["due"]:
        return "sem data"
    return f"vence {_day(bill['due'])}{' (pela previsão)' if bill['predicted'] else ''}"


def account_lines(accounts: Sequence[dict[str, Any]]) -> list[str]:
    return aligned([_account(account) for account in accounts])


def _account(account: dict[str, Any]) -> list[str]:
    is_card, currency = account["product"] == "card", account["currency"]
    facts = [f"limite {_money(account['limit'], currency)}"] if account["limit"] else []
    facts += [f"fecha dia {account['closes']}"] if account["closes"] else []
    facts += [f"vence dia {account['due']}"] if account["due"] else []
    facts += [f"apelidos {', '.join(account['aliases'])}"] if account["aliases"] else []
    return [
        account["account"],
        "cartão" if is_card else "conta",
        account["bank"] or "-",
        account["owner"] or "da casa",
        "privada" if account["private"] else "compartilhada",
        ", ".join(facts),
    ]


def _money(amount: str, currency: str) -> str:
    from mel.shared.money import Money

    return str(Money(amount, currency))


def _day(iso: str) -> str:
    year, month, day = iso.split("-")
    return f"{day}/{month}/{year}"


def _month(iso: str) -> str:
    year, month = iso.split("-")
    return f"{month}/{year}"
