"""Which of the house's things a sentence names: whole names and aliases first, then the words that only they have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from mel.shared.text import fold

_WORD = re.compile(r"[a-z0-9]+")
_COMMON_WORDS: Final = """
conta contas cartao cartoes meta metas salario salarios gasto gastos fatura faturas parcela parcelas compra
compras estorno estornos mel outros outro outras casa mes ano dia dias semana total geral fixo fixa reserva
dinheiro banco credito debito trip loja renda viagem janeiro fevereiro marco abril maio junho julho agosto
setembro outubro novembro dezembro com sem para pra por dos das que uma uns umas pagamento pagamentos valor
saldo limite extra orcamento extrato gente voces previsto previsao hoje ontem despesa despesas lancamento
lancamentos categoria categorias periodo segunda terca quarta quinta sexta sabado domingo entrada entradas saida
saidas aporte aportes proximo proxima passado passada atual vez vezes fim final inicio comeco novo nova novos
novas velho casal familia
"""
_COMMON = frozenset(_COMMON_WORDS.split())


class Mention(NamedTuple):
    """A stretch of a sentence that names one of `things` (folded)."""

    things: frozenset[str]
    start: int
    end: int


@dataclass(slots=True)
class Names:
    """The things that can be named, by the first word of each phrase that names them; on top of those of `base`."""

    base: Names | None = None
    phrases: dict[str, list[tuple[tuple[str, ...], str]]] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    """Every word of every name."""

    def add(self, name: str, others: Iterable[str] = (), persons: Iterable[str] = ()) -> None:
        """One more thing, once; the names of `persons` alone name no thing."""
        thing = fold(name)
        if thing in self.known or (self.base is not None and thing in self.base.known):
            return
        self.known.add(thing)
        for each in (name, *others):
            words = tuple(_WORD.findall(fold(each)))
            short = {fold(word) for word in each.split() if word.isupper() and len(word) == 2}
            self.words.update(words)
            if words:
                self._index(words, thing)
            for word in words if len(words) > 1 else ():
                if (
                    (len(word) > 2 or word in short)
                    and not word.isdigit()
                    and word not in _COMMON
                    and word not in persons
                ):
                    self._index((word,), thing)

    def knows(self, word: str) -> bool:
        """Whether a folded word says nothing foreign: part of a name, or of everybody's talk about money and time."""
        return word in _COMMON or self._has(word) or self._has(self._singular(word))

    def _has(self, word: str) -> bool:
        return word in self.words or (self.base is not None and word in self.base.words)

    def _index(self, phrase: tuple[str, ...], thing: str) -> None:
        row = self.phrases.setdefault(phrase[0], [])
        row.append((phrase, thing))
        row.sort(key=lambda pair: -len(pair[0]))

    def _beginning(self, word: str) -> Sequence[tuple[tuple[str, ...], str]]:
        mine = self.phrases.get(word, ())
        others = self.base.phrases.get(word, ()) if self.base is not None else ()
        return sorted((*mine, *others), key=lambda pair: -len(pair[0])) if mine and others else mine or others

    def named_in(self, folded: str, text: str = "") -> list[Mention]:
        """In the order of the text, the longest phrase first; a word of several names names any of them.

        A name that is a word of everybody's ("Casa", "Contas") counts where `text` writes it as a name.
        """
        found: list[Mention] = []
        words = [(self._singular(hit[0]), *hit.span()) for hit in _WORD.finditer(folded)]
        at = 0
        while at < len(words):
            mention = self._at(words, at)
            if mention is None:
                at += 1
                continue
            start, end = mention[0].start, mention[0].end
            if mention[1] > 1 or words[at][0] not in _COMMON or _as_a_name(text, start, end):
                found.append(mention[0])
            at += mention[1]
        return found

    def _singular(self, word: str) -> str:
        """ "Restaurantes" may name Restaurante; a name that is a plural itself stays."""
        return word[:-1] if word[-1] == "s" and not self._has(word) and self._has(word[:-1]) else word

    def _at(self, words: list[tuple[str, int, int]], at: int) -> tuple[Mention, int] | None:
        longest: list[str] = []
        length = 0
        for phrase, thing in self._beginning(words[at][0]):
            if len(phrase) < length:
                break
            if tuple(word for word, _, _ in words[at : at + len(phrase)]) == phrase:
                longest.append(thing)
                length = len(phrase)
        if not longest:
            return None
        exact = [thing for thing in longest if thing == " ".join(word for word, _, _ in words[at : at + length])]
        return Mention(frozenset(exact or longest), words[at][1], words[at + length - 1][2]), length


_BEGINS = re.compile(r"(?:^|[.!?:\n])[\W_]*$")


def _as_a_name(text: str, start: int, end: int) -> bool:
    """Whether a word stands there with a capital that no beginning of a sentence gives it, or as the head of a line."""
    if not text[start : start + 1].isupper():
        return False
    return text[end : end + 1] == ":" or _BEGINS.search(text[:start]) is None


@lru_cache(maxsize=64)
def house_names(aliases: tuple[tuple[str, tuple[str, ...]], ...], people: frozenset[str]) -> Names:
    """The names of a house with their aliases, made once for each way a house is called."""
    names, persons = Names(), {word for person in people for word in _WORD.findall(person)}
    for name, others in aliases:
        names.add(name, others, persons)
    names.words |= persons
    return names
