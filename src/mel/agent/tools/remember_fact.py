"""Keep something a member asked Mel to remember."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from mel.agent.memory import Fact, MemorySource
from mel.agent.operations import OperationLog
from mel.agent.receipt import Notes
from mel.agent.tools.arguments import WriteArguments
from mel.agent.tools.tool import Change, Told, Tool, writes
from mel.agent.wire import Wire
from mel.shared.text import clean_name

FACT_LENGTH = 200


class RememberFactArguments(WriteArguments):
    fact: Annotated[str, StringConstraints(min_length=3, max_length=FACT_LENGTH)]


class RememberFactTool(Tool):
    """Remembers facts about the household."""

    def __init__(self, *, memory: MemorySource, operations: OperationLog | None = None) -> None:
        super().__init__(operations)
        self._memory = memory

    @writes(RememberFactArguments)
    def remember_fact(self, args: RememberFactArguments, told: Told) -> Change:
        """Remember something the member asked to keep in mind. Never for amounts: those have tools of their own."""
        fact = Fact(clean_name(args.fact, FACT_LENGTH), told.speaker, told.today)
        preview: Wire = {"before": None, "after": fact.text}
        return Change(preview, lambda: self._memory.remember(fact), Notes({}))
