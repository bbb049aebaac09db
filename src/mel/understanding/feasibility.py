"""feasibility: may we, does it fit, what if."""

from __future__ import annotations

import re
from functools import cache

from mel.understanding import lexicon
from mel.understanding.clause import Refused, build, method_slots, moment_slots, money_slots
from mel.understanding.names import find_expense
from mel.understanding.patterns import Pattern
from mel.understanding.phrases import Phrase, phrases
from mel.understanding.reading import Context, Reading, unclear
from mel.understanding.sentence import Item, Sentence
from mel.understanding.verbs import only_verb, verb
from mel.understanding.wordlist import words

_ACT = (
    "(?:comprar|gastar|fazer|pagar|parcelar|pegar|trocar|viajar|assinar|contratar|levar|encarar|"
    "bancar|comer|jantar|almocar|sair|ir|alugar|reformar|financiar|dar|colocar|investir|pedir|"
    "encaixar|aguentar|assumir|arcar|adquirir|torrar|tirar|separar|fechar|marcar|entrar|matricular|"
    "renovar|antecipar|doar|emprestar|desembolsar|consertar|mandar|chamar|presentear|me dar|nos dar|"
    "abrir mao|quitar|mudar|ter|aumentar|segurar|meter|usar|curtir|passear|reservar|botar|passar|"
    "aportar|guardar|contar com|incluir|pintar|arrumar|montar|liberar|casar|adotar)"
)
_TRIGGERS = Pattern(
    rf"\bcabe(?:m|ria|ra)?\b|\b(?:da|dah|daria|dava) (?:pra|p|para) (?:\w+ )?(?:{_ACT}|um|uma|"
    rf"o|a|<amt>|isso|esse|essa)(?!\w)|\b(?:posso|podemos|podia|poderia|poderiamos|consigo|conseguimos|"
    rf"conseguiria|aguento|aguentamos|deveria|conseguiriamos|consegue|conseguem|pode|da|"
    rf"dah)\b(?: \w+)? {_ACT}\b|\bcompens\w+\b|\bvale(?:ria)? a pena\b|\bse (?:eu|a gente|nos2|"
    rf"gente|voce|ela|ele|agente|comprar|comprarmos|"
    r"gastar|gastarmos|pagar|pagarmos|parcelar|parcelarmos|fizer|fizermos|pegar|trocar|viajar|"
    r"viajarmos|assinar|rolar|fosse|for|\w+ e a|a \w+|o \w+|colocar|tirar|levar|fechar|adicionar|"
    r"contratar)\b|"
    r"\be se\b|\bsimul\w+\b|\bserá\b|\bsera que (?!vai chover|chove)|\brola (?:de )?(?:comprar|um|"
    r"uma|gastar|ir|fazer|parcelar|trocar|pagar|<amt>|o|a)(?!\w)|\b(?:aguenta|suporta|comporta|"
    r"permite|aceita)(?:ria|mos)? (?:um|uma|"
    r"mais|o|a|<amt>|gastar|essa|esse|parcela|comprar)(?!\w)|\b(?:fica|ficaria|vai ficar|aperta|"
    r"apertaria|pesa|pesaria|atrapalha|compromete|estoura|complica|impacta|prejudica|"
    r"afeta)\w* (?:apertado|pesado|muito|o mes|o orcamento|"
    r"a meta|as contas|no vermelho|tudo|no mes)\b|\b(?:eh|seria) (?:viavel|possivel|loucura|"
    r"uma boa|boa ideia|muito|prudente|tranquilo|melhor)\b|\btem (?:como|espaco|folga|condicao|"
    r"condicoes|grana|verba|margem) (?:\w+ )?(?:pra |de |na |no )?|"
    r"\b(?:temos|ha) (?:como|espaco|folga|condicao|condicoes|grana|verba|margem) (?:pra |de )|\bviavel\b|"
    rf"\b(?:da|dah) de {_ACT}\b|"
    r"\bfaz sentido\b|\bo que acontece se\b|\bcomo fica(?:ria)? (?:se|com)\b|\bcalcula\b|"
    r"\b(?:posso|podemos|consigo|conseguimos|da pra|dah pra) (?:compra|paga|gasta|parcela|pega|leva) (?:um|uma|"
    r"o|a|<amt>)(?!\w)|"
    r"\b(?:gastando|comprando|pagando|parcelando) (?:\w+ )?(?:<amt>|<inst>|um|uma)|\b(?:da|dah|rola) <ask>$|"
    r"\bsobra (?:pra|dinheiro pra|grana pra)\b|"
    r"\bimpacto d[eao]\b|\bse eu\b|\bquanto (?:sobra|sobraria|resta|fica) se\b|\bda conta de\b|"
    r"\bdou conta de\b|\bencaixa\b"
)
_NOT_A_PLAN = Pattern(
    r"\b(?:da|dah|pode|posso|consegue|tem como) (?:pra |voce )?(?:\w+ )?(?:ver|mostrar|me mostrar|"
    r"me dizer|saber|registrar|lancar|anotar|consultar|listar|me ajudar|ajudar|mandar a|desfazer|"
    r"apagar|confirmar|importar|exportar)\b|\bgastar quanto\b|\bnao (?:cabe|da|dah|compensa)\b|"
    r"\b(?:da|dah) pra mandar (?:audio|foto|voz|print)\b|\btem como te (?:mandar|enviar|pedir|passar)\b|"
    r"\bpode (?:me|nos) (?:passar|mandar|dar|enviar|dizer|falar|informar)\b|"
    r"\b(?:posso|consigo|da pra|dah pra) te (?:pedir|perguntar|mandar|falar|dizer)\b|"
    r"\bquanto (?:\w+ ){0,3}(?:posso|podemos|da pra|dah pra|"
    r"da p|consigo|conseguimos|cabe|pode|podia) (?:\w+ )?(?:gastar|usar|comprar|pagar|torrar)?|\bquando (?:posso|"
    r"da|podemos)\b|\bcomo (?:posso|eu posso|faco)\b|\bo que (?:eu )?posso\b|\bse (?:puder|possivel|"
    r"der|quiser|nao for)\b|\bquais comandos\b|\bem quanto tempo\b|\bquanto (?:tempo|falta)\b"
)


