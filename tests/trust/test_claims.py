"""What counts as a claim of a write, and which commit bears it."""

from __future__ import annotations

import pytest

from mel.agent.claims import borne, claim_in


@pytest.mark.parametrize(
    "said",
    [
        "Registrei R$ 50.",
        "Não se preocupe, registrei.",
        "Não só anotei como está salvo.",
        "Ainda não sei o total, mas já está registrado.",
        "Registrei, quer ver o total?",
        "Tá anotado, quer mais alguma coisa?",
        "Pronto, anotado!",
        "Prontinho!",
        "Feito.",
        "Gasto registrado com sucesso!",
        "Lançamento feito!",
        "Acabei de anotar.",
        "Registramos aqui.",
        "Fiz o aporte.",
        "Transferi pra vocês.",
        "Paguei a fatura.",
        "Criei a meta.",
        "Foi registrado.",
        "Já está no orçamento.",
        "Anotado.",
        "Sim, registrou o gasto.",
        "O sistema anotou o gasto.",
        "Ana, você já registrou o salário.",
        "Sim, registro esse gasto.",
        "Anoto esse gasto.",
        "Aluguel registrado.",
        "R$ 50 no mercado anotados!",
        "Meta da viagem criada!",
    ],
)
def test_it_is_a_claim(said: str) -> None:
    assert claim_in(said) is not None


@pytest.mark.parametrize(
    "said",
    [
        "Ainda não registrei nada.",
        "Nada foi registrado.",
        "Não foi registrado.",
        "Vou anotar isso, tá?",
        "Anotado?",
        "Posso deixar anotado?",
        "Quer que eu registre?",
        "Anoto esse gasto?",
        "O que está registrado em junho são três gastos.",
        "Isso já estava registrado em 15/06. Não registrei de novo.",
        "Nenhum gasto registrado ainda.",
        "O previsto é R$ 1.500.",
        "Não consegui registrar.",
        "Vocês gastaram R$ 50 no mercado.",
        "Tá bom, não registrei.",
        "Ana registrou um gasto ontem.",
        "É só dizer sim que eu deixo anotado.",
        "Ainda não tem nada registrado.",
        "O valor vai ser ajustado.",
        "Quer esse gasto registrado?",
    ],
)
def test_it_is_none(said: str) -> None:
    assert claim_in(said) is None


@pytest.mark.parametrize(
    ("said", "tool", "true"),
    [
        ("Registrei.", "recordSpend", True),
        ("Aportei na meta.", "recordSpend", False),
        ("Aportei na meta.", "contributeToGoal", True),
        ("Criei a meta.", "recordSpend", False),
        ("Apaguei o gasto.", "recordSpend", False),
        ("Desfiz.", "undoOperation", True),
        ("Paguei a fatura.", "recordSpend", False),
        ("Cancelei.", "decline", True),
        ("Registrei.", "decline", False),
    ],
)
def test_a_claim_needs_the_commit_of_a_tool_that_does_it(said: str, tool: str, *, true: bool) -> None:
    claim = claim_in(said)

    assert claim is not None
    assert borne(claim, [tool]) is true


def test_what_was_read_may_be_told() -> None:
    assert claim_in("A Netflix já está no orçamento.", looked=True) is None
