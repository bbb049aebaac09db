"""Portuguese in, intent and slots out, or an abstention.

Pure: no clock, no storage, no model, standard library only.
"""

from mel.understanding.affirm import Affirmation, affirms, choose
from mel.understanding.engine import understand
from mel.understanding.ordinals import picked
from mel.understanding.reading import (
    WRITES,
    Context,
    OpenQuestion,
    Proposal,
    Reading,
    Term,
    Vocabulary,
)

__all__ = [
    "WRITES",
    "Affirmation",
    "Context",
    "OpenQuestion",
    "Proposal",
    "Reading",
    "Term",
    "Vocabulary",
    "affirms",
    "choose",
    "picked",
    "understand",
]
