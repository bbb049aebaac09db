"""create_goal: goals that begin."""

from __future__ import annotations

from datetime import date
from typing import Any

from mel.understanding import lexicon
from mel.understanding.clause import Clause, Refused, money_slots
from mel.understanding.names import find_goal
from mel.understanding.phrases import name_word, trim, use
from mel.understanding.reading import Reading
from mel.understanding.sentence import Item
from mel.understanding.verbs import verb
from mel.understanding.when import When
from mel.understanding.wordlist import words

GOAL_HEADS = words("meta metas caixinha cofrinho objetivo caixinhas porquinho")

_CREATE = frozenset(
    {
        "criar",
        "abrir",
        "fazer",
        "adicionar",
        "cadastrar",
        "incluir",
        "registrar",
        "definir",
        "comecar",
        "botar",
        "colocar",
        "por",
        "lancar",
        "anotar",
        "ter",
    }
)
_WISHES = words("quero queremos vamos bora queria queriamos quer partiu gostaria gostariamos")
_WISHED = words("juntar guardar economizar poupar acumular")
_DEADLINE = words("prazo data deadline limite final vencimento")
_WORTH = words("valor alvo total objetivo com no de valendo custando custa custo eh precisa precisamos precisando r")


def read_new_goal(clause: Clause) -> Reading:
    """ "nova meta: …", "cria uma meta de 5 mil pra …", "quero juntar 10 mil pra …", with or without a deadline."""
    if clause.dues or clause.percent:
        raise Refused("recurring")
    if clause.instalments:
        raise Refused("not_understood")
    core, wish, member = _goal_opening(list(clause.core))
    titled = core is None and _titled(clause)
    if titled:
        core = list(clause.core[1:])
    if core is None:
        raise Refused("not_a_goal")
    slots = money_slots(clause)
    name = _goal_name(core, clause)
    if name:
        slots["name"] = name
    slots.update(deadline(clause))
    if member or clause.member:
        slots["member"] = member or clause.member
    if not name and "amount" not in slots:
        raise Refused("no_name")
    if wish and name is None:
        raise Refused("no_name")
    aimed = [item.norm or item.kind for item in clause.core[:3]][1:] == ["de", "amt"] and clause.core[
        0
    ].norm in GOAL_HEADS
    if (aimed or titled) and name and _known_goal(name, clause):
        raise Refused("unknown_name")
    if wish and _into_known(core, name, clause):
        raise Refused("future")
    missing = tuple(slot for slot in ("name", "amount") if slot not in slots)
    return Reading("create_goal", slots, ordered=True, missing=missing)


def _titled(clause: Clause) -> bool:
    """ "meta bicicleta elétrica 5k até 30/06": a goal with its sum and its end, told as a title, begins it."""
    head = clause.core[0].norm if clause.core else ""
    return head in GOAL_HEADS and len(clause.amounts) == 1 and any(when.until for when in clause.whens)


def _known_goal(name: str, clause: Clause) -> bool:
    """ "meta de 500 pra Amsterdam" may feed it or change it."""
    return find_goal(name, clause.context.vocabulary).known


def _into_known(core: list[Item], name: str | None, clause: Clause) -> bool:
    """ "bora guardar 200 no carro" feeds a goal some day, and begins none."""
    placed = any(item.norm in {"no", "na", "em"} and item.value != "code" for item in core)
    return placed and name is not None and find_goal(name, clause.context.vocabulary).known


_TOGETHER = words("queremos vamos precisamos nossa queriamos planejamos pretendemos")
_BEFORE_GOAL = lexicon.ARTICLES | words("eu gente nos2 que pode da dah pra voce me mais nossa minha de")


