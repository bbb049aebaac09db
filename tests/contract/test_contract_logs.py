"""The operation log, conversations and the inbox, on every storage."""

from __future__ import annotations

from typing import Any

import pytest

from contract.homes import a_turn, an_event, at
from mel.agent.operations import AlreadyConfirmed

DAY = 24 * 60


def test_an_operation_tells_its_events_in_order(storage: Any) -> None:
    events = [
        an_event(
            "proposed",
            turn_id="t1",
            member="Ana",
            channel="terminal",
            conversation="ana",
            message_id="m1",
            arguments={"expense": "mercado", "amount": {"amount": 12.34, "currency": "BRL"}},
            digest="abc",
            private_to="Ana",
        ),
        an_event("proposed", minutes=1, version=2),
        an_event("confirmed", minutes=2, receipt={"operationId": "op-1"}, resolved={"expense": "Mercado"}, fact="f"),
        an_event("undone", minutes=3),
    ]
    with storage.work("casa") as work:
        for event in events:
            work.operations.append(event)

    with storage.work("casa") as work:
        operation = work.operations.find("op-1")
        assert operation.events == tuple(events)
        assert operation.state(at(4)) == "undone"
        assert work.operations.find("op-2") is None


def test_a_second_confirmation_is_refused_and_nothing_of_it_kept(storage: Any) -> None:
    with storage.work("casa") as work:
        work.operations.append(an_event("confirmed"))

    def again() -> None:
        with storage.work("casa") as work:
            work.operations.append(an_event("proposed", "op-2"))
            work.operations.append(an_event("confirmed", minutes=1))

    with pytest.raises(AlreadyConfirmed):
        again()

    with storage.work("casa") as work:
        assert len(work.operations.find("op-1").events) == 1
        assert work.operations.find("op-2") is None


def test_open_are_those_that_wait_and_have_not_expired(storage: Any) -> None:
    with storage.work("casa") as work:
        log = work.operations
        log.append(an_event("proposed", "expired", -DAY))
        log.append(an_event("proposed", "renewed", -DAY - 1))
        log.append(an_event("proposed", "almost", -DAY + 1))
        log.append(an_event("proposed", "done", -3))
        log.append(an_event("confirmed", "done", -2))
        log.append(an_event("proposed", "cancelled", -2))
        log.append(an_event("cancelled", "cancelled", -1))
        log.append(an_event("proposed", "fresh", -1))
        log.append(an_event("proposed", "renewed", -0.5, version=2))

        assert [operation.id for operation in log.open(at(0))] == ["almost", "fresh", "renewed"]
        assert len(log.open(at(0))[-1].events) == 2
        assert [operation.id for operation in log.open(at(2))] == ["fresh", "renewed"]


def test_recent_are_newest_first_by_their_latest_event(storage: Any) -> None:
    with storage.work("casa") as work:
        for minutes, operation_id in enumerate(("a", "b", "c", "a")):
            work.operations.append(an_event("proposed", operation_id, minutes))

        assert [operation.id for operation in work.operations.recent()] == ["a", "c", "b"]
        assert [operation.id for operation in work.operations.recent(2)] == ["a", "c"]


def test_told_is_the_latest_confirmed_and_not_undone(storage: Any) -> None:
    with storage.work("casa") as work:
        log = work.operations
        log.append(an_event("proposed", "never", 0, fact="mercado-50"))
        assert log.told("mercado-50") is None
        log.append(an_event("confirmed", "first", 1, fact="mercado-50"))
        log.append(an_event("confirmed", "second", 2, fact="mercado-50"))
        log.append(an_event("confirmed", "other", 3, fact="mercado-51"))
        assert log.told("mercado-50").id == "second"
        log.append(an_event("undone", "second", 4, fact="mercado-50"))

    with storage.work("casa") as work:
        assert work.operations.told("mercado-50").id == "first"
        assert work.operations.told("luz-1") is None


