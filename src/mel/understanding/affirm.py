"""Does a text say yes to a proposal? Every token is accounted for, or the answer is "unclear".

Weak words (sim, ok, 👍) only count right after the proposal; strong ones name the deed (confirma, pode lançar). A yes
with a "but", another figure or another name is a change.
"""

from __future__ import annotations

from datetime import date
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from mel.shared.text import fold
from mel.shared.text import tokens as folded_words
from mel.understanding import lexicon
from mel.understanding.reading import Context, Proposal
from mel.understanding.sentence import Item, Sentence, parse
from mel.understanding.tokens import LONGEST, disguised, tokenize
from mel.understanding.verbs import verb
from mel.understanding.wordlist import words

_ANY_DAY = date(2000, 1, 3)
Verdict = Literal["yes", "no", "change", "unclear"]


class Affirmation(NamedTuple):
    """`strong`: the words alone say what is wanted; `named`: the text itself names the proposal's thing."""

    verdict: Verdict
    strong: bool = False
    named: bool = False


def _table(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(phrase.split()) for phrase in text.split(";"))


WEAK_YES = _table(
    "sim;s;ss;sin;sm;siim;simm;sim sim;ok;okay;okey;okk;oki;okei;blz;beleza;ta bom;ta;ta ok;ta certo;"
    "certo;certinho;certim;ta certim;isso;isso mesmo;isso ai;eh isso;eh isso ai;eh isso mesmo;pode;pode sim;pode ser;"
    "podes;claro;claro que sim;com certeza;positivo;fechado;fechou;bora;vai;perfeito;exato;"
    "exatamente;correto;aham;uhum;ahan;yes;yep;tudo certo;ta otimo;otimo;de acordo;concordo;aceito;"
    "confere;por mim sim;por mim ok;por mim pode;eh;afirmativo;tranquilo;sem problema;sem problemas;"
    "joia;👍;👌;✅;🆗;🙌;👍🏻;👍🏽;ta tudo certo;ta correto;esta certo;esta correto;isso isso;uai sim;opa;"
    "eh sim;quero;quero sim;pode crer;justo;vamos;vamos nessa;bora nessa;bora la;bora sim;fecho;demoro;demorou;"
    "ta valendo;dale;partiu;agora sim;por favor sim;certeza;absolutamente;☑;✔;💯;yess;okayy;simmm;tá;"
    "sim senhora;sim senhor;simbora;vambora;bora bora;bora que bora;isto;isto mesmo;isso sim;ok sim;so vai;"
    "pode ir;pode ok"
)
STRONG_YES = _table(
    "confirma pra mim;confirma;confirmo;confirmado;confirmada;confirmar;confirme;pode confirmar;eu confirmo;"
    "ta confirmado;manda bala;manda ver;pode mandar;manda;mande;pode mandar ver;pode mandar bala;"
    "pode seguir;segue;siga;pode fazer;faz;faca;pode ir em frente;vai em frente;vai fundo;toca ficha;"
    "executa;pode executar;pode tocar;prossiga;prossegue;pode prosseguir;aprovo;aprovado;aprova;"
    "pode aprovar;autorizo;autorizado;confimar;confimo;confirna;comfirma;comfirmo;confima;"
    "bota pra dentro;mete bala;manda brasa;taca ficha;pode meter bala;confirmadissimo;"
    "positivo confirma;mete ficha;manda ficha;pode meter ficha;manda la;pode tocar ficha;efetiva;pode efetivar;"
    "valida;pode validar;conclui;"
    "pode concluir"
)
NO = _table(
    "nao;naum;n;no;nop;nope;negativo;nem;nem pensar;de jeito nenhum;de forma alguma;nada disso;nada;"
    "nananao;cancela;cancelar;cancele;cancelado;pode cancelar;cancela isso;cancela ai;cancela tudo;deixa pra la;"
    "deixa quieto;deixa;deixa pra depois;deixe;deixa isso;deixa assim;deixa estar;esquece;esqueca;"
    "esquece isso;pode esquecer;melhor nao;agora nao;nao precisa;nao precisa mais;nao quero;"
    "nao quero mais;num quero;num quero mais;num precisa;nao quero nao;nao pode;nao confirma;"
    "nao confirmo;para;pare;parou;desiste;desiste disso;desisto disso;desisto;desisti;"
    "👎;❌;🚫;✖;nao manda;nao mande;nao faz;nao faca;"
    "ainda nao;descarta;descartar;ignora;ignore;acho melhor nao;prefiro nao;hoje nao;nao obrigado;"
    "nao obrigada;nao valeu;nunca;jamais;claro que nao;obvio que nao;"
    "com certeza nao;certeza que nao;logico que nao;nao nao;nem vem;nem a pau;nao vai;nao senhora;nao senhor;"
    "nao faca isso;nao faz isso;nao mande isso;nao manda isso;para tudo;descarte;deixa de mao;larga isso de mao;"
    "esquece isso vai;nao quero isso;melhor cancelar;pode descartar;melhor nem;num carece;num carece nao;nao isso;"
    "isso nao;👎🏻;👎🏽;"
    "depois;depois vejo;mais tarde;"
    "outra hora;deixa pra outra hora;"
    "deixa pra outro dia;nem precisa;nao eh isso;ta errado;esta errado;errado;nao ta certo;larga mao;"
    "larga;larga mao disso;deixe isso pra la;deixa isso pra la;deixa isso de lado;deixa de lado;deixe pra la;"
    "deixa essa parada pra la;deixa essa historia pra la;deixa isso quieto;arreda;quero mais nao;carece nao;"
    "nao carece;precisa nao;quero nao;"
    "pode nao;pensando bem nao;pensando melhor nao;melhor nao lancar;melhor nao registrar;melhor nao anotar;"
    "melhor nao criar;a gente desistiu;desistiu;desistimos;desconsidere;"
    "desconsidera;desconsiderar;melhor deixar sem lancar;"
    "nananinanao;desencana;fica pra outra hora;fica pra depois;"
    "fica pra proxima;deixa pra proxima;deixa pra amanha;"
    "larga isso;nops;noup;nah;neca;ah nao;pra;pra com isso;pra ai;xapralá;xapra la;"
    "deixa baixo;nao curti;abortar;aborta;abandona;nao sim nao;melhor deixar;"
    "melhor deixar pra la;mudei de ideia;nao mais;pode deixar pra la;nao da;apaga isso;apaga"
)
_COURTESY = words(
    "por favor gentileza pfv please mel ah ai entao agora amor ja logo so obrigado obrigada obg valeu viu ne tambem la "
    "mor mo gente kkk kk rs rsrs hein uai tche querida flor linda ta ue oxe bem po cara mano pf pff vlw "
    "brigado brigada eu mesmo rapido agradeco"
) | (lexicon.CALLS - {"opa"})
_CHANGE = words("mas porem so_que troca muda altera corrige mudar trocar errado diferente menos antes exceto tirando")

