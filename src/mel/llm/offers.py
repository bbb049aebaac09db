"""What Mel offered at the end of her last reply ("Quer ver os últimos?"), so that a mere yes takes it up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from mel.agent.wire import Wire
from mel.llm.faturas import SEND_FILE
from mel.llm.wish import Wish
from mel.shared.period import Period
from mel.shared.text import fold

_QUESTION = re.compile(r"[^.!?\n]*\?\s*$")
_LOOKS: tuple[tuple[re.Pattern[str], str, Wire | None], ...] = (
    (re.compile(r"\bver os ultimos\b"), "operationsList", {"limit": 5}),
    (re.compile(r"\b(?:ver|veja) (?:o orcamento|como esta o mes)\b"), "budgetStatus", None),
    (re.compile(r"\bver (?:as metas|uma meta)\b"), "goalsList", {}),
    (re.compile(r"\bver a fatura\b"), "invoiceStatus", {}),
)
"""The reads that are offered; None for a month, which is this one."""
_TELLS = (
    (re.compile(r"\bcadastrar\b"), "Me diz o nome, o valor por mês e o dia do vencimento?"),
    (re.compile(r"\b(?:registrar|anotar) um gasto\b|\bregistrando seus gastos\b"), "Quanto foi, e em quê?"),
    (re.compile(r"\bregistrar uma entrada\b"), "Quanto entrou, e de onde?"),
    (re.compile(r"\bcriar (?:uma nova|a primeira)\b"), "Me diz o nome da meta, o valor e o prazo?"),
    (re.compile(r"\bimportar um[a]? (?:fatura|extrato)\b"), SEND_FILE),
)


def taken_up(messages: Sequence[Wire], today: date, tools: frozenset[str]) -> Wish | None:
    """What a yes to the offer of the last reply asks for; None when it offered nothing."""
    said = next((str(each["text"]) for each in reversed(messages) if each["role"] == "assistant"), "")
    asked = _QUESTION.search(said)
    if asked is None:
        return None
    offer = fold(asked[0])
    for pattern, tool, args in _LOOKS:
        if tool in tools and pattern.search(offer):
            return Wish(calls=((tool, {"month": str(Period.of(today))} if args is None else dict(args)),))
    return next((Wish(text=text) for pattern, text in _TELLS if pattern.search(offer)), None)
