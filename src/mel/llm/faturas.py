"""Wishes about files, faturas, parcelas and movements: what is asked for in words that no intent has yet."""

from __future__ import annotations

import re
from datetime import date

from mel.agent.turn import TurnContext
from mel.agent.wire import Wire
from mel.shared.names import match
from mel.shared.period import Period
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
_SEARCH = re.compile(
    r"^(?:procura|busca|acha|pesquisa|mostra|lista|ver)\b"
    r"(?: (?:o|a|os|as|por|tudo|lancamentos?|compras?|gastos?|de|do|da|com))* (?P<text>.+?)"
    r" (?:no|na|nos|nas) (?:extratos?|faturas?|cartao|cartoes|conta)\b"
)


def asked(reading: Reading, turn: TurnContext, tools: frozenset[str]) -> Call | None:
    """The call that such a message wishes, or None when it is about something else."""
    for look in (_import, _installments, _balance, _limit, _search, _spent_at):
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
    card = _card_in(turn.text, turn)
    return ("installmentsAhead", {"card": card} if card else {})


def _balance(reading: Reading, turn: TurnContext) -> Call | None:
    return ("accountStatus", {}) if _BALANCE.search(fold(turn.text)) else None


def _limit(reading: Reading, turn: TurnContext) -> Call | None:
    """The limit in use is part of a fatura's status."""
    if not turn.vocabulary.cards or not _LIMIT.search(fold(turn.text)) or reading.slots.get("amount"):
        return None
    card = _card_in(turn.text, turn)
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
        args["month"] = span["from"][:7]
    return ("invoiceStatus", args)


SEND_FILE = "Me diz o caminho do arquivo, assim: importa ~/Downloads/fatura.csv"
"""What to answer when a fatura is announced and no file is named."""
