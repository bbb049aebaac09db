"""contribute_to_goal: money put into a goal that exists, told or ordered."""

from __future__ import annotations

from mel.shared.text import fold
from mel.understanding import lexicon
from mel.understanding.clause import Clause, Refused, measured, method_slots, money_slots, time_slots
from mel.understanding.goals import GOAL_HEADS
from mel.understanding.names import Resolution, find_expense, find_goal, find_member
from mel.understanding.orders import opening, order
from mel.understanding.phrases import Phrase, phrases, trim
from mel.understanding.reading import Reading
from mel.understanding.sentence import Item
from mel.understanding.verbs import ADD, LOG, PLACE, SAVE, Verb, verb
from mel.understanding.wordlist import words

_FREE_NAME = words("guardar aportar poupar economizar juntar contribuir")
_ALONE = frozenset({"guardar", "aportar", "poupar", "juntar"})
_CONTRIBUTE = (SAVE | PLACE | ADD | LOG | {"pingar"}) - {"criar", "marcar"}
_NO_GOAL = lexicon.DEMONSTRATIVES | words(
    "gasto gastos despesa compra nota recibo comprovante lancamento troco vaga lugar"
)
_APORTE = words("aporte aportes deposito contribuicao aplicacao")


def read_contribution(clause: Clause) -> Reading:
    """Money into a goal: told ("guardei 260 na reserva") or ordered ("aporta 500 em Amsterdam")."""
    core = list(clause.core)
    if clause.dues or clause.percent or clause.instalments:
        raise Refused("recurring")
    core = _from_pay(_with_plus(core, clause))
    form, at, ordered = _saving_verb(core)
    rest = core[at:]
    headed = any(item.kind == "w" and item.norm in GOAL_HEADS for item in rest)
    parts = _parts(rest)
    target = _target(parts, clause)
    found = find_goal(target, clause.context.vocabulary) if target else Resolution(None)
    _check_target(form, clause, target, found, headed=headed)
    slots = money_slots(clause)
    if target:
        slots["name"] = target
    if clause.member:
        slots["member"] = clause.member
    slots.update({k: v for k, v in method_slots(clause).items() if k == "payment_method"})
    slots.update(time_slots(clause, allow_future=ordered and _only_spans(clause)))
    if target and not found.known and not headed and any(part.preposition in lexicon.OF for part in parts):
        raise Refused("unknown_name")
    if not target and {item.norm for item in core[:at]} & (_APORTE - {"aporte", "aportes"}):
        raise Refused("no_name")
    if "amount" not in slots and measured(clause, target):
        raise Refused("ambiguous_amount")
    if "amount" not in slots and not (
        found.known and any(part.preposition or part.words[:1] in _MONEY for part in parts)
    ):
        raise Refused("no_amount")
    missing = tuple(slot for slot in ("amount", "name") if slot not in slots)
    suggestion = found.candidates[0] if found.how == "typo" else None
    return Reading("contribute_to_goal", slots, ordered=ordered, missing=missing, suggestion=suggestion)


_PAY = words(
    "soldo aposentadoria salario pagamento renda decimo 13º bonus ferias conta comissao freela bico bolsa vale"
)


def _from_pay(core: list[Item]) -> list[Item]:
    """ "tira 300 do meu salário e põe na meta da casa": where it came from is one's own, where it goes is the goal."""
    said = [item.norm if item.kind == "w" else f"<{item.kind}>" for item in core]
    if said[:1] in (["do"], ["da"]) and (told := _pay_first(said)):
        return core[told:]
    cut = next((at for at, word in enumerate(said) if word == "e"), 0)
    taking = verb(said[0]) if cut else None
    source = [word for word in said[2:cut] if word not in lexicon.OF | lexicon.POSSESSIVES]
    if taking is None or taking.lemma not in {"tirar", "pegar", "separar"} or taking.tense != "order":
        return core
    if said[1] != "<amt>" or len(source) > 1 or (source and source[0] not in _PAY):
        return core
    placing = verb(said[cut + 1]) if cut + 1 < len(said) else None
    if placing is None or placing.lemma not in PLACE | SAVE:
        return core
    return [core[cut + 1], core[1], *core[cut + 2 :]]


