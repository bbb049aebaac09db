"""register_expense and adjust_expense: what returns every month, and what an expense may cost from now on."""

from __future__ import annotations

from datetime import date
from typing import Any

from mel.understanding import lexicon
from mel.understanding.clause import Clause, Refused, method_slots, moment_slots, money_slots
from mel.understanding.names import find_expense, find_goal
from mel.understanding.orders import opening, order
from mel.understanding.phrases import name_word, trim
from mel.understanding.reading import Reading
from mel.understanding.sentence import Item
from mel.understanding.verbs import ADD, ADJUST, LOG, PLACE, verb
from mel.understanding.wordlist import words

_SUBSCRIBE = words("assinei assinamos assinou contratei contratamos contratou")
_FIXED = frozenset({"fixa", "fixo", "fixas", "fixos", "recorrente", "recorrentes"})
_FIXED_HEADS = frozenset({"conta", "despesa", "gasto", "custo", "compromisso", "assinatura"})
_PAYING = words(
    "pago pagamos paga pagam pagar pagando cai custa custam eh sao fica sai vem vence debita debitado cobra "
    "cobram sera da dah ta gasto gastamos gasta assinar contratar"
)
_WILL = words(
    "vou vai vamos a gente eu nos2 agora que tem tenho temos comecei comecamos passei passamos de pra comeco "
    "comecando quero pode"
)


def read_recurring(clause: Clause) -> Reading:
    """A recurring expense: a recurrence or due day with an amount, a subscription, or an order to add a fixed bill."""
    core = list(clause.core)
    if clause.percent or clause.instalments:
        raise Refused("not_understood")
    words = [item.norm for item in core if item.kind == "w"]
    fixed = any(word in _FIXED for word in words) and any(word in _FIXED_HEADS for word in words)
    subscribed = bool(set(words) & _SUBSCRIBE) or "assinatura" in words[:5]
    due = _due(clause) or _added_with_day(core, clause)
    if not (due or fixed or subscribed):
        raise Refused("not_recurring")
    if set(words) & _INCOMES:
        raise Refused("not_carried")
    if due and set(due) == {"billing_day"} and not clause.amounts:
        raise Refused("no_amount")
    _check_future(words)
    core, ordered = _without_opening(core)
    slots = money_slots(clause)
    name, category = _name(core, clause)
    if name is None:
        raise Refused("no_name")
    if "amount" not in slots and not (subscribed or ordered):
        raise Refused("no_amount")
    slots["name"] = name
    if category:
        slots["category"] = category
    slots.update(due)
    slots.update(method_slots(clause))
    slots.update(_when(clause, slots))
    gente = bool({"gente", "nos2", "agente"} & set(clause.words[:4]))
    member = "both" if gente else clause.member
    if member and (member != "both" or not ordered):
        slots["member"] = member
    missing = tuple(slot for slot in ("amount", "name") if slot not in slots)
    return Reading("register_expense", slots, ordered=ordered, missing=missing)


_INCOMES = words(
    "recebo recebemos recebe recebi ganho ganha ganhamos salario renda receita aposentadoria entra caiu "
    "entrou mesada pensao freela"
)


def _due(clause: Clause) -> dict[str, Any]:
    frequencies = {due.frequency for due in clause.dues if due.frequency}
    days = {due.day for due in clause.dues if due.day}
    if len(frequencies) > 1 or len(days) > 1:
        raise Refused("vague_time")
    slots: dict[str, Any] = {}
    if days:
        slots["billing_day"] = days.pop()
    if frequencies:
        slots["frequency"] = frequencies.pop()
    return slots


_BEGIN = words(
    "pagar gastar ter assinar contratar custar ser comecar fazer adicionar cadastrar incluir registrar lancar anotar"
)


def _check_future(words: list[str]) -> None:
    """ "vou pagar 90 por mês" begins something that returns; "vou" before anything else is only a plan."""
    for at, word in enumerate(words):
        if word in {"vou", "vai", "vamos"} and (at + 1 >= len(words) or words[at + 1] not in _BEGIN):
            raise Refused("future")


