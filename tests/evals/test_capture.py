"""A conversation that was held, as a disguised roteiro that runs."""

import re
from datetime import date
from decimal import Decimal

import pytest

from mel.app import found, open_house
from mel.evals import EvalRunner
from mel.evals.capture import NothingSaid, capture
from mel.evals.mock import MuteModel
from mel.evals.redaction import Redaction
from mel.evals.roteiro import compiled
from mel.household_file import demo
from mel.storage.memory import InMemoryStorage
from mel.storage.sql import SqlStorage

TODAY = date(2026, 6, 15)
SAID = [
    "gastei 73,90 no mercado",
    "quanto gastei no mercado esse mês?",
    "registra 120 na farmácia, meu cpf é 123.456.789-09 e o email ana@casa.com.br",
    "sim",
    "aporta 500 em Amsterdam",
    "confirma",
    "como tá a meta de Amsterdam?",
]


@pytest.fixture(params=["memory", "sqlite"])
def storage(request, tmp_path):
    made = InMemoryStorage() if request.param == "memory" else SqlStorage(tmp_path / "mel.db")
    yield made
    if request.param == "sqlite":
        made.close()


async def held(storage, lines=SAID):
    found(storage, demo())
    house = open_house(storage)
    for line in lines:
        await house.ask(line, house.speaker("Ana"), TODAY)
    return await capture(storage, house.household.id, "terminal:Ana")


async def test_a_capture_runs_hides_everybody_and_notices_another_agent(storage):
    text = await held(storage)

    fixture = compiled(text)
    report = await EvalRunner().run(fixture)
    null = await EvalRunner(model=MuteModel()).run(fixture)
    assert report.failures == []
    assert not null.passed
    for real in ("Ana", "Gabriel", "Amsterdam", "Lua de mel", "123.456.789", "ana@casa", "73,9", "R$ 500", "6.000"):
        assert not re.search(rf"(?<!\w){re.escape(real)}(?!\w)", text, re.IGNORECASE), real
    assert not re.search(r"[0-9a-f]{16}", text)


async def test_sums_survive_the_scaling(storage):
    text = await held(storage, ["gastei 50 no mercado", "gastei 30 no mercado", "quanto gastei no mercado esse mês?"])

    amounts = [
        Decimal(number.replace(",", ".")) for number in re.findall(r'registrar gasto.*valor: "R\$ ([\d,]+)"', text)
    ]
    said = re.findall(r"gasto R\$ ([\d,]+) de", text)

    assert sum(amounts) == Decimal(said[0].replace(",", "."))
    assert amounts != [50, 30]


async def test_the_world_is_cut_down_to_what_was_touched(storage):
    text = await held(storage, ["quanto gastei no mercado esse mês?"])

    assert "Mercado" in text
    assert "Academia" not in text
    assert "meta:" not in text


async def test_a_conversation_that_never_was(storage):
    found(storage, demo())

    with pytest.raises(NothingSaid):
        await capture(storage, "casa", "terminal:Ana")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("o pix é 11 98765-4321", "o pix é [telefone]"),
        ("cartão 4111 1111 1111 1111", "cartão [cartão]"),
        ("cnpj 12.345.678/0001-90", "cnpj [cnpj]"),
        ("dia 10 em 3x", "dia 10 em 3x"),
        ("R$ 100", "R$ 150"),
        ("gastei 1.000,10", "gastei 1.500,15"),
        ("5 mil", "7.500"),
        ("em 2026-06-15", "em 2026-06-15"),
        ("15/06", "15/06"),
        ("20%", "20%"),
        ("a ana e a Anatália", "a Teca e a Anatália"),
    ],
)
def test_words_are_disguised(words, told):
    assert Redaction({"Ana": "Teca"}, Decimal("1.5")).text(words) == told


def test_the_disguise_is_the_same_each_time():
    one, other = (Redaction.of([("Ana", "Aninha"), ("Gabriel",)], [("Lua de mel",)], 7) for _ in range(2))

    assert one == other
    assert len(set(one.names.values())) == 3
    assert one.names["Ana"] == one.names["Aninha"]
    assert one.text("guardei pra lua de mel, a mel sabe da lua") == "guardei pra Meta A, a mel sabe da Meta A"