def _pay_first(said: list[str]) -> int:
    """ "do meu décimo terceiro guardei…": the place of the verb, or 0."""
    at = next((at for at, word in enumerate(said[:6]) if (form := verb(word)) and form.lemma in SAVE), 0)
    source = [word for word in said[1:at] if word not in lexicon.OF | lexicon.POSSESSIVES | {"terceiro"}]
    return at if len(source) == 1 and source[0] in _PAY else 0


def _with_plus(core: list[Item], clause: Clause) -> list[Item]:
    """ "meta carro +200": the sign is the order."""
    at = next(
        (at for at, item in enumerate(core) if item.kind == "plus" or (item.norm == "mais" and item.kind == "w")), 0
    )
    if (
        not at
        or core[0].norm not in GOAL_HEADS
        or core[at + 1 :] == []
        or core[-1].kind != "amt"
        or at + 2 != len(core)
    ):
        return core
    name = _without_head(tuple(core[:at]))
    text = clause.sentence.span(name[0].first, name[-1].last) if name else ""
    if not text or not find_goal(text, clause.context.vocabulary).sure:
        return core
    return [Item("w", core[0].first, core[0].first, "aporta"), core[at + 1], *core[:at]]


def _only_spans(clause: Clause) -> bool:
    return all(when.kind in {"month", "span"} for when in clause.whens)


def _saving_verb(core: list[Item]) -> tuple[Verb, int, bool]:
    commanded = order(core, _CONTRIBUTE)
    if commanded is not None and commanded[0].lemma in LOG and (logged := _made_aporte(core)):
        return logged
    if commanded is not None:
        if "podia" in opening(core) and not {"voce", "tu"} & set(opening(core)):
            raise Refused("future")
        if set(opening(core)) & {"quero", "queria", "queremos", "vamos", "bora", "preciso", "precisamos"}:
            raise Refused("future")
        return commanded[0], commanded[1], True
    made = _made_aporte(core)
    if made is not None:
        return made
    if core and core[0].kind == "w" and core[0].norm in _APORTE:
        return Verb("aportar", "past", "1"), 1, True
    for at, item in enumerate(core[:2]):
        form = verb(item.norm) if item.kind == "w" else None
        if form and form.lemma in SAVE | PLACE and form.tense == "past" and form.person in {"1", "1p", "3", "3p"}:
            if at and core[0].norm not in {"eu", "ja"}:
                break
            return form, at + 1, False
    raise Refused("not_a_contribution")


def _made_aporte(core: list[Item]) -> tuple[Verb, int, bool] | None:
    """ "faz um aporte de 350", "registra aporte 350": the noun is the deed."""
    said = [item.norm if item.kind == "w" else "" for item in core[:4]]
    at = next((at for at, word in enumerate(said) if word in _APORTE), 0)
    form = verb(said[0]) if at else None
    if form is None or form.lemma not in LOG | {"fazer"} or not set(said[1:at]) <= {"um", "uma", "o", "esse", "ai"}:
        return None
    told = form.tense == "past"
    return Verb("aportar", form.tense, form.person), at + 1, not told


def _parts(rest: list[Item]) -> list[Phrase]:
    words: list[Item] = []
    for item in rest:
        if item.kind == "amt" or item.kind == "sep":
            words.append(Item("gap", item.first, item.last, ""))
        elif item.kind != "w" and item.kind != "when":
            raise Refused("ambiguous_amount")
        else:
            words.append(item)
    parts: list[Phrase] = []
    run: list[Item] = []
    for item in [*words, Item("gap", 0, 0, "")]:
        if item.kind != "gap":
            run.append(item)
            continue
        run = [i for i in run if not (i.norm in {"mais", "um", "uma"} and i.kind == "w")]
        run = _without_aporte(run)
        found = phrases(run) if run else []
        if found is None:
            raise Refused("not_understood")
        parts += found
        run = []
    return parts


