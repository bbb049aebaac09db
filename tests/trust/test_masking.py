"""CPF, card and phone numbers never reach a real model; amounts always do."""

from __future__ import annotations

import pytest

from mel.agent.masking import masked
from mel.agent.model import Prompt, Step
from mel.budget import Budget
from worlds import MemoryWorld


@pytest.mark.parametrize(
    ("said", "seen"),
    [
        ("meu cpf é 529.982.247-25", "meu cpf é [cpf]"),
        ("cpf 52998224725 ok", "cpf [cpf] ok"),
        ("o cartão é 4111 1111 1111 1111.", "o cartão é [cartão]."),
        ("4111111111111111", "[cartão]"),
        ("5555-5555-5555-4444", "[cartão]"),
        ("me liga: (11) 98765-4321", "me liga: [telefone]"),
        ("+55 11 98765-4321", "[telefone]"),
        ("11987654321 é meu número", "[telefone] é meu número"),
        ("CNPJ 11.222.333/0001-81", "CNPJ [cnpj]"),
    ],
)
def test_documents_are_masked(said: str, seen: str) -> None:
    assert masked(said) == seen


@pytest.mark.parametrize(
    "said",
    [
        "gastei 1.500,00 no mercado",
        "R$ 1.234.567,89",
        "R$ 11987654321",
        "em 15/06/2026 gastei 200",
        "2026-06-15",
        "op-68264173915f 2026-06",
        "10x de 1.299,90",
        "12345678",
        "de 10 a 15 de junho de 2026",
        "turn-11987654321",
        "entre 01/06/2026 e 30/06/2026",
    ],
)
def test_amounts_and_days_stay(said: str) -> None:
    assert masked(said) == said


class Listening:
    """A model that only listens."""

    def __init__(self, *, offline: bool) -> None:
        self.offline, self.seen = offline, list[Prompt]()

    async def step(self, prompt: Prompt) -> Step:
        self.seen.append(prompt)
        return Step("Tá bom.")


@pytest.mark.parametrize("offline", [False, True])
async def test_only_a_real_model_is_kept_from_documents(*, offline: bool) -> None:
    model = Listening(offline=offline)
    chat = MemoryWorld(Budget("casa"), ()).chat(model)

    await chat.ask("anota meu cpf 529.982.247-25", speaker="Ana")
    await chat.ask("e aí?", speaker="Ana")

    everything = str(model.seen)
    assert ("529.982.247-25" in everything) is offline
