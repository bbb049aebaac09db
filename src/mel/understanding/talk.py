"""Messages that are whole by themselves.

Greetings, thanks, help, undo, a plain yes or no, and talk beside the subject.
"""

from __future__ import annotations

import re

from mel.understanding import lexicon
from mel.understanding.affirm import WEAK_YES, plain_verdict
from mel.understanding.methods import BRANDS
from mel.understanding.names import find_card, find_expense, find_goal
from mel.understanding.patterns import Pattern
from mel.understanding.reading import Context, Reading, unclear
from mel.understanding.sentence import Sentence
from mel.understanding.wordlist import words

_GREETED = (
    "oi;oie;oii;ola;opa;eai;e ai;eae;iae;bom dia;boa tarde;boa noite;bom diaa;hey;hello;hi;alo;salve;fala;"
    "fala ai;oi sumida;ola tudo bem;tudo bem;tudo bom;tudo certo;td bem;como vai;como voce ta;"
    "como vai voce;tudo joia;beleza;blz;como ce ta;tranquilo;suave;de boa;boa;bao;bom;tudo bao;como esta;"
    "oi oi;bonjour;hola;tudo em paz;como voce esta;como vao as coisas;to de volta;voltei;cheguei;prazer;"
    "oiee;oiii;bom domingo;boa semana;bom fim de semana;bom final de semana;buenas;coe;qual eh;qual a boa;"
    "e voce;otimo dia;feliz ano novo;feliz natal;ola mel;mel;saudades;quanto tempo;bem vinda;e a familia;"
    "dia;fala tu;tudo em ordem por ai;tudo em ordem;cole;tudo tranquilo;tudo otimo;tudo ok;tudo na paz;na paz;"
    "tudo certinho;oh"
)
_GREETINGS = tuple(sorted((tuple(text.split()) for text in _GREETED.split(";")), key=len, reverse=True))
_VOCATIVES = (
    words(
        "mel querida amiga linda flor gente pessoal meninas menina amor sumida gata princesa rainha minha meu "
        "parceira parca mana voce ne aí ai pra com todos bot robozinha tudo bem por hoje como ta esta moça moca "
        "tchê tche meninos casal prezada prezado prezados filha filho"
    )
    | lexicon.CALLS
)
_THANKS = words(
    "obrigado obrigada obg brigado brigada valeu vlw tchau ate mais logo show entendi top massa legal otimo "
    "maravilha perfeito kkk kk kkkk haha hahaha rs rsrs amei arrasou demais muito grato grata gratidao "
    "agradecido falou flw beijo beijos bjs abraco abs amanha depois boa jessica parabens sensacional eita "
    "nossa uau bacana joia nice certo mel voce eh linda amor hehe"
)

