"""What kind of line a text is: balance, total, payment of a fatura, estorno, IOF, interest, fee, cashback."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from mel.shared.text import fold
from mel.statements.model import Kind, Product

Way = Literal["in", "out"]

# A row that only states a balance. What follows "saldo" decides: "Saldo Positivo Bar" is a merchant.
_BALANCE = re.compile(
    r"(?:\W*(?:\(?[+=-]\)?\s*)?)(?:"
    r"s a l d o\b.*|"
    r"(?:saldos?|sdo)(?:\s*$|[:\s]+(?:anterior|atual|dia\b|do dia|no dia|final|inicial|total|parcial|em\b|disponivel|"
    r"bloq|credor|devedor|de abertura|de fechamento|de \d|da conta|de conta|conta|fatura|da fatura|aplic|invest|"
    r"c/c|cta|ant\b|restante|financiado|apos|disp|movimentac|a liberar|\d).*)|"
    r"cod\.? ?lanc\.? ?0\b.*|"
    r"saldo do periodo|total saldo.*)\s*"
)
_TOTAL = re.compile(r"\W*(?:sub ?-?total|totais|total)\b.*")
_LIMIT = re.compile(
    r"\W*(?:limite|valor do limite|dolar (?:de )?conversao|cotacao|taxa de cambio|valor total desta)\b.*"
)

_RATE = re.compile(r"\W*(?:dolar (?:de )?conversao|taxa de cambio|cotacao (?:do )?dolar)\b.*")

_IOF = re.compile(r"\bi\.?o\.?f\b")
_REFUND = re.compile(
    r"\b(?:estorno|estornad[oa]|estorn|devoluc|devolvid[oa]|reembolso|reversao|cancelament|chargeback|est\b)"
)
_CASHBACK = re.compile(r"\b(?:cash ?back|pontos? convertid)")
_INTEREST = re.compile(r"\b(?:juros|encargos?|multa|mora\b|rotativo|enc\.? (?:fin|lim)|cheque especial|lis/juros)")
_FEE = re.compile(r"\b(?:tarifa|tar\b|anuidade|mensalidade - plano|mensalidade plano|tx\b|taxa\b|cesta\b)")
_YIELD = re.compile(r"\b(?:rendiment|rend pago|rentab|remuneracao aplic|juros s/? ?capital)")
_CASH = re.compile(r"\b(?:saque|saq\b)")
_ADJUST = re.compile(r"\b(?:ajuste|acerto|credito de|desconto|bonus)")
_TRANSFER = re.compile(r"\b(?:pix|ted|doc|transf\w*|resgate|aplicacao)\b")
_CARD_PAYMENT = re.compile(
    r"\b(?:pagamentos?|pagto?|pgto?|pag)\b.*(?:recebid|efetuad|fatura|debito|deb |em conta|on ?line|cartao|anterior|"
    r"com saldo|boleto|pix|\d)|\binclus[a-z]* de pagamento|\b(?:pagamentos?|pagto|pgto)\b|\bpag(?:to)? anterior"
)
_FATURA_FROM_ACCOUNT = re.compile(
    r"\b(?:pagamentos?|pagto?|pgto?|pag|deb(?:ito)?(?: aut\w*)?)\b.*\b(?:fatura|fat|cartao|cartoes|cart)\b"
    r"(?!.*\bdebito\b)|"
    r"\bgastos cartao de credito|\bfatura (?:do )?cartao|\bitau card|\bdeb fatura"
)


_MAYBE_LIMIT = re.compile(r"\W*(?:limite|valor|d.lar|cota|taxa)", re.IGNORECASE)
_MAYBE_BALANCE = re.compile(r"s ?a ?l ?d|sdo|cod", re.IGNORECASE)


def plain(text: str) -> str:
    """`fold`, by a shorter way for the plain letters that most descriptions are made of."""
    return " ".join(text.lower().split()) if text.isascii() else fold(text)


def is_balance(text: str) -> bool:
    """A row that states a balance or a filler in its place; banks print them among the movements (securo#99)."""
    return bool(_MAYBE_BALANCE.search(text)) and bool(_BALANCE.fullmatch(plain(text)))


def is_total(text: str) -> bool:
    return bool(_TOTAL.fullmatch(plain(text)))


def is_limit_or_rate(text: str) -> bool:
    """Limits, conversion rates and the like: figures, not movements."""
    return bool(_MAYBE_LIMIT.match(text)) and bool(_LIMIT.fullmatch(plain(text)))


def is_rate(text: str) -> bool:
    """The rate of an invoice stands among its rows in Itaú's spreadsheet, with a date and a value of its own."""
    return bool(_MAYBE_LIMIT.match(text)) and bool(_RATE.fullmatch(plain(text)))


def kind_of(text: str, amount: Decimal, product: Product | None) -> Kind:
    """The kind by its words; what no word tells is a purchase on a card, a debit or credit on an account."""
    return _kind(plain(text), "in" if amount > 0 else "out", product)


@lru_cache(maxsize=8192)
def _kind(text: str, way: Way, product: Product | None) -> Kind:
    if _IOF.search(text):
        return "iof"
    if _REFUND.search(text):
        return "refund"
    if _CASHBACK.search(text):
        return "cashback"
    if product == "card":
        return _card_kind(text, way)
    if _FATURA_FROM_ACCOUNT.search(text):
        return "payment"
    for pattern, kind in _ACCOUNT_KINDS:
        if pattern.search(text):
            return kind
    return "credit" if way == "in" else "debit"


_ACCOUNT_KINDS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (_YIELD, "yield"),
    (_INTEREST, "interest"),
    (_FEE, "fee"),
    (_CASH, "withdrawal"),
    (_TRANSFER, "transfer"),
)


def _card_kind(text: str, way: Way) -> Kind:
    if way == "in":
        if _CARD_PAYMENT.search(text):
            return "payment"
        return "adjustment" if _ADJUST.search(text) else "refund"
    if _INTEREST.search(text):
        return "interest"
    return "fee" if _FEE.search(text) else "purchase"


_OUT_WORDS = re.compile(
    r"\b(?:compra|pix enviado|enviad[oa]|saque|tarifa|pagamento de boleto|pagto|boleto|debito|deb aut|iof|juros|"
    r"anuidade|conta luz|aluguel)\b"
)
_IN_WORDS = re.compile(
    r"\b(?:recebid[oa]|salario|estorno|reembolso|rendimento|deposito|resgate|credito|provento|beneficio)\b"
)


@lru_cache(maxsize=8192)
def direction(text: str) -> int:
    """+1 when the words say that money came in, -1 that it went out, 0 when they do not say."""
    bare = fold(text)
    came, went = bool(_IN_WORDS.search(bare)), bool(_OUT_WORDS.search(bare))
    return 0 if came == went else 1 if came else -1
