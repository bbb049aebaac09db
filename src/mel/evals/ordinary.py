"""Words that identify nobody, so that a disguise may leave them: everything that is not here is taken for a name."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache

from mel import understanding
from mel.shared.period import MONTHS
from mel.shared.text import fold
from mel.understanding.firstnames import FIRST_NAMES, SAINTS
from mel.understanding.wordlist import words

LINKS = words("de da do das dos")
"""What joins the words of one name."""

TITLES = words("dona tia tio vo vovo madrinha padrinho titio titia dr dra doutor doutora professor professora prof pe")
"""Who follows one of these is a person, even in small letters."""

RELATIONS = words(
    "seu chefe patrao patroa sogra sogro primo prima irma irmao vizinho vizinha amigo amiga cunhado cunhada filho filha"
)
"""Whoever follows one of these may be a person: a first name is."""

HIS = words("o do no ao pelo pro seu tio titio meu nosso chefe dr doutor")
HERS = words("a da na pela dona tia titia minha nossa dra doutora")
"""What tells the grammatical gender of the name that follows."""

GENERIC = words(
    "super mercadinho mercado supermercado feira acougue padaria farmacia remedio remedios luz energia agua "
    "gas internet wifi celular telefone aluguel condominio iptu ipva seguro saude plano escola colegio creche "
    "faculdade curso academia natacao transporte uber taxi onibus metro gasolina combustivel carro moto "
    "estacionamento pedagio restaurante lanche lanchonete bar cafe almoco jantar ifood delivery cinema lazer "
    "streaming netflix spotify assinatura assinaturas roupa roupas presente presentes pet veterinario "
    "cachorro gato faxina diarista limpeza casa apartamento moradia reforma obra moveis viagem viagens ferias "
    "reserva emergencia reservas poupanca investimento investimentos salario salarios renda vale refeicao "
    "alimentacao ticket beneficio bonus decimo terceiro freela extra pensao outros outras outro conta contas "
    "cartao credito debito automatico dinheiro boleto pix fatura banco corrente despesa gasto gastos fixo "
    "fixa fixos meta metas casamento festa aniversario bebe filho filha filhos novo nova entrada emprestimo "
    "financiamento parcela parcelas imposto impostos educacao medico dentista consulta exame hospital posto "
    "loja livraria papelaria salao barbearia oficina pizzaria hotel pousada clinica escritorio empresa "
    "construtora rua avenida praca travessa alameda estrada mel mensal mes ano dia familia nosso nossa meu "
    "minha casal agencia email mail extrato arquivo documento endereco numero manutencao cuidados beleza doacao "
    "diversos geral pessoal trabalho para pra com em no na e o a os as por ao"
)
"""What any household calls its things."""

CAPITALS = (
    words(
        "mel pix cpf cnpj cep rg iptu ipva tv pdf csv ofx brl usd eur real reais nubank itau bradesco santander caixa "
        "inter visa mastercard elo brasil natal pascoa carnaval segunda terca quarta quinta sexta sabado domingo clt "
        "pj ok ted doc wifi"
    )
    | {fold(month) for month in MONTHS}
    | {fold(month)[:3] for month in MONTHS}
)
"""What is written with a capital and still is nobody's."""


_EVERYDAY = words(
    "ajusta ajuste procura busca mostra lista apaga edita muda troca renomeia confere conferir surpresa "
    "vizinhos regras perguntar pergunta ali whatsapp zap moro mora reparte divide barco bicicleta fogao sofa "
    "geladeira notebook computador anel shop coisa coisas resto metade dobro tel fone venceu vence rendeu "
    "rende abriu abre caiu cai subiu sobe desceu perdeu vendeu devolveu pediu pao paes hora minuto parcela "
    "valor foi veio serie nasceu nasci nascimento titulo eleitor passaporte habilitacao encanador eletricista pedreiro"
)
_VERB = re.compile(r"(?:ando|endo|indo|aram|eram|iram|amos|emos|imos|ou|mente|cao|coes)$")


@cache
def _known_by_heart() -> frozenset[str]:
    """Every word of the reading's own lists but what people are called."""
    known: set[str] = set()
    for room in pkgutil.iter_modules(understanding.__path__):
        if room.name != "firstnames":
            lists = vars(importlib.import_module(f"{understanding.__name__}.{room.name}"))
            for name in lists:
                if not name.startswith("__"):
                    known.update(_strings(lists[name]))
    return frozenset(fold(word) for word in known) - FIRST_NAMES - SAINTS


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield from value.split()
    elif isinstance(value, frozenset | tuple | dict):
        for item in value:
            yield from _strings(item)


def everyday(word: str) -> bool:
    """Whether anybody says this word of anything: the reading knows it, or it is formed as a verb is."""
    plain = fold(word)
    if not identifies(word):
        return True
    return plain not in FIRST_NAMES and (
        plain in _EVERYDAY or plain in _known_by_heart() or _VERB.search(plain) is not None
    )


def identifies(word: str) -> bool:
    """Whether this word of a thing's name could tell whose it is."""
    plain = fold(word)
    return not any(plain in kept for kept in (GENERIC, CAPITALS, LINKS, TITLES, RELATIONS))