def _added_with_day(core: list[Item], clause: Clause) -> dict[str, Any]:
    """ "cadastra netflix 55,90 dia 8": a thing added with a bare day of the month has that due day."""
    commanded = order(core, ADD - {"criar"})
    if commanded is None or len(clause.whens) != 1 or not clause.amounts:
        return {}
    when = clause.whens[0]
    said = [token.norm for token in clause.sentence.tokens[when.first : when.last]]
    bare = when.day_number is not None and when.kind == "day" and len(said) <= 3 and "dia" in said[:2]
    if not bare:
        return {}
    clause.whens = []
    return {"billing_day": when.day_number}


def _when(clause: Clause, slots: dict[str, Any]) -> dict[str, Any]:
    """ "mensal dia 22" is a due day; a month with a yearly bill is a span ahead; any other time is not understood."""
    found: dict[str, Any] = {}
    for when in clause.whens:
        if when.vague:
            raise Refused("vague_time")
        if when.day_number and "billing_day" not in slots and when.kind == "day" and slots.get("frequency") != "yearly":
            found["billing_day"] = when.day_number
            continue
        moment = when.resolve(clause.context.today, future=True)
        if moment is None or found:
            raise Refused("vague_time")
        if when.since:
            found["date"] = (moment if isinstance(moment, date) else moment[0]).isoformat()
        elif when.kind == "month" and slots.get("frequency") == "yearly":
            found.update(moment_slots(moment))
        else:
            raise Refused("vague_time")
    return found


def _without_opening(core: list[Item]) -> tuple[list[Item], bool]:
    commanded = order(core, ADD | LOG | PLACE)
    if commanded is not None:
        return core[commanded[1] :], True
    return core, False


def _name(core: list[Item], clause: Clause) -> tuple[str | None, str | None]:
    runs: list[list[Item]] = [[]]
    category: str | None = None
    at = 0
    while at < len(core):
        item = core[at]
        if item.kind in {"amt", "sep"}:
            runs.append([])
        elif item.kind == "w" and item.norm in {"categoria", "como"} and at + 1 < len(core):
            rest = [i for i in core[at + 1 : at + 4] if i.kind == "w" and i.norm not in {"de", "da", "do"}]
            if not rest:
                raise Refused("not_understood")
            last = rest[0]
            category = clause.sentence.span(last.first, last.last)
            at = core.index(last)
            runs.append([])
        elif item.kind in {"w", "qty"} or item.kind == "when":
            runs[-1].append(item)
        else:
            raise Refused("ambiguous_amount")
        at += 1
    found = [trimmed for run in runs if (trimmed := _noun(run))]
    if len(found) > 1:
        raise Refused("not_understood")
    if not found:
        return None, category
    return clause.sentence.span(found[0][0].first, found[0][-1].last), category


def _noun(run: list[Item]) -> tuple[Item, ...]:
    edges = lexicon.ARTICLES | lexicon.PREPOSITIONS | _PAYING | _WILL | _SUBSCRIBE | _FIXED | {
        "conta", "despesa", "gasto", "custo", "assinatura", "mensalidade", "nova", "novo", "e", "minha", "meu", "nossa",
        "nosso", "valor", "ai", "mais", "boleto", "chamada", "chamado", "recorrencia",
    }  # fmt: skip
    left = list(run)
    while left and left[0].kind == "w" and left[0].norm in edges:
        if len(left) == 1 and left[0].norm in {"gasto", "conta"}:
            break
        left = left[1:]
    while left and left[-1].kind == "w" and left[-1].norm in edges - {"assinatura"}:
        left.pop()
    if any(not name_word(item) for item in left):
        raise Refused("not_understood")
    return trim(left)


