"""The curator's Portuguese for what tools answer: the fields of a result, past those that are arguments too."""

from __future__ import annotations

from collections.abc import Callable

from mel.evals.aliases import ARGUMENTS, Kind, found, reverse

RESULTS: dict[str, tuple[str, Kind]] = {
    "expenses": ("gastos", "texts"),
    "categories": ("categorias", "texts"),
    "category": ("grupo", "text"),
    "entries": ("lançamentos", "texts"),
    "who": ("quem", "text"),
    "origin": ("origem", "text"),
    "byMember": ("por pessoa", "texts"),
    "goals": ("metas", "texts"),
    "contributions": ("aportes", "texts"),
    "totals": ("totais", "money"),
    "savedByCurrency": ("guardado por moeda", "money"),
    "BRL": ("BRL", "money"),
    "EUR": ("EUR", "money"),
    "USD": ("USD", "money"),
    "missing": ("falta", "texts"),
    "income": ("renda", "money"),
    "bills": ("despesas", "money"),
    "commitments": ("compromissos", "money"),
    "goalQuotas": ("cotas das metas", "money"),
    "cost": ("custo", "money"),
    "before": ("antes", "money"),
    "after": ("depois", "money"),
    "receipts": ("entradas", "texts"),
    "sources": ("fontes", "texts"),
    "cash": ("em dinheiro", "flag"),
    "view": ("vista", "text"),
    "closing": ("fechamento", "day"),
    "due": ("vence", "day"),
    "predicted": ("estimada", "flag"),
    "paid": ("pago", "money"),
    "printed": ("impresso", "money"),
    "difference": ("diferença", "money"),
    "lines": ("linhas", "number"),
    "byKind": ("por tipo", "money"),
    "purchase": ("compra", "money"),
    "parcela": ("parcela", "money"),
    "estorno": ("estorno", "money"),
    "toCome": ("a vir", "money"),
    "usedLimit": ("limite usado", "money"),
    "limit": ("limite", "money"),
    "available": ("disponível", "money"),
    "onlyInstallments": ("só parcelas", "flag"),
    "cards": ("cartões", "texts"),
    "plans": ("compras", "texts"),
    "installment": ("qual parcela", "number"),
    "left": ("faltam", "number"),
    "debt": ("dívida", "money"),
    "until": ("último mês", "month"),
    "told": ("contadas", "texts"),
    "toldTotal": ("total contado", "money"),
    "spent": ("gasto no período", "money"),
    "byInvoice": ("por fatura", "texts"),
    "movements": ("movimentos", "texts"),
    "kind": ("tipo", "text"),
    "invoice": ("fatura", "month"),
    "accounts": ("contas", "texts"),
    "product": ("produto", "text"),
    "bank": ("banco", "text"),
    "balance": ("saldo", "money"),
    "balanceOn": ("saldo em", "day"),
    "in": ("entrou", "money"),
    "out": ("saiu", "money"),
}
"""A word that is an argument too is called the same here; only what its values are may differ."""

FIELDS: dict[str, tuple[str, Kind]] = ARGUMENTS | RESULTS
_FIELDS = reverse({wire: said for wire, (said, _) in FIELDS.items()})


def field_of(tool_name: str) -> Callable[[str], tuple[str, Kind]]:
    """The wire name of a field of that tool's result and what its values are."""

    def own(word: str) -> tuple[str, Kind]:
        wire = found(word, _FIELDS, [said for said, _ in FIELDS.values()])
        kind = FIELDS[wire][1]
        return ("nome" if tool_name == "registerExpense" and wire == "name" else wire), kind

    return own
