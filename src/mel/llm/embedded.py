"""The embedded model: deterministic Portuguese, offline, for free. It reads `Prompt.turn` and draws words from results.

It is a model like any other: the gate and the grounding judge what it asks for and says.
"""

from __future__ import annotations

from mel.agent.listening import WHICH_PROPOSAL, listed_in
from mel.agent.model import CallRequest, Prompt, Step
from mel.agent.receipt import is_receipt
from mel.agent.reply import ToolCall
from mel.agent.turn import OpenProposal, TurnContext
from mel.agent.wire import Wire
from mel.agent.wording import answers
from mel.llm import entry_choice, expense_choice, goals, small_talk, undoing
from mel.llm.bare_answers import bare_answer
from mel.llm.corrections import correction
from mel.llm.entry_choice import WHICH_ENTRY
from mel.llm.questions import aspect_of
from mel.llm.reasons import about_a_goal, for_what, why_not
from mel.llm.removals import removal
from mel.llm.retelling import AGAIN, to_tell_again, told_again
from mel.llm.wish import Wish
from mel.llm.wishes import wish_for
from mel.llm.writes import adjusting
from mel.understanding import Context, OpenQuestion, Reading, affirms, choose, picked, understand

EMBEDDED = "embedded-"
MOST_LISTED = 5
_OURS = {WHICH_PROPOSAL, WHICH_ENTRY, AGAIN}
"""Open questions that this module answers itself; `understanding` knows nothing of them."""


class EmbeddedModel:
    """Answers what `understanding` reads; abstains on the rest."""

    offline = True

    async def step(self, prompt: Prompt) -> Step:
        """Never fails: what it cannot read it admits, with an alternative."""
        step = self.attempt(prompt)
        if step is not None:
            return step
        reading = _read(prompt.turn)
        told = about_a_goal(prompt.turn) or why_not(reading, prompt.turn)
        if (waits := expense_choice.still_asked(prompt.turn)) is not None:
            # What else was told is not swallowed: it is said to be missing.
            lost = told if reading.reason in small_talk.TOLD_AND_LOST else None
            return Step(f"{lost} {waits.text}" if lost else waits.text, question=waits.question)
        if (wish := for_what(reading, prompt.turn)) is not None:
            return _as_step(wish, prompt)
        return Step(text=told or small_talk.CANNOT_UNDERSTAND)

    def attempt(self, prompt: Prompt) -> Step | None:
        """A step, or None to leave the message to somebody else."""
        calls = _calls_of_turn(prompt)
        if calls:
            return self._after(prompt, calls)
        wish = self._wish(prompt)
        return None if wish is None else _as_step(wish, prompt)

    def _wish(self, prompt: Prompt) -> Wish | None:
        turn, tools = prompt.turn, frozenset(tool.name for tool in prompt.tools)
        if turn.declined:
            return Wish(text=answers.not_done(proposal.tool for proposal in turn.declined))
        answered = (
            goals.made_private(turn)
            or _answer_to_proposals(turn)
            or expense_choice.chosen(turn)
            or entry_choice.chosen(turn)
        )
        if answered is not None:
            return answered
        if (bare := bare_answer(prompt, tools)) is not None:
            return bare
        reading = _read(turn)
        if reading.intent == "confirm":
            return _which(turn) if turn.open_proposals else Wish(text=small_talk.NOTHING_WAITS)
        if reading.intent == "cancel":
            nothing = answers.not_done(()) if turn.open_question else small_talk.NOTHING_WAITS
            return _which(turn, "cancel") if turn.open_proposals else Wish(text=nothing)
        return wish_for(reading, turn, tools)

    def _after(self, prompt: Prompt, calls: list[ToolCall]) -> Step:
        """The calls have answered: go on where a wish needs a second step, else say what they told."""
        turn, last = prompt.turn, calls[-1]
        reading = _read(turn)
        if reading.intent == "adjust_expense" and last.name == "expenseStatus" and "expected" in last.result:
            return _as_step(adjusting(reading, last.result, turn), prompt)
        if last.name == "operationsList" and "operations" in last.result:
            thing = undoing.named(turn)
            if reading.intent == "undo" or thing is not None:
                target = undoing.latest(last.result["operations"], turn, thing)
                if target is None:
                    return Step(text=small_talk.NOTHING_TO_UNDO)
                return _calling(prompt, (("undoOperation", {"target": target}),), suffix="u")
        if last.name == "goalStatus" and last.result.get("onTrack") is False and last.result["forecast"] is None:
            # Nothing saved yet says little: the list tells the target, and whether the deadline has passed.
            return _calling(prompt, (("goalsList", {}),), suffix="g")
        wrong = correction(reading, turn)
        if wrong is not None and last.name == wrong.search[0]:
            return _as_step(wrong.found(last, turn), prompt, suffix="c")
        asked = removal(turn) if reading.intent == "unclear" and last.name == "entriesList" else None
        if asked is not None and isinstance(last.result, dict):
            return _as_step(asked.found(last.result.get("entries", []), turn.today), prompt, suffix="r")
        if _refused(calls):
            return _as_step(_not_agreed(turn), prompt)
        if (again := told_again(turn, last)) is not None:
            wish = wish_for(again, turn, frozenset(tool.name for tool in prompt.tools))
            if wish is not None and wish.calls:
                return _calling(prompt, wish.calls, suffix="n")
        return _with_what_waits(Step(_said(calls, turn, reading), question=to_tell_again(reading, last)), calls, turn)


