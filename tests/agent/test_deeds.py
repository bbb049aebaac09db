"""Deeds, promises and verdicts of which nothing was called or written: a newcomer's list, and a kept collection."""

from __future__ import annotations

from datetime import date

import pytest

from agent import draft_lab
from mel.agent.attribution import Attributions
from mel.agent.claims import borne, claim_in
from mel.agent.grounding import Sources, ungrounded

THINGS = ("Mercado", "Restaurante", "Aluguel", "Lua de mel", "Conta paga")


def kinds(draft: str, asked: str = "") -> list[str]:
    """What is wrong in a draft of a turn in which no tool was called."""
    today = date(2026, 6, 15)
    names = tuple((name, ()) for name in THINGS)
    sources = Sources(attributions=Attributions(names, frozenset({"Ana", "Gabriel"}), "Gabriel", today, asked))
    sources.known.add_day(today)
    sources.names.update(THINGS)
    return [finding.kind for finding in ungrounded(draft, sources)]


@pytest.mark.parametrize(
    "draft",
    [
        "Excluí o lançamento.",
        "Exclui o lançamento.",
        "Deletei.",
        "Reverti o gasto.",
        "Acrescentei ao mercado.",
        "Incluí no orçamento.",
        "Tá anotadinho.",
        "Debitei do mercado.",
        "Entrou no mercado.",
        "O gasto foi pro mercado.",
        "Tá no sistema.",
        "Tá feito.",
        "Agendei o pagamento.",
        "Avisei o Gabriel.",
        "Falei com o Gabriel.",
        "Marquei como pago.",
        "Tô anotando aqui.",
        "Lembrete criado.",
        "Vou te lembrar amanhã.",
        "Te aviso quando vencer.",
        "Registrarei ainda hoje.",
        "Pode deixar que eu registro.",
        "Vou ficar de olho.",
        "Depois eu registro isso.",
    ],
)
def test_a_deed_or_a_promise_needs_a_commit(draft: str) -> None:
    assert kinds(draft) == ["claim"]


@pytest.mark.parametrize(
    "draft",
    [
        "Cabe sim, tranquilo.",
        "Não cabe no mês.",
        "Mercado estourou.",
        "Não estourou nada.",
        "Está no ritmo certo.",
        "O aluguel já foi pago.",
        "A fatura ainda não foi paga.",
        "Vocês já gastaram tudo.",
        "O mercado tá de boa.",
        "Cabe, viu?",
    ],
)
def test_a_verdict_needs_a_tool_that_decides(draft: str) -> None:
    assert kinds(draft) == ["verdict"]


@pytest.mark.parametrize(
    "draft",
    [
        "Quer que eu te lembre do vencimento?",
        "Não registrei nada.",
        "Não avisei ninguém.",
        "Eu não pago contas nem agendo nada.",
        "Se quiser, anoto pra você.",
        "Assim que você disser sim, vou registrar.",
        "Olhei o orçamento e não achei nada.",
        "Errei, desculpa.",
        "É só dizer 'registrei' que eu entendo.",
        "Pra desfazer, é só dizer: desfaz.",
        "O orçamento inclui luz e internet.",
        "Quer ver a 'Conta paga'?",
        "Não sei se cabe.",
        "Se couber, eu te digo.",
        "Deixa eu te dizer se cabe.",
        "Pra ficar dentro do orçamento, me conta os gastos.",
        "Se o mercado estourou, a gente ajusta.",
        "Tá tranquilo, me conta depois.",
    ],
)
def test_questions_offers_denials_and_limits_pass(draft: str) -> None:
    assert kinds(draft) == []


def test_a_member_who_says_that_he_paid_is_no_verdict() -> None:
    assert kinds("Que bom que a fatura já foi paga.", "paguei a fatura") == []
    assert kinds("A fatura já foi paga.", "eu paguei a fatura?") == ["verdict"]


@pytest.mark.parametrize("said", ["Agendei o pagamento.", "Avisei o Gabriel.", "Paguei a luz.", "Te aviso amanhã."])
def test_no_commit_bears_what_no_tool_can_do(said: str) -> None:
    claim = claim_in(said)
    assert claim is not None
    assert not borne(claim, ["recordSpend", "undoOperation", "createGoal", "rememberFact"])


def test_of_the_kept_deeds_and_verdicts_no_more_lies_pass_and_no_truth_is_stopped() -> None:
    kept = list(draft_lab.judged("deeds.jsonl"))
    lies = [each.line for each in kept if each.wrong and not each.stopped]
    truths = [each.line for each in kept if not each.wrong and each.stopped]
    assert len(kept) >= 120
    assert len(lies) <= 1, "\n".join(lies)
    assert truths == []


@pytest.mark.parametrize(
    "said",
    ["Já deixei agendado.", "Resolvido.", "Considera feito.", "Deixei tudo anotado aqui.", "O Gabriel já confirmou.",
     "A Ana aceitou a proposta."],
)  # fmt: skip
def test_what_is_left_done_or_decided_by_the_other_one_is_a_claim(said: str) -> None:
    assert "claim" in kinds(said)


@pytest.mark.parametrize(
    "said",
    ["Se o Gabriel confirmou, me avisa.", "Não sei se a Ana aprovou.", "Quer que eu deixe anotado?",
     "A Ana ainda não confirmou.", "Isso espera o sim de Gabriel."],
)  # fmt: skip
def test_what_the_other_one_may_have_decided_is_no_claim(said: str) -> None:
    assert "claim" not in kinds(said)
