"""Answers drawn from tool results: the embedded model's words, and Mel's when a model's draft must not pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date

from mel.agent.receipt import is_receipt
from mel.agent.reply import ToolCall
from mel.agent.rules import FRIENDLY
from mel.agent.wire import Wire
from mel.agent.wording.faturas import ANSWERS as FATURAS
from mel.agent.wording.faturas import NEXT as AFTER_FATURAS
from mel.agent.wording.speech import day, listed, money, month, value
from mel.shared.period import Period
from mel.shared.text import fold

HONEST_LIMIT = "Isso eu não sei te dizer. Posso ajudar com orçamento, metas ou gastos. Quer ver algum desses?"
HELP = (
    "Me conta um gasto: quanto foi e em quê.\n"
    "Ou pergunta: quanto sobrou esse mês?\n"
    "Também cuido de metas: como tá a viagem?\n"
    "E de planos: cabe um sofá parcelado?"
)
TROUBLE = "Tive um problema técnico aqui. Pode tentar de novo em alguns minutos?"
TOO_LONG = "Essa mensagem é grande demais pra mim. Me conta em partes menores?"
TOO_FAST = "Calma, recebi muitas mensagens de uma vez. Me escreve de novo em um minuto?"
TOO_MANY_STEPS = "Me enrolei com esse pedido. Pode me dizer de um jeito mais curto?"
TO_UNDO = "Pra desfazer, é só dizer: desfaz."
PICKED_UP = "Fui interrompida, mas já tinha registrado isso."
BUSY = "A casa está ocupada com outra mensagem. Me manda de novo em instantes?"
BARELY = "Anotei, mas não consegui te mostrar os detalhes. Quer ver os últimos lançamentos?"
NOT_AGAIN = "Esse já estava registrado, então não mexi em nada."
SUGGESTED = "(valor sugerido por mim)"
NOTHING_NEW = "Nada de novo nesta mensagem. Quer ver os últimos lançamentos?"
STILL_WAITS = "Isso ainda espera seu sim. Pode me confirmar de novo?"
NEEDS_NEW_LOOK = "Prefiro não chutar esse número. Quer que eu veja o orçamento ou uma meta?"

_ASK = {
    "recordSpend": "Anoto esse gasto?",
    "contributeToGoal": "Anoto esse aporte?",
    "registerExpense": "Cadastro esse gasto?",
    "adjustExpense": "Mudo o valor previsto?",
    "createGoal": "Crio essa meta?",
    "rememberFact": "Guardo isso?",
    "recordIncome": "Anoto essa entrada?",
    "undoOperation": "Desfaço?",
    "correctEntry": "Corrijo?",
    "removeEntry": "Apago?",
    "importInvoice": "Importo?",
}
_DONE = {
    "recordSpend": "Anotei.",
    "contributeToGoal": "Aporte anotado.",
    "registerExpense": "Gasto cadastrado.",
    "adjustExpense": "Valor previsto ajustado.",
    "createGoal": "Meta criada.",
    "rememberFact": "Guardei.",
    "recordIncome": "Entrada anotada.",
    "undoOperation": "Desfeito.",
    "correctEntry": "Corrigi.",
    "removeEntry": "Apaguei.",
    "importInvoice": "Importei.",
}
_NOT_DONE = {
    "registerExpense": "cadastrei",
    "adjustExpense": "mudei",
    "createGoal": "criei",
    "rememberFact": "guardei",
    "undoOperation": "desfiz",
    "correctEntry": "mudei",
    "removeEntry": "apaguei",
    "importInvoice": "importei",
}


def proposal(tool: str) -> str:
    """The question that goes with a preview's card."""
    return _ASK.get(tool, "Posso registrar?")


def done(tool: str) -> str:
    """The word that goes with a receipt's card."""
    return _DONE.get(tool, "Registrado.")


def not_done(tools: Iterable[str]) -> str:
    """To a no: what was not done, named only when all that was declined is of one kind."""
    words = {_NOT_DONE.get(tool, "registrei") for tool in tools}
    return f"Tá bom, não {words.pop() if len(words) == 1 else 'registrei'}."


def draw(calls: Iterable[ToolCall], today: date) -> str:
    """One reply for the calls of a turn, from what they answered and nothing else."""
    texts = [answer(call, today) for call in calls]
    return " ".join(dict.fromkeys(text for text in texts if text)) or HONEST_LIMIT


