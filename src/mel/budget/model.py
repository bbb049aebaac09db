"""The budget: expected and actual per expense and month. No clock, no I/O, no model in here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date

from mel.budget.ledger import Entry, ExpenseLedger
from mel.shared.errors import InvalidInput, NotThere
from mel.shared.ids import new_id
from mel.shared.money import Money, total
from mel.shared.names import find, match, suggest
from mel.shared.period import Period
from mel.shared.text import clean_name, fold

OTHER = "Outros"
"""The expense every household has, for what fits nowhere else."""


@dataclass(frozen=True, slots=True)
class Revision:
    """From this month on, the expense is expected to cost this much."""

    since: Period
    expected: Money


@dataclass(slots=True)
class RecurringExpense:
    """One line of the budget. `billing_day` 1–31 is kept as said and clamped to each month's end.

    `expected` holds until the first revision; `revisions` are in order of month.
    """

    name: str
    expected: Money
    aliases: tuple[str, ...] = ()
    category: str | None = None
    billing_day: int | None = None
    payment: str | None = None
    revisions: tuple[Revision, ...] = ()
    id: str = field(default_factory=new_id)
    ledger: ExpenseLedger = field(default_factory=ExpenseLedger)

    def __post_init__(self) -> None:
        self.name = clean_name(self.name)
        if not self.name:
            raise InvalidInput("nome", "Falta o nome do gasto.")
        if self.billing_day is not None and not 1 <= self.billing_day <= 31:
            raise InvalidInput("vencimento", "O dia do vencimento vai de 1 a 31.")
        if self.expected.amount < 0:
            raise InvalidInput("expected", "O valor previsto não pode ser negativo.")

    @property
    def currency(self) -> str:
        return self.expected.currency

    def expected_for(self, period: Period) -> Money:
        """What this month should cost, by the latest revision that has begun."""
        begun = [revision.expected for revision in self.revisions if revision.since <= period]
        return begun[-1] if begun else self.expected

    def actual_for(self, period: Period) -> Money:
        return self.ledger.total(period, self.currency)

    def entries_for(self, period: Period, amount: Money | None = None) -> tuple[Entry, ...]:
        """All of a month, or those of one amount: a full month is not read to find one purchase."""
        return self.ledger.entries(period, amount)

    def add_to_actual(self, period: Period, amount: Money, **told: object) -> Entry:
        """Add to what the month has cost so far. `told`: further fields of the `Entry` (date, payer, author …)."""
        self._check(amount)
        entry = Entry(period=period, amount=amount, **told)  # type: ignore[arg-type]
        self.ledger.add(entry)
        return entry

    def record_spend(self, period: Period, amount: Money, **told: object) -> Entry:
        """Replace the month's figure. The entries behind the old one stay; a correction closes the gap."""
        self._check(amount)
        gap = amount - self.actual_for(period)
        entry = Entry(period=period, amount=gap, **{"origin": "adjustment", **told})  # type: ignore[arg-type]
        self.ledger.add(entry)
        return entry

    def adjust(self, amount: Money, since: Period | None = None) -> None:
        """Expect another amount: from a month on, or (without one) in place of the amount now in force."""
        self._check(amount)
        if amount.amount < 0:
            raise InvalidInput("newExpected", "O valor previsto não pode ser negativo.")
        if since is not None:
            kept = tuple(revision for revision in self.revisions if revision.since < since)
            self.revisions = (*kept, Revision(since, amount))
        elif self.revisions:
            self.revisions = (*self.revisions[:-1], replace(self.revisions[-1], expected=amount))
        else:
            self.expected = amount

    def latest_expected(self) -> Money:
        """The amount in force at the end of time, which is the one an undated adjustment replaces."""
        return self.revisions[-1].expected if self.revisions else self.expected

    def due_on(self, period: Period) -> date | None:
        """The nominal due date of that month."""
        return period.day(self.billing_day) if self.billing_day else None

    def _check(self, amount: Money) -> None:
        if amount.currency != self.currency:
            raise InvalidInput(
                "amount", f"O orçamento da casa é em {self.currency}; esse valor veio em {amount.currency}."
            )


@dataclass(slots=True)
class Budget:
    """A household's expenses in one currency. `version` guards against lost updates."""

    id: str
    currency: str = "BRL"
    expenses: list[RecurringExpense] = field(default_factory=list)
    version: int = 0

    def register(self, expense: RecurringExpense) -> None:
        """Add a line. A name or alias that already leads somewhere is refused."""
        if expense.currency != self.currency:
            raise InvalidInput(
                "expected", f"O orçamento da casa é em {self.currency}; esse valor veio em {expense.currency}."
            )
        taken = {fold(name) for known in self.expenses for name in (known.name, *known.aliases)}
        for name in (expense.name, *expense.aliases):
            if fold(name) in taken:
                raise InvalidInput("nome", f"'{name}' já existe no orçamento. Quer ajustar o valor dele?")
        self.expenses.append(expense)

    def list(self) -> tuple[RecurringExpense, ...]:
        return tuple(self.expenses)

    @property
    def is_empty(self) -> bool:
        """Nothing planned yet: only the "Outros" that every household has, with no amount."""
        return all(fold(expense.name) == fold(OTHER) and expense.latest_expected().is_zero for expense in self.expenses)

    def find_by_name(self, name: str, field: str = "expense") -> RecurringExpense | None:
        """By name, alias or unique token; raises `AmbiguousName` when several could be meant."""
        return find(name, self.expenses, field)

    def expense(self, name: str, field: str = "expense") -> RecurringExpense:
        """Like `find_by_name`, but an unknown name is `NotThere`, with suggestions to ask about."""
        found = self.find_by_name(name, field)
        if found is None:
            names = [known.name for known in self.expenses]
            raise NotThere(f"'{clean_name(name)}' não existe no orçamento ainda", suggest(name, names))
        return found

    def other(self) -> RecurringExpense:
        """The line for what fits nowhere else, made when first needed."""
        found = next((known for known in self.expenses if fold(known.name) == fold(OTHER)), None)
        if found is None:
            found = RecurringExpense(name=OTHER, expected=Money.zero(self.currency), category="outros")
            self.expenses.append(found)
        return found

    def adjust_amount(self, name: str, amount: Money, since: Period | None = None) -> RecurringExpense:
        found = self.expense(name)
        found.adjust(amount, since)
        return found

    def add_alias(self, name: str, alias: str) -> None:
        """Remember another word for an expense; a word that already leads somewhere is left alone."""
        found, kept = self.expense(name), clean_name(alias)
        if kept and not match(kept, self.expenses).candidates:
            found.aliases = (*found.aliases, kept)

    def expected_total(self, period: Period) -> Money:
        return total((expense.expected_for(period) for expense in self.expenses), self.currency)

    def actual_total(self, period: Period) -> Money:
        return total((expense.actual_for(period) for expense in self.expenses), self.currency)

    def entries(self, periods: Iterable[Period]) -> tuple[tuple[RecurringExpense, Entry], ...]:
        """Every entry of those months with the expense it belongs to."""
        return tuple(
            (expense, entry) for period in periods for expense in self.expenses for entry in expense.entries_for(period)
        )
