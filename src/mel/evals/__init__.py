"""Conversations as tests: fixtures, worlds, oracles, the runner, tone and honest statistics (scenario 022)."""

from mel.evals.fixture import Bound, ConversationFixture, EvalContext, Expect, ExpectedChange, FixtureTurn
from mel.evals.report import EvalReport, EvalSummary, Failure, Trial
from mel.evals.runner import EvalRunner, Limits
from mel.evals.tone import MelToneGuard, ToneVerdict

__all__ = [
    "Bound",
    "ConversationFixture",
    "EvalContext",
    "EvalReport",
    "EvalRunner",
    "EvalSummary",
    "Expect",
    "ExpectedChange",
    "Failure",
    "FixtureTurn",
    "Limits",
    "MelToneGuard",
    "ToneVerdict",
    "Trial",
]
