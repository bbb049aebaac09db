"""Identifiers: unique, never counters, so that a chat rebuilt for each turn never repeats one."""

from __future__ import annotations

import secrets


def new_id(prefix: str = "") -> str:
    """Sixteen random hex digits behind an optional prefix ("op-…")."""
    return prefix + secrets.token_hex(8)
