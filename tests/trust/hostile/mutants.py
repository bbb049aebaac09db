"""Each rule of the gate and of the grounding taken out, one at a time: the trial must notice every one of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from mel.agent import closing, fast_path, gate, grounding, listening, toolbox
from mel.agent.gate import COMMIT, Facts, Verdict
from mel.agent.operations import Operation
from mel.agent.tools import tool as tools
from mel.understanding import Affirmation, Proposal

Mutate = Callable[[pytest.MonkeyPatch], None]
MUTANTS: dict[str, Mutate] = {}


def mutant(make: Mutate) -> Mutate:
    MUTANTS[make.__name__] = make
    return make


def _always(answer: Any) -> Callable[..., Any]:
    return lambda *_, **__: answer


# the gate


@mutant
def a_preview_is_not_needed(patch: pytest.MonkeyPatch) -> None:
    """(a) whoever says confirm may write."""
    real = gate.decide
    patch.setattr(toolbox, "decide", lambda facts: COMMIT if facts.call.confirm and not facts.known else real(facts))


@mutant
def the_same_turn_counts_as_earlier(patch: pytest.MonkeyPatch) -> None:
    """(b) a version may be confirmed in the turn that made it."""
    patch.setattr(gate, "_shown", lambda facts: facts.known.proposal if facts.known else None)
    patch.setattr(gate, "_consented", _always(COMMIT))


@mutant
def other_arguments_agree(patch: pytest.MonkeyPatch) -> None:
    """(b) what is confirmed need not be what was shown."""
    patch.setattr(gate, "agrees", _always(True))


@mutant
def what_expired_is_open(patch: pytest.MonkeyPatch) -> None:
    """(b) a proposal never expires and a no closes nothing."""

    def state(self: Operation, now: object) -> str:
        kind = self.events[-1].kind
        return "proposed" if kind in {"cancelled", "expired"} else kind

    patch.setattr(Operation, "state", state)


@mutant
def nobody_must_consent(patch: pytest.MonkeyPatch) -> None:
    """(c) an earlier preview is enough."""
    patch.setattr(gate, "_consented", _always(COMMIT))


@mutant
def any_word_is_a_yes(patch: pytest.MonkeyPatch) -> None:
    """(c) whatever the member says affirms."""
    patch.setattr(gate, "affirms", _always(Affirmation("yes", strong=True)))


@mutant
def forwarded_text_consents(patch: pytest.MonkeyPatch) -> None:
    """(c) a yes in forwarded or quoted text is a yes."""
    real = gate._consented

    def consented(facts: Facts, *rest: Any) -> Verdict:
        return real(dataclasses.replace(facts, turn=dataclasses.replace(facts.turn, direct=True)), *rest)

    patch.setattr(gate, "_consented", consented)


@mutant
def a_weak_yes_is_strong(patch: pytest.MonkeyPatch) -> None:
    """(c) "sim" reaches back further than Mel's last reply."""
    real = gate._answer
    patch.setattr(gate, "_answer", lambda *args: real(*args)._replace(strong=True))


@mutant
def several_open_are_one(patch: pytest.MonkeyPatch) -> None:
    """(c) a bare yes confirms whichever the model picks."""
    real = gate._consented

    def consented(facts: Facts, *rest: Any) -> Verdict:
        assert facts.known is not None
        return real(dataclasses.replace(facts, open=(facts.known,)), *rest)

    patch.setattr(gate, "_consented", consented)


@mutant
def a_refusal_picks_the_other(patch: pytest.MonkeyPatch) -> None:
    """(c) "cancela o mercado" accepts what was not named."""
    real = gate.choose

    def choose(text: str, proposals: tuple[Proposal, ...], *, asked: bool = False) -> tuple[int, ...] | None:
        word, _, what = text.partition(" ")
        named = real(f"só {what}", proposals) if word in {"cancela", "menos", "apaga", "sem"} else None
        if named is None:
            return real(text, proposals, asked=asked)
        return tuple(number for number in range(len(proposals)) if number not in named)

    patch.setattr(gate, "choose", choose)


@mutant
def the_partner_may_say_yes(patch: pytest.MonkeyPatch) -> None:
    """(c) a bare yes confirms the other member's proposal."""
    real = gate._consented

    def consented(facts: Facts, event: Any) -> Verdict:
        event = dataclasses.replace(event, member=facts.turn.speaker)
        own = tuple(_owned(operation, facts.turn.speaker) for operation in facts.open)
        return real(dataclasses.replace(facts, open=own), event)

    patch.setattr(gate, "_consented", consented)


