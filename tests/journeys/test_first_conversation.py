"""A couple's first conversation, typed into the real command."""

from __future__ import annotations

import json
from typing import Any

from .conftest import Mel

MESSAGES = (
    "oi\n"
    "quanto a gente tem de orçamento esse mês?\n"
    "gastei 50 no mercado\n"
    "registra R$ 200 a mais no mercado essa semana\n"
    "confirma\n"
    "como tá a meta de Amsterdam?\n"
    "qual a previsão do bitcoin amanhã?\n"
)


def written(mel: Mel) -> list[dict[str, Any]]:
    operations: list[dict[str, Any]] = json.loads(mel("operations", "--json").out)
    return [operation for operation in operations if operation["state"] == "confirmed"]


def test_a_first_conversation_reads_well_and_writes_each_thing_once(process: Mel) -> None:
    chat = process("chat", "--demo", "--today", "15/06/2026", said=MESSAGES)

    assert chat.code == 0, chat.err
    hello, total, spent, asked, confirmed, goal, limit = chat.out.strip().split("\n\n")
    assert hello.startswith("Oi")
    assert total == "O orçamento previsto pra junho é R$ 2.820."
    assert "Mercado em junho: R$ 0 → R$ 50" in spent
    assert "?" in asked
    assert "Mercado em junho: R$ 50 → R$ 250" in asked
    assert "Mercado em junho: R$ 50 → R$ 250" in confirmed
    assert "€ 0" in goal
    assert "não sei" in limit
    operations = written(process)
    assert [operation["receipt"]["preview"]["delta"]["amount"] for operation in operations] == [200, 50]
    assert {operation["who"] for operation in operations} == {"Gabriel"}
    assert {operation["tool"] for operation in operations} == {"recordSpend"}


def test_a_proposal_of_one_process_is_confirmed_in_another(process: Mel) -> None:
    process("chat", "--demo")
    today = ("--today", "2026-06-15", "--json")

    proposed = json.loads(process("ask", "registra 200 no mercado", "--as", "ana", *today).out)
    assert [preview["persisted"] for preview in proposed["previews"]] == [False]
    assert proposed["receipts"] == []

    confirmed = json.loads(process("ask", "confirma", "--as", "Ana", *today).out)
    assert [receipt["persisted"] for receipt in confirmed["receipts"]] == [True]
    assert [operation["who"] for operation in written(process)] == ["Ana"]


def test_the_demo_is_never_made_over_a_household(mel: Mel) -> None:
    mel("demo")
    mel("ask", "gastei 50 no mercado", "--today", "2026-06-15")

    again = mel("demo")

    assert again.code == 1
    assert "Já existe uma casa aqui" in again.err
    chat = mel("chat", "--demo", "--today", "2026-06-15", said="gastei 30 no mercado\n")
    assert "R$ 50 → R$ 80" in chat.out


def test_a_household_from_a_file_can_be_talked_to_and_taken_along(mel: Mel, tmp_path: Any) -> None:
    file = tmp_path / "household.yaml"
    file.write_text(
        "casa: Nosso canto\nmembers: [Rui, Bia]\ngastos:\n  - nome: Feira\n    valor: R$ 400\n", encoding="utf-8"
    )

    assert mel("setup", "--from", str(file)).code == 0

    asked = mel("ask", "quanto a gente tem de orçamento esse mês?", "--as", "Bia", "--today", "2026-06-15")
    assert "R$ 400" in asked.out
    rows = [json.loads(line) for line in mel("export").out.splitlines()]
    assert {row["name"] for row in rows if row["table"] == "members"} == {"Rui", "Bia"}
    assert {row["name"] for row in rows if row["table"] == "expenses"} == {"Feira", "Outros"}
