"""record_spend: one concluded spend, told or ordered, every word of it accounted for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from mel.understanding import lexicon
from mel.understanding.clause import Clause, Refused, method_slots, money_slots, time_slots
from mel.understanding.names import find_card, find_expense, find_goal, find_member
from mel.understanding.payees import payable, personal
from mel.understanding.phrases import Phrase, companion, phrases
from mel.understanding.reading import Reading
from mel.understanding.sentence import Instalments, Item, group
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
_ACCOUNTS = frozenset((word,) for word in words("conta contas banco caixa cartao poupanca corrente limite carteira"))
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
    _check_instalments(clause)
    _check_times(clause, frame)
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


def _check_instalments(clause: Clause) -> None:
    """ "12x 200": the price or one instalment, nobody can tell."""
    figures = {figure.first for figure in clause.amounts}
    if any(item.kind == "inst" and item.value != Instalments(1) and item.last in figures for item in clause.sentence.items):
        raise Refused("ambiguous_amount")


def _check_times(clause: Clause, frame: _Frame) -> None:
    """ "academia 99 até dia 7" is due; "consulta 350 dia 12", told on the 6th, may be ahead."""
    today = clause.context.today
    for when in clause.whens:
        if when.until and not frame.verbs:
            raise Refused("vague_time")
        moment = when.resolve(today, future=False)
        if not frame.verbs and when.day_number and isinstance(moment, date) and moment.month != today.month:
            raise Refused("vague_time")


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
        if item.kind == "amt" and at and core[at - 1].norm == "em" and not _priced_in(core[: at - 1]):
            raise Refused("correction")
    if any(item.norm in _GOAL_WORDS for item in core):
        raise Refused("unknown_name")
    if clause.dues or clause.percent:
        raise Refused("recurring" if clause.dues else "ambiguous_amount")
    if clause.asked:
        raise Refused("question")


def _priced_in(front: Sequence[Item]) -> bool:
    """ "ficou em 47": only a price follows such a verb; "põe a gasolina em 500" sets a limit."""
    return any(form is not None and form.lemma in COST for form in (verb(item.norm) for item in front))


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
    return first in DEED - {"trocar"} and second in {"pagar", "gastar", "desembolsar", "deixar"}


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
    return _choose(found, frame).text(clause.sentence)


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
        _check_person(clause, frame, part, alone=len(parts) == 1)
        _check_account(clause, part)


_TO_PERSON = _TO_PEOPLE | {"de", "do", "da", ""}


def _check_person(clause: Clause, frame: _Frame, part: Phrase, *, alone: bool) -> None:
    """Money to somebody tells no purpose, and somebody else's money is not the household's."""
    text, head = part.text(clause.sentence), part.words[0]
    lemmas = {form.lemma for _, form in frame.verbs}
    if find_member(text, clause.context.vocabulary) and part.preposition in _TO_PERSON:
        raise Refused("transfer")
    if head in lexicon.OUTSIDERS and part.preposition in {"de", "do", "da"}:
        raise Refused("someone_else")
    if head in lexicon.OUTSIDERS and part.preposition == "" and frame.verbs:
        raise Refused("someone_else")
    known = find_expense(text, clause.context.vocabulary).sure
    if known or part.items[0].value == "code":
        return
    if part.preposition in _TO_PEOPLE and (alone or _sent(clause, lemmas)) and not payable(part.words):
        raise Refused("transfer")
    if not alone or len(part.words) > 1 or part.preposition:
        return
    if personal(head) and not lemmas:
        raise Refused("transfer")
    if _pix_first(clause) and not lemmas and not payable(part.words):
        raise Refused("transfer")


def _sent(clause: Clause, lemmas: set[str]) -> bool:
    pix = any(item.value[0] == "pix" for item in clause.methods)  # type: ignore[index]
    return bool(lemmas & {"mandar", "passar"}) or ("fazer" in lemmas and pix) or (pix and not lemmas)


def _pix_first(clause: Clause) -> bool:
    """ "pix 180 Cleide": the transfer is what is told."""
    return bool(clause.methods) and clause.methods[0].first == 0 and clause.methods[0].norm == "pix"


def _check_account(clause: Clause, part: Phrase) -> None:
    """A card, an account or a whole bill is no thing bought ("nubank 300", "saiu 300 da conta")."""
    text = part.text(clause.sentence)
    vocabulary = clause.context.vocabulary
    if find_card(text, vocabulary).how == "exact" and find_expense(text, vocabulary).how != "exact":
        raise Refused("not_carried")
    if part.words in _ACCOUNTS:
        raise Refused("not_carried")


def _choose(found: list[tuple[int, Phrase]], frame: _Frame) -> Phrase:
    """The thing paid for beats the place; "abasteci o carro" names the place when there is one."""
    parts = [part for _, part in found]
    deeds = {form.lemma for _, form in frame.verbs}
    places = [part for part in parts if part.preposition in lexicon.PLACE_PREPOSITIONS]
    things = [part for part in parts if part.preposition not in lexicon.PLACE_PREPOSITIONS]
    if len(frame.verbs) == 2 and not deeds & COST:
        return _bought(found, frame, places)
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


def _bought(found: list[tuple[int, Phrase]], frame: _Frame, places: list[Phrase]) -> Phrase:
    """ "fui no mercado e gastei 80 de carne": what was paid for, else the only place."""
    paid = frame.verbs[1][0]
    later = [part for start, part in found if start > paid]
    things = [part for part in later if part.preposition not in lexicon.PLACE_PREPOSITIONS]
    early = [part for start, part in found if start < paid]
    if len(things) == 1 and frame.verbs[0][1].lemma in _MOVES and all(part in places for part in early):
        return things[0]
    if not later and len(early) <= 2:
        return next((part for part in early if part in places), early[0])
    if len(later) == 1 and not early:
        return later[0]
    raise Refused("two_names")


_MOVES = frozenset({"ir", "passar", "parar"})


def _enough(clause: Clause, frame: _Frame, slots: dict[str, Any], *, ordered: bool) -> None:
    """A spend needs an amount, or a name with a verb that can only have paid for it."""
    lemmas = {form.lemma for _, form in frame.verbs}
    name = slots.get("name")
    placing = lemmas & PLACE
    if placing:
        _placement(clause, name, frame)
    if not name and clause.cards and (lemmas & {"pagar", "quitar", "investir", "liquidar"} or not lemmas):
        raise Refused("not_carried")
    if not _priced(slots) and any(item.value == "code" and item.norm.isdigit() for item in clause.core):
        raise Refused("ambiguous_amount")
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
