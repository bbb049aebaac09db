"""Who plays a conversation when nobody is asked over a network: its script, or the embedded model."""

from __future__ import annotations

from mel.evals.runner import EvalRunner


def runner_for(*, embedded: bool) -> EvalRunner:
    """Scripted, or played by the embedded model."""
    if not embedded:
        return EvalRunner()
    from mel.llm.embedded import EmbeddedModel

    return EvalRunner(model=EmbeddedModel(), player="embedded")
