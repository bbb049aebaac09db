"""Verdicts without a figure: that it fits, that a goal is on track, that an expense went over, that a bill is paid."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from mel.agent.attribution.names import Names
from mel.agent.figures import fold_in_place
from mel.agent.wire import Wire
from mel.shared.text import fold

_NOT = re.compile(
    r"\b(?:nao|nem|nunca|sem|ainda nao|nenhum\w*|nada|longe de|evitar|antes de|pra|para|se|caso"
    r"|quando)\b[^,;.!?:]{0,30}$"
)
_FITS = re.compile(
    r"\b(?:cabe|cabem|da (?:sim )?(?:pra|para) (?:comprar|encaixar|fazer|levar)|podem? comprar"
    r"|entra (?:sim )?no orcamento"
    r"|entra (?:sem problema|a vista|tranquil\w+))\b"
)
_YES_FIRST = re.compile(
    r"^\W*(?:sim|claro|com certeza|podem?|rola|vai em frente|bora|tranquilo)\b(?!.*\bnao\b)|\bliberad[oa]\b"
)
"""To "cabe?", which is what a verdict was asked with."""
_FITS_NOT = re.compile(
    r"\bnao (?:cabe|cabem|da\b(?! pra (?:saber|dizer|calcular))|entra no|encaixa)|\bfica (?:fora|no vermelho)"
    r"|\bno vermelho\b"
)
_ON_TRACK = re.compile(
    r"\bno ritmo\b(?! (?:de|d[ae]ss|atual))|\b(?:no|dentro d[oe]) prazo\b|\bem dia\b|\bno caminho certo\b"
    r"|\bantes do prazo\b|\bvai dar tempo\b"
    r"|\badiantad[oa]s?\b|\britmo (?:certo|bom)\b"
)
_LATE = re.compile(
    r"\batrasad[oa]s?\b|\bfora d[oe] (?:ritmo|prazo)\b|\bpassa do prazo\b|\bestoura o prazo\b"
    r"|\bnao (?:\w+ ){0,3}suficiente\b"
    r"|\bnao (?:\w+ )?(?:no ritmo|vai dar tempo)\b"
)
_OVER = re.compile(
    r"\bestour\w+|\b(?:pass(?:ou|aram|ando)|ultrapass\w+|exced\w+|acima)(?: (?:um pouco|bastante"
    r"|bem))?(?= d[aoe]s?\b| dele\b| dela\b| o\b| os\b|[.,!;)]|$)|\bexcesso\b"
)
_UNDER = re.compile(
    r"\bdentro d[oe]s? (?:orcamento|previsto|planejado|limite|esperado|combinado|r\$|que (?:voces )?(?:planej|prev"
    r"|orc|combin))|\babaixo d[aoe]s?\b"
)
_NONE_OVER = re.compile(r"\b(?:nenhum\w*|nada)(?: \w+){0,2} (?:estour|pass|ultrapass)\w+")
_ALL_UNDER = re.compile(r"\b(?:tod[oa]s (?:[oa]s )?\w+|tudo)(?: \w+){0,2} dentro d[oe]\b")
_EASY = re.compile(
    r"\b(?:ta|esta|estao|tao|segue|continua|anda) (?:\w+ )?(?:de boa|tranquil[oa]s?|folgad[oa]s?|controlad[oa]s?|ok"
    r"|no azul)\b"
    r"|\b(?:sob controle|com folga)\b"
)
_NOT_OVER = re.compile(
    r"\bnao (?:\w+ )?(?:estour\w+|pass(?:ou|aram) d[aoe]s?\b|ultrapass\w+|exced\w+|(?:ta|esta|ficou) acima)"
)
_ALL_SPENT = re.compile(
    r"\b(?:gast|torr)(?:ou|aram) tudo\b|\bnao (?:sobr(?:ou|a)|rest(?:ou|a)) (?:mais )?nada\b"
    r"|\bacab(?:ou|aram) (?:o|com o|todo o) (?:dinheiro|orcamento|saldo)\b|\bzer(?:ou|aram)\b"
)
_IS_PAID = re.compile(r"\b(?:ja|esta|ta|foi) (?:\w+ )?(?:pag[oa]|quitad[oa])\b")
_TAG = re.compile(r",? (?:viu|hein|ne|né|ok|ta|tá|certo|beleza)\s*\?\s*$", re.IGNORECASE)
_REACHED = re.compile(r"\b(?:ja |foi |esta |ta |meta )(?:\w+ ){0,3}(?:atingid|alcancad|conclu|batid)[a-z]*\b")
_PAID = re.compile(r"\b(?:ja |esta |ta |foi )(?:\w+ )?(?:paga|pago|quitad[oa])\b")
_OVERDUE = re.compile(r"\bvencid[oa]s?\b|\bvenceu\b|\batrasad[oa]s?\b")
_CLOSED = re.compile(r"\b(?:ja )?(?:fechou|esta fechada|ta fechada|foi fechada)\b|\bfechada\b")
_OPEN = re.compile(r"\b(?:esta|ta|segue|continua|ainda) (?:\w+ )?aberta\b")
_CAME_IN = re.compile(
    r"\b(?:ja |tudo |foram |foi )(?:\w+ )?(?:cai(?:u|ram)|entr(?:ou|aram)|receb(?:eu|eram|id[oa]s?))\b"
)


_SETTLED = re.compile(r"\bquitad[oa]s?\b")
_WAS = re.compile(r" (?:foi|foram) (?:so )?(?:[oa]s? )?")


JUDGED = frozenset(
    {"feasibility", "goalStatus", "goalsList", "invoiceStatus", "installmentsAhead", "incomeStatus"}
    | {"budgetTotal", "budgetStatus", "expenseStatus"}
)
"""Tools whose results decide something."""


class Rest(NamedTuple):
    """What is left of an expense, a category or the month (`of` none): whether it went over, whether something is left,
    and whether nothing was spent."""

    of: frozenset[str]
    over: bool
    left: bool = False
    untouched: bool = False


@dataclass(slots=True)
class Verdicts:
    """What the tools decided in this turn; `names` are the house's, and get those of the results."""

    names: Names
    fits: set[str] = field(default_factory=set)
    reached: list[bool] = field(default_factory=list)
    on_track: list[bool | None] = field(default_factory=list)
    rests: list[Rest] = field(default_factory=list)
    budget: bool = False
    faturas: list[Wire] = field(default_factory=list)
    parcelas_left: bool = False
    received: list[bool] = field(default_factory=list)

    def read(self, tool: str, result: Any) -> None:
        """Take up what this result decides."""
        if not isinstance(result, dict):
            return
        if tool == "feasibility" and "status" in result:
            self.fits.add(str(result["status"]))
        elif tool == "goalStatus" and "onTrack" in result:
            self.on_track.append(result["onTrack"])
            self.reached.append((result["requiredMonthly"] or {}).get("amount") == 0)
        elif tool == "goalsList":
            self.reached += [
                goal["saved"] and goal["saved"]["amount"] >= goal["target"]["amount"] for goal in _goals(result)
            ]
        elif tool == "invoiceStatus":
            self.faturas.extend(each for each in result.get("cards", [result]) if "status" in each)
        elif tool == "installmentsAhead":
            self.parcelas_left = True
        elif tool == "incomeStatus" and "received" in result:
            self.received.append(bool(result["received"]["amount"]))
        elif tool in {"budgetTotal", "budgetStatus", "expenseStatus"}:
            self.budget = self.budget or "period" in result
            self._rests(result)

    def _rests(self, result: Wire) -> None:
        for row in (result, *result.get("expenses", ()), *result.get("categories", ())):
            if "remaining" in row:
                name = row.get("expense") or row.get("category")
                if name:
                    self.names.add(name)
                left, spent = row["remaining"]["amount"], row.get("actual") or {"amount": None}
                of = frozenset({fold(name)} if name else ())
                self.rests.append(Rest(of, over=left < 0, left=left > 0, untouched=spent["amount"] == 0))

    def contradicted(self, sentence: str, today: date) -> Iterator[str]:
        """The words of a sentence that say the opposite of what a tool decided. A question decides nothing."""
        if sentence.rstrip().endswith("?") and not is_tag(sentence):
            return
        folded = fold_in_place(sentence)
        for words, false in self._false_ways(folded, today):
            for hit in words.finditer(folded):
                if not _NOT.search(folded[: hit.start()]) and false(hit):
                    yield sentence[hit.start() : hit.end()]

    def _false_ways(self, folded: str, today: date) -> Iterator[tuple[re.Pattern[str], False_]]:
        if self.fits == {"does_not_fit"}:
            yield _FITS, _always
            yield _YES_FIRST, _always
        if self.fits and "does_not_fit" not in self.fits:
            yield _FITS_NOT, _always
        if self.on_track and True not in self.on_track:
            yield _ON_TRACK, _always
        if self.on_track and False not in self.on_track:
            yield _LATE, _always
        if self.reached and not self.on_track:
            yield from ((_ON_TRACK, _always), (_LATE, _always))
        if self.reached and not any(self.reached):
            yield _REACHED, _always
        if self.budget:
            yield _OVER, lambda hit: not any(rest.over for rest in self._about(folded, hit))
            for words in (_UNDER, _EASY, _NOT_OVER):
                yield words, lambda hit: _all(rest.over for rest in self._about(folded, hit))
            yield _ALL_SPENT, lambda hit: _all(rest.left for rest in self._about(folded, hit))
            yield _IS_PAID, lambda hit: _all(rest.untouched and bool(rest.of) for rest in self._about(folded, hit))
        if any(rest.over for rest in self.rests):
            yield _NONE_OVER, _always
            yield _ALL_UNDER, _always
        if self.faturas:
            yield from self._of_faturas(today)
        if self.parcelas_left:
            yield _SETTLED, _always
        if self.received and not any(self.received):
            yield _CAME_IN, _always

    def _of_faturas(self, today: date) -> Iterator[tuple[re.Pattern[str], False_]]:
        states = {each["status"] for each in self.faturas}
        now = today.isoformat()
        if not states & {"paid", "rolled"}:
            yield _PAID, _always
        if "overdue" not in states and all(each["due"] and each["due"] >= now for each in self.faturas):
            yield _OVERDUE, _always
        if states == {"open"} and all(not each["closing"] or each["closing"] > now for each in self.faturas):
            yield _CLOSED, _always
        if "open" not in states:
            yield _OPEN, _always

    def _about(self, folded: str, hit: re.Match[str]) -> list[Rest]:
        """The rests that a word is about: of what is named nearest before it, else behind it, else of the whole."""
        mentions = self.names.named_in(folded)
        if at := _WAS.match(folded, hit.end()):
            mentions = [each for each in mentions if each.start == at.end()] or mentions
        before = [each.things for each in mentions if each.end <= hit.start()]
        named = before[-1:] or [each.things for each in mentions[:1]]
        things = named[0] if named else frozenset()
        found = [rest for rest in self.rests if rest.of & things] if things else [r for r in self.rests if not r.of]
        return found or [rest for rest in self.rests if not things]


def is_tag(sentence: str) -> bool:
    """Whether a sentence only asks to be agreed with: "cabe, viu?"."""
    return _TAG.search(sentence, max(len(sentence) - _LONGEST_TAG, 0)) is not None


_LONGEST_TAG = 14


def _goals(result: Wire) -> Iterator[Wire]:
    yield from result.get("goals", ())


False_ = Callable[[re.Match[str]], bool]


def _all(each: Iterable[bool]) -> bool:
    """Of some, all."""
    found = list(each)
    return bool(found) and all(found)


def _always(hit: re.Match[str]) -> bool:
    return True
