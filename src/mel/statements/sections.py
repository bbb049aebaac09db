"""Titles inside a table or invoice that say what the rows below are. Future rows are never current ones."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from mel.shared.text import fold

Section = Literal["current", "future", "repeat", "after"]

_FUTURE = re.compile(
    r"\b(?:lancamentos? (?:futuros?|programad\w+|agendad\w+|a vencer|provisionad\w+)|proximas? faturas?|"
    r"futuros lancamentos|parcelas? (?:a vencer|futuras?)|compras parceladas\b.*\b(?:proxim|futur|vencer)|"
    r"(?:debitos?|pagamentos?|transacoes) (?:agendad\w+|futur\w+|programad\w+)|agendamentos|demais faturas|"
    r"saidas futuras|entradas futuras)"
)
_REPEAT = re.compile(r"\bultimos lancamentos\b")
_CURRENT = re.compile(
    r"\W*(?:lancamentos?(?: atuais| nacionais| internacionais| do periodo)?|movimentac\w+.*|extrato.*|transacoes.*|"
    r"compras(?! parceladas).*|pagamentos?(?: efetuados| recebidos| e creditos| e financiamentos)?|creditos?.*|"
    r"despesas.*|historico.*|lancamentos?: .*)\W*"
)
_INVOICE_TOTAL = re.compile(
    r"\W*(?:(?:l )?(?:o )?(?:valor )?total (?:da|desta|de esta|da sua|desta sua) (?:nova )?fatura\b|total a pagar|"
    r"valor da fatura|total fatura|total geral|(?:l )?(?:total (?:dos )?)?lancamentos atuais)(?!.*anterior)"
)


@lru_cache(maxsize=2048)
def section_of(title: str) -> Section | None:
    """Which section a title opens, None when it is no section title."""
    bare = fold(title)
    if len(bare) > 90:
        return None
    if _FUTURE.search(bare):
        return "future"
    if _REPEAT.search(bare):
        return "repeat"
    return "current" if _CURRENT.fullmatch(bare) else None


@lru_cache(maxsize=2048)
def is_invoice_total(text: str) -> bool:
    return bool(_INVOICE_TOTAL.match(fold(text)))