_LIMIT_HEADS = words(
    "limite limiti teto orcamento orcamentos valor verba envelope budget previsto previsao vencimento despesa gasto"
)
_SET_VERBS = words(
    "mudar alterar ajustar corrigir trocar atualizar definir setar passar redefinir estipular fixar "
    "estabelecer limitar modificar botar colocar por"
)
_UP = frozenset(["aumentar", "subir", "elevar"])
_DOWN = words("reduzir diminuir baixar abaixar cortar")
_TO = frozenset({"pra", "pro", "para", "em", "a", "por", "eh", "como", "de"})


def read_adjustment(clause: Clause) -> Reading:
    """A new value, limit or due day for an expense, ordered ("muda X pra N") or told ("X agora é N")."""
    if clause.instalments or clause.methods or (clause.asked and not opening(clause.core)):
        raise Refused("not_understood")
    core = list(clause.core)
    commanded = order(core, ADJUST | PLACE | ADD)
    if commanded is not None:
        return _ordered(clause, core, commanded[0].lemma, commanded[1])
    return _told(clause, core)


def _ordered(clause: Clause, core: list[Item], lemma: str, at: int) -> Reading:
    rest = core[at:]
    words = [item.norm if item.kind == "w" else f"<{item.kind}>" for item in rest]
    limit = any(word in _LIMIT_HEADS for word in words)
    more = "mais" in words or lemma in ADD
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
        "mais", "agora", "eh", "novo", "nova", "ser", "gastos", "dia", "data", "mensal", "por", "ficar", "passa",
        "e", "conta", "do",
    }  # fmt: skip
    left = list(run)
    while left and left[0].kind == "w" and left[0].norm in edges:
        left = left[1:]
    while left and left[-1].kind == "w" and left[-1].norm in edges:
        left.pop()
    if any(not name_word(item) for item in left):
        raise Refused("not_understood")
    return trim(left)


def _reading(clause: Clause, name: str | None, mode: str | None, words: list[str], *, headed: bool) -> Reading:
    vocabulary = clause.context.vocabulary
    if name is None:
        raise Refused("correction")
    known = find_expense(name, vocabulary)
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
        if when.day_number and not when.since and when.last - when.first <= 3 and "billing_day" not in slots:
            slots["billing_day"] = when.day_number
        elif when.since:
            slots["date"] = (moment if isinstance(moment, date) else moment[0]).isoformat()
        elif not isinstance(moment, date):
            slots.update(moment_slots(moment))
        else:
            raise Refused("vague_time")
    return slots


_TOLD_MOVE = words("subiu aumentou passou foi passa vai reduziu diminuiu caiu baixou mudou subiram")


def _told(clause: Clause, core: list[Item]) -> Reading:
    words = [item.norm if item.kind == "w" else f"<{item.kind}>" for item in core]
    head = next((word for word in words if word not in lexicon.ARTICLES | lexicon.POSSESSIVES | {"novo", "nova"}), "")
    limit = head in {"limite", "teto", "orcamento", "verba", "limiti", "budget"}
    moved = next((at for at, word in enumerate(words) if word in _TOLD_MOVE), None)
    moved_day = head == "vencimento" and any(when.day_number for when in clause.whens)
    day = moved_day or any(due.day and due.due and not due.frequency for due in clause.dues)
    if "agora" in {token.norm for token in clause.sentence.tokens} and (
        day or ({"eh", "custa", "ta", "fica"} & set(words) and clause.amounts)
    ):
        rest = [
            item
            for item in core
            if item.norm not in {"eh", "custa", "ta", "fica", "vence", "em", "agora"} or item.kind != "w"
        ]
        return _reading(clause, _adjusted_name(rest, clause), "set", words, headed=limit)
    if moved is not None and clause.amounts:
        target = [at for at, word in enumerate(words) if word == "<amt>"][-1]
        if words[target - 1] not in {"pra", "pro", "a"} or target < moved:
            raise Refused("not_understood")
        rest = [item for at, item in enumerate(core) if at != moved]
        return _reading(clause, _adjusted_name(rest, clause), "set", words, headed=True)
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
