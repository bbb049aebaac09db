"""Banks by their Febraban code and by the names they print."""

from __future__ import annotations

import re

from mel.shared.text import fold

_BY_CODE = {
    1: "Banco do Brasil",
    33: "Santander",
    41: "Banrisul",
    77: "Inter",
    102: "XP",
    104: "Caixa",
    208: "BTG Pactual",
    212: "Original",
    237: "Bradesco",
    260: "Nubank",
    290: "PagBank",
    318: "BMG",
    323: "Mercado Pago",
    336: "C6",
    341: "Itaú",
    348: "XP",
    380: "PicPay",
    389: "Mercantil",
    399: "HSBC",
    422: "Safra",
    655: "Votorantim",
    735: "Neon",
    748: "Sicredi",
    756: "Sicoob",
}
_BY_NAME = {
    "nu pagamentos": "Nubank",
    "nubank": "Nubank",
    "banco do brasil": "Banco do Brasil",
    "ourocard": "Banco do Brasil",
    "intermedium": "Inter",
    "banco inter": "Inter",
    "santander": "Santander",
    "bradesco": "Bradesco",
    "bradescard": "Bradesco",
    "itau": "Itaú",
    "c6 bank": "C6",
    "banco c6": "C6",
    "caixa economica": "Caixa",
    "mercado pago": "Mercado Pago",
    "pagbank": "PagBank",
    "pagseguro": "PagBank",
    "picpay": "PicPay",
    "banco xp": "XP",
    "banco rico": "XP",
    "btg": "BTG Pactual",
    "porto seguro": "Porto",
    "portobank": "Porto",
    "sicredi": "Sicredi",
    "sicoob": "Sicoob",
    "banrisul": "Banrisul",
}


def bank_by_code(code: str | None) -> str | None:
    digits = "".join(char for char in code or "" if char in "0123456789")
    return _BY_CODE.get(int(digits)) if 1 <= len(digits) <= 6 else None


def bank_by_name(text: str) -> str | None:
    """The bank whose name stands in a text, if it is only one."""
    folded = fold(text)
    found = {bank for name, bank in _BY_NAME.items() if re.search(rf"\b{re.escape(name)}\b", folded)}
    return found.pop() if len(found) == 1 else None
