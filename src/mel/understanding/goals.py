"""contribute_to_goal and create_goal: money put into a goal, and goals that begin."""

from __future__ import annotations

from datetime import date
from typing import Any

from mel.shared.text import fold
from mel.understanding import lexicon
from mel.understanding.clause import Clause, Refused, measured, method_slots, money_slots, time_slots
from mel.understanding.names import Resolution, find_expense, find_goal, find_member
from mel.understanding.orders import opening, order
from mel.understanding.phrases import Phrase, name_word, phrases, trim
from mel.understanding.reading import Reading
from mel.understanding.sentence import Item
from mel.understanding.verbs import ADD, LOG, PLACE, SAVE, Verb, verb
from mel.understanding.wordlist import words

GOAL_HEADS = words("meta metas caixinha cofrinho objetivo caixinhas cofre porquinho")
_FREE_NAME = words("guardar aportar poupar economizar juntar contribuir")
_ALONE = frozenset({"guardar", "aportar", "poupar", "juntar"})
_CONTRIBUTE = (SAVE | PLACE | ADD | LOG) - {"criar", "marcar"}
_NO_GOAL = lexicon.DEMONSTRATIVES | words(
    "gasto gastos despesa compra nota recibo comprovante lancamento troco vaga lugar"
)
_APORTE = words("aporte aportes deposito contribuicao aplicacao")


def read_contribution(clause: Clause) -> Reading:
    """Money into a goal: told ("guardei 260 na reserva") or ordered ("aporta 500 em Amsterdam")."""
    core = list(clause.core)
    if clause.dues or clause.percent or clause.instalments:
        raise Refused("recurring")
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


_CREATE = frozenset(
    {
        "criar",
        "abrir",
        "fazer",
        "adicionar",
        "cadastrar",
        "incluir",
        "registrar",
        "definir",
        "comecar",
        "botar",
        "colocar",
        "por",
        "lancar",
        "anotar",
        "ter",
    }
)
_WISHES = words(
    "quero queremos vamos bora pretendemos queria queriamos pretendo precisamos preciso quer partiu planejamos"
)
_WISHED = words("juntar guardar economizar poupar acumular")
_DEADLINE = words("prazo data deadline limite final vencimento")
_WORTH = words("valor alvo total objetivo com no de valendo custando custa custo eh precisa precisamos precisando r")


def read_new_goal(clause: Clause) -> Reading:
    """ "nova meta: …", "cria uma meta de 5 mil pra …", "quero juntar 10 mil pra …", with or without a deadline."""
    if clause.dues or clause.percent:
        raise Refused("recurring")
    if clause.instalments:
        raise Refused("not_understood")
    core, wish, member = _goal_opening(list(clause.core))
    if core is None:
        raise Refused("not_a_goal")
    slots = money_slots(clause)
    name = _goal_name(core, clause)
    if name:
        slots["name"] = name
    slots.update(deadline(clause))
    if member or clause.member:
        slots["member"] = member or clause.member
    if not name and "amount" not in slots:
        raise Refused("no_name")
    if wish and name is None:
        raise Refused("no_name")
    if wish and _into_known(core, name, clause):
        raise Refused("future")
    missing = tuple(slot for slot in ("name", "amount") if slot not in slots)
    return Reading("create_goal", slots, ordered=True, missing=missing)


def _into_known(core: list[Item], name: str | None, clause: Clause) -> bool:
    """ "bora guardar 200 no carro" feeds a goal some day, and begins none."""
    placed = any(item.norm in {"no", "na", "em"} and item.value != "code" for item in core)
    return placed and name is not None and find_goal(name, clause.context.vocabulary).known


_TOGETHER = words("queremos vamos precisamos nossa queriamos planejamos pretendemos")
_BEFORE_GOAL = lexicon.ARTICLES | words("eu gente nos2 que pode da dah pra voce me mais nossa minha outra")


