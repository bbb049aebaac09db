"""The embedded model: deterministic Portuguese, offline, for free. It reads `Prompt.turn` and draws words from results.

It is a model like any other: the gate and the grounding judge what it asks for and says.
"""

from __future__ import annotations

from dataclasses import replace

from mel.agent.model import CallRequest, Prompt, Step
from mel.agent.receipt import is_receipt
from mel.agent.reply import ToolCall
from mel.agent.turn import OpenProposal, TurnContext
from mel.agent.wire import Wire
from mel.agent.wording import answers
from mel.agent.wording.speech import listed, money
from mel.llm import small_talk
from mel.llm.removals import removal, which
from mel.llm.wishes import Wish, adjusted, chosen_expense, spend, why_not, wish_for
from mel.understanding import Context, OpenQuestion, Proposal, Reading, affirms, choose, understand

EMBEDDED = "embedded-"


class EmbeddedModel:
    """Answers what `understanding` reads; abstains on the rest."""

    offline = True

    async def step(self, prompt: Prompt) -> Step:
        """Never fails: what it cannot read it admits, with an alternative."""
        step = self.attempt(prompt)
        if step is not None:
            return step
        reading = _read(prompt.turn)
        return Step(text=why_not(reading) or small_talk.CANNOT_UNDERSTAND)

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
            return Wish(text=small_talk.DECLINED)
        answered = _answer_to_proposals(turn) or _answer_to_which(turn)
        if answered is not None:
            return answered
        if not turn.open_proposals and affirms(turn.text, Proposal("record_spend")).verdict in {"yes", "no"}:
            return Wish(text=small_talk.NOTHING_WAITS)
        reading = _read(turn)
        if reading.intent == "confirm":
            return _which(turn) if turn.open_proposals else Wish(text=small_talk.NOTHING_WAITS)
        if reading.intent == "cancel":
            return _which(turn, "cancela") if turn.open_proposals else Wish(text=small_talk.NOTHING_WAITS)
        return wish_for(reading, turn, tools)

    def _after(self, prompt: Prompt, calls: list[ToolCall]) -> Step:
        """The calls have answered: go on where a wish needs a second step, else say what they told."""
        turn, last = prompt.turn, calls[-1]
        reading = _read(turn)
        if reading.intent == "adjust_expense" and last.name == "expenseStatus" and "expected" in last.result:
            return _calling(prompt, (("adjustExpense", adjusted(reading, last.result)),))
        if reading.intent == "undo" and last.name == "operationsList" and "operations" in last.result:
            target = last.result["operations"][0]["operationId"]
            return _calling(prompt, (("undoOperation", {"target": target}),), suffix="u")
        if last.name == "goalStatus" and last.result.get("onTrack") is False and last.result["forecast"] is None:
            # Nothing saved yet says little: the list tells the target, and whether the deadline has passed.
            return _calling(prompt, (("goalsList", {}),), suffix="g")
        asked = removal(turn) if reading.intent == "unclear" and last.name == "entriesList" else None
        if asked is not None and "entries" in last.result:
            entries = asked.among(last.result["entries"])
            if len(entries) != 1:
                return Step(text=which(entries, turn.today) if entries else small_talk.NO_SUCH_ENTRY)
            return _calling(prompt, (("removeEntry", {"entry": entries[0]["entry"]}),), suffix="r")
        question = turn.open_question
        if question is not None and question.missing == "made" and _wrote(last, "registerExpense"):
            told = Reading(question.intent, question.slots)
            args = {**spend(told, str(last.args["nome"]), turn), "confirm": False}
            return _calling(prompt, (("recordSpend", args),), suffix="b")
        return Step(text=_said(calls, turn, reading), question=_asked_again(question, calls))


def _read(turn: TurnContext) -> Reading:
    asked = [proposal for proposal in turn.open_proposals if proposal.turn_id == turn.previous_turn]
    pending = tuple(proposal.meaning for proposal in asked or turn.open_proposals)
    question = turn.open_question if turn.open_question and turn.open_question.missing != "made" else None
    context = Context(turn.today, turn.vocabulary, pending, question)
    reading = understand(turn.text, context)
    if reading.intent == "unclear":
        # "desfaz" and "não, foi 60" mean what was just written, even while a proposal waits for its answer.
        last = turn.last_write.meaning if turn.last_write else None
        alone = understand(turn.text, replace(context, pending=(), question=None, last_action=last))
        if alone.intent == "undo" or (last is not None and alone.reason == "correction"):
            return alone
    return reading


