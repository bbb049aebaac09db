"""record_spend: one concluded spend, told or ordered, every word of it accounted for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mel.understanding import lexicon
from mel.understanding.clause import Clause, Refused, method_slots, money_slots, time_slots
from mel.understanding.names import find_expense, find_goal, find_member
from mel.understanding.phrases import Phrase, companion, phrases
from mel.understanding.reading import Reading
from mel.understanding.sentence import Item, group
from mel.understanding.spelling import garbled_verb
from mel.understanding.verbs import COST, DEED, EARN, LOG, PLACE, SPEND, Verb, only_verb, verb
from mel.understanding.wordlist import words

_HEADS_OF_LOG = words("gasto gastos despesa despesas compra compras saida debito lancamento conta")
_NOT_BOUGHT = words(
    "orcamento limite teto meta objetivo cotacao preco media temperatura placar idade cofrinho caixinha "
    "salario renda receita saldo fatura rendimento entrada euro dolar grau graus divida emprestimo resto "
    "troco lucro prejuizo pontos milhas nota desconto cupom cashback pergunta duvida opcao ordem prioridade "
    "lembrete alerta historico"
)
_VAGUE_THINGS = words(
    "dobro triplo monte grana fortuna horrores trocados trocado bocado dinheirao dinheiro nota bolada rios uma mixaria "
    "merreca quantia bastante demais notas valor tantao tanto metade"
)
_CAN_LACK_AMOUNT = words("pagar comprar quitar pedir encomendar adquirir gastar")
_TRANSFERS = frozenset(["mandar", "passar", "dar"])
_TO_PEOPLE = frozenset({"pra", "pro", "a", "ao"})


_EITHER_WAY = words(
    "ferias vale pensao bolsa decimo aposentadoria comissao bonus auxilio mesada rescisao pix deposito 13º"
)
"""Bare, these may be money that came in."""
_GOAL_WORDS = words("meta metas caixinha caixinhas cofrinho cofrinhos objetivo porquinho")


_EMPTY_THINGS = words(
    "compras compra coisas coisa cartao entrada sinal parcela parcelas prestacao aporte gasto pagamento "
    "boleto valor negocio"
)
_NOTED = words("despesa gasto saida lancamento")


@dataclass(frozen=True, slots=True)
class _Frame:
    """The verbs of the clause and its runs of words between verbs, amounts and marks."""

    verbs: tuple[tuple[int, Verb], ...]
    runs: tuple[tuple[int, tuple[Item, ...]], ...]


def read_spend(clause: Clause) -> Reading:
    """The clause as one spend; raises `Refused` when it is not, or not surely."""
    core = _without_log_extras(clause.core)
    core, ordered = _order(core)
    if len(core) > 2 and core[-1].norm in {"pago", "paga", "pagos", "pagas", "quitado", "quitada"}:
        core = core[:-1]
    _refuse_words(clause, core)
    frame = _frame(core)
    _check_verbs(clause, frame, ordered=ordered)
    slots = money_slots(clause)
    name = _name(clause, frame, ordered=ordered)
    if name:
        slots["name"] = name
    slots.update(method_slots(clause))
    slots.update(time_slots(clause))
    if clause.member:
        slots["member"] = clause.member
    _enough(clause, frame, slots, ordered=ordered)
    missing = tuple(slot for slot, there in (("amount", _priced(slots)), ("name", "name" in slots)) if not there)
    concluded = not ordered and not missing and "period" not in slots
    known = find_expense(name, clause.context.vocabulary) if name else None
    near = known.candidates[0] if known is not None and known.how == "typo" else None
    return Reading("record_spend", slots, ordered=ordered, concluded=concluded, missing=missing, suggestion=near)


def _priced(slots: dict[str, Any]) -> bool:
    return "amount" in slots or "installment_amount" in slots


_POLITE = words(
    "pode podes poderia consegue voce da dah pra quero queria vamos ai me favor mel gostaria de preciso que"
)


def _order(core: list[Item]) -> tuple[list[Item], bool]:
    """Take "pode lançar", "vc registra", "quero anotar" off the front: what is left, and whether it was an order."""
    at = 0
    while at < len(core) and core[at].kind == "w" and core[at].norm in _POLITE:
        at += 1
    if at < len(core) and core[at].kind == "w":
        form = verb(core[at].norm)
        if form and form.lemma in LOG and form.tense in {"order", "infinitive", "present"}:
            rest = core[at + 1 :]
            while (
                rest
                and rest[0].kind == "w"
                and rest[0].norm in {"que", "ai", "pra", "pro", "um", "uma", "mais", "o", "a", "os", "as"}
            ):
                rest = rest[1:]
            return rest, True
    return core, False


def _without_log_extras(core: list[Item]) -> list[Item]:
    """ "200 a mais no mercado" is an extra spend."""
    result: list[Item] = []
    at = 0
    while at < len(core):
        words = [item.norm for item in core[at : at + 2]]
        after_amount = bool(result) and result[-1].kind == "amt"
        if after_amount and words == ["a", "mais"]:
            at += 2
        elif after_amount and words[:1] == ["mais"]:
            at += 1
        else:
            result.append(core[at])
            at += 1
    return result


def _refuse_words(clause: Clause, core: Sequence[Item]) -> None:
    for at, item in enumerate(core):
        if item.kind in {"bad", "odd", "plus"}:
            raise Refused("ambiguous_amount")
        if item.kind == "amt" and at and core[at - 1].kind == "w" and core[at - 1].norm in {"pra", "pro", "ate", "a"}:
            raise Refused("correction")
    if any(item.norm in _GOAL_WORDS for item in core):
        raise Refused("unknown_name")
    if clause.dues or clause.percent:
        raise Refused("recurring" if clause.dues else "ambiguous_amount")
    if clause.asked:
        raise Refused("question")


def _frame(core: Sequence[Item]) -> _Frame:
    verbs: list[tuple[int, Verb]] = []
    runs: list[tuple[int, tuple[Item, ...]]] = []
    run: list[Item] = []
    start = 0
    for at, item in enumerate(core):
        form = _verb_here(core, at)
        if form is not None or item.kind in {"amt", "sep"}:
            if run:
                runs.append((start, tuple(run)))
            run, start = [], at + 1
            if form is not None:
                verbs.append((at, form))
            continue
        if not run:
            start = at
        run.append(item)
    if run:
        runs.append((start, tuple(run)))
    return _Frame(tuple(verbs), tuple(runs))


def _verb_here(core: Sequence[Item], at: int) -> Verb | None:
    item = core[at]
    if item.kind != "w" or item.value == "code":
        return None
    form = verb(item.norm)
    if form is None:
        return None
    if only_verb(item.norm) and form.tense == "past":
        return form
    previous = core[at - 1].norm if at else ""
    if form.tense == "order" and at == 0 and form.lemma in PLACE and previous not in lexicon.ARTICLES:
        return form
    return None


def _check_verbs(clause: Clause, frame: _Frame, *, ordered: bool) -> None:
    lemmas = [form.lemma for _, form in frame.verbs]
    if ordered and any(lemma not in SPEND | DEED | COST for lemma in lemmas):
        raise Refused("two_actions")
    if len(lemmas) > 2:
        raise Refused("two_actions")
    for _, form in frame.verbs:
        lemma = form.lemma
        if lemma in COST and form.person in {"3", "3p"} and not (lemma == "dar" and clause.member):
            continue
        if lemma in PLACE and form.tense == "order":
            continue
        if lemma in SPEND | DEED | PLACE:
            if form.person in {"1", "1p"} or clause.member in {"both", "partner", "self"} or clause.member:
                continue
            raise Refused("someone_else")
        if lemma in EARN:
            raise Refused("not_a_spend")
        raise Refused("other_verb")
    if len(lemmas) == 2 and not _two_verbs_fit(frame):
        raise Refused("two_actions")


def _two_verbs_fit(frame: _Frame) -> bool:
    """ "almocei fora, deu 38", "fui no mercado e gastei 80": a deed and its price are one spend."""
    first, second = (form.lemma for _, form in frame.verbs)
    if second in COST:
        return first in SPEND | DEED
    if first in {"ir", "passar", "parar"} and second in SPEND:
        return True
    return first in DEED and second in {"pagar", "gastar", "desembolsar", "deixar"}


def _name(clause: Clause, frame: _Frame, *, ordered: bool) -> str | None:
    found: list[tuple[int, Phrase]] = []
    for start, run in _after_verb(frame):
        words = [item for item in run if not (item.kind == "w" and item.norm in {"fora", "tudo", "isso", "valor"})]
        head = ordered or not frame.verbs
        if (
            head
            and words
            and words[0].norm in _HEADS_OF_LOG
            and (len(words) == 1 or words[1].norm in lexicon.PREPOSITIONS)
        ):
            words = words[1:]
        if head and len(words) > 1 and words[0].norm in _NOTED:
            words = words[1:]
        while words and words[-1].norm in {"e", "que", "por", "de", "em", "a"}:
            words.pop()
        while words and words[0].norm in {"e", "que"}:
            words = words[1:]
        parts = phrases(words)
        if parts is None:
            raise Refused(_why(words))
        found += [(start, part) for part in parts if not companion(part, clause.sentence, clause.context)]
    if not found:
        return None
    if len(found) > 3 or sum(len(part.items) for _, part in found) > 12:
        raise Refused("not_understood")
    _check_phrases(clause, frame, [part for _, part in found])
    _check_sides(clause, frame, found, ordered=ordered)
    return _choose([part for _, part in found], frame).text(clause.sentence)


_LOOSE = frozenset({"gastar", "torrar", "largar", "desembolsar"})


def _check_sides(clause: Clause, frame: _Frame, found: list[tuple[int, Phrase]], *, ordered: bool) -> None:
    """Names on both sides of the amount make a spend doubtful when its cents or its verb are."""
    if not frame.verbs and found and (garbled_verb(found[0][1].words[0]) or _feeds_goal(clause, found)):
        raise Refused("not_understood")
    if len(found) < 2 or not clause.amounts:
        return
    place = clause.amounts[0].first
    sides = {part.items[0].first < place for _, part in found}
    if len(sides) == 2 and clause.amounts[0].spoken:
        raise Refused("two_amounts")
    if ordered and not frame.verbs and len(sides) == 2:
        raise Refused("two_names")
    lemmas = {form.lemma for _, form in frame.verbs}
    after = [part for _, part in found if part.items[0].first > place]
    known = bool(after) and find_expense(after[0].text(clause.sentence), clause.context.vocabulary).known
    doubtful = bool(frame.verbs) and (lemmas & _LOOSE or (clause.amounts[0].bare and not known))
    if doubtful and after and after[0].preposition == "" and len(after) > 1 and len(after[0].items) == 1:
        raise Refused("two_names")


_BEFORE_VERB = lexicon.ARTICLES | {"e", "que"}


def _feeds_goal(clause: Clause, found: list[tuple[int, Phrase]]) -> bool:
    """ "aoprtar 50 na reserva": a verb nobody knows, before a goal."""
    later = [part.text(clause.sentence) for _, part in found[1:]]
    return any(find_goal(text, clause.context.vocabulary).sure for text in later)


def _after_verb(frame: _Frame) -> tuple[tuple[int, tuple[Item, ...]], ...]:
    """A word before the told verb, with a name after it, may be anything: an exclamation, a day typed badly."""
    told = [at for at, form in frame.verbs if form.lemma not in COST]
    later = [item for start, run in frame.runs if told and start > told[0] for item in run]
    nouns = any(item.norm not in lexicon.PREPOSITIONS | lexicon.ARTICLES for item in later)
    early = [run for start, run in frame.runs if told and start < told[0]]
    if nouns and len(told) == 1 and any(len(run) == 1 and run[0].norm not in _BEFORE_VERB for run in early):
        raise Refused("not_understood")
    return frame.runs


def _why(items: Sequence[Item]) -> str:
    words = {item.norm for item in items}
    for reason, known in (
        ("negated", lexicon.NEGATIONS), ("future", lexicon.FUTURE), ("condition", lexicon.CONDITION),
        ("correction", lexicon.CONTRAST), ("non_event", lexicon.NON_EVENTS), ("not_carried", lexicon.ACCOUNTING),
        ("two_actions", lexicon.BOTH),
    ):  # fmt: skip
        if words & known:
            return reason
    return "not_understood"


def _check_phrases(clause: Clause, frame: _Frame, parts: list[Phrase]) -> None:
    words = {word for part in parts for word in part.words}
    lemmas = {form.lemma for _, form in frame.verbs}
    if not clause.amounts and not clause.instalments and "e" in words:
        raise Refused("two_actions")
    if words & _VAGUE_THINGS and not clause.amounts:
        raise Refused("ambiguous_amount")
    raw = clause.sentence.word_set
    if "metade" in raw and not (raw & {"minha", "nossa"} and clause.amounts):
        raise Refused("ambiguous_amount")
    if words & {"trocados", "trocado", "grana", "monte", "fortuna"}:
        raise Refused("ambiguous_amount")
    if not frame.verbs and words & (_NOT_BOUGHT | _EITHER_WAY):
        raise Refused("not_a_spend")
    for part in parts:
        text = part.text(clause.sentence)
        to_person = part.preposition in _TO_PEOPLE | {"de", "do", "da", "com"}
        if find_member(text, clause.context.vocabulary) and part.preposition in _TO_PEOPLE | {"de", "do", "da", ""}:
            raise Refused("transfer")
        if to_person and part.preposition in _TO_PEOPLE and len(parts) == 1 and part.words[0] in lexicon.OUTSIDERS:
            raise Refused("transfer")
        if part.words[0] in lexicon.OUTSIDERS and part.preposition == "" and len(parts) >= 1 and frame.verbs:
            raise Refused("someone_else")
        pix = any(item.value[0] == "pix" for item in clause.methods)  # type: ignore[index]
        sent = bool(lemmas & {"mandar", "passar"}) or ("fazer" in lemmas and pix) or (pix and not lemmas)
        person = sent or (len(parts) == 1 and part.words[0] in lexicon.FIRST_NAMES)
        if person and part.preposition in _TO_PEOPLE and not find_expense(text, clause.context.vocabulary).sure:
            raise Refused("transfer")


def _choose(parts: list[Phrase], frame: _Frame) -> Phrase:
    """The thing paid for beats the place; "abasteci o carro" names the place when there is one."""
    deeds = {form.lemma for _, form in frame.verbs}
    places = [part for part in parts if part.preposition in lexicon.PLACE_PREPOSITIONS]
    things = [part for part in parts if part.preposition not in lexicon.PLACE_PREPOSITIONS]
    if places and things and deeds & {"levar", "ir", "passar", "parar", "buscar"}:
        return places[0]
    if places and (not things or ("abastecer" in deeds and set(things[0].words) & {"carro", "moto", "tanque"})):
        return places[0]
    if places and things and set(things[0].words) <= _EMPTY_THINGS:
        return places[0]
    bare = [part for part in things if part.preposition == ""]
    if len(bare) > 1 and not deeds & COST:
        raise Refused("two_names")
    objects = [part for part in things if part.preposition not in {"com", "por", "pelo", "pela"}]
    return (objects or things)[0]


def _enough(clause: Clause, frame: _Frame, slots: dict[str, Any], *, ordered: bool) -> None:
    """A spend needs an amount, or a name with a verb that can only have paid for it."""
    lemmas = {form.lemma for _, form in frame.verbs}
    name = slots.get("name")
    placing = lemmas & PLACE
    if placing:
        _placement(clause, name, frame)
    if not _priced(slots):
        if "installments" in slots and slots["installments"] > 1 and not name:
            raise Refused("ambiguous_amount")
        if not name or not (lemmas & _CAN_LACK_AMOUNT or ordered):
            raise Refused("no_amount")
        if ordered and not find_expense(name, clause.context.vocabulary).sure:
            raise Refused("no_amount")
    if not lemmas and not ordered and not name:
        raise Refused("bare_amount")
    if lemmas and lemmas <= COST and not name and lemmas <= {"ser", "ficar", "dar", "sair"}:
        raise Refused("bare_amount")


def _placement(clause: Clause, name: str | None, frame: _Frame) -> None:
    """ "coloca 80 na farmácia": the household's own names decide."""
    told = any(form.tense == "past" and form.lemma in {"botar", "colocar", "por"} for _, form in frame.verbs)
    if told and name and any(run[0].norm == "de" for _, run in frame.runs):
        return
    if name is None or not find_expense(name, clause.context.vocabulary).sure:
        raise Refused("unknown_name")
    if find_goal(name, clause.context.vocabulary).how == "exact":
        raise Refused("unknown_name")


__all__ = ["group", "read_spend"]
