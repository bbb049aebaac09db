"""Whether what a spend names can have been bought: no person, no account, no habit, no half-known word."""

from __future__ import annotations

from itertools import pairwise

from mel.understanding import lexicon
from mel.understanding.clause import Clause, Refused
from mel.understanding.expenses import PAPERS
from mel.understanding.frame import Frame
from mel.understanding.incomes import INCOME_NOUNS
from mel.understanding.methods import BRANDS
from mel.understanding.names import find_card, find_expense, find_goal, find_member
from mel.understanding.payees import payable, personal
from mel.understanding.phrases import Phrase
from mel.understanding.spelling import garbled_day, garbled_verb
from mel.understanding.verbs import COST, verb
from mel.understanding.wordlist import words

_NOT_BOUGHT = words(
    "orcamento limite teto meta objetivo cotacao preco media temperatura placar idade cofrinho caixinha "
    "salario renda receita saldo fatura rendimento entrada euro dolar grau graus divida emprestimo resto "
    "troco lucro prejuizo pontos milhas nota desconto cupom cashback pergunta duvida opcao ordem prioridade "
    "lembrete alerta historico maximo minimo ganho recebo boleto cobranca parcela prestacao encomenda entrega "
    "numero telefone contato cep codigo protocolo senha endereco placa horario"
)
_VAGUE_THINGS = words(
    "troco trocadinho trocadinhos dinheirinho graninha pouquinho monte grana fortuna horrores trocados trocado "
    "bocado dinheirao dinheiro nota bolada rios uma mixaria "
    "olhos olho rim terco tercos couro baita horror mundos "
    "meio merreca quantia bastante demais notas valor tantao tanto metade"
)
_EITHER_WAY = words(
    "ferias vale pensao bolsa decimo aposentadoria comissao bonus auxilio mesada rescisao pix deposito "
    "13º heranca premio indenizacao loteria sorteio freela freelas freelance plr dividendos restituicao soldo "
    "proventos rendimentos"
)
"""Bare, these may be money that came in."""
_ACCOUNTS = frozenset(
    (word,)
    for word in words("conta contas banco caixa cartao cartoes card cards poupanca corrente limite carteira parte")
)
_DOINGS = words(
    "tira tire passa passe_ pega manda cobra soma some saca troca leva volta vira muda desconta baixa puxa joga marca "
    "liga busca separa lembra divide devolve usa deixa"
)
"""Verbs that could be nouns, but name nothing that is bought."""
_TO_PEOPLE = frozenset({"pra", "pro", "a", "ao"})


def _torn(clause: Clause, part: Phrase) -> bool:
    """ "mercado [no cartão] da Ana": a name with something else in its middle is none."""
    first, last = part.items[0].first, part.items[-1].last
    return any(
        item.kind in {"pm", "card", "when", "inst", "due", "amt"} and first <= item.first < last
        for item in clause.sentence.items
        if item not in part.items
    )


_CASH = words("nota notas cedula cedulas moeda moedas troco")
_SOURCES = words("salario 13º decimo bonus plr restituicao fgts abono rescisao aposentadoria poupanca")
_DEALS = words(
    "venda vendas acordo deposito saque transferencia investimento financiamento negocio troca resgate aplicacao "
    "emprestimo aposta pix bico plantao poupanca pagamento"
)
_TITLES = words("seu dona sr sra senhor senhora")
_TO_PERSON = _TO_PEOPLE | {"de", "do", "da", ""}


_FOREIGN = words("dolar dolares euro euros libra libras peso pesos iene ienes bitcoin")
_OF_LIFE = words("moro mora moramos moram morava nasci nasceu trabalho estudo vivo vivemos viajo viajamos")
"""Verbs that tell of a life: "moro na alameda jau 1420"."""


