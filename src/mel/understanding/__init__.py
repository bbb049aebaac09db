"""Portuguese in, intent and slots out, or an abstention.

Pure: no clock, no storage, no model, standard library only.
"""

from mel.understanding.affirm import Affirmation, affirms, choose
from mel.understanding.crossing import all_of_them, cancels_all, pointed
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
    "all_of_them",
    "cancels_all",
    "choose",
    "picked",
    "pointed",
    "understand",
]
