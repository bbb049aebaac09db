"""What a real model answered, recorded line by line and replayed offline. A miss is an error, never a live call.

An answer that failed (cut off, timed out) is recorded too, and fails again. A long recording may be resumed: what the
tape has for the very same prompt is played, only the rest is asked.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mel.evals.fixture import ConversationFixture

if TYPE_CHECKING:
    from mel.agent.model import LanguageModel, Prompt, Step

# Ids are new in every run, so a prompt is known by the order in which they appear in it, not by themselves.
_RANDOM_ID = re.compile(r"\b(?:[a-z]+-)?[0-9a-f]{16}\b")


class CassetteMiss(AssertionError):
    """Nothing was recorded for this prompt. An assertion, so that the chat does not apologise it away."""


@dataclass(frozen=True, slots=True)
class Key:
    """Which request of which conversation; `prompt` fingerprints system prompt, tools and messages."""

    fixture: str
    turn: int
    request: int
    trial: int
    model: str
    prompt: str

    @property
    def place(self) -> tuple[str, int, int, int, str]:
        """All but the prompt: the same place with another prompt is a stale recording."""
        return self.fixture, self.turn, self.request, self.trial, self.model


@dataclass(slots=True)
class Cassette:
    """A file of recorded answers, one JSON line each."""

    path: Path
    answers: dict[Key, dict[str, Any]] = field(default_factory=dict)
    held: set[Key] = field(default_factory=set)
    """What was recorded or played just now."""

    @classmethod
    def load(cls, path: Path) -> Cassette:
        cassette = cls(path)
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                record = json.loads(line)
                answer = record.pop("answer")
                cassette.answers[Key(**record)] = answer
        return cassette

    def save(self) -> None:
        """In order, so that a new recording is a readable difference; of a trial held now, only what it asked."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        trials = {(key.fixture, key.trial, key.model) for key in self.held}
        kept = {
            key: answer
            for key, answer in self.answers.items()
            if key in self.held or (key.fixture, key.trial, key.model) not in trials
        }
        ordered = sorted(kept.items(), key=lambda pair: (pair[0].place, pair[0].prompt))
        lines = [json.dumps({**_fields(key), "answer": answer}, ensure_ascii=False) for key, answer in ordered]
        self.path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")

    def find(self, key: Key) -> dict[str, Any]:
        if key in self.answers:
            return self.answers[key]
        stale = any(known.place == key.place for known in self.answers)
        why = "its prompt moved since" if stale else "it was never recorded"
        raise CassetteMiss(f"{key.fixture} turn {key.turn} request {key.request} trial {key.trial}: {why}")


def _fields(key: Key) -> dict[str, Any]:
    return {name: getattr(key, name) for name in ("fixture", "turn", "request", "trial", "model", "prompt")}


class CassetteModel:
    """Replays a cassette, or (given a `live` model) asks that and records; `resume` asks it only what the cassette does
    not have. One per trial."""

    offline = False

    def __init__(
        self,
        cassette: Cassette,
        fixture: ConversationFixture,
        trial: int,
        name: str,
        live: LanguageModel | None = None,
        *,
        resume: bool = False,
    ) -> None:
        self._cassette, self._live, self._resume = cassette, live, resume
        self._fixture, self._trial, self._name = fixture.name, trial, name
        self._turn = self._request = 0

    @property
    def usage(self) -> Any:
        """What the live model counted; a replay costs nothing."""
        return getattr(self._live, "usage", None)

    def begin(self, turn: int) -> None:
        """The runner says which turn comes, counted from 0."""
        self._turn, self._request = turn + 1, 0

    async def step(self, prompt: Prompt) -> Step:
        self._request += 1
        ids: dict[str, str] = {}
        key = Key(self._fixture, self._turn, self._request, self._trial, self._name, _fingerprint(prompt, ids))
        self._cassette.held.add(key)
        known = self._resume and key in self._cassette.answers
        if self._live is not None and not known:
            return await self._recorded(key, ids, self._live.step(prompt))
        found = self._cassette.find(key)
        if "failed" in found:
            from mel.agent.model import ModelUnavailable

            raise ModelUnavailable(found["failed"])
        return _step(_shown(found, {mark: name for name, mark in ids.items()}))

    async def _recorded(self, key: Key, ids: dict[str, str], asked: Awaitable[Step]) -> Step:
        from mel.agent.model import ModelUnavailable

        try:
            answer = await asked
        except ModelUnavailable as failure:
            self._cassette.answers[key] = {"failed": str(failure)}
            raise
        self._cassette.answers[key] = _hidden(_wire(answer), ids)
        return answer


def _fingerprint(prompt: Prompt, ids: dict[str, str]) -> str:
    tools = [[tool.name, tool.description, tool.parameters] for tool in prompt.tools]
    text = json.dumps([prompt.system, tools, list(prompt.messages)], ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(_marked(text, ids).encode()).hexdigest()[:16]


def _marked(text: str, ids: dict[str, str]) -> str:
    """Each random id as the number of its first appearance."""
    return _RANDOM_ID.sub(lambda hit: ids.setdefault(hit[0], f"<id {len(ids) + 1}>"), text)


def _hidden(answer: dict[str, Any], ids: dict[str, str]) -> dict[str, Any]:
    text = json.dumps(answer, ensure_ascii=False)
    hidden: dict[str, Any] = json.loads(_RANDOM_ID.sub(lambda hit: ids.get(hit[0], hit[0]), text))
    return hidden


def _shown(answer: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    text = json.dumps(answer, ensure_ascii=False)
    shown: dict[str, Any] = json.loads(re.sub(r"<id \d+>", lambda hit: names.get(hit[0], hit[0]), text))
    return shown


def _wire(step: Step) -> dict[str, Any]:
    return {"text": step.text, "calls": [{"id": c.id, "name": c.name, "args": c.args} for c in step.calls]}


def _step(answer: Mapping[str, Any]) -> Step:
    from mel.agent.model import CallRequest, Step

    return Step(answer["text"], tuple(CallRequest(c["id"], c["name"], c["args"]) for c in answer["calls"]))
