"""undo: the last action taken back, told from a closed list of words."""

from __future__ import annotations

from mel.shared.text import tokens
from mel.understanding import lexicon
from mel.understanding.reading import Context, Reading
from mel.understanding.sentence import Sentence
from mel.understanding.wordlist import words

_UNDO_VERBS = words(
    "desfaz desfazer desfaca desfaz. reverte reverter reverta apaga apagar apague remove remover remova "
    "exclui excluir exclua deleta deletar delete tira tirar tire cancela cancelar cancele desconsidera "
    "desconsidere volta anula anular anule retira desfazendo desfiz elimina eliminar elimine some volte desmancha "
    "desmanche recua"
)
UNDOES = words("desmancha desmanche recua desfaz desfazer desfaca reverte reverter reverta anula anular anule")
"""Verbs that can only mean to take back."""
ERASES = words(
    "apaga apagar apague remove remova remover exclui exclua excluir deleta deletar tira tirar elimina desconsidera "
    "desconsidere"
)
"""Verbs that take something out, whichever it is."""
_UNDO_OBJECTS = words(
    "isso esse essa este esta ultimo ultima o a que voce acabou de fazer fez registrou lancou anotou ai "
    "agora lancamento registro gasto despesa operacao acao anotacao coisa aporte compra atras entrada por "
    "favor pfv foi engano mesmo ja transacao acabei lancar registrar mandar colocar botar anotar adicionar "
    "incluir cadastrar dizer eu ele ela feito colocou "
    "tu nesse nessa neste nesta naquele movimento item aquilo pra mim mel fiz vc acabamos adicionou alteracao "
    "pf pff nisso mudanca no na com entrar pos doidice besteira bobagem"
)
_UNDO_EXCUSES = words(
    "que agora entrou lancou registrou anotou errei errado errada engano registrei lancei anotei mandei sem querer "
    "ops opa foi "
    "eh ih eita putz nao "
    "era isso digitei coloquei botei saiu duplicado repetido duplicou repetiu ta desculpa mal mel me enganei "
    "tu confundi registro lancamento besteira bobagem burrada lambanca cagada merda o trem negocio pera espera "
    "para pra lancar ter "
    "calma vixe de novo oops ui perai eu fiz valor"
)


_CALLS = lexicon.FILLERS | lexicon.EDGE_FILLERS | {"feio", "feia", "rude"}
_UNDO_POLITE = words("pode por favor voce quero queria me da pra consegue dah mel e entao ai")
_UNDO_SORRY = words("errei errado errada engano querer duplicado duplicou enganei repetido confundi")
_UNDO_LAST = words(
    "ultimo ultima acabou acabei acabamos esse essa isso este esta atras fez registrou lancou anotou aquilo"
)

_KINDS = {
    "record_spend": words("gasto gastos despesa compra"),
    "contribute_to_goal": words("aporte aportes"),
    "record_income": words("entrada renda recebimento salario"),
    "create_goal": words("meta"),
    "adjust_expense": words("mudanca alteracao ajuste limite previsto"),
    "import_invoice": words("importacao fatura extrato"),
}
"""What is called by which word; "lançamento" or "registro" may be any of them."""
_ALSO = {
    "record_spend": frozenset({"register_expense"}),
    "create_goal": frozenset({"contribute_to_goal"}),
}


def takes_back(text: str, intent: str) -> bool:
    """Whether what a message asks to undo may be a write of this intent: "desfaz o aporte" is no spend."""
    said = set(tokens(text))
    if intent == "undo" and said & ERASES:
        return False  # what was just taken out is not brought back by "apaga o último"
    named = {kind for kind, called in _KINDS.items() if said & called}
    return not named or any(intent == kind or intent in _ALSO.get(kind, ()) for kind in named)


def read_undo(sentence: Sentence, context: Context) -> Reading | None:
    """Revert the last action, from a closed list of words; an older or named record is another matter."""
    if any(item.kind not in {"w", "sep", "stop", "emoji", "quote", "inst"} for item in sentence.items):
        return None
    said = sentence.words
    verbs = [at for at, word in enumerate(said) if word in _UNDO_VERBS]
    if len(verbs) != 1 or len(said) > 14:
        return None
    at = verbs[0]
    before, after = said[:at], said[at + 1 :]
    if any(word not in _UNDO_EXCUSES | _UNDO_POLITE | _UNDO_LAST | _CALLS for word in before) or any(
        word not in _UNDO_OBJECTS | _UNDO_EXCUSES | _CALLS for word in after
    ):
        return None
    verb_word = said[at]
    excused = bool(set(before) & _UNDO_SORRY)
    last = bool(set(after) & _UNDO_LAST)
    if verb_word in {"volta", "volte"} and not (
        {"atras", "ultimo", "ultima"} & set(after) or set(before) & _UNDO_SORRY
    ):
        return None
    if not (verb_word in UNDOES or excused or last):
        return None
    if set(after) & {"tudo", "todos", "todas"}:
        return None
    if context.pending:
        return None
    return Reading("undo")