def _answer_to_proposals(turn: TurnContext) -> Wish | None:
    """A yes to what waits: the same calls again, confirmed. Whether it counts is the gate's to say."""
    waiting = turn.open_proposals
    if not waiting:
        return None
    if len(waiting) > 1 and (picked := choose(turn.text, tuple(proposal.meaning for proposal in waiting))):
        return Wish(calls=tuple(_confirming(waiting[i]) for i in picked))
    yes = [proposal for proposal in waiting if affirms(turn.text, proposal.meaning).verdict == "yes"]
    if not yes:
        return None
    if len(yes) == 1 and len(waiting) == 1:
        return Wish(calls=(_confirming(yes[0]),))
    named = [proposal for proposal in yes if affirms(turn.text, proposal.meaning).named]
    own = [proposal for proposal in waiting if proposal.member == turn.speaker]
    if not named and len(own) == 1 and own[0] in yes:
        return Wish(calls=(_confirming(own[0]),))  # what waits for the partner is the partner's to answer
    return Wish(calls=(_confirming(named[0]),)) if len(named) == 1 else _which(turn)


def _which(turn: TurnContext, verb: str = "confirma") -> Wish:
    """Several wait, or none that this yes or no could be for."""
    names = [_title(proposal) for proposal in turn.open_proposals]
    return Wish(text=f"Qual você {verb}: {listed(names, 'ou')}?")


def _title(proposal: OpenProposal) -> str:
    slots = proposal.meaning.slots
    amount = {"amount": float(str(slots["amount"])), "currency": slots["currency"]} if "amount" in slots else None
    name = proposal.meaning.name or answers.proposal(proposal.tool)
    return f"{name} ({money(amount)})" if amount else name


def _confirming(proposal: OpenProposal) -> tuple[str, Wire]:
    return proposal.tool, {**proposal.arguments, "operationId": proposal.operation_id, "confirm": True}


def _answer_to_which(turn: TurnContext) -> Wish | None:
    """The answer to "which expense?": completes the spend as a proposal, or makes the new expense first."""
    question = turn.open_question
    if question is None or question.missing != "which":
        return None
    expense = chosen_expense(turn.text, turn)
    if expense is None:
        return None
    told = Reading(question.intent, question.slots)
    if expense != "novo":
        return Wish(calls=(("recordSpend", {**spend(told, expense, turn), "confirm": False}),))
    args: Wire = {
        "nome": str(question.slots["name"]).capitalize(),
        "expected": {"amount": 0, "currency": question.slots.get("currency", "BRL")},
        "categoria": "sem categoria",
        "vencimento": turn.today.day,
        "pagamento": "a combinar",
    }
    return Wish(
        calls=(("registerExpense", args),), question=OpenQuestion(question.intent, dict(question.slots), "made")
    )


def _as_step(wish: Wish, prompt: Prompt) -> Step:
    if wish.calls:
        return _calling(prompt, wish.calls)
    return Step(text=wish.text, question=wish.question)


def _calling(prompt: Prompt, calls: tuple[tuple[str, Wire], ...], suffix: str = "") -> Step:
    """Tool calls, each write with an operation id of its own."""
    writes = {tool.name for tool in prompt.tools if "operationId" in tool.parameters["properties"]}
    requests = []
    for number, (tool, args) in enumerate(calls, 1):
        name = f"{prompt.turn.new_operation_id}{suffix}" + (f"-{number}" if number > 1 else "")
        full = {**args, "operationId": name} if tool in writes and "operationId" not in args else args
        requests.append(CallRequest(f"{EMBEDDED}{suffix}{number}", tool, full))
    return Step(calls=tuple(requests))


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


def _wrote(call: ToolCall, tool: str) -> bool:
    return call.name == tool and is_receipt(call.result) and bool(call.result["persisted"])


def _said(calls: list[ToolCall], turn: TurnContext, reading: Reading) -> str:
    if all(isinstance(call.result, dict) and call.result.get("refused") for call in calls):
        return _which(turn).text if turn.open_proposals else small_talk.NOTHING_WAITS
    if [call.name for call in calls] == ["goalStatus", "goalsList"]:
        return answers.late_goal(calls[0].args, calls[0].result, calls[1].result, turn.today)
    written = [call for call in calls if is_receipt(call.result)]
    texts = [answers.answer(call, turn.today, reading.aspect) for call in written or calls]
    return "\n".join(dict.fromkeys(text for text in texts if text))


def _asked_again(question: OpenQuestion | None, calls: list[ToolCall]) -> OpenQuestion | None:
    """A new expense was proposed because of a spend: keep the spend in mind until the expense exists."""
    proposed = (
        calls[-1].name == "registerExpense" and is_receipt(calls[-1].result) and not calls[-1].result["persisted"]
    )
    if question is None or not proposed or question.missing not in {"which", "made"}:
        return None
    return OpenQuestion(question.intent, dict(question.slots), "made")
