"""adjust_expense: what an expense may cost from now on, or when it falls due."""

from __future__ import annotations

from datetime import date
from typing import Any

from mel.shared.text import fold
from mel.understanding import lexicon
from mel.understanding.clause import Clause, Refused, moment_slots, money_slots
from mel.understanding.names import find_expense, find_goal
from mel.understanding.orders import opening, order
from mel.understanding.phrases import name_word, trim
from mel.understanding.reading import Reading
from mel.understanding.row import Item
from mel.understanding.verbs import ADD, ADJUST, PLACE, verb
from mel.understanding.wordlist import words

_LIMIT_HEADS = words(
    "limite limiti teto orcamento orcamentos valor verba envelope budget previsto previsao vencimento despesa gasto"
)
_UP = frozenset(["aumentar", "subir", "elevar"])
_DOWN = words("tirar reduzir diminuir baixar abaixar cortar")


def read_adjustment(clause: Clause) -> Reading:
    """A new value, limit or due day for an expense, ordered ("muda X pra N") or told ("X agora é N")."""
    if clause.instalments or clause.methods or (clause.asked and not opening(clause.core)):
        raise Refused("not_understood")
    core = _topic_last(_said_twice(list(clause.core)))
    limited = any(item.norm in {"limite", "teto", "orcamento", "verba"} for item in core)
    if limited and (left := order(core, frozenset({"deixar"}))):
        return _ordered(clause, core, left[0].lemma, left[1])
    if limited and len(core) > 2 and core[0].norm == "mais" and core[1].kind == "amt":
        return _ordered(clause, core, "adicionar", 1)
    if any(item.norm == "vencimento" for item in core) and (moving := order(core, frozenset({"transferir"}))):
        return _ordered(clause, core, moving[0].lemma, moving[1])
    commanded = order(core, ADJUST | PLACE | ADD | {"tirar"})
    noun = core[:1] != [] and core[0].norm == "limite" and core[1:2] != [] and core[1].norm in lexicon.OF
    if commanded is not None and not noun:
        return _ordered(clause, core, commanded[0].lemma, commanded[1])
    return _told(clause, core)


def _said_twice(core: list[Item]) -> list[Item]:
    """ "ajusta o teto da padaria, deixa em 220": the second order only tells to what."""
    cut = next((at for at, item in enumerate(core) if item.kind == "sep"), 0)
    front, rest = core[:cut], core[cut + 1 :]
    twice = len(rest) > 2 and rest[0].norm in {"deixa", "deixe", "bota", "poe", "coloca", "muda"}
    if not twice or rest[1].norm not in {"em", "pra", "por", "com"} or rest[2].kind != "amt":
        return core
    if any(item.kind == "amt" for item in front) or order(front, ADJUST) is None:
        return core
    return [*front, Item("w", rest[1].first, rest[1].last, "pra"), *rest[2:]]


def _topic_last(core: list[Item]) -> list[Item]:
    """ "o teto do pet, coloca mais 80": the order comes first, then what it is about."""
    cut = next((at for at, item in enumerate(core) if item.kind == "sep"), 0)
    front, rest = core[:cut], core[cut + 1 :]
    if not any(item.norm in _LIMIT_HEADS - {"valor", "gasto", "despesa"} for item in front):
        return core
    commanded = order(rest, ADJUST | PLACE | ADD)
    if commanded is None or any(item.kind == "amt" for item in front):
        return core
    return [*rest[: commanded[1]], *front, *rest[commanded[1] :]]


def _ordered(clause: Clause, core: list[Item], lemma: str, at: int) -> Reading:
    rest = core[at:]
    words = [item.norm if item.kind == "w" else f"<{item.kind}>" for item in rest]
    limit = any(word in _LIMIT_HEADS for word in words)
    if lemma == "trocar" and (words[:1] == ["de"] or not {"pra", "pro", "vencimento", "dia", "data"} & set(words)):
        # "quero trocar de celular, um de 1.800": another thing to buy, and no other value.
        raise Refused("future")
    more = "mais" in words or lemma in ADD
    if lemma == "tirar" and not (limit and clause.amounts and "meta" not in words):
        raise Refused("not_an_adjustment")
    if lemma in PLACE | ADD:
        if not ({"limite", "limiti", "teto", "orcamento", "verba", "budget"} & set(words)):
            raise Refused("not_an_adjustment")
        mode: str | None = "increase" if more else "set"
        if not more and words[:1] == ["<amt>"]:
            raise Refused("not_understood")
    else:
        mode = _mode(lemma, words, clause)
        if mode is None and set(opening(core)) & {
            "quero",
            "queria",
            "queremos",
            "preciso",
            "precisamos",
            "vamos",
            "gostaria",
            "bora",
        }:
            raise Refused("future")
    name = _adjusted_name(rest, clause)
    return _reading(clause, name, mode, words, headed=limit)


