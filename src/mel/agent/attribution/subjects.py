"""Of which thing an amount is told: a thing of the house, all of the house, or something that no tool knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mel.agent.attribution.clauses import Clause
from mel.agent.attribution.facts import Fact, Holds
from mel.agent.attribution.names import Names
from mel.agent.figures import Figure, fold_in_place
from mel.shared.text import fold

_BUDGET = frozenset({"budgetTotal", "budgetStatus", "expenseStatus", "entriesList"})
_OF_THINGS = _BUDGET | {"statementSearch", "installmentsAhead", "incomeStatus", "invoiceStatus"}
_ASKED = re.compile(
    r"\b(?:d[aeo]s?|com|n[ao]s?|em|pr[ao]|[oa]s?) (?!d[aeo]s?\b|com\b|n[ao]s?\b|em\b|[oa]s?\b)([a-z]{3,})\b"
)
_WORD = re.compile(r"[a-z]{3,}")
_EVERYTHING = re.compile(
    r"\b(?:orcamento|gasto) total\b|\btodas as despesas\b|\btotal d(?:o orcamento|os gastos|a casa|o mes)\b"
)
_GOAL_OF = re.compile(r"\bmeta d(?:[aeo]s?)(?: (?:[oa]s?|uma?))? ([a-z]{3,})")
_NO_GOALS: Final = """
voces guardar juntar longo curto casal gasto gastos cada poupar chegar economia
"""
_NO_GOAL = frozenset(_NO_GOALS.split())
_ON = re.compile(
    r"\W{0,4}(?:reais|real|euros?)?\W{0,4}(?:so )?(?:n[ao]s?|com|em|d[aeo]s?) (?:[oa]s? |sua? |seu )?([a-z]{3,})\b"
)
_LEADS = re.compile(r"\W*(?:n[ao]s?|com|em|de) (?:[oa]s? )?([a-z]{3,})\b")
_NO_THING_WORDS: Final = """
cada todo toda todos todas tudo ela ele eles elas isso disso nisso apenas cima media previstos sobra acordo
relacao moeda jeito forma frente tipo lado folga volta aberto uso parte ambos mesmo mesma momento voces nos seu sua
nome ritmo desconto comeco comecinho fim final inicio meio planejado esperado combinado casal familia livre
livres juros atraso atrasado dentro fora excesso primeira terceira resumo pratica verdade caso geral base detalhe
ordem outras suma plano vencimento prestacoes fechamento pouco tres quatro cinco
"""
_NO_THING = frozenset(_NO_THING_WORDS.split())
"""What may follow an amount and a preposition without being what it was spent on."""


def asked_about(text: str) -> frozenset[str]:
    """The folded words of a message that may be the thing it asks about."""
    return frozenset(hit[1] for hit in _ASKED.finditer(fold(text)))


def subjects(clause: Clause, figure: Figure, names: Names, foreign: frozenset[str]) -> Iterator[Holds]:
    """What a fact must be of, by the words of the clause. `foreign`: what was asked about and no tool knows."""
    things = [each.things for each in clause.mentions]
    if things:
        yield lambda fact: not fact.of or any(fact.of & each for each in things)
    elif _EVERYTHING.search(clause.text):
        yield lambda fact: fact.tool not in _BUDGET or not fact.of
    if foreign.intersection(_WORD.findall(clause.text)):
        yield lambda fact: fact.tool not in _BUDGET
    if goal := _GOAL_OF.search(clause.text):
        yield lambda fact: fact.tool != "goalStatus" or _called(fact, goal[1])
    if _unknown_thing(clause, figure, names):
        yield lambda fact: fact.tool not in _OF_THINGS


def _called(fact: Fact, word: str) -> bool:
    return word in _NO_GOAL or any(word in _WORD.findall(name) for name in fact.of)


def _unknown_thing(clause: Clause, figure: Figure, names: Names) -> bool:
    """Whether an amount is told of what stands right behind it or leads the clause, and nothing here is called so."""
    behind = _ON.match(clause.sentence, figure.end, clause.end)
    leading = _LEADS.match(clause.sentence, 0, figure.start) if clause.start == 0 else None
    return any(hit is not None and not names.knows(hit[1]) and hit[1] not in _NO_THING for hit in (behind, leading))


_IS = re.compile(r"\bmeta d[aeo]s? (.{2,40}?) é (?:a |o )?(?=\w)")


def misnamed(sentence: str, names: Names) -> str | None:
    """Two goals made one: "a meta da lua de mel é Amsterdam". The words in which that is said."""
    hit = _IS.search(sentence.lower()) if "meta d" in sentence.lower() else None
    if hit is None or len(sentence) != len(sentence.lower()):
        return None
    folded = fold_in_place(sentence)
    told = next((each for each in names.named_in(folded, sentence) if each.start == hit.end()), None)
    asked = frozenset[str]().union(*(each.things for each in names.named_in(folded[hit.start(1) : hit.end(1)])))
    return sentence[hit.start() : told.end] if told is not None and not asked & told.things else None


def is_price(fact: Fact) -> bool:
    """Of what is to be bought, which may be called anything: "um carro de R$ 60 mil"."""
    return fact.tool == "feasibility" and fact.roles is not None and "cost" in fact.roles


def all_of_it(totals: list[Fact], known: list[Fact], things: list[frozenset[str]]) -> bool:
    """ "R$ 830 em mercado, luz e restaurante": the total, and everything that is in it."""
    whole = [fact for fact in totals if not fact.of]
    tools, people = {fact.tool for fact in whole}, frozenset[str]().union(*(fact.people for fact in whole))
    parts = [fact for fact in known if fact.of and fact.amount and fact.tool in tools]
    parts = [fact for fact in parts if not people or fact.people & people]
    named = frozenset[str]().union(*things)
    return len(things) > 1 and bool(parts) and all(fact.of & named for fact in parts)
