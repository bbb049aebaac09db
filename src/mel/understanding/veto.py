"""What no write survives: injections, negations, plans, conditions, corrections, non-events, unknown bookkeeping.

Each veto is a closed list. It runs before the grammars and gives the abstention its reason.
"""

from __future__ import annotations

import re
from functools import cache

from mel.understanding import lexicon
from mel.understanding.patterns import Pattern
from mel.understanding.row import Sentence, once
from mel.understanding.wordlist import words

_INJECTION = (
    r"\bignor\w+ (?:a|o|as|os|sua|suas|tuas|todas?|qualquer|tudo|essa|isso|minha|regras?|instruc\w+|confirm\w+)",
    r"\bsem (?:me )?(?:perguntar|confirmar|confirmacao|pedir|avisar|preview|mostrar|checar|validar|aprovacao)\b",
    (
        r"\b(?:pula|pule|pular|dispensa|dispense|desativa|desative|desliga|esquece|esqueca|remove|remova|"
        r"burla|contorna)\b.*\b(?:confirm\w+|aprovac\w+|regras?|seguranca|instruc\w+|"
        r"limites? de seguranca|protecao|verificac\w+|validac\w+)"
    ),
    (
        r"\bnao (?:precisa|precisam|peca|pede|pergunte|pergunta|solicite|exija)\b.*\b(?:confirm\w+|"
        r"perguntar|autoriz\w+|aprov\w+|perguntas?)"
    ),
    r"\bnao (?:peca|pergunte|solicite|exija)\b",
    r"\bja (?:foi )?(?:confirm\w+|autoriz\w+|aprov\w+|validad\w+|validei)\b",
    r"\b(?:confirmad[oa]|autorizad[oa]|aprovad[oa]|pre-aprovad[oa]|pre-autorizad[oa])\b",
    (r"\b(?:confirm|confirmed|persisted|operationid|toolcall|tool_call|system|assistant|developer|"
    r"user|prompt|json|"
    r"admin|root|sudo|override|jailbreak|dan|debug|api|sql|drop table|script|function|tool|recordspend|endpoint)\b"),
    r"\b(?:modo|mode) (?:desenvolvedor|dev|admin|deus|teste|livre|debug|manutencao|root|sem restricoes|irrestrito)\b",
    (
        r"\b(?:responda|responde|diga|diz|escreva|repita|repete|fale) (?:apenas|so|somente|exatamente|"
        r"que (?:ja|sim|foi))\b"
    ),
    r"\b(?:a partir de agora|de agora em diante|daqui pra frente|daqui por diante|agora) (?:voce|vc|tu)\b",
    (
        r"\b(?:voce|tu) (?:agora )?(?:eh|sera|vai ser|deve (?:ser|agir|obedecer)) (?:um|uma|o|a|meu|"
        r"minha)? ?(?:administrador|admin|hacker|outro|outra|dono|assistente|modelo|gerente|root|pirata|"
        r"agente)"
    ),
    r"\b(?:finja|finge|aja como|atue como|simule ser|faca de conta|seja um|comporte-se|imagine que voce)\b",
    r"\b(?:novas?|suas|tuas|minhas) (?:instruc\w+|regras|ordens|diretrizes)\b|\binstruc\w+ (?:do|de) sistema\b",
    (
        r"\b(?:mensagem|aviso|ordem|comando|nota|instrucao) (?:do|de|da) (?:sistema|administrador|"
        r"desenvolvedor|equipe|openai|mel|dono|suporte|banco)\b"
    ),
    (
        r"\b(?:mandou dizer|disse que pode|falou que pode|deixou eu|autorizou|aprovou|aprova|aprove|"
        r"autoriza|autorize|liberou|libera)\b"
    ),
    (
        r"\b(?:sempre|tudo|todas?|todos|automaticamente|direto) (?:confirm\w+|sem)\b|\bconfirm\w+ (?:tudo|"
        r"todas|todos|sempre|automaticamente|qualquer)\b"
    ),
    r"\bautomaticamente\b.*\b(?:confirm|registr|aprov)",
    r"\b(?:grave|grava|registre|registra|salva|salve) (?:direto|na marra|sem)\b",
    r"\b(?:finge|considere|considera|assuma|assume) (?:que )?(?:ja|confirmad|como)\b",
    r"\bem nome d[aoe]\b|\b(?:senha|token|chave de api|credenciais|cpf)\b",
)  # fmt: skip


_INJECTED = Pattern(*_INJECTION)


_CODE_MARKS = Pattern(r"(?i)[\[\]{}<>]|```|\"\s*:|=\s*true|::|</|^\s*(?:system|sistema|assistant|user|mel|admin)\s*:")


def injected(sentence: Sentence) -> bool:
    """Whether the text speaks to the machine: tells it to skip a yes, claims one, or imitates its messages."""
    folded = " ".join(token.norm for token in sentence.tokens)
    return bool(_CODE_MARKS.search(sentence.text)) or bool(_INJECTED.search(folded))


