"""record_income: money that came in, told, ordered, or a bare income noun with its amount."""

from __future__ import annotations

from itertools import pairwise

from mel.understanding import lexicon
from mel.understanding.clause import Clause, Refused, measured, money_slots, time_slots
from mel.understanding.methods import BRANDS
from mel.understanding.names import find_expense, find_member
from mel.understanding.orders import order
from mel.understanding.payees import payable, personal
from mel.understanding.phrases import Phrase, phrases
from mel.understanding.reading import Reading
from mel.understanding.sentence import Item
from mel.understanding.verbs import ADD, EARN, LOG, PLACE, only_verb, verb
from mel.understanding.wordlist import words

INCOME_NOUNS = words(
    "salario pagamento adiantamento ferias freela freelance freelas comissao comissoes bonus bonificacao plr "
    "pensao aposentadoria bolsa restituicao dividendos dividendo rendimento rendimentos gorjeta gorjetas "
    "vale renda decimo 13º 13o 13 terceiro receita extra bico diaria diarias proventos honorarios rescisao "
    "fgts pis abono mesada premio venda vendas estagio job projeto consultoria aula aulas hora horas plantao "
    "plantoes soldo auxilio seguro salariozinho pagto 13°"
)
_BARE = words(
    "salario adiantamento freela freelance freelas comissao bonus plr aposentadoria pensao rendimento "
    "dividendos bonificacao restituicao recebimento recebido recebidos entrada receita salarinho proventos "
    "ganho ganhos rescisao soldo"
)
_LOG_HEADS = words("entrada receita recebimento renda ganho entradas receitas salario ganhos")
_IN_WORDS = words("conta hoje caiu entrada")
_PURPOSE = frozenset({"pelo", "pela", "pelos", "pelas", "por", "referente"})
_OWED = words("cheque consignado financiamento agiota credito crediario fiado antecipacao limite saque penhor divida")
_FROM = frozenset({"da", "do", "de", "das", "dos"})


def read_income(clause: Clause) -> Reading:
    """The clause as one income; raises `Refused` when it is not surely one."""
    if clause.dues:
        raise Refused("recurring")
    if clause.percent or clause.asked or clause.instalments:
        raise Refused("not_understood")
    core, ordered, lemma = _opening(_sold_for(list(clause.core)))
    _check_thing(core, lemma)
    parts = _parts(core)
    slots = money_slots(clause)
    name = _name(parts, clause, lemma)
    if name:
        slots["name"] = name
    pix = [item for item in clause.methods if item.value[0] == "pix"]  # type: ignore[index]
    if len(pix) < len(clause.methods):
        kinds = {item.value[0] for item in clause.methods}  # type: ignore[index]
        if kinds == {"cash"}:
            slots["payment_method"] = "cash"
        elif kinds != {"pix"}:
            raise Refused("not_understood")
    elif pix:
        slots["payment_method"] = "pix"
    slots.update(time_slots(clause))
    if clause.member:
        slots["member"] = clause.member
    _enough(slots, parts, lemma, pix=bool(pix))
    if "amount" not in slots and measured(clause, name):
        raise Refused("ambiguous_amount")
    missing = tuple(slot for slot in ("amount", "name") if slot not in slots)
    return Reading("record_income", slots, ordered=ordered, missing=missing)


def _sold_for(core: list[Item]) -> list[Item]:
    """ "vendi uns brownies, deu 84": the price is told by a verb of its own."""
    sold = any((form := verb(item.norm)) and form.lemma == "vender" and form.tense == "past" for item in core[:2])
    told = len(core) > 3 and core[-1].kind == "amt" and core[-2].norm in {"deu", "deram", "foi", "foram", "rendeu"}
    return [*core[:-2], core[-1]] if sold and told else core


