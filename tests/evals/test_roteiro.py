"""The curator's form: compiled, refused with a line, and written back."""

import re
from datetime import date

import pytest

from evals.pretend import pretending
from mel.agent import tools as agent_tools
from mel.agent.tools.tool import Tool
from mel.evals import Bound, ConversationFixture, Expect, ExpectedChange, FixtureTurn, aliases, result_words
from mel.evals.catalog import conversations
from mel.evals.formatting import formatted
from mel.evals.invariants import INVARIANTS
from mel.evals.matching import AbsentOr
from mel.evals.phrases import all_of, any_of, fragments
from mel.evals.roteiro import USUAL_INVARIANTS, compiled, read
from mel.evals.strict_yaml import RoteiroError, load
from mel.evals.values import NotAValue, parsed, written
from mel.evals.writing import NotWritable, to_yaml, without_places

PROPOSE = """
nome: meta-viagem
mundo: gabriel-e-ana
hoje: 2026-06-15
sempre: [padrão]
conversa:
  - Ana: quero juntar 5 mil pra viagem
    Mel faz:
      - criar meta: {nome: "Viagem ~ /viagem/", alvo: "R$ 5.000,00", prazo: 2026-12-31}
    Mel diz: Crio essa meta?
    tem que dizer: ["R$ 5.000", crio]
    mundo muda: nada
  - Ana: sim
    Mel faz:
      - confirmar: $1
    mundo muda:
      - nova meta: {nome: Viagem, alvo: $1.target}
"""


def turn(body, top=""):
    return f"nome: x\n{top}conversa:\n  - Ana: oi\n" + "".join(f"    {line}\n" for line in body.splitlines())


def test_a_roteiro_compiles_to_a_fixture():
    fixture = compiled(PROPOSE)

    first, second = fixture.turns
    amount = {"amount": 5000, "currency": "BRL"}
    assert (fixture.name, fixture.world, fixture.today) == ("meta-viagem", "gabriel-e-ana", date(2026, 6, 15))
    assert fixture.always == USUAL_INVARIANTS
    assert first.speaker == "Ana"
    assert first.mock_llm["toolCalls"] == [
        {
            "id": "1",
            "name": "createGoal",
            "args": {"name": "Viagem", "target": amount, "deadline": "2026-12-31", "operationId": "op-1"},
        }
    ]
    assert first.expect.world_changes == ()
    assert first.expect.tool_call_args_matching["createGoal"]["confirm"] == AbsentOr(value=False)
    assert "operationId" not in first.expect.tool_call_args_matching["createGoal"]
    assert second.mock_llm["toolCalls"][0]["args"]["operationId"] == "op-1"
    assert second.expect.tool_call_args_matching["createGoal"]["operationId"] == Bound(1, "operationId")
    assert second.expect.tool_call_args_matching["createGoal"]["confirm"] is True
    assert second.expect.world_changes == (
        ExpectedChange("added", "goals", {"name": "Viagem", "target": Bound(1, "target")}),
    )


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("nome: x\nmundu: y\nconversa: []\n", 2, 'você quis dizer "mundo"?'),
        ("conversa: []\n", 1, 'falta "nome"'),
        (turn("Mel fas: nada"), 4, 'você quis dizer "Mel faz"?'),
        (turn("Mel faz:\n  - registar gasto: {gasto: Luz}"), 5, 'você quis dizer "registrar gasto"?'),
        (turn("Mel faz:\n  - registrar gasto: {gastto: Luz}"), 5, 'você quis dizer "gasto"?'),
        (turn("Mel faz:\n  - registrar gasto: {valor: R$ 5.000,00}"), 5, "precisa de aspas"),
        (turn("Mel faz:\n  - registrar gasto: {valor: 50}"), 5, "não é um valor"),
        (turn("Mel faz:\n  - registrar gasto: {período: junho}"), 5, "não é um mês"),
        (turn("Mel faz:\n  - registrar gasto: {confirmar: true}"), 5, "não é sim nem não"),
        (turn("Mel faz:\n  - confirmar: $1"), 5, "o turno $1 não existe"),
        (turn('mundo muda:\n  - novo lancamentu: {valor: "R$ 1"}'), 5, 'você quis dizer "lançamento"?'),
        (turn("mundo muda:\n  - vira meta: {}"), 5, '"vira" não existe aqui'),
        (turn("ordem: qualquercoisa"), 4, '"qualquercoisa" não existe aqui'),
        (turn("Mel faz: nada\nMel faz: nada"), 5, "aparece duas vezes"),
        ("nome: x\nsempre: [tom-mal]\nconversa: []\n", 2, 'você quis dizer "tom-mel"?'),
        ("nome: &a x\nconversa: []\n", 1, "âncoras"),
        ("nome: !!python/object x\nconversa: []\n", 1, "etiquetas de tipo"),
        ("nome: [x\n", 2, "YAML inválido"),
        ("nome: x\nconversa:\n  - oi\n", 3, "começa com quem fala"),
        (turn("tem que dizer: [/(/]"), 4, "expressão inválida em /(/:"),
        (turn("Mel diz: oi\ntem que dizer:\n  - oi\n  - /(/"), 7, "expressão inválida em /(/:"),
        (turn("Mel faz:\n  - ver meta: {nome: 'x ~ /(/'}"), 5, "expressão inválida em x ~ /(/:"),
        ("nome: x\nconversa: []\n", 2, "a conversa está vazia"),
        (turn("tem que dizer: ['']"), 4, "não espera nada"),
        (turn("tem que dizer:\n  - oi\n  - /.*/"), 6, "não espera nada"),
        (turn("não pode dizer: [' ']"), 4, "não espera nada"),
        (turn("tem que dizer: []"), 4, "uma lista vazia"),
        (turn("não pode fazer: []"), 4, "uma lista vazia"),
        (turn("resultado: []"), 4, "uma lista vazia"),
        (turn("mundo muda: []"), 4, "uma lista vazia"),
        (turn("", "sempre: []\n"), 2, "uma lista vazia"),
        (turn("Mel faz: []"), 4, "uma lista vazia"),
        (turn("resultado:\n  - ver meta: {}"), 5, "não espera nada do resultado"),
        (turn("Mel diz: oi", "mundo: gabriel-e-ana\n").replace("- Ana:", "- Anna:"), 4, 'você quis dizer "Ana"?'),
        (turn("", "mundo:\n  casa: [{participantes: [Lia, Davi]}]\n").replace("- Ana", "- Dani"), 5, '"Davi"?'),
        (turn("", "mundo: gabriel-e-anna\n"), 2, 'você quis dizer "gabriel-e-ana"?'),
        ("nome: x\nsempre: [padrao]\nconversa: []\n", 2, 'você quis dizer "padrão"?'),
        (turn("Mel faz:\n  - ver total previsto: {prazo: 2026-06-01}"), 5, '"prazo" não existe aqui; conheço: mês'),
        (turn("Mel faz:\n  - ver gasto: {gasto: Luz, meses: 2}"), 5, 'você quis dizer "mês"?'),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text, line, told):
    with pytest.raises(RoteiroError) as error:
        compiled(text, "a.yaml")

    assert error.value.line == line, str(error.value)
    assert told in str(error.value)
    assert str(error.value).startswith(f"a.yaml:{line}: ")


