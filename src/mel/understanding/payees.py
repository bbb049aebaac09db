"""Whom money was given to: a trade or an institution, which names a spend, or a person, which tells no purpose."""

from __future__ import annotations

from mel.understanding import lexicon
from mel.understanding.firstnames import FIRST_NAMES
from mel.understanding.wordlist import words

_TRADES = words(
    "medico medica advogado advogada mecanico mecanica baba manicure pedicure motoboy personal tecnico "
    "tecnica arquiteto "
    "arquiteta flanelinha caseiro guarda vigia chef sindico sindica encanador fotografo fotografa zelador "
    "veterinaria veterinario dentista garcom garconete despachante manobrista doutor doutora dr dra moca rapaz "
    "moco nutri psico frentista ajudante estagiario estagiaria"
)
_PLACES = words(
    "igreja prefeitura escola faculdade condominio clinica academia imobiliaria cartorio detran receita governo creche "
    "hospital paroquia associacao loja oficina mercado padaria farmacia laboratorio concessionaria seguradora "
    "universidade colegio cursinho curso salao hotel pousada clube sindicato ong asilo abrigo dizimo oferta vaquinha "
    "inquilinato portaria construtora transportadora grafica floricultura funeraria autoescola festa "
    "formatura caixinha "
    "rifa bolao casamento"
)
_ENDINGS = ("ista", "eiro", "eira", "ador", "adora", "dor", "dora", "tor", "tora", "logo", "loga", "grafo", "grafa",
"pata", "iatra", "euta", "essor", "essora")  # fmt: skip
_PERSONAL = ("ilson", "elson", "erson", "ilton", "elton", "eide", "eusa", "euza", "ilda", "valdo", "lene", "slei",
"sley", "laine", "ielly", "inaldo", "naldo", "ivan", "cleia", "neia")  # fmt: skip


def personal(word: str) -> bool:
    """Whether a word is somebody's first name, as far as one can tell."""
    return word in FIRST_NAMES or (len(word) > 5 and word.endswith(_PERSONAL))


def payable(said: tuple[str, ...]) -> bool:
    """ "pro jardineiro", "pra igreja", "pra moça da limpeza": who is paid for what he does, and not as himself."""
    head = said[0]
    trade = head.endswith(_ENDINGS) and head not in _ENDINGS and not personal(head)
    if head in _TRADES | _PLACES or trade:
        return True
    return any(word in lexicon.OF for word in said[1:-1]) and not personal(said[-1])