def _opening(core: list[Item]) -> tuple[list[Item], bool, str]:
    """Take the earning verb out; the rest must be nouns."""
    commanded = order(core, LOG | ADD | PLACE)
    if commanded is not None:
        return _ordered(core[commanded[1] :])
    me_paid = next(
        (at for at, item in enumerate(core) if item.norm in {"pagaram", "pagou", "depositaram", "depositou"}), None
    )
    if me_paid and core[me_paid - 1].norm in {"me", "nos"}:
        return core[: me_paid - 1] + core[me_paid + 1 :], False, "pagar"
    if me_paid == 0 and core[0].norm in {"depositaram", "pagaram"} and len(core) > 1:
        nouns = {item.norm for item in core[1:]}
        if nouns & (
            INCOME_NOUNS - {"vale", "seguro", "extra", "hora", "horas", "aula", "aulas", "diaria"}
        ) and nouns & {"meu", "nosso", "minha"}:
            return core[1:], False, "pagar"
    verbs = [
        at
        for at, item in enumerate(core)
        if item.kind == "w" and (form := verb(item.norm)) and form.lemma in EARN and form.tense == "past"
    ]
    if len(verbs) == 1:
        at = verbs[0]
        _check_side(core, at)
        fell = core[at].norm in {"caiu", "cairam"} and at and core[at - 1].kind == "w"
        if fell and core[at + 1 : at + 2] and core[at + 1].kind == "amt":
            raise Refused("ambiguous_amount")
        form = verb(core[at].norm)
        lemma = form.lemma if form else ""
        if _named(core[:at]) and _named(core[at + 1 :]):
            raise Refused("two_names")
        return [*core[:at], Item("sep", core[at].first, core[at].first, ""), *core[at + 1 :]], False, lemma
    if verbs:
        raise Refused("two_actions")
    return _bare(core), False, ""


_SAID = lexicon.ARTICLES | lexicon.PREPOSITIONS | lexicon.POSSESSIVES | _IN_WORDS | words("banco pix me nos e que ja")


def _named(items: list[Item]) -> bool:
    """Whether these words name something: "uhu caiu o bolsa família" would name two."""
    return any(item.kind == "w" and item.norm not in _SAID for item in items)


def _check_side(core: list[Item], at: int) -> None:
    """ "caiu 300 da conta" left it; "entrou 300 do cheque especial" is owed."""
    words = [item.norm for item in core]
    away = any(
        word in _FROM and words[i + 1 : i + 2] and words[i + 1] in {"conta", "poupanca", "cartao", "carteira", "banco"}
        for i, word in enumerate(words)
    )
    if set(words) & _OWED or (away and words[at] not in {"recebi", "ganhei", "ganhamos", "recebemos"}):
        raise Refused("not_carried")


_PAYMENTS = INCOME_NOUNS | words(
    "pix valor total deposito transferencia entrada salarios ajuda cachê cache comissaozinha"
)


def _check_thing(core: list[Item], lemma: str) -> None:
    """ "ganhei uma cafeteira de 300", "recebi a conta de 350": a thing came, and no money."""
    for before, item in pairwise(core[1:]):
        at = core.index(item)
        priced = item.kind == "amt" and before.norm in {"de", "no"} and core[at - 2].kind == "w"
        if priced and lemma != "vender" and core[at - 2].norm not in _PAYMENTS and lemma != "registrar":
            raise Refused("not_an_income")


def _ordered(rest: list[Item]) -> tuple[list[Item], bool, str]:
    """ "registra entrada de 1500", "anota que recebi 700"."""
    rest = [
        item
        for at, item in enumerate(rest)
        if not (at < 2 and item.norm in {"um", "uma", "ai", "mais", "que", "o", "a"})
    ]
    head = next((item.norm for item in rest if item.kind == "w" and item.norm not in lexicon.PREPOSITIONS), "")
    if head in _LOG_HEADS or head in {"freela", "comissao", "bonus"}:
        if head in _LOG_HEADS - {"salario"}:
            rest = _drop_first(rest, head)
        return rest, True, "registrar"
    at = next((at for at, item in enumerate(rest[:2]) if item.norm in {"recebi", "recebemos", "ganhei"}), None)
    if at is None:
        raise Refused("not_an_income")
    return rest[:at] + rest[at + 1 :], True, "receber"


