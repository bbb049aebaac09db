"""Lines of messages in, lines of readings out, and one reading told in Portuguese, for `mel understand`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any

from mel.understanding.engine import understand
from mel.understanding.reading import Context, Proposal, Reading, Term, Vocabulary


def vocabulary_of(household: Mapping[str, Any]) -> Vocabulary:
    """A household fixture (sender, members, expenses, goals, cards; names or {name, aliases}) as a vocabulary."""

    def terms(key: str) -> tuple[Term, ...]:
        return tuple(_term(entry) for entry in household.get(key, ()))

    return Vocabulary(
        terms("members"), terms("expenses"), terms("goals"), terms("cards"), terms("incomes"), household.get("sender")
    )


def _term(entry: object) -> Term:
    if isinstance(entry, Mapping):
        return Term(str(entry["name"]), tuple(str(alias) for alias in entry.get("aliases", ())))
    return Term(str(entry))


def predict(lines: Iterable[str], household: Mapping[str, Any], today: date) -> Iterator[str]:
    """One JSON line {id, intent, slots} a message; its own `today` and `context.pending` are honoured."""
    vocabulary = vocabulary_of(household)
    for line in lines:
        if not line.strip():
            continue
        message = json.loads(line)
        reading = understand(str(message["text"]), context_of(message, vocabulary, today))
        result = {"id": message.get("id"), "intent": reading.intent, "slots": dict(reading.slots)}
        yield json.dumps(result, ensure_ascii=False)


def context_of(message: Mapping[str, Any], vocabulary: Vocabulary, today: date) -> Context:
    """The context a line of the corpus tells: its day, and the intent that waits for a yes."""
    day = date.fromisoformat(message["today"]) if message.get("today") else today
    waiting = (message.get("context") or {}).get("pending")
    return Context(day, vocabulary, (Proposal(str(waiting)),) if waiting else ())


_INTENTS = {
    "record_spend": "registrar um gasto",
    "contribute_to_goal": "aportar numa meta",
    "register_expense": "cadastrar uma despesa fixa",
    "adjust_expense": "ajustar uma despesa",
    "create_goal": "criar uma meta",
    "record_income": "registrar uma entrada",
    "import_invoice": "importar uma fatura",
    "confirm": "confirmar",
    "cancel": "cancelar",
    "undo": "desfazer o último",
    "budget_total": "consultar o orçamento",
    "expense_status": "consultar uma despesa",
    "goal_status": "consultar uma meta",
    "goals_list": "listar as metas",
    "feasibility": "ver se cabe",
    "alerts": "ver alertas",
    "upcoming_bills": "ver contas a vencer",
    "income_status": "consultar entradas",
    "invoice_status": "consultar a fatura",
    "greeting": "cumprimento",
    "help": "ajuda",
    "out_of_scope": "fora do assunto",
    "unclear": "não entendi com certeza",
}
_SLOTS = {
    "amount": "valor",
    "currency": "moeda",
    "name": "nome",
    "date": "dia",
    "period": "período",
    "member": "quem",
    "installments": "parcelas",
    "installment_amount": "valor da parcela",
    "billing_day": "dia do vencimento",
    "frequency": "frequência",
    "payment_method": "forma de pagamento",
    "card_name": "cartão",
    "category": "categoria",
    "mode": "modo",
    "percent": "percentual",
}
_REASONS = {
    "two_actions": "mais de uma ação",
    "ambiguous_amount": "valor ambíguo",
    "two_amounts": "mais de um valor",
    "unknown_name": "nome desconhecido",
    "future": "plano, não fato",
    "negated": "negação",
    "correction": "correção",
    "vague_time": "data vaga",
    "not_carried": "ainda não sei fazer",
    "question": "pergunta sobre um registro",
    "injection": "pedido para pular a confirmação",
    "condition": "condição",
    "non_event": "não aconteceu",
    "transfer": "transferência entre pessoas",
    "someone_else": "gasto de outra pessoa",
    "recurring": "recorrência",
    "small_talk": "conversa",
    "bare_amount": "só um valor",
    "no_amount": "sem valor",
    "disguised": "caracteres disfarçados",
    "empty": "vazio",
    "long": "mensagem longa",
    "currency": "moeda não suportada",
}


def render(reading: Reading) -> str:
    """A reading as a few Portuguese lines."""
    lines = [_INTENTS.get(reading.intent, reading.intent)]
    if reading.reason:
        lines[0] += f" ({_REASONS.get(reading.reason, 'não entendi')})"
    lines += [f"  {_SLOTS.get(slot, slot)}: {_shown(value)}" for slot, value in reading.slots.items()]
    if reading.missing:
        lines.append("  falta: " + ", ".join(_SLOTS.get(slot, slot) for slot in reading.missing))
    if reading.suggestion:
        lines.append(f"  seria {reading.suggestion}?")
    for item in reading.items:
        lines += ["  - " + line if at == 0 else "  " + line for at, line in enumerate(render(item).splitlines())]
    return "\n".join(lines)


def _shown(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{value.get('from')} a {value.get('to')}"
    return str(value)
