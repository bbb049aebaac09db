"""From the aggregates of a household back to household.yaml, so that reading it again gives the same household."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from mel.budget import RecurringExpense
from mel.goals import Goal
from mel.household_file.home import Home
from mel.household_file.keys import KINDS
from mel.income import Income
from mel.shared.clock import DEFAULT_ZONE
from mel.shared.money import Money
from mel.shared.rates import Rate

Lines = dict[str, Any]
_SIGNED = frozenset({"BRL", "EUR", "USD", "GBP"})


def write(home: Home) -> str:
    """YAML with every value as text; what is empty is left out."""
    house = home.household
    limit = house.fast_path_limit
    document = _filled(
        {
            "casa": house.name,
            "moeda": house.currency,
            "fuso": house.zone if house.zone != DEFAULT_ZONE else None,
            "limite": _money(limit) if limit and limit != Money(500, house.currency) else None,
            "pessoas": [_filled({"nome": member.name, "apelidos": list(member.aliases)}) for member in house.members],
            "rendas": [_income(income) for income in home.incomes.sources],
            "gastos": [_expense(expense) for expense in home.budget.expenses],
            "metas": [_goal(goal) for goal in home.goals],
            "cotações": [_rate(rate) for rate in house.rates.rates],
        }
    )
    import yaml  # here, because who only talks with Mel never writes a file

    return yaml.dump(document, Dumper=yaml.SafeDumper, allow_unicode=True, sort_keys=False, width=120)


def _income(income: Income) -> Lines:
    spelled = {kind: word for word, kind in reversed(KINDS.items())}
    return _filled(
        {
            "nome": income.name,
            "valor": _money(income.amount),
            "de": income.received_by,
            "tipo": spelled[income.kind],
            "dia": income.day,
            "dia útil": income.business_day,
            "apelidos": list(income.aliases),
        }
    )


def _expense(expense: RecurringExpense) -> Lines:
    return _filled(
        {
            "nome": expense.name,
            "valor": _money(expense.latest_expected()),
            "apelidos": list(expense.aliases),
            "categoria": expense.category,
            "vencimento": expense.billing_day,
            "pagamento": expense.payment,
        }
    )


def _goal(goal: Goal) -> Lines:
    return _filled(
        {
            "nome": goal.name,
            "valor": _money(goal.target),
            "prazo": _day(goal.deadline),
            "criada": _day(goal.created_on),
            "pessoas": _names(member.name for member in goal.members),
            "só de": goal.owner,
            "apelidos": list(goal.aliases),
            "aportes": [
                {"de": gift.paid_by.name, "valor": _money(gift.amount), "data": _day(gift.on)}
                for gift in goal.contributions
            ],
        }
    )


def _rate(rate: Rate) -> Lines:
    return {
        "de": rate.source,
        "para": rate.target,
        "data": _day(rate.on),
        "valor": f"{rate.value:f}".replace(".", ","),
    }


def _money(money: Money) -> str:
    """With a sign that everybody reads, else with its code."""
    shown = str(money)
    return shown if money.currency in _SIGNED else f"{money.currency} {shown.split(' ', 1)[1]}"


def _day(day: date) -> str:
    return f"{day:%d/%m/%Y}"


def _names(names: Iterable[str]) -> list[str]:
    return list(names)


def _filled(lines: Lines) -> Lines:
    return {key: str(value) if isinstance(value, int) else value for key, value in lines.items() if value}