def _bare(core: list[Item]) -> list[Item]:
    nouns = [item.norm for item in core if item.kind == "w"]
    amounts = [item for item in core if item.kind == "amt"]
    first = next(
        (word for word in nouns if word not in lexicon.PREPOSITIONS | lexicon.ARTICLES | lexicon.POSSESSIVES), ""
    )
    extra = nouns[:2] in (["renda", "extra"], ["hora", "extra"], ["horas", "extras"], ["decimo", "terceiro"])
    thirteenth = first in {"13º", "13°", "13o"}
    if first in {"ganho", "ganhos"} and core[nouns.index(first) + 1 : nouns.index(first) + 2] == amounts:
        raise Refused("recurring")
    got = next((word for word in nouns if word in _GOT), None)
    if got and len(amounts) == 1 and nouns[0] not in _GOT:
        return _drop_first(core, got)
    if set(nouns) & _LESS or _somebodys_pay(nouns):
        raise Refused("not_an_income")
    if len(amounts) == 1 and (first in _BARE or extra or thirteenth):
        if first in {"recebido", "recebidos"}:
            return _drop_first(core, first)
        return core
    raise Refused("not_an_income")


_GOT = words("recebido recebida creditado creditada")
_LESS = words("descontado descontada menor maior atrasado atrasada reduzido cortado pendente previsto bloqueado")


def _somebodys_pay(nouns: list[str]) -> bool:
    """ "salário da faxineira": what the household pays."""
    return any(of in _FROM and payable((whose,)) for of, whose in pairwise(nouns))


def _drop_first(items: list[Item], word: str) -> list[Item]:
    at = next(at for at, item in enumerate(items) if item.norm == word)
    return items[:at] + items[at + 1 :]


def _parts(core: list[Item]) -> list[Phrase]:
    parts: list[Phrase] = []
    run: list[Item] = []
    for item in [*core, Item("sep", 0, 0, "")]:
        if item.kind in {"amt", "sep"}:
            run = [i for i in run if i.norm not in {"me", "nos", "pra", "mim", "recebido", "tudo"} or i.kind != "w"]
            while run and run[-1].norm in {"por", "de", "em", "e", "a", "o", "um", "uma"}:
                run.pop()
            found = _split(run)
            if found is None:
                raise Refused("not_understood")
            parts += found
            run = []
        elif item.kind in {"w", "qty", "when"}:
            run.append(item)
        else:
            raise Refused("ambiguous_amount")
    return parts


def _split(run: list[Item]) -> list[Phrase] | None:
    """Noun phrases, with the source ("da vizinha") apart from the purpose ("pelo bolo")."""
    if any(item.kind == "w" and item.value != "code" and only_verb(item.norm) for item in run):
        return None
    return phrases(run, heads=False)


def _name(parts: list[Phrase], clause: Clause, lemma: str) -> str | None:
    if any(part.words[0] == "conta" and not part.preposition and len(part.words) > 1 for part in parts):
        raise Refused("not_an_income")
    for part in parts:
        if part.words[0] == "conta" and len(part.words) > 1:
            _take_owner(part, clause)
    kept = [part for part in parts if not (set(part.words) <= _IN_WORDS or part.words[0] in {"conta", "banco"})]
    if not kept:
        return None
    if len(kept) > 2:
        raise Refused("not_understood")
    texts = [part.text(clause.sentence) for part in kept]
    _check_givers(kept, texts, clause)
    _check_money(kept, texts, clause, lemma)
    if lemma == "vender":
        kept = [_without_state(part) for part in kept]
    chosen = next((part for part in kept if part.preposition not in _PURPOSE), kept[0])
    return _without_owner(chosen, clause)


_FAMILY = words("mae pai sogra sogro vo avo irma irmao tia tio")


def _check_givers(kept: list[Phrase], texts: list[str], clause: Clause) -> None:
    """Money from a person tells no purpose, and money that comes back is no income."""
    if kept[0].items[0].first == 0 and kept[0].words[0] in lexicon.CALLS:
        raise Refused("transfer")
    if any(find_member(text, clause.context.vocabulary) for text in texts):
        raise Refused("transfer")
    if any(part.preposition in _FROM and _refunds(part) for part in kept):
        raise Refused("not_an_income")
    if any(_person(part) for part in kept) and not any(part.preposition in _PURPOSE for part in kept):
        raise Refused("transfer")
    purposes = [part for part in kept if part.preposition in _PURPOSE]
    people = [part for part in kept if part.words[0] in lexicon.OUTSIDERS | lexicon.PARTNER - {"nega"}]
    if people and not purposes:
        income = any(set(part.words) & INCOME_NOUNS for part in kept)
        if not income or set(people[0].words) & _FAMILY:
            raise Refused("transfer")


