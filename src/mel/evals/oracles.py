"""What one turn is judged by: pure functions over a frozen transcript and the world before and after."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from mel.evals.fixture import Bound, Expect, FixtureTurn
from mel.evals.matching import ABSENT, mismatches, shown
from mel.evals.phrases import readable
from mel.evals.report import Failure
from mel.evals.rows import unmet
from mel.evals.transcript import ObservedCall, SeenTurn, Transcript

Oracle = Callable[[Expect, SeenTurn, Transcript], Iterator[Failure]]
"""Given what is expected of a turn, the turn, and the turns before it."""


def judge_turn(turn: FixtureTurn, seen: SeenTurn, earlier: Transcript) -> list[Failure]:
    """Every finding of every oracle, in this order: calls, arguments, results, text, world."""
    return [failure for oracle in ORACLES for failure in oracle(turn.expect, seen, earlier)]


def calls(expect: Expect, seen: SeenTurn, earlier: Transcript) -> Iterator[Failure]:
    """Names and order; one failure for the whole list, so that one slip is told once."""
    made = [call.name for call in seen.calls]
    if expect.tool_calls_made is not None:
        reason = _out_of_order(expect, seen.calls)
        if reason:
            yield Failure(seen.number, reason, "calls", list(expect.tool_calls_made), made)
    for name in expect.forbidden_calls:
        if name in made:
            yield Failure(seen.number, f"forbidden tool {name} was called", "calls", None, made)


def _out_of_order(expect: Expect, observed: Sequence[ObservedCall]) -> str:
    wanted = list(expect.tool_calls_made or ())
    made = [call.name for call in observed if expect.reads != "free" or call.is_write or call.name in wanted]
    if expect.reads == "free":
        made = _without_repeated_reads(made, wanted, {call.name for call in observed if call.is_write})
    missing = list((Counter(wanted) - Counter(made)).elements())
    if missing:
        names = ", ".join(f"expected tool {name} not called" for name in dict.fromkeys(missing))
        return f"tool {names.removeprefix('expected tool ')}; calls made: {made or 'none'}"
    extra = list((Counter(made) - Counter(wanted)).elements())
    if extra and expect.order in ("exact", "any_order"):
        return f"unexpected tool calls: {', '.join(extra)}; expected tool calls: {wanted or 'none'}"
    if expect.order == "exact" and made != wanted:
        return f"tool calls out of order: {made}; expected tool calls: {wanted}"
    if expect.order == "in_order" and not _subsequence(wanted, made):
        return f"tool calls out of order: {made}; expected tool calls in this order: {wanted}"
    return ""


def _without_repeated_reads(made: list[str], wanted: list[str], writes: set[str]) -> list[str]:
    """A look-up asked for twice is a look-up; a write asked for twice is two."""
    allowed = Counter(wanted)
    kept: list[str] = []
    for name in made:
        if name in writes or kept.count(name) < allowed[name]:
            kept.append(name)
    return kept


def _subsequence(wanted: Sequence[str], made: Sequence[str]) -> bool:
    rest = iter(made)
    return all(name in rest for name in wanted)


def arguments(expect: Expect, seen: SeenTurn, earlier: Transcript) -> Iterator[Failure]:
    yield from _each("tool_call_args_matching", "args", expect.tool_call_args_matching, expect, seen, earlier)


def results(expect: Expect, seen: SeenTurn, earlier: Transcript) -> Iterator[Failure]:
    yield from _each("results_matching", "result", expect.results_matching, expect, seen, earlier)


def _each(
    field: str, part: str, patterns: Mapping[str, Any], expect: Expect, seen: SeenTurn, earlier: Transcript
) -> Iterator[Failure]:
    for name, pattern in patterns.items():
        made = [getattr(call, part) for call in seen.calls if call.name == name]
        if not made:
            # A missing call that `tool_calls_made` names was told already.
            if name not in (expect.tool_calls_made or ()):
                yield Failure(seen.number, f"tool {name} not called, so {field} has nothing to match", part)
            continue
        wanted = pattern if isinstance(pattern, list | tuple) else [pattern] * len(made)
        if len(wanted) != len(made):
            reason = f"{name}: {len(wanted)} patterns in {field} for {len(made)} calls"
            yield Failure(seen.number, reason, part, wanted, made)
            continue
        for want, have in zip(wanted, made, strict=True):
            found = mismatches(resolved(want, earlier), have)
            if found:
                reason = f"{name} {part} mismatch: {'; '.join(map(str, found))}"
                yield Failure(seen.number, reason, part, want, have)


def resolved(pattern: Any, earlier: Transcript) -> Any:
    """The pattern with each `Bound` replaced by the value it names; an unknown one matches nothing."""
    if isinstance(pattern, Bound):
        return bound_value(pattern, earlier)
    if isinstance(pattern, Mapping):
        return {key: resolved(value, earlier) for key, value in pattern.items()}
    if isinstance(pattern, list | tuple):
        return [resolved(value, earlier) for value in pattern]
    return pattern


def bound_value(bound: Bound, earlier: Transcript) -> Any:
    """From the arguments of that turn's calls first, then from their results and previews."""
    turn = next((turn for turn in earlier if turn.number == bound.turn), None)
    for source in ("args", "result"):
        for call in turn.calls if turn else ():
            value = getattr(call, source)
            preview = value.get("preview") if isinstance(value, Mapping) else None
            for root in (value, preview):
                found = _walk(root, bound.path.split("."))
                if found is not ABSENT:
                    return found
    return re.compile(rf"(?!)value of {re.escape(str(bound))}")


def _walk(value: Any, path: Sequence[str]) -> Any:
    for key in path:
        if not isinstance(value, Mapping) or key not in value:
            return ABSENT
        value = value[key]
    return value


def text(expect: Expect, seen: SeenTurn, earlier: Transcript) -> Iterator[Failure]:
    """A pattern is satisfied by a draft or by what was delivered; an anti-pattern must be in none of them."""
    said = list(dict.fromkeys((seen.text, *seen.cards, *seen.drafts)))
    wanted, unwanted = expect.response_text_matching, expect.response_text_not_matching
    if wanted and not any(wanted.search(words) for words in said):
        reason = f"response text did not match responseTextMatching {readable(wanted)}: {shown(seen.text)}"
        yield Failure(seen.number, reason, "text", wanted.pattern, seen.text)
    if unwanted:
        hit = next((hit for words in said if (hit := unwanted.search(words))), None)
        if hit:
            reason = f'matched forbidden responseTextNotMatching {readable(unwanted)}: "{hit[0]}"'
            yield Failure(seen.number, reason, "text", unwanted.pattern, hit[0])
    words = len(seen.text.split())
    if expect.max_words is not None and words > expect.max_words:
        reason = f"reply has {words} words, at most {expect.max_words}"
        yield Failure(seen.number, reason, "text", expect.max_words, seen.text)


def world(expect: Expect, seen: SeenTurn, earlier: Transcript) -> Iterator[Failure]:
    """The rows that changed in this turn are those expected, no more and no fewer."""
    if expect.world_changes is None:
        return
    if seen.changes is None:
        yield Failure(seen.number, "world changes are expected, but this fixture has no world", "world")
        return
    wanted = [type(want)(want.kind, want.table, resolved(want.fields, earlier)) for want in expect.world_changes]
    missing, extra = unmet(wanted, seen.changes)
    for told in missing:
        yield Failure(seen.number, f"world did not change as expected: {told}", "world", told, None)
    for change in extra:
        yield Failure(seen.number, f"world changed unasked: {change}", "world", None, str(change))


ORACLES: tuple[Oracle, ...] = (calls, arguments, results, text, world)
