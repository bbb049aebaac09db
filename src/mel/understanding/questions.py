"""Questions about the household's money, one reader a family, tried from the narrow to the wide."""

from __future__ import annotations

import re
from typing import Any

from mel.understanding.asking import asks
from mel.understanding.calendar import day_of_month
from mel.understanding.feasibility import read_feasibility
from mel.understanding.goals import GOAL_HEADS
from mel.understanding.invoices import read_invoice
from mel.understanding.names import find_expense, find_goal
from mel.understanding.patterns import Pattern
from mel.understanding.reading import Context, Reading, unclear
from mel.understanding.recurrence import Due
from mel.understanding.sentence import Sentence
from mel.understanding.subject import Subject, find_subject, read_time
from mel.understanding.wordlist import words

_ALERTS = Pattern(
    r"\balertas?\b|\bavisos?\b|\bestour\w+\b|\bperto (?:de|do) (?:estourar|limite|teto|fim)\b|"
    r"\bproxim[oa]s? (?:do|de) (?:limite|estourar|teto)\b|\bno limite\b|\bno vermelho\b|\b(?:acima|"
    r"passou|passaram|passando|passamos|alem|fora|ultrapass\w+|excedeu|excedemos|extrapol\w+|furou|furaram|"
    r"furando|estourando|"
    r"furamos) (?:do|da|o|dos|de) (?:limite|orcamento|previsto|teto|normal|planejado|esperado|"
    r"combinado)\b|\b(?:algo|alguma coisa|coisa|nada|tudo) (?:de )?(?:errad[oa]|estranh[oa]|anormal|"
    r"fora|diferente|suspeit[oa]|preocup\w+|pra me preocupar)\b|\bpreocup\w+\b|\bestranh[oa]s?\b|"
    r"\bproblemas?\b|\bsinal (?:vermelho|amarelo|de alerta)\b|\batencao\b|\bexager\w+\b|"
    r"\bapertad[oa]s?\b(?! se)|\bsuspeit[oa]s?\b|\bcuidado\b|\bpassando da conta\b|"
    r"\bgastos? (?:doid|bizarr)[oa]s?\b|\besquisit[oa]s?\b|\bpassou do ponto\b|\bgastando demais\b|"
    r"\bpass\w+ da conta\b|\bquase no (?:teto|limite)\b|"
    r"\bsob controle\b|\bgastamos demais\b|\bpegando fogo\b|"
    r"\blimites? (?:\w+ ){0,2}(?:batendo|furaram|furou|estouraram|estourando|acabando|apitando|no fim|no talo|perto)\b|"
    r"\bfora do (?:comum|padrao|habitual)\b|\bde olho\b|\bpass(?:ei|amos|ou) d[eoa] (?:algum |alguma |"
    r"qual )?(?:orcamento|limite|teto)\b|"
    r"\b(?:saiu|sairam|saindo|fugiu|fugiram) d[oa] (?:padrao|normal|comum|previsto|orcamento|controle|limite)\b|"
    r"\b(?:alem|acima) da conta\b|\bpassamos do(?:s)? limites?\b|"
    r"\bno talo\b|\bultrapass\w+\b|\banda(?:ndo)? alto\b"
)
_UPCOMING = Pattern(
    r"\bqual (?:eh )?o dia d[aoe] (?!mes)|\beh quando\b|\bcai (?:em )?(?:que|qual) dia\b|\bpagar quando\b|\b(?:que|"
    r"qual) (?:o )?dia (?:que )?cai\b|"
    r"\bcontas? sem pagar\b|"
    r"\b(?:tem|cai) (?:alguma |mais |outra )?contas? <when>|\bconta pra tras\b|"
    r"\bvenc(?:e|em|endo|er|imento|imentos|era|erao|idas?|idos?|eu|eram|e-se)\b|\bcontas? (?:a|pra|"
    r"para|por) pagar\b|\b(?:falta|faltam|temos|tenho|tem|resta|restam|ha) (?:\w+ ){0,3}(?:pra |a |"
    r"que |de |por )?pagar\b|\bcontas fixas\b|\bdespesas fixas\b|\bgastos fixos\b|\blembretes?\b|"
    r"\bproxim[oa]s (?:\w+ )?(?:contas?|boletos?|vencimentos?|pagamentos?|despesas?)\b|\bboletos?\b|"
    r"\bdevendo (?:alguma|algo|conta|o que)\b|\bcontas? (?:em aberto|pendentes?|abertas?|atrasadas?|"
    r"vencidas?|do mes|da semana)\b|\bcontas <when>|\bpendencias?\b|\bpendente\b|\bo que (?:eu |"
    r"a gente |nos2 )?(?:tenho|temos|tem|preciso|precisamos|falta) (?:que |de |pra |a )?pagar\b|"
    r"\bquais (?:as |sao as )?contas\b|\bque contas\b|\bcontas (?:que )?(?:ainda )?(?:faltam|falta|"
    r"tem|vem|chegam|caem)\b|\bagenda de pagamentos\b|\bdebitos automaticos\b|\b(?:quando|"
    r"que dia) (?:eh |cai |caem |sera |que )?(?:pra pagar|paga|pago|pagar|pagamos|vem|chega|debita|"
    r"cai) ?|\bcontas? atrasad\w+\b|\bo que (?:cai|debita|vai cair|vai debitar)\b"
)
_INCOME = Pattern(
    r"\b(?:recebi|recebemos|recebeu|receberam|recebo|recebe|receber|recebido|recebidos|recebimentos?|"
    r"entrou|entraram|entradas?|entrando|renda|rendas|salarios?|ganhei|ganhamos|ganhou|ganharam|ganha|"
    r"ganho|ganhos|faturei|faturamos|faturou|faturamento|receitas?|caiu|cairam|cai|decimo|13o|13º|"
    r"freela|freelas|pagaram|depositaram|depositad[oa]s?|creditad[oa]s?|pingou|horas? extras?|comissao|"
    r"aposentadoria|bonus|"
    r"plr|proventos)\b"
)
_LEFT = Pattern(
    r"\b(?:sobr\w+|rest[ao]u?|restam|restando|restante|ainda (?:da|dah|tem|tenho|temos|posso|podemos|"
    r"cabe)|disponivel|livre|falta|faltam|saldo|posso gastar|podemos gastar|da pra gastar|"
    r"dah pra gastar|ainda)\b"
)
_EXPECTED = Pattern(r"\b(?:orcamento|limite|teto|previsto|planejado|budget|verba|reservado|separado)\b")
_SPENT = Pattern(
    r"\b(?:gast\w+|pag\w+|torr\w+|compr\w+|saiu|saida|saidas|deu|usei|usamos|usou|consum\w+|deix(?:ei|ou|"
    r"amos)|larg(?:uei|ou|amos)|despesas?|foi)\b"
)
_BUDGET = Pattern(
    r"\b(?:orcamento|saldo|gast\w+|sobr\w+|rest[ao]\w*|total|resumo|balanco|despesas?|dinheiro|grana|"
    r"financas|financeir\w+|saiu|saidas?|contas|torr\w+|situacao|relatorio|extrato|disponivel|budget|"
    r"panorama|visao geral|verba|resumao|economizamos|economizei|controle|mes|movimentacoes|lancamentos|historico|"
    r"compr\w+|pag\w+|fluxo|caixa|quanto deu tudo|parcial|no azul)\b"
)


