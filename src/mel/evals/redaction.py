"""Real conversations made safe to keep: consistent pseudonyms, no documents, and amounts scaled by one factor.

One factor, so that sums and differences still hold; a factor of whole cents, so that no cent is lost.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from mel.shared.money import Money
from mel.shared.period import MONTHS
from mel.shared.text import fold

_PEOPLE = ("Teca", "Nico", "Lia", "Davi", "Bel", "Caio", "Duda", "Igor")
_SECRETS = (
    (re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+"), "[e-mail]"),
    (re.compile(r"\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b"), "[cpf]"),
    (re.compile(r"\b\d{2}\.?\d{3}\.?\d{3}/?\d{4}-?\d{2}\b"), "[cnpj]"),
    (re.compile(r"\b(?:\d{4}[ .-]?){3}\d{4}\b"), "[cartão]"),
    (re.compile(r"(?<!\d)(?:\+?55\s?)?\(?\d{2}\)?\s?9?\d{4}-?\d{4}(?!\d)"), "[telefone]"),
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.IGNORECASE), "[chave pix]"),
)
_COMMON = frozenset(
    {"das", "dos", "com", "para", "pra", "por", "uma", "mel", "meta", "casa", "nova", "novo", "reserva"}
)
_AMOUNT = re.compile(
    r"(?P<sign>R\$\s?|US\$\s?|€\s?)?(?<![\w.,/-])(?P<number>\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?|\d+(?:,\d{1,2})?)"
    r"(?P<mil>\s?(?:mil|k)\b)?(?![\w%/-]|[.,]\d|\s?(?:x|vezes|meses|dias|º)\b)"
)
_DAY_WORDS = re.compile(r"\b(?:dia|em|até|de)\s+$", re.IGNORECASE)


@dataclass(slots=True)
class Redaction:
    """Built once for a conversation, so that the same name and the same amount are the same everywhere in it."""

    names: dict[str, str] = field(default_factory=dict)
    factor: Decimal = Decimal("1.5")

    @classmethod
    def of(cls, people: Sequence[Sequence[str]], things: Sequence[Sequence[str]], seed: int) -> Redaction:
        """`people` become other people, `things` (goals above all) plain names; the factor hides the real amounts.

        Each is told with all its names, the first one first; a word of a thing's name stands for the whole, as it does
        when people speak.
        """
        draw = random.Random(seed)  # noqa: S311 - a disguise that must be repeatable
        taken = {fold(name) for person in people for name in person}
        pool = [name for name in _PEOPLE if fold(name) not in taken]
        draw.shuffle(pool)
        names = {name: alias for person, alias in zip(people, pool, strict=False) for name in person}
        for number, thing in enumerate(things, 1):
            for name in (*thing, *(word for part in thing for word in _telling_words(part))):
                names.setdefault(name, f"Meta {_letters(number)}")
        return cls(names, Decimal(draw.choice(["1.2", "1.3", "1.4", "1.6", "1.7", "0.8", "0.9"])))

    def text(self, words: str) -> str:
        """Free text: secrets first, then amounts, then names (whole words, longest first)."""
        for pattern, instead in _SECRETS:
            words = pattern.sub(instead, words)
        words = _AMOUNT.sub(lambda hit: self._said(hit, words), words)
        for name in sorted(self.names, key=len, reverse=True):
            words = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", self.names[name], words, flags=re.IGNORECASE)
        return words

    def value(self, value: Any) -> Any:
        """Wire values: money exactly, text as text, the rest as it is."""
        if isinstance(value, Mapping) and value.keys() == {"amount", "currency"}:
            return {**value, "amount": self.amount(Decimal(str(value["amount"])))}
        if isinstance(value, Mapping):
            return {key: self.value(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.value(item) for item in value]
        return self._name_or_text(value) if isinstance(value, str) else value

    def amount(self, real: Decimal) -> int | float:
        """Scaled in tenths of cents and rounded half up, as a curator would read it."""
        scaled = (real * self.factor).quantize(Decimal("0.01"))
        return int(scaled) if scaled == scaled.to_integral_value() else float(scaled)

    def _name_or_text(self, value: str) -> str:
        if re.fullmatch(r"\d{4}-\d{2}(?:-\d{2})?|[\w.:-]*[0-9a-f]{16}[\w.:-]*|op-[\w-]+", value):
            return value
        return self.text(value)

    def _said(self, hit: re.Match[str], words: str) -> str:
        before = words[: hit.start()]
        if not hit["sign"] and not hit["mil"] and _DAY_WORDS.search(before) and len(hit["number"]) <= 2:
            return hit[0]
        real = Decimal(hit["number"].replace(".", "").replace(",", ".")) * (1000 if hit["mil"] else 1)
        shown = str(Money.rounded(real * self.factor, "BRL")).removeprefix("R$ ")
        return f"{hit['sign'] or ''}{shown}"


def _telling_words(name: str) -> list[str]:
    """The words of a name that could stand for it."""
    words = re.findall(r"[^\W\d_]{3,}", name)
    return [word for word in words if fold(word) not in _COMMON and word.lower() not in MONTHS]


def _letters(number: int) -> str:
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[(number - 1) % 26]
