"""Where everything is kept: in memory for tests and demos, in SQL for a household that stays."""
