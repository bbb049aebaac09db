"""The conversation: what Mel may say and do, whatever model speaks through her."""

from mel.agent.chat import AgentChat
from mel.agent.operations import InMemoryOperationLog, OperationLog
from mel.agent.receipt import ToolReceipt
from mel.agent.reply import Reply, ToolCall
from mel.agent.rules import ANTI_HALLUCINATION_RULE, TOOL_ERROR

__all__ = [
    "ANTI_HALLUCINATION_RULE",
    "TOOL_ERROR",
    "AgentChat",
    "InMemoryOperationLog",
    "OperationLog",
    "Reply",
    "ToolCall",
    "ToolReceipt",
]