def test_a_file_that_is_not_utf8_is_refused_with_its_name_and_line(tmp_path):
    file = tmp_path / "velha.yaml"
    file.write_bytes("nome: x\ndescrição: fatura\n".encode("latin-1"))

    with pytest.raises(RoteiroError, match=rf"{file}:2: não é um arquivo de texto em UTF-8"):
        read(file)


def test_somebody_of_no_name_may_always_speak():
    assert compiled(turn("", "mundo: gabriel-e-ana\n").replace("- Ana", "- Alguém")).turns[0].speaker is None


def test_yaml_never_decides_what_a_scalar_is():
    piece = load("a: [1.500, 12:30, 010, on, ~, 2026-06-15, 1e3]\n")

    assert [item.value for item in piece.entries[0][1]] == ["1.500", "12:30", "010", "on", "~", "2026-06-15", "1e3"]


@pytest.mark.parametrize(
    ("words", "kind", "value"),
    [
        ("R$ 5.000,00", "money", {"amount": 5000, "currency": "BRL"}),
        ("R$ 5 mil", "money", {"amount": 5000, "currency": "BRL"}),
        ("R$ 35,90", "money", {"amount": 35.9, "currency": "BRL"}),
        ("€ 6.000", "money", {"amount": 6000, "currency": "EUR"}),
        ("R$ -60", "money", {"amount": -60, "currency": "BRL"}),
        ("2026-06", "month", "2026-06"),
        ("sim", "flag", True),
        ("10", "number", 10),
        ("nada", "text", None),
        ("$1.operationId", "text", Bound(1, "operationId")),
        ("op-9", "target", "op-9"),
    ],
)
def test_values_and_back(words, kind, value):
    assert parsed(words, kind) == value
    assert parsed(written(value, kind), kind) == value


@pytest.mark.parametrize("words", ["5.000", "R$ 5.00", "R$ 5.0000", "cinco mil", "R$ 1,234", "R$"])
def test_money_is_never_guessed(words):
    with pytest.raises(NotAValue):
        parsed(words, "money")


