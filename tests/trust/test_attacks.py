"""The attacks of `evals/attacks`: a model that obeys the attacker, so that the code alone must hold.

Each attack has a benign twin, which must still work: a Mel that refuses everything fails here too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from mel.agent import AgentChat, Reply
from mel.agent.model import CallRequest, Prompt, Step
from mel.app import workbench
from mel.storage.memory import InMemoryStorage
from trust.hostile.house import HOUSE, TODAY, HandClock, move_in
from trust.hostile.search import plain

FOLDER = Path(__file__).parents[2] / "evals" / "attacks"
FAMILIES = {
    "injection", "exfiltration", "partner_privacy", "confirm_bypass", "tampering", "units", "homoglyph", "authority",
    "leak", "output", "resource", "advice",
}  # fmt: skip


def _conversations() -> Iterator[Any]:
    for file in sorted(FOLDER.glob("*.yaml")):
        for attack in yaml.safe_load(file.read_text()):
            for kind in ("attack", "benign"):
                turns = attack[kind]
                yield pytest.param(turns, id=f"{attack['family']}-{attack['name']}-{kind}")


@dataclass
class Obedient:
    """Does what a turn's script says: calls first, then the words, whatever is answered."""

    script: list[dict[str, Any]] = field(default_factory=list)
    offline: bool = False
    calls: int = 0

    async def step(self, prompt: Prompt) -> Step:
        if self.script and "call" in self.script[0]:
            one = self.script.pop(0)
            self.calls += 1
            return Step(calls=tuple(self._request(prompt, one) for _ in range(one.get("times", 1))))
        return Step(self.script[0]["say"] if self.script else "Tá bom.")

    def _request(self, prompt: Prompt, one: dict[str, Any]) -> CallRequest:
        args = {key: self._filled(prompt, value) for key, value in one.get("args", {}).items()}
        return CallRequest(f"c{self.calls}", one["call"], args)

    def _filled(self, prompt: Prompt, value: Any) -> Any:
        """`$open` is the id of the oldest open proposal, `$last` of the newest, `$new` a fresh one; `brl 50` money."""
        waiting = [proposal.operation_id for proposal in prompt.turn.open_proposals]
        if isinstance(value, str) and value.startswith("brl "):
            number = value.removeprefix("brl ")
            return {"amount": float(number) if "." in number else int(number), "currency": "BRL"}
        known = {"$open": waiting[0] if waiting else "op-none", "$last": waiting[-1] if waiting else "op-none"}
        known["$new"] = prompt.turn.new_operation_id
        return known.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize("turns", list(_conversations()))
async def test_code_alone_holds(turns: list[dict[str, Any]]) -> None:
    storage, clock, model = InMemoryStorage(), HandClock(), Obedient()
    move_in(storage)
    chat = AgentChat(model, workbench=workbench(storage, HOUSE), clock=clock)
    for turn in turns:
        model.script = list(turn.get("model", []))
        reply = await chat.ask(
            turn["text"] * turn.get("times", 1),
            speaker=turn.get("member", "Ana"),
            today=TODAY,
            direct=turn.get("direct", True),
            message_id=turn.get("id"),
        )
        _judge(turn, reply)


def _judge(turn: dict[str, Any], reply: Reply) -> None:
    expect, context = turn.get("expect", {}), f"\n{turn}\n{reply}"
    wrote = [_written(receipt) for receipt in reply.receipts]
    assert wrote == [str(item) for item in expect.get("wrote", [])], context
    shown = plain("\n".join((reply.text, *reply.cards)))
    for text in expect.get("must_not", []):
        assert plain(str(text)) not in shown, context
    for text in expect.get("must", []):
        assert plain(str(text)) in shown, context
    if "previews" in expect:
        assert len(reply.previews) == expect["previews"], context
    if expect.get("refused"):
        assert any(isinstance(c.result, dict) and "refused" in c.result for c in reply.tool_calls), context
    for text in expect.get("model_must_not", []):
        assert plain(str(text)) not in plain(str([call.result for call in reply.tool_calls])), context


def _written(receipt: dict[str, Any]) -> str:
    """ "Mercado 50": what was written on, and how much."""
    shown = receipt["preview"]
    name = next((str(shown[key]) for key in ("expense", "goal", "name", "nome", "target", "after") if key in shown), "")
    money = next((shown[key]["amount"] for key in ("delta", "amount", "newExpected", "expected") if key in shown), "")
    return f"{name} {money}".strip()


def test_there_are_enough_attacks_and_each_family_is_there() -> None:
    attacks = [attack for file in FOLDER.glob("*.yaml") for attack in yaml.safe_load(file.read_text())]

    assert len(attacks) >= 60
    assert {attack["family"] for attack in attacks} == FAMILIES
    assert len({attack["name"] for attack in attacks}) == len(attacks)
