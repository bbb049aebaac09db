"""Days and spans told from today, and how many times an amount was: "hoje", "este ano", "2 compras de"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from mel.agent.attribution.clauses import Clause
from mel.agent.attribution.facts import Day, Fact, Holds
from mel.agent.figures import Figure

_WORDS = re.compile(
    r"(?:hoje|ontem|anteontem|(?:est|ess|nest|ness|dest|dess)[ea] (?:semana|ano)|semana passada|ano passado)\b"
)
_HAPPENED = re.compile(
    r"\b(?:gast|compr|entr|guard|pag|coloc|us|aport|deposit)(?:ou|aram|amos)\b|\bfo(?:i|ram)\b|\bsa(?:iu|iram)\b"
    r"|\breceb(?:eu|eram)\b|\bca(?:iu|iram)\b"
)
_SO_FAR = re.compile(r"\b(?:ja|ate (?:hoje|ontem|aqui|agora)|de hoje|por hoje)\b")
""""Hoje vocês já gastaram R$ 620,50" tells how it stands today."""
_MOVES = frozenset({"spent", "earned", "contributed"})
_READ = frozenset(
    {"budgetStatus", "expenseStatus", "entriesList", "statementSearch", "contributionsList", "incomeStatus"}
)
_EACH = re.compile(
    r"(?:\b(\d{1,3})|\b(duas|dois|tres|quatro|cinco|seis|sete|oito|nove|dez)) (?:\w+ )?(?:compras|lancamentos|gastos"
    r"|pagamentos|aportes|depositos|entradas|vezes|idas|movimentacoes|registros)(?: \w+)? de (?:r\$ ?)?$"
)
_TOGETHER = re.compile(r"\b(?:no total|ao todo|total de|som\w+|juntas|juntos|cada mes)\b")
_NUMBERS = ("zero", "um", "dois", "tres", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez")
_LISTED = frozenset(
    {"budgetTotal", "budgetStatus", "expenseStatus", "entriesList", "statementSearch", "contributionsList"}
)


def in_spans(clause: Clause, today: date, beside: list[Fact], *, dated: bool) -> Iterator[Holds]:
    """When what moved must have moved, by the spans named. `dated`: a month or day is named too ("junho deste ano")."""
    text = clause.text
    if not any(word in text for word in ("hoje", "ontem", "semana", " ano")):
        return
    for hit in _WORDS.finditer(text):
        first, last = _span(hit[0], today)
        if hit[0] == "hoje" and (_HAPPENED.search(text) is None or _SO_FAR.search(text)):
            continue
        if (last - first).days > _WEEK and dated:
            continue

        def holds(fact: Fact, first: date = first, last: date = last) -> bool:
            return _moved_within(fact, first, last)

        if not (len(clause.amounts) > 1 and any(fact.roles and _MOVES & fact.roles and holds(fact) for fact in beside)):
            yield holds


def _span(words: str, today: date) -> tuple[date, date]:
    """The days that are meant. A week may begin on its Sunday or its Monday, or be the last seven days."""
    if words.endswith(("hoje", "ontem")):
        day = today - timedelta({"h": 0, "o": 1, "a": 2}[words[0]])
        return day, day
    past = "passad" in words
    if "semana" in words:
        monday = today - timedelta(today.weekday())
        if past:
            return monday - timedelta(8), today - timedelta(1)
        return min(monday - timedelta(1), today - timedelta(6)), monday + timedelta(6)
    year = today.year - past
    return date(year, 1, 1), date(year, 12, 31)


_WEEK = 14
"""Days; a span that is longer is a year."""


def _moved_within(fact: Fact, first: date, last: date) -> bool:
    """Whether what a fact tells moved in these days; of a whole year only what was summed over more than a month."""
    if fact.tool not in _READ or fact.roles is None or not fact.roles & _MOVES:
        return True
    if fact.days:
        inside = all(first <= _date(day) <= last for day in fact.days)
        return inside and ((last - first).days <= _WEEK or len(fact.days) == 1 or len(fact.months) > 1)
    if not fact.months:
        return True
    return (last - first).days > _WEEK and len(fact.months) > 1 and all(year == first.year for year, _ in fact.months)


def _date(day: Day) -> date:
    try:
        return date(*day)
    except ValueError:
        return date.min


def too_many(clause: Clause, figure: Figure, known: list[Fact]) -> bool:
    """ "2 compras de R$ 620,50", where the tools told that amount once, or as a sum."""
    if " de " not in clause.sentence[max(figure.start - _NEAR, 0) : figure.start]:
        return False
    hit = _EACH.search(clause.sentence, max(clause.start, figure.start - _NEAR), figure.start)
    if hit is None or not known or any(fact.tool not in _LISTED for fact in known):
        return False
    count = int(hit[1]) if hit[1] else _NUMBERS.index("dois" if hit[2] == "duas" else hit[2])
    if count < 2 or _TOGETHER.search(clause.sentence, hit.start(), clause.behind(figure.end)):
        return False
    return sum(fact.row for fact in known) < count


_NEAR = 40
"""Letters before an amount within which its count stands."""
