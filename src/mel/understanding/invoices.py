"""import_invoice and invoice_status: the card's invoice handed over, or asked about."""

from __future__ import annotations

import re
from typing import Any

from mel.understanding.clause import moment_slots
from mel.understanding.names import find_card, find_expense
from mel.understanding.patterns import Pattern
from mel.understanding.reading import Context, Reading, unclear
from mel.understanding.sentence import BRANDS, Item, Sentence
from mel.understanding.verbs import only_verb, verb

_FILES = r"(?:fatura|faturas|extrato|extratos|csv|ofx|pdf|arquivo|planilha)"
_HAND_OVER = (
    (rf"\b(?:importa|importe|importar|sobe|suba|subir|carrega|carregue|carregar|processa|processe|"
    rf"processar|le|leia|ler|anexa|anexei|anexo|"
    rf"inclui|inclua|joga|jogar|puxa|puxar|lanca|lance|lancar|cadastra|insere|adiciona|registra|"
    rf"upload|analisa|analise|sincroniza|baixa|escaneia|extrai|"
    rf"coloca|bota|poe|recebe|receba|guarda|salva|transforma)\b.*\b{_FILES}\b"),
    (rf"\b(?:to com|estou com|segue|seguem|toma|tome|ta aqui|aqui ta|aqui esta|aqui vai|la vai|vai ai|olha ai|olha|"
    rf"eis|chegou|tai|mandei|enviei|mando|envio|anexei|to mandando|te mandando|te enviando|to enviando|"
    rf"encaminho|encaminhei|"
    rf"estou mandando|estou enviando|vou mandar|vou enviar|te mandei|te enviei|te mando|te envio|"
    rf"quero mandar|quero enviar|quero subir|quero importar|posso mandar|posso enviar|"
    rf"posso te mandar|posso subir|baixei|acabei de baixar|acabei de mandar)\b.*\b{_FILES}\b"),
    (rf"\b{_FILES}\b.*\b(?:carrega|carregue|carregar|subir|importar|processar|ler|sobe|importe|registra|lanca|"
     rf"lance|cadastra|processe|analisa|"
     rf"em anexo|anexa|anexada|anexado|pra importar|pra voce|pra lancar|"
    rf"pra subir|joga no sistema|importa|processa|segue|pode importar|pode processar|"
    rf"quero mandar|quero importar|quero subir|em pdf|em csv|em ofx|no sistema|pra processar|pra ler)\b"),
)  # fmt: skip
_ASKING = Pattern(
    r"^(?:quanto|qual|quais|quando|que dia|cade|como|o que|tem|ja|mostra|me mostra|ver|ve|quero ver|"
    r"status|situacao|detalhe|detalha|resumo|valor|total|consulta|consultar|me diz|me fala|sabe|abre|"
    r"exibe|lista|me passa|pode mandar|manda)\b|\bquanto$"
)
_BOOKKEEPING = Pattern(
    r"\b(?:paguei|pagamos|pagou|paga|pague|pagar|quitei|quitamos|pago|quitar|parcelei|parcelar|"
    r"antecipei|adiantei|estorn\w+|contest\w+|bloque\w+|cancel\w+|reembols\w+|recebi|apaga|exclui|"
    r"remove|deleta)\b"
)
_INVOICE = Pattern(r"\b(?:fatura|faturas|fatura|fatu)\b")
_CARD = Pattern(
    r"\b(?:quanto (?:eu |a gente |ja )?(?:devo|devemos|to devendo|estou devendo|gastei|gastamos|tem|"
    r"ta|deu|veio|falta|eh|ta dando|vai dar|vem)|quanto|quando (?:vence|fecha|vira)|que dia (?:vence|"
    r"fecha|vira)|vence|vencimento|fecha|fechamento|vira|limite|devo|devendo|divida|valor|total|parcelas|compras?|"
    r"gastos|saldo|aberto|como ta|como esta|situacao|melhor dia)\b"
)


_HANDED = Pattern(*_HAND_OVER)


