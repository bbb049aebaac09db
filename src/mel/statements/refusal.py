"""A file that is not read at all: one clear Portuguese sentence, and nothing is stored."""

from __future__ import annotations


class Refusal(Exception):
    """`message` is for the member; `kind` is for code that offers a way out.

    Kinds: empty, too-big, truncated, damaged, locked (a password is needed or wrong), image-only, foreign (not a
    statement), columns (ask which is which), sign (ask whether purchases are positive), year, total, internal.
    """

    def __init__(self, kind: str, message: str, columns: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.columns = columns


def truncated(what: str = "O arquivo") -> Refusal:
    """The download stopped half way: a part is never taken for the whole."""
    return Refusal(
        "truncated", f"{what} está incompleto (termina no meio). Nada foi importado: baixe de novo no banco."
    )


def too_big() -> Refusal:
    """No couple's bank file comes near the limits; what does would only hold up everybody else."""
    return Refusal("too-big", "O arquivo é grande demais para um extrato. Exporte um período menor.")


def foreign(what: str) -> Refusal:
    return Refusal("foreign", f"Isto não é um extrato nem uma fatura: {what}. Exporte o arquivo de novo no banco.")
