"""Slips in the verbs and key words a message turns on: "gasteii", "comrpei", "registar" are read as what they miss.

Only words nobody knows are repaired, and only towards a short list; nouns keep every slip, for slots are verbatim.
"""

from __future__ import annotations

from functools import cache, lru_cache

from mel.understanding import lexicon
from mel.understanding.calendar import MONTHS, WEEKDAYS
from mel.understanding.names import one_slip, phonetic
from mel.understanding.numbers import WORDS
from mel.understanding.verbs import EARN, SAVE, SPEND, forms
from mel.understanding.wordlist import words

_KEYS = words(
    "gastei gastou gastamos paguei pagou pagamos comprei comprou compramos registra registre registrar anota "
    "anote anotar lanca lance lancar guardei guardou guardamos recebi recebeu recebemos aportei aporta "
    "aportamos depositei deposita depositamos abasteci almocei jantei jantamos almocamos cadastra adiciona "
    "coloca aumenta aumentar diminui reduz reduzir altera transfere transferi ganhei ganhamos vendi vendemos "
    "desfaz cancela confirma quanto quando orcamento fatura limite reserva importa gastar comprar pagar "
    "juntar guardar assinei contratei parcelei entrada "
    "receita aportar depositar segunda terca quarta quinta sexta sabado "
    "domingo centavos manha milhao milhoes conto contos ontem anteontem semana "
    "dinheiro reais cartao credito debito"
)
_KNOWN = words(
    "compra compras conta contas gasto gastos recebo recebe pagar paga quadro quadra reserva reservas "
    "compota gastro registro registros anotacao lancha lanche pagode cadastro coloque importo importado "
    "importados junta fruta quanta quantos quantas quinta limites contrato orcamentos faturas faturo semanal "
    "quarto quartos semanas jantar guarda guardas recibo recibos regata regatas "
    "sabao saboes safado quintal quintais domino milho milhos fartura fratura carta cartas novena canela tinta trina "
    "conforma milha milhas"
)


@cache
def _repairs() -> dict[str, tuple[str, ...]]:
    by_start: dict[str, list[str]] = {}
    told = {
        form
        for form, found in forms().items()
        if found.tense == "past" and found.lemma in SPEND | EARN | SAVE and len(form) > 4
    }
    counted = {word for word in WORDS if len(word) > 4}
    for word in _KEYS | told | counted:
        by_start.setdefault(word[0], []).append(word)
    return {start: tuple(sorted(words)) for start, words in by_start.items()}


@lru_cache(maxsize=4096)
def repaired(word: str) -> str:
    """The key word that an unknown word is one slip away from, or the word itself."""
    if len(word) < 5 or word in forms() or word in _KNOWN or word in _lexical() or not word.isalpha():
        return word
    if word.endswith(("armos", "ermos", "irmos")):
        # "se comprarmos" is a plan, and no slip of "compramos".
        return word
    hits = [key for key in _repairs().get(word[0], ()) if _slip(word, key)]
    if len(hits) == 1:
        return hits[0]
    swapped = [key for key in _repairs().get(word[1], ()) if word[1] + word[0] + word[2:] == key]
    return swapped[0] if len(hits) == 0 and len(swapped) == 1 else word


def _slip(word: str, key: str) -> bool:
    if abs(len(word) - len(key)) > 1 or key + "s" == word or word + "s" == key:
        return False
    nasal = word[:-1] == key[:-1] and {word[-1], key[-1]} == {"m", "n"}
    return nasal or phonetic(word) == phonetic(key) or one_slip(word, key)


_TELLING = (
    "gastei",
    "gastou",
    "paguei",
    "pagou",
    "comprei",
    "recebi",
    "recebeu",
    "entrou",
    "guardei",
    "aportei",
    "depositei",
    "ganhei",
    "vendi",
    "registra",
    "cancela",
    "aumenta",
    "transferi",
    "aportar",
    "guardar",
)


def garbled_verb(word: str) -> bool:
    """Whether an unknown word may be a verb typed badly: two slips from one that tells what a message is about."""
    if len(word) < 5 or word in forms() or word in _KNOWN:
        return False
    return any(word[0] == key[0] and abs(len(word) - len(key)) < 3 and _distance(word, key) <= 2 for key in _TELLING)


_DAYS = ("ontem", "anteontem", "amanha", "domingo", "sabado")


def garbled_day(word: str) -> bool:
    """Whether an unknown word is one letter away from a day: "ontei", "domigno". A name never ends in one."""
    if len(word) < 5 or word.rstrip("s") in _DAYS or word in _KNOWN:
        return False
    swaps = (word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1))
    close = (day for day in _DAYS if abs(len(word) - len(day)) <= 1)
    return any(_distance(word, day) == 1 for day in close) or any(swap in _DAYS for swap in swaps)


def _distance(one: str, other: str) -> int:
    row = list(range(len(other) + 1))
    for at, char in enumerate(one, 1):
        before, row[0] = row[0], at
        for place, against in enumerate(other, 1):
            before, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, before + (char != against))
    return row[-1]


@cache
def _lexical() -> frozenset[str]:
    lists = (
        lexicon.FILLERS,
        lexicon.NEGATIONS,
        lexicon.FUTURE,
        lexicon.NON_EVENTS,
        lexicon.OUTSIDERS,
        lexicon.PRONOUNS,
        lexicon.CONTRAST,
        lexicon.PARTNER,
    )
    return frozenset().union(*lists, MONTHS, WEEKDAYS)