def read_question(sentence: Sentence, context: Context) -> Reading | None:
    """The question a message asks, or None when it asks none."""
    feasible = read_feasibility(sentence, context)
    if feasible is not None:
        return feasible
    if sentence.of("amt") or sentence.of("bad"):
        return None
    invoice = read_invoice(sentence, context)
    if invoice is not None:
        return invoice
    if not asks(sentence):
        return None
    return _read(sentence, context)


_UNREADABLE = Pattern(
    r"\bdah? uma (?:baixada|reduzida|aumentada|subida|ajustada|cortada)\b|"
    r"^(?:posso|podemos|consigo|conseguimos|cabe) ?\w*(?: <ask>)?$|"
    r"\bpor ?que\b.*\b(?:lancou|registrou|anotou|colocou|fez|mudou|apagou|aportou)\b|\b(?:voce|tu|"
    r"mel) (?:ja )?(?:lancou|registrou|anotou|colocou|aportou|apagou)\b|\bja (?:lancou|registrou|"
    r"anotou|colocou)\b|\b(?:me )?(?:lembra|lembre|avisa|avise) (?:de|quando|que|pra|se|do|da|a gente|"
    r"dia|no|me)\b|\bdesativa\b|\bdesliga\b|\bpara de\b|\b(?:cancela|exclui|apaga|remove|deleta|pausa|"
    r"renomeia|tira|cancelar|excluir|apagar|remover|pausar|renomear|zera|zerar|transfere|resgata|"
    r"resgatar|saca|sacar|devolve)\b"
)


