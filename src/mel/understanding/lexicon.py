"""Closed lists of words by their part in a message. Data only; every list is of folded forms."""

from __future__ import annotations

from mel.understanding.wordlist import words

ARTICLES = words("o a os as um uma uns umas")
PREPOSITIONS = words(
    "de da do das dos em no na nos nas pro pra com por pelo pela pelos pelas ao aos a num numa ate sem sobre"
)
PLACE_PREPOSITIONS = words("em no na nos nas num numa ao")
OF = words("de da do das dos")
POSSESSIVES = words("meu minha meus minhas nosso nossa nossos nossas")
DEMONSTRATIVES = words("esse essa este esta aquele aquela isso isto esses essas")

FILLERS = words(
    "ai ne la ali aqui viu ta ja tambem so apenas mesmo entao ola oi opa eae mel bah putz nossa eita olha olhe "
    "tipo kkk kk kkkk rs rsrs haha hahaha hehe pfv please porfavor mor mo amigo mana tche uai oxe vixe "
    "vish caramba finalmente infelizmente enfim agora ok okay po pow poxa ufa aff hum hmm ah ixi galera "
    "oh slk slc pprt tlgd mds mdss bro guria guri tals assim logo hein hem inclusive novamente "
    "basicamente simplesmente exatamente urgente blz "
    "tranquilo carambolas credo meudeus deus acolá sinceramente sozinho sozinha somente aproximadamente fofa "
    "mores oie oii alo hey ei ow ae aew rapaz sabe saca kra bicho loko doido daí dai totalizando ops oops epa"
)
"""Words that carry nothing and may stand anywhere in a write."""

EDGE_FILLERS = words(
    "rapido rapidinho show linda flor velho bem beleza certo amor total menina querida amiga cara mano loco "
    "moca certinho oxente arre nosssa bicho gata vida xuxu meu parceiro guri piá pia chapa irmao doutora "
    "capaz egua mermao vei veio parca brother doido maluco mana lek truta gurizada filha "
    "filho neto neta mainha painho mamae papai visse ngm nuss oxen eita rapaziada bixo nego maninho "
    "maninha broder parceira "
    "obrigado obrigada brigado brigada brigadao brigadinha valeu vlw grato grata agradeco agradecido agradecida "
    "prezada prezado querido chefia menino mulher uffa ufa afe affe misericordia jesus nosinhora visse nega preta minha"
)
"""Words that carry nothing at the edge of a clause, but may belong to a name inside one."""

CALLS = words(
    "mano mana maninho maninha macho mermao parca parceiro parceira vei bicho guri guria tche pia so uai "
    "rei painho "
    "mainha fia fio nego nega neguinho preto preta pretinha benzinho amorzinho mozao mozinho querida querido "
    "linda lindo "
    "gata gato moca moco chefe chefia patroa doutora miga migo rapaz menina menino galera bb xuxu anjo princesa "
    "rainha diva compadre comadre parente truta jovem fera campeao brother bro broder caboco caboclo visse "
    "oxe oxente eita vixe egua arre bah oh oia ue opa cao credo putz aff poxa caraca carai misericordia "
    "seguinte tri oxi "
    "uhu uhul eba oba viva ih xi hum hmm ixi puts vish nossa ihu ai ei psiu"
)
"""Whom one talks to, and what one exclaims: at the edge of a message they add nothing to it, in a yes or a no too."""

