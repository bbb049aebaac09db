"""`mel eval capture` at a terminal: the draft of this machine's household, and what its curator must know of it."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

from mel.evals.console import Exit, complain

if TYPE_CHECKING:
    from mel.evals.capture import Draft


def draft_of(conversation: str, name: str) -> Draft:
    """Of the first household that is kept here. Ends the command when there is none, or no such conversation."""
    from mel.app import open_storage
    from mel.evals.capture import NothingSaid
    from mel.evals.capture import capture as captured
    from mel.evals.writing import NotWritable
    from mel.settings import Settings

    storage = open_storage(Settings())
    try:
        ids = storage.household_ids()
        if not ids:
            complain("Ainda não tem uma casa aqui.", Exit.NOTHING)
        return asyncio.run(captured(storage, ids[0], conversation, name))
    except NothingSaid as error:
        complain(f"Não achei: {error}.", Exit.NOTHING)
    except NotWritable as error:
        complain(f"Essa conversa não cabe num roteiro: {error}", Exit.BROKE)
    finally:
        storage.close()


def capture_told(draft: Draft) -> None:
    """On the error stream, so that a draft in a pipe stays a draft."""
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(draft.replaced.items())) or "nada"
    print(f"Trocado: {kinds}. Leia uma vez, atrás de qualquer coisa que ainda identifique alguém.", file=sys.stderr)
    for turn, difference in sorted(draft.different.items()):
        print(f"turno {turn} diferente do real: {difference}", file=sys.stderr)
    if draft.embedded is not None:
        print(f"Sem `embutido: sim`: o modelo embutido não repete esta conversa ({draft.embedded}).", file=sys.stderr)