_HOUSE_BILLS = Pattern(
    r"\bcomo (?:ta|tao|esta|estao|anda|andam|vai|vao) (?:as |os |o )?(?:contas|gastos|despesas|financas|orcamento) "
    r"(?:da|de|la de|aqui de|la em|aqui em) casa(?: <\w+>)*$|\b(?:orcamento|caixa) d[aoe] (?:casa|"
    r"casal)\b(?: ta como)?(?: <\w+>)*$"
)
""" "as contas da casa": the household's, whatever goal is called so."""


_FEAST = Pattern(r"^(?:que|qual) dia (?:cai|eh|vai ser) (?:o |a )?<when>(?: <ask>)?$")
""" "que dia cai o carnaval?": the calendar's, and no bill's."""


def _read(sentence: Sentence, context: Context) -> Reading | None:
    flat = sentence.flat
    if _UNREADABLE.search(flat):
        return unclear("question")
    if _FEAST.search(flat):
        return Reading("out_of_scope")
    if _two_subjects(sentence, context):
        return unclear("two_actions")
    if _HOUSE_BILLS.search(flat) and not find_expense("casa", context.vocabulary).sure:
        return Reading("budget_total", read_time(sentence, context), aspect="summary")
    goal = _goal(sentence, context)
    if goal is not None:
        return goal
    subject = find_subject(sentence, context)
    if (_UPCOMING.search(flat) or "<due> <ask>" in flat or _bills_ahead(sentence)) and not re.search(
        r"\b(?:ja|foi) (?:paguei|pagamos|pagou|paga|pago)\b", flat
    ):
        return _upcoming(sentence, context)
    alert = _ALERTS.search(flat) and "no azul" not in flat
    if alert and subject.expense is None:
        return Reading("alerts", read_time(sentence, context))
    income = _income(sentence, context)
    if income is not None:
        return income
    return _spending(sentence, context, subject)


_ASKED_FOR = frozenset({"quanto", "quantos", "quantas", "qual", "quais", "quando", "como", "cade"})


def _two_subjects(sentence: Sentence, context: Context) -> bool:
    """ "quanto gastei de uber e quanto falta pra Amsterdam?": two things asked at once."""
    items = sentence.items
    asked = [at for at, item in enumerate(items) if item.kind == "w" and item.norm in _ASKED_FOR]
    cut = next((at for at in asked[1:] if items[at - 1].norm == "e" or items[at - 1].kind in {"sep", "ask"}), None)
    if cut is None:
        return False
    halves = [Sentence(sentence.text, sentence.tokens, list(half)) for half in (items[:cut], items[cut:])]
    names = [find_subject(half, context).name for half in halves]
    return None not in names and names[0] != names[1]


def _bills_ahead(sentence: Sentence) -> bool:
    """ "contas dos próximos 10 dias"."""
    ahead = {token.norm for token in sentence.tokens} & {"proximo", "proxima", "proximos", "proximas"}
    return bool(ahead) and bool(re.search(r"\bcontas d[aeo]s? <when>", sentence.flat))


_GOAL_TALK = Pattern(
    r"\b(?:colocou|coloquei|colocamos|guardad\w+|guardei|guardamos|guardou|juntei|juntamos|juntou|juntad\w+|aportei|"
    r"aportamos|"
    r"aportou|aportes?|poupei|poupamos|progresso|andamento|reserva|economizad\w+|acumulad\w+|"
    r"acumulamos|falta|faltam|tem|ta|temos|tenho|quanto|saldo|status|como|situacao|chegar|bater|"
    r"atingid[oa]|atingir|evolucao|posicao|anda|vai|percentual|porcento|%)(?:\b|(?= )|$)"
)
_MANY_GOALS = Pattern(
    r"\b(?:metas|objetivos|caixinhas|cofrinhos|poupancas)\b|\b(?:qual|que) (?:das )?(?:meta|caixinha|"
    r"objetivo|cofrinho)s? (?:\w+ ){0,4}(?:mais|menos|primeiro|melhor|pior|perto|longe|atrasad\w+|"
    r"adiantad\w+)\b|\btoda(?:s)? (?:as )?(?:meta|caixinha)s?\b|\bqual (?:meta|caixinha|objetivo|"
    r"cofrinho)\b|\bcada (?:uma? d[ae]s? )?(?:metas?|caixinhas?|objetivos?|cofrinhos?)\b"
)


