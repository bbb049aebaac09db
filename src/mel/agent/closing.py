"""How a turn ends: the draft is checked, replaced by code when it must be, and remembered with what was written."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from mel.agent.attribution import Attributions
from mel.agent.conversation import TurnRecord
from mel.agent.draft import harmless, hides, legible
from mel.agent.figures import figures, hidden
from mel.agent.grounding import Finding, Sources, ungrounded
from mel.agent.house_style import in_house_style
from mel.agent.listening import Heard
from mel.agent.model import CallRequest
from mel.agent.operations import Operation, OperationEvent
from mel.agent.receipt import is_receipt
from mel.agent.reply import Reply, ToolCall
from mel.agent.said import names_of, said_by, suggested
from mel.agent.toolbox import Toolbox
from mel.agent.turn import Turn
from mel.agent.values import Values
from mel.agent.wire import Wire
from mel.agent.wording import answers
from mel.agent.wording.cards import card
from mel.agent.wording.speech import day
from mel.agent.workbench import Workbench
from mel.shared.clock import DEFAULT_ZONE, today_in
from mel.shared.text import fold
from mel.understanding import OpenQuestion

Retry = Callable[[str], Awaitable[str | None]]


@dataclass(slots=True)
class Closing:
    """The end of one turn over what its toolbox did."""

    turn: Turn
    heard: Heard
    toolbox: Toolbox
    rejected: list[str] = field(default_factory=list)
    listing: tuple[str, ...] = ()

    async def checked(self, draft: str, retry: Retry) -> Reply:
        """The draft if every figure and claim in it has a source; after one retry, words drawn by code."""
        draft = legible(draft)
        findings = self._findings(draft)
        if findings:
            self.rejected.extend(finding.reason for finding in findings)
            second = await retry("; ".join(finding.reason for finding in findings) + ".")
            if second is None or self._findings(legible(second)):
                return self.drawn(grounded=False, claimed=all(each.kind == "claim" for each in findings))
            draft = legible(second)
        return self.said(in_house_style(draft)) if draft.strip() else self.drawn()

    def drawn(self, *, grounded: bool = True, claimed: bool = False) -> Reply:
        """A reply from the turn's results alone. `claimed`: all that was wrong was the claim of a write."""
        if not self.toolbox.calls:
            waits = answers.STILL_WAITS if self.heard.context.open_proposals else answers.NOTHING_NEW
            missed = waits if claimed else answers.NEEDS_NEW_LOOK
            return self._reply(answers.HONEST_LIMIT if grounded else missed, grounded=grounded)
        replayed = [operation.id for _, operation in self.toolbox.replayed]
        told = [call for call in self.toolbox.calls if not _about(call.result, replayed)]
        if not told:
            return self._reply(answers.NOT_AGAIN, grounded=grounded)
        sources = self._sources()
        honest = [call for call in told if self._may_tell(call, sources)]
        text = answers.draw(honest, self.turn.today) if honest else answers.NEEDS_NEW_LOOK
        return self._reply(harmless(text), grounded=grounded)

    def _may_tell(self, call: ToolCall, sources: Sources) -> bool:
        """Not an absence or a complaint that repeats figures a model made up, nor a sum about an amount of its own."""
        if is_receipt(call.result) or not isinstance(call.result, dict):
            return True
        if not call.result.keys() & {"found", "invalid"}:
            return not sources.invented(call.args)
        text = str(call.result.get("message", ""))
        stated = (*figures(text), *hidden(text))
        own = f"{self.turn.text} {' '.join(sources.names)}"
        return not hides(text) and all(
            sources.said.carry(figure) or sources.known.carry(figure) or figure.shown_in(text) in own
            for figure in stated
        )

    def without_model(self, apology: str) -> Reply:
        """The model failed: what was written or proposed is told, and what it had only looked up unless it went in
        circles; else the apology alone."""
        told = bool(self.toolbox.committed or self.toolbox.proposed)
        if apology == answers.TROUBLE:
            told = told or any(isinstance(c.result, dict) and "error" not in c.result for c in self.toolbox.calls)
        return self.drawn() if told else self._reply(apology)

    def bare(self) -> Reply:
        """The least that is true, when nothing finer could be drawn: receipts without their cards."""
        return Reply(
            text=answers.BARELY if self.toolbox.committed else answers.TROUBLE,
            tool_calls=tuple(self.toolbox.calls),
            receipts=tuple(receipt for _, receipt in self.toolbox.committed),
            turn_id=self.turn.id,
            grounded=False,
        )

    def said(self, text: str) -> Reply:
        return self._reply(text.strip())

    def cancelled(self, operation: Operation) -> Reply:
        """A button said no."""
        self.heard.declined = (*self.heard.declined, operation)
        return self.said(answers.not_done([operation.tool]))

    def button_call(self, operation: Operation, *, confirm: bool) -> CallRequest:
        event = operation.proposal
        arguments = event.arguments if event is not None else {}
        args = {**arguments, "operationId": operation.id, "confirm": confirm}
        return CallRequest(f"button-{operation.id}", operation.tool, args)

    def keep(
        self, bench: Workbench, reply: Reply, question: OpenQuestion | None = None, *, failed: bool = False
    ) -> Reply:
        """Write down what was declined, the turn and its reply, in the unit of work at hand.

        A turn that failed and wrote nothing is kept without its messages: no model is shown it, but a "sim" that
        follows it is no answer to what was asked before.
        """
        for operation in self.heard.declined:
            bench.operations.append(self.toolbox.event(operation, "cancelled"))
        wire = reply.to_wire()
        if question is not None:
            wire["question"] = {
                "intent": question.intent,
                "slots": dict(question.slots),
                "missing": question.missing,
            }
        forget = failed and not self.toolbox.committed and not self.toolbox.proposed
        bench.conversations.append(self._record(wire, () if forget else tuple(self.heard.said)))
        if self.turn.message_id and bench.inbox is not None:
            bench.inbox.finish(self.turn.message_id, wire, self.turn.at)
        return reply

    def _record(self, wire: Wire, said: tuple[Wire, ...]) -> TurnRecord:
        answer: Wire = {"role": "assistant", "text": wire["text"], "calls": []}
        return TurnRecord(
            turn_id=self.turn.id,
            conversation=self.turn.conversation,
            member=self.turn.speaker,
            day=self.turn.today,
            at=self.turn.at,
            messages=(*said, answer) if said else (),
            reply=wire,
            wrote=bool(self.toolbox.committed),
        )

    def _reply(self, text: str, *, grounded: bool = True) -> Reply:
        today = self.turn.today
        cards = [card(tool, receipt, self._names(receipt), today) for tool, receipt in self.toolbox.committed]
        cards += self._preview_cards()
        cards = [*self._interrupted(), *cards]
        cards += [
            answers.already(tool, {}, day(self._day_of(done).isoformat(), today))
            for tool, op in self.toolbox.replayed
            if (done := op.confirmation) is not None and done.turn_id != self.turn.id
        ]
        cards += [self._told_before(told) for told in self.toolbox.repeated]
        one_spend = [tool for tool, _ in self.toolbox.committed] == ["recordSpend"]
        if (self.toolbox.fast_path_used or one_spend) and "undoOperation" in self.toolbox.names:
            cards.append(answers.TO_UNDO)
        cards += self._numbered()
        previews = [{"tool": tool, **receipt, "digest": digest} for tool, receipt, digest in self._waiting()]
        return Reply(
            text=text,
            tool_calls=tuple(self.toolbox.calls),
            receipts=tuple(receipt for _, receipt in self.toolbox.committed),
            previews=tuple(previews),
            cards=tuple(harmless(line) for line in cards),
            turn_id=self.turn.id,
            grounded=grounded,
            rejected=tuple(self.rejected),
        )

    def _told_before(self, told: Operation) -> str:
        """Who told the same purchase before, and the day it was of."""
        event = told.events[-1]
        who = None if event.member and event.member == self.turn.speaker else event.member or "Alguém"
        spent = (event.arguments.get("date") or event.resolved.get("date")) if event.kind == "confirmed" else None
        return answers.told_before(told.tool, who, day(str(spent), self.turn.today) if spent else None)

    def _day_of(self, done: OperationEvent) -> date:
        """The household's day of that turn: as remembered here, else by the clock."""
        remembered = (record.day for record in self.heard.history if record.turn_id == done.turn_id)
        return next(remembered, None) or today_in(DEFAULT_ZONE, done.at)

    def _numbered(self) -> list[str]:
        """What waits, numbered, when Mel asks which one is meant."""
        known = {op.id: op for op in self.heard.waiting}
        events = [known[ident].proposal for ident in self.listing if ident in known]
        lines = [card(e.tool, e.receipt, e.resolved, self.turn.today) for e in events if e is not None and e.receipt]
        return [f"{number}. {line}" for number, line in enumerate(lines, 1)]

    def _preview_cards(self) -> list[str]:
        """The cards of what waits. An amount the member never said is marked as ours, and so is each later card of the
        same expense or goal, whose figures count it."""
        ours: set[str] = set()
        cards = []
        for tool, receipt, _ in self._waiting():
            about = str(receipt["preview"].get("expense") or receipt["preview"].get("goal") or "")
            line = self._preview_card(tool, receipt)
            if line.endswith(answers.SUGGESTED):
                ours.add(fold(about))
            elif about and fold(about) in ours:
                line = f"{line} {answers.SUGGESTED}"
            cards.append(line)
        return cards

    def _preview_card(self, tool: str, receipt: Wire) -> str:
        line = card(tool, receipt, self._names(receipt), self.turn.today)
        sent: Wire = next(
            (c.args for c in reversed(self.toolbox.calls) if is_receipt(c.result) and c.result == receipt), {}
        )
        ours = suggested(sent, self._said(), names_of(self.heard.context.vocabulary))
        return f"{line} {answers.SUGGESTED}" if ours else line

    def _said(self) -> Values:
        if self.heard.figures is None:
            self.heard.figures = said_by(self.heard.history, self.turn.text, self.turn.today)
        return self.heard.figures

    def _interrupted(self) -> list[str]:
        """What an earlier turn wrote and did not live to tell."""
        return [
            card(op.tool, done.receipt, done.resolved, self.turn.today)
            for op in self.heard.unshown
            if (done := op.confirmation) is not None and done.receipt is not None
        ]

    def _waiting(self) -> list[tuple[str, Wire, str]]:
        """Previews of this turn that were not written in it, the latest version of each."""
        written = {receipt["operationId"] for _, receipt in self.toolbox.committed}
        latest = {item[1]["operationId"]: item for item in self.toolbox.proposed}
        return [item for key, item in latest.items() if key not in written]

    def _names(self, receipt: Wire) -> dict[str, str]:
        """What the names in a receipt were found to mean, for the card."""
        return self.toolbox.meanings.get(receipt["operationId"], {})

    def _findings(self, draft: str) -> list[Finding]:
        return ungrounded(draft, self._sources())

    def _sources(self) -> Sources:
        sources, today = Sources(said=self._said(), attributions=self._attributions()), self.turn.today
        committed = [receipt for _, receipt in self.toolbox.committed]
        sources.declined = bool(self.heard.declined)
        sources.known.add_day(today)
        sources.told.add_said(self.turn.text, today)
        for fact in self.heard.memory.facts:
            sources.told.add_said(fact.text, today)
        for waiting in self.heard.context.open_proposals:
            (sources.marked if waiting.suggested else sources.told).add_json(waiting.preview)
        sources.names.update(names_of(self.heard.context.vocabulary))
        for call in self._earlier():
            sources.add_result(call["name"], call["args"], call["result"], committed=False)
        for done in self.toolbox.calls:
            written = any(done.result is receipt for receipt in committed)
            sources.add_result(done.name, done.args, done.result, committed=written)
        return sources

    def _attributions(self) -> Attributions:
        """What a draft's sentences are held to: the house's names and people, and what this message asks about."""
        house = self.heard.context.vocabulary
        things = (*house.expenses, *house.goals, *house.incomes, *house.cards)
        aliases = tuple((term.name, tuple(term.aliases)) for term in things)
        people = frozenset(member.name for member in house.members)
        return Attributions(aliases, people, self.turn.speaker, self.turn.today, self.turn.text)

    def _earlier(self) -> list[Wire]:
        """Tool calls of this conversation, of the same day, if nothing was written since (not even now)."""
        found: list[Wire] = []
        if self.toolbox.committed:
            return found
        for record in reversed(self.heard.history):
            if record.day != self.turn.today or record.wrote:
                break
            found.extend(call for call in record.reply.get("toolCalls", []) if not is_receipt(call["result"]))
        return found


def _about(result: Any, operation_ids: list[str]) -> bool:
    return is_receipt(result) and result["operationId"] in operation_ids
