"""What a sentence makes of an amount: "gastaram R$ 2.820" is false when R$ 2.820 is what was expected.

A value may be in a tool's answer and still be said of the wrong thing. A sentence that uses one of the words below is
held to the fields those words can mean; amounts of any other field, or in sentences without such words, pass.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

from mel.agent.figures import Figure
from mel.shared.text import fold

_SAID: Final = {
    "spent": re.compile(r"\bgast(?:ou|aram|amos|ei)\b|\bfo(?:i|ram) gast[oa]s?\b|\bja sa(?:iu|iram)\b"),
    "left": re.compile(r"\bsobr(?:a|am|ou|aram)\b|\brest(?:a|am|ou|aram)\b"),
    "lacking": re.compile(r"\bfalt(?:a|am|ou|aram)\b"),
    "saved": re.compile(r"\bguardad[oa]s?\b|\b(?:junt|guard)(?:ou|aram|amos)\b"),
    "earned": re.compile(r"\bentr(?:ou|aram)\b|\breceb(?:eu|eram|emos|i)\b"),
}
_MEANS: Final = {
    "actual": {"spent"},
    "expected": set[str](),
    "currentExpected": set[str](),
    "remaining": {"left", "lacking"},
    "requiredMonthly": {"lacking"},
    "saved": {"saved"},
    "savedByCurrency": {"saved"},
    "pace": {"saved"},
    "target": {"lacking"},
    "income": {"earned"},
    "received": {"earned"},
    "free": {"left", "lacking"},
    "after": {"left", "lacking"},
    "bills": set[str](),
    "goalQuotas": {"lacking"},
    "cost": set[str](),
}
"""By the field of a result; a field that is not here may be said of anything."""
_MARKETS: Final = re.compile(r"\b(?:o|do|no|ao|pelo) (?:dolar|euro|bitcoin)\b|\b(?:cotacao|selic|cdi|ibovespa|acoes)\b")
"""What no tool of ours tells, whatever figure stands beside it."""
_OF: Final = re.compile(r"\d\s+d[eo]s?\s*$", re.IGNORECASE)
"""In "gastaram R$ 250 de R$ 1.500" the verb is about the first amount alone."""


@dataclass(slots=True)
class Roles:
    """The fields in which each amount was answered this turn."""

    fields: dict[Decimal, set[str]] = field(default_factory=dict)

    def read(self, value: Any, name: str = "") -> None:
        """Every amount of a result, under the name of its field ("BRL" in savedByCurrency is that field's)."""
        if isinstance(value, dict):
            if value.keys() == {"amount", "currency"}:
                self.fields.setdefault(abs(Decimal(str(value["amount"]))), set()).add(name)
                return
            for key, item in value.items():
                self.read(item, name if len(key) == 3 and key.isupper() else key)
        elif isinstance(value, list):
            for item in value:
                self.read(item, name)

    def deny(self, figure: Figure, sentence: str) -> bool:
        """Whether the sentence says of this amount what none of its fields means."""
        if figure.kind not in {"amount", "count"} or not isinstance(figure.value, Decimal):
            return False
        told = self.fields.get(abs(figure.value))
        if not told:
            return False
        folded = fold(sentence)
        if _OF.search(sentence[: figure.start]):
            return False
        if _MARKETS.search(folded):
            return True
        said = {kind for kind, words in _SAID.items() if words.search(folded)}
        return bool(said) and all(name in _MEANS and not _MEANS[name] & said for name in told)
