"""A conversation that was held, as a disguised roteiro that runs."""

import re
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from evals.false_figures import falsified, telling
from mel.app import found, open_house
from mel.evals import EvalRunner
from mel.evals.capture import NothingSaid, capture
from mel.evals.likeness import figures_told
from mel.evals.mock import MuteModel
from mel.evals.phrases import all_of
from mel.evals.players import runner_for
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


async def drawn(storage, lines, name="capturada", *, spoil=False):
    """`spoil`: the log says that the last turn wrote nothing, as a replay of it does not."""
    found(storage, demo())
    house = open_house(storage)
    for line in lines:
        await house.ask(line, house.speaker("Ana"), TODAY)
    if spoil:
        with storage.work(house.household.id) as work:
            last = work.conversations.recent("terminal:Ana", 1)[0]
            calls = [{**call, "result": {"persisted": False}} for call in last.reply["toolCalls"]]
            said = replace(last, turn_id="outro", reply={**last.reply, "toolCalls": calls}, wrote=False)
            work.conversations.append(said)
    return await capture(storage, house.household.id, "terminal:Ana", name)


async def held(storage, lines=SAID):
    return (await drawn(storage, lines)).text


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


LEAKY = [
    "o Gabi pagou 89,90 na farmácia",
    "sim",
    "gastei cento e trinta e sete reais no mercado",
    "cria um gasto fixo Escola do Bento de 800 reais dia 10",
    "sim",
    "paguei 800 da escola do bento",
    "confirma",
    "meu chefe Roberto Nogueira paga dia 7",
    "agência 1234 conta 56789-0 celular 11 98765-4321",
    "gastei 20 na Dona Marlene",
    "comprei um sofá na Construtora Mendes por 1.250 em 10x",
    "cria uma meta de 5 mil pra viagem pra Lisboa até dezembro de 2026",
    "sim",
    "não",
]


async def test_no_kind_of_name_or_number_stays(storage):
    draft = await drawn(storage, LEAKY)

    leaks = "Gabi Gabriel Ana Aninha Bento Roberto Nogueira Marlene Mendes Lisboa trinta 89,90 1234 56789 98765 137 800"
    for real in (*leaks.split(), "1.250", "5 mil", "R$ 5.000"):
        assert not re.search(rf"(?<![\w.,]){re.escape(real)}(?!\w)", draft.text, re.IGNORECASE), real
    assert draft.replaced["telefone"] == 1
    assert draft.replaced["conta"] == 2
    assert "10x" in draft.text


async def test_the_replay_is_the_conversation_that_was_held(storage):
    draft = await drawn(storage, [line for line in LEAKY if "sofá" not in line])
    fixture = compiled(draft.text)

    assert draft.different == {}
    assert draft.embedded is None
    assert fixture.embedded
    assert (await EvalRunner().run(fixture)).failures == []
    assert (await runner_for(embedded=True).run(fixture)).failures == []


async def test_what_a_conversation_bought_in_parts_is_not_there_before_it(storage):
    text = await held(storage, ["registra um gasto novo Sofá de 1.250 em 10x", "sim", "sim"])

    assert "lançamento:" not in text.partition("conversa:")[0]


async def test_what_was_undone_or_corrected_is_so_again(storage):
    draft = await drawn(
        storage,
        ["gastei 50 no mercado", "desfaz", "gastei 80 no restaurante", "não, foi 90", "sim", "quanto gastei esse mês?"],
    )

    assert draft.different == {}
    assert "alvo: $1.operationId" in draft.text
    assert "lançamento:" not in draft.text.partition("conversa:")[0]
    assert (await EvalRunner().run(compiled(draft.text))).failures == []


@pytest.mark.parametrize("ending", [[], ["desfaz", "quanto gastei esse mês?"]])
async def test_what_was_corrected_twice_is_not_there_before(storage, ending):
    lines = ["gastei 80 no restaurante", "não, 90", "sim", "ops, foi 95", "sim", *ending]
    draft = await drawn(storage, lines)

    assert draft.different == {}
    assert "lançamento:" not in draft.text.partition("conversa:")[0]
    assert (await EvalRunner().run(compiled(draft.text))).failures == []


async def test_a_quota_is_told_as_the_replay_works_it_out(storage):
    draft = await drawn(storage, ["como tá a meta de Amsterdam?", "cabe uma viagem de 3000 em 10x?"])

    assert draft.different == {}
    assert (await EvalRunner().run(compiled(draft.text))).failures == []


async def test_where_the_replay_differs_the_turn_says_so(storage):
    draft = await drawn(storage, ["aporta 500 em Amsterdam", "sim"], spoil=True)

    assert list(draft.different) == [3]
    first, last = draft.text.index(": sim\n"), draft.text.rindex(": sim\n")
    assert first < draft.text.index("# diferente do real: ") < last
    compiled(draft.text)