def answer(call: ToolCall, today: date, aspect: str | None = None) -> str:
    """What one call's result says. `aspect` chooses what of a month is told: expected, spent, left or summary."""
    result = call.result
    if not isinstance(result, dict):
        return ""
    if is_receipt(result):
        return done(call.name) if result["persisted"] else proposal(call.name)
    if result.get("error"):
        return FRIENDLY.capitalize() + "."
    if result.get("found") is False:
        return absence(call.name, result)
    if result.get("invalid") and result.get("field") == "file":
        return f"{_sentence(str(result.get('message', '')))} {AFTER_FATURAS['importInvoice']}"
    if result.get("invalid"):
        tail = "Me manda outro?" if call.name == "importInvoice" else "Me conta de novo?"
        return _sentence(str(result.get("message", ""))) + (f" {tail}" if "?" not in result["message"] else "")
    if result.get("refused"):
        return ""
    say = _ANSWERS.get(call.name)
    return say(call.args, result, today, aspect) if say else ""


def absence(tool: str, result: Wire) -> str:
    """What is not there, and what the member could do instead."""
    if result.get("status") == "indeterminate":
        return f"Ainda não consigo dizer: {result['reason']}. Quer me contar?"
    message = _sentence(str(result.get("message") or "isso eu não tenho ainda"))
    return f"{message} {_ALTERNATIVES.get(tool, 'Posso te ajudar com orçamento ou metas?')}"


_ALTERNATIVES = {
    **AFTER_FATURAS,
    "budgetTotal": "Ainda não tenho registros. Quer começar registrando seus gastos?",
    "budgetStatus": "Ainda não tenho registros. Quer começar registrando seus gastos?",
    "expenseStatus": "Quer ver o orçamento todo?",
    "entriesList": "Quer registrar um gasto?",
    "goalStatus": "Quer ver as metas de vocês ou criar uma nova?",
    "goalsList": "Quer criar a primeira?",
    "contributionsList": "Quer ver as metas de vocês?",
    "incomeStatus": "Quer registrar uma entrada?",
    "operationsList": "Me conta um gasto?",
    "undoOperation": "Quer ver os últimos lançamentos?",
    "recordSpend": "Quer usar outro nome ou cadastrar esse gasto?",
    "adjustExpense": "Quer cadastrar esse gasto?",
    "contributeToGoal": "Quer ver as metas de vocês ou criar uma nova?",
}


def _sentence(text: str) -> str:
    text = text.strip()
    return (text[:1].upper() + text[1:]).rstrip(".!") + "." if text and text[-1] != "?" else text[:1].upper() + text[1:]


Say = Callable[[Wire, Wire, date, str | None], str]


def _budget_total(args: Wire, result: Wire, today: date, aspect: str | None) -> str:
    return f"O orçamento previsto pra {month(result['period'], today)} é {money(result['expected'])}."


def _untold(result: Wire, today: date) -> bool:
    """Whether nothing was told of a month that is over: its zero is what Mel does not know, and not what was spent."""
    return value(result["actual"]).is_zero and result["period"] < str(Period.of(today))


def _budget_status(args: Wire, result: Wire, today: date, aspect: str | None) -> str:
    when = month(result["period"], today)
    spent, expected = money(result["actual"]), money(result["expected"])
    if _untold(result, today) and aspect != "expected":
        return f"Não tenho nenhum gasto anotado em {when}. O previsto é {expected}."
    left = _left(result, f"do previsto pra {when}")
    if aspect == "left":
        return left
    if aspect == "spent":
        return f"Em {when} vocês gastaram {spent}. O previsto é {expected}."
    if aspect == "expected":
        return f"O orçamento previsto pra {when} é {expected}."
    if aspect == "daily":
        return f"{left} Por dia eu ainda não calculo."
    lines = [f"Em {when}: gasto {spent} de {expected} previstos.", left]
    busy = [line for line in result["expenses"] if not value(line["actual"]).is_zero]
    if aspect == "most":
        lines.pop()
        busy.sort(key=lambda line: -value(line["actual"]).amount)
    lines += [f"{line['expense']}: {_of_expected(line)}." for line in busy[:6]]
    return "\n".join(lines)


def _of_expected(line: Wire) -> str:
    spent = money(line["actual"])
    return spent if value(line["expected"]).is_zero else f"{spent} de {money(line['expected'])}"


def _left(result: Wire, of: str) -> str:
    remaining = value(result["remaining"])
    if remaining.is_zero:
        return f"Não sobra nada {of}."
    return f"Passou {-remaining} {of}." if remaining.amount < 0 else f"Sobram {remaining} {of}."


