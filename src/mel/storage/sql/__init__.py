"""The household in a SQL database: tables, one mapper a room, and the unit of work over them."""

from mel.storage.sql.engine import SqlStorage

__all__ = ["SqlStorage"]
