"""Wishes about files, faturas, parcelas and movements: what is asked for in words that no intent has yet."""

from __future__ import annotations

import re
from datetime import date

from mel.agent.turn import TurnContext
from mel.agent.wire import Wire
from mel.shared.names import match
from mel.shared.period import MONTHS, Period
from mel.shared.text import fold
from mel.understanding import Reading

Call = tuple[str, Wire]

_FILE = re.compile(
    r"[\"'“](?P<quoted>[^\"'”]+\.\w{3,4})[\"'”]|(?P<bare>(?:[~.]{0,2}[/\\])?\S*\.(?:ofx|csv|pdf|xlsx?|txt|zip))\b",
    re.IGNORECASE,
)
_ASKS = r"\b(?:quant[oa]s?|qua(?:l|is)|o que|que|quando|tem|falta\w*|mostra|ver|lista|resumo|ainda)\b"
_PARCELAS = re.compile(r"\bparcel(?:as?|amentos?|ad[oa]s?)\b")
_DOING = re.compile(
    r"\b(?:paguei|pagamos|comprei|compramos|gastei|cabe|posso|parcelei|registra|anota|lanca|aporta|em \d+x)\b"
)
_BALANCE = re.compile(
    r"\bsaldo d[aoe]s? (?:minha |nossa |meu |nosso )?(?:conta|banco)\b"
    r"|\bquanto (?:eu |a gente )?(?:tenho|temos|tem) (?:na|no|em) (?:conta|banco)\b"
)
_LIMIT = re.compile(r"\blimite\b.*\b(?:cartao|disponivel|livre|usado|sobra)\b|\b(?:cartao|usei|usado) .*\blimite\b")
_NEXT = re.compile(r"\bproxima fatura\b|\bfatura (?:que vem|seguinte|do mes que vem|do proximo mes)\b")
_DATED = re.compile(r"\b(?:quando|que dia|qual (?:eh? )?o dia)\b.*\b(?P<what>fecha\w*|vira|vence\w*)\b")
_ORDERS = re.compile(r"^(?:me )?(?:lembra|lembre|paga|pague|avisa|avise|registra|anota)\b")
_MONTHS = {fold(MONTHS[at]): at + 1 for at in range(12)}
_AHEAD = 8
"""A month of that name further ahead than this was rather meant as the one just past."""
_SEARCH = re.compile(
    r"^(?:procura|busca|acha|pesquisa|mostra|lista|ver)\b"
    r"(?: (?:o|a|os|as|por|tudo|lancamentos?|compras?|gastos?|de|do|da|com))* (?P<text>.+?)"
    r" (?:no|na|nos|nas) (?:extratos?|faturas?|cartao|cartoes|conta)\b"
)


def asked(reading: Reading, turn: TurnContext, tools: frozenset[str]) -> Call | None:
    """The call that such a message wishes, or None when it is about something else."""
    for look in (_import, _installments, _next, _dated, _balance, _limit, _search, _spent_at):
        call = look(reading, turn)
        if call is not None and call[0] in tools:
            return call
    return None


def _import(reading: Reading, turn: TurnContext) -> Call | None:
    """A message that names a bank file hands it over: the path is read from the text as it was written."""
    found = _FILE.search(turn.text)
    if found is None or "://" in turn.text:
        return None
    args: Wire = {"file": found["quoted"] or found["bare"]}
    rest = turn.text[: found.start()] + turn.text[found.end() :]
    if card := _card_in(rest, turn):
        args["account"] = card
    return ("importInvoice", args)


def _installments(reading: Reading, turn: TurnContext) -> Call | None:
    """ "o que falta de parcela?", "quanto vem de parcela em abril?" """
    text = fold(turn.text)
    if not _PARCELAS.search(text) or not re.search(_ASKS, text) or _DOING.search(text):
        return None
    if reading.intent not in {"unclear", "invoice_status", "expense_status", "budget_total", "upcoming_bills"}:
        return None
    card, month = _card_in(turn.text, turn), _coming_month(text, turn.today)
    return ("installmentsAhead", {**({"card": card} if card else {}), **({"month": str(month)} if month else {})})


def _next(reading: Reading, turn: TurnContext) -> Call | None:
    """ "quanto vem na próxima fatura?": the one that purchases of today go to."""
    text = fold(turn.text)
    if not turn.vocabulary.cards or not _NEXT.search(text) or _DOING.search(text) or _ORDERS.search(text):
        return None
    card = _card_in(turn.text, turn)
    return ("invoiceStatus", {**({"card": card} if card else {}), "next": True})


