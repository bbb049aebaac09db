"""The guided setup: a few questions, and a household that can be read before it moves in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from mel.budget import Budget, RecurringExpense
from mel.goals import Goal
from mel.household import Household, Member
from mel.household_file.home import HOUSEHOLD_ID, Home
from mel.household_file.values import parse_day
from mel.household_file.writing import write
from mel.income import Income, IncomeBook
from mel.shared.errors import InvalidInput, MelError
from mel.shared.ids import new_id
from mel.shared.money import Money
from mel.shared.text import clean_name, fold
from mel.understanding.money import find_amounts

Prompt = Callable[[str], str]
Say = Callable[[str], None]

_YES = frozenset({"sim", "s", "ok", "pode", "isso", "claro", "confirma"})


class NotAgreed(MelError):
    """The person did not want the household as it was shown."""

    def __init__(self) -> None:
        super().__init__("Tudo bem, não criei nada. Quando quiser, é só rodar mel setup de novo.")


def interview(prompt: Prompt, say: Say, today: date) -> Home:
    """Asks until everything can be meant. An empty answer goes on to the next question."""
    say("Vamos montar a casa de vocês. Enter pula uma pergunta.")
    household = _household(prompt, say)
    currency = household.currency
    budget, incomes = Budget(HOUSEHOLD_ID, currency), IncomeBook(HOUSEHOLD_ID)

    say("\nO que entra por mês? Uma renda por linha, como: Salário da Ana R$ 4.800")
    for name, amount in _named_amounts(prompt, say, "Renda:", currency):
        incomes.sources.append(Income(name, amount, received_by=_whose(name, household)))

    say("\nE o que sai? Um gasto por linha, como: Mercado R$ 1.500")
    for name, amount in _named_amounts(prompt, say, "Gasto:", currency):
        try:
            budget.register(RecurringExpense(name, amount))
        except InvalidInput as error:
            say(error.message)
    budget.other()

    say("\nVocês juntam pra alguma coisa? Uma meta por linha, como: Viagem € 5.000")
    goals = tuple(
        Goal(new_id("goal-"), name, amount, _deadline(prompt, say), today, household.members)
        for name, amount in _named_amounts(prompt, say, "Meta:", currency)
        if amount.is_positive
    )
    home = Home(household, budget, incomes, goals)
    say(f"\nFicou assim:\n\n{write(home)}")
    if fold(prompt("Posso criar? (sim ou não)")).strip(" .!") not in _YES:
        raise NotAgreed
    return home


def _household(prompt: Prompt, say: Say) -> Household:
    name = clean_name(prompt("Como se chama a casa? (Enter: Casa)")) or "Casa"
    while True:
        said = prompt("Quem mora aqui? Separe os nomes com vírgula:")
        names = [clean_name(part) for part in said.replace(" e ", ",").split(",") if clean_name(part)]
        try:
            if names:
                return Household(HOUSEHOLD_ID, name, tuple(Member(each) for each in names))
            say("Preciso de pelo menos um nome.")
        except InvalidInput as error:
            say(error.message)


def _named_amounts(prompt: Prompt, say: Say, question: str, currency: str) -> Iterator[tuple[str, Money]]:
    """ "Mercado R$ 1.500" until an empty line; a name is taken once."""
    taken: set[str] = set()
    while line := prompt(question):
        named = _named_amount(line, currency)
        if named is None:
            say("Não entendi. Escreva um nome e um valor, como: Internet R$ 120")
        elif fold(named[0]) in taken:
            say(f"{named[0]} já está na lista.")
        else:
            taken.add(fold(named[0]))
            yield named


def _named_amount(line: str, currency: str) -> tuple[str, Money] | None:
    spans = find_amounts(line)
    if len(spans) != 1 or spans[0].doubt is not None or line[spans[0].end :].strip(" ."):
        return None
    name = clean_name(line[: spans[0].start]).rstrip(" :=-,")
    try:
        return (name, Money(spans[0].value, spans[0].currency or currency)) if name else None
    except ValueError:
        return None


def _whose(name: str, household: Household) -> str | None:
    """ "Salário da Ana" is Ana's."""
    words = fold(name).split()
    return next((member.name for member in household.members if fold(member.name) in words), None)


def _deadline(prompt: Prompt, say: Say) -> date:
    while (day := parse_day(prompt("Até quando? (como 01/06/2027)"))) is None:
        say("Não entendi a data.")
    return day