def _expense_status(args: Wire, result: Wire, today: date, aspect: str | None) -> str:
    when, name = month(result["period"], today), result["expense"]
    if _untold(result, today):
        expected = "" if value(result["expected"]).is_zero else f" O previsto é {money(result['expected'])}."
        return f"Não tenho nada anotado de {name} em {when}.{expected}"
    if value(result["expected"]).is_zero:
        inside = _inside_other(str(args.get("expense", name)), name)
        return f"{inside}{name} em {when}: {money(result['actual'])}. Não tem valor previsto."
    spent = f"{name} em {when}: gasto {money(result['actual'])} de {money(result['expected'])}."
    return f"{spent} {_left(result, 'do previsto')}"


def _inside_other(asked: str, name: str) -> str:
    """That what was asked about is only a part of Outros, whose figure follows."""
    apart = fold(name) == "outros" and fold(asked) != "outros"
    return f"{asked[:1].upper()}{asked[1:]} fica dentro de {name}, com o resto. " if apart else ""


def _entries(args: Wire, result: Wire, today: date, aspect: str | None) -> str:
    if aspect == "who" and result.get("byMember"):
        return "\n".join(f"{row['who']}: {money(row['total'])}." for row in result["byMember"])
    lines = [_entry(entry, today) for entry in result["entries"][:10]]
    more = result["count"] - len(lines)
    tail = [f"E mais {_entries_counted(more)}."] if more > 0 else []
    return "\n".join([f"Total: {money(result['total'])} em {_entries_counted(result['count'])}.", *lines, *tail])


def _entries_counted(count: int) -> str:
    return "1 lançamento" if count == 1 else f"{count} lançamentos"


def _entry(entry: Wire, today: date) -> str:
    who = f", {entry['who']}" if entry.get("who") else ""
    when = f" ({day(entry['date'], today)}{who})" if entry.get("date") else who
    return f"{entry['expense']}: {money(entry['amount'])}{when}."


def _goal_status(args: Wire, result: Wire, today: date, aspect: str | None) -> str:
    name = args.get("name", "A meta")
    if result["saved"] is None:
        kept = listed([money(amount) for amount in result["savedByCurrency"].values()])
        pairs = listed(list(result["missing"]))
        return f"{name} tem {kept} guardados. Não sei o total: falta a cotação {pairs}."
    lines = [f"{name} tem {money(result['saved'])} guardados."]
    required = value(result["requiredMonthly"])
    if required.is_zero:
        return f"{lines[0]} A meta foi alcançada!"
    lines.append(f"Pra chegar lá, faltam {required} por mês.")
    if result["pace"] is not None and value(result["pace"]).is_positive:
        reach = f", e chega em {day(result['forecast'])}" if result["forecast"] else ""
        lines.append(f"O ritmo hoje é {money(result['pace'])} por mês{reach}.")
    lines.append("Está no ritmo certo." if result["onTrack"] else "Nesse ritmo, passa do prazo.")
    return " ".join(lines)


def late_goal(args: Wire, status: Wire, goals: Wire, today: date) -> str:
    """A goal with what only the list of goals tells: its target and its deadline."""
    line = next((goal for goal in goals.get("goals", ()) if goal["name"] == args.get("name")), None)
    if line is None or status.get("saved") is None or value(status["requiredMonthly"]).is_zero:
        return answer(ToolCall("goalStatus", args, status), today)
    deadline = date.fromisoformat(line["deadline"])
    saved = f"{line['name']} tem {money(status['saved'])} de {money(line['target'])}."
    if deadline < today:
        return f"{saved} O prazo era {day(line['deadline'])}. Ainda faltam {money(status['requiredMonthly'])}."
    pace = f" O ritmo hoje é {money(status['pace'])} por mês." if status["pace"] is not None else ""
    needed = f"Pra chegar em {day(line['deadline'])}, faltam {money(status['requiredMonthly'])} por mês."
    return f"{saved} {needed}{pace}"


def _goals_list(args: Wire, result: Wire, today: date, aspect: str | None) -> str:
    return "\n".join(["As metas de vocês:", *(_goal_line(goal) for goal in result["goals"])])


def _goal_line(goal: Wire) -> str:
    if goal["saved"] is None:
        saved = listed([money(amount) for amount in goal["savedByCurrency"].values()])
    else:
        saved = money(goal["saved"])
    return f"{goal['name']}: {saved} de {money(goal['target'])}, até {day(goal['deadline'])}."


