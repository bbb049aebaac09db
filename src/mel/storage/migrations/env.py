"""What Alembic runs: the migrations, on the connection and in the transaction that `upgrade` opened."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    # SQLite changes most things of a table only by building it anew.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
