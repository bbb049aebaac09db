"""What a question is about: the noun left once question words, verbs, times and subjects are gone."""

from __future__ import annotations

from typing import Any, NamedTuple

from mel.understanding import lexicon
from mel.understanding.clause import moment_slots
from mel.understanding.names import find_expense, find_goal
from mel.understanding.people import read_who
from mel.understanding.phrases import Phrase, phrases
from mel.understanding.reading import Context
from mel.understanding.sentence import Item, Sentence
from mel.understanding.verbs import only_verb, verb
from mel.understanding.wordlist import words

_QUESTION_WORDS = words(
    "quanto quantos quanta quantas qual quais quando como cade onde que o a os as eh ta to tao estao esta "
    "estou estamos foi foram sao era eram ja ainda tem temos tenho tinha ha agora ate aqui me diz diga fala "
    "fale mostra mostre mostrar ver ve veja vejo saber sabe dizer conta contar conte quero queria gostaria "
    "preciso posso pode poderia voce voces tu gente nos2 nosso nossa nossos nossas meu minha meus minhas se "
    "sera so tambem mesmo la ai no na em de do da dos das com pra pro por e mais menos muito tudo todo toda "
    "lista liste listar resumo resumao resume resumir status situacao balanco relatorio extrato andamento progresso "
    "panorama visao detalhe detalhes detalha saldo total totais soma somando valor valores gasto gastos "
    "despesa despesas contas orcamento orcamentos budget limite teto verba envelope categoria dinheiro grana "
    "dindin bufunfa geral sobra sobrou sobrando resta restam restou restante falta faltam faltando "
    "disponivel livre quantia tamanho nivel pe anda andam andando vai vao vem indo deu dah fica ficou ficar "
    "saiu gastar gastei gastamos gastou gastaram pago paguei pagamos pagou pagar comprei compramos comprou "
    "custou custa usar usei usamos usou consumi consumimos consumiu torrei torramos estourar estourei "
    "estouramos estourou estourado estourada passei passamos passou sobrar ter tiver bater bateu chegar "
    "somar previsto planejado reservado separado final fim hoje atual atualmente favor pfv bom oi ola mel ne "
    "viu entao juntos junto dois ambos lar familia esses essas esse essa este isso aquele financas "
    "financeiro financeira financeiramente vida coisas coisa data dia mes semana ano periodo parcial ao aos "
    "casal informar algum alguma tipo media medio quase muita pouco ok certo gastado recebido entrou entrada liberado "
    "restando consegue consigo abre abrir consulta consultar puxa exibe manda passa fala-me dentro fora "
    "acima abaixo perto controle registrado registrada registrados lancado lancados lancamento lancamentos "
    "movimentacao movimentacoes historico compras compra paga pagas um uma uns umas hein nesse neste nessa "
    "apresente apresenta informe informa exiba ceu posicao relacao listagem % bati batemos bateram querida "
    "querido amiga gentileza amor mor princesa anjo "
    "boa noite tarde embora nesta desse deste dessa desta aquilo iam sendo estar estava vamos vou fazer faz fez feito"
)


_CALLS = lexicon.FILLERS - {"po", "bicho"}


class Subject(NamedTuple):
    """`name` verbatim, whether it is a known expense or goal, and the member asked about."""

    name: str | None
    expense: str | None
    goal: str | None
    member: str | None
    leftovers: int


_QUESTION_WORDS |= frozenset({"o que", "algo"})


_NO_CONTENT = _QUESTION_WORDS | _CALLS
_JOINTS = lexicon.PREPOSITIONS | lexicon.ARTICLES | {"e"}