DEEDS: dict[str, frozenset[str]] = {
    "record_spend": words(
    "registrar lancar anotar marcar salvar gravar contabilizar computar botar colocar por adicionar incluir"
),
    "contribute_to_goal": words(
    "aportar guardar depositar registrar lancar anotar salvar gravar botar colocar por adicionar contribuir"
),
    "register_expense": words(
    "cadastrar registrar criar adicionar incluir lancar anotar salvar gravar botar colocar por"
),
    "adjust_expense": words(
    "registrar lancar anotar ajustar mudar alterar aumentar reduzir diminuir atualizar corrigir trocar salvar "
    "gravar subir baixar"
),
    "create_goal": words("lancar anotar criar abrir registrar cadastrar adicionar salvar gravar"),
    "record_income": words("registrar lancar anotar marcar salvar gravar adicionar incluir"),
    "import_invoice": words("importar lancar registrar subir processar carregar salvar gravar"),
    "undo": words("desfazer apagar remover tirar reverter"),
}  # fmt: skip
_ANY_DEED = frozenset().union(*DEEDS.values())


@cache
def _phrase_sizes() -> tuple[tuple[frozenset[tuple[str, ...]], str], ...]:
    return ((STRONG_YES, "strong"), (NO, "no"), (WEAK_YES, "weak"))


