"""Real conversations made safe to keep: consistent pseudonyms, no documents, and amounts scaled by one factor.

One factor, so that sums and differences still hold. Safe by default: a name that no list of ordinary words holds is
replaced, a number that is no day and no count is scaled or masked.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

from mel.evals.hidden_numbers import LONG_AGO, hidden, scaled
from mel.evals.ordinary import LINKS, everyday, identifies
from mel.evals.pseudonyms import WORD, Pseudonyms
from mel.shared.text import fold
from mel.understanding.firstnames import FIRST_NAMES
from mel.understanding.wordlist import words as listed

Voice = Literal["member", "Mel"]

_NAMES = listed(
    "expense name nome goal description card account query from newName alias aliases member members paidBy receivedBy "
    "payer author owner toldBy categoria category payment pagamento paymentMethod merchant payee title label"
)
"""Keys of wire values under which a name is."""
_NOT_WORDS = re.compile(r"\d{4}-\d{2}(?:-\d{2})?|[\w.:-]*[0-9a-f]{16}[\w.:-]*|op-[\w-]+|[A-Z]{3}")
_SENTENCE = re.compile(r"(?:^|[.!?:;\n…]\s*|^\W+)$")
_QUOTED = re.compile(r"'([^'\n]{2,60})'|\"([^\"\n]{2,60})\"|“([^”\n]{2,60})”")
_ALWAYS_WITH_A_NAME = frozenset({"dona", "dr", "dra", "doutor", "doutora"})
_MASK = re.compile(r"\[[^\]\n]*\]")


@dataclass(slots=True)
class Redaction:
    """Built once for a conversation, so that the same name and the same amount are the same everywhere in it.

    `replaced` counts by kind what was taken out; a full date of a year before `since` is taken for a birth.
    """

    names: Pseudonyms
    factor: Decimal = Decimal("1.5")
    since: int = LONG_AGO
    replaced: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(
        cls, people: Sequence[Sequence[str]], goals: Sequence[Sequence[str]], seed: int, said: Sequence[str] = ()
    ) -> Redaction:
        """Each person and goal is told with all its names, the first one first. `said`: all that will be disguised."""
        draw = random.Random(seed)  # noqa: S311 - a disguise that must be repeatable
        given = [name for group in (*people, *goals) for name in group]
        names = Pseudonyms(draw, (*said, *given))
        for name, *nicknames in people:
            names.member(name, nicknames)
        for name, *others in goals:
            names.thing(name)
            for other in others:
                names.same(other, name)
        return cls(names, Decimal(draw.choice(["1.2", "1.3", "1.4", "1.6", "1.7", "0.8", "0.9"])))

    def learn(self, value: Any, *, read: bool = False, key: str = "") -> None:
        """The names in wire values. `read`: taken from a message, so that everyday words may be in them."""
        if isinstance(value, Mapping):
            for inner, item in value.items():
                self.learn(item, read=read, key=inner)
        elif isinstance(value, list | tuple):
            for item in value:
                self.learn(item, read=read, key=key)
        elif isinstance(value, str) and key in _NAMES and not _NOT_WORDS.fullmatch(value):
            found = WORD.findall(value)
            self.names.thing(value, strange=[w for w in found if identifies(w) and not (read and everyday(w))])

    def hear(self, words: str, voice: Voice = "member") -> None:
        """The names in what was said: those with a capital, those after a title, those that Mel put in quotes."""
        if voice == "Mel":
            for quoted in _QUOTED.finditer(words):
                self.learn({"name": next(filter(None, quoted.groups()))}, read=True)
        for run in _runs(_MASK.sub(lambda hit: "." * len(hit[0]), words), voice):
            self.names.thing(run, strange=WORD.findall(run))

    def text(self, words: str, voice: Voice = "member") -> str:
        """Free text: numbers first, then names."""
        self.hear(words, voice)
        words = hidden(words, self.factor, lambda kind: self.replaced.update([kind]), since=self.since)
        parts = re.split(r"(\[[^\]\n]*\])", words)
        shown = "".join(part if _MASK.fullmatch(part) else self.names.apply(part) for part in parts)
        if shown != words:
            self.replaced["nome"] += 1
        return shown

    def member(self, name: str | None) -> str | None:
        return None if name is None else self.names.apply(name)

    def value(self, value: Any) -> Any:
        """Wire values: money exactly, text as text, the rest as it is."""
        if isinstance(value, Mapping) and value.keys() == {"amount", "currency"}:
            return {**value, "amount": self.amount(Decimal(str(value["amount"])))}
        if isinstance(value, Mapping):
            return {key: self.value(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.value(item) for item in value]
        if not isinstance(value, str) or _NOT_WORDS.fullmatch(value):
            return value
        return self.text(value, "Mel")

    def amount(self, real: Decimal) -> int | float:
        """Scaled as the texts are."""
        found = scaled(real, self.factor)
        return int(found) if found == found.to_integral_value() else float(found)


def _runs(words: str, voice: Voice) -> Iterator[str]:
    """Neighbouring words that name somebody or something, as one name each."""
    found = list(WORD.finditer(words))
    shouted = words.upper() == words
    start = end = -1
    for place, word in enumerate(found):
        naming = _names(words, found, place, voice, shouted=shouted)
        if start >= 0 and (not naming or words[end : word.start()].strip()):
            yield words[start:end]
            start = -1
        if naming:
            start, end = (start if start >= 0 else word.start()), word.end()
    if start >= 0:
        yield words[start:end]


def _names(words: str, found: Sequence[re.Match[str]], place: int, voice: Voice, *, shouted: bool) -> bool:
    word = found[place][0]
    person = fold(word) in FIRST_NAMES
    if not identifies(word) or len(word) < 2:
        return False
    if place and fold(found[place - 1][0]) in _ALWAYS_WITH_A_NAME:
        return True
    if voice == "member" and (shouted or word.islower()):
        return (person or len(word) > 2) and not everyday(word)
    if not word[0].isupper():
        return False
    if not _SENTENCE.search(words[: found[place].start()]) or _capital_follows(words, found, place):
        return True
    return person or (voice == "member" and not everyday(word))


def _capital_follows(words: str, found: Sequence[re.Match[str]], place: int) -> bool:
    """As of "Roberto Nogueira" at the beginning of a sentence."""
    after = next((word for word in found[place + 1 :] if fold(word[0]) not in LINKS), None)
    if after is None or words[found[place].end() : after.start()].strip(" dasoe"):
        return False
    return after[0][0].isupper() and len(after[0]) > 1 and identifies(after[0]) and not everyday(found[place][0])
