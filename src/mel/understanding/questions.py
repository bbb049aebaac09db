"""Questions about the household's money, one reader a family, tried from the narrow to the wide."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from mel.understanding.feasibility import read_feasibility
from mel.understanding.goals import GOAL_HEADS
from mel.understanding.invoices import read_invoice
from mel.understanding.names import find_goal
from mel.understanding.reading import Context, Reading, unclear
from mel.understanding.sentence import Sentence
from mel.understanding.subject import Subject, find_subject, read_time

_ASK = re.compile(
    r"<ask>|^(?:(?:oi|ola|mel|bom dia|boa tarde|boa noite|e|ai|entao|ei|me diz|me fala|me conta|queria saber|quero saber|gostaria de saber|diz ai|fala ai|preciso saber|por favor|"
    r"opa|so|agora|hoje|ja|amor|alias|sabe me dizer|sabe|consegue me dizer|pode me dizer|me diga|amiga|bah|ow|ou|hey|<sep>|<stop>|<when>) )*"
    r"(?:quanto|quantos|quantas|qual|quais|quando|como|cade|onde|o que|que|sera|tem como|em que|com o que|no que|pra onde|falta|faltam|sobrou|sobra|resta|ja)\b"
)
_SHOW = re.compile(
    r"^(?:(?:oi|ola|mel|por favor|me|pode|pra|consegue|quero|queria|preciso|gostaria de|bora|vamos|deixa eu|da pra|dah pra|eu|voce|a gente|<sep>) )*"
    r"(?:mostra\w*|mostre|lista|liste|listar|ver|veja|ve|vejo|resume|resuma|resumir|consulta|consultar|exibe|puxa|abre|abrir|checa|checar|confere|conferir|detalha|"
    r"manda|acompanhar|fala|saber|traz|traga|me da|da|dah)\b"
)
_NOUN_READS = re.compile(
    r"^(?:o |a |os |as |meu |minha |meus |minhas |nosso |nossa |nossos |nossas |so |um |uma )*"
    r"(?:resumo|balanco|saldo|status|situacao|gastos|total|totais|relatorio|extrato|andamento|progresso|alertas?|lembretes?|metas|entradas|receitas?|renda|rendas|ganhos|vencimentos?|"
    r"contas|boletos|proximas contas|proximos vencimentos|proximos boletos|orcamento|despesas|fatura|faturas|panorama|visao geral|caixinhas|objetivos|pendencias|cofrinhos|"
    r"recebimentos|avisos|sobra|quadro geral|posicao|historico|movimentacoes|lancamentos|proximos pagamentos|parcial)\b"
)
_ALERTS = re.compile(
    r"\balertas?\b|\bavisos?\b|\bestour\w+\b|\bperto (?:de|do) (?:estourar|limite|teto|fim)\b|\bproxim[oa]s? (?:do|de) (?:limite|estourar|teto)\b|\bno limite\b|\bno vermelho\b|"
    r"\b(?:acima|passou|passaram|passando|passamos|alem|fora|ultrapass\w+|excedeu|excedemos|extrapol\w+|furou|furamos) (?:do|da|o|dos|de) (?:limite|orcamento|previsto|teto|normal|"
    r"planejado|esperado|combinado)\b|\b(?:algo|alguma coisa|coisa|nada|tudo) (?:de )?(?:errad[oa]|estranh[oa]|anormal|fora|diferente|suspeit[oa]|preocup\w+|pra me preocupar)\b|"
    r"\bpreocup\w+\b|\bestranh[oa]s?\b|\bproblemas?\b|\bsinal (?:vermelho|amarelo|de alerta)\b|\batencao\b|\bexager\w+\b|\bapertad[oa]s?\b(?! se)|\bsuspeit[oa]s?\b|\bcuidado\b|"
    r"\bpassando da conta\b|\bpassou do ponto\b|\bgastando demais\b|\bgastamos demais\b|\bpegando fogo\b|\bpassamos do(?:s)? limites?\b|\bno talo\b|\bultrapass\w+\b|\banda(?:ndo)? alto\b"
)
_UPCOMING = re.compile(
    r"\bvenc(?:e|em|endo|er|imento|imentos|era|erao|idas?|idos?|eu|eram|e-se)\b|\bcontas? (?:a|pra|para|por) pagar\b|\b(?:falta|faltam|temos|tenho|tem|resta|restam|ha) (?:\w+ ){0,3}(?:pra |a |que |de |por )?pagar\b|"
    r"\bcontas fixas\b|\bdespesas fixas\b|\bgastos fixos\b|\blembretes?\b|\bproxim[oa]s (?:\w+ )?(?:contas?|boletos?|vencimentos?|pagamentos?|despesas?)\b|\bboletos?\b|\bdevendo (?:alguma|algo|conta|"
    r"o que)\b|\bcontas? (?:em aberto|pendentes?|abertas?|atrasadas?|vencidas?|do mes|da semana|<when>)\b|\bpendencias?\b|\bpendente\b|\bo que (?:eu |a gente |nos2 )?(?:tenho|temos|tem|preciso|precisamos|falta) "
    r"(?:que |de |pra |a )?pagar\b|\bquais (?:as |sao as )?contas\b|\bque contas\b|\bcontas (?:que )?(?:ainda )?(?:faltam|falta|tem|vem|chegam|caem)\b|\bagenda de pagamentos\b|\bdebitos automaticos\b|"
    r"\b(?:quando|que dia) (?:eh |cai |caem |sera |que )?(?:pra pagar|paga|pago|pagar|pagamos|vem|chega|debita|cai) ?|\bcontas? atrasad\w+\b|\bo que (?:cai|debita|vai cair|vai debitar)\b"
)
_INCOME = re.compile(
    r"\b(?:recebi|recebemos|recebeu|receberam|recebo|recebe|receber|recebido|recebidos|recebimentos?|entrou|entraram|entradas?|entrando|renda|rendas|salarios?|ganhei|ganhamos|"
    r"ganhou|ganharam|ganha|ganho|ganhos|faturei|faturamos|faturou|faturamento|receitas?|caiu|cairam|cai|decimo|13o|13º|freela|freelas|pagaram|depositaram|pingou|comissao|aposentadoria|bonus|plr|proventos)\b"
)
_LEFT = re.compile(
    r"\b(?:sobr\w+|rest[ao]u?|restam|restando|restante|ainda (?:da|dah|tem|tenho|temos|posso|podemos|cabe)|disponivel|livre|falta|faltam|saldo|posso gastar|podemos gastar|da pra gastar|dah pra gastar|ainda)\b"
)
_EXPECTED = re.compile(r"\b(?:orcamento|limite|teto|previsto|planejado|budget|verba|reservado|separado)\b")
_SPENT = re.compile(
    r"\b(?:gast\w+|pag\w+|torr\w+|compr\w+|saiu|saida|saidas|deu|usei|usamos|usou|consum\w+|despesas?|foi)\b"
)
_BUDGET = re.compile(
    r"\b(?:orcamento|saldo|gast\w+|sobr\w+|rest[ao]\w*|total|resumo|balanco|despesas?|dinheiro|grana|financas|financeir\w+|saiu|saidas?|contas|torr\w+|situacao|relatorio|extrato|disponivel|"
    r"budget|panorama|visao geral|economizamos|economizei|controle|mes|movimentacoes|lancamentos|historico|compr\w+|pag\w+|fluxo|caixa|quanto deu tudo|parcial|no azul)\b"
)


def asks(sentence: Sentence) -> bool:
    """Whether the message asks or tells to show something."""
    flat = sentence.flat
    return bool(_ASK.search(flat) or _NOUN_READS.search(flat)) or (bool(_SHOW.search(flat)) and not sentence.of("amt"))


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


_UNREADABLE = re.compile(
    r"\bpor ?que\b.*\b(?:lancou|registrou|anotou|colocou|fez|mudou|apagou|aportou)\b|\b(?:voce|tu|mel) (?:ja )?(?:lancou|registrou|anotou|colocou|aportou|apagou)\b|"
    r"\bja (?:lancou|registrou|anotou|colocou)\b|\b(?:me )?(?:lembra|lembre|avisa|avise) (?:de|quando|que|pra|se|do|da|a gente|dia|no|me)\b|\bdesativa\b|\bdesliga\b|\bpara de\b|"
    r"\b(?:cancela|exclui|apaga|remove|deleta|pausa|renomeia|tira|cancelar|excluir|apagar|remover|pausar|renomear|zera|zerar|transfere|resgata|resgatar|saca|sacar|devolve)\b"
)


def _read(sentence: Sentence, context: Context) -> Reading | None:
    flat = sentence.flat
    if _UNREADABLE.search(flat):
        return unclear("question")
    goal = _goal(sentence, context)
    if goal is not None:
        return goal
    subject = find_subject(sentence, context)
    if _UPCOMING.search(flat) and not re.search(r"\b(?:ja|foi) (?:paguei|pagamos|pagou|paga|pago)\b", flat):
        return _upcoming(sentence, context)
    alert = _ALERTS.search(flat)
    if alert and subject.expense is None and not _named_overrun(sentence, subject):
        return Reading("alerts", read_time(sentence, context))
    income = _income(sentence, context)
    if income is not None:
        return income
    return _spending(sentence, context, subject)


def _named_overrun(sentence: Sentence, subject: Subject) -> bool:
    return False


_GOAL_TALK = re.compile(
    r"\b(?:guardad\w+|guardei|guardamos|guardou|juntei|juntamos|juntou|juntad\w+|aportei|aportamos|aportou|aportes?|poupei|poupamos|progresso|andamento|reserva|economizad\w+|"
    r"acumulad\w+|acumulamos|falta|faltam|tem|ta|temos|tenho|quanto|saldo|status|como|situacao|chegar|bater|atingir|evolucao|anda|vai)\b"
)
_MANY_GOALS = re.compile(
    r"\b(?:metas|objetivos|caixinhas|cofrinhos|poupancas)\b|\b(?:qual|que) (?:das )?(?:meta|caixinha|objetivo|cofrinho)s? (?:\w+ ){0,4}(?:mais|menos|primeiro|melhor|pior|perto|longe|atrasad\w+|adiantad\w+)\b|"
    r"\btoda(?:s)? (?:as )?(?:meta|caixinha)s?\b|\bqual (?:meta|caixinha|objetivo|cofrinho)\b"
)


def _goal(sentence: Sentence, context: Context) -> Reading | None:
    flat = sentence.flat
    headed = bool(sentence.word_set & GOAL_HEADS)
    if _MANY_GOALS.search(flat):
        return Reading("goals_list")
    drop = GOAL_HEADS | {"guardado", "guardada", "guardados", "juntado", "progresso", "falta", "chegar", "bater", "atingir", "completar", "fechar", "alcancar", "perto", "longe", "evolucao", "prazo",
                         "aportado", "acumulado", "poupado", "atrasada", "atrasado", "adiantada", "ritmo", "caminho", "acabar", "terminar", "concluir", "longe", "tempo", "porcento", "porcentagem", "aporte", "aportes",
                         "ja", "economizado", "objetivo", "realizar", "guardar", "juntar", "muito", "percentual", "concluida", "cumprir", "saudavel", "dando", "certo", "metade"}  # fmt: skip
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
    slots: dict[str, Any] = {}
    name = subject.goal or subject.name
    if name:
        slots["name"] = name
    slots.update(
        read_time(
            sentence, context, future=not saving or "<when>" in flat and "ate" in [t.norm for t in sentence.tokens]
        )
    )
    if "period" in slots and not saving:
        pass
    if subject.member:
        slots["member"] = subject.member
    return Reading("goal_status", slots)


_SPENT_STRONG = re.compile(
    r"\b(?:gastei|gastamos|gastou|gastos?|paguei|pagamos|comprei|compramos|torrei|gastaram|pagou)\b"
)


def _upcoming(sentence: Sentence, context: Context) -> Reading:
    drop = frozenset(
        "vence vencem vencendo vencer vencimento vencimentos vencida vencidas vencido vencidos contas conta boleto boletos lembrete lembretes proximas proximos proximo proxima fixa fixas fixo fixos pendente "
        "pendentes pendencias pendencia aberto abertas devendo algo alguma algum pagamento pagamentos nada quais agenda atrasada atrasadas atrasado atrasados debito debitos automatico automaticos alguem "
        "chega pagar mensais mensal fixos venceu cair debita debitar que precisa precisamos precisam urgente primeiro".split()
    )
    subject = find_subject(sentence, context, drop=drop)
    slots: dict[str, Any] = {}
    if subject.name:
        slots["name"] = subject.expense or subject.name
    if subject.member:
        slots["member"] = subject.member
    slots.update(read_time(sentence, context, future=True))
    return Reading("upcoming_bills", slots)


_INCOME_GENERIC = frozenset(
    "recebi recebemos recebeu receberam recebo receber recebido recebidos recebimento recebimentos entrou entraram entrada entradas entrando renda rendas ganhei ganhamos ganhou ganharam ganha ganho "
    "ganhos faturei faturamos faturou faturamento receita receitas caiu cairam cai pagaram depositaram pingou casal familiar dinheiro conta alguma algo grana mensal bruta liquida".split()
)


def _income(sentence: Sentence, context: Context) -> Reading | None:
    flat = sentence.flat
    if not _INCOME.search(flat) or _SPENT_STRONG.search(flat):
        return None
    if sentence.word_set & {"caiu", "cai"} and not sentence.word_set & {
        "salario",
        "pix",
        "freela",
        "pagamento",
        "decimo",
        "adiantamento",
        "dinheiro",
        "comissao",
        "quanto",
        "algo",
        "13º",
    }:
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
    time = read_time(sentence, context)
    slots.update(time)
    if (name or subject.member) and (subject.expense or _about_spending(flat) or subject.member):
        if subject.expense is None and subject.leftovers > 2:
            return None
        return Reading("expense_status", slots, aspect=aspect)
    if name is None and (_BUDGET.search(flat) or time):
        return Reading("budget_total", slots, aspect=aspect)
    return None


def _about_spending(flat: str) -> bool:
    return bool(
        re.search(
            r"\b(?:gast\w+|torr\w+|pag\w+|compr\w+|limite|orcamento|sobr\w+|rest\w+|saldo|status|quanto (?:foi|deu|saiu|ta|tem|ainda|tenho|temos|custou|custa|veio|vai|da|falta|eh|de)|"
            r"ja foi|em quanto|estour\w+|situacao|como (?:ta|esta|anda|vai|estao|andam)|usei|usamos|total|despesas?|envelope|teto|verba|resumo|extrato|saiu|deu|valor|categoria|consum\w+|posso)\b",
            flat,
        )
    )


@cache
def _aspects() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return (("left", _LEFT), ("spent", _SPENT), ("expected", _EXPECTED))


def _aspect(flat: str) -> str:
    if re.search(
        r"\b(?:resumo|balanco|relatorio|situacao|como (?:ta|esta|anda|estao|vai|vao)|panorama|visao geral|status)\b",
        flat,
    ):
        return "summary"
    return next((aspect for aspect, pattern in _aspects() if pattern.search(flat)), "summary")
