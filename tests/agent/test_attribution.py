"""A figure with a source may still be said of the wrong thing, month, day, person or role; a verdict, the wrong way."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from agent import draft_lab
from mel.agent.attribution import Attributions
from mel.agent.grounding import Sources, ungrounded

TOTAL = {"expected": {"amount": 2820, "currency": "BRL"}, "period": "2026-06"}
STATUS = {
    "expense": "Mercado",
    "expected": {"amount": 1500, "currency": "BRL"},
    "actual": {"amount": 250, "currency": "BRL"},
    "remaining": {"amount": 1250, "currency": "BRL"},
    "period": "2026-06",
}
GOAL = {
    "saved": {"amount": 800, "currency": "EUR"},
    "requiredMonthly": {"amount": 450, "currency": "EUR"},
    "pace": None,
    "onTrack": False,
    "forecast": None,
}


def kinds(draft: str, result: dict[str, Any]) -> list[str]:
    tool = "goalStatus" if "saved" in result else "expenseStatus" if "expense" in result else "budgetTotal"
    sources = Sources()
    sources.add_result(tool, {"month": "2026-06"}, result, committed=False)
    return [finding.kind for finding in ungrounded(draft, sources)]


@pytest.mark.parametrize(
    ("draft", "result"),
    [
        ("O orçamento previsto pra junho é R$ 2.820.", TOTAL),
        ("Vocês têm R$ 2.820 pra gastar em junho.", TOTAL),
        ("Em junho gastaram R$ 250 de R$ 1.500, e sobram R$ 1.250.", STATUS),
        ("Sobram R$ 1.250 no mercado.", STATUS),
        ("Ainda podem gastar R$ 1.250.", STATUS),
        ("Vocês já juntaram € 800. Faltam € 450 por mês.", GOAL),
    ],
)
def test_an_amount_said_of_its_own_field_passes(draft: str, result: dict[str, Any]) -> None:
    assert kinds(draft, result) == []


@pytest.mark.parametrize(
    ("draft", "result"),
    [
        ("O dólar hoje está em R$ 2.820.", TOTAL),
        ("Ana gastou R$ 2.820.", TOTAL),
        ("Falta R$ 2.820,00 para nossa viagem.", TOTAL),
        ("Sobraram R$ 2.820 em junho.", TOTAL),
        ("Vocês gastaram R$ 1.500 no mercado.", STATUS),
        ("Vocês guardaram R$ 250.", STATUS),
        ("Já juntaram € 450.", GOAL),
    ],
)
def test_an_amount_said_of_another_thing_does_not(draft: str, result: dict[str, Any]) -> None:
    assert kinds(draft, result) == ["role"]


MONTH = {
    "period": "2026-06",
    "expected": {"amount": 2820, "currency": "BRL"},
    "actual": {"amount": 1540.5, "currency": "BRL"},
    "remaining": {"amount": 1279.5, "currency": "BRL"},
    "expenses": [
        {
            "expense": "Mercado",
            "expected": {"amount": 1500, "currency": "BRL"},
            "actual": {"amount": 620.5, "currency": "BRL"},
            "remaining": {"amount": 879.5, "currency": "BRL"},
        },
        {
            "expense": "Restaurante",
            "expected": {"amount": 500, "currency": "BRL"},
            "actual": {"amount": 560, "currency": "BRL"},
            "remaining": {"amount": -60, "currency": "BRL"},
        },
    ],
}
FATURA = {
    "card": "Nubank",
    "month": "2026-07",
    "status": "open",
    "closing": "2026-07-13",
    "due": "2026-07-20",
    "total": {"amount": 45.5, "currency": "BRL"},
    "usedLimit": {"amount": 595.5, "currency": "BRL"},
}
ENTRIES = {
    "from": "2026-06-01",
    "to": "2026-06-30",
    "entries": [
        {"expense": "Mercado", "date": "2026-06-03", "amount": {"amount": 380, "currency": "BRL"}, "who": "Ana"},
        {"expense": "Mercado", "date": "2026-06-10", "amount": {"amount": 240.5, "currency": "BRL"}, "who": "Gabriel"},
    ],
    "total": {"amount": 620.5, "currency": "BRL"},
}


def wrong(
    tool: str, result: dict[str, Any], draft: str, asked: str = "", args: dict[str, Any] | None = None
) -> list[str]:
    """The kinds of what is wrong in a draft of Ana and Gabriel's house, on 15 June 2026, to Ana."""
    names = tuple((name, ()) for name in ("Mercado", "Restaurante", "Luz", "Lua de mel", "Nubank"))
    today = date(2026, 6, 15)
    sources = Sources(attributions=Attributions(names, frozenset({"Ana", "Gabriel"}), "Ana", today, asked))
    sources.known.add_day(today)
    sources.add_result(tool, args or {}, result, committed=False)
    return [finding.kind for finding in ungrounded(draft, sources)]