def _mode(lemma: str, words: list[str], clause: Clause) -> str | None:
    """ "pra N" and "de A pra B" set; "em N" and an amount right after the verb raise or lower."""
    if not clause.amounts and not clause.percent:
        if lemma == "cortar":
            raise Refused("not_carried")
        return "set" if any(due.day for due in clause.dues) or any(w.day_number for w in clause.whens) else None
    before = ""
    for at, word in enumerate(words):
        if word == "<amt>":
            before = words[at - 1] if at else ""
    if clause.percent and not clause.amounts:
        if lemma in _UP | _DOWN:
            return "increase" if lemma in _UP else "decrease"
        raise Refused("ambiguous_amount")
    if before in {"pra", "pro", "para", "<sep>"} and before != "<sep>":
        return "set"
    if lemma in _UP | _DOWN:
        if before in {"em", "", "mais", "uns"}:
            return "increase" if lemma in _UP else "decrease"
        raise Refused("ambiguous_amount")
    return "set"


def _adjusted_name(rest: list[Item], clause: Clause) -> str | None:
    """The one noun phrase once limit words, amounts and "pra" before them are gone."""
    runs: list[list[Item]] = [[]]
    for item in rest:
        if item.kind in {"amt", "sep"}:
            runs.append([])
        elif item.kind in {"w", "when"}:
            runs[-1].append(item)
        elif item.kind == "qty":
            raise Refused("ambiguous_amount")
        else:
            raise Refused("not_understood")
    found = [trimmed for run in runs if (trimmed := _limited(run))]
    if len(found) > 1:
        raise Refused("not_understood")
    if not found:
        return None
    if found[0][0].norm in lexicon.DEMONSTRATIVES | {"ultimo", "ultima", "registro", "lancamento"}:
        raise Refused("correction")
    return clause.sentence.span(found[0][0].first, found[0][-1].last)


def _limited(run: list[Item]) -> tuple[Item, ...]:
    edges = lexicon.ARTICLES | lexicon.PREPOSITIONS | lexicon.POSSESSIVES | _LIMIT_HEADS | {
        "mais", "agora", "eh", "como", "novo",
        "nova", "ser", "gastos", "dia", "data", "mensal", "por", "ficar", "passa",
        "e", "conta", "do",
    }  # fmt: skip
    left = list(run)
    while left and left[0].kind == "w" and left[0].norm in edges and left[0].value != "code":
        left = left[1:]
    while left and left[-1].kind == "w" and left[-1].norm in edges and left[-1].value != "code":
        left.pop()
    if any(not name_word(item) for item in left):
        raise Refused("not_understood")
    return trim(left)


_EARNED = words("salario salarios salariozinho renda receita aposentadoria bonus comissao plr proventos soldo")


def _reading(clause: Clause, name: str | None, mode: str | None, words: list[str], *, headed: bool) -> Reading:
    vocabulary = clause.context.vocabulary
    if name is None:
        raise Refused("correction")
    known = find_expense(name, vocabulary)
    if known.how != "exact" and fold(name).split()[0] in _EARNED:
        raise Refused("not_an_adjustment")
    if " e " in f" {fold(name)} " and known.how != "exact":
        raise Refused("two_actions")
    goal = find_goal(name, vocabulary).known or "meta" in words
    if goal and not known.known:
        raise Refused("not_carried")
    if not known.known and not headed:
        raise Refused("unknown_name")
    slots: dict[str, Any] = {}
    day = _day_meant(clause, words)
    if day:
        clause.amounts = []
        slots["billing_day"] = day
    if len(clause.amounts) == 2 and mode == "set" and _from_to(words):
        clause.amounts.pop(0)
    slots.update(money_slots(clause))
    slots["name"] = name
    if clause.percent:
        slots["percent"] = clause.percent
    if mode:
        slots["mode"] = mode
    slots.update(_adjust_times(clause))
    if "amount" not in slots and name.split()[-1].isdigit() and known.how != "exact":
        raise Refused("ambiguous_amount")
    if "amount" not in slots and "percent" not in slots and "billing_day" not in slots:
        slots.pop("mode", None)
    suggestion = known.candidates[0] if known.how == "typo" else None
    missing = () if {"amount", "percent", "billing_day"} & set(slots) else ("amount",)
    return Reading("adjust_expense", slots, ordered=True, missing=missing, suggestion=suggestion)


