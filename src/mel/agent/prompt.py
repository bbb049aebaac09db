"""The prompt: fixed rules first, then the house as data. Names only, so that a figure always needs a tool."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mel.agent.memory import WorkingMemory
from mel.agent.rules import ANTI_HALLUCINATION_RULE, CONDUCT
from mel.agent.turn import TurnContext
from mel.shared.text import clean_name

NAMES_SHOWN = 60
"""A household with more names than this sends only the first ones; tools still find the rest."""


def system_prompt(memory: WorkingMemory, turn: TurnContext) -> str:
    """Rules, then working memory between <dados> and </dados>, then what belongs to this turn."""
    lines = [ANTI_HALLUCINATION_RULE, CONDUCT, "<dados>", *_house(memory), "</dados>", f"Hoje é {turn.today}."]
    if turn.speaker:
        lines.append(f"Quem fala: {as_data(turn.speaker)}.")
    lines.append(f"Para uma escrita nova, use operationId {turn.new_operation_id}.")
    lines.extend(
        f"Proposta em aberto: {open_.tool} operationId {open_.operation_id} de {as_data(open_.member or 'alguém')}."
        for open_ in turn.open_proposals
    )
    return "\n".join(lines)


def _house(memory: WorkingMemory) -> Iterable[str]:
    house = memory.household
    if house.members:
        yield f"Casa: {as_data(house.name)}. Moeda: {house.currency}. Moram aqui: {_listed(_terms(house.members))}."
    for title, terms in (
        ("Gastos", memory.expenses),
        ("Metas", memory.goals),
        ("Rendas", memory.incomes),
        ("Cartões", memory.cards),
    ):
        if terms:
            yield f"{title}: {_listed(_terms(terms))}."
    for fact in memory.facts[-10:]:
        yield f"Lembrete de {as_data(fact.told_by or 'alguém')}: {as_data(fact.text, 200)}"


def _terms(things: Iterable[object]) -> list[str]:
    return [str(getattr(thing, "name", "")) for thing in things]


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(as_data(name) for name in names[:NAMES_SHOWN])
    return shown + (f" e mais {len(names) - NAMES_SHOWN}" if len(names) > NAMES_SHOWN else "")


def as_data(text: str, limit: int = 60) -> str:
    """Outside text inside the fence: one capped line that cannot close it."""
    return clean_name(text, limit).replace("<", "‹").replace(">", "›")
