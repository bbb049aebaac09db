"""Whom a clause tells an amount of: not whom it speaks to ("Ana, vocês…"), nor who is part of a thing's name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from mel.agent.attribution.clauses import Clause
from mel.agent.attribution.facts import Fact, Holds

_DEEDS = (
    r"(?:precis|dev[ei]|gast|pag|guard|junt|aport|receb|ganh|coloc|deposit|contribu|us|fez|pos\b|pus|lanc|registr|anot"
    r"|compr)\w*"
)
_YOU = re.compile(
    rf"\bvoce (?:(?:ja|so|tambem|mesm[oa]|sozinh[oa]) )*{_DEEDS}"
    r"|\bvoce quem\b|\b(?:seu|sua|seus|suas) (?:renda|salario|gastos?|parte|aportes?|contribuic\w+)\b"
    r"|\b(?:foi|foram|sao) (?:seus?|suas?)\b"
)
_SHARE = r"\b(?:sua parte|so (?:del[ea]|seus?)|pessoa(?:l|is)|individua(?:l|is)|parte d[aeo] (?:{})|pr?a voce)\b"
_TOGETHER = re.compile(r"\bjunt[oa]s\b|\bambos\b")
_HOUSE = re.compile(r"\ba casa (?:ja )?gast|\bvoces dois\b|\ba gente (?:ja )?gast|\bvoces (?:ja )?gast")
_ASIDE = re.compile(r"\b(?:contando|somando|junto|sem)(?: com)?(?: [oa])? $")
_ALSO_OF = re.compile(r",? ?(?:n[ao]|em) nome d|, (?:compra|gasto|lancamento|feit[oa]|pag[oa]|lancad[oa]) ")
"""What goes on about whose an amount is, behind a comma."""
_GREETINGS = frozenset({"oi", "ola", "opa", "ei", "olha", "bom dia", "boa tarde", "boa noite", "entao", "claro", "sim"})


def persons_named(clause: Clause, people: Iterable[str], speaker: str | None) -> set[str]:
    """Folded names, the speaker's for "você"."""
    end = clause.behind(clause.amounts[-1].end)
    if _ALSO_OF.match(clause.sentence, end):
        end = clause.behind(end + 1)
    found = {person for person in people if _speaks_of(person, clause, end)}
    if speaker and _YOU.search(clause.sentence, clause.start, end):
        found.add(speaker)
    return found


def _one_share(clause: Clause, people: Iterable[str]) -> bool:
    """ "A sua parte": told of one of them, whoever it is."""
    return re.search(_SHARE.format("|".join(map(re.escape, people))), clause.text) is not None


def _speaks_of(person: str, clause: Clause, end: int) -> bool:
    for hit in re.compile(rf"\b{re.escape(person)}\b").finditer(clause.sentence, clause.start, end):
        if _ASIDE.search(clause.sentence[: hit.start()]):
            continue
        if any(each.start <= hit.start() and hit.end() <= each.end for each in clause.mentions):
            continue
        before, after = clause.sentence[: hit.start()].rstrip(), clause.sentence[hit.end() :].lstrip()
        opened = not before or before[-1] in ",!.?" or before.split(",")[-1].strip() in _GREETINGS
        # Called by name: "Ana, vocês…", "não cabe, Ana." A colon after a name that opens a line tells what is hers.
        called = not after[:1].isalnum() and after[:1] != "(" and (before or after[:1] != ":")
        if not (opened and called):
            return True
    return False


_OWN = frozenset({"spent", "earned", "contributed", "income", "saved", "balance", "needed", "pace"})
"""What is one person's or the couple's."""
_NOBODYS = frozenset({"invoiceStatus", "installmentsAhead"})
"""Tools that tell of cards, not of whose they are."""


def belongs(clause: Clause, people: frozenset[str], speaker: str | None, beside: list[Fact]) -> Iterator[Holds]:
    """Whose a fact must be, by the words of the clause. `beside`: the facts of all its amounts."""
    persons = persons_named(clause, people, speaker)
    # Of several amounts beside a person, one is enough.
    if len(persons) == 1 and not (len(clause.amounts) > 1 and any(fact.people & persons for fact in beside)):
        yield lambda fact: not _is_own(fact) or bool(fact.people & persons)
    if _one_share(clause, people):
        yield lambda fact: bool(fact.people)
    if _TOGETHER.search(clause.text):
        yield lambda fact: not _is_own(fact) or not fact.people
    if _HOUSE.search(clause.text):
        yield lambda fact: not fact.people or "total" not in (fact.roles or ())


def _is_own(fact: Fact) -> bool:
    return fact.roles is not None and bool(fact.roles & _OWN) and fact.tool not in _NOBODYS