def affirms(text: str, proposal: Proposal) -> Affirmation:
    """What a text says to an open proposal. Look-alike or invisible characters never affirm."""
    if not text.strip() or len(text) > LONGEST or disguised(text):
        return Affirmation("unclear")
    try:
        return _affirms(text, proposal)
    except (ValueError, OverflowError, IndexError):
        return Affirmation("unclear")


def plain_verdict(sentence: Sentence, intents: tuple[str, ...]) -> Affirmation:
    """A whole message from the closed lists, with the deeds of these intents; any other word is "unclear"."""
    words = [_symbol(item) for item in sentence.items if item.kind in {"w", "emoji"}]
    if any(item.kind not in {"w", "emoji", "sep", "stop", "plus"} for item in sentence.items) or not words:
        return Affirmation("unclear")
    deeds = frozenset().union(*(DEEDS.get(intent, frozenset()) for intent in intents))
    return _verdict(words, deeds)


def _symbol(item: Item) -> str:
    return item.norm if item.kind == "w" else item.norm.rstrip("\ufe0f")


def _verdict(words: list[str], deeds: frozenset[str]) -> Affirmation:
    seen: set[str] = set()
    at = 0
    while at < len(words):
        size, kind = _piece(words, at, deeds)
        if not size:
            return Affirmation("unclear")
        if kind != "courtesy":
            seen.add(kind)
        at += size
    if not seen:
        return Affirmation("unclear")
    if seen == {"no"}:
        return Affirmation("no", strong=True)
    if "no" in seen:
        return Affirmation("unclear")
    return Affirmation("yes", strong="strong" in seen)


def _piece(words: list[str], at: int, deeds: frozenset[str]) -> tuple[int, str]:
    refused = _refused_deed(words, at)
    if refused:
        return refused, "no"
    ordered = _deed(words, at, deeds)
    if ordered:
        return ordered, "strong"
    for size in (5, 4, 3, 2, 1):
        phrase = tuple(words[at : at + size])
        if len(phrase) < size:
            continue
        for table, kind in _phrase_sizes():
            if phrase in table:
                return size, kind
    if words[at] in {"🏻", "🏼", "🏽", "🏾", "🏿", "\u200d"} or words[at] in _COURTESY:
        return 1, "courtesy"
    return 0, ""


_OBJECTS = words("isso esse essa este esta ele ela o a nao mais nada agora ai sim")


def _refused_deed(words: list[str], at: int) -> int:
    """ "não pode mandar", "não registra", "não quero lançar isso não"."""
    if words[at] not in {"nao", "num", "nem"}:
        return _refused_after(words, at)
    here = at + 1
    while here < len(words) and words[here] in {"pode", "quero", "precisa", "eh", "pra", "vai", "era"}:
        here += 1
    form = verb(words[here]) if here < len(words) else None
    if (
        form is None
        or form.lemma not in _ANY_DEED | {"confirmar", "mandar", "aprovar", "fazer", "importar"}
        or form.tense == "past"
    ):
        return 0
    here += 1
    while here < len(words) and words[here] in _OBJECTS:
        here += 1
    return here - at


def _refused_after(words: list[str], at: int) -> int:
    """ "lança não", "confirma isso não": the negation comes last, as in the Northeast."""
    form = verb(words[at])
    if form is None or form.tense == "past" or form.lemma not in _ANY_DEED | {"confirmar", "mandar", "fazer"}:
        return 0
    here = at + 1
    while here < len(words) and words[here] in _OBJECTS - {"nao"}:
        here += 1
    return here + 1 - at if words[here : here + 1] == ["nao"] and here + 1 == len(words) else 0