def check_phrases(clause: Clause, frame: Frame, parts: list[Phrase]) -> None:
    words = {item.norm for part in parts for item in part.items if item.value != "code"}
    lemmas = {form.lemma for _, form in frame.verbs}
    if not clause.amounts and not clause.instalments and "e" in words:
        raise Refused("two_actions")
    if words & _VAGUE_THINGS and not clause.amounts:
        raise Refused("ambiguous_amount")
    if "metade" in clause.sentence.word_set and not (clause.amounts and _own_half(clause.sentence.words)):
        raise Refused("ambiguous_amount")
    if words & {"salario", "renda"} and not clause.amounts:
        raise Refused("ambiguous_amount")
    if words & {"trocados", "trocado", "grana", "monte", "fortuna", "dobro", "triplo", "prazo"}:
        raise Refused("ambiguous_amount")
    if words & _FOREIGN:
        raise Refused("not_carried")
    if parts and parts[0].words[0] in _OF_LIFE and not parts[0].preposition:
        raise Refused("other_verb")
    if words & {"igual", "iguais", "idem"}:
        raise Refused("not_understood")  # "igual ontem" tells of another day's spend
    if words & {"recebido", "recebida", "recebidos", "creditado", "creditada"}:
        raise Refused("not_a_spend")
    if (words & _NOT_BOUGHT and lemmas <= COST) or (not frame.verbs and words & _EITHER_WAY):
        raise Refused("not_a_spend")
    renewed = clause.core[:1] and clause.core[0].norm in {"novo", "nova"}
    if renewed and not lemmas and find_expense(parts[0].text(clause.sentence), clause.context.vocabulary).known:
        raise Refused("correction")
    if any(_called(part) for part in parts):
        raise Refused("someone_else")
    for part in parts:
        if part.items[-1].kind == "w" and part.items[-1].value != "code" and garbled_day(part.words[-1]):
            raise Refused("vague_time")
        if _torn(clause, part):
            raise Refused("not_understood")
        _check_person(clause, frame, part, alone=len(parts) == 1)
        _check_owner(clause, part)
        _check_account(clause, part)


def _called(part: Phrase) -> bool:
    """ "comadre deu 50", "macho entrou um pix": whoever opens the message is no thing."""
    return len(part.items) == 1 and part.items[0].first == 0 and part.words[0] in lexicon.CALLS


def _own_half(words: list[str]) -> bool:
    """ "minha metade do aluguel, 900"; "metade minha, metade da Ana" splits a bill."""
    return words.count("metade") == 1 and words[words.index("metade") - 1 : words.index("metade")] in (
        ["minha"],
        ["nossa"],
    )


def _check_person(clause: Clause, frame: Frame, part: Phrase, *, alone: bool) -> None:
    """Money to somebody tells no purpose, and somebody else's money is not the household's."""
    text, head = part.text(clause.sentence), part.words[0]
    lemmas = {form.lemma for _, form in frame.verbs}
    gift = part.preposition in {"pra", "pro"} and not alone and lemmas & {"comprar", "levar"}
    if find_member(text, clause.context.vocabulary) and part.preposition in _TO_PERSON and not gift:
        raise Refused("transfer")
    if head in lexicon.OUTSIDERS and part.preposition in {"de", "do", "da"}:
        raise Refused("someone_else")
    if head in lexicon.OUTSIDERS and part.preposition == "" and frame.verbs:
        raise Refused("someone_else")
    paid_with = part.preposition == "com" and "gastar" not in lemmas
    if paid_with and find_goal(text, clause.context.vocabulary).sure:
        raise Refused("not_carried")
    known = find_expense(text, clause.context.vocabulary).sure
    if known or part.items[0].value == "code":
        return
    went = part.preposition in {"a", "ao"} and lemmas & {"ir", "passar"}
    if part.preposition in _TO_PEOPLE and not went and (alone or _sent(clause, lemmas)) and not payable(part.words):
        raise Refused("transfer")
    owner = clause.sentence.span(part.items[0].first, part.items[0].last)
    if part.preposition in {*lexicon.OF, ""} and find_member(owner, clause.context.vocabulary):
        raise Refused("transfer")
    if "fazer" in lemmas and not part.preposition and head in INCOME_NOUNS | _NOT_BOUGHT | _DEALS:
        raise Refused("not_a_spend")
    if "assinar" in lemmas and head in PAPERS:
        raise Refused("not_understood")
    if part.preposition == "com" and head in _CASH:
        raise Refused("ambiguous_amount")
    if part.preposition in {"do", "da", "com"} and head in _SOURCES:
        raise Refused("not_carried")
    if len(part.words) == 1 and personal(head) and part.preposition not in lexicon.PLACE_PREPOSITIONS:
        raise Refused("transfer")
    placed = part.preposition in lexicon.PLACE_PREPOSITIONS
    if len(part.words) == 2 and head in _TITLES and personal(part.words[1]) and not lemmas and not placed:
        raise Refused("transfer")
    if not alone or len(part.words) > 1 or part.preposition:
        return
    if _pix_first(clause) and not lemmas and not payable(part.words):
        raise Refused("transfer")