def _goal_opening(core: list[Item]) -> tuple[list[Item] | None, bool, str | None]:
    """The items after the words that begin a goal; whether it was wished; and who wishes."""
    spelled = [item.norm if item.kind == "w" else item.kind for item in core]
    both = "both" if _TOGETHER & set(spelled[:4]) else "self" if spelled[:1] == ["eu"] else None
    at = 0
    while (
        at < len(spelled) and at < 8 and (spelled[at] in _BEFORE_GOAL or spelled[at] in _WISHES or _creates(core[at]))
    ):
        at += 1
    begun = {word for word in spelled[:at] if word in _WISHES} or {
        w for w, i in zip(spelled[:at], core, strict=False) if _creates(i)
    }
    rest = spelled[at:]
    if rest[:1] and (
        rest[0] in GOAL_HEADS or (rest[0] in {"nova", "novo", "outra", "outro"} and rest[1:2] and rest[1] in GOAL_HEADS)
    ):
        size = 1 if rest[0] in GOAL_HEADS else 2
        new = size == 2 or rest[size : size + 1] in (["nova"], ["novo"])
        size += rest[size : size + 1] in (["nova"], ["novo"])
        colon = at == 0 and rest[size : size + 1] == ["sep"]
        aimed = at == 0 and rest[size : size + 2] == ["de", "amt"] and "pra" in rest[size:]
        if begun or new or colon or aimed:
            gente = "both" if "gente" in spelled[:at] else both
            return core[at + size :], False, gente
        return None, False, None
    form = verb(core[at].norm) if at < len(core) and core[at].kind == "w" else None
    clipped = form is not None and form.tense in {"order", "present"} and at > 0 and spelled[at - 1] in _WISHES
    if (
        form
        and form.lemma in _WISHED
        and (form.tense == "infinitive" or clipped)
        and {w for w in spelled[:at] if w in _WISHES}
    ):
        member = "both" if "gente" in spelled[:at] else both
        return core[at + 1 :], True, member
    return None, False, None


def _creates(item: Item) -> bool:
    form = verb(item.norm) if item.kind == "w" else None
    return bool(form and form.lemma in _CREATE and form.tense in {"order", "infinitive", "present"}) or item.norm in {
        "crie",
        "cria",
        "abre",
        "abra",
    }


def _goal_name(core: list[Item], clause: Clause) -> str | None:
    """The one noun phrase left once the words about price and deadline are gone."""
    runs: list[list[Item]] = [[]]
    for item in core:
        if item.kind == "qty" and item.norm in {"meses", "semanas", "dias"}:
            raise Refused("vague_time")
        if item.kind == "qty" and not clause.amounts and item.norm not in {"anos", "ano"}:
            raise Refused("not_a_goal")
        if item.kind in {"amt", "sep"}:
            runs.append([])
        elif item.kind in {"w", "when", "qty"}:
            runs[-1].append(item)
        else:
            raise Refused("ambiguous_amount")
    found: list[tuple[Item, ...]] = []
    for run in runs:
        left = _strip(run)
        if not left:
            continue
        if any(not (name_word(item) or use(left, at)) for at, item in enumerate(left)):
            raise Refused("not_understood")
        trimmed = trim(left)
        if trimmed:
            found.append(trimmed)
    if not found:
        return None
    if len(found) > 1:
        raise Refused("not_understood")
    if len(found[0]) > 8:
        raise Refused("not_understood")
    return clause.sentence.span(found[0][0].first, found[0][-1].last)


_PURPOSE = words(
    "quitar arrumar consertar mobiliar comprar fazer trocar reformar ir pagar conhecer casar viajar visitar montar "
    "ter realizar abrir"
)


def _strip(run: list[Item]) -> list[Item]:
    left = list(run)
    edges = lexicon.PREPOSITIONS | lexicon.ARTICLES | lexicon.POSSESSIVES | _DEADLINE | _WORTH | {
        "chamada", "chamado", "nome", "juntos", "junto", "uns", "e", "meta", "dinheiro", "grana", "ate",
        "alcancar", "atingir", "sonho", "gente", "eu",
    }  # fmt: skip
    while left and left[-1].norm in edges and left[-1].kind == "w" and left[-1].value != "code":
        left.pop()
    while left and left[0].kind == "w" and left[0].norm in edges | _PURPOSE and left[0].value != "code":
        left = left[1:]
    return left


def _of_the_thing(clause: Clause, when: When) -> bool:
    """ "pra copa de 2030": the year of the thing, and perhaps no end of the saving."""
    tokens = clause.sentence.tokens
    opening = tokens[when.first].norm
    before = tokens[when.first - 1] if when.first else None
    noun = before is not None and before.kind == "word" and before.norm not in _DEADLINE | lexicon.PREPOSITIONS
    return opening in lexicon.OF and noun and when.kind in {"year", "month"} and not when.until


def deadline(clause: Clause) -> dict[str, Any]:
    """A goal has one deadline: the last day of whatever span was said; "12 meses" after "prazo" counts too."""
    moments = set()
    for when in clause.whens:
        moment = None if when.vague else when.resolve(clause.context.today, future=True)
        if moment is None or _of_the_thing(clause, when):
            raise Refused("vague_time")
        moments.add(moment if isinstance(moment, date) else moment[1])
    if len(moments) > 1:
        raise Refused("vague_time")
    return {"date": moments.pop().isoformat()} if moments else {}
