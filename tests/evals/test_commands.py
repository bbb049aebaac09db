"""`mel eval`: each ending has its own exit code."""

import asyncio
from datetime import date

import pytest
from typer.testing import CliRunner

from mel.app import found, open_house, open_storage
from mel.evals.commands import app
from mel.evals.places import home
from mel.household_file import demo
from mel.settings import Settings

CONVERSATIONS = home() / "conversations"
GOOD = str(CONVERSATIONS / "record-spend-fast-path.yaml")


def ran(*args, **env):
    return CliRunner().invoke(app, list(args), env={"EVAL_REAL_LLM": "", **env})


@pytest.fixture
def wrong(tmp_path):
    folder = tmp_path / "conversations"
    folder.mkdir()
    text = (CONVERSATIONS / "record-spend-fast-path.yaml").read_text(encoding="utf-8")
    file = folder / "errada.yaml"
    file.write_text(text.replace("[anotei]", "[guardei]").replace("record-spend-fast-path", "errada"), encoding="utf-8")
    return file


def test_all_passed_is_0_and_files_are_written(tmp_path):
    files = [tmp_path / name for name in ("a.xml", "a.jsonl", "a.html")]

    done = ran(
        "run", GOOD, "--junit", str(files[0]), "--jsonl", str(files[1]), "--html", str(files[2]), "--trials", "2"
    )

    assert done.exit_code == 0, done.output
    assert "1 de 1 passaram" in done.output
    assert all(file.stat().st_size for file in files)


def test_a_failure_is_1_and_is_told_with_its_place(wrong):
    done = ran("run", str(wrong))

    assert done.exit_code == 1
    assert "errada.yaml:1" in done.output
    assert "turno 1" in done.output


def test_a_file_that_cannot_be_read_is_3_with_its_line(tmp_path):
    file = tmp_path / "x.yaml"
    file.write_text("nome: x\nconverza: []\n", encoding="utf-8")

    done = ran("run", str(file))

    assert done.exit_code == 3
    assert f"{file}:2" in done.output
    assert 'você quis dizer "conversa"?' in done.output


def test_what_breaks_is_3(tmp_path):
    file = tmp_path / "x.yaml"
    world = "  casa: [{participantes: [Ana]}]\n  cotação: [{de: EUR, para: BRL, dia: 2026-06-01, taxa: muita}]\n"
    file.write_text(f"nome: x\nmundo:\n{world}conversa:\n  - Ana: oi\n    tem que dizer: [oi]\n", encoding="utf-8")

    done = ran("run", str(file))

    assert done.exit_code == 3
    assert "QUEBROU" in done.output


def test_nothing_ran_is_4():
    assert ran("run", "-k", "nada disso existe").exit_code == 4
    assert ran("show", "nada-disso").exit_code == 4


def test_a_real_model_is_not_asked_without_leave():
    done = ran("real")

    assert done.exit_code == 2
    assert "EVAL_REAL_LLM=1" in done.output


def test_a_real_model_that_is_not_named_is_3():
    done = ran("real", GOOD, EVAL_REAL_LLM="1", MEL_LLM="")

    assert done.exit_code == 3


def test_the_gate_refuses_2_and_passes_0(tmp_path, wrong):
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    ran("run", "-k", "top15", "--embedded", "--trials", "4", "--jsonl", str(good))
    ran("run", str(wrong), "--embedded", "--jsonl", str(bad))

    passed, refused = ran("gate", str(good)), ran("gate", str(bad))

    assert (passed.exit_code, refused.exit_code) == (0, 2), passed.output + refused.output
    assert "0 of 15 failed: 0.0%" in passed.output
    assert "Pode lançar." in passed.output


def test_a_scripted_run_launches_nothing_and_says_why(tmp_path):
    file = tmp_path / "roteiro.jsonl"
    ran("run", "-k", "top15", "--trials", "4", "--jsonl", str(file))

    done = ran("gate", str(file))

    assert done.exit_code == 2
    assert "NÃO E: a model played: 15 of 15 conversations were played by their own script" in done.output
    assert "Não lança: quem falou foi o roteiro, não um modelo." in done.output


@pytest.mark.parametrize("other", ["", "outra"])
def test_runs_without_a_conversation_in_common_are_not_compared(tmp_path, other):
    a, b = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    ran("run", GOOD, "--jsonl", str(a))
    b.write_text(a.read_text(encoding="utf-8").replace("record-spend-fast-path", other) if other else "")

    done = ran("compare", str(a), str(b))

    assert done.exit_code == 4
    assert done.output == "Não comparei: as duas rodadas não têm nenhuma conversa em comum.\n"


def test_the_doctor_refuses_an_empty_conversation_and_a_stranger(tmp_path):
    empty, stranger, none = tmp_path / "vazia.json", tmp_path / "fora.json", tmp_path / "nada.yaml"
    empty.write_text('{"name": "vazia", "turns": []}', encoding="utf-8")
    stranger.write_text(
        '{"name": "f", "world": "gabriel-e-ana", "turns": [{"user": "oi", "speaker": "Anna"}]}', encoding="utf-8"
    )
    none.write_text("nome: x\nconversa: []\n", encoding="utf-8")

    nowhere = tmp_path / "longe.json"
    nowhere.write_text('{"name": "l", "world": "casa-vazio", "turns": [{"user": "oi"}]}', encoding="utf-8")

    told = [ran("doctor", str(file)) for file in (empty, stranger, none, nowhere)]

    assert [done.exit_code for done in told] == [3, 3, 3, 3]
    assert 'você quis dizer "casa-vazia"?' in told[3].output
    assert f"{empty}: a conversa está vazia" in told[0].output
    assert 'você quis dizer "Ana"?' in told[1].output
    assert f"{none}:2: a conversa está vazia" in told[2].output