def find_subject(sentence: Sentence, context: Context, *, drop: frozenset[str] = frozenset()) -> Subject:
    """The subject of a question; possessives never make a member, "a gente" is the default."""
    member, items = _member(sentence, context)
    runs: list[list[Item]] = [[]]
    for item in items:
        content = (
            item.kind == "w" and item.norm not in _NO_CONTENT and item.norm not in drop and not _plain_verb(item)
        ) or item.value == "code"
        joint = item.kind == "w" and item.norm in _JOINTS and bool(runs[-1])
        if content or joint or (item.kind == "qty" and runs[-1]):
            runs[-1].append(item)
        else:
            runs.append([])
    found: list[Phrase] = []
    for run in runs:
        while run and run[-1].norm in lexicon.PREPOSITIONS | lexicon.ARTICLES | {"e", "que"}:
            run.pop()
        found += phrases(run) or []
    texts = [(phrase, phrase.text(sentence)) for phrase in found]
    return _best(texts, sentence, context, member)


def _plain_verb(item: Item) -> bool:
    return only_verb(item.norm) and verb(item.norm) is not None


def _best(texts: list[tuple[Phrase, str]], sentence: Sentence, context: Context, member: str | None) -> Subject:
    expense = next((text for _, text in texts if find_expense(text, context.vocabulary).known), None)
    goal = next((text for _, text in texts if find_goal(text, context.vocabulary).known), None)
    if expense is None:
        expense = _known_inside(texts, sentence, context)
    name = texts[0][1] if texts else None
    return Subject(name, expense, goal, member, len(texts))


def _known_inside(texts: list[tuple[Phrase, str]], sentence: Sentence, context: Context) -> str | None:
    """A known expense inside a longer phrase, found by its exact name; "Mercado Livre" is no "Mercado"."""
    for phrase, _ in texts:
        for size in (3, 2, 1):
            for at in range(len(phrase.items) - size + 1):
                part = phrase.items[at : at + size]
                if part[0].norm in lexicon.PREPOSITIONS | lexicon.ARTICLES:
                    continue
                after = phrase.items[at + size : at + size + 1]
                if after and after[0].norm not in _JOINTS:
                    continue
                text = sentence.span(part[0].first, part[-1].last)
                if find_expense(text, context.vocabulary).how == "exact" and size < len(phrase.items):
                    return text
    return None


def _member(sentence: Sentence, context: Context) -> tuple[str | None, list[Item]]:
    """The member whose spending or income is asked for, as a subject or after "da/do"."""
    items = list(sentence.items)
    for at, item in enumerate(items):
        if item.kind != "w":
            continue
        who = read_who(sentence, items, at, context)
        if who is None:
            continue
        rest = items[:at] + items[who.last :]
        if who.member == "both":
            return None, rest
        following = items[who.last] if who.last < len(items) else None
        form = verb(following.norm) if following is not None and following.kind == "w" else None
        subject = form is not None or (
            following is not None and following.norm in {"ja", "tem", "ta", "ainda", "tambem"}
        )
        of = at > 0 and items[at - 1].norm in {"de", "da", "do"}
        before = verb(items[at - 1].norm) if at and items[at - 1].kind == "w" else None
        after_verb = before is not None and before.tense in {"past", "present"} and who.member != "self"
        if who.member == "self" and not subject:
            continue
        if subject or of or after_verb:
            return who.member, rest
        return (who.member if who.member != "partner" or item.norm not in {"ele", "ela"} else None), rest
    of_self = next(
        (at for at, item in enumerate(items) if item.norm in {"da", "do", "de"} and at + 1 < len(items)), None
    )
    if of_self is not None:
        who = read_who(sentence, items, of_self + 1, context)
        if who is not None and who.member not in {"self", "both"}:
            return who.member, items[:of_self] + items[who.last :]
    return None, items


def read_time(sentence: Sentence, context: Context, *, future: bool = False) -> dict[str, Any]:
    """The first time expression, as a slot; a vague one is left out of a read."""
    for item in sentence.of("when"):
        when = item.value
        moment = None if getattr(when, "vague", True) else when.resolve(context.today, future=future)  # type: ignore[attr-defined]
        if moment is not None:
            return moment_slots(moment)
    return {}
