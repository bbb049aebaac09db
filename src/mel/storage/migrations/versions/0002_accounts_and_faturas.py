"""Accounts and cards, their movements and imports, faturas, and what movements mean for the budget."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("product", sa.Text(), nullable=False),
        sa.Column("bank", sa.Text(), nullable=True),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=True),
        sa.Column("private", sa.Integer(), nullable=False),
        sa.Column("closing_day", sa.Integer(), nullable=True),
        sa.Column("due_day", sa.Integer(), nullable=True),
        sa.Column("limit_minor", sa.BigInteger(), nullable=True),
        sa.Column("aliases", sa.Text(), nullable=False),
        sa.Column("file_keys", sa.Text(), nullable=False),
        sa.Column("columns", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("household_id", "id", name="pk_accounts"),
    )
    op.create_table(
        "batches",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("accounts", sa.Text(), nullable=False),
        sa.Column("tally", sa.Text(), nullable=False),
        sa.Column("told_by", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("household_id", "id", name="pk_batches"),
    )
    op.create_index("ix_batches_digest", "batches", ["household_id", "digest"], unique=False)
    op.create_table(
        "merchant_rules",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("pattern", sa.Text(), nullable=False),
        sa.Column("expense_id", sa.Text(), nullable=False),
        sa.Column("told_by", sa.Text(), nullable=True),
        sa.Column("on_day", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("household_id", "pattern", name="pk_merchant_rules"),
    )
    op.create_table(
        "postings",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("movement_id", sa.Text(), nullable=False),
        sa.Column("meaning", sa.Text(), nullable=False),
        sa.Column("month", sa.Text(), nullable=True),
        sa.Column("expense_id", sa.Text(), nullable=True),
        sa.Column("entry_id", sa.Text(), nullable=True),
        sa.Column("counterpart", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("household_id", "movement_id", name="pk_postings"),
    )
    op.create_index(
        "ix_postings_entry",
        "postings",
        ["household_id", "entry_id"],
        unique=False,
        sqlite_where=sa.text("entry_id IS NOT NULL"),
        postgresql_where=sa.text("entry_id IS NOT NULL"),
    )
    op.create_table(
        "balances",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("batch_id", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("on_day", sa.Text(), nullable=False),
        sa.Column("minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["household_id", "batch_id"], ["batches.household_id", "batches.id"], name="fk_balances_batches"
        ),
        sa.PrimaryKeyConstraint("household_id", "batch_id", "account_id", name="pk_balances"),
    )
    op.create_index("ix_balances_account", "balances", ["household_id", "account_id", "on_day"], unique=False)
    op.create_table(
        "invoice_prints",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("batch_id", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("month", sa.Text(), nullable=False),
        sa.Column("closing_on", sa.Text(), nullable=True),
        sa.Column("due_on", sa.Text(), nullable=True),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("total_minor", sa.BigInteger(), nullable=True),
        sa.Column("carried_minor", sa.BigInteger(), nullable=True),
        sa.Column("difference_minor", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["household_id", "batch_id"], ["batches.household_id", "batches.id"], name="fk_invoice_prints_batches"
        ),
        sa.PrimaryKeyConstraint("household_id", "batch_id", "account_id", "month", name="pk_invoice_prints"),
    )
    op.create_index(
        "ix_invoice_prints_account", "invoice_prints", ["household_id", "account_id", "month"], unique=False
    )
    op.create_table(
        "movements",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("on_day", sa.Text(), nullable=False),
        sa.Column("minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("parcela", sa.Integer(), nullable=True),
        sa.Column("parcelas", sa.Integer(), nullable=True),
        sa.Column("bank_ids", sa.Text(), nullable=False),
        sa.Column("foreign_side", sa.Text(), nullable=True),
        sa.Column("card", sa.Text(), nullable=True),
        sa.Column("invoice", sa.Text(), nullable=True),
        sa.Column("proven", sa.Integer(), nullable=False),
        sa.Column("doubt", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["household_id", "account_id"], ["accounts.household_id", "accounts.id"], name="fk_movements_accounts"
        ),
        sa.PrimaryKeyConstraint("household_id", "id", name="pk_movements"),
    )
    op.create_index("ix_movements_day", "movements", ["household_id", "account_id", "on_day", "number"], unique=False)
    op.create_index(
        "ix_movements_invoice", "movements", ["household_id", "account_id", "invoice", "kind", "minor"], unique=False
    )
    op.create_index(
        "ix_movements_parcelas",
        "movements",
        ["household_id", "account_id", "invoice"],
        unique=False,
        sqlite_where=sa.text("parcelas IS NOT NULL"),
        postgresql_where=sa.text("parcelas IS NOT NULL"),
    )
    op.create_table(
        "sightings",
        sa.Column("household_id", sa.Text(), nullable=False),
        sa.Column("batch_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("movement_id", sa.Text(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=True),
        sa.Column("on_day", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("bank_id", sa.Text(), nullable=True),
        sa.Column("invoice", sa.Text(), nullable=True),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["household_id", "batch_id"], ["batches.household_id", "batches.id"], name="fk_sightings_batches"
        ),
        sa.PrimaryKeyConstraint("household_id", "batch_id", "number", name="pk_sightings"),
    )
    op.create_index("ix_sightings_movement", "sightings", ["household_id", "movement_id"], unique=False)