def test_compare_tells_flips_and_is_1_only_when_surely_worse(tmp_path, wrong):
    a, b = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    ran("run", GOOD, "--jsonl", str(a))
    b.write_text(a.read_text(encoding="utf-8").replace('"outcome": "passed"', '"outcome": "failed"'), encoding="utf-8")

    done = ran("compare", str(a), str(b))

    assert done.exit_code == 0
    assert "piorou  record-spend-fast-path" in done.output
    assert "p = 1.0000" in done.output


def test_the_doctor_gives_a_rate_per_operator():
    done = ran("doctor", GOOD)

    assert done.exit_code == 0, done.output
    assert "times a hundred" in done.output
    assert "100.0%" in done.output


def test_fmt_checks_and_rewrites(tmp_path):
    file = tmp_path / "x.yaml"
    file.write_text("nome: on\nconversa:\n  - Ana: oi\n", encoding="utf-8")

    assert ran("fmt", "--check", str(file)).exit_code == 1
    assert ran("fmt", str(file)).exit_code == 0
    assert file.read_text(encoding="utf-8") == 'nome: "on"\nconversa:\n  - Ana: oi\n'
    assert ran("fmt", "--check", str(file)).exit_code == 0


def test_the_catalog_is_formatted():
    assert ran("fmt", "--check").exit_code == 0


def test_show_plays_one_conversation():
    done = ran("show", "record-spend-fast-path")

    assert done.exit_code == 0
    assert "mundo: added entries" in done.output


def test_a_missing_file_is_3(tmp_path):
    assert ran("gate", str(tmp_path / "none.jsonl")).exit_code == 3


@pytest.mark.parametrize("command", ["gate", "compare"])
def test_a_file_that_is_no_run_is_named_with_its_line(tmp_path, command):
    file = tmp_path / "x.jsonl"
    file.write_text("nada\n", encoding="utf-8")

    done = ran(command, *[str(file)] * (2 if command == "compare" else 1))
    missing = ran(command, *[str(tmp_path / "outra.jsonl")] * (2 if command == "compare" else 1))

    assert done.exit_code == missing.exit_code == 3
    assert f"{file}:1: não é uma linha de rodada" in done.output
    assert f"Não achei o arquivo {tmp_path / 'outra.jsonl'}" in missing.output


def test_show_plays_a_file_and_offers_the_nearest_name():
    assert "mundo: added entries" in ran("show", GOOD).output
    assert "Você quis dizer create-goal-flow?" in ran("show", "create-gol-flow").output


def test_fmt_leaves_alone_what_does_not_compile(tmp_path):
    file = tmp_path / "x.yaml"
    text = "nome: on\nconversa:\n  - Ana: oi\n    Mel faz:\n      - registrar gasto: {valor: R$ 1.500,50}\n"
    file.write_text(text, encoding="utf-8")

    for args in ((), ("--check",)):
        done = ran("fmt", *args, str(file))
        assert done.exit_code == 3
        assert f"{file}:5" in done.output
        assert file.read_text(encoding="utf-8") == text


def test_embedded_with_nothing_marked_says_why(tmp_path):
    file = tmp_path / "x.yaml"
    file.write_text("nome: x\nconversa:\n  - Ana: oi\n    Mel diz: Oi.\n", encoding="utf-8")

    done = ran("run", str(file), "--embedded")

    assert done.exit_code == 4
    assert "embutido: sim" in done.output


@pytest.fixture
def talked(tmp_path):
    storage = open_storage(Settings(data=tmp_path))
    found(storage, demo())
    house = open_house(storage)
    asyncio.run(house.ask("gastei 73,90 no mercado", house.speaker("Ana"), date(2026, 6, 15)))
    storage.close()
    return {"MEL_DATA": str(tmp_path)}


def test_a_capture_takes_the_files_name_and_spares_a_file_that_is_there(tmp_path, talked):
    out = tmp_path / "sexta.yaml"
    first = ran("capture", "terminal:Ana", "-o", str(out), **talked)
    text = out.read_text(encoding="utf-8")
    out.write_text("editado", encoding="utf-8")
    second = ran("capture", "terminal:Ana", "-o", str(out), **talked)

    assert first.exit_code == 0, first.output
    assert "Trocado: " in first.output
    assert "Leia uma vez" in first.output
    assert text.startswith("nome: sexta\n")
    assert "embutido: sim" in text
    assert second.exit_code == 2
    assert "--force" in second.output
    assert out.read_text(encoding="utf-8") == "editado"
    assert ran("capture", "terminal:Ana", "-o", str(out), "--force", **talked).exit_code == 0
    assert out.read_text(encoding="utf-8") == text


def test_stale_without_cassettes_is_4(tmp_path):
    assert ran("stale", str(tmp_path)).exit_code == 4