_NEITHER = Pattern(
    r"\b(?:avis[ae]|avisar|lembr[ae]|lembrar|alert[ae]|alertar|notific\w+) (?:\w+ ){0,3}"
    r"(?:se|quando|caso)\b(?! (?:cabe|dah?|posso|podemos|compensa|vale|eu)\b)|"
    r"\b(?:deveri|devi|poderi|podi)(?:a|am|amos) ter (?:\w+[ai]do|pago|gasto|ganho|feito|posto)\b"
)
"""A warning to be set, or what ought to have been done: no plan at all."""
_ANY_PLAN = Pattern(r"\bse\b|\bcabe\b|\bdah? pra\b|\bposso\b|\bpodemos\b")


_ASKERS = frozenset({"pode", "a", "eu", "nos2", "gente", "agente", "sera", "mel", "oi", "e"})
_GERUNDS = frozenset({"gastando", "comprando", "pagando", "parcelando"})


def read_feasibility(sentence: Sentence, context: Context) -> Reading | None:
    """A plan asked about, or None. An order to log is never one, nor is "quanto posso gastar" without an amount."""
    flat = sentence.flat
    plan = sentence.of("amt") or sentence.of("inst")
    triggered = _TRIGGERS.search(flat)
    if not triggered:
        return None
    somebody = triggered.group().startswith("pode ") and sentence.words[0] not in _ASKERS
    if somebody and not plan:
        # "gato pode comer atum?"
        return None
    if triggered.group().split()[0] in _GERUNDS and not sentence.of("ask"):
        # "estava pagando 90 na academia" asks nothing.
        return None
    if _NEITHER.search(flat):
        return unclear("condition")
    refused = _NOT_A_PLAN.search(flat)
    if refused and (not plan or re.search(r"\b(?:registrar|lancar|anotar)\b", refused.group())):
        return None
    if (
        re.search(r"\bse (?:ja|o|a|os|as|meu|minha|tem|esta|ta|vai|caiu|entrou|recebi|paguei)\b", triggered.group())
        and not plan
    ):
        return None
    if sentence.of("bad"):
        return unclear("ambiguous_amount")
    if not plan and re.search(r"\b(?:registra|lanca|anota)\b", flat):
        return None
    if re.search(r"^(?:registr|lanc|anot)\w+ .*<sep> quanto\b", flat):
        return unclear("two_actions")
    if not sentence.of("ask") and _told_condition(flat):
        return unclear("condition")
    past = [
        word
        for word in sentence.words
        if (form := verb(word))
        and form.tense == "past"
        and only_verb(word)
        and form.lemma in {"gastar", "pagar", "comprar"}
    ]
    if past and not re.search(r"\bse\b|\bsera\b|\bcabe\b|\bdah? pra\b|\bposso\b|\bpodemos\b", flat):
        return None
    if past and not _ANY_PLAN.search(flat):
        return unclear("question") if plan else None
    if not plan and _means_of_known(triggered.group(), sentence, context):
        return None
    try:
        return _plan(sentence, context)
    except Refused as refusal:
        return unclear(refusal.reason)


def _means_of_known(trigger: str, sentence: Sentence, context: Context) -> bool:
    """ "ainda tem verba pro lazer?" asks what is left of an expense; nothing is planned."""
    if not re.search(r"\btem(?:os)? (?:\w+ )?(?:verba|grana|dinheiro|margem|folga|espaco)\b|\bsobra pra\b", trigger):
        return False
    thing = _object(sentence, build(sentence, context, payer=False).core)
    return thing is not None and find_expense(thing, context.vocabulary).sure


def _told_condition(flat: str) -> bool:
    """ "se a Ana pagou 50, anota": a past verb after "se" is a condition, no plan."""
    after = re.search(r"\bse ((?:\w+ ){1,4})", flat + " ")
    forms = [(word, verb(word)) for word in after[1].split()] if after else []
    return any(form and form.tense == "past" and only_verb(word) for word, form in forms)