def _goal(sentence: Sentence, context: Context) -> Reading | None:
    flat = sentence.flat
    headed = bool(sentence.word_set & GOAL_HEADS)
    if _MANY_GOALS.search(flat):
        return Reading("goals_list")
    drop = GOAL_HEADS | {"guardado", "guardada", "guardados", "juntado", "progresso", "falta", "chegar", "bater",
    "atingir", "completar", "fechar", "alcancar", "perto", "longe", "evolucao", "prazo",
                         "aportado", "acumulado", "poupado", "atrasada", "atrasado", "adiantada", "ritmo", "caminho",
                         "acabar", "terminar", "concluir", "tempo", "porcento", "porcentagem", "aporte", "aportes",
                         "ja", "economizado", "objetivo", "realizar", "guardar", "juntar", "muito", "percentual",
                         "concluida", "cumprir", "saudavel", "dando", "certo", "metade"}  # fmt: skip
    subject = find_subject(sentence, context, drop=drop)
    saving = re.search(r"\b(?:guard\w+|junt\w+|aport\w+|poup\w+|economiz\w+|acumul\w+)\b", flat)
    exact = subject.goal is not None and subject.expense is None and find_goal(subject.goal, context.vocabulary).sure
    if (
        not headed
        and not (saving and (exact or not subject.name))
        and not (exact and _GOAL_TALK.search(flat) and not _SPENT_STRONG.search(flat))
    ):
        return None
    if not headed and saving and not exact:
        return None
    if not headed and not saving and re.search(r"\bem casa\b", flat):
        return None
    slots: dict[str, Any] = {}
    name = subject.goal or subject.name
    if name:
        slots["name"] = name
    slots.update(
        read_time(
            sentence, context, future=not saving or ("<when>" in flat and "ate" in [t.norm for t in sentence.tokens])
        )
    )
    if subject.member:
        slots["member"] = subject.member
    return Reading("goal_status", slots)


_SPENT_STRONG = Pattern(
    r"\b(?:gastei|gastamos|gastou|gastos?|paguei|pagamos|comprei|compramos|torrei|gastaram|pagou)\b"
)


def _upcoming(sentence: Sentence, context: Context) -> Reading:
    drop = words(
        "vence vencem vencendo vencer vencimento vencimentos vencida vencidas vencido vencidos contas conta "
        "boleto boletos lembrete lembretes proximas proximos proximo proxima fixa fixas fixo fixos pendente "
        "pendentes pendencias pendencia aberto abertas devendo algo alguma algum pagamento pagamentos nada quais "
        "agenda atrasada atrasadas atrasado atrasados debito debitos automatico automaticos alguem chega pagar "
        "cadastradas cadastrados cadastrada mensais mensal venceu cair debita debitar que precisa precisamos "
        "precisam urgente primeiro"
    )
    subject = find_subject(sentence, context, drop=drop)
    slots: dict[str, Any] = {}
    if subject.name:
        slots["name"] = subject.expense or subject.name
    if subject.member:
        slots["member"] = subject.member
    slots.update(read_time(sentence, context, future=True) or (_due_day(sentence, context) if not slots else {}))
    return Reading("upcoming_bills", slots)


def _due_day(sentence: Sentence, context: Context) -> dict[str, Any]:
    """ "o que vence dia 5?": the next such day."""
    days = [item.value.day for item in sentence.of("due") if isinstance(item.value, Due) and item.value.day]
    day = day_of_month(context.today, days[0], future=True) if len(days) == 1 else None
    return {"date": day.isoformat()} if day else {}


_INCOME_GENERIC = words(
    "recebi recebemos recebeu receberam recebo receber recebido recebidos recebimento recebimentos entrou "
    "entraram entrada entradas entrando renda rendas ganhei ganhamos ganhou ganharam ganha ganho ganhos "
    "faturei faturamos faturou faturamento receita receitas caiu cairam cai pagaram depositaram pingou casal "
    "depositado depositada creditado creditada familiar casa lar familia dinheiro conta alguma algo grana "
    "mensal bruta liquida coisa"
)


