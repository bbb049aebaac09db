"""Grounding as a table: each kind of figure with and without a source, each claim with and without a commit."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mel.agent.figures import figures
from mel.agent.grounding import Sources, sentences, ungrounded
from mel.shared.money import Money

TODAY = date(2026, 6, 15)
MONTH = {"month": "2026-06"}
STATUS = {
    "period": "2026-06",
    "expected": {"amount": 2820, "currency": "BRL"},
    "actual": {"amount": 300.5, "currency": "BRL"},
    "remaining": {"amount": -50, "currency": "BRL"},
    "expenses": [{"expense": "Mercado", "expected": {"amount": 1500, "currency": "BRL"}}, {"expense": "Luz"}],
    "share": 12.5,
    "forecast": "2026-09-01",
    "onTrack": True,
}
SPEND = {"expense": "Mercado", "period": "2026-06", "amount": {"amount": 200, "currency": "BRL"}, "operationId": "op-1"}
PREVIEW = {
    "expense": "Mercado",
    "period": "2026-06",
    "delta": {"amount": 200, "currency": "BRL"},
    "newActual": {"amount": 350, "currency": "BRL"},
}


def receipt(*, persisted: bool) -> dict[str, Any]:
    return {"operationId": "op-1", "preview": PREVIEW, "confirmed": persisted, "persisted": persisted}


def the_sources(
    result: Any = None,
    args: dict[str, Any] | None = None,
    *,
    said: str = "",
    committed: bool = False,
    names: set[str] | None = None,
) -> Sources:
    sources = Sources()
    sources.known.add_day(TODAY)
    sources.told.add_said(said, TODAY)
    sources.said.add_said(said, TODAY)
    if result is not None:
        tool = "recordSpend" if args is SPEND else "feasibility" if "status" in result else "budgetTotal"
        sources.add_result(tool, MONTH if args is None else args, result, committed=committed)
    sources.names.update(names or ())
    return sources


def kinds(draft: str, sources: Sources) -> list[str]:
    return [finding.kind for finding in ungrounded(draft, sources)]


@pytest.mark.parametrize(
    "draft",
    [
        "O orçamento previsto pra junho é R$ 2.820.",
        "O previsto é 2820 reais.",
        "O previsto é R$ 2.820,00.",
        "O previsto é dois mil oitocentos e vinte reais.",
        "Vocês gastaram R$ 300,50.",
        "Passou R$ 50 do previsto.",
        "São 2 gastos no orçamento.",
        "São dois gastos no orçamento.",
        "Isso é 12,5% do total.",
        "Chega lá em 01/09/2026.",
        "Chega lá em 1º de setembro de 2026.",
        "Chega lá em setembro.",
        "Hoje é dia 15.",
        "Em junho de 2026 foi assim.",
        "Isso é uma boa notícia pra um casal.",
        "Não sei te dizer isso. Quer ver o orçamento?",
        "",
    ],
)
def test_a_figure_of_this_turns_results_may_be_said(draft: str) -> None:
    assert kinds(draft, the_sources(STATUS)) == []


@pytest.mark.parametrize(
    ("draft", "kind"),
    [
        ("O previsto é R$ 2.821.", "amount"),
        ("O previsto é quase R$ 3 mil.", "amount"),
        ("O previsto é três mil reais.", "amount"),
        ("O previsto é € 2.820.", "amount"),
        ("Gastaram R$ 300.", "amount"),
        ("Gastaram 300 pila.", "amount"),
        ("Sobraram 777.", "count"),
        ("Foram sete gastos.", "count"),
        ("Isso é 13% do total.", "percent"),
        ("Chega lá em 02/09/2026.", "date"),
        ("Vence dia 20.", "date"),
        ("Chega lá em outubro.", "month"),
        ("Chega lá em setembro de 2027.", "month"),
        ("Chega lá em 2031.", "year"),
    ],
)
def test_a_figure_of_nobody_is_found(draft: str, kind: str) -> None:
    assert kinds(draft, the_sources(STATUS)) == [kind]


def test_every_unsourced_figure_is_named_in_reading_order() -> None:
    found = ungrounded("Gastaram R$ 9 em julho. Sobram R$ 8.", the_sources(STATUS))

    assert [finding.shown for finding in found] == ["R$ 9", "julho", "R$ 8"]
    assert found[0].reason == '"R$ 9" não veio de nenhuma tool deste turno'


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Os R$ 11.700,00 de junho ainda não caíram.", ["amount", "month"]),
        ("É o salário de vocês dois.", []),
        ("Os dois gastaram.", []),
        ("Foram dois gastos.", ["count"]),
        ("No dia 10 de junho.", ["date"]),
        ("Dez/2026 e jan/27.", ["month", "month"]),
    ],
)
def test_the_figures_of_a_text_are_told_by_kind(text: str, found: list[str]) -> None:
    assert [figure.kind for figure in figures(text)] == found


def test_the_numbers_of_a_numbered_list_count_nothing() -> None:
    sources = the_sources(STATUS)
    assert kinds("Esse mês:\n1. Previsto: R$ 2.820\n2. Gasto: R$ 300,50", sources) == []
    assert kinds("Esse mês:\n7. Previsto: R$ 2.820\n9. Gasto: R$ 300,50", sources) == ["count", "count"]


GOAL = {
    "saved": {"amount": 500, "currency": "BRL"},
    "requiredMonthly": None,
    "pace": None,
    "onTrack": None,
    "forecast": None,
}


def test_what_a_goal_holds_is_no_claim_of_a_write_unless_the_member_named_an_amount() -> None:
    read = Sources()
    read.add_result("goalStatus", {"name": "Chile"}, GOAL, committed=False)
    assert kinds("Já foram guardados R$ 500 pro Chile.", read) == []
    read.told.add_said("guardei 500 pro Chile", TODAY)
    assert "claim" in kinds("Já foram guardados R$ 500 pro Chile.", read)


@given(st.integers(1, 10**9 - 1), st.integers(1, 10**9 - 1))
def test_an_amount_is_grounded_exactly_when_it_is_the_results(result: int, said: int) -> None:
    known = Money.of_minor(result, "BRL")
    sources = the_sources({"expected": {"amount": float(known.amount), "currency": "BRL"}})

    assert kinds(f"O previsto é {known}.", sources) == []
    assert (kinds(f"O previsto é {Money.of_minor(said, 'BRL')}.", sources) == []) == (said == result)


# the member's own words


@pytest.mark.parametrize("draft", ["Anoto R$ 900 no mercado?", "Você quis dizer 900 reais, em julho?"])
def test_what_the_member_said_may_be_asked_back(draft: str) -> None:
    assert kinds(draft, the_sources(said="gastei 900 no mercado em julho")) == []


@pytest.mark.parametrize(
    "draft", ["Vocês gastaram R$ 900.", "Foram 900 reais no mercado!", "O total é R$ 900. Quer ver mais?"]
)
def test_what_the_member_said_is_no_answer(draft: str) -> None:
    assert kinds(draft, the_sources(said="gastamos 900 esse mês?")) == ["amount"]


# arguments and receipts


def test_what_a_read_only_echoes_is_no_source() -> None:
    args = {"amount": {"amount": 900, "currency": "BRL"}, "today": "2026-06-15"}
    result = {
        "status": "fits",
        "amount": {"amount": 900, "currency": "BRL"},
        "month": {"free": {"amount": 5, "currency": "BRL"}},
    }

    said = the_sources(result, args, said="cabe um sofá de 900?")
    assert kinds("Cabe, sobram R$ 5.", said) == []
    assert kinds("Cabe, sobram R$ 5.", the_sources(result, args)) == ["amount", "verdict"]  # nobody asked about it
    assert kinds("Custa R$ 900.", the_sources(result, args)) == ["amount"]


def test_a_month_of_the_arguments_may_be_said() -> None:
    assert kinds("Ainda não tenho registros de abril.", the_sources({"found": False}, {"month": "2026-04"})) == []


def test_a_preview_tells_its_new_figure_and_asks_the_given_one() -> None:
    sources = the_sources(receipt(persisted=False), SPEND, said="registra 200 no mercado")

    assert kinds("O mercado iria pra R$ 350. Anoto R$ 200?", sources) == []
    assert kinds("Foram R$ 200 no mercado.", sources) == ["amount"]


def test_text_inside_a_result_is_no_source() -> None:
    result = {"message": "o saldo é R$ 5.000", "name": "Meta de R$ 5.000", "reason": "faltam 30%"}

    assert kinds("O saldo é R$ 5.000, faltam 30%.", the_sources(result)) == ["amount", "percent"]


# names with digits


@pytest.mark.parametrize(
    "draft",
    ["A meta Amsterdam Setembro/2026 vai bem.", "O Plano 50 mais segue igual.", "amsterdam setembro/2026 vai bem."],
)
def test_digits_in_the_households_names_are_no_figures(draft: str) -> None:
    assert kinds(draft, the_sources(names={"Amsterdam Setembro/2026", "Plano 50 mais"})) == []


def test_a_name_that_states_money_launders_nothing() -> None:
    assert kinds("Vocês têm Saldo R$ 5.000.", the_sources(names={"Saldo R$ 5.000"})) == ["amount"]


# claims of a write


CLAIMS = [
    "Registrei no mercado.",
    "Pronto, anotado!",
    "Pronto!",
    "Feito.",
    "Anotado.",
    "Já está registrado.",
    "Foi lançado no mercado.",
    "Tudo certo, aportei em Amsterdam.",
    "Ficou salvo.",
    "Gasto registrado!",
    "O gasto foi registrado com sucesso.",
    "Meta criada com sucesso.",
    "Aporte feito e registrado.",
    "Não se preocupa, registrei tudo.",
    "Não precisa fazer nada, já anotei.",
    "Sem problema: lancei no mercado.",
    "Se precisar, me chama. Registrei.",
    "O casal se organizou, anotei.",
    "Quer mais alguma coisa? Já registrei.",
    "Registramos o gasto.",
    "Acabei de registrar no mercado.",
    "Registrei no mercado, quer ver o total?",
    "Já está anotado, quer mais alguma coisa?",
    "Registrei no mercado, certo?",
]


@pytest.mark.parametrize("draft", CLAIMS)
def test_a_claim_of_a_write_needs_a_commit(draft: str) -> None:
    assert kinds(draft, the_sources()) == ["claim"]
    assert kinds(draft, the_sources(receipt(persisted=False), SPEND)) == ["claim"]


OF_ANOTHER_TOOL = {"Tudo certo, aportei em Amsterdam.", "Meta criada com sucesso.", "Aporte feito e registrado."}


@pytest.mark.parametrize("draft", [draft for draft in CLAIMS if draft not in OF_ANOTHER_TOOL])
def test_a_commit_of_this_turn_bears_the_claim(draft: str) -> None:
    assert kinds(draft, the_sources(receipt(persisted=True), SPEND, committed=True)) == []


@pytest.mark.parametrize("draft", sorted(OF_ANOTHER_TOOL))
def test_a_commit_bears_no_claim_of_another_deed(draft: str) -> None:
    assert "claim" in kinds(draft, the_sources(receipt(persisted=True), SPEND, committed=True))


def test_a_commit_bears_no_claim_of_another_amount() -> None:
    committed = the_sources(receipt(persisted=True), SPEND, committed=True, said="lança 900")

    assert kinds("Registrei R$ 200 no mercado.", committed) == []
    assert kinds("Registrei R$ 900 no mercado.", committed) == ["claim", "amount"]


def test_a_replayed_receipt_bears_no_claim() -> None:
    assert kinds("Registrei no mercado.", the_sources(receipt(persisted=True), SPEND)) == ["claim"]


@pytest.mark.parametrize(
    "draft",
    [
        "Ainda não registrei.",
        "Não, ainda não anotei nada.",
        "Nada foi registrado.",
        "Nem registrei nem anotei.",
        "Sem registros ainda.",
        "Anoto esse gasto?",
        "Quer que eu deixe isso registrado?",
        "Registro mais uma vez?",
        "Isso ainda não está registrado.",
        "Posso registrar pra vocês.",
        "Os gastos registrados aparecem no orçamento.",
        "Não consegui registrar.",
        "A meta 'Casa nova' não foi criada.",
        "O gasto já foi registrado?",
        "Se já foi registrado, eu aviso.",
    ],
)
def test_denials_and_questions_claim_nothing(draft: str) -> None:
    assert kinds(draft, the_sources()) == []


# how a text is read


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Sobram R$ 2.820. Quer ver?", ["Sobram R$ 2.820.", "Quer ver?"]),
        ("São R$ 1.500,00 e R$ 2.000!", ["São R$ 1.500,00 e R$ 2.000!"]),
        ("um\ndois", ["um", "dois"]),
        ("Oi… tudo bem?", ["Oi…", "tudo bem?"]),
    ],
)
def test_a_dot_inside_a_number_ends_no_sentence(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


@given(st.text(max_size=60))
def test_any_text_is_read_without_a_fault(text: str) -> None:
    for figure in figures(text):
        assert figure.shown_in(text)
    ungrounded(text, the_sources(STATUS, said=text))