def _deed(words: list[str], at: int, deeds: frozenset[str]) -> int:
    """ "pode lançar", "registra isso", "cria": the proposal's own verb, as an order."""
    here = at
    while here < len(words) and words[here] in {"pode", "podes", "sim", "entao", "vc", "voce", "ok"} and here < at + 2:
        here += 1
    form = verb(words[here]) if here < len(words) else None
    if form is None or form.lemma not in deeds or form.tense not in {"order", "infinitive"}:
        return 0
    here += 1
    while here < len(words) and words[here] in {"isso", "esse", "essa", "este", "esta", "ai", "sim", "la"}:
        here += 1
    return here - at


@lru_cache(maxsize=64)
def _parsed(text: str) -> Sentence:
    """One reading of a message for all the proposals that it is held against."""
    return parse(text, Context(_ANY_DAY))


def _affirms(text: str, proposal: Proposal) -> Affirmation:
    sentence = _parsed(text)
    plain = plain_verdict(sentence, (proposal.intent,))
    if plain.verdict != "unclear":
        return plain
    if any(item.kind in {"bad", "odd", "ask", "pct"} for item in sentence.items):
        return Affirmation("unclear")
    rest, fits, named, extra = _without_slots(sentence, proposal)
    words = [_symbol(item) for item in rest]
    lead = _lead(words, proposal)
    if set(words) & _CHANGE or "so que" in sentence.flat:
        return Affirmation("change") if lead in {"weak", "strong", "no"} else Affirmation("unclear")
    deeds = DEEDS.get(proposal.intent, frozenset())
    verdict = _verdict([word for word in words if word not in _GLUE], deeds) if words else Affirmation("unclear")
    if verdict.verdict == "yes":
        if not _consents(words):
            # "registra 200 no mercado" said again is the order again, not a yes to the first one.
            return Affirmation("unclear")
        if extra or not fits:
            return Affirmation("change")
        return Affirmation("yes", strong=verdict.strong, named=named)
    if verdict.verdict == "no":
        return Affirmation("change") if extra or (not fits) else Affirmation("no", strong=True, named=named)
    if lead in {"weak", "strong"} and (extra or not fits):
        return Affirmation("change")
    return Affirmation("unclear")


def _consents(words: list[str]) -> bool:
    """Whether any word of it says yes, and does not merely order the deed."""
    for word in words:
        form = verb(word)
        ordered = form is not None and form.lemma in _ANY_DEED
        if (word,) in WEAK_YES or ((word,) in STRONG_YES and not ordered) or word in _ASSENT:
            return True
    return False


_ASSENT = words(
    "pode podes podem confirma confirmo confirmado confirmar confirme manda mande isso sim positivo autorizo aprovo"
)
_GLUE = words("o a os as de do da dos das no na em pro pra e com um uma gasto meta despesa conta aporte reais que foi")


def _lead(words: list[str], proposal: Proposal) -> str:
    """What kind of word the message opens with."""
    if not words:
        return ""
    return _piece(words, 0, DEEDS.get(proposal.intent, frozenset()))[1]


def _without_slots(sentence: Sentence, proposal: Proposal) -> tuple[list[Item], bool, bool, bool]:
    """The items that are no slot; whether every slot equals the proposal's; whether its thing is named; other words."""
    rest: list[Item] = []
    fits, named, extra = True, False, False
    names = name_words(proposal)
    for item in (i for i in sentence.items if i.kind not in {"sep", "stop", "quote"}):
        if item.kind == "amt":
            fits = fits and getattr(item.value, "amount", None) == proposal.slots.get("amount")
        elif item.kind in {"when", "due", "inst", "pm", "card", "clock", "qty"}:
            extra = True
        elif item.kind == "w" and item.norm in names:
            named = True
        elif item.kind in {"w", "emoji"}:
            known = item.norm in _GLUE or item.norm in _CHANGE or _piece([item.norm], 0, _ANY_DEED)[0]
            part = item.norm in _PARTS or verb(item.norm) is not None
            extra = extra or not (known or part)
            rest.append(item)
        else:
            extra = True
    return rest, fits, named, extra


