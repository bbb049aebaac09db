"""A correction of what was just proposed or written.

Never a silent change, always the corrected reading to be shown.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from mel.shared.names import match
from mel.understanding.affirm import name_words
from mel.understanding.clause import Refused, build, method_slots, money_slots, time_slots
from mel.understanding.fillers import meant
from mel.understanding.money import Figure
from mel.understanding.patterns import Pattern
from mel.understanding.people import read_who
from mel.understanding.phrases import phrases
from mel.understanding.reading import Context, Proposal, Reading, unclear
from mel.understanding.sentence import Item, Sentence
from mel.understanding.wordlist import words

_MARK = Pattern(
    r"^(?:(?:nao|n|ops|opa|epa|ih|eita|perai|errei|sim|ok|ta|pera|calma|desculpa|foi mal|mel|aff|ah|"
    r"hmm) (?:<sep> |<stop> )?(?:mas |era |foi |eram |foram |na verdade |so que |eh )|mas (?:foi|era|"
    r"eh)|na (?:verdade|real)|alias|quer dizer|ou melhor|corrig\w+|correcao|era |eram |foi |foram |"
    r"muda(?:r)? (?:pra|o|a|isso|esse|essa|pro)|troca(?:r)? (?:pra|o|a|por|isso|pro)|nao (?:era|foi|"
    r"eh)|errado|errei|o (?:valor|certo|correto)|digo|melhor|bota|coloca|poe|quem pagou|fui eu|"
    r"foi (?:ontem|hoje|no|na|em))"
)
_MERELY_NOT = Pattern(
    r"^(?:nao|n) <sep> (?:<amt>|<when>|<pm>|<card>|n[ao] |em |pr[ao] )|^(?:nao|n) <amt>$|^<amt> <sep> nao <amt>$"
)
""" "Não, 60", "não, na luz": a thing named so barely is one of the house's, or none ("não, na próxima")."""
_GLUE = words(
    "nao foi era eram foram na verdade real alias quer dizer ou melhor corrige corrija corrigir correcao "
    "muda mudar troca trocar pra pro o a valor certo correto eh digo sim ok mas so que errei ops opa epa "
    "isso em de por eita ih e desculpa mal n pera perai calma tambem no ta data dia pagamento quem "
    "pagou bota coloca poe com uma um ah aff reais"
)

_NO_NAMES = words("nada nenhum nenhuma ninguem proxima proximo")


def read_correction(sentence: Sentence, context: Context) -> Reading | None:
    """Only when something was just proposed or written; the corrected reading travels in `items`."""
    base = context.pending[-1] if context.pending else context.last_action
    if base is None or len(context.pending) > 1 or sentence.of("ask"):
        return None
    if not (marked := _MARK.search(sentence.flat)) and not _MERELY_NOT.search(sentence.flat):
        return None
    try:
        changed = _changed(sentence, context, base)
    except Refused:
        return unclear("correction")
    if changed is None or not (marked or _is_ours(changed.get("name"), base, context)):
        return None
    return unclear("correction", (Reading(base.intent, changed, ordered=True),))


def _is_ours(name: Any, base: Proposal, context: Context) -> bool:
    house = context.vocabulary
    return name == base.slots.get("name") or match(str(name), (*house.expenses, *house.goals)).found is not None


def _other(amounts: list[Figure], base: Proposal) -> Figure:
    """ "Era 300, não 350": the one that does not stand there already; else the last."""
    known = base.slots.get("amount")
    return amounts[0] if known is not None and amounts[1].value == Decimal(str(known)) else amounts[1]


def _besides(base: Proposal, words: list[Item], *, told: bool) -> list[Item]:
    """Without the name that stands there already: "não era mercado, era luz", "o mercado foi 55"."""
    own = name_words(base)
    others = [item for item in words if item.norm not in own]
    return others if others or told else words


def _changed(sentence: Sentence, context: Context, base: Proposal) -> dict[str, Any] | None:
    """The proposal's slots with the one or two that the message names replaced; None when words are left over."""
    kept = [item for item in meant(sentence) if not (item.kind == "w" and item.norm == "nao")]
    clause = build(sentence, context, kept, payer=False)
    slots: dict[str, Any] = dict(base.slots)
    new: dict[str, Any] = {}
    if len(clause.amounts) == 2:
        clause.amounts = [_other(clause.amounts, base)]
    new.update(money_slots(clause))
    new.update(time_slots(clause))
    if len({item.value[0] for item in clause.methods}) > 1:  # type: ignore[index]
        clause.methods = clause.methods[:1]
    new.update(method_slots(clause))
    rest = [item for item in clause.core if item.kind == "w"]
    for at in range(len(rest)):
        who = read_who(sentence, rest, at, context)
        if (who is not None and rest[at].norm not in {"ele", "ela"}) or (who is not None and at):
            assert who is not None
            new["member"] = who.member
            rest = rest[:at] + rest[who.last :]
            break
    words = _besides(base, [item for item in rest if item.norm not in _GLUE], told=bool(new))
    if words:
        found = phrases(words)
        if not found or len(found) > 1 or len(words) > 4 or new or words[0].norm in _NO_NAMES:
            return None
        new["name"] = found[0].text(sentence)
    if not new:
        return None
    if "billing_day" in slots and "date" in new:
        new["billing_day"] = int(str(new.pop("date"))[-2:])  # a bill falls due on a day of every month
    if "date" in new:
        slots.pop("period", None)
    if "period" in new:
        slots.pop("date", None)
    return {**slots, **new}
