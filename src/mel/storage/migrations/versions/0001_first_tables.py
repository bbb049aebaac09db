"""The first tables: household, budget, goals, income, the operation log, conversations and the inbox."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "budgets",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("household_id", "id", name="pk_budgets"),
    )
    op.create_table(
        "conversation_turns",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("turn_id", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Text(), nullable=False),
        sa.Column("member", sa.Text(), nullable=True),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("messages", sa.Text(), nullable=False),
        sa.Column("reply", sa.Text(), nullable=False),
        sa.Column("wrote", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("household_id", "number", name="pk_conversation_turns"),
    )
    op.create_index(
        "ix_conversation_turns_conversation", "conversation_turns", ["household_id", "conversation", "number"]
    )
    op.create_table(
        "facts",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("told_by", sa.Text(), nullable=True),
        sa.Column("on_day", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("household_id", "number", name="pk_facts"),
    )
    op.create_table(
        "goals",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("target_minor", sa.BigInteger(), nullable=False),
        sa.Column("target_currency", sa.Text(), nullable=False),
        sa.Column("deadline", sa.Text(), nullable=False),
        sa.Column("created_on", sa.Text(), nullable=False),
        sa.Column("aliases", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("household_id", "id", name="pk_goals"),
    )
    op.create_table(
        "households",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("fast_path_minor", sa.BigInteger(), nullable=False),
        sa.Column("fast_path_currency", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("household_id", name="pk_households"),
    )
    op.create_table(
        "inbox",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("turn_id", sa.Text(), nullable=False),
        sa.Column("received_at", sa.Text(), nullable=False),
        sa.Column("lease_until", sa.Text(), nullable=False),
        sa.Column("finished_at", sa.Text(), nullable=True),
        sa.Column("reply", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("household_id", "message_id", name="pk_inbox"),
    )
    op.create_table(
        "income_books",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("household_id", "id", name="pk_income_books"),
    )
    op.create_table(
        "operation_events",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("operation_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("tool", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("turn_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("member", sa.Text(), nullable=True),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=True),
        sa.Column("arguments", sa.Text(), nullable=False),
        sa.Column("resolved", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("fact", sa.Text(), nullable=True),
        sa.Column("receipt", sa.Text(), nullable=True),
        sa.Column("private_to", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("household_id", "number", name="pk_operation_events"),
    )
    op.create_index("ix_operation_events_at", "operation_events", ["household_id", "at", "number"])
    op.create_index(
        "ix_operation_events_fact",
        "operation_events",
        ["household_id", "fact", "at", "number"],
        unique=False,
        sqlite_where=sa.text("fact IS NOT NULL"),
    )
    op.create_index("ix_operation_events_operation", "operation_events", ["household_id", "operation_id", "number"])
    op.create_index(
        "uq_operation_events_confirmed",
        "operation_events",
        ["household_id", "operation_id"],
        unique=True,
        sqlite_where=sa.text("kind = 'confirmed'"),
    )
    op.create_table(
        "contributions",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("goal_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("paid_by", sa.Text(), nullable=False),
        sa.Column("paid_by_aliases", sa.Text(), nullable=False),
        sa.Column("minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("on_day", sa.Text(), nullable=False),
        sa.Column("author", sa.Text(), nullable=True),
        sa.Column("operation_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["household_id", "goal_id"], ["goals.household_id", "goals.id"], name="fk_contributions_goals"
        ),
        sa.PrimaryKeyConstraint("household_id", "goal_id", "id", name="pk_contributions"),
    )
    op.create_table(
        "expenses",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("budget_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("expected_minor", sa.BigInteger(), nullable=False),
        sa.Column("expected_currency", sa.Text(), nullable=False),
        sa.Column("aliases", sa.Text(), nullable=False),
        sa.Column("category", sa.Text(), nullable=True),
        sa.Column("billing_day", sa.Integer(), nullable=True),
        sa.Column("payment", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["household_id", "budget_id"], ["budgets.household_id", "budgets.id"], name="fk_expenses_budgets"
        ),
        sa.PrimaryKeyConstraint("household_id", "budget_id", "id", name="pk_expenses"),
    )
    op.create_table(
        "goal_members",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("goal_id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("aliases", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["household_id", "goal_id"], ["goals.household_id", "goals.id"], name="fk_goal_members_goals"
        ),
        sa.PrimaryKeyConstraint("household_id", "goal_id", "position", name="pk_goal_members"),
    )
    op.create_table(
        "income_receipts",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("book_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("on_day", sa.Text(), nullable=False),
        sa.Column("received_by", sa.Text(), nullable=True),
        sa.Column("operation_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["household_id", "book_id"],
            ["income_books.household_id", "income_books.id"],
            name="fk_income_receipts_income_books",
        ),
        sa.PrimaryKeyConstraint("household_id", "book_id", "id", name="pk_income_receipts"),
    )
    op.create_table(
        "incomes",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("book_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("received_by", sa.Text(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=True),
        sa.Column("business_day", sa.Integer(), nullable=True),
        sa.Column("aliases", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["household_id", "book_id"],
            ["income_books.household_id", "income_books.id"],
            name="fk_incomes_income_books",
        ),
        sa.PrimaryKeyConstraint("household_id", "book_id", "id", name="pk_incomes"),
    )
    op.create_table(
        "members",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("aliases", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["household_id"], ["households.household_id"], name="fk_members_households"),
        sa.PrimaryKeyConstraint("household_id", "position", name="pk_members"),
    )
    op.create_table(
        "rates",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("on_day", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["household_id"], ["households.household_id"], name="fk_rates_households"),
        sa.PrimaryKeyConstraint("household_id", "position", name="pk_rates"),
    )
    op.create_table(
        "entries",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("budget_id", sa.Text(), nullable=False),
        sa.Column("expense_id", sa.Text(), nullable=False),
        sa.Column("month", sa.Text(), nullable=False),
        sa.Column("minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("on_day", sa.Text(), nullable=True),
        sa.Column("payer", sa.Text(), nullable=True),
        sa.Column("author", sa.Text(), nullable=True),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("operation_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["household_id", "budget_id", "expense_id"],
            ["expenses.household_id", "expenses.budget_id", "expenses.id"],
            name="fk_entries_expenses",
        ),
        sa.PrimaryKeyConstraint("household_id", "number", name="pk_entries"),
        sa.UniqueConstraint("household_id", "id", name="uq_entries_household_id_id"),
    )
    op.create_index("ix_entries_expense", "entries", ["household_id", "budget_id", "expense_id"])
    op.create_index("ix_entries_month", "entries", ["household_id", "budget_id", "month", "expense_id", "minor"])
    op.create_table(
        "revisions",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("budget_id", sa.Text(), nullable=False),
        sa.Column("expense_id", sa.Text(), nullable=False),
        sa.Column("since", sa.Text(), nullable=False),
        sa.Column("expected_minor", sa.BigInteger(), nullable=False),
        sa.Column("expected_currency", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["household_id", "budget_id", "expense_id"],
            ["expenses.household_id", "expenses.budget_id", "expenses.id"],
            name="fk_revisions_expenses",
        ),
        sa.PrimaryKeyConstraint("household_id", "budget_id", "expense_id", "since", name="pk_revisions"),
    )
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER operation_events_no_{change.lower()} BEFORE {change} ON operation_events "
                "BEGIN SELECT RAISE(ABORT, 'the operation log is append-only'); END"
            )