_FINANCE = words(
    "gasto gastos gastei despesa registra registre registrar lanca lance lancar anota paga paguei pagar "
    "aporta aporte meta renda salario recebi fatura transfere transferir transferencia pix conta orcamento "
    "limite saldo dinheiro reais mercado confirma confirmar confirmacao confirmado confirmada confirme grave "
    "valor compra compras comprei divida cartao"
)


def about_money(sentence: Sentence) -> bool:
    return bool(sentence.of("amt") or sentence.of("bad")) or bool(sentence.word_set & _FINANCE)


_PHRASES: tuple[tuple[str, str], ...] = (
    ("correction", (
        r"\bna (?:verdade|real)\b|\bquer dizer\b|\bou melhor\b|\bso que\b|\bme enganei\b|\balias\b|"
        r"\bcorrig\w+\b(?! (?:o|a) )"
    )),
    ("negated", (
        r"\bdeix(?:ei|amos|ou) de\b|\bsem (?:pagar|gastar|comprar|querer pagar)\b|\bem vez de\b|"
        r"\bao inves de\b"
    )),
    ("non_event", (r"\bera pra\b|\bera para\b|\bde volta\b|\bdeu (?:erro|ruim|errado|problema)\b|\bnao passou\b|"
        r"\b(?:foi|foram|era) (?:recusad|devolvid|cancelad|estornad|reembolsad|negad|bloquead|extraviad|roubad)\w+\b|"
                  r"\bde mentirinha\b|\b(?:na|no|em|num|nos) (?:minha |sua |meu |seu |nossa )?(?:cabeca|"
                  r"imaginacao|mente|"
                  r"pensamento|sonhos?|sims|simulador|teoria|tese|fantasia)\b|"
                  r"\bpor engano\b|\bde mentira\b|\bpor exemplo\b|\bfaz de conta\b|\bpela metade\b|\bde graca\b")),
    ("future", (
        r"^ja que\b|"
        r"\b(?:assim|logo|depois|toda vez|sempre) que\b|"
        r"\btenho que\b|\btemos que\b|\btem que\b|\bvou ter\b|\bter que\b|\bprestes a\b|"
        r"\bum dia\b|\bantes de\b|\bpra (?:pagar|comprar|gastar)\b|\ba pagar\b|\bfalta pagar\b|"
        r"\bacho que\b|\bsei la\b|\bestou pra\b|\bto pra\b"
    )),
    ("ambiguous_amount", (
        r"\bcada um\b|(?<!agora )\bta (?:a |em |por |custando |saindo a )?<amt>|\bcada uma\b|\bpor pessoa\b|"
        r"\bmais (?:do )?que\b|\bmenos (?:do )?que\b|\bem media\b|"
        r"\bpor cabeca\b|\bpra cada\b|\ba unidade\b|\bpor dia\b|"
        r"\bpor hora\b|\bpor noite\b|\bmeio a meio\b|\ba diaria\b|\bo quilo\b|\bo litro\b|\bpor kg\b|"
        r"\bcinquenta por cento\b|\bentre <amt>|\bentre <bad>|\bno maximo\b|\bno minimo\b|\bmais de <amt>|"
        r"\bmenos de <amt>|\bate <amt>|\bpassou de <amt>(?! pr[ao]\b)|\be pouco\b|\be poucos\b"
    )),
)  # fmt: skip


@cache
def _phrases() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((reason, re.compile(pattern)) for reason, pattern in _PHRASES)


@once
def _told(sentence: Sentence) -> tuple[str, ...]:
    """The reasons that phrases of the message give, in the order of the list."""
    return tuple(reason for reason, pattern in _phrases() if pattern.search(sentence.flat))


_WORDS: tuple[tuple[str, frozenset[str]], ...] = (
    ("negated", lexicon.NEGATIONS),
    ("non_event", lexicon.NON_EVENTS),
    ("correction", lexicon.CONTRAST),
    ("two_actions", lexicon.BOTH),
    ("condition", lexicon.CONDITION),
    ("future", lexicon.FUTURE),
)


_CROSSES = frozenset("❌🚫👎✖⛔")


def veto(sentence: Sentence, *, allow: frozenset[str] = frozenset(), plans: bool = False) -> str | None:
    """Why no write may come of this message, or None. `allow` lets words through that a grammar accounts for."""
    for reason in _told(sentence):
        if not (plans and reason == "future"):
            return reason
    present = sentence.word_set - allow
    for reason, listed in _WORDS:
        if present & listed:
            return reason
    if any(item.norm.rstrip("\ufe0f") in _CROSSES for item in sentence.of("emoji")):
        return "negated"
    if sentence.of("bad") or sentence.of("odd"):
        return "ambiguous_amount"
    return None
