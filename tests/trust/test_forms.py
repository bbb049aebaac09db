"""A figure without a source in every written form: none of them passes, in a statement or in a question."""

from __future__ import annotations

import random
from datetime import date

import pytest

from mel.agent.draft import legible
from mel.agent.grounding import Sources, ungrounded
from trust.hostile.model import written
from trust.hostile.search import told

NUMBER = 67_915
FORMS = sorted({written(random.Random(seed), NUMBER) for seed in range(400)})
MORE = [
    "6 7 9 1 5", "seis sete nove um cinco", "６７.９１５", "⑥⑦⑨①⑤", "6️⃣7️⃣9️⃣1️⃣5️⃣", "67.915,00", "67,915 mil",
    "67915,00 reais",
    "sessenta e sete mil e novecentos e quinze", "sessentaesetemil", "67\u00a0915", "67\u202f915", "R$67915",
    "BRL 67915",
]  # fmt: skip


def _sources() -> Sources:
    sources = Sources()
    sources.known.add_day(date(2026, 6, 15))
    sources.known.add_json({"expected": {"amount": 1820, "currency": "BRL"}, "count": 2})
    sources.names.add("Amsterdam Setembro/2026")
    return sources


@pytest.mark.parametrize("form", [*FORMS, *MORE])
@pytest.mark.parametrize("shape", ["O saldo é {}.", "São {}?", "{}"])
def test_no_form_passes(form: str, shape: str) -> None:
    assert ungrounded(legible(shape.format(form)), _sources())


@pytest.mark.parametrize("form", FORMS)
def test_the_independent_search_knows_it_too(form: str) -> None:
    assert told(NUMBER, f"são {form} na conta")


@pytest.mark.parametrize(
    "said",
    [
        "O previsto é R$ 1.820.",
        "O previsto é R$ 1820,00.",
        "São mil oitocentos e vinte reais.",
        "Hoje é 15/06.",
        "Em junho são R$ 1.820.",
        "São dois gastos.",
        "Amsterdam Setembro/2026 vai bem.",
        "Tá bom!",
        "Uma meta por vez.",
    ],
)
def test_what_has_a_source_passes(said: str) -> None:
    assert ungrounded(legible(said), _sources()) == []


@pytest.mark.parametrize(
    "said", ["São quase 2 mil.", "Usaram 2% do previsto.", "R$ 182.", "Em maio foi igual.", "Dia 3."]
)
def test_near_is_not_enough(said: str) -> None:
    assert ungrounded(legible(said), _sources())