_BARE_PLAN = Pattern(r"\bcabe\b|\bse eu\b|\bdah? pra (?:viajar|jantar|passear|reformar|casar|parcelar)\b")


def _plan(sentence: Sentence, context: Context) -> Reading | None:
    clause = build(sentence, context, payer=False)
    slots = money_slots(clause)
    if (
        "installments" in slots
        and slots["installments"] > 1
        and "installment_amount" not in slots
        and not clause.amounts
    ):
        slots = {"installments": slots["installments"]}
    name = _object(sentence, clause.core)
    if name:
        slots["name"] = name
    slots.update(method_slots(clause))
    for when in clause.whens:
        moment = None if when.vague else when.resolve(context.today, future=True)
        if moment is not None:
            slots.update(moment_slots(moment))
            break
    if not slots:
        return Reading("feasibility", {}) if _BARE_PLAN.search(sentence.flat) else None
    return Reading("feasibility", slots)


_STOP = words(
    "cabe cabem caberia orcamento mes bolso como fica ficaria quanto sobra sobraria resta apertado pesado "
    "muito nao so calcula simula simule simular compensa compensaria vale valeria pena sera que se eu a2 "
    "gente nos2 posso podemos consigo conseguimos dah aguenta rola estoura estourar atrapalha meta "
    "metas viavel possivel tem temos espaco folga agora hoje ainda isso tudo bem juros vou "
    "vai eh seria loucura sentido faz impacto comprometer compromete aperta apertar acontece tranquilo "
    "grana verba margem lanca nada mais menos conta ia quero queria acha achas dizer sobre "
    "ruim quebra comporta suporta permite aceita gasta paga simulacao simulacoes calculo pe saber condicao "
    "condicoes ou faltar passa passo ultrapassa estoura fura "
    "furo mel oi ola opa "
    "amor favor gasto"
)


def _object(sentence: Sentence, core: list[Item]) -> str | None:
    """What the plan would buy: the first noun phrase that is neither the budget nor a verb."""
    runs: list[list[Item]] = [[]]
    for at, item in enumerate(core):
        moon = item.norm == "mel" and at > 0 and core[at - 1].norm == "de"
        stops = item.norm in _STOP and not moon
        plain = item.kind in {"w", "qty"} and not stops and not _verbish(item, core, at)
        if plain:
            runs[-1].append(item)
        elif (
            item.kind == "amt"
            and runs[-1]
            and any(i.norm not in lexicon.PREPOSITIONS | lexicon.ARTICLES for i in runs[-1])
        ):
            runs.append([])
        else:
            runs.append([])
    for run in runs:
        parts = _clean(run)
        named = [part for part in parts if set(part.words) - _STOP - lexicon.PREPOSITIONS]
        if named:
            things = [part for part in named if part.preposition not in lexicon.PLACE_PREPOSITIONS]
            return (things or named)[0].text(sentence)
    return None


def _clean(run: list[Item]) -> list[Phrase]:
    left = list(run)
    drop = (
        lexicon.ARTICLES
        | lexicon.PREPOSITIONS
        | {"compra", "que", "mais", "e", "esse", "essa", "este", "esta", "um", "uma", "outro", "outra"}
    )
    while left and left[0].kind == "w" and left[0].norm in drop - lexicon.PLACE_PREPOSITIONS - {"com"}:
        left = left[1:]
    while left and left[-1].kind == "w" and left[-1].norm in drop | {"por", "custa", "custando", "valor"}:
        left.pop()
    return phrases(left) or []


_NOUN_AFTER = lexicon.ARTICLES | lexicon.OF | {"num", "numa", "no", "na"}


_IF = words("fizer fizermos fizesse fizessemos for formos fosse puser tiver tivermos der dermos quiser encaixar bancar")
_IF_ENDINGS = ("armos", "ermos", "irmos", "assemos", "essemos", "issemos")


@cache
def _acts() -> frozenset[str]:
    """Infinitives of plans: "dá pra encarar um aluguel de 2.800?"."""
    return frozenset(word for word in _ACT[3:-1].split("|") if " " not in word) - {"ir", "ter", "por", "dar", "jantar"}


def _hypothetical(word: str) -> bool:
    """ "se comprarmos", "se a gente fizer": verbs that only a plan has."""
    return word in _IF or word in _acts() or (len(word) > 6 and word.endswith(_IF_ENDINGS))


def _verbish(item: Item, core: list[Item], at: int) -> bool:
    if item.kind == "w" and _hypothetical(item.norm):
        return True
    form = verb(item.norm) if item.kind == "w" else None
    if form is None:
        return False
    previous = core[at - 1].norm if at else ""
    if form.tense == "infinitive" and previous == "de" and at > 1 and not _verbish(core[at - 2], core, at - 2):
        return False
    if only_verb(item.norm):
        return True
    return form.tense == "infinitive" and previous not in _NOUN_AFTER