def _check_owner(clause: Clause, part: Phrase) -> None:
    """ "70 farmácia Ana": who paid, for whom, or a shop of that name?"""
    last = part.items[-1]
    named = find_member(clause.sentence.span(last.first, last.last), clause.context.vocabulary) is not None
    loose = len(part.words) > 1 and part.words[-2] not in lexicon.PREPOSITIONS | lexicon.ARTICLES | {"e"}
    if named and loose and not find_expense(part.text(clause.sentence), clause.context.vocabulary).sure:
        raise Refused("two_names")


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
    if part.words in _ACCOUNTS or _between_accounts(part):
        raise Refused("not_carried")
    if part.items[0].value == "code" and find_goal(text, vocabulary).how == "partial":
        raise Refused("not_carried")
    named = len(part.words) > 1 and part.words[1] in lexicon.OF and part.words[0] not in {"lembra", "separa", "deixa"}
    if part.words[0] in _DOINGS and not part.preposition and not named and not find_expense(text, vocabulary).sure:
        raise Refused("other_verb")


_ACCOUNT_WORDS = frozenset(word for (word,) in _ACCOUNTS) - {"parte", "limite"}


def _between_accounts(part: Phrase) -> bool:
    """ "da corrente pra poupança", "conta salário", "Nubank pro Inter": one's own money that moves."""
    said = [word for word in part.words if word not in lexicon.PREPOSITIONS | lexicon.ARTICLES | lexicon.POSSESSIVES]
    own = _ACCOUNT_WORDS | BRANDS | {"salario"}
    return len(said) > 1 and all(word in own for word in said)


_LOOSE = frozenset({"gastar", "torrar", "largar", "desembolsar"})


def check_sides(clause: Clause, frame: Frame, found: list[tuple[int, Phrase]], *, ordered: bool) -> None:
    """Names on both sides of the amount make a spend doubtful when its cents or its verb are."""
    if not frame.verbs and found and (garbled_verb(found[0][1].words[0]) or _feeds_goal(clause, found)):
        raise Refused("not_understood")
    if not frame.verbs and not ordered and found:
        _check_doing(clause, frame, found)
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
    if lemmas and lemmas <= {"dar", "sair", "ficar"}:
        return
    doubtful = bool(frame.verbs) and (lemmas & _LOOSE or (clause.amounts[0].bare and not known))
    if doubtful and after and after[0].preposition == "" and len(after) > 1 and len(after[0].items) == 1:
        raise Refused("two_names")


def _feeds_goal(clause: Clause, found: list[tuple[int, Phrase]]) -> bool:
    """ "aoprtar 50 na reserva": a verb nobody knows, before a goal."""
    later = [part.text(clause.sentence) for _, part in found[1:]]
    return any(find_goal(text, clause.context.vocabulary).sure for text in later)


_HABITS = words("sempre normalmente geralmente costumo costuma costumamos raramente frequentemente habitualmente")
_PRESENT = words("gasto pago ganho compro uso como tomo levo")


def _check_doing(clause: Clause, frame: Frame, found: list[tuple[int, Phrase]]) -> None:
    """ "uso 45 de uber", "sempre gasto 45 no almoço": a verb that could be a noun, in a verb's place."""
    first = found[0][1]
    for word, following in pairwise((*first.words, "")):
        if word in _HABITS or (
            word in _PRESENT and following not in lexicon.OF and (word != first.words[0] or len(found) > 1)
        ):
            raise Refused("recurring")
    doing = verb(first.words[0])
    then = found[1][1].preposition if len(found) > 1 else ""
    alone = len(first.words) == 1 and first.preposition == "" and then in lexicon.OF | _TO_PEOPLE
    text, vocabulary = first.text(clause.sentence), clause.context.vocabulary
    known = find_expense(text, vocabulary).sure
    if find_goal(text, vocabulary).how == "exact" and find_expense(text, vocabulary).how != "exact":
        raise Refused("unknown_name")
    if alone and doing is not None and doing.tense in {"order", "present"} and not known:
        raise Refused("other_verb")