_HELP = (
    (
        r"\bajudar?\b(?!.*(?:custo))|\bmostra (?:as |suas |tuas )?(?:suas |tuas )?fun(?:coes|cao)\b|\bsua utilidade\b|"
        r"\bmanha pra \w+ar\b|\b(?:tem|cade a) documentacao\b|\btu faz o que\b|"
        r"\bhelp\b|\bmanual\b|\btutorial\b|\bcomandos?\b|\bcomofas\b|"
        r"\bcomo (?:que )?(?:funciona|voce funciona|funcionas|isso funciona|usa|usar|te uso|uso|eu uso|"
        r"eu te uso|a gente usa|mexe|mexo|comeco|comecar|faz(?= <ask>$|$| pra| isso)|faco|eu faco|se faz(?! \w)|"
        r"se usa|se registra)\b"
    ),
    (
        r"\b(?:o que|oq|oque) (?:que |mais |tudo |eh que )?(?:voce|tu|a mel|ce|vc) (?:faz|sabe|consegue|pode)\b|"
        r"\bo que (?:da|dah|"
        r"eu posso|posso|consigo|eu consigo) (?:pra )?(?:te )?(?:fazer|pedir|perguntar|mandar|falar)\b|"
        r"\bpra que (?:voce|tu|que voce|isso|que) serve\b|\bpra que serve\b|\bquais (?:sao )?(?:as |"
        r"os )?(?:suas? |tuas? |seus )?(?:funcoes|funcionalidades|opcoes|recursos|comandos)\b"
    ),
    (
        r"\bnao (?:sei|entendi|estou entendendo|to entendendo|entendo|consigo|estou conseguindo|"
        r"to conseguindo) (?:como )?(?:te )?(?:usar|mexer|funciona|isso funciona|lancar nada|como)\b|"
        r"\bme (?:ensina|explica|ajuda|orienta|ensine|explique|ajude)\b|\bcomo (?:eh )?(?:que )?(?:eu |a gente |se |"
        r"nos2 )?(?:registra|lanca|anota|cadastra|registro|registrar|lanco|lancar|anoto|anotar|cadastro|"
        r"cadastrar|cria|crio|criar|apago|"
        r"apagar|desfaco|desfazer|mudo|mudar|altero|alterar|corrijo|corrigir|adiciono|adicionar|importo|"
        r"importar|subo|mando|envio|excluo|aporto|vejo|coloco|aviso)\b|\b(?:quero|preciso de|"
        r"posso ter) (?:uma )?(?:ajuda|instrucoes)\b|\bto perdid[oa]\b|\besto?u perdid[oa]\b|"
        r"\bo que (?:eu )?(?:digo|escrevo|mando|falo)\b|\bque tipo de (?:coisa|pergunta)\b|"
        r"\bda pra (?:usar|falar) (?:como|por audio)\b|\bexemplos?\b|\bcomo (?:te|eu te) (?:peco|mando)\b|"
        r"\bquais (?:perguntas|coisas)\b|\bvoce (?:serve|faz o que|pode o que|sabe fazer)\b|\bmenu\b|"
        r"\bnao to sabendo (?:mexer|usar)\b|\binstrucoes de uso\b|\bnao sei (?:mexer|usar)\b|\bprimeira vez (?:aqui|"
        r"usando)\b|"
        r"\bcomo (?:que )?(?:eu |a gente |(?:o|a) \w+ )?(?:faz|faco|fazemos) pra (?:\w*)(?:lancar|registrar|"
        r"anotar|cadastrar|criar)\b|"
        r"\b(?:mandar|enviar|usar) (?:um |uma |por )?(?:audio|foto|voz|print)\b|\bvoce (?:entende|aceita|reconhece)\b|"
        r"\b(?:posso|consigo|da pra|dah pra|tem como) (?:registrar|lancar|anotar|mandar|cadastrar) (?:\w+ ){1,3}"
        r"(?:por|com|via|em) (?:audio|foto|voz|mensagem|texto)\b|"
        r"\b(?:de que (?:jeito|forma|modo)|qual (?:eh )?o jeito (?:certo |melhor )?de) (?:que )?(?:eu |a gente |se |"
        r"te )?"
        r"(?:mand\w+|corrij\w+|corrig\w+|ajust\w+|alter\w+|registr\w+|lanc\w+|anot\w+|cadastr\w+|cri\w+|coloc\w+|"
        r"mud\w+|"
        r"apag\w+|import\w+)\b|"
        r"\bcomo eh que (?:se )?(?:usa|faz|lanca|registra|funciona|eu)\b"
    ),
)  # fmt: skip


_HELP_ASKED = Pattern(*_HELP)


def read_decision(sentence: Sentence, context: Context) -> Reading | None:
    """A plain yes or no to what waits; None when it is neither or nothing waits."""
    if not context.pending:
        return None
    if _dropped(sentence, context):
        return Reading("cancel")
    verdict = plain_verdict(sentence, tuple(proposal.intent for proposal in context.pending))
    if verdict.verdict == "yes":
        return Reading("confirm")
    if verdict.verdict == "no":
        return Reading("cancel")
    return None


_DROPS = words("cancela cancele cancelar esquece esqueca descarta descarte apaga deixa")
_PROPOSED = {
    "record_spend": words("gasto despesa lancamento registro compra"), "create_goal": words("meta caixinha objetivo"),
    "contribute_to_goal": words("aporte deposito lancamento"),
    "register_expense": words("despesa conta cadastro gasto"),
    "adjust_expense": words("ajuste mudanca alteracao"), "record_income": words("entrada receita lancamento registro"),
}  # fmt: skip


def _dropped(sentence: Sentence, context: Context) -> bool:
    """ "cancela essa meta" to the proposal of one: the proposal is dropped, nothing that exists."""
    said = sentence.words
    if len(said) != 3 or len(context.pending) != 1 or any(item.kind not in {"w", "stop"} for item in sentence.items):
        return False
    things = _PROPOSED.get(context.pending[0].intent, frozenset())
    return said[0] in _DROPS and said[1] in {"essa", "esse", "esta", "este"} and said[2] in things