def _goal_opening(core: list[Item]) -> tuple[list[Item] | None, bool, str | None]:
    """The items after the words that begin a goal; whether it was wished; and who wishes."""
    spelled = [item.norm if item.kind == "w" else item.kind for item in core]
    both = "both" if _TOGETHER & set(spelled[:4]) else "self" if spelled[:1] == ["eu"] else None
    at = 0
    while (
        at < len(spelled) and at < 8 and (spelled[at] in _BEFORE_GOAL or spelled[at] in _WISHES or _creates(core[at]))
    ):
        at += 1
    begun = {word for word in spelled[:at] if word in _WISHES} or {
        w for w, i in zip(spelled[:at], core, strict=False) if _creates(i)
    }
    rest = spelled[at:]
    if rest[:1] and (rest[0] in GOAL_HEADS or (rest[0] in {"nova", "novo"} and rest[1:2] and rest[1] in GOAL_HEADS)):
        size = 1 if rest[0] in GOAL_HEADS else 2
        new = size == 2 or rest[size : size + 1] in (["nova"], ["novo"])
        size += rest[size : size + 1] in (["nova"], ["novo"])
        colon = at == 0 and rest[size : size + 1] == ["sep"]
        if begun or new or colon:
            gente = "both" if "gente" in spelled[:at] else both
            return core[at + size :], False, gente
        return None, False, None
    form = verb(core[at].norm) if at < len(core) and core[at].kind == "w" else None
    if form and form.lemma in _WISHED and form.tense == "infinitive" and {w for w in spelled[:at] if w in _WISHES}:
        member = "both" if "gente" in spelled[:at] else both
        return core[at + 1 :], True, member
    return None, False, None


def _creates(item: Item) -> bool:
    form = verb(item.norm) if item.kind == "w" else None
    return bool(form and form.lemma in _CREATE and form.tense in {"order", "infinitive", "present"}) or item.norm in {
        "crie",
        "cria",
        "abre",
        "abra",
    }


def _goal_name(core: list[Item], clause: Clause) -> str | None:
    """The one noun phrase left once the words about price and deadline are gone."""
    runs: list[list[Item]] = [[]]
    for item in core:
        if item.kind == "qty" and item.norm in {"meses", "semanas", "dias"}:
            raise Refused("vague_time")
        if item.kind == "qty" and not clause.amounts:
            raise Refused("not_a_goal")
        if item.kind in {"amt", "sep"}:
            runs.append([])
        elif item.kind in {"w", "when", "qty"}:
            runs[-1].append(item)
        else:
            raise Refused("ambiguous_amount")
    found: list[tuple[Item, ...]] = []
    for run in runs:
        left = _strip(run)
        if not left:
            continue
        if any(not name_word(item) for item in left):
            raise Refused("not_understood")
        trimmed = trim(left)
        if trimmed:
            found.append(trimmed)
    if not found:
        return None
    if len(found) > 1:
        raise Refused("not_understood")
    if len(found[0]) > 8:
        raise Refused("not_understood")
    return clause.sentence.span(found[0][0].first, found[0][-1].last)


_PURPOSE = words("comprar fazer trocar reformar ir pagar conhecer casar viajar visitar montar ter realizar abrir")


def _strip(run: list[Item]) -> list[Item]:
    left = list(run)
    edges = lexicon.PREPOSITIONS | lexicon.ARTICLES | lexicon.POSSESSIVES | _DEADLINE | _WORTH | {
        "chamada", "chamado", "nome", "juntos", "junto", "uns", "e", "meta", "dinheiro", "grana", "ate",
        "alcancar", "atingir", "sonho", "gente", "eu",
    }  # fmt: skip
    while left and left[-1].norm in edges and left[-1].kind == "w" and left[-1].value != "code":
        left.pop()
    while left and left[0].kind == "w" and left[0].norm in edges | _PURPOSE and left[0].value != "code":
        left = left[1:]
    return left


def deadline(clause: Clause) -> dict[str, Any]:
    """A goal has one deadline: the last day of whatever span was said; "12 meses" after "prazo" counts too."""
    moments = set()
    for when in clause.whens:
        moment = None if when.vague else when.resolve(clause.context.today, future=True)
        if moment is None:
            raise Refused("vague_time")
        moments.add(moment if isinstance(moment, date) else moment[1])
    if len(moments) > 1:
        raise Refused("vague_time")
    return {"date": moments.pop().isoformat()} if moments else {}


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