_REFUNDERS = words("seguro seguradora plano convenio")
_DUES = words("parcela prestacao mensalidade")


def _refunds(part: Phrase) -> bool:
    """ "do plano de saúde", "do seguro do carro": money that comes back."""
    return part.words[0] in _REFUNDERS and (len(part.words) > 1 or part.words[0] != "seguro")


_OWN_ACCOUNTS = words("corrente poupanca salario banco digital conjunta")


def _take_owner(part: Phrase, clause: Clause) -> None:
    """ "na conta da Ana": whose account it is tells who received it; an owner who is no member stops the write."""
    owner = part.items[-1]
    text = clause.sentence.span(owner.first, owner.last)
    if find_member(text, clause.context.vocabulary):
        clause.member = text
    elif owner.norm not in BRANDS | _OWN_ACCOUNTS:
        raise Refused("someone_else")


_USED = words("velho velha velhos velhas antigo antiga antigos antigas usado usada usados usadas seminovo seminova")


def _without_state(part: Phrase) -> Phrase:
    """ "vendi meu videogame velho": its state names nothing."""
    items = part.items
    while len(items) > 1 and items[-1].norm in _USED:
        items = items[:-1]
    return Phrase(part.preposition, items)


_NO_MONEY = words(
    "fatura conta boleto multa cobranca emprestado presente convite visita noticia mensagem ligacao encomenda desconto "
    "vale-presente sorteio emprestimo aumento"
)


def _check_money(kept: list[Phrase], texts: list[str], clause: Clause, lemma: str) -> None:
    """What came must be money: no bill, no gift, and no expense ("caiu 280 de energia")."""
    said = {word for part in kept for word in part.words}
    if said & _DUES and not said & INCOME_NOUNS:
        # "caiu a parcela do carro": a bill that was debited; "a parcela do 13º" came in.
        raise Refused("not_an_income")
    if said & (_NO_MONEY - ({"encomenda"} if lemma == "pagar" else set())) and lemma != "vender":
        raise Refused("not_an_income")
    if lemma in {"cair", "entrar", "pingar"} and any(
        not set(part.words) & (INCOME_NOUNS | ({"aluguel"} if lemma == "entrar" else set()))
        and find_expense(text, clause.context.vocabulary).sure
        for part, text in zip(kept, texts, strict=True)
    ):
        raise Refused("not_an_income")


def _without_owner(part: Phrase, clause: Clause) -> str:
    """ "o salário da Ana", "as férias dela": the owner is the member, not part of the name."""
    if len(part.items) > 1 and part.items[-1].norm in {"dele", "dela", "deles", "delas"}:
        part = Phrase(part.preposition, part.items[:-1])
    if len(part.items) >= 3 and part.items[-2].norm in _FROM:
        owner = clause.sentence.span(part.items[-1].first, part.items[-1].last)
        if find_member(owner, clause.context.vocabulary):
            clause.member = owner
            return clause.sentence.span(part.items[0].first, part.items[-3].last)
    return part.text(clause.sentence)


def _person(part: Phrase) -> bool:
    """ "do Carlos": a person by a known first name, or one capitalised word that is no income."""
    if part.preposition not in _FROM or part.words[0] in INCOME_NOUNS:
        return False
    return personal(part.words[0])


def _enough(slots: dict[str, object], parts: list[Phrase], lemma: str, *, pix: bool) -> None:
    if "amount" in slots:
        return
    words = {word for part in parts for word in part.words}
    if lemma in {"receber", "cair", "entrar", "pagar", "ganhar", "pingar"} and (
        words & (INCOME_NOUNS - {"extra", "seguro"}) or (pix and not words)
    ):
        return
    if lemma == "vender" and words:
        return
    raise Refused("no_amount")
