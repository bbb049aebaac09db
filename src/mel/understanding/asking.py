"""Whether a message asks or tells to show something, calls and greetings in front of it aside."""

from __future__ import annotations

from mel.understanding import lexicon
from mel.understanding.patterns import Pattern
from mel.understanding.row import Sentence

_ASK = Pattern(
    r"<ask>|^tem (?:algum|alguma)\b|\b\w+ quanto(?: (?:falta|tem|deu|foi|ta|sobrou))?$|\bque dia$|\bcomo (?:ta|esta|"
    r"anda|vai)$|\bem quant[oa]s?\b|"
    r"\bquant[oa]s? (?:%|porcento)|^(?:%|porcento|percentual) d[aoe]\b|\bta como\b|\btem quant[oa]s\b|"
    r"^to com quanto\b|^vence (?:o que|"
    r"oq)\b|"
    r"\b(?:\w+ei|\w+ou|\w+mos?|\w+ram|falta|sobra|tem|deu|foi|veio|resta) quanto\b|"
    r"\w quando(?: mesmo)?$|^gastos? (?:com|de|em|n[oa]) (?:\w+ ){1,3}(?:<when>)$|<sep> (?:quanto|quando|qual) \w|"
    r"^(?:(?:oi|ola|mel|bom dia|boa tarde|boa noite|e|ai|entao|"
    r"ei|me diz|me fala|me conta|"
    r"queria saber|quero saber|voce sabe me dizer|voce sabe|gostaria de saber|diz ai|fala ai|preciso saber|por favor|"
    r"por gentileza|favor|me diga|"
    r"opa|so|agora|"
    r"hoje|ja|amor|alias|sabe me dizer|sabe|consegue me dizer|pode me dizer|me diga|amiga|bah|ow|ou|"
    r"hey|<sep>|<stop>|<when>) )*(?:quanto|quantos|quantas|qual|quais|"
    r"quando(?! (?:eu |a gente |(?:o|a) (?:meu |minha )?\w+ )?(?:cair|chegar|entrar|receber|der|sair|vier|tiver|"
    r"sobrar|puder)\b)(?! (?:cair|chegar|entrar|sair|vier) )|como|cade|onde|o que|"
    r"que(?! (?:beleza|delicia|lindo|linda|bom|pena|droga|saco|facada|absurdo|raiva|maravilha|legal|caro))|"
    r"sera|se (?:tem|ha|falta|vence|(?:a|o) .*\bja (?:foi|ta|caiu|entrou|venceu)\b)|tem como|em que|com o que|no que|"
    r"pra onde|falta|faltam|sobrou|sobra|resta|"
    r"ja(?! (?:paguei|pagamos|quitei|quitamos|comprei|compramos|deixei|deixamos)\b(?!.*\bquanto\b)))\b"
)
_SHOW = Pattern(
    r"^(?:(?:oi|ola|mel|por favor|favor|me|pode|pra|consegue|quero|queria|preciso|gostaria de|bora|vamos|"
    r"deixa eu|da pra|dah pra|eu|voce|a gente|<sep>) )*(?:mostra\w*|mostre|lista|liste|listar|ver(?! com )|"
    r"veja|ve|vejo|resume|resuma|resumir|consulta|consultar|exibe|puxa|checa|checar|"
    r"apresente|apresenta|informe|informa|informar|exiba|confere|conferir|detalha|manda|me diz|me diga|diz|"
    r"me passa a lista|passa a lista|fa(?:z|ca) (?:um|"
    r"o) (?:resumo|resumao|apanhado|"
    r"balanco)|acompanhar|fala|saber|"
    r"pass[ae] (?:o |a |os |as |um |uma )?(?:resumo|resumao|balanco|saldo|extrato|relatorio|total|situacao)|"
    r"traz|traga|me da|da|dah)\b"
)
_NOUN_READS = Pattern(
    r"^(?:o |a |os |as |meu |minha |meus |minhas |nosso |nossa |nossos |nossas |so |um |"
    r"uma )*(?:resumo|resumao|balanco|saldo|status|situacao|gastos|total|totais|relatorio|extrato|andamento|evolucao|"
    r"relacao|lista|listagem|gasto total|todas as|todos os|tudo (?:o )?que (?:saiu|gastei|gastamos|paguei|"
    r"pagamos|entrou)|"
    r"progresso|alertas?|lembretes?|metas|entradas|receitas?|renda|rendas|ganhos|vencimentos?|contas|"
    r"boletos|proximas contas|proximos vencimentos|proximos boletos|orcamento|despesas|fatura|faturas|"
    r"<when> de gastos|dashboard|painel|panorama|visao geral|caixinhas|objetivos|pendencias|cofrinhos|recebimentos|"
    r"avisos|sobra|"
    r"quadro geral|posicao|historico|movimentacoes|lancamentos|proximos pagamentos|parcial)\b"
)
_CHANGED = Pattern(
    r"\bagora (?:eh|vence|custa|fica|sera|passa)\b|\b(?:passa|muda|mudou|trocou|vai|foi) (?:pra|pro|"
    r"a ser) (?:o )?(?:dia|<amt>|<when>)|\bagora <due>|\b(?:mudou|trocou) <(?:when|due)>"
)
_CALLS = (lexicon.FILLERS | lexicon.EDGE_FILLERS) - {"so", "ja", "agora", "la", "tambem", "minha", "meu"}


def _opened(sentence: Sentence) -> str:
    """The message from its first word that is no call: "uai, sobra quanto", "oxe quanto já foi no ifood"."""
    items = list(sentence.items)
    while len(items) > 1 and (items[0].kind in {"sep", "stop", "emoji"} or items[0].norm in _CALLS):
        items = items[1:]
    return sentence.flat if len(items) == len(sentence.items) else Sentence("", (), items).flat


def asks(sentence: Sentence) -> bool:
    """Whether the message asks or tells to show something."""
    if not sentence.of("ask") and _CHANGED.search(sentence.flat):
        return False
    return any(
        bool(_ASK.search(flat) or _NOUN_READS.search(flat)) or (bool(_SHOW.search(flat)) and not sentence.of("amt"))
        for flat in dict.fromkeys((sentence.flat, _opened(sentence)))
    )
