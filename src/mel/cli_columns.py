"""What a person tells of a file that Mel cannot read alone: which column is which, and what a positive amount means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from mel.shared.errors import InvalidInput

if TYPE_CHECKING:
    from mel.accounts import HowToRead

Columns = Annotated[
    str | None,
    typer.Option(metavar="COLUNAS", help='De um arquivo desconhecido: "data=1,descrição=3,valor=4".'),
]
Positive = Annotated[
    bool | None,
    typer.Option("--gastos-positivos/--gastos-negativos", help="Se o gasto aparece com valor positivo no arquivo."),
]

QUESTION = {
    "columns": "não conheço esse formato. Me diz qual coluna é qual, e eu lembro na próxima.",
    "sign": "não sei se o valor positivo é gasto ou entrada.",
}


def how_to_read(password: str | None, columns: str | None, positive: bool | None) -> HowToRead:  # noqa: FBT001
    """As the options say. Raises `InvalidInput` about "columns"."""
    from mel.accounts import HowToRead
    from mel.statements import Refusal
    from mel.statements.choosing import choice_of

    try:
        return HowToRead(password, choice_of(columns) if columns else None, positive)
    except Refusal as refusal:
        raise InvalidInput("columns", refusal.message) from refusal


def asked(how: HowToRead, about: str, columns: Sequence[str], ask: Callable[[str], str]) -> HowToRead:
    """As a person answers; an empty answer is no such column."""
    from mel.accounts import HowToRead

    if about == "columns":
        for number, name in enumerate(columns, 1):
            print(f"  {number}. {name[:60]}")
        how = how_to_read(how.password, _told(ask), how.purchases_positive)
        if how.columns is None or how.columns.amount is None:
            return how
    return HowToRead(how.password, how.columns, yes(ask("O gasto aparece com valor positivo? [s/N] ")))


def _told(ask: Callable[[str], str]) -> str:
    answers = [
        ("data", ask("Qual é a data? ")),
        ("descrição", ask("Qual é a descrição? ")),
        ("valor", ask("Qual é o valor? (vazio se entrada e saída são separadas) ")),
    ]
    if not answers[-1][1].strip():
        answers[-1:] = [("entrada", ask("Qual é a entrada? ")), ("saída", ask("Qual é a saída? "))]
    answers.append(("tipo", "cartão" if yes(ask("É a fatura de um cartão? [s/N] ")) else "conta"))
    return ",".join(f"{role}={answer.strip()}" for role, answer in answers if answer.strip())


def yes(answer: str) -> bool:
    return answer.strip().casefold() in {"s", "sim"}