FILLER_PHRASES = tuple(
    tuple(text.split())
    for text in (
        "por favor", "por gentileza", "bom dia", "boa tarde", "boa noite", "acabei de", "acabamos de", "agora pouco",
        "agora ha pouco", "ha pouco", "agorinha", "tive que", "tivemos que", "tive de", "tivemos de", "fui obrigado a",
        "fui obrigada a", "precisei", "graças a deus", "gracas a deus", "meu deus", "meu bem", "meu amor", "no total",
        "ao todo", "no todo", "mais ou menos", "cerca de", "em torno de", "por volta de", "uns", "umas", "tudo bem",
        "tudo bom", "tudo certo", "so isso", "foi isso", "ta ok", "viu so", "so pra avisar", "pra avisar",
        "so pra registrar", "fica registrado", "pode ser", "se possivel", "se puder", "toma nota", "tome nota",
        "eh o seguinte",
        "quando puder", "rapidao",
        "de novo", "pelo amor de deus", "sabe como eh", "sem querer", "la em casa", "aqui em casa",
        "em casa", "pra nos", "pra gente", "pra mim", "da gente", "comigo", "so avisando", "que beleza", "uma facada",
        "um absurdo", "absurdo", "aqui de baixo", "aqui do lado", "aqui perto", "la perto", "do lado de casa",
        "perto de casa", "aqui na esquina", "acabou que", "acontece que", "pelo valor total de", "no valor total de",
        "pelo valor de", "acabou de",
        "acabaram de", "mel do ceu", "e nao me arrependo",
        "nao me arrependo", "e valeu a pena",
        "valeu a pena", "valeu cada centavo", "esqueci de falar que", "esqueci de dizer que",
        "esqueci de te contar que",
        "esqueci de contar que", "esqueci de falar", "deixa eu ver", "deixa eu pensar", "deixe eu ver", "meu rei",
        "minha rainha", "painho do ceu",
        "gente do ceu", "meu pai do ceu",
        "minha nossa senhora", "nossa senhora", "ave maria", "arre egua", "meu filho do ceu", "desculpa a hora",
        "desculpe a hora", "desculpa o horario", "desculpa incomodar", "desculpe incomodar", "desculpa a demora",
        "eh o seguinte", "cota unica", "em cota unica", "total de", "num total de", "no total de", "ao total",
        "dando um total de", "atualiza ai", "atualiza pra mim", "atualiza la", "gloria a deus", "deus eh pai",
        "aleluia", "amem", "ate que enfim", "nem te conto",
        "nem conto", "te contar", "deixa eu te contar", "vou te contar", "adivinha", "adivinha so", "imagina so",
        "voce nao acredita", "acredita que", "faz favor", "faz o favor", "fazendo favor", "faz um favor",
        "por obsequio", "fazendo o favor", "se nao for incomodo", "com licenca", "dah licenca",
        "olha so", "veja so", "ve ai", "me ajuda", "to passando pra dizer que", "passando pra",
        "quero registrar que", "quero anotar que", "so pra constar", "pra constar", "deixa registrado",
        "registrado que",
        "anota ai que", "anota que", "anote que", "registra que", "registre que", "lanca que", "marca que",
        "marca ai que",
        "avisa que", "informo que", "avisando que", "e que", "eh que", "foi que", "registra ai que", "lanca ai que",
        "queria registrar que", "quero lancar que", "preciso registrar que", "preciso anotar que", "no valor de",
        "valor de", "valor", "a quantia de", "quantia de", "a bagatela de", "bagatela de", "nada mais nada menos que",
        "dessa vez", "desta vez", "hoje em dia", "no final", "no fim", "no fim das contas", "ao final", "de leve",
        "sem juros", "sem entrada", "com juros", "na promocao",
        "em promocao", "na liquidacao", "oi mel", "ola mel", "ei mel", "no susto", "na correria", "de ultima hora",
        "ida e volta", "esqueci de anotar", "esqueci de lancar", "esqueci de registrar", "tinha esquecido",
        "ia esquecendo", "rolou um", "rolou uma", "tive um", "teve um", "tivemos um", "tive uma", "teve uma",
        "de ida", "que facada", "que carestia", "caro pra caramba", "ta caro", "muito caro", "baratinho", "barato",
        "carinho",
        "ate que foi barato", "meu povo", "minha gente", "a vista no ",
    )
)  # fmt: skip

