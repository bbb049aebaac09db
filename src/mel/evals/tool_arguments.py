"""Which arguments each tool takes, asked of the tools themselves."""

from __future__ import annotations

from functools import cache


def taken_by(tool_name: str) -> frozenset[str]:
    """Wire names; none for a tool that does not exist yet, of which nothing is known."""
    return _catalogue().get(tool_name, frozenset())


@cache
def _catalogue() -> dict[str, frozenset[str]]:
    # Imported here, because the agent is heavy and this module is read by everybody who compiles.
    from mel.agent import tools
    from mel.agent.tools.tool import Tool

    made = [item for name in tools.__all__ if isinstance(item := getattr(tools, name), type)]
    return {
        operation.name: frozenset(operation.python_names)
        for tool in made
        if issubclass(tool, Tool)
        for operation in tool.catalogue.values()
    }