def _with_what_waits(step: Step, calls: list[ToolCall], turn: TurnContext) -> Step:
    """A spend that still lacks its expense is asked about again behind the answer to another message; not beside a
    proposal: one "sim" could mean either."""
    waits = None if step.question else expense_choice.still_asked(turn)
    if waits is None:
        return step
    if any(is_receipt(call.result) and not call.result["persisted"] for call in calls):
        return Step(step.text, question=expense_choice.kept_for_later(waits))
    return Step(f"{step.text}\n{waits.text}", question=waits.question)


def _read(turn: TurnContext) -> Reading:
    asked = [proposal for proposal in turn.open_proposals if proposal.turn_id == turn.previous_turn]
    pending = tuple(proposal.meaning for proposal in asked or turn.open_proposals)
    question = turn.open_question if turn.open_question and turn.open_question.missing not in _OURS else None
    context = Context(turn.today, turn.vocabulary, pending, question)
    reading = understand(turn.text, context)
    if reading.intent == "unclear" and turn.open_question and not pending:
        dropped = understand(turn.text, context._replace(question=turn.open_question))
        if dropped.intent == "cancel":
            return dropped
    if reading.intent == "unclear":
        # "desfaz" and "não, foi 60" mean what was just written, even while a proposal waits for its answer.
        last = turn.last_write.meaning if turn.last_write else None
        alone = understand(turn.text, context._replace(pending=(), question=None, last_action=last))
        if alone.intent == "undo" or (last is not None and alone.reason == "correction"):
            return alone
    return reading


def _answer_to_proposals(turn: TurnContext) -> Wish | None:
    """A yes to what waits: the same calls again, confirmed. Whether it counts is the gate's to say."""
    waiting = turn.open_proposals
    if not waiting:
        return None
    ids = listed_in(turn.open_question) if turn.open_question and turn.open_question.intent == "confirm" else ()
    place = picked(turn.text, len(ids)) if ids else None
    if place is not None:
        return Wish(calls=tuple(_confirming(p) for p in waiting if p.operation_id == ids[place]))
    crossing_out = bool(turn.open_question and turn.open_question.intent == "cancel" and listed_in(turn.open_question))
    several = len(waiting) > 1 and not crossing_out
    asked = bool(ids) or all(proposal.turn_id == turn.previous_turn for proposal in waiting)
    if several and (taken := choose(turn.text, tuple(proposal.meaning for proposal in waiting), asked=asked)):
        return Wish(calls=tuple(_confirming(waiting[i]) for i in taken))
    yes = [proposal for proposal in waiting if affirms(turn.text, proposal.meaning).verdict == "yes"]
    if not yes:
        return None
    if len(yes) == 1 and len(waiting) == 1:
        return Wish(calls=(_confirming(yes[0]) if _just_asked(yes[0], turn) else _showing(yes[0]),))
    named = [proposal for proposal in yes if affirms(turn.text, proposal.meaning).named]
    own = [proposal for proposal in waiting if proposal.member == turn.speaker]
    if not named and len(own) == 1 and own[0] in yes:
        return Wish(calls=(_confirming(own[0]),))  # what waits for the partner is the partner's to answer
    return Wish(calls=(_confirming(named[0]),)) if len(named) == 1 else _which(turn)


def _which(turn: TurnContext, verb: str = "confirm") -> Wish:
    """Several wait, or none that this yes or no could be for: the newest are numbered, and a number picks one."""
    newest = turn.open_proposals[-MOST_LISTED:]
    ids = [proposal.operation_id for proposal in newest]
    more = len(turn.open_proposals) - len(newest)
    rest = "diga: cancela tudo." if more else "ou todas."
    asked = "Qual você confirma?" if verb == "confirm" else "Qual você cancela?"
    text = f"{asked} Diga o número{'. Pra limpar as outras, ' if more else ', '}{rest}"
    return Wish(text=text, question=OpenQuestion(verb, {"operations": ids}, WHICH_PROPOSAL))