def _dated(reading: Reading, turn: TurnContext) -> Call | None:
    """ "quando fecha o Inter?", "que dia vence o Nubank?": by the dates of the card's fatura."""
    text, card = fold(turn.text), _card_in(turn.text, turn)
    found = _DATED.search(text)
    if found is None or _ORDERS.search(text) or (card is None and not re.search(r"\b(?:cartao|fatura)\b", text)):
        return None
    if not turn.vocabulary.cards or _coming_month(text, turn.today) is not None:
        return None
    closes = {} if found["what"].startswith("vence") else {"next": True}
    return ("invoiceStatus", {**({"card": card} if card else {}), **closes})


def _coming_month(text: str, today: date) -> Period | None:
    """The month named without a year, as the coming one of that name: parcelas lie ahead."""
    named = [number for word in re.findall(r"[a-z]+", text) if (number := _MONTHS.get(word))]
    if len(named) != 1 or re.search(r"\b20\d\d\b", text):
        return None
    first = Period.of(today)
    ahead = (named[0] - first.month) % 12
    return first.plus(ahead) if ahead <= _AHEAD else None


def _balance(reading: Reading, turn: TurnContext) -> Call | None:
    return ("accountStatus", {}) if _BALANCE.search(fold(turn.text)) else None


def _limit(reading: Reading, turn: TurnContext) -> Call | None:
    """The limit in use is part of a fatura's status."""
    card, text = _card_in(turn.text, turn), fold(turn.text)
    asks = _LIMIT.search(text) or (card and re.search(r"\blimite\b", text) and re.search(_ASKS, text))
    if not turn.vocabulary.cards or not asks or reading.slots.get("amount"):
        return None
    return ("invoiceStatus", {"card": card} if card else {})


def _search(reading: Reading, turn: TurnContext) -> Call | None:
    found = _SEARCH.search(fold(turn.text).strip(" ?!."))
    if found is None or reading.intent not in {"unclear", "out_of_scope", "invoice_status"}:
        return None
    return ("statementSearch", {"text": found["text"], **_span(reading)})


def _spent_at(reading: Reading, turn: TurnContext) -> Call | None:
    """ "quanto gastei em ifood em março?": no expense of the house, so perhaps a shop in the faturas."""
    name = reading.slots.get("name")
    if reading.intent != "expense_status" or reading.aspect not in (None, "spent") or not turn.vocabulary.cards:
        return None
    if not name or match(str(name), turn.vocabulary.expenses).candidates:
        return None
    card = match(str(name), turn.vocabulary.cards).found
    args: Wire = {"card": card.name} if card else {"text": str(name)}
    return ("statementSearch", {**args, **(_span(reading) or _month(turn.today))})


def _span(reading: Reading) -> Wire:
    slots = reading.slots
    if "period" in slots:
        return {"from": slots["period"]["from"], "to": slots["period"]["to"]}
    return {"from": slots["date"], "to": slots["date"]} if "date" in slots else {}


def _month(today: date) -> Wire:
    month = Period.of(today)
    return {"from": month.first_day.isoformat(), "to": month.last_day.isoformat()}


def _card_in(text: str, turn: TurnContext) -> str | None:
    """The one card whose name or alias stands in the text, whole or by its first word."""
    words = set(re.findall(r"\w+", fold(text)))
    hits = [
        card.name
        for card in turn.vocabulary.cards
        if any((parts := fold(name).split()) and parts[0] in words for name in (card.name, *card.aliases))
    ]
    return hits[0] if len(hits) == 1 else None


def invoice_status(reading: Reading, turn: TurnContext) -> Call:
    """A fatura of the card and month that were named; without a month the open one."""
    args: Wire = {}
    if card := reading.slots.get("card_name"):
        found = match(str(card), turn.vocabulary.cards).found
        args["card"] = found.name if found else str(card)
    span = _span(reading)
    if span and Period.of(date.fromisoformat(span["from"])) == Period.of(date.fromisoformat(span["to"])):
        args["month"] = _near(span["from"][:7], turn)
    return ("invoiceStatus", args)


def _near(month: str, turn: TurnContext) -> str:
    """A month without a year is the nearest of that name: in June "fatura de agosto" lies ahead, not a year back."""
    meant, now = Period.parse(month), Period.of(turn.today)
    bare = not re.search(r"\b(?:20\d\d|passad[oa]|ultim[oa])\b|/", fold(turn.text))
    return str(meant.plus(12)) if bare and meant.months_until(now) > _HALF_YEAR else month


_HALF_YEAR = 6

SEND_FILE = "Me diz o caminho do arquivo, assim: importa ~/Downloads/fatura.csv"
"""What to answer when a fatura is announced and no file is named."""