def read_social(sentence: Sentence) -> Reading | None:
    """A greeting and nothing else; thanks, laughter and goodbyes are small talk the fast path leaves alone."""
    words = sentence.words
    if sentence.of("amt") or sentence.of("bad") or not sentence.tokens:
        return None
    if not words:
        return unclear("small_talk")
    if words[0] in _GRATEFUL and all(word in _THANKS | _FOR for word in words):
        return unclear("small_talk")
    if words[0] == "ta" and words[1:] and tuple(words) in WEAK_YES:
        return unclear("small_talk")
    if any(item.kind in {"when", "due", "pm", "inst", "card"} for item in sentence.items) and not _until_later(
        sentence
    ):
        return None
    if (
        words in (["beleza"], ["blz"])
        or all(word in _THANKS or _laughing(word) for word in words)
        or sentence.plain
        in {
            "ate mais",
            "boa noite tchau",
            "fica com deus",
        }
    ):
        return unclear("small_talk")
    return Reading("greeting") if _greets(words) else None


_GRATEFUL = words("obrigado obrigada obg brigado brigada valeu vlw muito grata grato")
_FOR = words("pela pelo por ajuda tudo isso forca atencao toda todo carinho paciencia a o mais uma vez")


def without_greeting(sentence: Sentence) -> Sentence:
    """ "oi mel, tudo bem? gastei 58": what follows a greeting that ends in a mark is the message."""
    for at, item in enumerate(sentence.items):
        if item.kind not in {"w", "sep", "stop", "ask", "emoji"}:
            break
        if item.kind in {"ask", "stop"}:
            words = [before.norm for before in sentence.items[:at] if before.kind == "w"]
            rest = sentence.items[at + 1 :]
            if words and _greets(words) and any(left.kind in {"w", "amt"} for left in rest):
                return Sentence(sentence.text, sentence.tokens, rest)
    return sentence


def _until_later(sentence: Sentence) -> bool:
    return bool(sentence.word_set & {"ate", "tchau", "oi", "ola"}) and len(sentence.items) < 5


def _laughing(word: str) -> bool:
    return (
        len(word) > 1
        and set(word) <= set("kharsuei")
        and word not in {"saiu", "hi", "sai", "eu"}
        and ("k" in word or "h" in word or set(word) <= {"r", "s"})
    )


def _greets(words: list[str]) -> bool:
    at, greeted = 0, False
    words = [_shortened(word) for word in words]
    while at < len(words):
        size = next((len(p) for p in _GREETINGS if tuple(words[at : at + len(p)]) == p), 0)
        if size:
            greeted, at = True, at + size
        elif words[at] in _VOCATIVES:
            at += 1
        else:
            return False
    return greeted and words != ["mel"]


def _shortened(word: str) -> str:
    """ "tardee", "oiiee": vowels drawn out."""
    if word in _VOCATIVES:
        return word
    return "".join(char for at, char in enumerate(word) if not (at and char == word[at - 1] and char in "aeiou"))


def read_help(sentence: Sentence) -> Reading | None:
    """How to use Mel."""
    if sentence.of("amt") and "<ask>" not in sentence.flat:
        return None
    if _HELP_ASKED.search(sentence.flat):
        return Reading("help")
    return None


