"""The words of household.yaml: one table, Portuguese first, with the other words that mean the same."""

from __future__ import annotations

from collections.abc import Mapping

Words = Mapping[str, tuple[str, ...]]
"""Key as it is written → its other accepted spellings. Case and accents never matter."""

HOUSE: Words = {
    "casa": ("household", "nome", "name"),
    "moeda": ("currency",),
    "fuso": ("timezone", "time zone", "fuso horário"),
    "limite": ("limit", "fast path limit", "limite sem confirmar"),
    "pessoas": ("members", "membros", "moradores"),
    "rendas": ("incomes", "income", "renda"),
    "gastos": ("expenses", "despesas", "contas"),
    "metas": ("goals",),
    "cotações": ("rates", "câmbio"),
}
PERSON: Words = {"nome": ("name",), "apelidos": ("aliases", "nicknames")}
INCOME: Words = {
    "nome": ("name",),
    "valor": ("amount",),
    "de": ("from", "member", "quem", "pessoa"),
    "tipo": ("kind", "type"),
    "dia": ("day",),
    "dia útil": ("business day", "business_day", "dia_util"),
    "apelidos": ("aliases",),
}
EXPENSE: Words = {
    "nome": ("name",),
    "valor": ("amount", "expected", "previsto"),
    "apelidos": ("aliases",),
    "categoria": ("category",),
    "vencimento": ("billing day", "billing_day", "due", "dia"),
    "pagamento": ("payment",),
}
GOAL: Words = {
    "nome": ("name",),
    "valor": ("target", "amount"),
    "prazo": ("deadline",),
    "criada": ("created", "created on", "criada em"),
    "pessoas": ("members", "participantes"),
    "só de": ("owner", "private to", "dona", "dono"),
    "apelidos": ("aliases",),
    "aportes": ("contributions",),
}
CONTRIBUTION: Words = {"de": ("from", "paid by", "quem"), "valor": ("amount",), "data": ("date", "on")}
RATE: Words = {
    "de": ("from", "source"),
    "para": ("to", "target", "pra"),
    "data": ("date", "on"),
    "valor": ("value", "rate"),
}

KINDS = {
    "salário": "salary",
    "salary": "salary",
    "variável": "variable",
    "variable": "variable",
    "benefício": "benefit",
    "benefit": "benefit",
}
"""What kind of income; the first spelling of each is the one that is written."""
