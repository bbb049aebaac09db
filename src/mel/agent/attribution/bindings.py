"""Which of the words around an amount say what it is, and whether a fact is that."""

from __future__ import annotations

import re

from mel.agent.attribution.clauses import COMMA, Clause
from mel.agent.attribution.facts import Fact, Holds
from mel.agent.attribution.roles import Said
from mel.agent.figures import Figure

_CONTEXT = frozenset({"bills", "fatura", "purchases", "parcelas", "income", "budget", "limit", "quotas"})
"""Nouns that an amount may stand beside without being it."""
_OF = re.compile(
    r"\s*\*{0,2}(?:reais|real|euros?)?\*{0,2}\s*(?:\w+ )?\(?(?:,? ?d[eo]s?|/|d[eo] total de|de um total de)\s*\*{0,2}"
)
_LINK = re.compile(
    r"\s*\*{0,2}(?:reais|real|euros?)?\*{0,2}\s*(?:\(|(?:ja|de|em|a|como|pra|para|que|eh?|era|eram|sao|foi"
    r"|foram|esta|estao|ta|tao|ainda)\b)?"
    r"\s*(?:(?:[oa]s?|ja|foi|foram|ainda|ta|tao|estao)\b)?\s*(?:(?:valor|total)\b)?\s*"
)
_NOUN_LINK = re.compile(
    r"\s*\*{0,2}(?:reais|real|euros?)?\*{0,2}\s*(?:(?:indo|vao) )?(?:so )?(?:de|em|d[ao]s|n[ao]s|pr?[ao]s"
    r"|para [ao]s)\s*"
)
_MONTHLY = re.compile(
    r"\s*\*{0,2}(?:reais|real|euros?)?\*{0,2}\s*(?:por mes|mensa(?:l|is|lmente)|a cada mes|/ ?mes|ao mes)\b"
)
_BY = re.compile(r"(?: d[aoe]s? \w+)?\W*(?:(?:em|d[eo]|por|o valor de|cerca de|uns|que (?:era|eh?))\b)?\W*")
_AT_ONCE = re.compile(r" (?:(?:em|por|uns|so|apenas) )?")
_COMPARED = re.compile(
    r"\b(?:pass\w+|acima|abaixo|dentro|alem|fora|men(?:os|or) (?:que|do que)|mai(?:s|or) (?:que|do que)"
    r"|ultrapass\w+|estour\w+|longe)"
    r"(?: d[aeo]s?| [oa]s?)* $"
)
"""What follows is a measure, not what the amount is: "abaixo do previsto"."""
_DENIED = re.compile(r"\b(?:nao|nem|nenhum\w*|nunca|nada|sem)(?: \w+){0,2} $")
_NEARBY = 25
"""Letters within which a word behind an amount is still about it."""


def is_monthly(clause: Clause, figure: Figure) -> bool:
    """ "R$ 450 por mês"."""
    return _MONTHLY.match(clause.sentence, figure.end, clause.end) is not None


def bound_roles(clause: Clause, figure: Figure) -> frozenset[str]:
    """The roles that the words by an amount give it; none: anything."""
    start = clause.before(figure)
    if rest := _right_before(clause, figure, start):
        return frozenset({rest})
    put_aside = any(
        start <= each.start < figure.start and each.role in {"saved", "contributed"} for each in clause.roles
    )
    if (after := _right_behind(clause, figure)) and not (after == "quotas" and put_aside):
        return frozenset({after})
    if start > clause.start and _OF.fullmatch(clause.sentence[start : figure.start]):
        return frozenset({"whole"})
    said = [each for each in clause.roles if each.role != "monthly" and _tells(clause, each, figure)]
    near = [each for each in said if start <= each.start < figure.start and _close(clause, each, figure)]
    if near:
        return frozenset(each.role for each in near)
    firm = [each for each in said if each.role not in _CONTEXT]
    before = [each.role for each in firm if each.start < figure.start and each.role not in {"left", "lacking", "over"}]
    end = min(clause.behind(figure.end), figure.end + _NEARBY)
    behind = [each.role for each in firm if figure.end <= each.start < end and each.role not in {"after", "over"}]
    return frozenset(before or behind)


def _close(clause: Clause, said: Said, figure: Figure) -> bool:
    """A noun counts only in the part of the sentence that the amount is in; a fatura counts in all of it."""
    far = said.role in _CONTEXT and said.role not in {"fatura", "limit"}
    return not (far and COMMA.search(clause.lower, said.end, figure.start))


def _tells(clause: Clause, said: Said, figure: Figure) -> bool:
    """ "Passou R$ 60" is about the amount, "o restaurante passou: R$ 560" about the restaurant."""
    if _DENIED.search(clause.sentence[: said.start]):
        return False
    compared = said.role == "over" or _COMPARED.search(clause.sentence[: said.start])
    between = clause.sentence[said.end : figure.start]
    return not compared or (
        said.end <= figure.start and "(" not in between and ":" not in between and _BY.fullmatch(between) is not None
    )


def _right_before(clause: Clause, figure: Figure, start: int) -> str | None:
    """What went over or is lacking, told by the word right before it: "excedeu em R$ 180 o valor planejado"."""
    last = max((each for each in clause.roles if start <= each.start < figure.start), default=None, key=lambda e: e.end)
    if last is None or last.role not in {"over", "lacking"}:
        return None
    return last.role if _AT_ONCE.fullmatch(clause.sentence[last.end : figure.start]) else None


def _right_behind(clause: Clause, figure: Figure) -> str | None:
    """The word right behind an amount: "R$ 2.820 previstos", "R$ 60 a mais", "R$ 80 em compras"."""
    end = clause.behind(figure.end)
    if clause.sentence[end : end + 1] == "(":
        end = clause.end
    for each in clause.roles:
        if not figure.end <= each.start < end or each.role == "monthly":
            continue
        link = _NOUN_LINK if each.role in _CONTEXT else _LINK
        between = clause.sentence[figure.end : each.start]
        if each.role == "over" and _ABOUT_A_THING.match(clause.sentence, each.start):
            return None
        return each.role if link.fullmatch(between) else None
    return None


_ABOUT_A_THING = re.compile(r"(?:pass|estour|ultrapass|exced|acima)")


_WHOLE = frozenset({"expected", "target", "limit", "cost", "income", "fatura", "total"})
"""What an amount may be that another is a part of."""


def told_as(clause: Clause, figure: Figure) -> Holds:
    """Whether a fact is what the sentence makes of the amount: "gastaram R$ 2.820" is false of what was expected."""
    roles, monthly = bound_roles(clause, figure), is_monthly(clause, figure)
    monthly_near = monthly or any(each.role == "monthly" and each.start < figure.start for each in clause.roles)
    minus = "-" in clause.sentence[max(figure.start - 1, 0) : figure.end]

    def holds(fact: Fact) -> bool:
        mine = fact.roles
        if mine is None:
            return True
        if monthly and "monthly" not in mine:
            return False
        if roles == {"whole"}:
            return bool(mine & _WHOLE)
        if ("after" in roles and "before" in mine) or ("to earn" in roles and "to earn" not in mine):
            return False
        if monthly and "pace" in mine:
            mine |= {"saved", "contributed"}
        elif "needed" in mine and monthly_near:
            mine |= {"contributed"}
        if fact.negative and not minus and roles and roles <= {"after", "before", "balance"}:
            return False  # "ficam com R$ 371" is no way to tell of what is lacking
        said = roles if fact.tool == "feasibility" else roles - {"before", "after"}
        said -= {"left"} if minus and fact.negative else set()
        return not said or bool(mine & said)

    return holds
