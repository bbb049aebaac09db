"""Who is speaking: told, asked, or taken for granted only where nothing private can come of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Mel

COUPLE = """
casa: Nosso canto
pessoas: [Carla, Bruno]
rendas:
  - {nome: Salário, valor: 9000}
gastos:
  - {nome: Mercado, valor: 1500}
metas:
  - {nome: Lua de mel, valor: 5000, prazo: 01/06/2030}
  - {nome: Presente surpresa, valor: 777, prazo: 01/12/2030, só de: Carla}
"""
TODAY = ("--today", "15/06/2026")


@pytest.fixture
def couple(mel: Mel, tmp_path: Path) -> Mel:
    file = tmp_path / "household.yaml"
    file.write_text(COUPLE, encoding="utf-8")
    assert mel("setup", "--from", str(file)).code == 0
    return mel


@pytest.mark.parametrize(
    "args",
    [("ask", "minhas metas"), ("ask", "minhas metas", "--json"), ("chat",), ("chat", "--demo"), ("import", "f.ofx")],
)
def test_who_speaks_for_a_couple_must_be_told(couple: Mel, args: tuple[str, ...]) -> None:
    refused = couple(*args, said="minhas metas\n")

    assert refused.code == 2
    assert refused.out == ""
    assert refused.err == "Quem fala? Use --as Carla ou --as Bruno.\n"


def test_who_is_named_is_answered(couple: Mel) -> None:
    assert "Presente surpresa" in couple("ask", "minhas metas", "--as", "Carla", *TODAY).out
    bruno = couple("chat", "--as", "Bruno", *TODAY, said="minhas metas\n").out
    assert "Lua de mel" in bruno
    assert "Presente" not in bruno


def test_unnamed_one_sees_what_everybody_may_see(couple: Mel) -> None:
    couple("ask", "aporta 33 no presente surpresa", "--as", "Carla", *TODAY)
    couple("ask", "gastei 20 no mercado", "--as", "Carla", *TODAY)

    shown = couple("operations", "--json")

    assert [operation["tool"] for operation in json.loads(shown.out)] == ["recordSpend"]
    assert "Presente" not in couple("operations").out
    assert len(json.loads(couple("operations", "--json", "--as", "Carla").out)) == 2
    assert (couple("movements").code, couple("invoices").code) == (0, 0)


def test_who_lives_alone_speaks(mel: Mel, tmp_path: Path) -> None:
    file = tmp_path / "household.yaml"
    file.write_text("pessoas: [Rui]\ngastos:\n  - {nome: Feira, valor: 400}\n", encoding="utf-8")
    mel("setup", "--from", str(file))

    asked = mel("ask", "quanto a gente tem de orçamento esse mês?", *TODAY)

    assert "R$ 400" in asked.out
    assert asked.err == ""


def test_in_the_sample_household_the_first_member_speaks_and_is_told(mel: Mel) -> None:
    chat = mel("chat", "--demo", *TODAY, said="gastei 50 no mercado\n")
    asked = mel("ask", "como tá o mercado?", *TODAY, "--json")

    assert "R$ 0 → R$ 50" in chat.out
    assert chat.err == "Quem fala é Gabriel. Pra ser outra pessoa, use --as.\n"
    assert json.loads(asked.out)["text"]
    assert asked.err == chat.err


@pytest.mark.parametrize("args", [("movements",), ("invoices",), ("operations",)])
def test_looking_where_no_household_is_says_so(mel: Mel, args: tuple[str, ...]) -> None:
    shown = mel(*args)

    assert shown.code == 1
    assert "mel setup" in shown.err


@pytest.mark.parametrize(
    ("args", "code", "sentence"),
    [
        (("import",), 2, "Me dê um arquivo"),
        (("import", "--undo", "imp-foo"), 1, "Não achei essa operação."),
        (("operations", "--state", "foo"), 2, "proposed, confirmed, cancelled, expired, undone"),
        (("operations", "--tool", "foo"), 2, "recordSpend"),
    ],
)
def test_a_value_that_cannot_be_is_refused(mel: Mel, args: tuple[str, ...], code: int, sentence: str) -> None:
    mel("demo")

    refused = mel(*args)

    assert refused.code == code
    assert sentence in refused.err
    assert refused.out == ""


def test_operations_are_told_in_portuguese_with_their_card(mel: Mel) -> None:
    mel("demo")
    mel("ask", "gastei 50 no mercado", "--as", "Ana", *TODAY)
    mel("ask", "aporta 500 em Amsterdam", "--as", "Ana", *TODAY)

    waiting, done = mel("operations").out.splitlines()

    assert "  Ana  esperando  Amsterdam Setembro/2026: R$ 0 → R$ 500 (Ana, 15/06" in waiting
    assert "  Ana  registrado  Mercado em junho" in done
    assert ": R$ 0 → R$ 50 (15/06" in done
