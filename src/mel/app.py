"""The only place that builds and joins things: storage, tools, a model and the chat of one household."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

from mel.agent import AgentChat
from mel.agent.limits import Limits
from mel.agent.model import LanguageModel
from mel.agent.operations import Operation
from mel.agent.reply import Reply
from mel.agent.tools import (
    AccountTool,
    AdjustExpenseTool,
    BudgetTool,
    ContributeToGoalTool,
    CreateGoalTool,
    EntryTool,
    FeasibilityTool,
    GoalTool,
    ImportInvoiceTool,
    IncomeTool,
    InvoiceTool,
    RecordSpendTool,
    RegisterExpenseTool,
    RememberFactTool,
    StatementTool,
    Tool,
    UndoOperationTool,
)
from mel.agent.work import Storage, UnitOfWork
from mel.agent.workbench import OpenWorkbench, Workbench
from mel.household import Household, Member
from mel.household_file import HOUSEHOLD_ID, Home
from mel.llm.exchange import OPENROUTER
from mel.llm.provider import ProviderModel, model_named
from mel.llm.routed import RoutedModel
from mel.settings import Settings
from mel.shared.clock import Clock, system_clock, today_in
from mel.shared.errors import ConcurrentChange, MelError, NotThere
from mel.storage.sql import SqlStorage

CHANNEL = "terminal"
"""`mel chat` and `mel ask` are one channel, so that a member's conversation goes on from one to the other."""

DEFAULT_MODEL = f"{OPENROUTER}:google/gemini-2.5-flash"
"""Asked when there is a key and no name."""

NO_MODEL = "none"
"""`MEL_LLM=none`: the embedded engine alone, whatever keys the environment holds."""

BUSY = "A casa está ocupada com outra mensagem. Me manda de novo em instantes?"
"""Somebody else held the household for as long as we wait; nothing of this turn was kept."""

LIMITS = Limits(per_minute=10_000)
"""Who sits at the terminal owns the machine, and a script may talk fast."""

EVERY = 100_000
"""More operations than a household makes in its life."""


class NoHousehold(MelError):
    """The data folder holds no household yet."""

    def __init__(self) -> None:
        super().__init__("Ainda não tem uma casa aqui. Crie a sua com `mel setup` ou experimente `mel chat --demo`.")


class AlreadyHome(MelError):
    """The data folder holds a household, and nothing is ever made over it."""

    def __init__(self, household: Household) -> None:
        super().__init__(f"Já existe uma casa aqui: {household.name}. Não mexi em nada.")


def open_storage(settings: Settings) -> SqlStorage:
    """The household's file, migrated first. Raises `StorageError` when it cannot be used."""
    return SqlStorage(settings.database)


def open_house(
    storage: Storage,
    *,
    model: LanguageModel | None = None,
    clock: Clock = system_clock,
    settings: Settings | None = None,
) -> House:
    """The household that lives in this storage, ready to talk, to the model that `settings` name if any.

    Raises `NoHousehold`, and `UnknownModel` or `NoKey` for settings that cannot work.
    """
    ids = storage.household_ids()
    if not ids:
        raise NoHousehold
    with storage.work(ids[0]) as work:
        household = work.households.load(ids[0])
    if not household.members:
        raise NoHousehold
    real = real_model(settings) if settings is not None and model is None else None
    limits = replace(LIMITS, seconds=real.patience.step + 5) if real is not None else LIMITS
    chat = AgentChat(
        model=model or RoutedModel(real=real), workbench=workbench(storage, ids[0]), clock=clock, limits=limits
    )
    return House(storage, household, chat, clock)


def real_model(settings: Settings) -> ProviderModel | None:
    """The model that the settings name, not spoken to yet; None when they name none, or say "none".

    A key alone names the default, a server alone whatever it serves. Raises `UnknownModel` and `NoKey`.
    """
    if settings.llm == NO_MODEL:
        return None
    if settings.llm or settings.llm_base_url:
        return model_named(settings.llm or "default", settings)
    return model_named(DEFAULT_MODEL, settings) if settings.openrouter_api_key or settings.llm_api_key else None


def refuse_second_home(storage: Storage) -> None:
    """Raises `AlreadyHome` before anybody is asked anything."""
    for household_id in storage.household_ids():
        with storage.work(household_id) as work:
            _refuse_lived_in(work.households.load(household_id))


def _refuse_lived_in(household: Household) -> None:
    """A bare household, as `mel import` makes it where there is none, may be moved into."""
    if household.members:
        raise AlreadyHome(household)


def found(storage: Storage, home: Home) -> None:
    """Move a household in, all of it in one unit of work. Raises `AlreadyHome`."""
    with storage.work(HOUSEHOLD_ID) as work:
        with suppress(NotThere):
            _refuse_lived_in(work.households.load(HOUSEHOLD_ID))
        work.households.save(home.household)
        work.budgets.save(home.budget)
        work.incomes.save(home.incomes)
        for goal in home.goals:
            work.goals.save(goal)


