"""The tables. Every key starts with the household, so a reference can never lead into somebody else's house.

Money is whole minor units beside its currency; a day is ISO text; a moment is UTC text of fixed width, so that text
order is time order; lists and wire values are JSON text. `number` orders what was told one after the other.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _text(name: str, *, null: bool = False) -> Column[Any]:
    return Column(name, Text, nullable=null)


def _json(name: str, *, null: bool = False) -> Column[Any]:
    return Column(name, Text, nullable=null, info={"json": True})


def _number(name: str, *, null: bool = False) -> Column[Any]:
    return Column(name, Integer, nullable=null)


def _money(prefix: str = "") -> tuple[Column[Any], Column[Any]]:
    return Column(f"{prefix}minor", BigInteger, nullable=False), _text(f"{prefix}currency")


def _owned(name: str, key: tuple[str, ...], owner: tuple[str, ...], *columns: Any) -> Table:
    """A table whose rows belong to a row of the table `owner[0]`, by the household and the columns `owner[1:]`."""
    parent = metadata.tables[owner[0]]
    targets = [f"{parent.name}.{column.name}" for column in parent.primary_key.columns]
    return _table(name, key, *columns, ForeignKeyConstraint(["household_id", *owner[1:]], targets))


def _table(name: str, key: tuple[str, ...], *columns: Any) -> Table:
    return Table(name, metadata, _text("household_id"), *columns, PrimaryKeyConstraint("household_id", *key))


# A room's table asks for no household row: a budget may be saved before anybody told who lives here.
households = _table("households", (), _text("name"), _text("currency"), _text("zone"), *_money("fast_path_"))
members = _owned("members", ("position",), ("households",), _number("position"), _text("name"), _json("aliases"))
rates = _owned(
    "rates",
    ("position",),
    ("households",),
    _number("position"),
    _text("source"),
    _text("target"),
    _text("on_day"),
    _text("value"),
)
facts = _table(
    "facts", ("number",), _number("number"), _text("text"), _text("told_by", null=True), _text("on_day", null=True)
)

budgets = _table("budgets", ("id",), _text("id"), _text("currency"), _number("version"))
expenses = _owned(
    "expenses",
    ("budget_id", "id"),
    ("budgets", "budget_id"),
    _text("budget_id"),
    _text("id"),
    _number("position"),
    _text("name"),
    *_money("expected_"),
    _json("aliases"),
    _text("category", null=True),
    _number("billing_day", null=True),
    _text("payment", null=True),
)
revisions = _owned(
    "revisions",
    ("budget_id", "expense_id", "since"),
    ("expenses", "budget_id", "expense_id"),
    _text("budget_id"),
    _text("expense_id"),
    _text("since"),
    *_money("expected_"),
)
entries = _owned(
    "entries",
    ("number",),
    ("expenses", "budget_id", "expense_id"),
    _number("number"),
    _text("id"),
    _text("budget_id"),
    _text("expense_id"),
    _text("month"),
    *_money(),
    _text("on_day", null=True),
    _text("payer", null=True),
    _text("author", null=True),
    _text("origin"),
    _text("note", null=True),
    _text("operation_id", null=True),
    UniqueConstraint("household_id", "id"),
    # Covers the sums of a month without touching the rows, and finds the entries of one expense in it.
    Index("ix_entries_month", "household_id", "budget_id", "month", "expense_id", "minor"),
    Index("ix_entries_expense", "household_id", "budget_id", "expense_id"),
)

goals = _table(
    "goals",
    ("id",),
    _text("id"),
    _number("number"),
    _text("name"),
    *_money("target_"),
    _text("deadline"),
    _text("created_on"),
    _json("aliases"),
    _text("owner", null=True),
    _number("version"),
)
goal_members = _owned(
    "goal_members",
    ("goal_id", "position"),
    ("goals", "goal_id"),
    _text("goal_id"),
    _number("position"),
    _text("name"),
    _json("aliases"),
)
contributions = _owned(
    "contributions",
    ("goal_id", "id"),
    ("goals", "goal_id"),
    _text("goal_id"),
    _text("id"),
    _number("number"),
    _text("paid_by"),
    _json("paid_by_aliases"),
    *_money(),
    _text("on_day"),
    _text("author", null=True),
    _text("operation_id", null=True),
)

income_books = _table("income_books", ("id",), _text("id"), _number("version"))
incomes = _owned(
    "incomes",
    ("book_id", "id"),
    ("income_books", "book_id"),
    _text("book_id"),
    _text("id"),
    _number("position"),
    _text("name"),
    *_money(),
    _text("received_by", null=True),
    _text("kind"),
    _number("day", null=True),
    _number("business_day", null=True),
    _json("aliases"),
)
income_receipts = _owned(
    "income_receipts",
    ("book_id", "id"),
    ("income_books", "book_id"),
    _text("book_id"),
    _text("id"),
    _number("number"),
    _text("name"),
    *_money(),
    _text("on_day"),
    _text("received_by", null=True),
    _text("operation_id", null=True),
)

operation_events = _table(
    "operation_events",
    ("number",),
    _number("number"),
    _text("operation_id"),
    _text("kind"),
    _text("tool"),
    _text("at"),
    _text("turn_id"),
    _number("version"),
    _text("member", null=True),
    _text("channel"),
    _text("conversation"),
    _text("message_id", null=True),
    _json("arguments"),
    _json("resolved"),
    _text("digest"),
    _text("fact", null=True),
    _json("receipt", null=True),
    _text("private_to", null=True),
    Index("ix_operation_events_operation", "household_id", "operation_id", "number"),
    Index("ix_operation_events_at", "household_id", "at", "number"),
    Index(
        "uq_operation_events_confirmed",
        "household_id",
        "operation_id",
        unique=True,
        sqlite_where=text("kind = 'confirmed'"),
    ),
    # With the order in it; else SQLite rather walks the whole log backwards than sort the few that it finds.
    Index(
        "ix_operation_events_fact",
        "household_id",
        "fact",
        "at",
        "number",
        sqlite_where=text("fact IS NOT NULL"),
    ),
)
conversation_turns = _table(
    "conversation_turns",
    ("number",),
    _number("number"),
    _text("turn_id"),
    _text("conversation"),
    _text("member", null=True),
    _text("day"),
    _text("at"),
    _json("messages"),
    _json("reply"),
    _number("wrote"),
    Index("ix_conversation_turns_conversation", "household_id", "conversation", "number"),
)
inbox = _table(
    "inbox",
    ("message_id",),
    _text("message_id"),
    _text("turn_id"),
    _text("received_at"),
    _text("lease_until"),
    _text("finished_at", null=True),
    _json("reply", null=True),
)

accounts = _table(
    "accounts",
    ("id",),
    _text("id"),
    _number("number"),
    _text("name"),
    _text("product"),
    _text("bank", null=True),
    _text("currency"),
    _text("owner", null=True),
    _number("private"),
    _number("closing_day", null=True),
    _number("due_day", null=True),
    Column("limit_minor", BigInteger, nullable=True),
    _json("aliases"),
    _json("file_keys"),
    _json("columns", null=True),
)
batches = _table(
    "batches",
    ("id",),
    _text("id"),
    _number("number"),
    _text("at"),
    _text("file"),
    _text("digest"),
    _json("accounts"),
    _json("tally"),
    _text("told_by", null=True),
    Index("ix_batches_digest", "household_id", "digest"),
)
movements = _owned(
    "movements",
    ("id",),
    ("accounts", "account_id"),
    _text("id"),
    _number("number"),
    _text("account_id"),
    _text("on_day"),
    *_money(),
    _text("description"),
    _text("words"),
    _text("kind"),
    _number("parcela", null=True),
    _number("parcelas", null=True),
    _json("bank_ids"),
    _json("foreign_side", null=True),
    _text("card", null=True),
    _text("invoice", null=True),
    _number("proven"),
    _text("doubt", null=True),
    Index("ix_movements_day", "household_id", "account_id", "on_day", "number"),
    Index("ix_movements_invoice", "household_id", "account_id", "invoice", "kind", "minor"),
    Index(
        "ix_movements_parcelas",
        "household_id",
        "account_id",
        "invoice",
        sqlite_where=text("parcelas IS NOT NULL"),
        postgresql_where=text("parcelas IS NOT NULL"),
    ),
)
sightings = _owned(
    "sightings",
    ("batch_id", "number"),
    ("batches", "batch_id"),
    _text("batch_id"),
    _number("number"),
    _text("movement_id"),
    _number("line", null=True),
    _text("on_day"),
    _text("description"),
    _text("bank_id", null=True),
    _text("invoice", null=True),
    _text("raw"),
    Index("ix_sightings_movement", "household_id", "movement_id"),
)
balances = _owned(
    "balances",
    ("batch_id", "account_id"),
    ("batches", "batch_id"),
    _text("batch_id"),
    _text("account_id"),
    _text("on_day"),
    *_money(),
    Index("ix_balances_account", "household_id", "account_id", "on_day"),
)
invoice_prints = _owned(
    "invoice_prints",
    ("batch_id", "account_id", "month"),
    ("batches", "batch_id"),
    _text("batch_id"),
    _text("account_id"),
    _text("month"),
    _text("closing_on", null=True),
    _text("due_on", null=True),
    _text("currency"),
    Column("total_minor", BigInteger, nullable=True),
    Column("carried_minor", BigInteger, nullable=True),
    Column("difference_minor", BigInteger, nullable=True),
    Index("ix_invoice_prints_account", "household_id", "account_id", "month"),
)
postings = _table(
    "postings",
    ("movement_id",),
    _text("movement_id"),
    _text("meaning"),
    _text("month", null=True),
    _text("expense_id", null=True),
    _text("entry_id", null=True),
    _text("counterpart", null=True),
    Index(
        "ix_postings_entry",
        "household_id",
        "entry_id",
        sqlite_where=text("entry_id IS NOT NULL"),
        postgresql_where=text("entry_id IS NOT NULL"),
    ),
)
merchant_rules = _table(
    "merchant_rules",
    ("pattern",),
    _text("pattern"),
    _text("expense_id"),
    _text("told_by", null=True),
    _text("on_day", null=True),
)
