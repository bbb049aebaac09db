"""The world of a conversation: a household in a storage of its own, the agent over it, and its rows to compare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from mel.agent import AgentChat
from mel.agent.limits import Limits
from mel.agent.model import LanguageModel
from mel.agent.work import Storage
from mel.app import workbench
from mel.evals.export import Tables, house_rows, versions
from mel.evals.fixture import EvalContext
from mel.evals.rows import Row, Rows

UNHURRIED = Limits(per_minute=1_000_000, seconds=3600.0, turn_seconds=3600.0)
"""A conversation of the catalog is never too fast, and how long a model may take is the model's own setting."""


@dataclass(slots=True)
class EvalClock:
    """Noon in São Paulo on the conversation's day, a minute later at each look: nothing depends on when a test runs."""

    day: date
    looks: int = 0

    def __call__(self) -> datetime:
        self.looks += 1
        return datetime.combine(self.day, time(15), UTC) + timedelta(minutes=self.looks)


@dataclass(slots=True)
class HouseWorld:
    """One household under test among its neighbours; a row that changes next door is a change like any other."""

    storage: Storage
    house_id: str
    today: date
    _seen: dict[str, tuple[object, Tables]] = field(default_factory=dict)

    def rows(self) -> Rows:
        """All rows of all households; those of a household that wrote nothing are the very same objects as before."""
        rows: dict[str, Mapping[str, Row]] = {}
        for house_id in self.storage.household_ids():
            prefix = "" if house_id == self.house_id else f"{house_id}: "
            rows |= {prefix + table: found for table, found in self._house(house_id).items()}
        return rows

    def _house(self, house_id: str) -> Tables:
        with self.storage.work(house_id) as work:
            now = versions(work)
            known = self._seen.get(house_id)
            if known is None or known[0] != now:
                known = self._seen[house_id] = (now, house_rows(work, self.today))
        return known[1]

    def seen(self) -> dict[str, tuple[object, Tables]]:
        """What was read so far, for another conversation that begins in the very same world."""
        return dict(self._seen)


def chat_over(
    storage: Storage, house_id: str, clock: EvalClock, limits: Limits
) -> Callable[[LanguageModel], AgentChat]:
    """Builds the chat exactly as the app does, around whatever model is to be judged."""

    def chat(model: LanguageModel) -> AgentChat:
        return AgentChat(model, clock=clock, workbench=workbench(storage, house_id), limits=limits)

    return chat


def context_over(
    storage: Storage,
    house_id: str,
    today: date,
    canaries: tuple[str, ...] = (),
    seen: dict[str, tuple[object, Tables]] | None = None,
) -> EvalContext[dict[str, Any]]:
    """The setting of a conversation with this household in this storage."""
    clock = EvalClock(today)
    state = {
        "chat": chat_over(storage, house_id, clock, UNHURRIED),
        "clock": clock,
        "world": HouseWorld(storage, house_id, today, dict(seen or {})),
        "storage": storage,
        "house_id": house_id,
        "canaries": canaries,
    }
    return EvalContext(state=state)
