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
    return "; ".join(
        [draw(preview, resolved, today), *(_again(line, today) for line in preview.get("countsAgain", ()))]
    )


def _again(line: Wire, today: date) -> str:
    """A bank line that its entry told of, and that counts by itself now."""
    what = f"{line['description']}, {money(line['amount'])}"
    return f"a linha do banco de {day(line['date'], today)} ({what}) conta em {line['expense']}"


def _spend(preview: Wire, names: Mapping[str, str], today: date) -> str:
    after, count = value(preview["newActual"]), preview.get("installments", 1)
    delta = value(preview["delta"]).in_parts(count)[0]
    added = "" if after == delta else f"+{delta}"  # what is spent first is its own total
    details = [added, "gasto novo" if preview.get("newExpense") else "", _when(preview, names, today)]
    if preview.get("paidBy"):
        details.append(f"pago por {preview['paidBy']}")
    if count > 1:
        details.append(f"{count}x de {delta}, total {money(preview['delta'])}")
    details.extend(str(preview[key]) for key in ("paymentMethod", "card") if preview.get(key))
    if preview.get("overBy"):
        details.append(f"passa {money(preview['overBy'])} do previsto")
    if preview.get("looksLike"):
        seen = preview["looksLike"]
        details.append(f"parece com {seen['description']} de {day(seen['date'], today)}, que já importei")
    name = names.get("expense", preview["expense"])
    line = f"{name} em {month(preview['period'], today)}: {after - delta} → {after}"
    known_as = f". '{preview['alias']}' passa a ser {name}" if preview.get("alias") else ""
    return _with_details(line, [detail for detail in details if detail]) + known_as


def _with_details(line: str, details: list[str]) -> str:
    """In brackets while it is one short sentence (scenario 022: 15 words), else in sentences of their own."""
    extra = ", ".join(details)
    if len(f"{line} {extra}".split()) <= _WORDS:
        return f"{line} ({extra})" if extra else line
    told = [line]
    for detail in details:
        longer = f"{told[-1]}, {detail}"
        if len(told) > 1 and len(longer.split()) <= _WORDS:
            told[-1] = longer
        else:
            told.append(detail[:1].upper() + detail[1:])
    return ". ".join(told)


_WORDS = 15


def _when(preview: Wire, names: Mapping[str, str], today: date) -> str:
    said = preview.get("date") or names.get("date")
    return day(said, today) if said else ""


def _contribution(preview: Wire, names: Mapping[str, str], today: date) -> str:
    currency = preview["amount"]["currency"]
    after, delta = value(preview["newSavedByCurrency"][currency]), value(preview["amount"])
    who, when = names.get("paidBy", preview["paidBy"]), day(preview["date"], today)
    added = "" if after == delta else f"+{delta}, "
    return f"{names.get('goal', preview['goal'])}: {after - delta} → {after} ({added}{who}, {when})"


_UNSAID = {"sem categoria", "a combinar"}
"""What stands in a field that nobody spoke of, and that a card need not repeat."""


def _expense(preview: Wire, names: Mapping[str, str], today: date) -> str:
    parts = [money(preview["expected"]) + " por mês", f"dia {preview['vencimento']}"]
    parts += [str(preview[key]) for key in ("categoria", "pagamento") if preview[key] not in _UNSAID]
    return f"Novo gasto {preview['nome']}: {', '.join(parts)}"


def _adjustment(preview: Wire, names: Mapping[str, str], today: date) -> str:
    since = f" a partir de {month(preview['from'], today)}" if preview.get("from") else ""
    name = names.get("expense", preview["expense"])
    return f"{name} previsto: {money(preview['currentExpected'])} → {money(preview['newExpected'])}{since}"


def _goal(preview: Wire, names: Mapping[str, str], today: date) -> str:
    who = f", com {' e '.join(preview['members'])}" if preview.get("members") else ""
    own = " (só você vê)" if preview.get("private") else ""
    return f"Nova meta {preview['name']}: {money(preview['target'])} até {day(preview['deadline'])}{who}{own}"


def _income(preview: Wire, names: Mapping[str, str], today: date) -> str:
    after, amount = value(preview["newTotal"]), value(preview["amount"])
    who = f", {names['receivedBy']}" if names.get("receivedBy") else ""
    name, like = names.get("name", preview["name"]), preview.get("looksLike")
    seen = f" (parece com o de {day(like['date'], today)}, que já anotei)" if like else ""
    return f"{name}: {amount} em {day(preview['date'], today)}{who}. No mês: {after - amount} → {after}{seen}"


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
    """What moved: "Outros em novembro: R$ 64 → R$ 0", "Mercado, 15/06: R$ 20 → R$ 25"."""
    before, after = preview.get("before"), preview.get("after")
    if not isinstance(before, dict) and isinstance(after, dict) and "amount" in after and after.get("period"):
        return f"Volta: {_removed({'before': after}, names, today).removeprefix('Sai: ')}"
    if not isinstance(before, dict):
        return _before_after(preview, names, today)
    if not isinstance(after, dict):
        parts = [day(part, today) if key in _DAYS else _plain(part) for key, part in before.items() if part is not None]
        return f"Sai: {', '.join(parts)}"
    name = next((before[key] for key in ("expense", "goal", "name") if key in before), "")
    moved = [key for key in before if before[key] != after.get(key) and not _follows(key, before, after)]
    where = f", {day(before['date'], today)}" if before.get("date") and "date" not in moved else ""
    if not where and before.get("period") and "date" not in moved:
        where = f" em {month(before['period'], today)}"
    changes = [f"{_told(key, before, today)} → {_told(key, after, today)}" for key in moved]
    forgotten = f". '{preview['alias']}' deixa de ser {name}" if preview.get("alias") else ""
    return f"{name}{where}: {', '.join(changes)}{forgotten}"


_DAYS = {"date", "deadline"}


def _follows(key: str, before: Wire, after: Wire) -> bool:
    """A month that only moves with its day, and who told it last, need no word of their own."""
    return (key == "period" and bool(before.get("date") and after.get("date"))) or key == "author"


def _told(key: str, side: Wire, today: date) -> str:
    part = side.get(key)
    if part is None:
        return "sem dia" if key == "date" else "ninguém" if key == "who" else ""
    if key == "period":
        return month(part, today)
    return day(part, today) if key in _DAYS else _plain(part)


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
    read = "1 lançamento" if preview["read"] == 1 else f"{preview['read']} lançamentos"
    new = "1 novo" if preview["new"] == 1 else f"{preview['new']} novos"
    line = f"{name}: {read}, {new}{known}. Soma {money(preview['total'])}"
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
    parts += [_alike(line, today) for line in preview.get("looksLike", ())[:_ALIKE]]
    return ". ".join(parts)


_ALIKE = 5
"""Doubts told one by one; more would bury the rest."""


def _alike(line: Wire, today: date) -> str:
    """ "MERCADO BOM, R$ 49,90 em 11/03, parece com os R$ 50 em Mercado que vocês contaram em 10/03"."""
    told = line["told"]
    return (
        f"{line['description']}, {money(line['amount'])} em {day(line['date'], today)}, parece com "
        f"{money(told['amount'])} em {told['expense']} que vocês contaram em {day(told['date'], today)}: "
        "se for a mesma compra, me pede pra tirar o que foi contado"
    )


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