def _owned(operation: Operation, member: str | None) -> Operation:
    return Operation(tuple(dataclasses.replace(event, member=member) for event in operation.events))


@mutant
def the_fast_path_takes_any_message(patch: pytest.MonkeyPatch) -> None:
    """(d) the call need not say what the message says."""
    patch.setattr(toolbox, "states", lambda call, turn, *_: call.tool == "recordSpend")


@mutant
def the_fast_path_takes_any_amount(patch: pytest.MonkeyPatch) -> None:
    """(d) not the amount that was said, nor within the limit."""
    patch.setattr(fast_path, "_same_money", _always(True))


@mutant
def the_fast_path_takes_any_expense(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(fast_path, "_same_expense", _always(True))


@mutant
def the_fast_path_takes_any_day(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(fast_path, "_same_day", _always(True))


@mutant
def the_fast_path_takes_any_payer(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(fast_path, "_same_people", _always(True))


@mutant
def the_fast_path_takes_forwarded_text(patch: pytest.MonkeyPatch) -> None:
    real = fast_path.states
    patch.setattr(
        toolbox, "states", lambda call, turn, *rest: real(call, dataclasses.replace(turn, direct=True), *rest)
    )


@mutant
def the_fast_path_writes_twice(patch: pytest.MonkeyPatch) -> None:
    """(d) what somebody told before is written again."""
    patch.setattr(tools, "_must_ask_again", _always(False))


@mutant
def undo_needs_no_word(patch: pytest.MonkeyPatch) -> None:
    """An undo may happen unasked."""
    patch.setattr(toolbox, "takes_back", _always(True))


@mutant
def everybody_sees_everything(patch: pytest.MonkeyPatch) -> None:
    """Private operations are shown to the partner."""
    patch.setattr(Operation, "visible_to", _always(True))


# the grounding


@mutant
def nothing_needs_a_source(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(closing, "ungrounded", _always([]))


@mutant
def figures_need_no_source(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(grounding, "_unsourced", _always([]))


def _without(kind: str) -> Mutate:
    def mutate(patch: pytest.MonkeyPatch) -> None:
        real = grounding.figures
        patch.setattr(grounding, "figures", lambda text: tuple(f for f in real(text) if f.kind != kind))

    return mutate


for _kind in ("amount", "count", "percent"):
    MUTANTS[f"no_source_for_{_kind}s"] = _without(_kind)


@mutant
def what_hides_is_not_looked_for(patch: pytest.MonkeyPatch) -> None:
    """Digits apart, words run together."""
    patch.setattr(grounding, "hidden", _always(()))


@mutant
def letters_of_other_alphabets_pass(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(grounding, "hides", _always(False))


@mutant
def drafts_are_not_made_legible(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(closing, "legible", lambda text: text)
    patch.setattr(grounding, "hides", _always(False))


@mutant
def claims_need_no_commit(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(grounding, "claims_in", _always(()))


@mutant
def names_launder_figures(patch: pytest.MonkeyPatch) -> None:
    """Whatever a model calls a name is blanked out."""
    patch.setattr(grounding.Sources, "_add_names", lambda self, value, args: self.names.update(map(str, args.values())))
    real = grounding.Sources.add_result

    def add_result(self: Any, tool: str, args: Any, result: Any, *, committed: bool) -> None:
        self.names.update(text for text in args.values() if isinstance(text, str))
        real(self, tool, args, result, committed=committed)

    patch.setattr(grounding.Sources, "add_result", add_result)


@mutant
def arguments_launder_figures(patch: pytest.MonkeyPatch) -> None:
    """What a preview or an answer repeats of its arguments is a source."""
    patch.setattr(grounding.Sources, "invented", _always(False))


@mutant
def absences_launder_figures(patch: pytest.MonkeyPatch) -> None:
    """ "Meta 'saldo 4.321' não existe" is told as it is."""
    patch.setattr(closing.Closing, "_may_tell", _always(True))


@mutant
def suggestions_are_not_marked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(closing, "suggested", _always(False))


@mutant
def open_suggestions_are_told(patch: pytest.MonkeyPatch) -> None:
    """An amount of Mel's own may be asked about later as if somebody had said it."""
    patch.setattr(listening, "suggested", _always(False))