def _day_meant(clause: Clause, words: list[str]) -> int | None:
    """ "troca o dia do plano para 20": a bare small figure after "dia" or "vencimento" is a day."""
    if not {"dia", "vencimento", "data"} & set(words) or len(clause.amounts) != 1:
        return None
    figure = clause.amounts[0]
    if not figure.bare or figure.value != int(figure.value) or not 1 <= figure.value <= 31:
        raise Refused("ambiguous_amount")
    return int(figure.value)


def _from_to(words: list[str]) -> bool:
    """ "de 320 para 365": the second is the new value."""
    places = [at for at, word in enumerate(words) if word == "<amt>"]
    return len(places) == 2 and words[places[0] - 1] == "de" and words[places[0] + 1 : places[1]] in (["pra"], ["pro"])


def _adjust_times(clause: Clause) -> dict[str, Any]:
    days = {due.day for due in clause.dues if due.day}
    if any(due.frequency in {"weekly", "yearly"} for due in clause.dues) or len(days) > 1:
        raise Refused("recurring")
    slots: dict[str, Any] = {"billing_day": days.pop()} if days else {}
    for when in clause.whens:
        moment = None if when.vague else when.resolve(clause.context.today, future=True)
        if moment is None or "date" in slots or "period" in slots:
            raise Refused("vague_time")
        if when.day_number and not when.since and when.last - when.first <= 4 and "billing_day" not in slots:
            slots["billing_day"] = when.day_number
        elif when.since:
            slots["date"] = (moment if isinstance(moment, date) else moment[0]).isoformat()
        elif not isinstance(moment, date):
            slots.update(moment_slots(moment))
        else:
            raise Refused("vague_time")
    return slots


_TOLD_MOVE = words(
    "reajustou subiu aumentou passou foi passa vai reduziu diminuiu caiu baixou mudou subiram trocou reajustado "
    "reajustada"
)


_CHANGED = words("reajustado reajustada aumentado aumentada alterado alterada mudado mudada corrigido corrigida ser")


def _told(clause: Clause, core: list[Item]) -> Reading:
    words = [item.norm if item.kind == "w" else f"<{item.kind}>" for item in core]
    head = next((word for word in words if word not in lexicon.ARTICLES | lexicon.POSSESSIVES | {"novo", "nova"}), "")
    limit = head in {"limite", "teto", "orcamento", "verba", "limiti", "budget"}
    moved = next((at for at, word in enumerate(words) if word in _TOLD_MOVE), None)
    moved_day = head == "vencimento" and any(when.day_number for when in clause.whens)
    day = moved_day or any(due.day and due.due and not due.frequency for due in clause.dues)
    since = any(when.since for when in clause.whens)
    if ("agora" in {token.norm for token in clause.sentence.tokens} or since) and (
        day or ({"eh", "custa", "ta", "fica"} & set(words) and clause.amounts)
    ):
        rest = [
            item
            for item in core
            if item.norm not in _TOLD_MOVE | {"eh", "custa", "ta", "fica", "vence", "em", "agora"} or item.kind != "w"
        ]
        return _reading(clause, _adjusted_name(rest, clause), "set", words, headed=True)
    if moved is not None and day and not clause.amounts:
        return _reading(clause, _adjusted_name(core[:moved], clause), "set", words, headed=limit)
    if moved is not None and clause.amounts:
        target = [at for at, word in enumerate(words) if word == "<amt>"][-1]
        if words[target - 1 : target] == ["de"] and words[target - 2] == "ser":
            target -= 1
        if words[target - 1] not in {"pra", "pro", "a", "ser"} or target < moved:
            raise Refused("not_understood")
        rest = [item for at, item in enumerate(core) if at != moved and item.norm not in _CHANGED]
        returns = any(due.frequency for due in clause.dues)
        return _reading(clause, _adjusted_name(rest, clause), "set", words, headed=not returns)
    if (
        limit
        and clause.amounts
        and not any(
            verb(w) and w not in lexicon.PREPOSITIONS
            for w in words
            if w not in {"limite", "orcamento", "eh", "teto", "deve", "ser"} and w in {"gastei", "paguei"}
        )
    ):
        rest = [item for item in core if item.norm not in {"eh", "sera", "fica", "ser"} or item.kind != "w"]
        return _reading(clause, _adjusted_name(rest, clause), "set", words, headed=True)
    raise Refused("not_an_adjustment")
