"""register_expense: what returns every month or year, and the bills that are added."""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from typing import Any

from mel.understanding import lexicon
from mel.understanding.clause import Clause, Refused, method_slots, moment_slots, money_slots
from mel.understanding.names import find_expense
from mel.understanding.orders import order
from mel.understanding.phrases import name_word, trim
from mel.understanding.reading import Reading
from mel.understanding.sentence import Item
from mel.understanding.verbs import ADD, ADJUST, LOG, PLACE
from mel.understanding.wordlist import words

_SUBSCRIBE = words("assinei assinamos assinou contratei contratamos contratou")
_FIXED = frozenset({"fixa", "fixo", "fixas", "fixos", "recorrente", "recorrentes"})
_FIXED_HEADS = frozenset({"conta", "despesa", "gasto", "custo", "compromisso", "assinatura"})
_PAYING = words(
    "pago pagamos paga pagam pagar pagando cai saem custa custam eh sao fica sai vem vence debita debitado cobra "
    "cobram sera da dah ta gasto gastamos gasta assinar contratar"
)
_WILL = words(
    "comecou vou vai vamos a gente eu nos2 agora que tem tenho temos comecei comecamos passei passamos de pra comeco "
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
    _check_new(clause, core, words)
    added = order(core, ADD - {"criar"}) is not None
    if due and set(due) == {"billing_day"} and not clause.amounts and not added:
        raise Refused("no_amount")
    _check_future(words)
    core, ordered = _without_opening(core)
    slots = money_slots(clause)
    name, category = _name(core, clause)
    if name is None:
        raise Refused("no_name")
    if subscribed and not due and name.casefold().split()[0] in PAPERS:
        raise Refused("not_understood")
    if "amount" not in slots and name.split()[-1].isdigit():
        raise Refused("ambiguous_amount")
    if "amount" not in slots and not (subscribed or ordered):
        raise Refused("no_amount")
    slots["name"] = name
    if category:
        slots["category"] = category
    slots.update(due)
    slots.update(method_slots(clause))
    slots.update(_when(clause, slots))
    gente = bool({"gente", "nos2", "agente", "vamos"} & set(clause.words[:4]))
    member = "both" if gente else clause.member
    if member and (member != "both" or not ordered):
        slots["member"] = member
    missing = tuple(slot for slot in ("amount", "name") if slot not in slots)
    return Reading("register_expense", slots, ordered=ordered, missing=missing)


def _check_new(clause: Clause, core: list[Item], words: list[str]) -> None:
    """No change of what exists, no end that no slot carries, and no income."""
    changed = "agora" in {token.norm for token in clause.sentence.tokens} and {"eh", "custa", "ta", "fica"} & set(words)
    if changed and any(find_expense(word, clause.context.vocabulary).how == "exact" for word in words):
        raise Refused("not_recurring")
    if order(core, ADJUST) is not None:
        raise Refused("not_recurring")
    if any(item.kind == "qty" and item.norm in {"meses", "anos", "semanas"} for item in core):
        # "43,90 por 3 meses"
        raise Refused("not_carried")
    if set(words) & _INCOMES or _comes_from(core):
        raise Refused("not_carried")


_INCOMES = words(
    "recebo recebemos recebe recebi ganho ganha ganhamos salario renda receita aposentadoria entra caiu "
    "entrou mesada pensao freela bolsa auxilio beneficio remuneracao soldo"
)


def _comes_from(core: list[Item]) -> bool:
    """ "todo dia 5 cai 2.300 da firma": money that comes from somebody is no expense."""
    falls = {"cai", "caem", "pinga", "pingam"}
    return any(a.norm in falls and b.kind == "amt" for a, b in pairwise(core))


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


PAPERS = words("recibo contrato papel documento cheque lista termo acordo peticao livro ponto")
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
        elif item.norm == "como" and at + 2 < len(core) and core[at + 2].norm in _FIXED:
            at += 2
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
    while left and left[0].kind == "w" and left[0].norm in edges and left[0].value != "code":
        if len(left) == 1 and left[0].norm in {"gasto", "conta"}:
            break
        left = left[1:]
    while left and left[-1].kind == "w" and left[-1].norm in edges - {"assinatura"} and left[-1].value != "code":
        left.pop()
    if any(not name_word(item) for item in left):
        raise Refused("not_understood")
    return trim(left)
