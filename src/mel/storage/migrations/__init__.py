"""How the tables came to be. Only `upgrade` needs Alembic; whether there is anything to do, `HEAD` tells."""

HEAD = "0002"
"""The newest revision in `versions/`; a test says so."""
