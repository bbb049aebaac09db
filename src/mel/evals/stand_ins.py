"""Numbers of nobody, in the form of what was masked: where a mask reads otherwise than the number that it hides."""

from __future__ import annotations

import re

_STAND_INS = {
    "e-mail": "nome@exemplo.com",
    "chave pix": "00000000-0000-0000-0000-000000000000",
    "link": "https://exemplo.com",
    "boleto": "00000.00000 00000.000000 00000.000000 0 00000000000000",
    "cartão": "0000 0000 0000 0000",
    "cnpj": "00.000.000/0000-00",
    "cpf": "000.000.000-00",
    "telefone": "(00) 00000-0000",
    "cep": "00000-000",
    "conta": "00000-0",
    "número": "00000",
    "data": "01/01/1900",
    "ano": "1900",
}
_MASK = re.compile(rf"\[({'|'.join(_STAND_INS)})\]")


def stood_in(text: str) -> str:
    """The text with a number of nobody in the place of each mask."""
    return _MASK.sub(lambda hit: _STAND_INS[hit[1]], text)
