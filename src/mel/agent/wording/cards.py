"""Cards: the exact lines that show what would be written, or was. They never depend on a model's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from mel.agent.wire import Wire
from mel.agent.wording.speech import day, money, month, value

Draw = Callable[[Wire, Mapping[str, str], date], str]


def card(tool: str, receipt: Wire, resolved: Mapping[str, str], today: date) -> str:
    """One line: "Mercado em junho: R$ 0 → R$ 200". Names are the household's own, however they were sent."""
    preview: Wire = receipt["preview"]
    draw = _CARDS.get(tool, _before_after)
    return draw(preview, resolved, today)


def _spend(preview: Wire, names: Mapping[str, str], today: date) -> str:
    after, count = value(preview["newActual"]), preview.get("installments", 1)
    delta = value(preview["delta"]).in_parts(count)[0]
    details = [_when(preview, names, today)]
    if preview.get("paidBy"):
        details.append(f"pago por {preview['paidBy']}")
    if count > 1:
        details.append(f"{count}x, total {money(preview['delta'])}")
    details.extend(str(preview[key]) for key in ("paymentMethod", "card") if preview.get(key))
    if preview.get("looksLike"):
        seen = preview["looksLike"]
        details.append(f"parece com {seen['description']} de {day(seen['date'], today)}, que já importei")
    extra = ", ".join(detail for detail in details if detail)
    line = f"{names.get('expense', preview['expense'])} em {month(preview['period'], today)}: {after - delta} → {after}"
    return f"{line} ({extra})" if extra else line


def _when(preview: Wire, names: Mapping[str, str], today: date) -> str:
    said = preview.get("date") or names.get("date")
    return day(said, today) if said else ""


def _contribution(preview: Wire, names: Mapping[str, str], today: date) -> str:
    currency = preview["amount"]["currency"]
    after, delta = value(preview["newSavedByCurrency"][currency]), value(preview["amount"])
    who, when = names.get("paidBy", preview["paidBy"]), day(preview["date"], today)
    return f"{names.get('goal', preview['goal'])}: {after - delta} → {after} ({who}, {when})"


def _expense(preview: Wire, names: Mapping[str, str], today: date) -> str:
    parts = [money(preview["expected"]) + " por mês", str(preview["categoria"])]
    parts += [f"dia {preview['vencimento']}", str(preview["pagamento"])]
    return f"Novo gasto {preview['nome']}: {', '.join(parts)}"


def _adjustment(preview: Wire, names: Mapping[str, str], today: date) -> str:
    since = f" a partir de {month(preview['from'], today)}" if preview.get("from") else ""
    name = names.get("expense", preview["expense"])
    return f"{name} previsto: {money(preview['currentExpected'])} → {money(preview['newExpected'])}{since}"


def _goal(preview: Wire, names: Mapping[str, str], today: date) -> str:
    who = f", com {' e '.join(preview['members'])}" if preview.get("members") else ""
    return f"Nova meta {preview['name']}: {money(preview['target'])} até {day(preview['deadline'])}{who}"


def _income(preview: Wire, names: Mapping[str, str], today: date) -> str:
    after, amount = value(preview["newTotal"]), value(preview["amount"])
    who = f", {names['receivedBy']}" if names.get("receivedBy") else ""
    return f"{preview['name']}: {amount} em {day(preview['date'], today)}{who}. No mês: {after - amount} → {after}"


def _before_after(preview: Wire, names: Mapping[str, str], today: date) -> str:
    before, after = preview.get("before"), preview.get("after")
    if before is None:
        return f"Novo: {_plain(after)}"
    return f"{_plain(before)} → {_plain(after)}" if after is not None else f"Sai: {_plain(before)}"


def _removed(preview: Wire, names: Mapping[str, str], today: date) -> str:
    entry = preview["before"]
    details = [day(entry["date"], today) if entry["date"] else month(entry["period"], today), entry["who"]]
    return f"Sai: {entry['expense']}, {money(entry['amount'])} ({', '.join(part for part in details if part)})"


def _undone(preview: Wire, names: Mapping[str, str], today: date) -> str:
    """What moved: "Outros em novembro: R$ 64 → R$ 0"."""
    before, after = preview.get("before"), preview.get("after")
    if not isinstance(before, dict) or not isinstance(after, dict):
        return _before_after(preview, names, today)
    name = next((before[key] for key in ("expense", "goal", "name") if key in before), "")
    when = f" em {month(before['period'], today)}" if before.get("period") else ""
    moved = [key for key in before if before[key] != after.get(key)]
    return f"{name}{when}: {_plain([before[key] for key in moved])} → {_plain([after.get(key) for key in moved])}"


def _plain(item: Any) -> str:
    if isinstance(item, dict) and item.keys() == {"amount", "currency"}:
        return money(item)
    if isinstance(item, dict):
        return ", ".join(_plain(part) for part in item.values() if part is not None)
    if isinstance(item, list):
        return ", ".join(_plain(part) for part in item)
    return str(item)


def _import(preview: Wire, names: Mapping[str, str], today: date) -> str:
    """ "Nubank cartão: 42 lançamentos, 40 novos e 2 que eu já tinha. Soma R$ 3.120, igual à fatura"."""
    name = preview["account"]
    known = f" e {preview['known']} que eu já tinha" if preview["known"] else ""
    line = f"{name}: {preview['read']} lançamentos, {preview['new']} novos{known}. Soma {money(preview['total'])}"
    if preview["difference"] is not None:
        gap = value(preview["difference"])
        line += ", igual ao impresso" if gap.is_zero else f", e o impresso difere em {gap}"
    parts = [line]
    if preview["flagged"]:
        parts.append(f"Talvez repetidos: {preview['flagged']}, dá uma olhada")
    if preview["refused"]:
        parts.append(f"Linhas que eu não consegui ler: {preview['refused']}")
    if preview.get("alreadyTold"):
        parts.append(f"Vocês já tinham me contado {preview['alreadyTold']}")
    if preview.get("transfers"):
        parts.append(f"Pagamentos e transferências, que não contam como gasto: {preview['transfers']}")
    if preview.get("budget"):
        lines = [f"{row['expense']} {money(row['amount'])}" for row in preview["budget"]]
        parts.append(f"No orçamento: {', '.join(lines)}")
    return ". ".join(parts)


_CARDS: dict[str, Draw] = {
    "importInvoice": _import,
    "recordSpend": _spend,
    "contributeToGoal": _contribution,
    "registerExpense": _expense,
    "adjustExpense": _adjustment,
    "createGoal": _goal,
    "recordIncome": _income,
    "undoOperation": _undone,
    "correctEntry": _undone,
    "removeEntry": _removed,
}
