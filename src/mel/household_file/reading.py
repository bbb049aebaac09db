"""From household.yaml to the aggregates of a household."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TypeVar, cast

from mel.budget import Budget, RecurringExpense
from mel.goals import Contribution, Goal
from mel.household import Household, Member
from mel.household_file import keys, values
from mel.household_file.document import LARGEST, FileProblem, Table, Value, parse
from mel.household_file.home import HOUSEHOLD_ID, Home
from mel.income import Income, IncomeBook, IncomeKind
from mel.shared.clock import DEFAULT_ZONE, system_clock, today_in
from mel.shared.errors import InvalidInput, MelError
from mel.shared.ids import new_id
from mel.shared.rates import Rate, RateTable
from mel.shared.text import fold

T = TypeVar("T")


def read_file(path: Path) -> Home:
    """Raises `MelError` when it cannot be read, `FileProblem` when something in it cannot be meant."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(LARGEST + 1)
    except OSError as error:
        raise MelError(f"Não consegui ler o arquivo {path}. Confira o caminho.") from error
    except UnicodeDecodeError as error:
        raise MelError(f"O arquivo {path} não está em UTF-8. Salve de novo nesse formato.") from error
    return read(text)


def read(text: str, today: date | None = None) -> Home:
    """A whole household, or the first thing in it that cannot be meant. `today`: when goals without a date began."""
    document = parse(text)
    house = document.table(keys.HOUSE)
    household = _household(house)
    now = today or today_in(household.zone, system_clock())
    budget = Budget(HOUSEHOLD_ID, household.currency)
    for item in house.items("gastos"):
        _checked(item, lambda item=item: budget.register(_expense(item, household.currency)))  # type: ignore[misc]
    _checked(document, budget.other)
    goals = tuple(_goal(item, household, now) for item in house.items("metas"))
    incomes = IncomeBook(HOUSEHOLD_ID, [_income(item, household) for item in house.items("rendas")])
    _refuse_twins(house, "metas", [goal.name for goal in goals])
    _refuse_twins(house, "rendas", [income.name for income in incomes.sources])
    return Home(household, budget, incomes, goals)


def _household(house: Table) -> Household:
    name, code, zone, limit = (house.get(key) for key in ("casa", "moeda", "fuso", "limite"))
    currency = values.currency(code) if code else "BRL"
    people = house.need("pessoas")
    members = tuple(_member(item) for item in people.items())
    if not members:
        raise people.problem("precisa de pelo menos uma pessoa.")
    rates = RateTable.of(_rate(item) for item in house.items("cotações"))
    return _checked(
        people,
        lambda: Household(
            id=HOUSEHOLD_ID,
            name=name.text if name else "Casa",
            members=members,
            currency=currency,
            zone=values.zone(zone) if zone else DEFAULT_ZONE,
            fast_path_limit=values.money(limit, currency) if limit else None,
            rates=rates,
        ),
    )


def _member(item: Value) -> Member:
    if item.is_text:
        return Member(item.text)
    fields = item.table(keys.PERSON)
    return Member(fields.need("nome").text, _texts(fields, "apelidos"))


def _expense(item: Value, currency: str) -> RecurringExpense:
    fields = item.table(keys.EXPENSE)
    category, due, payment = (fields.get(key) for key in ("categoria", "vencimento", "pagamento"))
    return RecurringExpense(
        name=fields.need("nome").text,
        expected=values.money(fields.need("valor"), currency),
        aliases=_texts(fields, "apelidos"),
        category=category.text if category else None,
        billing_day=values.whole(due, 1, 31) if due else None,
        payment=payment.text if payment else None,
    )


def _income(item: Value, household: Household) -> Income:
    fields = item.table(keys.INCOME)
    kind, who, day, business_day = (fields.get(key) for key in ("tipo", "de", "dia", "dia útil"))
    return _checked(
        item,
        lambda: Income(
            name=fields.need("nome").text,
            amount=values.money(fields.need("valor"), household.currency),
            received_by=_who(who, household).name if who else None,
            kind=_kind(kind) if kind else "salary",
            day=values.whole(day, 1, 31) if day else None,
            business_day=values.whole(business_day, 1, 23) if business_day else None,
            aliases=_texts(fields, "apelidos"),
        ),
    )


def _kind(value: Value) -> IncomeKind:
    known = {fold(word): kind for word, kind in keys.KINDS.items()}
    if fold(value.text) not in known:
        raise value.problem("pode ser salário, variável ou benefício.")
    return cast("IncomeKind", known[fold(value.text)])


def _goal(item: Value, household: Household, today: date) -> Goal:
    fields = item.table(keys.GOAL)
    created, owner = fields.get("criada"), fields.get("só de")
    members = tuple(_who(value, household) for value in fields.items("pessoas")) or household.members
    return _checked(
        item,
        lambda: Goal(
            id=new_id("goal-"),
            name=fields.need("nome").text,
            target=values.money(fields.need("valor"), household.currency),
            deadline=values.day(fields.need("prazo")),
            created_on=values.day(created) if created else today,
            members=members,
            contributions=[_contribution(value, household) for value in fields.items("aportes")],
            aliases=_texts(fields, "apelidos"),
            owner=_who(owner, household).name if owner else None,
        ),
    )


def _contribution(item: Value, household: Household) -> Contribution:
    fields = item.table(keys.CONTRIBUTION)
    amount = fields.need("valor")
    return Contribution(
        paid_by=_who(fields.need("de"), household),
        amount=values.money(amount, household.currency),
        on=values.day(fields.need("data")),
    )


def _rate(item: Value) -> Rate:
    fields = item.table(keys.RATE)
    return Rate(
        values.currency(fields.need("de")),
        values.currency(fields.need("para")),
        values.day(fields.need("data")),
        values.decimal(fields.need("valor")),
    )


def _who(value: Value, household: Household) -> Member:
    found = _checked(value, lambda: household.member(value.text))
    if found is None:
        known = " e ".join(member.name for member in household.members)
        raise value.problem(f"não é uma pessoa da casa: '{value.text[:40]}'. Aqui moram {known}.")
    return found


def _texts(fields: Table, key: str) -> tuple[str, ...]:
    return tuple(item.text for item in fields.items(key))


def _refuse_twins(house: Table, key: str, names: list[str]) -> None:
    seen: set[str] = set()
    for item, name in zip(house.items(key), names, strict=True):
        if fold(name) in seen:
            raise item.problem(f"tem o nome '{name}' duas vezes.")
        seen.add(fold(name))


def _checked(value: Value, make: Callable[[], T]) -> T:
    """A room's own refusal, with the line of what it refused."""
    try:
        return make()
    except InvalidInput as error:
        raise FileProblem(value.line, error.message) from error