NEGATIONS = words("sqn nao nunca jamais nem nada ninguem nenhum nenhuma negativo tampouco")
FUTURE = words(
    "vou vai vamos vao ia iamos iam iria iriamos pretendo pretendemos quero queria queremos queriamos quer "
    "preciso precisamos precisava precisar tenho temos falta faltam faltou faltando talvez devo devemos deve "
    "devem deveria deveriamos penso pensando planejo planejando gostaria quase acho achamos creio parece "
    "sera provavelmente possivelmente pagarei gastarei comprarei pagaremos gastaremos compraremos irei "
    "iremos quiser puder puderem conseguir vontade ideia pensei pensava pensamos tentei tentou tento "
    "tentando esperando espero tomara quica supondo imagina imaginando hipotese pode poderia posso podemos "
    "poderiamos consigo conseguimos daria seria teria custaria devia deviamos queira comprando vindo saindo "
    "indo chegando"
)
CONDITION = words("se caso quando enquanto quanto qual quais quantos quantas onde como porque cade senao")
CONTRAST = words(
    "mas porem contudo entretanto todavia exceto menos errado errada errei corrigindo correcao correto alias "
    "digo melhor verdade embora apesar porque desculpa desculpe perdao engano enganei equivoco retifico"
)
NON_EVENTS = words(
    "prejuizo lucro estornou estornaram estorno estornado estornada estornei cancelou cancelaram cancelei "
    "cancelado cancelada recusada recusado recusou recusaram negado negada negou erro devolvi devolveu "
    "devolveram devolucao devolvido devolver reembolso reembolsou reembolsaram reembolsado desisti "
    "desistimos voltou voltaram voltei perdi perdeu perdemos achei encontrei roubaram roubado roubada "
    "emprestei emprestou emprestado emprestimo emprestamos emprestaram devendo deveu saquei saque sacar "
    "cobrou cobraram cobranca cobrando veio vieram chegou chegaram dividi dividimos dividiu dividido rachei "
    "rachamos rachou rachado racharam desconto descontos cashback multiplicado vezes fiado pendente agendei "
    "agendado agendou agendada pendurei simulei simulando exemplo teste testando fingindo finge ficticio "
    "hipotetico brincadeira mentira sonhei recusar adiantado adiantou prometi prometeu combinei combinamos "
    "orcou cotacao cotei orcaram bloqueou bloqueado vaquinha rateio rateamos rateado reembolsei reembolsa "
    "perdido financiado pendurado pendurada pendurei prometido prometida vendido vendida devolvida "
    "devolvidos devolvidas"
)
ACCOUNTING = words(
    "fatura faturas transferi transferencia transferimos transferiu ted doc investi investimos apliquei cdb "
    "tesouro acoes bitcoin cripto bolsa_valores resgatei resgate resgatar saldo"
)
BOTH = words("ambos ambas cada respectivamente")
INTERROGATIVES = words("quanto quantos quantas qual quais quando cade onde")
PRONOUNS = words(
    "eu tu ele ela nos2 voce voces eles elas me te lhe mim comigo isso isto aquilo alguem quem que cujo "
    "outro outra outros outras algum alguma alguns algumas tudo todos todas todo toda muito muita muitos "
    "muitas mais menos bastante demais tanto tanta pouco pouca eh ta to sao era eram estava sendo foi fora "
    "tem tinha ha havia algo nada"
) | frozenset({"o que"})

