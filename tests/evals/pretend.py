"""A chat without gate, grounding or memory: enough to prove the harness before and without the agent."""

from dataclasses import dataclass

from mel.evals import EvalContext


@dataclass(frozen=True)
class Said:
    name: str
    args: dict
    result: object


@dataclass(frozen=True)
class Answer:
    text: str
    tool_calls: tuple
    grounded: bool = True
    rejected: tuple = ()
    cards: tuple = ()


class PretendChat:
    """Runs what the model asks for and delivers its last words."""

    def __init__(self, model, tools):
        self.model, self.tools = model, tools

    async def ask(self, text, *, speaker=None, today=None):
        made = []
        for _ in range(5):
            step = await self.model.step(None)
            made += [Said(call.name, call.args, self.tools[call.name](**call.args)) for call in step.calls]
            if not step.calls:
                return Answer(step.text, tuple(made))
        raise RuntimeError("the model never stops")


class Ledger:
    """A world of one table."""

    def __init__(self, **rows):
        self.table = {key: {"amount": value} for key, value in rows.items()}

    def rows(self):
        return {"entries": dict(self.table)}


def pretending(world=None, **tools):
    """A `setup` whose chat is pretended."""
    return lambda: EvalContext(
        state={"chat": lambda model: PretendChat(model, tools), **({"world": world()} if world else {})}
    )