def _without_aporte(run: list[Item]) -> list[Item]:
    """ "um aporte de 300 na casa": the noun repeats the verb."""
    if run and run[0].norm in _APORTE:
        run = run[1:]
    while run and run[-1].norm in {"de", "a"}:
        run = run[:-1]
    return run


_MONEY = (("dinheiro",), ("grana",))


def _target(parts: list[Phrase], clause: Clause) -> str | None:
    kept = [part for part in parts if part.words[0] not in {"valor", "aporte"} and part.words not in _MONEY]
    if len(kept) > 1:
        kept = [part for part in kept if not set(part.words) <= GOAL_HEADS]
    if len(kept) == 2:
        kept = [part for part in kept if not (part.preposition in lexicon.OF and part.words[0] in _PAY)]
    if not kept:
        return None
    if len(kept) > 1:
        raise Refused("not_understood")
    items = _without_head(_without_money(kept[0].items))
    if not items:
        return None
    return clause.sentence.span(items[0].first, items[-1].last)


def _without_money(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """ "guardei dinheiro pra viagem": what was put aside says no amount."""
    if len(items) > 2 and items[0].norm in {"dinheiro", "grana"} and items[1].norm in lexicon.PREPOSITIONS:
        return items[2:]
    return items


def _without_head(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """ "meta casa", "caixinha da Disney", "a meta de viagem pro Chile": the goal's own words."""
    left = list(items)
    while left and left[0].norm in GOAL_HEADS | {"nova", "novo", "nossa", "minha", "chamada", "chamado"}:
        left = left[1:]
        while left and left[0].norm in lexicon.PREPOSITIONS | lexicon.ARTICLES | lexicon.POSSESSIVES:
            left = left[1:]
    return trim(left)


def _check_target(form: Verb, clause: Clause, target: str | None, found: Resolution, *, headed: bool) -> None:
    vocabulary = clause.context.vocabulary
    if found.how == "ambiguous":
        raise Refused("unknown_name")
    if target is not None and set(fold(target).split()) & _NO_GOAL:
        raise Refused("unknown_name")
    if target is None:
        if form.lemma in _ALONE or headed:
            return
        raise Refused("no_name")
    if find_member(target, vocabulary):
        raise Refused("transfer")
    if found.known:
        if form.lemma in PLACE | ADD | LOG and not headed and not found.sure:
            raise Refused("unknown_name")
        if form.lemma in LOG and not headed:
            raise Refused("not_a_contribution")
        clash = find_expense(target, vocabulary).how == "exact" and not headed
        if clash and form.lemma in PLACE | ADD:
            raise Refused("unknown_name")
        return
    if form.lemma in _FREE_NAME or (headed and form.lemma in SAVE - {"passar"}):
        if find_expense(target, vocabulary).sure and not headed and form.lemma not in {"guardar", "aportar"}:
            raise Refused("unknown_name")
        return
    raise Refused("unknown_name")


def read_goal_payment(clause: Clause) -> Reading:
    """ "adiciona meta de R$ 500 pra Amsterdam, eu paguei": a known goal with a payer is fed, not created."""
    commanded = order(clause.core, ADD | PLACE | LOG)
    if commanded is None or not clause.amounts:
        raise Refused("not_a_contribution")
    rest = clause.core[commanded[1] :]
    if not any(item.norm in GOAL_HEADS for item in rest):
        raise Refused("not_a_contribution")
    target = _target(_parts(rest), clause)
    if target is None or not find_goal(target, clause.context.vocabulary).sure:
        raise Refused("unknown_name")
    into = any(item.norm in {"na", "pra", "em", "no", "pro"} for item in rest)
    if any(when.until for when in clause.whens) or not (clause.member or into):
        raise Refused("not_a_contribution")
    slots = money_slots(clause)
    slots["name"] = target
    if clause.member:
        slots["member"] = clause.member
    slots.update(time_slots(clause, allow_future=_only_spans(clause)))
    return Reading("contribute_to_goal", slots, ordered=True)