def workbench(storage: Storage, household_id: str) -> OpenWorkbench:
    """Opens a unit of work and binds every tool to it."""

    @contextmanager
    def opened() -> Iterator[Workbench]:
        with storage.work(household_id) as work:
            yield Workbench(tools_of(work), work.operations, work.conversations, work.memory, work.inbox)

    return opened


def tools_of(work: UnitOfWork) -> tuple[Tool, ...]:
    """Everything Mel can do, over one unit of work and one log."""
    home, log = work.household_id, work.operations
    household = work.households.load(home)
    budgets, goals, incomes = work.budgets, work.goals, work.incomes
    writers = (
        RecordSpendTool(budget_repo=budgets, budget_id=home, operations=log),
        RegisterExpenseTool(budget_repo=budgets, budget_id=home, operations=log),
        AdjustExpenseTool(budget_repo=budgets, budget_id=home, operations=log),
        EntryTool(budget_repo=budgets, budget_id=home, bookkeeping_repo=work.bookkeeping, operations=log),
        ContributeToGoalTool(goal_repo=goals, operations=log),
        CreateGoalTool(goal_repo=goals, household=household, operations=log),
        IncomeTool(income_repo=incomes, book_id=home, household=household, operations=log),
        import_tool(work, household),
        RememberFactTool(memory=work.memory, operations=log),
    )
    return (
        BudgetTool(budget_repo=budgets, budget_id=home),
        GoalTool(goal_repo=goals, rates=household.rates),
        FeasibilityTool(
            budget_repo=budgets,
            budget_id=home,
            goal_repo=goals,
            income_repo=incomes,
            invoice_repo=work.invoices,
            bookkeeping_repo=work.bookkeeping,
            rates=household.rates,
        ),
        InvoiceTool(invoice_repo=work.invoices),
        StatementTool(account_repo=work.accounts, bookkeeping_repo=work.bookkeeping, household=household),
        AccountTool(account_repo=work.accounts),
        *writers,
        UndoOperationTool(tools=writers, operations=log),
    )


def import_tool(work: UnitOfWork, household: Household, password: str | None = None) -> ImportInvoiceTool:
    """The one tool that may be given a password, by who sits at the machine."""
    return ImportInvoiceTool(
        account_repo=work.accounts,
        invoice_repo=work.invoices,
        bookkeeping_repo=work.bookkeeping,
        budget_repo=work.budgets,
        budget_id=work.household_id,
        household=household,
        password=password,
        operations=work.operations,
    )


@dataclass(frozen=True, slots=True)
class House:
    """One household with its door open. `household` is as it was when the door opened; a turn reads its own."""

    storage: Storage
    household: Household
    chat: AgentChat
    clock: Clock = field(default=system_clock)

    @property
    def today(self) -> date:
        return today_in(self.household.zone, self.clock())

    def speaker(self, name: str | None) -> Member:
        """Who is meant by `--as`; the first member when nobody is named."""
        members = self.household.members
        if name is None:
            return members[0]
        found = self.household.member(name, "as")
        if found is None:
            known = " e ".join(member.name for member in members)
            raise NotThere(f"Não conheço essa pessoa. Aqui moram {known}.", tuple(member.name for member in members))
        return found

    async def ask(self, text: str, speaker: Member, today: date | None = None) -> Reply:
        """One message of a member, on the terminal."""
        try:
            return await self.chat.ask(text, speaker=speaker.name, today=today or self.today, channel=CHANNEL)
        except ConcurrentChange:
            return Reply(BUSY)

    def names(self, reader: Member) -> tuple[str, ...]:
        """What this member may speak of: expenses, goals and people."""
        with self.storage.work(self.household.id) as work:
            memory = work.memory.read(reader.name)
        people = [member.name for member in memory.household.members]
        return (*(term.name for term in (*memory.expenses, *memory.goals)), *people)

    def operations(
        self, reader: Member, limit: int, *, state: str | None = None, tool: str | None = None
    ) -> tuple[Operation, ...]:
        """The latest operations that this member may see, newest first."""
        now = self.clock()
        with self.storage.work(self.household.id) as work:
            every = work.operations.recent(EVERY)
        wanted = (
            op
            for op in every
            if op.visible_to(reader.name) and state in (None, op.state(now)) and tool in (None, op.tool)
        )
        return tuple(islice(wanted, limit))


def operation_line(operation: Operation, now: datetime, zone: str) -> dict[str, Any]:
    """An operation as `mel operations --json` tells it: the receipt only of what was written."""
    last = operation.events[-1]
    return {
        "operationId": operation.id,
        "tool": operation.tool,
        "state": operation.state(now),
        "who": last.member,
        "when": last.at.astimezone(ZoneInfo(zone)).isoformat(timespec="seconds"),
        "receipt": operation.receipt,
    }