@pytest.mark.parametrize(
    ("said", "text", "found"),
    [
        (["R$ 2.820"], "São R$ 2.820.", True),
        (["R$ 2.820"], "São R$\xa02.820 no mês", True),
        (["R$ 2.820"], "São R$ 2.820,50.", False),
        (["R$ 2.820"], "São R$ 2.8201", False),
        (["R$ 2.820"], "São 2820 reais.", True),
        (["R$ 2.820"], "São R$ 2820,00.", True),
        (["R$ 2.820"], "São 12.820 reais.", False),
        (["R$ 2.820"], "São 2820 litros.", False),
        (["R$ 35,90"], "Foram 35,90 reais", True),
        (["R$ 35,90"], "Foram R$ 35,9", False),
        (["€ 1.200"], "Tem 1.200 euros", True),
        (["anoto", "mercado"], "Mercado: ANOTO?", True),
        (["anoto", "luz"], "Mercado: anoto?", False),
        (["oi"], "noite", False),
        (["/não (sei|tenho)/"], "Isso eu NÃO tenho", True),
    ],
)
def test_fragments_of_what_must_be_said(said, text, found):
    assert bool(all_of(said).search(text)) is found
    assert fragments(all_of(said)) == said
    assert fragments(any_of(said)) == said


def test_every_tool_that_exists_has_a_portuguese_name():
    made = [item for name in agent_tools.__all__ if isinstance(item := getattr(agent_tools, name), type)]
    operations = [op for tool in made if issubclass(tool, Tool) for op in tool.catalogue.values()]

    assert operations
    for operation in operations:
        assert operation.name in aliases.TOOLS, operation.name
        assert (operation.name in aliases.WRITES) is operation.writes
        assert (operation.name in aliases.TAKES_TODAY) is operation.takes_today
        for argument in operation.parameters["properties"]:
            assert argument == "nome" or argument in aliases.ARGUMENTS, f"{operation.name}.{argument}"


def test_no_portuguese_word_means_two_things():
    for table in (aliases.TOOLS, aliases.TABLES, *({k: v for k, (v, _) in t.items()} for t in _typed())):
        assert len(set(table.values())) == len(table)


def _typed():
    return aliases.ARGUMENTS, aliases.COLUMNS, result_words.FIELDS


@pytest.mark.parametrize("fixture", conversations(), ids=lambda fixture: fixture.name)
def test_the_catalog_round_trips(fixture):
    assert without_places(compiled(to_yaml(fixture))) == without_places(fixture)


def test_a_fixture_written_in_python_reads_back_from_yaml():
    fixture = ConversationFixture(
        name="em-python",
        today=date(2026, 6, 15),
        world="mes-andando",
        always=["tom-mel"],
        turns=[
            FixtureTurn(
                user='diz "oi": sim?',
                mock_llm={"toolCalls": [{"id": "1", "name": "goalsList", "args": {}}], "text": "Vocês têm metas."},
                expect=Expect(
                    tool_calls_made=["goalsList"],
                    response_text_matching=re.compile("met[ao]s"),
                    forbidden_calls=["createGoal"],
                    reads="free",
                    order="subset",
                    world_changes=[],
                ),
            )
        ],
    )

    back = compiled(to_yaml(fixture))

    assert back.turns[0].expect.response_text_matching.search("metas")
    assert back.turns[0].user == fixture.turns[0].user
    assert back.turns[0].expect.order == "subset"


@pytest.mark.parametrize(
    "fixture",
    [
        ConversationFixture(name="x", turns=[], setup=pretending()),
        ConversationFixture(name="x", turns=[FixtureTurn(user="oi", expect=Expect(side_effects=lambda c: True))]),
        ConversationFixture(name="x", turns=[FixtureTurn(user="oi", expect=Expect(tool_calls_made=["nope"]))]),
    ],
    ids=["setup", "predicate", "unscripted call"],
)
def test_what_a_roteiro_cannot_say_is_refused(fixture):
    with pytest.raises(NotWritable):
        to_yaml(fixture)


def test_fmt_quotes_what_another_reader_would_misread_and_keeps_the_rest():
    text = "# nota\nnome: on   \nhoje: 2026-06-15\nconversa:\n  - Ana: gastei R$ 50  # aqui\n    Mel diz: 1.500\n\n\n"

    safe = formatted(text)

    assert safe == (
        '# nota\nnome: "on"\nhoje: 2026-06-15\nconversa:\n  - Ana: "gastei R$ 50"  # aqui\n    Mel diz: "1.500"\n'
    )
    assert formatted(safe) == safe


def test_fmt_refuses_what_it_cannot_read():
    with pytest.raises(RoteiroError):
        formatted("nome: [\n")


def test_the_usual_invariants_exist():
    assert set(USUAL_INVARIANTS) <= set(INVARIANTS)
