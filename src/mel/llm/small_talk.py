"""What the embedded model says without any tool: greetings, help, honest limits, and why it did not act."""

from __future__ import annotations

from mel.agent.wording.answers import HELP, HONEST_LIMIT

GREETING = "Oi! Me conta um gasto ou pergunta do orçamento."
NOTHING_WAITS = "Não tem nada esperando seu sim. Me conta o que você quer registrar?"
NOTHING_TO_UNDO = "Não achei nada recente pra desfazer. Quer ver os últimos lançamentos?"
NO_SUCH_ENTRY = "Não achei esse lançamento. Quer ver os últimos?"
DECLINED = "Tá bom, não registrei."
CANNOT_UNDERSTAND = "Não entendi bem. Quer registrar um gasto ou ver o orçamento?"

WHY_NOT = {
    "two_actions": "Você falou de mais de uma coisa. Me conta uma de cada vez?",
    "ambiguous_amount": "Não entendi o valor. Quanto foi, exatamente?",
    "unknown_name": "Não achei esse nome por aqui. É gasto ou meta?",
    "future": "Isso ainda vai acontecer, então não anotei. Me conta quando for?",
    "negated": "Entendi que isso não aconteceu, então não anotei nada.",
    "correction": "Quer corrigir algo? Me diz o que mudou, com nome e valor.",
    "vague_time": "Não entendi o dia. Quando foi?",
    "not_carried": "Esse detalhe eu ainda não sei registrar. Anoto sem ele?",
    "question": "Fiquei na dúvida se foi pergunta. Quer que eu registre?",
    "small_talk": "Tamo junto! Se precisar, é só chamar.",
    "bare_amount": "Esse valor é de quê?",
    "no_amount": "Quanto foi, e em quê?",
    "non_event": "Isso eu ainda não registro. Quer anotar um gasto?",
    "someone_else": "Só anoto o que vocês dois pagam. Quer registrar um gasto?",
    "injection": "Sempre pergunto antes de registrar. Me conta o gasto de novo?",
}
"""By the reason of an abstention."""

NOT_YET = {
    "alerts": "Alertas eu ainda não tenho. Quer ver o orçamento do mês?",
    "upcoming_bills": "As contas a vencer eu ainda não mostro. Quer ver o orçamento?",
    "income_status": "As entradas eu ainda não mostro. Quer ver o orçamento?",
    "record_income": "Entradas eu ainda não registro. Quer registrar um gasto?",
    "import_invoice": "Faturas eu ainda não importo por aqui. Quer registrar um gasto?",
    "invoice_status": "Faturas eu ainda não leio. Quer ver o orçamento ou uma meta?",
    "undo": "Desfazer eu ainda não sei. Quer ver os últimos lançamentos?",
}
"""By intent, for what has no tool in this chat."""

FIXED = {"greeting": GREETING, "help": HELP, "out_of_scope": HONEST_LIMIT}