@pytest.mark.parametrize(
    ("draft", "kind"),
    [
        ("Vocês gastaram R$ 1.540,50 no mercado.", "subject"),
        ("No mercado, vocês já gastaram R$ 1.540,50.", "subject"),
        ("Mercado: R$ 560. Restaurante: R$ 620,50.", "subject"),
        ("Foram R$ 1.540,50 com o cachorro.", "subject"),
        ("O orçamento total de junho é R$ 1.500.", "subject"),
        ("Mês passado vocês gastaram R$ 1.540,50.", "month"),
        ("Em maio sobraram R$ 1.279,50.", "month"),
        ("Ana, você gastou R$ 1.540,50 em junho.", "person"),
        ("O Gabriel gastou R$ 560 no restaurante.", "person"),
        ("O total gasto foi de R$ 2.820.", "role"),
        ("Foram R$ 1.540,50 em gastos e R$ 1.279,50 em receitas.", "role"),
        ("O restaurante está dentro do previsto.", "verdict"),
        ("O mercado já estourou.", "verdict"),
        ("Nenhuma despesa passou do previsto.", "verdict"),
    ],
)
def test_a_month_told_of_another_thing_month_person_or_way_is_stopped(draft: str, kind: str) -> None:
    assert kind in wrong("budgetStatus", MONTH, draft, "quanto foi com o cachorro?")


@pytest.mark.parametrize(
    "draft",
    [
        "Vocês já gastaram R$ 1.540,50 dos R$ 2.820 previstos pra junho.",
        "Ana, no mercado foram R$ 620,50 dos R$ 1.540,50 do mês.",
        "Mercado: R$ 620,50 de R$ 1.500. Restaurante: R$ 560 de R$ 500.",
        "Só o restaurante passou do previsto: R$ 560 gastos contra R$ 500 planejados.",
        "O restaurante estourou em R$ 60, mas no mercado sobram R$ 879,50.",
        "Não cabe mais nada no restaurante, que excedeu R$ 60.",
        "Esse mês restam R$ 1.279,50, Ana.",
    ],
)
def test_a_month_told_right_passes(draft: str) -> None:
    assert wrong("budgetStatus", MONTH, draft) == []


@pytest.mark.parametrize(
    ("draft", "kind"),
    [
        ("A fatura do Nubank vence em 13/07.", "day"),
        ("A fatura fecha no dia 20/07.", "day"),
        ("A fatura do Nubank está em R$ 595,50.", "role"),
        ("A fatura de julho já está paga.", "verdict"),
        ("A fatura já fechou em R$ 45,50.", "verdict"),
        ("A fatura de julho fecha em 13/07 e vence em 20/07, com R$ 45,50 até agora.", ""),
    ],
)
def test_a_fatura_is_told_with_its_own_days_state_and_total(draft: str, kind: str) -> None:
    assert wrong("invoiceStatus", FATURA, draft)[:1] == [kind][: bool(kind)]


@pytest.mark.parametrize(
    ("draft", "kind"),
    [
        ("A Ana gastou R$ 380 no mercado no dia 3.", ""),
        ("Foram R$ 620,50: R$ 380 da Ana e R$ 240,50 do Gabriel.", ""),
        ("O Gabriel gastou R$ 380 no mercado.", "person"),
        ("Ana, você gastou R$ 620,50.", "person"),
        ("No dia 10/06 foram R$ 380 no mercado.", "day"),
    ],
)
def test_an_entry_is_told_of_its_own_payer_and_day(draft: str, kind: str) -> None:
    assert wrong("entriesList", ENTRIES, draft)[:1] == [kind][: bool(kind)]


