"""One message in, one reading out.

What waits first, then talk, questions, and last the writes, each behind the veto.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from mel.understanding import (
    adjustments,
    answers,
    contributions,
    corrections,
    expenses,
    goals,
    incomes,
    items,
    questions,
    spend,
    talk,
    undo,
)
from mel.understanding.affirm import DEEDS
from mel.understanding.asking import asks
from mel.understanding.clause import Clause, Refused, clause_of
from mel.understanding.fillers import meant
from mel.understanding.orders import opening, order
from mel.understanding.patterns import Pattern
from mel.understanding.reading import Context, Reading, unclear
from mel.understanding.row import once
from mel.understanding.sentence import Item, Sentence, parse
from mel.understanding.stories import after_story
from mel.understanding.tokens import LONGEST, disguised
from mel.understanding.verbs import ADD, LOG, SAVE
from mel.understanding.veto import about_money, injected, veto
from mel.understanding.wordlist import words

_LATEST: deque[tuple[str, Context, Reading]] = deque(maxlen=4)
"""A turn asks the same question up to three times: the model, the gate, and the model again for its answer."""


def understand(text: str, context: Context) -> Reading:
    """Read one message. Never raises; abstains with intent "unclear" and a reason whenever a write is not sure."""
    for known_text, known_context, reading in tuple(_LATEST):
        if known_text == text and known_context == context:
            return reading
    reading = _read(text, context)
    _LATEST.append((text, context, reading))
    return reading


def _read(text: str, context: Context) -> Reading:
    if not text.strip():
        return unclear("empty")
    if len(text) > LONGEST:
        return unclear("long")
    if disguised(text):
        return unclear("disguised")
    try:
        sentence = parse(text, context)
        return _whole(sentence, _understand(sentence, context))
    except Refused as refusal:
        return unclear(refusal.reason)
    except (ValueError, OverflowError, IndexError, KeyError, RecursionError):
        return unclear("not_understood")


_NO_NAME = frozenset({"when", "due", "pm", "card", "inst", "amt", "emoji", "ask", "bad"})


def _whole(sentence: Sentence, reading: Reading) -> Reading:
    """A name with a time, an amount or a method in its middle is none: "natação todo mês pf"."""
    name = reading.slots.get("name")
    start = sentence.text.find(name) if isinstance(name, str) and reading.writes else -1
    if start < 0 or " " not in str(name):
        return reading
    end = start + len(str(name))
    for item in sentence.items:
        first, last = sentence.tokens[item.first].start, sentence.tokens[item.last - 1].end
        if item.kind in _NO_NAME and start < first and last <= end:
            return unclear("not_understood")
    return reading


def _understand(sentence: Sentence, context: Context) -> Reading:
    decided = talk.read_decision(sentence, context)
    if decided is not None:
        return decided
    if injected(sentence):
        return unclear("injection") if about_money(sentence) or context.pending else Reading("out_of_scope")
    if _yes_and_more(sentence, context):
        return corrections.read_correction(sentence, context) or unclear("correction")
    corrected = corrections.read_correction(sentence, context)
    if corrected is not None:
        return corrected
    answered = answers.read_answer(sentence, context, read_write)
    if answered is not None:
        return answered
    found = undo.read_undo(sentence, context) or talk.read_social(sentence)
    if found is not None:
        return found
    return _subject_matter(talk.without_greeting(sentence), context)


_DECIDING = words("sim ok pode blz beleza confirma isso claro certo ss confirmo fechado nao okay cancela")


def _yes_and_more(sentence: Sentence, context: Context) -> bool:
    """ "ok, anota também 20 de pão": a yes or a no to what waits, and then something else."""
    first = sentence.items[:2]
    if not context.pending or len(first) < 2 or first[0].norm not in _DECIDING:
        return False
    deeds = frozenset().union(*(DEEDS.get(proposal.intent, frozenset()) for proposal in context.pending))
    deed = first[0].norm in {"pode", "sim", "ok"} and order([first[1]], deeds) is not None
    return deed or first[1].kind in {"sep", "stop"} or first[1].norm in {"e", "mas", "so"}


def _subject_matter(sentence: Sentence, context: Context) -> Reading:
    sentence = _without_tags(sentence)
    order = _plain_order(sentence)
    if not order and (talk.plainly_outside(sentence) or talk.is_sum(sentence)):
        return Reading("out_of_scope")
    question = None if order else questions.read_question(sentence, context)
    if question is not None and (question.intent not in {"budget_total", "unclear"} or question.slots):
        helped = talk.read_help(sentence)
        if helped is None or question.intent in {"import_invoice", "feasibility"}:
            return question
    helped = talk.read_help(sentence)
    if helped is not None:
        return helped
    if question is not None:
        return question
    outside = talk.read_outside(sentence, context) if not order else None
    if outside is not None:
        return outside
    if asks(sentence) and sentence.of("ask") and not order:
        return unclear("question")
    return read_write(sentence, context)


_TAGS = frozenset({"ta", "viu", "ok", "blz", "beleza", "hein", "entendeu", "certo", "combinado"})


def _without_tags(sentence: Sentence) -> Sentence:
    """ "paguei o condomínio, tá?" asks nothing."""
    kept = [
        item
        for at, item in enumerate(sentence.items)
        if not (
            item.kind == "ask"
            and at
            and sentence.items[at - 1].kind == "w"
            and sentence.items[at - 1].norm in _TAGS
            and at > 2
        )
    ]
    if any(item.kind == "ask" for item in kept) or not sentence.of("amt"):
        return sentence
    return Sentence(sentence.text, sentence.tokens, kept)


_TO_WRITE = (LOG | ADD | SAVE) - {"criar", "somar", "passar", "marcar", "mandar", "investir", "aplicar"}


@once
def _plain_order(sentence: Sentence) -> bool:
    """ "pode lançar 50 no mercado?" is an order for all its question mark."""
    core = [item for item in meant(sentence) if item.kind in {"w", "amt"}]
    found = order(core, _TO_WRITE)
    polite = set(opening(core)) & {"pode", "podes", "poderia", "voce", "tu", "consegue", "dah", "da", "tem", "podia"}
    if sentence.of("ask") and not polite:
        return False
    if found is not None and found[0].lemma in SAVE and {"da", "dah", "consegue", "tem"} & set(opening(core)):
        return False
    return found is not None and bool(sentence.of("amt")) and found[0].tense in {"order", "infinitive"}


Reader = Callable[[Clause], Reading]

_ALLOWED = frozenset(
    {
        "pode",
        "quero",
        "queria",
        "queremos",
        "voce",
        "vamos",
        "preciso",
        "precisamos",
        "gostaria",
        "poderia",
        "quer",
        "vai",
        "vou",
        "pretendemos",
        "pretendo",
        "queriamos",
    }
)


_AS_BILL = Pattern(r"\bcomo (?:despesa|conta|gasto) fix[oa]\b")


def read_write(sentence: Sentence, context: Context) -> Reading:
    """The one write a message states, or an abstention that says why; several well-read ones become `items`."""
    tail = after_story(sentence)
    kept = tail if tail is not None else meant(sentence)
    if _plain_order(sentence):
        kept = [item for item in kept if item.kind != "ask"]
    trimmed = Sentence(sentence.text, sentence.tokens, kept)
    paid = _try(contributions.read_goal_payment, trimmed, context, allow=_ALLOWED)
    if paid is not None:
        return paid
    goal = _try(goals.read_new_goal, trimmed, context, allow=_ALLOWED | {"falta", "precisamos", "preciso"})
    if goal is not None:
        return goal
    fixed = {"como"} if _AS_BILL.search(trimmed.flat) else set[str]()
    recurring = _try(
        expenses.read_recurring, trimmed, context, allow=_ALLOWED | {"tem", "temos", "cada", "tenho"} | fixed
    )
    if recurring is not None:
        return recurring
    named_limit = {"como"} if "<amt> como " in trimmed.flat else set[str]()
    adjusted = _try(
        adjustments.read_adjustment,
        trimmed,
        context,
        allow=_ALLOWED | {"menos", "corrige", "corrija", "corrigir"} | named_limit,
    )
    several = items.read_items(trimmed, context, read_single)
    if adjusted is not None:
        return adjusted
    if several is not None:
        return several
    return read_single(trimmed, context)


_SINGLE: tuple[Reader, ...] = (
    contributions.read_goal_payment,
    contributions.read_contribution,
    incomes.read_income,
    spend.read_spend,
)


def read_single(sentence: Sentence, context: Context) -> Reading:
    """A contribution, an income or a spend; the reason of the closest grammar when none fits."""
    filed = frozenset({"como"}) if sentence.words[-2:-1] == ["como"] and _plain_order(sentence) else frozenset[str]()
    reason = veto(sentence, allow=_allowed_orders(sentence) | filed)
    if reason is not None:
        return unclear(reason)
    if _lines(sentence) > 1:
        return unclear("two_actions")
    reasons: list[str] = []
    for reader in _SINGLE:
        try:
            found = reader(clause_of(sentence, context))
        except Refused as refusal:
            reasons.append(refusal.reason)
            continue
        if found.intent != "record_spend" or not _asked(sentence):
            return found
        return unclear("question")
    strong = [
        r
        for r in reasons
        if r not in {"not_a_contribution", "not_an_income", "not_a_spend", "not_understood", "no_amount"}
    ]
    return unclear((strong or reasons)[-1])


def _lines(sentence: Sentence) -> int:
    """How many of the message's lines hold words of their own."""
    runs = [list[Item]()]
    for item in sentence.items:
        if item.kind == "sep" and item.norm == "\n":
            runs.append([])
        elif item.kind == "w":
            runs[-1].append(item)
    return sum(bool(run) for run in runs)


def _asked(sentence: Sentence) -> bool:
    return bool(sentence.of("ask")) and not _plain_order(sentence)


def _allowed_orders(sentence: Sentence) -> frozenset[str]:
    """Words of will and leave are fine in front of an order to log ("quero registrar", "pode aportar")."""
    return _ALLOWED if _plain_order(sentence) else frozenset({"voce"})


def _try(reader: Reader, sentence: Sentence, context: Context, *, allow: frozenset[str]) -> Reading | None:
    if veto(
        sentence, allow=allow, plans=reader in {goals.read_new_goal, expenses.read_recurring}
    ) is not None or sentence.of("bad"):
        return None
    if sentence.of("ask"):
        return None
    try:
        return reader(clause_of(sentence, context))
    except Refused:
        return None
