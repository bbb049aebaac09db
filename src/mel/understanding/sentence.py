"""A message as a row of items: amounts, times, instalments, methods, dues, and the words between them.

Everything a slot can hold is recognised here, once, before any grammar looks at the message.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mel.understanding import dates, lexicon, money, recurrence
from mel.understanding.calendar import MONTHS
from mel.understanding.counts import counted
from mel.understanding.dates import scan_clock, scan_when
from mel.understanding.household import Names, known_names, scan_known
from mel.understanding.methods import BRANDS, CARD_OPENERS, METHOD_OPENERS, scan_card, scan_method
from mel.understanding.money import Figure, scan_figure
from mel.understanding.named_days import names_saint, part_of_name
from mel.understanding.numbers import WORDS as NUMBER_WORDS
from mel.understanding.numbers import words_value
from mel.understanding.openers import by_opener
from mel.understanding.reading import Context, Vocabulary
from mel.understanding.recurrence import Due, scan_due
from mel.understanding.row import Instalments, Item, Sentence, group
from mel.understanding.spelling import repaired
from mel.understanding.tokens import Token, tokenize
from mel.understanding.verbs import only_verb, verb
from mel.understanding.wordlist import words

MARKS = {",": "sep", ";": "sep", ":": "sep", "(": "sep", ")": "sep", "-": "sep", "–": "sep", "—": "sep", "/": "sep",
         "|": "sep", "→": "sep", "=": "sep", ">": "sep", ".": "stop", "!": "stop", "…": "stop", "?": "ask",
         "+": "plus", "%": "w"}  # fmt: skip


def parse(text: str, context: Context) -> Sentence:
    """Recognise the items of a message, left to right, the longest reading of each place first."""
    tokens = _mended_all(tokenize(text))
    sentence = Sentence(text, tokens)
    here, names = 0, known_names(context.vocabulary)
    while here < len(tokens):
        known = scan_known(tokens, here, names, context.vocabulary)
        sentence.items += known or [_before_known(_item(tokens, here, context, sentence.items), tokens, names)]
        here = sentence.items[-1].last
    sentence.items = counted(sentence.items, context.vocabulary)
    return sentence


_NO_CARDS = Vocabulary()


def _before_known(item: Item, tokens: Sequence[Token], names: Names) -> Item:
    """ "no Réveillon 2028": the preposition of a name is none of a time."""
    if item.kind != "when":
        return item
    inside = any(scan_known(tokens, at, names, _NO_CARDS) for at in range(item.first + 1, item.last))
    return Item("w", item.first, item.first + 1, tokens[item.first].norm) if inside else item


def _mended_all(tokens: Sequence[Token]) -> list[Token]:
    """Slips undone; a word after "no", "de" or "meu" is a noun, and no verb typed badly ("no passeio")."""
    mended: list[Token] = []
    before: Token | None = None
    for token in tokens:
        norm = token.norm
        if token.kind == "word":
            norm = repaired(norm)
            noun = before is not None and before.norm in _BEFORE_NOUN
            if norm != token.norm and noun and only_verb(norm) and norm != "limite":
                norm = token.norm
            if norm == "cm" and (before is None or before.kind != "num"):
                norm = "como"
        mended.append(token if norm == token.norm else token._replace(norm=norm))
        before = token
    return mended


_BEFORE_NOUN = (lexicon.ARTICLES - {"a"}) | lexicon.OF | lexicon.PLACE_PREPOSITIONS | lexicon.POSSESSIVES


def _item(tokens: Sequence[Token], at: int, context: Context, before: list[Item]) -> Item:
    token = tokens[at]
    for scan in BY_OPENER.get(token.norm, ()) if token.kind == "word" else SCANNERS:
        found = scan(tokens, at, context, before)
        if found is not None:
            return found
    if token.kind == "break":
        return Item("sep", at, at + 1, "\n")
    if token.kind == "punct":
        if token.text.startswith(".."):
            return Item("stop", at, at + 1, "...")
        kind = MARKS.get(token.text)
        if kind is None:
            kind = "quote" if token.text in "\"'“”‘’*_~" else "emoji"
        return Item(kind, at, at + 1, token.text)
    if token.kind in {"slash", "sign"}:
        return Item("odd", at, at + 1, token.text)
    if token.norm in {"p", "pra", "m", "g", "gg", "xg", "pp"} and at and tokens[at - 1].norm in {"tamanho", "tam"}:
        return Item("w", at, at + 1, token.norm, "code")
    glued = at + 1 < len(tokens) and tokens[at + 1].kind == "num" and tokens[at + 1].glued
    if glued and len(token.norm) == 1 and token.norm.isalpha() and token.norm not in {"r", "l", "o", "i", "e"}:
        return Item("w", at, at + 1, token.norm, "code")
    joined = at and (tokens[at - 1].norm in lexicon.PREPOSITIONS or names_saint(tokens, at))
    named = token.text.casefold() == "são" and joined and at + 1 < len(tokens) and tokens[at + 1].kind == "word"
    return Item("w", at, at + 1, token.norm, "code" if named or _acronym(tokens, at) else None)


def _acronym(tokens: Sequence[Token], at: int) -> bool:
    """ "o VEM", "o DAS", "do IR": capitals after a joint name a thing that in small letters is a word of grammar."""
    text, norm = tokens[at].text, tokens[at].norm
    if not (text.isupper() and 2 <= len(text) <= 5):
        return False
    grammar = norm in lexicon.PREPOSITIONS or (only_verb(norm) and norm not in lexicon.NEGATIONS)
    before = tokens[at - 1] if at else None
    joined = before is not None and before.text.islower() and before.norm in _BEFORE_ACRONYM
    return text == "IR" or (grammar and joined)


_BEFORE_ACRONYM = lexicon.ARTICLES | lexicon.OF | lexicon.PLACE_PREPOSITIONS


Before = list[Item]


def _due(tokens: Sequence[Token], at: int, _: Context, __: Before) -> Item | None:
    found = scan_due(tokens, at)
    if found is None:
        return None
    due, last = found
    return Item("due", at, last, "", due)


_EM_TIMES = frozenset({"em", "de", "por", "c", "com"})
_PARCELLED = words("parcelado parcelada parcelados parceladas dividido dividida parcelar")


def _count(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """A count of instalments at `at`: "10x", "10 vezes", "dez vezes", "3 parcelas"."""
    if at >= len(tokens):
        return 0, at
    if tokens[at].kind == "num" and tokens[at].text.isdigit() and len(tokens[at].text) <= 3:
        value, here = int(tokens[at].text), at + 1
    else:
        value, used = words_value([token.norm for token in tokens[at : at + 3]], 0)
        here = at + used
    if not value or here >= len(tokens):
        return 0, at
    if tokens[here].norm in {"x", "vezes", "vez", "parcelas", "prestacoes", "pagamentos", "parcela", "xs"}:
        return value, here + 1
    return 0, at


def _instalments(tokens: Sequence[Token], at: int, _: Context, __: Before) -> Item | None:
    said = [token.norm for token in tokens[at : at + 3]]
    if said[:2] == ["a", "vista"] or said[:1] == ["avista"]:
        return Item("inst", at, at + (2 if said[0] == "a" else 1), "", Instalments(1))
    start = at
    if said[0] in _PARCELLED:
        start = at + 1
        if start < len(tokens) and tokens[start].norm in {"em", "de", "por"}:
            start += 1
    elif said[0] in _EM_TIMES and len(said) > 1:
        start = at + 1
        if said[1] in {"ate"}:
            start += 1
    count, last = _count(tokens, start)
    if not count or not 1 <= count <= 480 or (count == 1 and tokens[last - 1].norm not in {"x", "xs"}):
        return None
    if start == at and tokens[last - 1].norm in {"vezes", "vez"} and not _bought_in(tokens, at):
        # "gastei 50 no mercado duas vezes": twice, or in two?
        return Item("bad", at, last, "times")
    last = _skip(tokens, last, (("sem", "juros"), ("s", "juros"), ("iguais",), ("fixas",), ("mensais",)))
    each = _each(tokens, last)
    if each is not None:
        tail = _skip(
            tokens, each.last, (("cada",), ("cada", "uma"), ("cada", "parcela"), ("sem", "juros"), ("por", "mes"))
        )
        return Item("inst", at, tail, "", Instalments(count, each))
    return Item("inst", at, last, "", Instalments(count))


def _bought_in(tokens: Sequence[Token], at: int) -> bool:
    """Whether the message speaks of paying by parts."""
    return any(
        token.norm in {"cartao", "credito", "juros", "parcelado", "parcelei", "parcelar", "parcelamos", "iguais"}
        for token in tokens
    ) or (at > 0 and tokens[at - 1].norm in _EM_TIMES)


def _each(tokens: Sequence[Token], at: int) -> Figure | None:
    if at < len(tokens) and tokens[at].norm in {"de", "por", "a", "no", "d"}:
        start = at + 1
        if tokens[at].norm == "no":
            start = at + 3 if [t.norm for t in tokens[at + 1 : at + 3]] == ["valor", "de"] else len(tokens)
        return scan_figure(tokens, start)
    return None


def _skip(tokens: Sequence[Token], at: int, phrases: tuple[tuple[str, ...], ...]) -> int:
    moved = True
    while moved:
        moved = False
        for phrase in phrases:
            if tuple(token.norm for token in tokens[at : at + len(phrase)]) == phrase:
                at, moved = at + len(phrase), True
    return at


_FEW = frozenset({"uma", "um", "duas", "dois", "tres"})


def _distractor(tokens: Sequence[Token], at: int, _: Context, before: Before) -> Item | None:
    """Sizes, ages, models, ordinals, percents: numbers that are never money."""
    token = tokens[at]
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if token.kind == "num" and following is not None and following.text in "%":
        return Item("pct", at, at + 2, "", token.text)
    if token.kind == "num" and following is not None and following.norm in {"porcento"}:
        return Item("pct", at, at + 2, "", token.text)
    if token.kind == "num" and [t.norm for t in tokens[at + 1 : at + 3]] == ["por", "cento"]:
        return Item("pct", at, at + 3, "", token.text)
    thirteenth = token.text == "13" and following is not None and following.text == "o" and following.glued
    if token.kind == "num" and following is not None and (following.text in {"º", "ª", "°"} or thirteenth):
        return Item("w", at, at + 2, token.text + "º")
    if token.kind == "num" and following is not None and following.norm in {"a", "o"} and following.glued:
        after = tokens[at + 2].norm if at + 2 < len(tokens) else ""
        if after in {"parcela", "prestacao", "mensalidade", "via", "salario", "dose", "feira", "fase", "vez"}:
            return Item("w", at, at + 2, token.text + "º")
    counted = bool(before) and before[-1].norm in {"quanto", "quantos"}
    if counted and token.norm == "por" and following is not None and following.norm == "cento":
        return Item("w", at, at + 2, "porcento")
    if token.norm == "meia" and following is not None and following.norm in {"duzia", "hora"}:
        last = at + 3 if at + 2 < len(tokens) and tokens[at + 2].norm == "de" else at + 2
        return Item("qty", at, last, "duzia")
    if token.norm in {"meio", "meia"} and following is not None and following.norm in lexicon.COUNT_WORDS:
        last = at + 3 if at + 2 < len(tokens) and tokens[at + 2].norm == "de" else at + 2
        return Item("qty", at, last, following.norm)
    few = token.norm in _FEW and following is not None
    if (
        few
        and following
        and following.norm in lexicon.COUNT_WORDS
        and [t.norm for t in tokens[at + 2 : at + 3]] == ["de"]
    ):
        return Item("qty", at, at + 3, following.norm)
    return _numbered(tokens, at, following, before)


_VISITED = words("hotel posto casa loja banca mesa hospital escola quarto")
"""Places that may carry a number, but after "no" or "em" are more often followed by what was spent there."""


def _numbered(tokens: Sequence[Token], at: int, following: Token | None, before: Before) -> Item | None:
    token = tokens[at]
    if token.kind != "num":
        return None
    if before and before[-1].kind == "w" and before[-1].last == at:
        word = before[-1].norm
        glued_code = token.glued and len(word) <= 3 and verb(word) is None and word not in lexicon.PREPOSITIONS
        if glued_code and word not in {"r", "rs", "l", "o", "i", "e"}:
            return Item("w", at, at + 1, token.text, "code")
        plain = token.text.isdigit() and len(token.text) <= 4
        if word in _OWNED and at > 1 and tokens[at - 2].norm in _OF_MINE and not _numbered_later(tokens, at):
            return None
        if word in lexicon.MODEL_WORDS and plain and (following is None or not _is_money_word(following)):
            if word in {"s", "a", "n"} and not token.glued:
                return None
            if (
                word in _VISITED
                and at > 1
                and tokens[at - 2].norm in lexicon.PREPOSITIONS - {"a"}
                and int(token.text) >= 20
            ):
                return None
            if (
                [t.norm for t in tokens[at + 1 : at + 2]] == ["de"]
                and at + 2 < len(tokens)
                and tokens[at + 2].norm in MONTHS
            ):
                return Item("w", at, at + 3, token.text, "code")
            return Item("w", at, at + 1, token.text, "code")
    if [t.norm for t in tokens[at + 1 : at + 3]] == ["em", "1"]:
        return Item("qty", at, at + 3, "em 1")
    if following is not None and following.norm in lexicon.UNIT_WORDS and scan_clock(tokens, at) == at:
        if following.norm in {"vezes"}:
            return None
        last = at + 2
        if last < len(tokens) and tokens[last].norm == "de" and following.norm not in {"anos", "ano", "dias"}:
            last += 1
        return Item("qty", at, last, following.norm)
    clock = scan_clock(tokens, at)
    if clock != at:
        return Item("clock", at, clock, "")
    return None


_OWNED = words("moto vaga ap apto apartamento loja sala garagem")
_OF_MINE = lexicon.OF | lexicon.POSSESSIVES | {"a", "na"}


def _numbered_later(tokens: Sequence[Token], at: int) -> bool:
    """ "condomínio do ap 302, 480" has its price behind the number; "seguro da moto 960" has none but it."""
    later = range(at + 1, len(tokens))
    return any(tokens[n].kind == "num" and tokens[n - 1].norm != "dia" for n in later)


def _is_money_word(token: Token) -> bool:
    return token.norm in {"reais", "real", "conto", "contos", "pila", "pilas", "mil", "k", "paus", "dolares", "euros"}


def _time(tokens: Sequence[Token], at: int, _: Context, before: Before) -> Item | None:
    clock = scan_clock(tokens, at) if tokens[at].norm in {"as", "pelas"} else at
    if clock != at:
        return Item("clock", at, clock, "")
    when = scan_when(tokens, at)
    if when is None or part_of_name(tokens, when, before):
        return None
    return Item("when", when.first, when.last, " ".join(t.norm for t in tokens[when.first : when.last]), when)


def _figure(tokens: Sequence[Token], at: int, _: Context, __: Before) -> Item | None:
    figure = scan_figure(tokens, at)
    if figure is None:
        return None
    token = tokens[at]
    before_word = tokens[at - 1].norm if at else ""
    if token.norm in {"dois", "duas"} and figure.last == at + 1 and before_word in {"nos2", "nos", "os", "as", "entre"}:
        return None
    if token.kind == "num" and token.glued and at and tokens[at - 1].kind == "word":
        word = tokens[at - 1].norm
        if verb(word) is None and word not in lexicon.PREPOSITIONS and len(word) <= 2:
            return Item("bad", figure.first, figure.last, "malformed", figure)
    if figure.doubt:
        return Item("bad", figure.first, figure.last, figure.doubt, figure)
    return Item("amt", figure.first, figure.last, "", figure)


_OPENED: tuple[tuple[Callable[[Sequence[Token], int, Context, Before], Item | None], frozenset[str]], ...] = (
    (_due, recurrence.OPENERS),
    (_instalments, _PARCELLED | _EM_TIMES | NUMBER_WORDS | {"a", "avista"}),
    (scan_method, METHOD_OPENERS),
    (_distractor, _FEW | {"por", "meia", "meio"}),
    (_time, dates.OPENERS | {"as", "pelas"}),
    (_figure, money.OPENERS),
    (scan_card, CARD_OPENERS),
)
"""In order of precedence, each with the words it may begin with; digits, signs and marks may begin any."""
SCANNERS = tuple(scan for scan, _ in _OPENED)
BY_OPENER = by_opener(_OPENED)

__all__ = ["BRANDS", "Due", "Instalments", "Item", "Sentence", "group", "parse"]
