"""Documents, cards and phones are masked before a real model sees any text; amounts and dates stay as they are."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from mel.agent.model import Prompt
from mel.agent.wire import Wire

# What may not stand before it is asked second: a pattern that begins with a set of letters is searched twice as fast.
_CANDIDATE = re.compile(r"[\d+(](?<![\w.,-].)(?:(?<=\d)|(?<=[+(])\d)[\d .()/-]{8,24}\d(?![\w,]|\.\d)", re.DOTALL)
_MONEY_BEFORE = re.compile(r"(?:r\$|us\$|u\$|€|£|\$|\breais|\bvalor(?: de)?|\bforam)\s*$", re.IGNORECASE)
_DATE = re.compile(r"\d{1,2}/\d{1,2}/\d{2,4}|\d{4}-\d{2}-\d{2}")
_PHONE = re.compile(r"(?:\+?55\s?)?\(?[1-9]\d\)?[\s-]?9?\s?\d{4}[\s-]?\d{4}")
_CPF = re.compile(r"\d{3}\.\d{3}\.\d{3}-\d{2}")
_CNPJ = re.compile(r"\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2}")


_SHORTEST = 10
"""Letters of the shortest thing that is masked; most of what a prompt holds is shorter."""


def masked(text: str) -> str:
    """ "cpf 529.982.247-25" → "cpf [cpf]"."""
    return _masked(text) if len(text) >= _SHORTEST else text


@lru_cache(maxsize=1024)
def _masked(text: str) -> str:
    """A conversation is sent again at each step, and the rules with every message: the same lines come many times."""
    return _CANDIDATE.sub(lambda hit: _mask(hit, text), text)


def _mask(hit: re.Match[str], text: str) -> str:
    said = hit[0]
    kind = None if _DATE.search(said) or _MONEY_BEFORE.search(text[: hit.start()]) else _kind(said)
    return f"[{kind}]" if kind else said


def _kind(said: str) -> str | None:
    digits = "".join(char for char in said if char.isdigit())
    if _CPF.fullmatch(said) or (len(digits) == 11 and said == digits and _is_cpf(digits)):
        return "cpf"
    if _CNPJ.fullmatch(said):
        return "cnpj"
    if 13 <= len(digits) <= 19 and _is_card(digits):
        return "cartão"
    if _PHONE.fullmatch(said) and (len(digits) >= 11 or not said.isdigit()):
        return "telefone"
    return None


def _is_cpf(digits: str) -> bool:
    """By its two check digits."""
    for size in (9, 10):
        weights = sum(int(digit) * (size + 1 - place) for place, digit in enumerate(digits[:size]))
        if weights * 10 % 11 % 10 != int(digits[size]):
            return False
    return len(set(digits)) > 1


def _is_card(digits: str) -> bool:
    """By Luhn's sum."""
    doubled = [int(digit) * (2 if place % 2 else 1) for place, digit in enumerate(reversed(digits))]
    return sum(number - 9 if number > 9 else number for number in doubled) % 10 == 0


def without_documents(value: Any) -> Any:
    """A message, or any other JSON value, as a model outside the house may read it."""
    kind = type(value)  # JSON values only; isinstance costs twice as much here
    if kind is str:
        return _masked(value) if len(value) >= _SHORTEST else value
    if kind is dict:
        return {key: without_documents(item) for key, item in value.items()}
    if kind is list or kind is tuple:
        return [without_documents(item) for item in value]
    return value


@dataclass(slots=True)
class Outside:
    """What of one turn leaves the house. Every step of it sends the same messages again, so each is masked once."""

    system: str | None = None
    known: dict[int, tuple[Wire, Wire]] = field(default_factory=dict)
    """By identity; the message itself is held on to, so that no other can take its place."""

    def prompt(self, whole: Prompt) -> Prompt:
        """The prompt as a model outside the house may read it."""
        if self.system is None:
            self.system = "\n".join(masked(line) for line in whole.system.split("\n"))
        messages = tuple(self._once(message) for message in whole.messages)
        text = masked(whole.turn.text)
        turn = whole.turn if text == whole.turn.text else replace(whole.turn, text=text)
        return Prompt(self.system, messages, whole.tools, turn)

    def _once(self, message: Wire) -> Wire:
        known = self.known.get(id(message))
        if known is None:
            known = self.known[id(message)] = (message, without_documents(message))
        return known[1]
