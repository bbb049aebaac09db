"""One profile a bank and product: which columns its files have, and what their signs mean. Data, not code.

A column is written `role: "spelling|spelling"`, spellings squeezed (no accents, case, blanks or punctuation but "$");
a role that ends in "?" may be missing. Sources: notes/bank-files.md §2.1. The last profile, generic, knows no bank, so
it takes a sign only from evidence and asks otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mel.statements.model import Product


@dataclass(frozen=True, slots=True)
class Profile:
    """`inverted`: the file writes a purchase as positive. `text`: roles that make the description, joined by " - "."""

    name: str
    bank: str | None
    product: Product | None
    columns: Mapping[str, str]
    inverted: bool = False
    text: tuple[str, ...] = ("text",)
    # A row without a date continues the description above (bank2ynab#135).
    continues: bool = False
    # Only with yyyy-mm-dd dates, or with a word of an invoice around: the header alone is anybody's.
    needs_card_context: bool = False
    generic: bool = False

    def required(self) -> tuple[str, ...]:
        return tuple(role for role in self.columns if not role.endswith("?"))


_BALANCE = "saldo|saldor$|saldos|saldosr$|saldododia|saldododiar$|saldoatual|saldofinal"
_DOCUMENT = (
    "docto|documento|numerodocumento|numerododocumento|nodocumento|ndocumento|nrdocumento|nrdoc|ndoc|doc|doctono"
)

PROFILES: tuple[Profile, ...] = (
    Profile(
        "nubank-conta",
        "Nubank",
        "account",
        {"date": "data", "amount": "valor", "id": "identificador", "text": "descricao"},
    ),
    Profile(
        "nubank-cartao",
        "Nubank",
        "card",
        {"date": "date", "text": "title", "amount": "amount", "category?": "category"},
        inverted=True,
    ),
    Profile(
        "inter-conta",
        "Inter",
        "account",
        {
            "date": "datalancamento",
            "title?": "historico",
            "text": "descricao",
            "amount": "valor|valorr$",
            "balance?": _BALANCE,
        },
        text=("title", "text"),
    ),
    Profile(
        "inter-cartao",
        "Inter",
        "card",
        {
            "date": "data",
            "text": "lancamento",
            "category": "categoria",
            "installment": "tipo",
            "amount": "valor|valorr$|valoremr$",
        },
        inverted=True,
    ),
    Profile(
        "c6-conta",
        "C6",
        "account",
        {
            "date": "datalancamento",
            "posted?": "datacontabil",
            "title": "titulo",
            "text": "descricao",
            "credit": "entradar$|entrada",
            "debit": "saidar$|saida",
            "balance?": _BALANCE,
        },
        text=("title", "text"),
    ),
    Profile(
        "c6-cartao",
        "C6",
        "card",
        {
            "date": "datadecompra|datadacompra",
            "holder?": "nomenocartao",
            "card?": "finaldocartao",
            "category?": "categoria",
            "text": "descricao",
            "installment": "parcela",
            "usd?": "valoremus$",
            "rate?": "cotacaoemr$",
            "amount": "valoremr$",
        },
        inverted=True,
    ),
    Profile(
        "itau-conta",
        "Itaú",
        "account",
        {
            "date": "data",
            "text": "lancamento|lancamentos",
            "origin?": "agorigem",
            "amount": "valorr$|valor",
            "balance": "saldosr$|saldor$|saldos|saldo",
        },
    ),
    Profile(
        "itau-cartao",
        "Itaú",
        "card",
        {"date": "data", "text": "lancamento", "amount": "valor|valorr$"},
        inverted=True,
        needs_card_context=True,
    ),
    Profile(
        "bradesco-conta",
        "Bradesco",
        "account",
        {
            "date": "data",
            "text": "historico|lancamento",
            "document": "docto|doctono",
            "credit": "creditor$|credito",
            "debit": "debitor$|debito",
            "balance": _BALANCE,
        },
        continues=True,
    ),
    Profile(
        "bradesco-cartao",
        "Bradesco",
        "card",
        {"date": "data", "text": "historico", "usd": "valorus$|us$", "amount": "valorr$|r$"},
        inverted=True,
    ),
    Profile(
        "bb-conta",
        "Banco do Brasil",
        "account",
        {
            "date": "data",
            "origin": "dependenciaorigem",
            "text": "historico",
            "posted?": "datadobalancete",
            "document?": _DOCUMENT,
            "amount": "valor|valorr$",
            "side?": "tipolancamento|dc",
        },
    ),
    Profile(
        "bb-conta-detalhes",
        "Banco do Brasil",
        "account",
        {
            "date": "data",
            "title": "lancamento",
            "text": "detalhes",
            "document?": _DOCUMENT,
            "amount": "valor|valorr$",
            "side?": "tipolancamento|dc|tipo",
            "balance?": _BALANCE,
        },
        text=("title", "text"),
    ),
    Profile(
        "santander-conta",
        "Santander",
        "account",
        {
            "date": "data",
            "text": "descricao|historico",
            "document?": _DOCUMENT,
            "status": "situacao",
            "credit": "creditor$|credito",
            "debit": "debitor$|debito",
            "balance?": _BALANCE,
        },
    ),
    Profile(
        "xp-cartao",
        "XP",
        "card",
        {
            "date": "data",
            "text": "estabelecimento",
            "holder": "portador",
            "amount": "valor|valorr$",
            "installment": "parcela",
        },
        inverted=True,
    ),
    Profile(
        "xp-conta",
        "XP",
        "account",
        {"date": "data", "time": "hora", "text": "descricao", "amount": "valor|valorr$", "balance": _BALANCE},
    ),
    Profile(
        "mercadopago-conta",
        "Mercado Pago",
        "account",
        {
            "date": "releasedate",
            "text": "transactiontype",
            "id": "referenceid",
            "amount": "transactionnetamount",
            "balance?": "partialbalance",
        },
    ),
    Profile(
        "pagbank-conta",
        "PagBank",
        "account",
        {
            "id": "codigodatransacao",
            "date": "data",
            "title": "tipo",
            "text": "descricao",
            "amount": "valor|valorr$",
        },
        text=("title", "text"),
    ),
    Profile(
        "btg-cartao",
        "BTG Pactual",
        "card",
        {
            "date": "data",
            "text": "descricao",
            "amount": "valor|valorr$",
            "category": "tipodecompra",
            "document?": "codigodeautorizacao",
            "card?": "final",
        },
        inverted=True,
    ),
    Profile(
        "generico",
        None,
        None,
        {
            "date": "data|date|datalancamento|datadolancamento|datamovimento|datamov|datadomovimento|datamovimentacao|"
            "datadacompra|datadecompra|datatransacao|datadatransacao|dtlancamento|dtmovimento|datahora|dataehora|"
            "datadaoperacao|dataoperacao|dia",
            "text": "descricao|historico|lancamento|lancamentos|estabelecimento|title|titulo|description|detalhes|memo|"
            "transacao|movimentacao|movimento|descricaodolancamento|descricaolancamento|discriminacao|"
            "nomedoestabelecimento|operacao|details",
            "amount?": "valor|valorr$|valoremr$|valorbrl|amount|amountbrl|quantia|montante|valordolancamento|"
            "valordatransacao|valortransacao|valorlancamento|valorliquido|valorreais|r$",
            "credit?": "credito|creditor$|creditos|creditosr$|entrada|entradar$|entradas|entradasr$",
            "debit?": "debito|debitor$|debitos|debitosr$|saida|saidar$|saidas|saidasr$",
            "side?": "dc|cd|debcred|debitocredito|creditodebito|natureza|tipolancamento|sinal",
            "type?": "tipo|tipodelancamento|type",
            "balance?": _BALANCE + "|balance",
            "id?": "identificador|id|idtransacao|iddatransacao|codigodatransacao|transactionid",
            "document?": _DOCUMENT,
            "installment?": "parcela|parcelas",
            "card?": "finaldocartao|finalcartao",
            "usd?": "valorus$|valoremus$|us$",
            "status?": "situacao|status",
        },
        generic=True,
    ),
)
