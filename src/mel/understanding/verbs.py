"""Verb forms: a small conjugator and the lemmas Mel knows, each with the family it belongs to."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from mel.understanding.wordlist import words


class Verb(NamedTuple):
    """`tense`: past, present, order, infinitive or other (future, gerund…). `person`: 1, 3, 1p, 3p."""

    lemma: str
    tense: str
    person: str


SPEND = words(
    "despender ofertar gastar pagar comprar torrar desembolsar largar deixar pedir quitar dar doar adquirir esbanjar "
    "queimar "
    "liquidar investir parcelar bancar meter soltar encomendar custear morrer"
)
"""To part with money; the object is what was bought or where."""

DEED = words(
    "abastecer almocar jantar lanchar tomar comer beber consertar arrumar lavar cortar fazer trocar encher "
    "renovar recarregar carregar levar alugar reformar pintar emplacar revisar assistir imprimir estacionar "
    "ir passar parar pegar buscar chamar mandar reservar contratar assinar parcelar petiscar merendar tosar "
    "depilar hidratar"
)
"""Something done that cost money, said with an amount."""

COST = words("dar sair ficar ser custar totalizar fechar bater debitar")
"""An impersonal price: "deu 85 o açougue"."""

LOG = words("registrar lancar anotar marcar contabilizar computar apontar logar")
ADD = words("adicionar incluir inserir cadastrar acrescentar criar")
PLACE = words("botar por colocar jogar mandar tacar empurrar")
SAVE = words(
    "guardar aportar depositar poupar economizar separar reservar transferir contribuir juntar aplicar "
    "investir destinar mandar jogar passar somar"
)
EARN = words("receber ganhar faturar vender cair entrar pingar lucrar embolsar")
ADJUST = words(
    "mudar alterar aumentar reduzir ajustar corrigir trocar diminuir baixar subir atualizar cortar definir "
    "setar abaixar elevar passar limitar reajustar redefinir estipular fixar estabelecer modificar"
)

_AR = tuple(
    words(
        "ofertar logar empurrar gastar pagar comprar torrar desembolsar largar deixar quitar doar esbanjar queimar "
        "liquidar parcelar "
        "bancar soltar encomendar custear almocar jantar lanchar tomar consertar arrumar lavar cortar trocar "
        "renovar recarregar carregar levar alugar reformar pintar emplacar revisar estacionar passar parar pegar "
        "buscar mandar reservar contratar assinar usar ficar custar totalizar fechar registrar lancar anotar "
        "marcar contabilizar computar apontar tacar adicionar cadastrar acrescentar criar botar colocar jogar guardar "
        "aportar depositar poupar economizar separar juntar aplicar destinar ganhar faturar entrar pingar lucrar "
        "embolsar mudar alterar aumentar ajustar diminuir_ baixar atualizar setar abaixar elevar limitar fixar "
        "petiscar merendar tosar depilar hidratar importar processar enviar anexar cancelar apagar tirar retirar "
        "sacar emprestar estornar devolver_ dividir_ rachar ignorar confirmar aprovar autorizar liberar avisar "
        "lembrar cobrar chegar viajar descontar reembolsar pausar renomear abrir_ calcular simular mostrar "
        "listar pensar planejar achar acabar andar olhar ajudar salvar zerar voltar virar acertar errar chamar "
        "aceitar remarcar agendar adiantar atrasar sobrar faltar bastar gravar somar cozinhar ligar esperar "
        "adorar amar acordar trabalhar estudar conversar modificar estipular ativar desativar excluir_ negociar "
        "combinar ajeitar debitar rolar reajustar comecar"
    )
)
_ER = tuple(
    words(
        "despender comer beber abastecer encher vender receber devolver meter precisar_ vencer dever escrever correr "
        "perder render valer mexer morrer"
    )
)
_IR = tuple(
    words(
        "investir imprimir assistir dividir contribuir transferir incluir inserir reduzir corrigir subir_ "
        "definir redefinir diminuir adquirir pedir cair_ sair_ abrir excluir desistir remir decidir conseguir "
        "permitir cumprir"
    )
)

_IRREGULAR: dict[str, tuple[str, str, str]] = {
    "dei": ("dar", "past", "1"), "deu": ("dar", "past", "3"), "demos": ("dar", "past", "1p"),
    "deram": ("dar", "past", "3p"), "dou": ("dar", "present", "1"), "dah": ("dar", "present", "3"),
    "foi": ("ser", "past", "3"), "foram": ("ser", "past", "3p"), "fui": ("ir", "past", "1"),
    "fomos": ("ir", "past", "1p"), "fiz": ("fazer", "past", "1"), "fez": ("fazer", "past", "3"),
    "fizemos": ("fazer", "past", "1p"), "fizeram": ("fazer", "past", "3p"), "faz": ("fazer", "present", "3"),
    "pus": ("por", "past", "1"), "pos": ("por", "past", "3"), "pusemos": ("por", "past", "1p"),
    "poe": ("por", "order", "3"), "ponha": ("por", "order", "3"), "poem": ("por", "present", "3p"),
    "saiu": ("sair", "past", "3"), "sairam": ("sair", "past", "3p"), "sai": ("sair", "present", "3"),
    "caiu": ("cair", "past", "3"), "cairam": ("cair", "past", "3p"), "cai": ("cair", "present", "3"),
    "pago": ("pagar", "present", "1"), "paga": ("pagar", "present", "3"), "pedi": ("pedir", "past", "1"),
    "pediu": ("pedir", "past", "3"), "pecam": ("pedir", "other", "3p"), "subiu": ("subir", "past", "3"),
    "subiram": ("subir", "past", "3p"), "sobe": ("subir", "order", "3"), "suba": ("subir", "order", "3"),
    "subir": ("subir", "infinitive", "3"), "subi": ("subir", "past", "1"), "reduza": ("reduzir", "order", "3"),
    "reduz": ("reduzir", "order", "3"), "transfere": ("transferir", "order", "3"), "tranfere": ("transferir",
    "order", "3"),
    "transfira": ("transferir", "order", "3"), "contribui": ("contribuir", "past", "1"),
    "inclui": ("incluir", "order", "3"), "inclua": ("incluir", "order", "3"), "insere": ("inserir", "order", "3"),
    "insira": ("inserir", "order", "3"), "corrija": ("corrigir", "order", "3"), "corrige": ("corrigir", "order", "3"),
    "diminui": ("diminuir", "order", "3"), "diminua": ("diminuir", "order", "3"), "excluir": ("excluir",
    "infinitive", "3"),
    "exclui": ("excluir", "order", "3"), "exclua": ("excluir", "order", "3"), "trouxe": ("trazer", "past", "1"),
    "veio": ("vir", "past", "3"), "vieram": ("vir", "past", "3p"), "vem": ("vir", "present", "3"),
    "estava": ("estar", "other", "3"), "estive": ("estar", "past", "1"), "tive": ("ter", "past", "1"),
    "teve": ("ter", "past", "3"), "tivemos": ("ter", "past", "1p"), "tinha": ("ter", "other", "3"),
    "poupa": ("poupar", "order", "3"), "mete": ("botar", "order", "3"), "ponho": ("por", "present",
    "1"), "ser": ("ser", "infinitive", "3"),
    "cair": ("cair", "infinitive", "3"), "sair": ("sair", "infinitive", "3"), "dar": ("dar", "infinitive", "3"),
    "fazer": ("fazer", "infinitive", "3"), "ir": ("ir", "infinitive", "3"),
    "pedir": ("pedir", "infinitive", "3"), "pede": ("pedir", "order", "3"), "peguei": ("pegar", "past", "1"),
    "paguei": ("pagar", "past", "1"), "disse": ("dizer", "past", "3"), "falou": ("falar", "past", "3"),
    "quis": ("querer", "past", "3"), "viu": ("ver", "past", "3"), "entregaram": ("entregar", "past", "3p"),
}  # fmt: skip
_SLIPS = {
    "gatei": "gastei", "gasrei": "gastei", "gastie": "gastei", "gsatei": "gastei", "gastai": "gastei",
    "gstei": "gastei", "gasti": "gastei", "compri": "comprei", "pagi": "paguei", "recebei": "recebi",
    "pagei": "paguei", "pagui": "paguei", "pageui": "paguei", "pguei": "paguei", "paquei": "paguei",
    "compei": "comprei",
    "comrpei": "comprei", "conprei": "comprei", "comprie": "comprei", "resgistra": "registra", "regista": "registra",
    "rejistra": "registra", "registar": "registrar", "lansa": "lanca", "lansei": "lancei", "aport": "aporta",
    "aporte": "aporta", "guadei": "guardei", "guarei": "guardei", "gardei": "guardei", "depozitei": "depositei",
    "almenta": "aumenta", "almentar": "aumentar", "aument": "aumenta", "recibi": "recebi", "resebi": "recebi",
    "gastemo": "gastamos", "paguemo": "pagamos", "compremo": "compramos", "gastamo": "gastamos",
    "pagamo": "pagamos", "compramo": "compramos", "gastô": "gastou", "pagô": "pagou",
    "cadrasta": "cadastra", "anotae": "anota", "anotai": "anota",
    "gsatou": "gastou", "gatou": "gastou", "recbi": "recebi", "recebii": "recebi", "paguie": "paguei",
}  # fmt: skip


def _regular(lemma: str, group: str) -> dict[str, Verb]:
    stem = lemma[:-2]
    soft = {"c": "qu", "g": "gu"}.get(stem[-1], stem[-1]) if group == "ar" else stem[-1]
    soft = stem[:-1] + soft
    if group == "ar":
        # Cedilla is folded, so "lancar" keeps its c before e.
        if lemma in {"lancar", "almocar", "cacar", "alcancar"}:
            soft = stem
        past = {soft + "ei": "1", stem + "ou": "3", stem + "amos": "1p", stem + "aram": "3p"}
        order: tuple[str, ...] = (stem + "a", soft + "e", soft + "em", stem + "ai")
        others: tuple[str, ...] = (
            "arei",
            "ara",
            "aremos",
            "arao",
            "aria",
            "ariamos",
            "ava",
            "avamos",
            "avam",
            "ando",
            "asse",
            "assem",
        )
    else:
        i = "e" if group == "er" else "i"
        past = {stem + "i": "1", stem + ("eu" if group == "er" else "iu"): "3", stem + i + "mos": "1p",
                stem + i + "ram": "3p"}  # fmt: skip
        order = (stem + "e", stem + "a", stem + "am")
        others = tuple(i + end for end in ("rei", "ra", "remos", "rao", "ria", "riamos", "ndo", "sse", "ssem"))
        others = (*others, "ia", "iamos", "iam")
    forms = {form: Verb(lemma, "past", person) for form, person in past.items()}
    forms.update({form: Verb(lemma, "order", "3") for form in order if form not in forms})
    forms[stem + "o"] = Verb(lemma, "present", "1")
    forms.setdefault(stem + ("am" if group == "ar" else "em"), Verb(lemma, "present", "3p"))
    forms[lemma] = Verb(lemma, "infinitive", "3")
    forms[lemma + "em"] = Verb(lemma, "other", "3p")
    forms.update({stem + end: Verb(lemma, "other", "3") for end in others if stem + end not in forms})
    return forms


# Nouns that look like one of the forms above.
_NOUNS = words(
    "bebe bebes venda vendas aumento ajuste processo envio deposito lucro atraso chama olho passeio andar "
    "importe escova canto cobre jantar processos revise visita visitas toque toca limpa abra abre saia sobe "
    "sirva serve medida mida bebida comida corrida ida vinda partida batida lavagem mude mando embalo acordo "
    "ensino troca vale valia troco gasto gastos compra compras conserto corte passe levo lanche almoco "
    "almoca marca marco cobra cozinha viaje janto lancho carro virada conta contas carga fecho parcela usa "
    "separa reserva junta liga estudo trabalho calculo pensa ama arma carrega reforma pinta busca mostra "
    "lista ganho sobra sobras falta aviso lembra emprestimo aluguel alugo tosa depila corre jogo jogos "
    "gravata lava tiro tira pedido pega passa para paro sai cobrado manda combina combo volta vira ajuda "
    "apara planejo aceita saldo encomenda anota nota acerta aposta conserta custo custos pausa revisa renova "
    "calcula ativa agenda planeja virar vende desconto adora corrente soma some solta entra entre decida "
    "oferta ofertas oferto logo meta metas mete cria registro registros bate bata pintura receba receita recibo "
    "entrada reembolso "
    "estorno marque banca toma tome coma come beba corta arruma pare dou bota botas busque troque pegue "
    "volte adoro salva salve ligue apague use pente pinte lave ande anda levem corto junto juntos juntas "
    "janta jantas comeco comecos lancha lanchas role roles rolo rolos reservas define muda poupa assino escreva "
    "retiro saque "
    "saco assina devo deve liquido liquida"
)


@cache
def forms() -> dict[str, Verb]:
    """Every known form; built at the first message, so that importing stays cheap."""
    table: dict[str, Verb] = {}
    for group, lemmas in (("ar", _AR), ("er", _ER), ("ir", _IR)):
        for lemma in lemmas:
            if not lemma.endswith("_"):
                for form, verb in _regular(lemma, group).items():
                    table.setdefault(form, verb)
    table.update({form: Verb(*parts) for form, parts in _IRREGULAR.items()})
    for slip, right in _SLIPS.items():
        if right in table:
            table.setdefault(slip, table[right])
    return table


@cache
def _first_past(person: str) -> dict[str, str]:
    return {v.lemma: form for form, v in reversed(forms().items()) if v.tense == "past" and v.person == person}


def told(word: str, person: str = "1", tense: str = "infinitive") -> str | None:
    """The first person past of an infinitive: "acabei de pagar" tells what "paguei" tells."""
    form = forms().get(word)
    return _first_past(person).get(form.lemma) if form and form.tense == tense else None


def verb(word: str) -> Verb | None:
    """The verb a word is when it can be nothing but one in its place; ambiguous forms count too."""
    return forms().get(word)


def only_verb(word: str) -> bool:
    """Whether a word is a verb and no noun, so that it can be no part of a name."""
    return word in forms() and word not in _NOUNS


_SHAPES = (
    "ei",
    "ou",
    "aram",
    "eram",
    "iram",
    "amos",
    "emos",
    "ando",
    "endo",
    "indo",
    "eu",
    "iu",
    "isse",
    "asse",
    "eci",
    "orri",
    "olvi",
    "endi",
    "idi",
    "rti",
    "arei",
    "erei",
    "aria_",
)
_SHAPED_NOUNS = words(
    "museu pneu europeu judeu ateu liceu chapeu trofeu camafeu mausoleu coliseu rei frei lei hokei ramos "
    "enjoei mimos extremos fernando orlando lindo vindo cabelei nei bei jornei amamos vendo segundo mundo fundo "
    "quando bando comando armando rolando legendo dividendo remendo calei classe passe desenho nando "
    "supremos gramos"
)


def verb_shaped(word: str) -> bool:
    """Whether an unknown word ends like a finite verb: a write would rather abstain than call it a name."""
    return len(word) > 4 and word.endswith(_SHAPES) and word not in _SHAPED_NOUNS