@pytest.mark.parametrize(
    ("status", "draft", "stopped"),
    [
        ("does_not_fit", "Cabe sim, podem comprar!", True),
        ("does_not_fit", "Não cabe à vista.", False),
        ("fits", "Infelizmente não cabe.", True),
        ("fits", "Cabe, e ainda sobra.", False),
        ("tight", "Cabe, mas aperta.", False),
        ("does_not_fit", "Quer ver se cabe em 10x?", False),
    ],
)
def test_a_verdict_is_told_as_the_tool_gave_it(status: str, draft: str, stopped: bool) -> None:
    assert ("verdict" in wrong("feasibility", {"status": status}, draft)) is stopped


@pytest.mark.parametrize(
    ("on_track", "draft", "stopped"),
    [
        (False, "A lua de mel está no ritmo.", True),
        (False, "A lua de mel não está no ritmo.", False),
        (True, "A meta está atrasada.", True),
        (None, "A meta está em dia.", True),
        (None, "Ainda não sei se está em dia.", False),
    ],
)
def test_a_goal_is_on_track_only_if_the_tool_says_so(on_track: bool | None, draft: str, stopped: bool) -> None:
    result = {"saved": None, "requiredMonthly": None, "pace": None, "onTrack": on_track, "forecast": None}
    assert ("verdict" in wrong("goalStatus", result, draft, args={"name": "Lua de mel"})) is stopped


@pytest.mark.parametrize(
    ("draft", "kind"),
    [
        ("Mercado em junho:\n- Gasto: R$ 560\n- Previsto: R$ 500", "subject"),
        ("Restaurante em junho:\n- Gasto: R$ 560\n- Previsto: R$ 500", ""),
        ("Vocês gastaram assim:\n- Mercado: R$ 1.500", "role"),
        ("Gastos de maio:\n- Mercado: R$ 620,50", "month"),
        ("Gastos de maio não tenho. Em junho:\n- Mercado: R$ 620,50", ""),
        ("De 1º a 30 de junho:\n- Mercado: R$ 620,50", ""),
    ],
)
def test_the_items_of_a_list_are_read_with_the_heading_above_them(draft: str, kind: str) -> None:
    kinds = [each for each in wrong("budgetStatus", MONTH, draft) if each not in {"count", "date"}]
    assert (kind in kinds) if kind else not {"subject", "role"} & set(kinds)


def test_a_sentence_of_endless_figures_is_not_read() -> None:
    found = wrong("budgetStatus", MONTH, "gastou R$ 620,50 e " * 200)
    assert found == ["form"]


@pytest.mark.parametrize(
    ("draft", "kind"),
    [
        ("Em Casa foram R$ 620,50.", "subject"),
        ("- Casa: R$ 620,50", "subject"),
        ("Na casa de vocês foram R$ 1.540,50.", ""),
        ("Contas: R$ 620,50 de R$ 1.500.", ""),
        ("No C6 foram R$ 620,50.", "subject"),
    ],
)
def test_a_name_that_is_an_everyday_word_counts_where_it_is_written_as_a_name(draft: str, kind: str) -> None:
    month = {**MONTH, "expenses": [{**MONTH["expenses"][0], "expense": "Contas"}]}
    sources = Sources(attributions=Attributions((("Casa", ()), ("Contas", ()), ("C6 cartão", ()))))
    sources.names.add("C6 cartão")
    sources.add_result("budgetStatus", {}, month, committed=False)
    assert [finding.kind for finding in ungrounded(draft, sources)][:1] == [kind][: bool(kind)]


SPEND = {"operationId": "op-1", "expense": "Mercado", "period": "2026-06", "amount": {"amount": 90, "currency": "BRL"}}
SHOWN = {
    "expense": "Mercado",
    "period": "2026-06",
    "delta": {"amount": 90, "currency": "BRL"},
    "newActual": {"amount": 710.5, "currency": "BRL"},
}


def spending(draft: str, *, written: bool) -> list[str]:
    """What is wrong in a draft after "gastei 90 no mercado" was written, or only proposed."""
    names = tuple((name, ()) for name in ("Mercado", "Farmácia", "Luz"))
    people = frozenset({"Ana", "Gabriel"})
    sources = Sources(attributions=Attributions(names, people, "Ana", date(2026, 6, 15), "gastei 90 no mercado"))
    sources.told.add_said("gastei 90 no mercado", date(2026, 6, 15))
    sources.said.add_said("gastei 90 no mercado", date(2026, 6, 15))
    receipt = {"operationId": "op-1", "preview": SHOWN, "confirmed": written, "persisted": written}
    sources.add_result("recordSpend", SPEND, receipt, committed=written)
    return [finding.kind for finding in ungrounded(draft, sources)]


