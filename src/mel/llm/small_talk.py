"""What the embedded model says without any tool: greetings, help, honest limits, and why it did not act."""

from __future__ import annotations

from mel.agent.wording.answers import HELP, HONEST_LIMIT

GREETING = "Oi! Me conta um gasto ou pergunta do orçamento."
NOTHING_WAITS = "Não tem nada esperando seu sim. Me conta o que você quer registrar?"
NOTHING_TO_UNDO = "Não achei nada recente pra desfazer. Quer ver os últimos lançamentos?"
NO_SUCH_ENTRY = "Não achei esse lançamento. Quer ver os últimos?"
CANNOT_UNDERSTAND = "Não entendi bem. Quer registrar um gasto ou ver o orçamento?"

AT_YOUR_SIDE = "Tamo junto! Se precisar, é só chamar."

MEL = "Sou a Mel, um programa que ajuda vocês com o dinheiro da casa. Me conta um gasto?"
ABOUT_WORRY = "Entendo, dinheiro mexe com a gente. Quer ver como está o mês?"
NO_DOCUMENTS = "Documento e senha eu não preciso saber. Me conta só o gasto?"
NOT_TOLD_HERE = "Isso eu ainda não sei responder. Quer ver o orçamento ou a fatura?"
NO_SUCH_DAY = "Esse dia não existe no calendário. Que dia foi?"

WHY_NOT = {
    "two_actions": "Você falou de mais de uma coisa. Me conta uma de cada vez?",
    "ambiguous_amount": "Não entendi o valor. Quanto foi, exatamente?",
    "unknown_name": "Não achei esse nome por aqui. Me conta com o nome do gasto ou da meta?",
    "future": "Isso ainda vai acontecer, então não anotei. Me conta quando for?",
    "negated": "Não anotei nada agora. Me conta o que aconteceu?",
    "correction": "Quer corrigir algo? Me diz o que mudou, com nome e valor.",
    "vague_time": "Não entendi o dia. Quando foi?",
    "not_carried": "Esse detalhe eu ainda não sei registrar. Me conta sem ele?",
    "question": "Fiquei na dúvida se já aconteceu. Me conta sem a pergunta que eu anoto.",
    "small_talk": AT_YOUR_SIDE,
    "bare_amount": "Esse valor é de quê?",
    "no_amount": "Quanto foi, e em quê?",
    "non_event": "Isso eu ainda não registro. Quer anotar um gasto?",
    "someone_else": "Só anoto o que vocês pagam. Quer registrar um gasto?",
    "injection": "Isso eu não posso fazer. Me conta só o gasto, com o valor?",
}
"""By the reason of an abstention."""

TOLD_AND_LOST = {"two_actions", "ambiguous_amount", "future", "not_carried", "someone_else", "non_event", "vague_time"}
"""Reasons that tell what of a message was not taken, also while another question is open."""
ALL_OR_ONE = "Confirma todas, ou só uma delas?"
"""Of several proposals of one message: a bare yes would not say which."""

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


def waits_for(member: str | None) -> str:
    """A yes that is the partner's to give."""
    return f"Isso espera o sim de {member}." if member else NOTHING_WAITS