FALSE = {
    "quanto gastei no mercado esse mês?": ("expenseStatus", "actual"),
    "quanto sobrou esse mês?": ("budgetStatus", "remaining"),
    "como tá a meta de Amsterdam?": ("goalStatus", "saved"),
    "quanto a gente tem de orçamento esse mês?": ("budgetTotal", "expected"),
}


@pytest.mark.parametrize("line", FALSE)
async def test_a_draft_fails_when_the_embedded_model_is_told_a_false_figure(storage, line):
    tool, path = FALSE[line]
    fixture = compiled((await drawn(storage, ["gastei 73,90 no mercado", line])).text)

    def doubled(called, result):
        more = {"amount": 12345, "currency": "BRL"}
        return falsified(result, path, lambda _: more) if called == tool else result

    runner = runner_for(embedded=True)
    assert fixture.embedded
    assert (await runner.run(fixture)).failures == []
    report = await replace(runner, worlds=telling(doubled)).run(fixture)
    assert [failure.oracle for failure in report.failures] == ["text"]


async def test_a_draft_fails_when_a_verdict_is_turned_round(storage):
    fixture = compiled((await drawn(storage, ["cabe um sofá de 300 reais?"])).text)

    def no(called, result):
        return falsified(result, "status", lambda _: "does_not_fit") if called == "feasibility" else result

    runner = runner_for(embedded=True)
    assert (await runner.run(fixture)).failures == []
    report = await replace(runner, worlds=telling(no)).run(fixture)
    assert "result" in {failure.oracle for failure in report.failures}


def test_what_must_be_said_is_amounts_dates_and_percentages():
    words = (
        "Em junho foram R$ 1.234,50, 12% a mais. A meta é € 6.000 até 31 de dezembro de 2026, em 3 partes; dia 15/06."
    )

    assert figures_told(words) == [
        "junho",
        "R$ 1.234,50",
        "12%",
        "€ 6.000",
        "31 de dezembro de 2026",
        "15/06",
    ]
    twice = all_of(figures_told("Tem € 0 de € 10. O ritmo é € 0."))
    assert twice.search("€ 0 de € 10, no ritmo de € 0")
    assert not twice.search("€ 5 de € 10, no ritmo de € 0")


async def test_a_word_learnt_on_the_way_is_not_known_before(storage):
    draft = await drawn(storage, ["gastei 50 no zaffari", "mercado", "sim", "gastei 30 no zaffari"])

    assert draft.different == {}
    assert draft.embedded is None
    assert (await runner_for(embedded=True).run(compiled(draft.text))).failures == []


@pytest.mark.parametrize("ending", [[], ["desfaz", "sim"]])
async def test_an_expense_made_on_the_way_is_not_there_before(storage, ending):
    lines = ["comprei um fogão de 1.200", "cria um novo", "sim", *ending, "quanto gastei no fogão esse mês?"]
    draft = await drawn(storage, lines)

    world, _, talk = draft.text.partition("conversa:")
    assert "novo gasto" in talk
    assert "Fogão" not in world
    assert draft.different == {}
    assert draft.embedded is None


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("lembra que meu cpf é 529.982.247-25", "meu cpf é [cpf]"),
        ("lembra que o telefone do encanador é 11 98765-4321", "é (00) 00000-0000"),
        ("lembra que o Bento nasceu em 12/03/1988", "nasceu em 01/01/1900"),
    ],
)
async def test_a_masked_number_reads_as_the_number_did(storage, said, shown):
    draft = await drawn(storage, [said, "sim", "gastei 50 no mercado"])

    assert draft.different == {}
    assert shown in draft.text
    assert not re.search("529|98765|1988", draft.text)
    assert (await runner_for(embedded=True).run(compiled(draft.text))).failures == []
    assert draft.embedded is None


LONG = (
    "lembra que a gente combinou com o vizinho que ele vai pagar metade da reforma do muro quando o seguro liberar o "
    "dinheiro no fim do ano que vem"
)


async def test_a_long_thing_to_remember_is_the_members_own_words(storage):
    draft = await drawn(storage, [LONG, "sim"])

    assert draft.different == {}
    assert "novo fato" in draft.text
    assert (await EvalRunner().run(compiled(draft.text))).failures == []


async def test_what_a_household_without_a_budget_writes_is_seen():
    """Facts and goals are rows too, where nobody ever told of an expense."""
    seen = await EvalRunner().run(
        compiled(
            "nome: x\nmundo:\n  casa:\n    - {participantes: [Nico, Bel]}\nhoje: 2026-06-15\nconversa:\n"
            "  - Bel: lembra que o gato come muito\n    Mel faz:\n      - lembrar: {fato: o gato come muito}\n"
            "  - Bel: sim\n    Mel faz:\n      - confirmar: $1\n    mundo muda: nada\n"
        )
    )

    assert ["world changed unasked" in failure.reason for failure in seen.failures] == [True]


async def test_the_file_of_a_draft_gives_its_name(storage):
    assert (await drawn(storage, ["oi"], name="sexta")).text.startswith("nome: sexta\n")