NAME_HEADS = tuple(
    tuple(text.split())
    for text in (
        "conta", "contas", "mensalidade", "parcela", "parcelas", "limite", "orcamento", "meta", "caixinha", "cofrinho",
        "gasto", "gastos", "despesa", "despesas", "boleto", "valor", "pagamento", "fatura", "prestacao",
        "compra", "categoria", "teto", "verba", "envelope", "assinatura", "custo", "preco", "conta fixa",
        "despesa fixa",
        "gasto fixo", "minha parte", "minha", "metade", "parte", "nossa parte", "primeira parcela",
        "segunda parcela", "ultima parcela", "quota", "cota", "objetivo", "poupanca",
        "saldo", "quitacao", "boletinho", "continha", "continhas", "restante", "resto",
    )
)  # fmt: skip
STATE_WORDS = words(
    "novo nova novos novas novinho atrasado atrasada atrasados atrasadas vencido vencida novinha usado usada "
    "caro cara carissimo dobrado mensal anual semanal inteiro extra"
)
COUNT_WORDS = words("duzia duzias par pares kg kilo quilo quilos kilos litro litros pacote pacotes unidade unidades")
OUTSIDERS = words(
    "compadre comadre parente mano mana mae pai sogra sogro irma irmao irmaos tia tio titio titia dinda dindo "
    "padrasto madrasta enteado "
    "enteada mainha painho "
    "mamae papai vovo vozinha vozinho maninha maninho avo avó vo vó prima primo amigo amiga amigos amigas "
    "vizinha vizinho chefe patrao patroa colega colegas cunhado cunhada filho filha filhos genro nora "
    "padrinho madrinha empresa pais sobrinho sobrinha neto neta cliente clientes inquilino galera pessoal "
    "turma"
)
COMPANIONS = OUTSIDERS | words(
    "crianca criancas familia esposa marido mulher namorado namorada mozao amor gente povo noiva noivo "
    "esposo filhas bebe casal meninas meninos ela ele eles elas muleque muleques moleque moleques molecada parcas "
    "parceiros brothers broders manos minas guris gurias piazada rapaziada mulherada equipe crush ficante compadre "
    "comadre galera pessoal turma guri guria criancada sogros cunhados sobrinhos netos netas primos primas tios tias "
    "avos menina menino"
)
PARTNER = words(
    "esposa esposo marido mulher namorado namorada noiva noivo mozao companheiro companheira conjuge conge "
    "maridao mozinho mozi xuxu parceiro parceira esposinha nega"
)
EDGE_FILLERS |= CALLS - PARTNER
FILLERS |= words(
    "uhu uhul eba oba ih xi hum hmm ixi puts oxente visse vei mano mermao parca brother bro broder truta miga migo arre"
)
UNIT_WORDS = words(
    "gb tb mb ml l kg g gr gramas grama km m cm mm polegadas pol w v volts watts anos pessoas dias horas hs "
    "minutos mg litros litro kilos quilos quilo kilo metros metro unidades un und pcs pares noites diarias "
    "sessoes aulas fatias portas lugares andar andares mbps mega megas giga gigas caixas garrafas latas "
    "fardos sacos pacotes duzias duzia passagens ingressos cupons fps hz cv cc semanas meses vezes rodadas "
    "pecas peças copos potes bandejas tickets pratos porcoes min mins hora segundos kwh"
)
"""After a number: a size, an age, a count; never money."""
MODEL_WORDS = words(
    "iphone galaxy ps playstation xbox moto redmi poco serie modelo tamanho numero sala loja apto ap "
    "apartamento rua avenida av quarto box mesa linha andar posto turma n nº km parcela fifa gta windows "
    "onibus bloco rodovia br capitulo temporada volume vol edicao quadra lote portao terminal setor poltrona "
    "kindle play aro s a note air macbook canal corsa uno peugeot civic gol hb ford mazda vingadores shrek velozes "
    "formula forum praca travessa alameda estrada casa voo protocolo ramal pagina artigo pedido codigo "
    "cep questao licao grupo rodada placar nivel fase episodio "
    "turno piso torre armario assento fileira cine studio hotel ibis camara banca vaga senha ficha"
)
"""Before a number: the number belongs to the name."""
STREET_WORDS = words("rua avenida av praca travessa alameda estrada loja escola colegio hospital estacao rodovia")