_FALLS = words(
    "salario pix freela pagamento decimo adiantamento dinheiro comissao vale frete "
    "aluguel bonus plr ferias pensao auxilio bolsa quanto algo coisa 13º "
    "adicional soldo cache diaria diarias restituicao repasse beneficio abono rescisao gorjeta aposentadoria "
    "proventos dividendos rendimento"
)
"""What "caiu" tells of income, and not of a price."""


_PAID_US = Pattern(r"^(?:o |a |os |as )?(?:\w+ ){1,2}ja (?:me |nos )?(?:pagou|pagaram|depositou|depositaram) <ask>$")


def _income(sentence: Sentence, context: Context) -> Reading | None:
    flat = sentence.flat
    if _PAID_US.search(flat):
        payer = find_subject(sentence, context)
        if payer.name and not payer.member and not payer.expense:
            return Reading("income_status", {"name": payer.name})
    if not _INCOME.search(flat) or _SPENT_STRONG.search(flat):
        return None
    if sentence.word_set & {"caiu", "cai"} and not sentence.word_set & _FALLS:
        return None
    subject = find_subject(sentence, context, drop=_INCOME_GENERIC)
    if subject.expense is not None and "receb" not in flat and "entr" not in flat:
        return None
    slots: dict[str, Any] = {}
    if subject.name:
        slots["name"] = subject.name
    if subject.member:
        slots["member"] = subject.member
    slots.update(read_time(sentence, context))
    return Reading("income_status", slots)


def _spending(sentence: Sentence, context: Context, subject: Subject) -> Reading | None:
    flat = sentence.flat
    name = subject.expense or subject.name
    aspect = _aspect(flat)
    slots: dict[str, Any] = {}
    category = re.search(r"\bcategoria (?:de |da |do )?(\w+)", flat)
    if category and name:
        slots["category"] = name
    elif name:
        slots["name"] = name
    if subject.member:
        slots["member"] = subject.member
    time = read_time(sentence, context, future=aspect == "left" and _until(sentence))
    slots.update(time)
    if (name or subject.member) and (subject.expense or _about_spending(flat) or subject.member):
        if subject.expense is None and subject.leftovers > 2:
            return None
        if time and sentence.of("ask") and not _about_spending(flat) and not subject.member:
            return unclear("question")
        return Reading("expense_status", slots, aspect=aspect)
    if name is None and (
        _BUDGET.search(flat) or (time and _asks_sum(sentence)) or (aspect == "left" and "quanto" in sentence.word_set)
    ):
        return Reading("budget_total", slots, aspect=aspect)
    return None


def _until(sentence: Sentence) -> bool:
    """ "quanto ainda posso gastar até domingo?" looks ahead."""
    return any(getattr(item.value, "until", False) for item in sentence.of("when"))


def _asks_sum(sentence: Sentence) -> bool:
    """ "quanto deu ontem", "e semana passada?": a day alone asks for nothing."""
    return sentence.words[:1] == ["e"] or bool(sentence.word_set & {"quanto", "qual", "como", "total", "que"})


def _about_spending(flat: str) -> bool:
    return bool(
        re.search(
            r"\b(?:gast\w+|torr\w+|deix(?:ei|ou|amos)|larg(?:uei|ou|amos)|pag\w+|compr\w+|limite|orcamento|"
            r"sobr\w+|rest\w+|saldo|status|"
            r"dando|quanto (?:foi|deu|saiu|ta|tem|ainda|tenho|temos|custou|custa|veio|vai|da|falta|eh|de)|ja foi|"
            r"em quanto|estour\w+|situacao|como (?:ta|esta|anda|vai|estao|andam)|usei|usamos|total|despesas?|"
            r"envelope|teto|verba|resumo|extrato|saiu|deu|valor|categoria|consum\w+|posso)\b",
            flat,
        )
    )


_ASPECTS = (("left", _LEFT), ("spent", _SPENT), ("expected", _EXPECTED))


def _aspect(flat: str) -> str:
    if re.search(
        r"\b(?:resumo|resumao|balanco|relatorio|situacao|como (?:ta|esta|anda|estao|vai|vao)|"
        r"panorama|visao geral|status)\b",
        flat,
    ):
        return "summary"
    return next((aspect for aspect, pattern in _ASPECTS if pattern.search(flat)), "summary")
