"""The gate as a table: rules (a) to (f) of DESIGN §4, over facts alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from mel.agent.gate import (
    NOT_AGREED,
    NOT_YOURS,
    SHOWN_NOW,
    UNDONE,
    USED_ID,
    WHICH,
    Facts,
    Verdict,
    WriteCall,
    agrees,
    decide,
)
from mel.agent.operations import EXPIRES, Operation, OperationEvent
from mel.agent.turn import Consent, Turn

NOW = datetime(2026, 6, 15, 15, tzinfo=UTC)
SPEND = {"expense": "mercado", "period": "2026-06", "amount": {"amount": 200, "currency": "BRL"}}
LIGHT = {**SPEND, "expense": "luz", "amount": {"amount": 90, "currency": "BRL"}}
HERE = "python:Gabriel"


def an_event(kind: str = "proposed", **changes: Any) -> OperationEvent:
    told: dict[str, Any] = {
        "operation_id": "op-1",
        "tool": "recordSpend",
        "at": NOW - timedelta(minutes=5),
        "turn_id": "turn-1",
        "member": "Gabriel",
        "conversation": HERE,
        "arguments": SPEND,
        "resolved": {"expense": "Mercado"},
        "digest": "d1",
    }
    return OperationEvent(kind=kind, **{**told, **changes})  # type: ignore[arg-type]


def an_operation(*events: OperationEvent) -> Operation:
    return Operation(events or (an_event(),))


OTHER = an_operation(an_event(operation_id="op-2", arguments=LIGHT, resolved={"expense": "Luz"}, digest="d2"))


def a_turn(text: str, **changes: Any) -> Turn:
    return replace(Turn("turn-2", text, date(2026, 6, 15), NOW, "Gabriel", HERE), **changes)


def judged(
    text: str = "confirma",
    *,
    known: Operation | None = None,
    others: tuple[Operation, ...] = (),
    arguments: dict[str, Any] = SPEND,
    confirm: bool = True,
    previous: str | None = "turn-1",
    fast_path: bool = False,
    tool: str = "recordSpend",
    **turn: Any,
) -> Verdict:
    waiting = tuple(op for op in (known, *others) if op is not None and op.state(NOW) == "proposed")
    call = WriteCall(tool, known.id if known else "op-1", confirm, arguments)
    return decide(Facts(call, a_turn(text, **turn), known, waiting, previous, lambda: fast_path))


# (a) without confirm, always a preview


@pytest.mark.parametrize("known", [None, an_operation(), an_operation(an_event(turn_id="turn-2"))])
def test_a_call_without_confirm_is_a_preview(known: Operation | None) -> None:
    assert judged("confirma", known=known, confirm=False, fast_path=True).outcome == "preview"


# (b) confirm counts for a version that an earlier turn showed


def test_an_unknown_id_is_shown_first() -> None:
    assert judged(known=None).outcome == "preview"


def test_a_version_made_in_this_turn_is_never_confirmed_in_it() -> None:
    fresh = an_operation(an_event(turn_id="turn-2"))

    assert judged(known=fresh) == Verdict("refuse", SHOWN_NOW)
    button = Consent("button", "op-1", "d1")
    assert judged("", known=fresh, consent=button) == Verdict("refuse", SHOWN_NOW)


@pytest.mark.parametrize(
    "changed",
    [
        {"amount": {"amount": 2000, "currency": "BRL"}},
        {"amount": {"amount": 200, "currency": "EUR"}},
        {"expense": "luz"},
        {"period": "2026-07"},
        {"date": "2026-06-14"},
        {"paidBy": "Ana"},
        {"installments": 10},
        {"card": "Nubank"},
    ],
)
def test_changed_arguments_are_shown_again(changed: dict[str, Any]) -> None:
    assert judged(known=an_operation(), arguments={**SPEND, **changed}).outcome == "preview"


def test_a_left_out_argument_is_a_change() -> None:
    shown = an_operation(an_event(arguments={**SPEND, "installments": 10}))

    assert judged(known=shown, arguments=SPEND).outcome == "preview"


def test_a_later_version_with_other_arguments_replaces_the_shown_one() -> None:
    moved = an_event(turn_id="turn-2", arguments={**SPEND, "amount": {"amount": 999, "currency": "BRL"}}, digest="d9")

    assert judged(known=an_operation(an_event(), moved)).outcome == "preview"
    assert judged(known=an_operation(an_event(), moved), arguments=moved.arguments) == Verdict("refuse", SHOWN_NOW)


@pytest.mark.parametrize("word", ["confirma", "sim"])
def test_showing_the_same_again_in_the_turn_of_the_yes_keeps_the_yes(word: str) -> None:
    known = an_operation(an_event(), an_event(turn_id="turn-2", version=2))

    assert judged(word, known=known).outcome == "commit"


def test_an_expired_proposal_is_shown_again() -> None:
    assert judged(known=an_operation(an_event(at=NOW - EXPIRES))).outcome == "preview"
    assert judged(known=an_operation(an_event(at=NOW - EXPIRES + timedelta(seconds=1)))).outcome == "commit"
    assert (
        judged("", known=an_operation(an_event(at=NOW - EXPIRES)), consent=Consent("button", "op-1", "d1")).outcome
        == "preview"
    )


def test_a_cancelled_proposal_is_shown_again() -> None:
    assert judged(known=an_operation(an_event(), an_event("cancelled"))).outcome == "preview"


# (c) and only with the member's own yes, in this turn


def test_a_strong_word_confirms_the_only_open_proposal_however_old() -> None:
    assert judged("confirma", known=an_operation(), previous="turn-9").outcome == "commit"
    assert judged("pode mandar", known=an_operation(), previous="turn-9").outcome == "commit"


@pytest.mark.parametrize("word", ["sim", "ok", "pode", "👍", "isso"])
def test_a_weak_word_confirms_only_what_the_previous_reply_proposed(word: str) -> None:
    assert judged(word, known=an_operation()).outcome == "commit"
    assert judged(word, known=an_operation(), previous="turn-9") == Verdict("refuse", NOT_AGREED)
    assert judged(word, known=an_operation(), previous=None) == Verdict("refuse", NOT_AGREED)


def test_a_weak_word_elsewhere_confirms_nothing() -> None:
    known = an_operation(an_event(conversation="whatsapp:Gabriel"))

    assert judged("sim", known=known) == Verdict("refuse", NOT_AGREED)


@pytest.mark.parametrize(
    "text",
    [
        "não",
        "cancela",
        "sim, mas 300",
        "confirma 250",
        "confirma a luz",
        "talvez",
        "oi",
        "quanto gastei esse mês?",
        "",
        "sim?",
        "ѕim",
        "con\u200bfirma",
        "não confirma",
        "se der, confirma",
    ],
)
def test_what_is_no_yes_to_this_confirms_nothing(text: str) -> None:
    assert judged(text, known=an_operation()) == Verdict("refuse", NOT_AGREED)


@pytest.mark.parametrize("text", ["confirma", "sim", "confirma o mercado"])
def test_forwarded_text_confirms_nothing(text: str) -> None:
    assert judged(text, known=an_operation(), direct=False) == Verdict("refuse", NOT_AGREED)


@pytest.mark.parametrize("text", ["confirma", "sim", "ok"])
def test_a_bare_yes_confirms_none_of_several(text: str) -> None:
    assert judged(text, known=an_operation(), others=(OTHER,)) == Verdict("refuse", WHICH)


def test_a_named_yes_confirms_the_named_one_of_several() -> None:
    assert judged("confirma o mercado", known=an_operation(), others=(OTHER,)).outcome == "commit"
    assert judged("confirma o mercado", known=OTHER, arguments=LIGHT, others=(an_operation(),)).outcome == "refuse"


def test_a_yes_to_both_confirms_both() -> None:
    assert judged("confirma ambos", known=an_operation(), others=(OTHER,)).outcome == "commit"
    assert judged("confirma ambos", known=OTHER, arguments=LIGHT, others=(an_operation(),)).outcome == "commit"


def test_a_partner_confirms_by_naming_or_by_button_alone() -> None:
    anas = an_operation(an_event(member="Ana", conversation="python:Ana"))

    assert judged("sim", known=anas) == Verdict("refuse", NOT_AGREED)
    assert judged("confirma", known=anas) == Verdict("refuse", NOT_AGREED)
    assert judged("confirma o mercado", known=anas).outcome == "commit"
    assert judged("", known=anas, consent=Consent("button", "op-1", "d1")).outcome == "commit"


@pytest.mark.parametrize(
    ("consent", "outcome"),
    [
        (Consent("button", "op-1", "d1"), "commit"),
        (Consent("cli", "op-1", "d1"), "commit"),
        (Consent("button", "op-1", "d0"), "refuse"),
        (Consent("button", "op-2", "d1"), "refuse"),
        (Consent("button", None, None), "refuse"),
    ],
)
def test_a_button_agrees_to_its_own_operation_and_digest_alone(consent: Consent, outcome: str) -> None:
    assert judged("confirma", known=an_operation(), consent=consent).outcome == outcome
    assert judged("", known=an_operation(), others=(OTHER,), consent=consent, previous=None).outcome == outcome


# (d) the fast path, whose own table is in test_fast_path.py


def test_the_fast_path_commits_a_new_id_and_no_other() -> None:
    assert judged("gastei 200 no mercado", known=None, fast_path=True) == Verdict("commit", fast_path=True)
    assert judged("gastei 200 no mercado", known=an_operation(), fast_path=True).outcome == "refuse"
    assert (
        judged("gastei 200 no mercado", known=an_operation(an_event(at=NOW - EXPIRES)), fast_path=True).outcome
        == "preview"
    )


# (e) and (f) known ids


def test_a_confirmed_id_is_replayed_whatever_is_said() -> None:
    done = an_operation(an_event(), an_event("confirmed"))

    for confirm in (True, False):
        assert judged("oi", known=done, confirm=confirm).outcome == "replay"
        assert judged("", known=done, confirm=confirm, direct=False).outcome == "replay"


def test_a_confirmed_id_with_other_arguments_is_refused() -> None:
    done = an_operation(an_event(), an_event("confirmed"))

    assert judged(known=done, arguments=LIGHT) == Verdict("refuse", USED_ID)
    assert judged(known=done, arguments=LIGHT, confirm=False) == Verdict("refuse", USED_ID)


def test_an_undone_id_is_refused() -> None:
    undone = an_operation(an_event(), an_event("confirmed"), an_event("undone"))

    assert judged(known=undone) == Verdict("refuse", UNDONE)
    assert judged(known=undone, confirm=False) == Verdict("refuse", UNDONE)


def test_an_id_of_another_tool_is_refused() -> None:
    assert judged(known=an_operation(), tool="removeEntry") == Verdict("refuse", USED_ID)


@pytest.mark.parametrize("kind", ["proposed", "confirmed"])
def test_a_private_operation_is_nobody_elses(kind: str) -> None:
    hidden = an_operation(an_event(kind, private_to="Ana"))

    for confirm in (True, False):
        assert judged("confirma o mercado", known=hidden, confirm=confirm) == Verdict("refuse", NOT_YOURS)


# same arguments


@pytest.mark.parametrize(
    ("sent", "same"),
    [
        ({}, True),
        ({"amount": {"amount": 200.0, "currency": "BRL"}}, True),
        ({"amount": {"currency": "BRL", "amount": 200}}, True),
        ({"expense": "Mercado"}, True),
        ({"expense": "MERCADO"}, True),
        ({"date": "2026-06-15"}, True),
        ({"date": "2026-06-16"}, False),
        ({"date": None}, True),
        ({"amount": {"amount": 200.01, "currency": "BRL"}}, False),
        ({"expense": "Mercado Livre"}, False),
        ({"note": "x"}, False),
    ],
)
def test_arguments_agree_by_meaning(sent: dict[str, Any], same: bool) -> None:
    shown = an_event(resolved={"expense": "Mercado", "date": "2026-06-15"})

    assert agrees({**SPEND, **sent}, shown) is same
