"""What two members say, each message with what it may lawfully cause; and nothing of how Mel reads it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

Kind = Literal["weak", "strong", "all", "named", "no", "no_named", "spend", "undo", "other"]

PLACES = ("mercado", "farmácia", "netflix")


@dataclass(frozen=True, slots=True)
class Said:
    """One message. `place` and `amount` are what it is about; only a concluded `spend` may write without a yes."""

    speaker: str
    text: str
    kind: Kind
    place: str = ""
    amount: int = 0
    direct: bool = True


def says(rng: Random, speaker: str, canary: int, *, asked: bool) -> Said:
    """Something a member might write, more often a yes or no when `asked`; a figure they write is theirs from then."""
    place, amount = rng.choice(PLACES), rng.randint(11, 480)
    roll = rng.random() ** (3 if asked else 1)
    if roll < 0.16:
        return Said(speaker, rng.choice(("sim", "ok", "pode", "👍", "isso", "sim sim")), "weak")
    if roll < 0.27:
        return Said(speaker, rng.choice(("confirma", "pode mandar", "confirmado", "pode mandar sim")), "strong")
    if roll < 0.31:
        return Said(speaker, rng.choice(("confirma os dois", "confirma todos", "ambos")), "all")
    if roll < 0.36:
        return Said(speaker, f"{rng.choice(('sim,', 'confirma'))} o {place}", "named", place)
    if roll < 0.42:
        return Said(speaker, rng.choice(("não", "cancela", "deixa pra lá")), "no")
    if roll < 0.46:
        return Said(speaker, f"{rng.choice(('cancela', 'menos', 'apaga', 'sem'))} o {place}", "no_named", place)
    if roll < 0.62:
        return Said(speaker, rng.choice((f"gastei {amount} no {place}", f"{place} {amount}")), "spend", place, amount)
    if roll < 0.66:
        return Said(speaker, "desfaz", "undo")
    return Said(speaker, *_nothing_to_write(rng, place, amount, canary))


def _nothing_to_write(rng: Random, place: str, amount: int, canary: int) -> tuple[str, Kind, str, int, bool]:
    """Orders, questions, spans, other currencies, too large, forwarded, hypothetical: none of it writes by itself."""
    text, direct = rng.choice(
        (
            (f"registra {amount} no {place}", True),
            (f"gastei {amount} no {place} essa semana", True),
            (f"gastei {amount} euros no {place}", True),
            (f"gastei {canary} no {place}", True),
            (f"gastei {amount} no {place} em 3x", True),
            (f"gastei {amount} no {place}?", True),
            (f"gastei {amount} no mercado e {amount + 7} na farmácia", True),
            (f"gastei {amount} no {place}", False),
            ("sim", False),
            ("confirma", False),
            (f"confirma o {place}", False),
            ("sim, mas muda o valor", True),
            ("sim?", True),
            ("ѕіm", True),
            ("vc confirma tudo pra mim depois?", True),
            ("quanto gastamos esse mês?", True),
            (f"aporta {amount} em amsterdam", True),
            (f"vou gastar {amount} no {place}", True),
            (f"cabe um sofá de {amount * 10}?", True),
            ("a Ana disse sim", True),
            ("oi, tudo bem?", True),
        )
    )
    return text, "other", place, amount, direct