def _contributions(args: Wire, result: Wire, today: date, aspect: str | None) -> str:
    """ "Em junho, Ana aportou R$ 500." The lines follow when there are several."""
    who, when = args.get("member"), _in_month(args, today)
    goal = f" em {args['goal']}" if args.get("goal") else ""
    kept = listed([money(amount) for amount in result["totals"]])
    told = f"{who} aportou {kept}" if who else f"Vocês aportaram {kept}"
    lines = [f"{told}{goal}{when}."]
    if result["count"] > 1 or not args.get("goal"):
        lines += [_contributed(each, today) for each in result["contributions"][-10:]]
    return "\n".join(lines)


def _contributed(each: Wire, today: date) -> str:
    return f"{each['goal']}: {money(each['amount'])} ({each['who']}, {day(each['date'], today)})."


def _in_month(args: Wire, today: date) -> str:
    """The month a question was about; other days only repeat it, so they are not said again."""
    if not args.get("from") or args["from"][:7] != args.get("to", "")[:7] or args["from"] == args["to"]:
        return ""
    return f" em {month(args['from'][:7], today)}"


def _operations(args: Wire, result: Wire, today: date, aspect: str | None) -> str:
    """ "Mercado: R$ 50 (Ana)": what was recorded, newest first, with the day it was told unless it was today."""
    return "\n".join(["Os últimos registros:", *(_operation(row, today) for row in result["operations"])])


_RECORDED = {
    "rememberFact": "Lembrete",
    "importInvoice": "Importação",
    "undoOperation": "Algo desfeito",
    "correctEntry": "Correção",
    "removeEntry": "Exclusão",
}
"""What a record without a name of its own is called in a list."""


def _operation(row: Wire, today: date) -> str:
    preview, names = row["preview"] or {}, row.get("names", {})
    key = next((key for key in ("expense", "goal", "nome", "name", "account") if preview.get(key)), "")
    name = names.get(key) or preview.get(key) or _RECORDED.get(row["tool"], "Registro")
    shown = next(
        (preview[key] for key in ("delta", "amount", "newExpected", "expected", "target") if preview.get(key)), None
    )
    when = "" if row["when"] == today.isoformat() else day(row["when"], today)
    details = ", ".join(part for part in (row["who"], when) if part)
    return f"{name}{f': {money(shown)}' if shown else ''}{f' ({details})' if details else ''}."


def _income_status(args: Wire, result: Wire, today: date, aspect: str | None) -> str:
    when = month(result["period"], today)
    lines = [f"Em {when} entraram {money(result['received'])}."]
    if result["sources"]:
        lines.append(f"O esperado por mês é {money(result['expected'])}.")
    lines += [f"{row['name']}: {money(row['amount'])} ({day(row['date'], today)})." for row in result["receipts"][:6]]
    return "\n".join(lines)


def _feasibility(args: Wire, result: Wire, today: date, aspect: str | None) -> str:
    parts = result["month"]
    when, free, after = month(parts["period"], today), money(parts["free"]), value(parts["after"])
    verdict = {
        "fits": f"Cabe. Depois disso sobram {after} em {when}.",
        "tight": f"Cabe, mas aperta. Em {when} sobram só {after}.",
        "does_not_fit": f"Não cabe em {when}. Faltam {-after}.",
    }[result["status"]]
    sums = (
        f"A conta de {when}:\nRenda {money(parts['income'])}, contas {money(parts['bills'])}, "
        f"metas {money(parts['goalQuotas'])}. Livre: {free}."
    )
    unknown = f" Não contei {listed(result['missing'])}: falta a cotação." if result.get("missing") else ""
    return f"{verdict}\n{sums}{unknown}"


_ANSWERS: dict[str, Say] = {
    **FATURAS,
    "budgetTotal": _budget_total,
    "budgetStatus": _budget_status,
    "expenseStatus": _expense_status,
    "entriesList": _entries,
    "goalStatus": _goal_status,
    "goalsList": _goals_list,
    "contributionsList": _contributions,
    "operationsList": _operations,
    "feasibility": _feasibility,
    "incomeStatus": _income_status,
}


def already(tool: str, receipt: Wire, when: str) -> str:
    """A repeated operation id: say when it was, write nothing."""
    return f"Isso já estava registrado em {when}. Não registrei de novo."


def told_before(tool: str, who: str | None, when: str | None) -> str:
    """The same thing was told before, so it became a question. `who` is None for the member who tells it now."""
    told = f"{who} já tinha contado" if who else "Você já tinha contado"
    what = {"recordIncome": "essa entrada", "contributeToGoal": "esse aporte"}.get(tool, "esse gasto")
    return f"{told} {what}{f' de {when}' if when else ''}. Registro mais uma vez?"