_OUTSIDE = (
    (r"\b(?:faz|faca|escreve|cria|monta|bola) (?:um|uma) (?:texto|mensagem|poema|discurso|verso|frase|"
    r"legenda|rima|contrato|carta|convite|slogan|logo)\b"),
    (r"\b(?:coloca|toca|poe|bota) (?:um|uma|aquele|aquela) (?:musica|samba|som|playlist|forro|rock|sertanejo|"
    r"funk|pagode)\b"),
    r"\bcomo se (?:fala|diz|escreve|pronuncia)\b|\bopiniao\b|\breligiao\b|\bcausos?\b|\bcuriosidades?\b",
    r"\bensin[ae] a (?:fazer|cozinhar|preparar|assar|trocar|consertar|instalar|limpar|costurar|dirigir|dancar)\b",
    r"\bo tempo (?:<when>|ai\b|la\b)|\bmelhor acao\b|\bacao pra comprar\b",
    (
        r"\b(?:previsao do tempo|vai chover|chover|chuva|clima|temperatura|calor|frio|sol) ?|\bcomo (?:ta|"
        r"esta|vai ficar|fica) o tempo\b|\btempo (?:vai|hoje|amanha|em)\b|\bnevar\b|(?<!no )\btransito\b|"
        r"\bintegral de\b|\bderivada\b|\bequacao\b|\btcc\b"
    ),
    (
        r"\b(?:piada|piadas|poema|poesia|musica|cancao|historia|conto de fadas|charada|adivinha|"
        r"receita de|horoscopo|signo|simpatia|filme|filmes|serie|novela|livro|jogo do|futebol|flamengo|"
        r"corinthians|palmeiras|vasco|gremio|brasileirao|campeonato|copa|placar|jogou|gol|neymar|pele|"
        r"messi|bbb|big brother|fofoca|noticia|noticias|manchete|eleicao|eleicoes|presidente|governo|"
        r"politica|lula|bolsonaro|deputado|senador|prefeito|imposto de renda como|guerra|vacina|dieta|"
        r"remedio caseiro|dor de cabeca|treino|exercicio|namorar|relacionamento|amor da minha vida|"
        r"sentido da vida|deus existe|planeta|planetas|lua|marte|universo|dinossauro|capital d[aoe]|"
        r"idioma|ingles|traduz|traduza|traducao|tradutor|wikipedia|google|email|e-mail|curriculo|codigo|"
        r"python|programa|excel|planilha de|redacao|lição|licao|prova|matematica|raiz quadrada|tabuada|"
        r"fisica|quimica|distancia|fuso|alarme|despertador|cronometro|timer|restaurante bom|hotel|"
        r"passagem aerea barata|voo|rota|mapa|endereco|telefone d|cep|(?<!o )nome pra|nomes pra)\b"
    ),
    (
        r"\b(?:bitcoin|cripto|criptomoedas?|ethereum|acoes|acao|bolsa|ibovespa|petr4|vale3|selic|cdi|cdb|"
        r"tesouro|fii|fiis|fundos? imobiliarios?|investir em|onde investir|melhor investimento|cotacao|"
        r"dolar (?:hoje|ta|esta|vai|fechou)|euro (?:hoje|ta|esta|vai)|day trade|poupanca rende|inflacao|"
        r"ipca|juros do|taxa selic|renda fixa|debentures?|lci|lca|o dolar|nasdaq|forex|apostar|loteria|"
        r"mega sena|tigrinho)\b"
    ),
    (
        r"\b(?:que horas|que dia|que ano|quem (?:foi|descobriu|inventou|ganhou|criou|te|eh voce|es tu|"
        r"eh o|eh a|matou|canta|fez|manda)|quantos? (?:gramas|quilos|metros|anos tem|dias tem|planetas|"
        r"estados|segundos|litros|habitantes|paises|centimetros|km)|qual (?:a|eh a|eh o|o) (?:capital|"
        r"maior|menor|melhor time|nome|seu nome|teu nome|populacao|altura|cor|sentido|idade|significado|"
        r"montanha|rio|pais|time)|qual (?:seu|teu) nome|quantos anos (?:voce|tu))\b"
    ),
    (
        r"\b(?:voce|tu|vc) (?:eh|e|es) (?:um|uma|o|a)? ?(?:robo|humano|humana|pessoa|ia|bot|maquina|"
        r"inteligencia|chatgpt|gpt|real|gente|mulher|homem|casada|solteira|feliz)\b|\bchatgpt\b|\b(?:voce|"
        r"tu|vc) (?:dorme|come|sonha|ama|namora|tem sentimentos|tem namorado|gosta|torce|acredita|mora|"
        r"nasceu|acha d)\b|\bquem (?:te )?(?:criou|fez|programou|inventou|desenvolveu)\b"
    ),
    (
        r"^(?:(?:oi|ola|mel|por favor|pode|voce|me|bora|amor|consegue|ei|opa|ai|agora) )*(?:toca|toque|"
        r"tocar|canta|cante|desenha|desenhe|imprime|liga|ligue|desliga|pesquisa|pesquise|procura|procure|"
        r"busca|busque|chama|chame|reserva|manda mensagem|manda um zap|posta|envia um email|escreve|"
        r"escreva|redige|traduz|traduza|resolve|resolva|recita|inventa|narra|programa|agenda(?! d[eoa]s? (?:contas?|"
        r"vencimentos?|pagamentos?|boletos?))|acende|"
        r"apaga a luz|abre o|abre a janela|compra pra mim|pede (?:um|uma)|pedir (?:um|uma))\b"
    ),
)  # fmt: skip


_OUTSIDE_TALK = Pattern(*_OUTSIDE)