def read_invoice(sentence: Sentence, context: Context) -> Reading | None:
    """The invoice family, or None when no invoice or card is the subject."""
    flat = _card_as_words(sentence)
    if sentence.of("amt") or sentence.of("bad"):
        return None
    asks = bool(sentence.of("ask")) or bool(_ASKING.search(flat))
    named = bool(_INVOICE.search(flat))
    files = bool(re.search(rf"\b{_FILES}\b", flat))
    if (
        files
        and _HANDED.search(flat)
        and not re.search(
            r"\b(?:nao|nunca|paguei|pagou|pagamos|quitei|quanto|qual|quando|lembra|lembrar|amanha|depois)\b", flat
        )
    ):
        howto = re.search(r"\bcomo (?:que )?(?:eu )?(?:faco|faz|importo|subo|mando|envio|importa|sobe)\b", flat)
        if howto and not re.search(
            r"\b(?:quero|to com|queria) (?:te |a )?(?:mandar|fatura|extrato|subir|importar|enviar)\b", flat
        ):
            return Reading("help")
        if not re.search(
            r"^(?:pode mandar|manda(?! processar| importar| ler)|me manda|mostra|ver|me mostra|abre)\b", flat
        ):
            return Reading("import_invoice", _slots(sentence, context), ordered=True)
    told = any((form := verb(word)) and form.tense == "past" and only_verb(word) for word in sentence.words)
    if not named and (not _about_card(sentence, flat, context) or (told and not asks)):
        return None
    if told and not asks and not _BOOKKEEPING.search(flat):
        return unclear("not_carried")
    if _BOOKKEEPING.search(flat) and not re.search(
        r"\b(?:falta|preciso|tenho que|tem que|quanto|valor) (?:\w+ ){0,3}pagar\b|\bpra pagar\b|"
        r"\b(?:ja )?(?:foi )?paga\b.*<ask>",
        flat,
    ):
        return unclear("not_carried")
    if re.search(r"\b(?:chegou|veio|cobrou|lembra|lembrar|me avisa|avisa|vou|nao)\b", flat) and not asks:
        return unclear("not_carried")
    return Reading("invoice_status", _slots(sentence, context))


def _card_as_words(sentence: Sentence) -> str:
    return " ".join(
        " ".join(token.norm for token in sentence.tokens[item.first : item.last])
        if item.kind in {"w", "pm"}
        else f"<{item.kind}>"
        for item in sentence.items
    )


def _about_card(sentence: Sentence, flat: str, context: Context) -> bool:
    """ "quando vence o cartão do Inter?", "quanto devo no nubank": the card itself, not a spend by card."""
    cards = sentence.of("card") or [i for i in sentence.of("pm") if "cart" in sentence.span(i.first, i.last).casefold()]
    cards += [item for item in sentence.items if item.kind == "w" and _own_card(sentence, item, context)]
    if not cards or re.search(
        r"\b(?:comprei|paguei|registra|lanca|anota|se eu|cabe|posso|compramos|da pra|dah pra)\b", flat
    ):
        return False
    return bool(_CARD.search(flat)) and len(sentence.words) <= 9


def _own_card(sentence: Sentence, item: Item, context: Context) -> bool:
    """ "quando fecha o Itaú?": a card of the household by its bare name."""
    text = sentence.span(item.first, item.last)
    return find_card(text, context.vocabulary).how == "exact" and find_expense(text, context.vocabulary).how != "exact"


def _slots(sentence: Sentence, context: Context) -> dict[str, Any]:
    slots: dict[str, Any] = {}
    brand = _brand(sentence, context)
    if brand:
        slots["card_name"] = brand
    for item in sentence.of("when"):
        moment = getattr(item.value, "resolve", lambda *_a, **_k: None)(context.today, future=_ahead(sentence))
        if moment is not None:
            slots.update(moment_slots(moment))
            break
    return slots


def _ahead(sentence: Sentence) -> bool:
    return bool(sentence.word_set & {"proxima", "vence", "vem", "vai"})


def _brand(sentence: Sentence, context: Context) -> str | None:
    for item in sentence.items:
        if item.kind == "card":
            return sentence.span(*item.value)  # type: ignore[misc]
        if item.kind == "pm" and item.value[1]:  # type: ignore[index]
            return sentence.span(*item.value[1])  # type: ignore[index]
    for item in sentence.items:
        if item.kind == "w" and len(item.norm) > 1:
            text = sentence.span(item.first, item.last)
            if item.norm in BRANDS - {"neo", "next", "will", "original", "porto", "pan", "bb"} or find_card(
                text, context.vocabulary
            ).how in {"exact", "typo"}:
                return text
    return None
