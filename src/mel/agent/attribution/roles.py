"""What an amount of a result is (spent, expected, left…), and the words by which a sentence says so.

Words that are not here say nothing; fields that are not here may be said of anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final, NamedTuple

_LEFT = frozenset({"left", "lacking"})
_SPENT = frozenset({"spent", "paid", "purchases", "cost", "bills"})
_EXPECTED = frozenset({"expected", "monthly", "budget", "limit", "bills"})
_FREE = frozenset({"left", "balance", "before"})
_MOVED = frozenset({"spent", "earned"})
_PUT_ASIDE = frozenset({"contributed", "saved", "earned", "quotas"})
_SAVED = _PUT_ASIDE | {"balance"}
_TO_COME = frozenset({"lacking", "parcelas", "to come", "owed", "left", "monthly"})

_BUDGET: Final = {
    "expected": _EXPECTED,
    "actual": _SPENT,
    "remaining": _LEFT,
    "entries.amount": _SPENT,
    "total": _SPENT | {"total"},
}
_FIELDS: Final[dict[str, dict[str, frozenset[str]]]] = {
    "budgetTotal": _BUDGET,
    "budgetStatus": _BUDGET,
    "expenseStatus": _BUDGET,
    "entriesList": _BUDGET,
    "goalStatus": {
        "saved": _SAVED,
        "savedByCurrency": _SAVED,
        "requiredMonthly": frozenset({"lacking", "monthly", "needed"}),
        "pace": frozenset({"monthly", "pace", "saving"}),
    },
    "goalsList": {"saved": _SAVED, "target": frozenset({"target", "lacking", "needed", "quotas"})},
    "contributionsList": {"contributions.amount": _PUT_ASIDE, "totals": _PUT_ASIDE | {"total"}},
    "feasibility": {
        "amount": frozenset({"cost", "purchases"}),
        "income": frozenset({"income", "earned", "expected"}),
        "bills": frozenset({"bills", "expected", "spent"}),
        "commitments": frozenset({"bills", "parcelas", "fatura", "expected"}),
        "goalQuotas": frozenset({"monthly", "needed", "target", "lacking", "quotas"}),
        "free": _FREE,
        "cost": frozenset({"cost", "parcelas", "monthly", "purchases"}),
        "after": _LEFT,
    },
    "incomeStatus": {
        "received": frozenset({"earned"}),
        "expected": frozenset({"expected", "income", "to earn", "to come", "lacking", "monthly"}),
        "sources.amount": frozenset({"expected", "income", "to earn", "to come", "lacking", "monthly"}),
        "receipts.amount": frozenset({"earned", "income"}),
    },
    "invoiceStatus": {
        "total": frozenset({"fatura", "spent", "owed"}),
        "paid": frozenset({"paid"}),
        "remaining": frozenset({"fatura", "owed", "lacking", "left"}),
        "purchase": frozenset({"purchases", "spent"}),
        "parcela": frozenset({"parcelas"}),
        "estorno": frozenset({"refund"}),
        "toCome": _TO_COME | {"fatura"},
        "usedLimit": frozenset({"used limit"}),
        "limit": frozenset({"limit"}),
        "available": frozenset({"left", "limit"}),
    },
    "installmentsAhead": {
        "total": _TO_COME,
        "amount": _TO_COME | {"cost", "fatura"},
        "debt": _TO_COME,
        "plans.total": frozenset({"cost", "purchases"}),
        "toldTotal": _TO_COME,
    },
    "statementSearch": {
        "movements.amount": _MOVED,
        "spent": _SPENT,
        "received": frozenset({"earned", "refund"}),
        "months.amount": frozenset({"spent", "fatura", "purchases"}),
    },
    "recordSpend": {"delta": _SPENT | {"over"}, "newActual": _SPENT | {"total"}},
    "contributeToGoal": {"amount": _PUT_ASIDE, "newSavedByCurrency": _SAVED},
    "recordIncome": {"amount": frozenset({"earned", "income"}), "newTotal": frozenset({"earned", "income", "total"})},
    "registerExpense": {"expected": _EXPECTED},
    "adjustExpense": {"currentExpected": _EXPECTED, "newExpected": _EXPECTED},
    "createGoal": {"target": frozenset({"target", "lacking", "needed", "quotas"})},
    "accountStatus": {
        "balance": frozenset({"left", "balance"}),
        "in": frozenset({"earned", "refund"}),
        "out": frozenset({"spent", "purchases", "fatura"}),
    },
}

_WORDS: Final = {
    "left": r"sobr(?:a|am|ou|aram|ando|arao|aria|ariam)|rest(?:a|am|ou|aram|antes?|ando|aria|ariam)|disponive(?:l|is)"
    r"|livres?|folga"
    r"|ainda (?:tem|temos|podem|pode|da pra|ha)|nao (?:fo(?:i|ram) )?(?:gast|us)\w+",
    "spent": r"gast(?:ou|aram|amos|ei|ad[oa]s?|ando)|gastos?(?! (?:previst|planejad|esperad|fix|mensa))"
    r"|us(?:ad[oa]s?|aram|ou)"
    r"|sa(?:iu|iram)|saidas?|consumi\w+|desembols\w+|realizad[oa]s?",
    "expected": r"previst[oa]s?|previs(?:ao|oes)|planejad[oa]s?|planej(?:ou|aram)|planejando|esperad[oa]s?"
    r"|esper(?:a|am|amos)|orcad[oa]s?"
    r"|estipulad[oa]s?|programad[oa]s?|teto",
    "budget": r"orcamentos?",
    "balance": r"saldo",
    "after": r"depois d[aeo]|ficari?am?",
    "before": r"antes d[aeo]",
    "over": r"passou|passaram|passad[oa]s|estour\w+|exced\w+|ultrapass\w+|acima|negativ[oa]s?|no vermelho"
    r"|a mais|alem d",
    "lacking": r"falt(?:a|am|ou|aram|ando|ari?a|ariam)",
    "saved": r"guard(?:ad[oa]s?|ou|aram|amos)|junt(?:ou|aram|amos|ad[oa]s?)|acumul\w+|economiz\w+|poup\w+|reunid[oa]s?",
    "saving": r"guardam|juntam",
    "needed": r"precis(?:a|o|am|amos|ariam?)|necessari[oa]s?",
    "monthly": r"por mes|mensa(?:l|is|lmente)|a cada mes|/mes",
    "pace": r"ritmo|media",
    "target": r"alvo|objetivos?|meta (?:\w+ ){0,6}?e(?: de| juntar| guardar)?(?= ?(?:r\$|€|eur|us\$)? ?\d)",
    "earned": r"entr(?:ou|aram|ad[oa]s?)|receb(?:eu|eram|emos|i|id[oa]s?)|ganh(?:ou|aram|os)|cai(?:u|ram)|pingou",
    "income": r"rendas?|salarios?|receitas?",
    "to earn": r"receber|v(?:ai|ao) (?:entrar|cair)",
    "contributed": r"aport(?:e|es|ou|aram|ad[oa]s?)|deposit\w+|coloc(?:ou|aram)|contribui\w+",
    "used limit": r"limite\W+(?:\w+ ){0,3}(?:usad|comprometid|utilizad|ocupad|consumid)\w+|(?:usad|comprometid"
    r"|utilizad|ocupad)\w+ (?:\w+ ){0,2}limite"
    r"|(?:ocup|us|compromet)\w+ (?:\w+ ){0,2}limite",
    "limit": r"limites?",
    "fatura": r"faturas?",
    "owed": r"a pagar|em aberto|devendo|divida|pendentes?",
    "purchases": r"compras?",
    "parcelas": r"parcelas?|prestac(?:ao|oes)",
    "refund": r"estorn\w+|devol\w+|reembols\w+",
    "paid": r"pag(?:ou|aram|amos|[oa]s?)",
    "to come": r"a (?:vencer|receber|vir)|por vir|ainda vem|vao vir",
    "bills": r"contas|despesas",
    "quotas": r"metas",
    "cost": r"cust(?:a|am|o|ou|aria)|preco",
}
_ANY: Final = re.compile("|".join(rf"\b(?P<r{n}>(?:{words})\b)" for n, words in enumerate(_WORDS.values())))
_NAMES: Final = tuple(_WORDS)


class Said(NamedTuple):
    """A word of a sentence that says what an amount is."""

    role: str
    start: int
    end: int


def roles_said(folded: str) -> Iterator[Said]:
    """In the order of the text, which must be folded letter by letter."""
    for hit in _ANY.finditer(folded):
        group = hit.lastgroup
        assert group is not None
        yield Said(_NAMES[int(group[1:])], *hit.span())


def roles_of(tool: str, path: tuple[str, ...], amount: Decimal) -> frozenset[str] | None:
    """What the amount at this place of a tool's result is; a negative rest is what went over."""
    fields = _FIELDS.get(tool)
    if fields is None:
        return None
    where = tuple(part for part in path if len(part) != 3 or not part.isupper())
    found = fields.get(".".join(where[-2:])) or (fields.get(where[-1]) if where else None)
    if found is _LEFT:
        return (
            frozenset({"over", "lacking", "after", "balance"})
            if amount < 0
            else frozenset({"left", "lacking", "after", "balance"})
        )
    if found is _FREE and amount < 0:
        return frozenset({"over", "lacking", "before", "balance"})
    if found is _MOVED:
        return _SPENT if amount < 0 else frozenset({"earned", "refund"})
    return found