def test_what_happened_in_the_same_moment_keeps_its_order(storage: Any) -> None:
    with storage.work("casa") as work:
        log = work.operations
        for operation_id in ("a", "b", "c", "a"):
            log.append(an_event("proposed", operation_id))
        assert [operation.id for operation in log.open(at(1))] == ["b", "c", "a"]
        for operation_id in ("b", "a"):
            log.append(an_event("confirmed", operation_id, fact="mercado-50"))

        assert [operation.id for operation in log.recent()] == ["a", "b", "c"]
        assert log.told("mercado-50").id == "a"


def test_a_conversation_is_remembered_in_order_and_apart_from_others(storage: Any) -> None:
    turns = [a_turn(f"t{number}", wrote=number == 2) for number in range(4)]
    with storage.work("casa") as work:
        for turn in turns:
            work.conversations.append(turn)
        work.conversations.append(a_turn("x", "gabriel"))

    with storage.work("casa") as work:
        assert work.conversations.recent("ana", 3) == tuple(turns[1:])
        assert work.conversations.recent("ana", 99) == tuple(turns)
        assert [turn.turn_id for turn in work.conversations.recent("gabriel", 5)] == ["x"]
        assert work.conversations.recent("ninguém", 5) == ()


def test_half_a_character_and_a_nul_come_back_as_they_were(storage: Any) -> None:
    odd = a_turn("t", messages=({"role": "user", "content": "gastei \ud800 50 \x00 ção"},))
    with storage.work("casa") as work:
        work.conversations.append(odd)
        work.operations.append(an_event("proposed", arguments={"expense": "\udfff"}))

    with storage.work("casa") as work:
        assert work.conversations.recent("ana", 1) == (odd,)
        assert work.operations.find("op-1").proposal.arguments == {"expense": "\udfff"}


def test_a_message_is_fresh_then_busy_then_done_with_its_reply(storage: Any) -> None:
    def claim(turn_id: str, minutes: float) -> tuple[Any, ...]:
        with storage.work("casa") as work:
            found = work.inbox.claim("m1", turn_id, at(minutes))
        return found.state, found.turn_id, found.reply

    assert claim("t1", 0) == ("fresh", "t1", None)
    assert claim("t2", 1.9) == ("busy", "t1", None)
    with storage.work("casa") as work:
        work.inbox.finish("m1", {"text": "anotado", "n": [1]}, at(1.95))
        work.inbox.finish("m1", {"text": "outra"}, at(1.96))
    assert claim("t3", 1.97) == ("done", "t1", {"text": "anotado", "n": [1]})
    assert claim("t4", 99) == ("done", "t1", {"text": "anotado", "n": [1]})


def test_a_stored_reply_is_a_copy(storage: Any) -> None:
    with storage.work("casa") as work:
        work.inbox.claim("m1", "t1", at(0))
        reply = {"figures": [1]}
        work.inbox.finish("m1", reply, at(1))
        reply["figures"].append(2)
        work.inbox.claim("m1", "t2", at(2)).reply["figures"].append(3)

        assert work.inbox.claim("m1", "t3", at(3)).reply == {"figures": [1]}


def test_an_abandoned_message_is_resumed_under_its_first_turn(storage: Any) -> None:
    def state(turn_id: str, minutes: float) -> tuple[str, str]:
        with storage.work("casa") as work:
            found = work.inbox.claim("m1", turn_id, at(minutes))
        return found.state, found.turn_id

    assert state("t1", 0) == ("fresh", "t1")
    assert state("t2", 2) == ("resumed", "t1")
    assert state("t3", 3) == ("busy", "t1")
    assert state("t4", 4) == ("resumed", "t1")


def test_finishing_what_was_never_claimed_is_a_fault(storage: Any) -> None:
    with storage.work("casa") as work, pytest.raises(LookupError):
        work.inbox.finish("m1", {}, at(0))
