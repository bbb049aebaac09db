"""The curator's Portuguese for tools, arguments, tables and columns: one table, tested against the tools that exist.

Wire names are accepted everywhere too; they are what a roteiro is compiled to.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Literal

from mel.shared.text import fold

TOOLS: dict[str, str] = {
    "budgetTotal": "ver total previsto",
    "budgetStatus": "ver orçamento",
    "expenseStatus": "ver gasto",
    "entriesList": "ver lançamentos",
    "goalStatus": "ver meta",
    "goalsList": "ver metas",
    "contributionsList": "ver aportes",
    "feasibility": "ver se cabe",
    "incomeStatus": "ver renda",
    "alerts": "ver alertas",
    "upcomingBills": "ver contas a vencer",
    "invoiceStatus": "ver fatura",
    "installmentsAhead": "ver parcelas",
    "sharingStatus": "ver divisão",
    "statementSearch": "buscar no extrato",
    "accountStatus": "ver conta",
    "operationsList": "ver operações",
    "recordSpend": "registrar gasto",
    "registerExpense": "criar gasto fixo",
    "adjustExpense": "ajustar gasto",
    "contributeToGoal": "aportar na meta",
    "createGoal": "criar meta",
    "recordIncome": "registrar renda",
    "correctEntry": "corrigir lançamento",
    "removeEntry": "apagar lançamento",
    "importInvoice": "importar fatura",
    "undoOperation": "desfazer",
    "rememberFact": "lembrar",
    "setSharing": "mudar divisão",
    "closeExpense": "encerrar gasto",
    "renameExpense": "renomear gasto",
    "withdrawFromGoal": "resgatar da meta",
    "editGoal": "editar meta",
    "closeGoal": "encerrar meta",
    "settleUp": "acertar contas",
    "payInvoice": "pagar fatura",
}

WRITES = frozenset(
    {
        "recordSpend",
        "registerExpense",
        "adjustExpense",
        "contributeToGoal",
        "createGoal",
        "recordIncome",
        "correctEntry",
        "removeEntry",
        "importInvoice",
        "undoOperation",
        "rememberFact",
        "setSharing",
        "closeExpense",
        "renameExpense",
        "withdrawFromGoal",
        "editGoal",
        "closeGoal",
        "settleUp",
        "payInvoice",
    }
)
"""The tools that carry an operation id."""

TAKES_TODAY = frozenset({"goalStatus", "feasibility"})

Kind = Literal["text", "money", "month", "day", "number", "flag", "texts", "target"]

ARGUMENTS: dict[str, tuple[str, Kind]] = {
    "month": ("mês", "month"),
    "period": ("período", "month"),
    "expense": ("gasto", "text"),
    "name": ("nome", "text"),
    "goal": ("meta", "text"),
    "amount": ("valor", "money"),
    "expected": ("previsto", "money"),
    "newExpected": ("novo previsto", "money"),
    "target": ("alvo", "target"),
    "deadline": ("prazo", "day"),
    "members": ("participantes", "texts"),
    "private": ("só minha", "flag"),
    "date": ("dia", "day"),
    "today": ("hoje", "day"),
    "from": ("de", "text"),
    "to": ("até", "day"),
    "member": ("membro", "text"),
    "paidBy": ("pagou", "text"),
    "receivedBy": ("recebeu", "text"),
    "installments": ("parcelas", "number"),
    "startMonth": ("primeiro mês", "month"),
    "description": ("descrição", "text"),
    "paymentMethod": ("forma", "text"),
    "card": ("cartão", "text"),
    "categoria": ("categoria", "text"),
    "vencimento": ("vencimento", "number"),
    "pagamento": ("pagamento", "text"),
    "aliases": ("apelidos", "texts"),
    "alias": ("apelido", "text"),
    "newExpense": ("gasto novo", "flag"),
    "next": ("próxima", "flag"),
    "entry": ("lançamento", "text"),
    "file": ("arquivo", "text"),
    "account": ("conta", "text"),
    "fact": ("fato", "text"),
    "text": ("texto", "text"),
    "months": ("meses", "number"),
    "minAmount": ("valor mínimo", "money"),
    "maxAmount": ("valor máximo", "money"),
    "query": ("busca", "text"),
    "days": ("dias", "number"),
    "limit": ("limite", "number"),
    "day": ("contado em", "day"),
    "received": ("recebido", "money"),
    "free": ("livre", "money"),
    "breaks": ("quebra", "month"),
    "newName": ("novo nome", "text"),
    "operationId": ("operação", "text"),
    "confirm": ("confirmar", "flag"),
    "found": ("existe", "flag"),
    "message": ("mensagem", "text"),
    "status": ("situação", "text"),
    "confirmed": ("confirmado", "flag"),
    "persisted": ("gravado", "flag"),
    "invalid": ("inválido", "flag"),
    "refused": ("recusado", "flag"),
    "error": ("erro", "flag"),
    "friendly": ("aviso", "text"),
    "field": ("campo", "text"),
    "reason": ("motivo", "text"),
    "remaining": ("restante", "money"),
    "actual": ("gasto até agora", "money"),
    "total": ("total", "money"),
    "count": ("quantidade", "number"),
    "preview": ("prévia", "text"),
    "delta": ("acréscimo", "money"),
    "newActual": ("novo gasto", "money"),
    "newTotal": ("novo total", "money"),
    "currentExpected": ("previsto atual", "money"),
    "saved": ("guardado", "money"),
    "requiredMonthly": ("por mês", "money"),
    "pace": ("ritmo", "money"),
    "onTrack": ("no ritmo", "flag"),
    "forecast": ("previsão", "day"),
    "undone": ("desfeito", "text"),
    "before": ("antes", "text"),
    "after": ("depois", "text"),
}

TABLES: dict[str, str] = {
    "expenses": "gasto",
    "entries": "lançamento",
    "goals": "meta",
    "contributions": "aporte",
    "incomes": "renda",
    "receipts": "recebimento",
    "facts": "fato",
    "household": "casa",
    "rates": "cotação",
}

COLUMNS: dict[str, tuple[str, Kind]] = {
    "name": ("nome", "text"),
    "expected": ("previsto", "money"),
    "category": ("categoria", "text"),
    "billingDay": ("vencimento", "number"),
    "payment": ("pagamento", "text"),
    "aliases": ("apelidos", "texts"),
    "expense": ("gasto", "text"),
    "period": ("mês", "month"),
    "amount": ("valor", "money"),
    "date": ("dia", "day"),
    "payer": ("pagou", "text"),
    "author": ("quem contou", "text"),
    "origin": ("origem", "text"),
    "note": ("observação", "text"),
    "target": ("alvo", "money"),
    "deadline": ("prazo", "day"),
    "owner": ("dono", "text"),
    "members": ("participantes", "texts"),
    "goal": ("meta", "text"),
    "paidBy": ("quem aportou", "text"),
    "kind": ("tipo", "text"),
    "receivedBy": ("recebeu", "text"),
    "text": ("texto", "text"),
    "toldBy": ("contado por", "text"),
    "currency": ("moeda", "text"),
    "fastPathLimit": ("limite direto", "money"),
    "revisions": ("revisões", "text"),
    "createdOn": ("criada em", "day"),
    "from": ("de", "text"),
    "to": ("para", "text"),
    "value": ("taxa", "text"),
}

CHANGES: dict[str, Literal["added", "removed", "changed"]] = {
    "novo": "added",
    "nova": "added",
    "muda": "changed",
    "some": "removed",
}


class UnknownWord(Exception):
    """A key that means nothing here; the text offers the nearest one that does."""

    def __init__(self, word: str, known: list[str]) -> None:
        if word.isdigit():
            super().__init__(f'"{word}" sobrou sozinho: um valor com vírgula precisa de aspas, como "R$ 5.000,00"')
            return
        near = get_close_matches(fold(word), [fold(name) for name in known], n=1, cutoff=0.5)
        original = {fold(name): name for name in known}
        hint = f'; você quis dizer "{original[near[0]]}"?' if near else f"; conheço: {', '.join(sorted(known))}"
        super().__init__(f'"{word}" não existe aqui{hint}')


def reverse(names: dict[str, str]) -> dict[str, str]:
    """Wire names by what is said, and by themselves."""
    return {fold(said): wire for wire, said in names.items()} | {fold(wire): wire for wire in names}


_TOOLS = reverse(TOOLS)
_ARGUMENTS = reverse({wire: said for wire, (said, _) in ARGUMENTS.items()})
_COLUMNS = reverse({wire: said for wire, (said, _) in COLUMNS.items()})
_TABLES = reverse(TABLES)


def tool(word: str) -> str:
    """The wire name of a tool, from Portuguese or from itself."""
    return found(word, _TOOLS, [*TOOLS.values()])


def argument(word: str) -> tuple[str, Kind]:
    """The wire name of an argument (or of a field of a result) and what its values are."""
    wire = found(word, _ARGUMENTS, [said for said, _ in ARGUMENTS.values()])
    return wire, ARGUMENTS[wire][1]


def argument_of(tool_name: str) -> Callable[[str], tuple[str, Kind]]:
    """Likewise, for one tool: `registerExpense` alone calls a name "nome" on the wire."""
    if tool_name != "registerExpense":
        return argument

    def own(word: str) -> tuple[str, Kind]:
        wire, kind = argument(word)
        return ("nome" if wire == "name" else wire), kind

    return own


def table(word: str) -> str:
    return found(word, _TABLES, [*TABLES.values()])


def column(word: str) -> tuple[str, Kind]:
    wire = found(word, _COLUMNS, [said for said, _ in COLUMNS.values()])
    return wire, COLUMNS[wire][1]


def found(word: str, names: dict[str, str], known: list[str]) -> str:
    """The wire name. Raises `UnknownWord` with the nearest of `known`."""
    wire = names.get(fold(word))
    if wire is None:
        raise UnknownWord(word, known)
    return wire