_ASKING = words("quem onde porque qual quais como quantos quantas quando")
_MONEY_WORDS = words(
    "falta faltam limites tetos caiu pingou entrou cai caem fecha fecham azul vermelho gasto gastos gastei gastamos "
    "gastou gastar despesa "
    "despesas conta contas "
    "dinheiro grana orcamento meta "
    "metas salario renda fatura faturas cartao saldo limite pago paguei pagar pagou paga vence vencimento "
    "boleto boletos comprar comprei compra compras aporte aportar guardar guardei juntar recebi receber "
    "recebeu entrada entradas sobra sobrou resta valor reais parcela parcelas registra registrar lancar "
    "lanca anota alerta alertas aviso avisos lembrete lembretes caixinha cofrinho pix economizar economia "
    "divida dividas financas financeira financeiro "
    "custo custou preco verba confirma confirmar confirmou"
)


def plainly_outside(sentence: Sentence) -> bool:
    """Weather, sports, jokes: so plainly that no question of money is tried."""
    if _MARKETS.search(sentence.flat) and not sentence.of("amt"):
        return True
    if any(item.value == "code" for item in sentence.items):
        return False
    if sentence.word_set & _MONEY_WORDS or any(
        i.kind in {"amt", "bad", "due", "pm", "inst", "card"} or (i.value == "code" and i.norm.isdigit())
        for i in sentence.items
    ):
        return False
    return bool(_OUTSIDE_TALK.search(sentence.flat))


_SUM = Pattern(
    r"^quanto (?:eh|da|dah) <(?:amt|inst|bad|pct)> "
    r"(?:(?:mais|menos|vezes|x|de|dividido por) )?<(?:amt|inst|bad)>(?: <ask>)?$|"
    r"^quant[oa]s (?:quilometros|km|metros|gramas|quilos|litros|segundos|minutos|centimetros|polegadas) (?:tem|"
    r"ha|cabem) "
)


def is_sum(sentence: Sentence) -> bool:
    """ "quanto é 17 vezes 23?": arithmetic, and nobody's money."""
    return bool(_SUM.search(sentence.flat))


_MARKETS = Pattern(
    r"\b(?:melhor acao|acao pra comprar|acoes|bitcoin|cripto|criptomoedas?|ibovespa|nasdaq|petr4|vale3|selic|cdi)\b|"
    r"\bcomprar (?:uma |um lote de )?acao\b|\b(?:qual|que) acao\b|\b(?:comprar|investir|aplicar|vender) na bolsa\b|"
    r"\barroba\b|\bpreco d[aoe] (?:soja|boi|cafe|milho|ouro|petroleo|saca)\b"
)


def read_outside(sentence: Sentence, context: Context) -> Reading | None:
    """Not the household's money: weather, jokes, markets, the machine itself; or a question with no word of money."""
    flat = sentence.flat
    money = bool(sentence.word_set & _MONEY_WORDS)
    hit = _OUTSIDE_TALK.search(flat)
    numbered = any(item.value == "code" and item.norm.isdigit() for item in sentence.items)
    if hit and not any(item.kind in {"amt", "bad", "inst"} for item in sentence.items) and not numbered:
        strong = re.search(
            r"\b(?:poema|piada|musica|historia|acoes|bitcoin|cripto|selic|cotacao|dolar|bolsa|traduz|investir|"
            r"investimento|tesouro|fofoca|charada|transito|rima|palavra|samba|causo|curiosidade|como se (?:fala|"
            r"diz|escreve)|opiniao)\b",
            flat,
        )
        if not money or strong:
            return Reading("out_of_scope")
    asks = "<ask>" in flat or bool(sentence.words[:1] and sentence.words[0] in _ASKING)
    starts = flat.startswith(
        ("o que ", "quem ", "por que ", "me fala ", "me conta ", "me diz ", "voce ", "tu ", "sabe ", "voces ")
    )
    if (
        (asks or starts)
        and not money
        and len(sentence.words) >= 3
        and not numbered
        and not any(i.kind in {"amt", "bad", "due", "pm", "inst"} for i in sentence.items)
        and not sentence.word_set & (lexicon.POSSESSIVES | {"quanto"})
        and not _of_the_house(sentence, context)
    ):
        return Reading("out_of_scope")
    return None


def _of_the_house(sentence: Sentence, context: Context) -> bool:
    """ "tá folgado o mercado?": a word that the household gave a name to."""
    house = context.vocabulary
    return any(
        find_expense(word, house).how == "exact"
        or find_goal(word, house).sure
        or find_card(word, house).how == "exact"
        or word in BRANDS
        for word in sentence.words
    )