_PARTS = frozenset(word for table in (WEAK_YES, STRONG_YES, NO) for phrase in table for word in phrase) | _COURTESY


def name_words(proposal: Proposal) -> frozenset[str]:
    """The folded words that a member may call it by."""
    named = [proposal.name or "", str(proposal.slots.get("name") or ""), *proposal.aliases]
    words = {word for name in named for word in folded_words(fold(name))}
    return frozenset(words - _GLUE)


def choose(text: str, proposals: tuple[Proposal, ...], *, asked: bool = False) -> tuple[int, ...] | None:
    """Which open proposals a text accepts ("confirma os dois", "só o mercado"); None when it is no such text.

    `asked`: Mel's previous reply showed them or asked which; then "o mercado" or "todas" alone answers. Otherwise a
    bare name may answer something else, and accepts nothing.
    """
    if len(proposals) < 2 or len(text) > LONGEST or disguised(text):
        return None
    tokens = tokenize(text)
    marks = {token.text for token in tokens if token.kind in {"punct", "sign", "slash"}}
    numbers = {token.text for token in tokens if token.kind == "num"}
    if "?" in marks or any(token.kind in {"sign", "slash"} for token in tokens) or numbers - {"2", "3"}:
        return None
    emoji = [mark for mark in marks if (mark,) in WEAK_YES | NO]
    words = [token.norm for token in tokens if token.kind in {"word", "num"}] + emoji
    return _chosen(words, proposals, asked=asked)


_ALL = _table(
    "os dois;as duas;ambos;ambas;todos;todas;tudo;os tres;as tres;todos eles;os 2;os 3;todas elas;"
    "os dois sim;ambos os dois;pra duas;pro dois;pras duas;pros dois;para as duas;para os dois;pra todas;pra todos"
)
REFUSALS = words(
    "cancela cancelar cancele cancelo nao nem descarta descartar tira tirar esquece remove apaga menos exceto sem"
)
"""A text with one of these words accepts nothing out of several: "cancela o mercado" says nothing about the others."""


_ONLY = words("so apenas somente")


def _chosen(words: list[str], proposals: tuple[Proposal, ...], *, asked: bool) -> tuple[int, ...] | None:
    picked: set[int] = set()
    if REFUSALS & set(words):
        return None
    left: list[str] = []
    at = 0
    every = False
    while at < len(words):
        size = next((n for n in (3, 2, 1) if tuple(words[at : at + n]) in _ALL and len(words[at : at + n]) == n), 0)
        if size:
            every, at = True, at + size
            continue
        hits = [n for n, proposal in enumerate(proposals) if words[at] in name_words(proposal)]
        ordinal = {"primeiro": 0, "primeira": 0, "segundo": 1, "segunda": 1, "terceiro": 2, "terceira": 2}.get(
            words[at]
        )
        if words[at] in {"ultimo", "ultima"}:
            ordinal = len(proposals) - 1
        if len(hits) == 1:
            picked.add(hits[0])
        elif ordinal is not None and ordinal < len(proposals):
            picked.add(ordinal)
        else:
            left.append(words[at])
        at += 1
    if every == bool(picked):
        return None
    deeds = frozenset().union(*(DEEDS.get(proposal.intent, frozenset()) for proposal in proposals))
    rest = [word for word in left if word not in _GLUE | _ONLY | {"primeiro"}]
    if not (rest or asked or _ONLY & set(left)):
        return None
    if rest and _verdict(rest, deeds).verdict != "yes":
        return None
    return tuple(range(len(proposals))) if every else tuple(sorted(picked))
