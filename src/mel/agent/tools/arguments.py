"""Arguments on the wire: camelCase, nothing extra, strict numbers and booleans; errors a model can repair.

Every message is Portuguese, because a model may pass it on to a member.
"""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    StrictBool,
    StrictInt,
    ValidationError,
    WithJsonSchema,
)
from pydantic.alias_generators import to_camel

from mel.agent.wire import Wire
from mel.shared.errors import InvalidInput
from mel.shared.money import KNOWN_CURRENCIES, Money, minor_units
from mel.shared.period import Period
from mel.shared.text import clean_name

FIRST_YEAR, LAST_YEAR = 1900, 2200
LIMIT = Decimal(10_000_000)
"""Amounts of ten million or more are a slip of the finger, not a household (DESIGN §5)."""

T = TypeVar("T", date, Period)


def _money(value: object) -> Money:
    if isinstance(value, Money):
        amount, currency = value.amount, value.currency
    elif isinstance(value, dict) and value.keys() == {"amount", "currency"}:
        amount, currency = _decimal(value["amount"]), value["currency"]
    else:
        raise ValueError('use {"amount": 200, "currency": "BRL"}')
    if not isinstance(currency, str) or currency not in KNOWN_CURRENCIES:
        raise ValueError("a moeda precisa ser um código como BRL, EUR ou USD")
    if abs(amount) >= LIMIT:
        raise ValueError("o valor precisa ser menor que 10 milhões")
    if amount.as_tuple().exponent < -minor_units(currency) and amount != round(amount, minor_units(currency)):  # type: ignore[operator]
        raise ValueError(f"{currency} tem no máximo {minor_units(currency)} casas decimais")
    return Money(amount, currency)


def _decimal(value: object) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise ValueError("o valor precisa ser um número, como 200 ou 35.9")
    # repr() is the shortest text that means this float, which is what the JSON said.
    amount = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if not amount.is_finite():
        raise ValueError("o valor precisa ser um número, como 200 ou 35.9")
    return amount


def _positive(value: object) -> Money:
    money = _money(value)
    if not money.is_positive:
        raise ValueError("o valor precisa ser maior que zero")
    return money


def _not_negative(value: object) -> Money:
    money = _money(value)
    if money.amount < 0:
        raise ValueError("o valor não pode ser negativo")
    return money


def _period(value: object) -> Period:
    if isinstance(value, Period):
        return value
    try:
        month = Period.parse(str(value))
    except ValueError as error:
        raise ValueError("o mês precisa ser como 2026-06") from error
    return _lived_in(month)


def _day(value: object) -> date:
    if isinstance(value, date):
        return value
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", str(value)):
            raise ValueError
        day = date.fromisoformat(str(value))
    except ValueError as error:
        raise ValueError("a data precisa existir e ser como 2026-06-15") from error
    return _lived_in(day)


def _lived_in(when: T) -> T:
    """Years that a household can mean, so that stepping months never leaves the calendar."""
    if not FIRST_YEAR <= when.year <= LAST_YEAR:
        raise ValueError(f"o ano precisa ficar entre {FIRST_YEAR} e {LAST_YEAR}")
    return when


def _identifier(value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[\w.:\-]{1,64}", value):
        raise ValueError("precisa ser um código curto, como op-1")
    return value


def _name(value: object) -> str:
    if not isinstance(value, str) or not (kept := clean_name(value)):
        raise ValueError("precisa ser um nome")
    if len(value) > 200:
        raise ValueError("o nome precisa ter até 80 letras")
    return kept


_MONEY_SCHEMA: Wire = {
    "type": "object",
    "properties": {"amount": {"type": "number"}, "currency": {"type": "string", "pattern": "^[A-Z]{3}$"}},
    "required": ["amount", "currency"],
}
# Patterns, because small models send a whole date as a month and R$ as a currency; in a form that the grammar of a
# local server can enforce.
_MONTH_SCHEMA: Wire = {"type": "string", "description": "YYYY-MM", "pattern": "^[0-9]{4}-[0-9]{2}$"}
_DAY_SCHEMA: Wire = {"type": "string", "description": "YYYY-MM-DD", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}
PositiveMoney = Annotated[Money, PlainValidator(_positive), WithJsonSchema(_MONEY_SCHEMA)]
ExpectedMoney = Annotated[Money, PlainValidator(_not_negative), WithJsonSchema(_MONEY_SCHEMA)]
Month = Annotated[Period, PlainValidator(_period), WithJsonSchema(_MONTH_SCHEMA)]
Day = Annotated[date, PlainValidator(_day), WithJsonSchema(_DAY_SCHEMA)]
Name = Annotated[str, PlainValidator(_name), WithJsonSchema({"type": "string"})]
Identifier = Annotated[str, PlainValidator(_identifier), WithJsonSchema({"type": "string"})]
Count = Annotated[StrictInt, Field(ge=1, le=120)]
DayOfMonth = Annotated[StrictInt, Field(ge=1, le=31)]


class Arguments(BaseModel):
    """Base of every operation's arguments: Python names inside, camelCase outside."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        extra="forbid",
        frozen=True,
        arbitrary_types_allowed=True,
        defer_build=True,  # a turn validates the arguments of one or two operations out of twenty
    )


class WriteArguments(Arguments):
    """What every write carries: its operation id, and whether the member has said yes."""

    operation_id: Identifier
    confirm: StrictBool = False


_SAID = {
    "missing": "falta este dado",
    "extra_forbidden": "esta operação não tem este dado",
    "bool_type": "precisa ser true ou false",
    "int_type": "precisa ser um número inteiro",
    "string_type": "precisa ser um texto",
    "string_too_short": "precisa ter pelo menos {min_length} letras",
    "string_too_long": "pode ter no máximo {max_length} letras",
    "greater_than_equal": "precisa ser pelo menos {ge}",
    "less_than_equal": "precisa ser no máximo {le}",
    "literal_error": "precisa ser um destes: {expected}",
}


def validated(model: type[Arguments], sent: dict[str, Any]) -> Arguments:
    """The arguments as values of ours. Raises `InvalidInput` about the first field that is wrong."""
    try:
        return model.model_validate(sent)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = to_camel(str(first["loc"][0])) if first["loc"] else "arguments"
        message = _SAID.get(first["type"], "").format(**first.get("ctx", {}))
        raise InvalidInput(field, message or first["msg"].removeprefix("Value error, ")) from error
