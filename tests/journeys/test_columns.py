"""A file that no profile knows: the person says which column is which, once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from journeys.conftest import Mel
from mel.accounts import HowToRead
from mel.cli_columns import asked

HEAD = "Quando,Loja,Quanto custou,Obs\n"
COLUMNS = "data=1,descrição=2,valor=3,tipo=cartão"


def unknown(folder: Path, name: str, *lines: str) -> Path:
    path = folder / name
    path.write_text(HEAD + "".join(f"{line}\n" for line in lines))
    return path


def movements(mel: Mel) -> list[tuple[str, str, str]]:
    rows: list[dict[str, Any]] = json.loads(mel("movements", "--json").out)["transactions"]
    return [(row["date"], row["amount"], row["account"]) for row in rows]


def test_the_columns_are_told_once_and_remembered_for_the_next_file(mel: Mel, tmp_path: Path) -> None:
    first = unknown(tmp_path, "marco.csv", "2026-03-10,Padaria,12.50,x", "2026-03-11,Posto,80.00,y")
    refused = mel("import", str(first), "--account", "Meu cartão", "--yes")
    assert refused.code == 1
    assert "Quando, Loja, Quanto custou, Obs" in refused.out
    assert '--columns "data=1,descrição=2,valor=3"' in refused.out

    told = ("import", str(first), "--account", "Meu cartão", "--columns", COLUMNS, "--yes")
    assert "--gastos-positivos" in mel(*told).out
    assert movements(mel) == []
    assert mel(*told, "--gastos-positivos").code == 0
    both = [("2026-03-10", "-12.50", "Meu cartão"), ("2026-03-11", "-80.00", "Meu cartão")]
    assert movements(mel) == both

    second = unknown(tmp_path, "abril.csv", "2026-03-11,Posto,80.00,y", "2026-04-01,Feira,7.00,z")
    assert mel("import", str(second), "--yes").code == 0
    assert movements(mel) == [*both, ("2026-04-01", "-7.00", "Meu cartão")]


def test_a_file_with_another_header_asks_again(mel: Mel, tmp_path: Path) -> None:
    first = unknown(tmp_path, "marco.csv", "2026-03-10,Padaria,12.50,x")
    assert mel("import", str(first), "--columns", COLUMNS, "--gastos-positivos", "--yes").code == 0
    other = tmp_path / "outro.csv"
    other.write_text("Loja,Quando,Obs,Quanto custou em dobro\nPadaria,2026-04-10,x,25.00\n")
    assert mel("import", str(other), "--yes").code == 1


@pytest.mark.parametrize("columns", ["data=1", "data=1,valor=3", "quando=1,descrição=2,valor=3", "data=0,descrição=2"])
def test_columns_that_cannot_be_meant_get_one_sentence(mel: Mel, tmp_path: Path, columns: str) -> None:
    file = unknown(tmp_path, "marco.csv", "2026-03-10,Padaria,12.50,x")
    done = mel("import", str(file), "--columns", columns, "--yes")
    assert done.code != 0
    assert "mel import ARQUIVO --columns" in done.err
    assert movements(mel) == []


def test_a_known_table_whose_sign_is_in_doubt_needs_only_the_sign(mel: Mel, tmp_path: Path) -> None:
    file = tmp_path / "positivo.csv"
    file.write_text("Data;Descrição;Valor\n10/03/2026;PADARIA;12,50\n11/03/2026;POSTO;80,00\n")
    refused = mel("import", str(file), "--account", "Conta", "--yes")
    assert "--gastos-positivos" in refused.out
    assert mel("import", str(file), "--account", "Conta", "--yes", "--gastos-positivos").code == 0
    assert movements(mel) == [("2026-03-10", "-12.50", "Conta"), ("2026-03-11", "-80.00", "Conta")]
    later = tmp_path / "positivo-2.csv"
    later.write_text("Data;Descrição;Valor\n10/04/2026;PADARIA;9,00\n11/04/2026;POSTO;8,00\n")
    assert mel("import", str(later), "--yes").code == 0
    assert movements(mel)[2:] == [("2026-04-10", "-9.00", "Conta"), ("2026-04-11", "-8.00", "Conta")]


def test_on_a_terminal_the_questions_make_the_same_choice() -> None:
    answers = iter(["1", "2", "3", "s", "sim"])
    how = asked(HowToRead(), "columns", ["Quando", "Loja", "Quanto", "Obs"], lambda _: next(answers))
    assert how.columns is not None
    assert (how.columns.date, how.columns.description, how.columns.amount) == (1, 2, 3)
    assert (how.columns.product, how.purchases_positive) == ("card", True)

    split = iter(["1", "2", "", "4", "3", ""])
    how = asked(HowToRead(), "columns", ["Quando", "Loja", "Sai", "Entra"], lambda _: next(split))
    assert how.columns is not None
    assert (how.columns.credit, how.columns.debit, how.columns.product) == (4, 3, "account")


def test_another_file_told_by_columns_is_not_put_into_the_first_account(mel: Mel, tmp_path: Path) -> None:
    first = unknown(tmp_path, "marco.csv", "2026-03-10,Padaria,12.50,x")
    assert mel("import", str(first), "--columns", COLUMNS, "--gastos-positivos", "--yes").code == 0
    other = tmp_path / "outro.csv"
    other.write_text("Loja,Quando,Obs,Quanto em dobro\nPadaria,2026-04-10,x,25.00\n")
    told = ("import", str(other), "--columns", "data=2,descrição=1,valor=4,tipo=cartão", "--gastos-positivos", "--yes")
    assert "De qual conta é esse arquivo" in mel(*told).out
    assert mel(*told, "--account", "Outro cartão").code == 0
    assert {account for _, _, account in movements(mel)} == {"Banco cartão", "Outro cartão"}
