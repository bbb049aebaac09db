"""How it was paid: "no pix", "no crédito do Nubank", and the card brands people name."""

from __future__ import annotations

from collections.abc import Sequence

from mel.understanding import lexicon
from mel.understanding.names import find_card
from mel.understanding.reading import Context
from mel.understanding.row import Item
from mel.understanding.tokens import Token
from mel.understanding.wordlist import words

Before = list[Item]

_METHODS: dict[tuple[str, ...], str] = {}
for _method_name, _phrases in {
    "pix": "no pix;pelo pix;via pix;por pix;de pix;com pix;em pix;um pix;num pix;fiz um pix;pix",
    "credit": "no credito;em credito;credito;no cartao de credito;cartao de credito;no cred;pelo credito;com credito;"
    "via credito;no cartao credito;de credito;com cartao de credito;com o cartao de credito;com o credito",
    "debit": "no debito;em debito;debito;no cartao de debito;cartao de debito;no deb;pelo debito;com debito;via debito;"
    "no debito automatico;debito automatico;no cartao debito;com cartao de debito;com o cartao de debito",
    "cash": "em dinheiro;no dinheiro;dinheiro vivo;em dinheiro vivo;em especie;com dinheiro;no dinheiro vivo;"
    "em cash;no cash;cash",
    "boleto": "no boleto;por boleto;via boleto;em boleto;com boleto;boleto bancario",
    "voucher": (
        "vr;vale-refeicao;no vale refeicao;no vr;no va;no vale alimentacao;no vale;vale refeicao;"
        "vale alimentacao;no ticket;com vale refeicao;com vr;no vale-refeicao;no vale-alimentacao;"
        "com o vr;com o va;pelo vr;pelo va;no alelo;no sodexo;com o vale;com vale;no ticket restaurante;"
        "no vale transporte;com o vale refeicao;com o vale alimentacao;no ifood beneficios"
    ),
    "card": "no cartao;com cartao;pelo cartao;via cartao;com o cartao;cartao;do cartao;em cartao",
}.items():
    for _phrase in _phrases.split(";"):
        _METHODS[tuple(_phrase.split())] = _method_name


METHOD_OPENERS = frozenset(phrase[0] for phrase in _METHODS) | {"dinheiro"}
"""The words that a method of payment may begin with."""
CARD_OPENERS = words("no pelo via do na")
"""The words that a card may follow."""


def scan_method(tokens: Sequence[Token], at: int, context: Context, _: Before) -> Item | None:
    if _bare_cash(tokens, at):
        return Item("pm", at, at + 1, "dinheiro", ("cash", None, False))
    for size in (5, 4, 3, 2, 1):
        words = tuple(token.norm for token in tokens[at : at + size])
        method = _METHODS.get(words) if len(words) == size else None
        if method is None or (words[-1] == "cartao" and _other_card(tokens, at + size)):
            continue
        if words in _CREDIT_ITSELF and _topped_up(tokens, at + size):
            continue
        card = _card_after(tokens, at + size, context) if method in {"card", "credit", "debit"} else None
        last = card[1] if card else at + size
        return Item("pm", at, last, words[-1], (method, card[0] if card else None, len(words) > 1))
    return None


_CREDIT_ITSELF = {("credito",), ("de", "credito")}
_TOPPED_UP = words("celular cel telefone fone chip bilhete onibus metro pre riocard vivo tim claro oi")


def _topped_up(tokens: Sequence[Token], at: int) -> bool:
    """ "crédito de 30 no celular": what was bought, and not how."""
    following = [token.norm for token in tokens[at : at + 5]]
    if following[:1] == ["de"]:
        following = following[2:]
    placed = following[:1] and following[0] in {"no", "na", "pro", "pra", "do"}
    return bool(placed) and bool(set(following) & _TOPPED_UP)


def _other_card(tokens: Sequence[Token], at: int) -> bool:
    """ "recarga do cartão de ônibus", "cartão de visita": a card that pays nothing here."""
    following = [token.norm for token in tokens[at : at + 2]]
    return following[:1] == ["de"] and following[1:] != [] and following[1] not in BRANDS | {"credito", "debito"}


def _bare_cash(tokens: Sequence[Token], at: int) -> bool:
    """ "sorvete, 14 reais, dinheiro": the word alone at the end tells the method."""
    before = tokens[at - 1] if at else None
    return (
        tokens[at].norm == "dinheiro"
        and at + 1 == len(tokens)
        and before is not None
        and (before.text in ",;-" or before.kind == "num")
    )


def _card_after(tokens: Sequence[Token], at: int, context: Context) -> tuple[tuple[int, int], int] | None:
    """A card brand after "no cartão", with the token range of the brand itself."""
    start = at + 1 if at < len(tokens) and tokens[at].norm in {"do", "da", "de"} else at
    for size in (3, 2, 1):
        if start + size <= len(tokens) and all(token.kind in {"word", "num"} for token in tokens[start : start + size]):
            if tokens[start + size - 1].norm in lexicon.PREPOSITIONS:
                continue
            query = _said(tokens[start : start + size])
            if (tokens[start].norm in BRANDS and size == 1) or find_card(query, context.vocabulary).how == "exact":
                return (start, start + size), start + size
    return None


BRANDS = words(
    "nubank nu itau inter bradesco santander c6 c6bank bb neon next picpay visa mastercard master elo amex "
    "hipercard sicredi sicoob banrisul btg xp will digio roxinho bmg original pan credicard porto"
)


def _said(tokens: Sequence[Token]) -> str:
    """The words as typed: "C6" is one."""
    return "".join(token.text if token.glued or not at else " " + token.text for at, token in enumerate(tokens))


def scan_card(tokens: Sequence[Token], at: int, context: Context, _: Before) -> Item | None:
    """ "no Nubank": a card of the household after a place preposition. Its brand alone implies no method."""
    if tokens[at].norm not in CARD_OPENERS or at + 1 >= len(tokens):
        return None
    for size in (3, 2, 1):
        if at + 1 + size > len(tokens):
            continue
        query = _said(tokens[at + 1 : at + 1 + size])
        if tokens[at + size].norm in lexicon.PREPOSITIONS:
            continue
        if find_card(query, context.vocabulary).how in {"exact"}:
            return Item("card", at, at + 1 + size, tokens[at].norm, (at + 1, at + 1 + size))
    return None