def _refused(calls: list[ToolCall]) -> bool:
    return all(isinstance(call.result, dict) and call.result.get("refused") for call in calls)


def _not_agreed(turn: TurnContext) -> Wish:
    """The gate took no yes for what was asked: own proposals are listed, a partner's is left to the partner."""
    if not turn.open_proposals:
        return Wish(text=small_talk.NOTHING_WAITS)
    if any(proposal.member == turn.speaker for proposal in turn.open_proposals):
        return _which(turn)
    return Wish(text=small_talk.waits_for(turn.open_proposals[-1].member))


def _just_asked(proposal: OpenProposal, turn: TurnContext) -> bool:
    """Whether this yes can be about it: strong words always, a mere "sim" only right after the question. What the
    partner proposed is not this member's to be asked again."""
    answer = affirms(turn.text, proposal.meaning)
    return answer.strong or answer.named or turn.previous_turn == proposal.turn_id or proposal.member != turn.speaker


def _showing(proposal: OpenProposal) -> tuple[str, Wire]:
    """The proposal once more, so that the next yes is right after its question."""
    return proposal.tool, {**proposal.arguments, "operationId": proposal.operation_id}


def _confirming(proposal: OpenProposal) -> tuple[str, Wire]:
    return proposal.tool, {**proposal.arguments, "operationId": proposal.operation_id, "confirm": True}


def _as_step(wish: Wish, prompt: Prompt, suffix: str = "") -> Step:
    if wish.calls:
        return _calling(prompt, wish.calls, suffix)
    return Step(text=wish.text, question=wish.question)


def _calling(prompt: Prompt, calls: tuple[tuple[str, Wire], ...], suffix: str = "") -> Step:
    """Tool calls, each write with an operation id of its own."""
    writes = {tool.name for tool in prompt.tools if tool.writes}
    requests = []
    for number, (tool, args) in enumerate(calls, 1):
        name = f"{prompt.turn.new_operation_id}{suffix}" + (f"-{number}" if number > 1 else "")
        full = args
        if tool in writes and "operationId" not in args:
            again = _waiting_already(prompt.turn, tool, args)
            full = {**args, "operationId": name} if again is None else {**again, "confirm": False}
        requests.append(CallRequest(f"{EMBEDDED}{suffix}{number}", tool, full))
    return Step(calls=tuple(requests))


def _waiting_already(turn: TurnContext, tool: str, args: Wire) -> Wire | None:
    """The same thing asked for twice is one proposal: its own arguments and id, to be shown again."""
    wanted = {key: value for key, value in args.items() if key != "confirm"}
    for proposal in turn.open_proposals:
        if (proposal.tool, proposal.member) == (tool, turn.speaker) and proposal.arguments == wanted:
            return {**proposal.arguments, "operationId": proposal.operation_id}
    return None


def is_embedded(call_id: str) -> bool:
    """Whether the embedded model asked for this call, so that it also hears the answer."""
    return call_id.startswith(EMBEDDED)


def _calls_of_turn(prompt: Prompt) -> list[ToolCall]:
    """The calls made since the member's message, with what they answered."""
    requested: dict[str, Wire] = {}
    found: list[ToolCall] = []
    for message in prompt.messages:
        if message["role"] == "user" and message["text"] == prompt.turn.text:
            requested, found = {}, []
        for call in message.get("calls", ()):
            requested[call["id"]] = call["args"]
        if message["role"] == "tool":
            found.append(ToolCall(message["name"], requested.get(message["id"], {}), message["result"]))
    return found if prompt.messages[-1]["role"] == "tool" else []


def _said(calls: list[ToolCall], turn: TurnContext, reading: Reading) -> str:
    if [call.name for call in calls] == ["goalStatus", "goalsList"]:
        return answers.late_goal(calls[0].args, calls[0].result, calls[1].result, turn.today)
    if len(calls) > 1 and isinstance(calls[-1].result, dict) and calls[-1].result.get("invalid"):
        calls = calls[-1:]  # what was only looked up on the way to it says nothing more
    written = [call for call in calls if is_receipt(call.result)]
    if len(written) > 1 and not any(call.result["persisted"] for call in written):
        return small_talk.ALL_OR_ONE
    texts = [answers.answer(call, turn.today, aspect_of(reading, turn)) for call in written or calls]
    return "\n".join(dict.fromkeys(text for text in texts if text))
