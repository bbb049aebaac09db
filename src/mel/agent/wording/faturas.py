"""Faturas, parcelas, movements and accounts, as Mel tells them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from mel.agent.wire import Wire
from mel.agent.wording.speech import day, listed, money, month, value

Say = Callable[[Wire, Wire, date, str | None], str]

NEXT = {
    "invoiceStatus": "Quer importar uma fatura?",
    "installmentsAhead": "Quer ver a fatura?",
    "statementSearch": "Quer procurar outro nome ou outro período?",
    "accountStatus": "Quer importar um extrato?",
    "importInvoice": "Quer tentar com outro arquivo?",
}
"""What to offer where something is not there."""

_KINDS = {
    "purchase": "compras",
    "parcela": "parcelas",
    "estorno": "estornos",
    "iof": "IOF",
    "interest": "juros",
    "fee": "tarifas",
    "cashback": "cashback",
    "adjustment": "ajustes",
}


def _invoice(args: Wire, result: Wire, today: date, aspect: str | None) -> str:
    if "cards" in result:
        lines = [f"{_headline(each, today)} {_dates(each, today)}".strip() for each in result["cards"]]
        return "\n".join([*lines, f"Somando o que falta pagar: {money(result['remaining'])}."])
    when = _dates(result, today)
    if aspect == "due" and when:
        return f"{result['card']}, fatura de {month(result['month'], today)}: {when[0].lower()}{when[1:]}"
    lines = [f"{_headline(result, today)} {when}".strip()]
    if result.get("onlyInstallments"):
        return f"{lines[0]} Por enquanto são só as parcelas que eu já conheço."
    parts = [f"{_KINDS[kind]} {money(amount)}" for kind, amount in result["byKind"].items() if kind in _KINDS]
    if len(parts) > 1:
        lines.append(f"São {listed(parts)}.")
    lines += [text for text in (_paid(result), _checked(result), _limit(result)) if text]
    return "\n".join(lines)


def _headline(result: Wire, today: date) -> str:
    """ "Nubank, fatura de junho: R$ 1.200 (fechada)." """
    status = {
        "open": "aberta até agora",
        "closed": "fechada",
        "paid": "paga",
        "rolled": "encerrada",
        "overdue": "vencida",
    }[result["status"]]
    return f"{result['card']}, fatura de {month(result['month'], today)}: {money(result['total'])} ({status})."


def _dates(result: Wire, today: date) -> str:
    if not result["due"]:
        return ""
    expected = " pela previsão" if result["predicted"] else ""
    closed = date.fromisoformat(result["closing"]) <= today
    closing = f"Fechou em {day(result['closing'], today)}" if closed else f"Fecha em {day(result['closing'], today)}"
    return f"{closing} e vence em {day(result['due'], today)}{expected}."


def _paid(result: Wire) -> str:
    paid = value(result["paid"])
    if not paid.is_positive or result["status"] in {"paid", "rolled"}:
        return ""
    return f"Já foram pagos {paid}, faltam {money(result['remaining'])}."


def _checked(result: Wire) -> str:
    """What the printed total proves; nothing is said where none was printed."""
    if result["difference"] is None:
        return ""
    gap = value(result["difference"])
    return "" if gap.is_zero else f"Atenção: o total impresso difere em {gap} do que eu tenho."


def _limit(result: Wire) -> str:
    used = money(result["usedLimit"])
    if result["available"] is None:
        return f"Com as parcelas que ainda vêm, o limite usado é {used}."
    return f"Limite usado {used}, livre {money(result['available'])}."


def _installments(args: Wire, result: Wire, today: date, aspect: str | None) -> str:
    lines = [f"Faltam {money(result['total'])} em parcelas."]
    lines += [_plan(plan, today) for plan in result["plans"][:8]]
    if len(result["plans"]) > 8:
        lines.append(f"E mais {len(result['plans']) - 8} compras parceladas.")
    months = [f"{month(each['month'], today)} {money(each['amount'])}" for each in result["months"][:6]]
    if months:
        lines.append(f"Por fatura: {', '.join(months)}.")
    return "\n".join(lines)


def _plan(plan: Wire, today: date) -> str:
    number, of = plan["installment"]
    until = month(plan["until"], today)
    return (
        f"{plan['description']}: {plan['left']} de {money(plan['amount'])}, até {until} ({number} de {of} na fatura)."
    )


def _search(args: Wire, result: Wire, today: date, aspect: str | None) -> str:
    what = f" com '{result['text']}'" if result["text"] else ""
    span = f"de {day(result['from'], today)} a {day(result['to'], today)}"
    count = f"{result['count']} lançamento" + ("s" if result["count"] != 1 else "")
    lines = [f"{money(result['spent'])} gastos{what} {span}, {result['view']}, em {count}."]
    if value(result["received"]).is_positive:
        lines.append(f"Entraram {money(result['received'])}.")
    months = result["byInvoice"]["months"]
    if months:
        parts = [f"{month(each['month'], today)} {money(each['amount'])}" for each in months[-6:]]
        lines.append(f"{result['byInvoice']['view'].capitalize()}: {', '.join(parts)}.")
    lines += [_movement(row, today) for row in result["movements"][-6:]]
    return "\n".join(lines)


def _movement(row: Wire, today: date) -> str:
    parcela = f", {row['installment'][0]} de {row['installment'][1]}" if row.get("installment") else ""
    return f"{day(row['date'], today)} {row['description']}: {-value(row['amount'])} ({row['account']}{parcela})."


def _accounts(args: Wire, result: Wire, today: date, aspect: str | None) -> str:
    return "\n".join(_account(each, today) for each in result.get("accounts", [result]))


def _account(account: Wire, today: date) -> str:
    moved = f"Em {month(account['period'], today)} entraram {money(account['in'])} e saíram {money(account['out'])}."
    if account["balance"] is None:
        return f"{account['account']}: {moved[0].lower()}{moved[1:]}"
    return f"{account['account']}: saldo {money(account['balance'])} em {day(account['balanceOn'], today)}. {moved}"


ANSWERS: dict[str, Say] = {
    "invoiceStatus": _invoice,
    "installmentsAhead": _installments,
    "statementSearch": _search,
    "accountStatus": _accounts,
}
