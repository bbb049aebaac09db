"""A second look at a message that was not understood: what of it was really unclear, and what can still be proposed."""

from __future__ import annotations

import re
from datetime import date

from mel.agent.turn import TurnContext
from mel.agent.wording.answers import HONEST_LIMIT
from mel.llm.small_talk import ABOUT_WORRY, MEL, NO_DOCUMENTS, NOT_TOLD_HERE, WHY_NOT
from mel.llm.wish import Wish, ask
from mel.shared.text import fold, tokens
from mel.understanding import Context, Reading, understand

_HEDGE = re.compile(
    r"\b(?:eu )?(?:acho|creio|parece) que\b|\b(?:quase|tipo|talvez)\b(?= (?:r\$ ?)?\d)|\buns\b(?= \d)", re.I
)
_DAY = re.compile(
    r"(?:\b(?:em|no dia|dia|de) )?\b(?P<day>\d{1,2})/(?P<month>\d{1,2})(?:/(?P<year>\d{4}|\d{2}))?\b", re.I
)
_DOCUMENT = re.compile(r"\b(?:cpf|cnpj|rg|senha|cvv)\b")
_WHO_ARE_YOU = re.compile(
    r"^(?:oi |ola )?(?:quem (?:eh|e) (?:voce|vc|tu)|(?:voce|vc|tu) (?:eh|e) (?:(?:uma?|o|a) )?"
    r"(?:ia|robo|bot|humana?|pessoa|gente|inteligencia artificial|maquina|mel)|o que (?:voce|vc) (?:eh|e))\b"
)
_FRIENDLY = re.compile(
    r"\b(?:obrigad\w+|obg|brigad\w+|valeu|vlw|grat[oa]|tchau|ate (?:mais|logo|amanha)|bo[am] (?:noite|dia|tarde)"
    r"|show|top|k{2,}|(?:rs)+|(?:ha|he){2,}\w*|amei|deus|beijos?|abraco|beleza|blz|tmj|tamo|legal|massa|otim[oa]|maravilha"
    r"|entendi|joia|perfeito|uau|boa|ta)\b"
)
_GOAL_CHANGES = (
    (
        {"apaga", "apagar", "exclui", "excluir", "remove", "deleta", "cancela", "encerra", "encerrar"},
        "Apagar uma meta eu ainda não sei. Quer ver as metas de vocês?",
    ),
    (
        {"resgata", "resgatar", "tira", "tirar", "saca", "sacar", "retira", "retirar"},
        "Tirar dinheiro de uma meta eu ainda não sei. Quer ver as metas de vocês?",
    ),
    (
        {
            "muda",
            "mudar",
            "altera",
            "alterar",
            "troca",
            "renomeia",
            "corrige",
            "aumenta",
            "diminui",
            "adia",
            "prorroga",
        },
        "Mudar uma meta eu ainda não sei. Quer ver as metas de vocês?",
    ),
)
_WORRY = re.compile(r"\b(?:preocupad[oa]|apertad[oa]|ansios[oa]|estressad[oa]|no vermelho|sem dinheiro|sem grana)\b")


def hedged(reading: Reading, turn: TurnContext) -> Reading:
    """ "Acho que gastei 50 no mercado": the spend without its doubt, to be asked about and never written unasked."""
    if reading.intent != "unclear" or not _HEDGE.search(turn.text):
        return reading
    again = _read(_HEDGE.sub("", turn.text), turn)
    return again._replace(concluded=False) if again.intent == "record_spend" else reading


def without_bad_day(reading: Reading, turn: TurnContext) -> Reading | None:
    """The spend of a message whose day is in no calendar (31/02), without that day."""
    said = _DAY.search(turn.text)
    if reading.intent != "unclear" or said is None or _exists(said):
        return None
    again = _read(turn.text[: said.start()] + turn.text[said.end() :], turn)
    return again if again.intent == "record_spend" and "name" in again.slots and "amount" in again.slots else None


def about_mel(reading: Reading, turn: TurnContext) -> str | None:
    """What to say to a member who asks who Mel is, or who worries."""
    text = fold(turn.text).strip(" ?!.")
    if reading.intent in {"out_of_scope", "unclear"} and _WHO_ARE_YOU.search(text):
        return MEL
    if reading.intent == "unclear" and _WORRY.search(text):
        return ABOUT_WORRY
    return None


def for_what(reading: Reading, turn: TurnContext) -> Wish | None:
    """ "45" alone: the amount waits for its purpose, and both are shown before anything is written."""
    if reading.reason != "bare_amount":
        return None
    told = _read(f"registra {turn.text}", turn)
    return ask(told, "name", WHY_NOT["bare_amount"]) if told.missing == ("name",) else None


def about_a_goal(turn: TurnContext) -> str | None:
    """What of a goal that is known Mel cannot change yet."""
    words = set(tokens(turn.text))
    names = [tokens(term.name) for term in turn.vocabulary.goals]
    named = any(words.issuperset(name) or words & {word for word in name if len(word) > 3} for name in names)
    return next((text for verbs, text in _GOAL_CHANGES if words & verbs), None) if named else None


def why_not(reading: Reading, turn: TurnContext) -> str | None:
    """What to say about an abstention when nobody else can help: only what is true of this very message."""
    text, reason = turn.text.strip(), reading.reason or ""
    if reason == "injection" and _DOCUMENT.search(fold(text)):
        return NO_DOCUMENTS
    if reason == "not_carried" and text.endswith("?"):
        return NOT_TOLD_HERE
    if reason == "question" and _read(text.rstrip("? "), turn).intent != "record_spend":
        return HONEST_LIMIT
    if reason == "negated" and turn.last_write is not None:
        return WHY_NOT["correction"]
    if (reason == "small_talk" and not _FRIENDLY.search(fold(text))) or (
        reason == "no_amount" and len(text.split()) == 1
    ):
        return None
    return WHY_NOT.get(reason)


def _read(text: str, turn: TurnContext) -> Reading:
    return understand(" ".join(text.split()), Context(turn.today, turn.vocabulary))


def _exists(said: re.Match[str]) -> bool:
    year = int(said["year"] or 2024)
    try:
        date(year + 2000 if year < 100 else year, int(said["month"]), int(said["day"]))
    except ValueError:
        return False
    return True