@pytest.mark.parametrize(
    ("draft", "kind"),
    [
        ("Anotei R$ 90 na farmácia.", "subject"),
        ("Anotei R$ 90 no mercado, pago pelo Gabriel.", "person"),
        ("Não anotei nada.", "denial"),
        ("Não consegui registrar, tenta de novo?", "denial"),
        ("Deu erro, nada foi gravado.", "denial"),
        ("Anotei, e criei a meta também.", "claim"),
        ("Anotei e apaguei o anterior.", "claim"),
        ("Anotei, já paguei a luz também.", "claim"),
        ("Pronto, Ana! Anotei R$ 90 no mercado. Em junho já são R$ 710,50.", ""),
        ("Anotei. Não registrei de novo o de ontem.", ""),
    ],
)
def test_what_was_written_is_told_of_its_own_thing_and_never_denied(draft: str, kind: str) -> None:
    assert spending(draft, written=True)[:1] == [kind][: bool(kind)]


@pytest.mark.parametrize(
    ("draft", "kind"),
    [
        ("O mercado agora está em R$ 710,50.", "coming"),
        ("Vocês já gastaram R$ 710,50 no mercado.", "coming"),
        ("Sobram R$ 710,50 no mercado.", "coming"),
        ("Mercado: R$ 710,50 gastos em junho. Confirma?", "coming"),
        ("Vou anotar R$ 90 no mercado. Confirma?", ""),
        ("R$ 90 no mercado. Confirma?", ""),
        ("Com esses R$ 90, o mercado vai a R$ 710,50. Posso registrar?", ""),
        ("Anoto R$ 90 no mercado?", ""),
        ("Anoto R$ 90 a mais no mercado?", ""),
        ("Anoto R$ 90 no mercado. Confirma?", ""),
        ("Anoto R$ 90 na farmácia. Confirma?", "subject"),
    ],
)
def test_what_is_only_proposed_is_asked_or_told_as_coming(draft: str, kind: str) -> None:
    assert spending(draft, written=False)[:1] == [kind][: bool(kind)]


@pytest.mark.parametrize(
    ("draft", "kind"),
    [
        ("Em julho vocês têm R$ 3.243,93 livres.", "role"),
        ("Em julho vocês ficam com R$ 3.543,93 depois da parcela.", "role"),
        ("Sim.", "verdict"),
        ("Vai em frente!", "verdict"),
        ("Em julho já faltam R$ 3.243,93, então não cabe.", ""),
        ("Não cabe: julho já fecha negativo em R$ 3.243,93.", ""),
    ],
)
def test_a_lack_is_never_told_as_a_rest_nor_a_no_as_a_yes(draft: str, kind: str) -> None:
    month = {
        "period": "2026-07",
        "free": {"amount": -3243.93, "currency": "BRL"},
        "after": {"amount": -3543.93, "currency": "BRL"},
    }
    result = {"status": "does_not_fit", "month": month}
    assert wrong("feasibility", result, draft, "cabe um sofá?")[:1] == [kind][: bool(kind)]


@pytest.mark.parametrize(
    ("draft", "stopped"),
    [
        ("A meta da lua de mel é Amsterdam Setembro/2026.", True),
        ("A meta do anel é a Lua de mel.", True),
        ("A meta da lua de mel é de R$ 12 mil?", False),
        ("A meta de Amsterdam é Amsterdam Setembro/2026.", False),
        ("A meta da lua de mel é importante pra vocês.", False),
    ],
)
def test_two_goals_are_never_made_one(draft: str, stopped: bool) -> None:
    sources = Sources(attributions=Attributions((("Lua de mel", ()), ("Amsterdam Setembro/2026", ()))))
    sources.names.update({"Lua de mel", "Amsterdam Setembro/2026"})
    assert ("verdict" in [finding.kind for finding in ungrounded(draft, sources)]) is stopped


def test_of_the_kept_drafts_no_more_lies_pass_and_no_more_truths_are_stopped() -> None:
    """870 lies and 870 truths by five authors who saw none of this code; C, D and E wrote for other couples' houses."""
    kept = list(draft_lab.judged())
    lies = [each.line for each in kept if each.wrong and not each.stopped]
    truths = [each.line for each in kept if not each.wrong and each.stopped]
    assert len(kept) == 1740
    assert len(lies) <= 42, "\n".join(lies)
    assert len(truths) <= 28, "\n".join(truths)
