"""Accounts and cards by command: looked at, changed, hidden from the partner, and told in Brazilian figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from journeys.conftest import Mel
from journeys.test_faturas import house, nubank, spent, taken, three_months

__all__ = ["house"]


@pytest.fixture
def with_card(house: Mel, tmp_path: Path) -> Mel:
    taken(house, nubank(tmp_path, "2026-04-05", [("2026-03-10", "Mercado Bom Preco", "3933.32")]), "--as", "Ana")
    return house


def listed(mel: Mel, who: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(mel("accounts", "--json", "--as", who).out)["accounts"]
    return found


def test_a_card_gets_its_limit_days_and_names(with_card: Mel) -> None:
    done = with_card(
        "accounts", "set", "nubank", "--limit", "5.000", "--closes", "3", "--due", "10", "--alias", "roxinho"
    )
    assert done.out == (
        "Pronto. Nubank cartão  cartão  Nubank  Ana  compartilhada  "
        "limite R$ 5.000, fecha dia 3, vence dia 10, apelidos roxinho\n"
    )
    (card,) = listed(with_card, "Gabriel")
    assert (card["limit"], card["closes"], card["due"], card["aliases"]) == ("5000.00", 3, 10, ["roxinho"])
    assert "limite usado R$ 3.933,32 de R$ 5.000" in with_card("invoices").out


def test_the_tables_are_told_the_brazilian_way(house: Mel, tmp_path: Path) -> None:
    three_months(house, tmp_path)
    invoices, movements = house("invoices").out, house("movements").out
    assert "  04/2026  R$ 308,53  paga" in invoices
    assert "vence 05/04/2026" in invoices
    assert "3/6  R$ 71,18  faltam R$ 213,54" in invoices
    assert "10/03/2026  -R$ 187,35  Nubank cartão" in movements
    for table in (invoices, movements):
        assert "2026-" not in table
        assert not [word for word in table.split() if word.replace(".", "").replace("-", "").isdigit() and "." in word]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "Falta dizer o que muda"),
        (("--limit", "muito"), "Não entendi o limite 'muito'. Escreva como 5000 ou 5.000,00."),
        (("--limit", "0"), "O limite precisa ser maior que zero."),
        (("--closes", "32"), "vai de 1 a 31."),
        (("--due", "dez"), "vai de 1 a 31."),
        (("--owner", "Zé"), "Não conheço essa pessoa."),
        (("--alias", " "), "Falta o apelido."),
        (("--private", "--as", "Gabriel"), "Só Ana pode mudar de quem é essa conta ou quem a vê."),
        (("--owner", "Gabriel", "--private", "--as", "Ana"), "Só quem é dono pode deixar a conta privada."),
    ],
)
def test_what_cannot_be_meant_gets_one_sentence(with_card: Mel, options: tuple[str, ...], said: str) -> None:
    before = listed(with_card, "Ana")
    done = with_card("accounts", "set", "Nubank cartão", *options)
    assert done.code != 0
    assert said in done.err
    assert len(done.err.strip().splitlines()) == 1
    assert listed(with_card, "Ana") == before


def test_an_unknown_account_is_told_which_there_are(with_card: Mel) -> None:
    assert "Não conheço a conta 'Itaú'. As que eu vejo: Nubank cartão." in with_card("accounts", "set", "Itaú").err


def test_a_private_card_is_nowhere_for_the_partner_and_counts_for_neither(with_card: Mel) -> None:
    assert with_card("accounts", "set", "nubank", "--private", "--as", "Ana").code == 0
    assert [card["private"] for card in listed(with_card, "Ana")] == [True]
    assert listed(with_card, "Gabriel") == []
    for command in (("accounts",), ("movements",), ("invoices",), ("movements", "preco")):
        out = with_card(*command, "--as", "Gabriel").out
        assert "Nubank" not in out
        assert "3.933" not in out
    refused = with_card("accounts", "set", "nubank", "--shared", "--as", "Gabriel")
    assert "As que eu vejo: nenhuma ainda." in refused.err
    assert spent(with_card, "mercado", "março", "2026-03-20") == 0

    assert with_card("accounts", "set", "nubank", "--shared", "--as", "Ana").code == 0
    assert str(spent(with_card, "mercado", "março", "2026-03-20")) == "3933.32"
