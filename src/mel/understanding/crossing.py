"""Which of several open proposals a short text crosses out: "cancela tudo"; "todas" or "o mercado" after "Qual você
cancela?". The same words after "Qual você confirma?" would accept them, so who listens must know what was asked."""

from __future__ import annotations

from mel.shared.text import tokens
from mel.understanding.affirm import name_words
from mel.understanding.reading import Proposal
from mel.understanding.wordlist import words

_ALL = words("tudo todos todas ambos ambas dois duas tres quatro cinco 2 3 4 5 nenhum nenhuma")
_AROUND = words("o a os as um uma do da dos das de esse essa esses essas eles elas pode pode_ser sim entao so isso")
_CANCEL = words("cancela cancelar cancele cancelo descarta descartar esquece esqueca limpa limpar")


def all_of_them(text: str) -> bool:
    """ "todas", "as duas", "tudo": a text that says nothing else."""
    said = [word for word in tokens(text) if word not in _AROUND]
    return bool(said) and all(word in _ALL for word in said)


def cancels_all(text: str) -> bool:
    """ "cancela tudo", "pode cancelar as duas"."""
    said = tokens(text)
    left = [word for word in said if word not in _CANCEL]
    return len(left) < len(said) and all_of_them(" ".join(left))


def pointed(text: str, proposals: tuple[Proposal, ...]) -> int | None:
    """The one that a bare name points to ("o mercado"); None when the text says more, or fits several."""
    said = {word for word in tokens(text) if word not in _AROUND}
    fitting = [n for n, proposal in enumerate(proposals) if said and said <= name_words(proposal)]
    return fitting[0] if len(fitting) == 1 else None
