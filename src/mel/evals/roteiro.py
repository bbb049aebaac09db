"""The roteiro: a conversation written in Portuguese by a curator, compiled to a `ConversationFixture`.

What Mel does is both the script of the scripted model and what is expected of any other. Only the ids of operations are
the model's own choice, so those are scripted and not expected, unless a turn refers to them (`$1.operationId`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Literal

from mel.evals import aliases, phrases, residents, result_words
from mel.evals.aliases import UnknownWord
from mel.evals.fixture import Bound, CallOrder, ConversationFixture, Expect, ExpectedChange, FixtureTurn
from mel.evals.invariants import INVARIANTS
from mel.evals.matching import ABSENT, AbsentOr
from mel.evals.pieces import PieceReader
from mel.evals.strict_yaml import Items, Piece, RoteiroError, Table, Text, load, text_of
from mel.evals.tool_arguments import taken_by
from mel.evals.values import Loose

NOTHING = "nada"
SOMEBODY = "Alguém"
"""The member key of a turn whose speaker is not told."""

USUAL = "padrão"
USUAL_INVARIANTS = (
    "tom-mel",
    "numeros-com-origem",
    "escrita-so-apos-sim",
    "uma-vez-so",
    "sem-escrita-inventada",
    "sem-vazamento-entre-casas",
)
"""What `sempre: [padrão]` stands for."""

ORDERS: dict[str, CallOrder] = {
    "exata": "exact",
    "em ordem": "in_order",
    "qualquer": "any_order",
    "pelo menos": "subset",
}
READS: dict[str, Literal["strict", "free"]] = {"livres": "free", "estritas": "strict"}
TOP_KEYS = ["nome", "descrição", "etiquetas", "mundo", "hoje", "sempre", "embutido", "conversa"]
TURN_KEYS = [
    "Mel faz",
    "Mel diz",
    "tem que dizer",
    "não pode dizer",
    "não pode fazer",
    "palavras no máximo",
    "resultado",
    "mundo muda",
    "ordem",
    "leituras",
    "hoje",
]


def read(path: Path) -> ConversationFixture:
    """A roteiro file. Raises `RoteiroError` with its line."""
    return compiled(text_of(path), str(path))


def compiled(text: str, file: str = "roteiro.yaml") -> ConversationFixture:
    """A roteiro's text as a fixture."""
    return _Compiler(file).fixture(load(text, file))


def entries_of(text: str, file: str, line: int) -> list[dict[str, Any]]:
    """The `lançamentos` at the end of a world's file, which begins after that line."""
    root = load("\n" * line + text, file)
    compiler = _Compiler(file)
    return [compiler.row(item) for item in compiler.entries(root)]


@dataclass(slots=True)
class _Compiler(PieceReader):
    today: date | None = None
    residents: tuple[str, ...] = ()
    operations: int = 0
    scripted: list[list[dict[str, Any]]] = field(default_factory=list)
    loose: dict[tuple[int, str], re.Pattern[str]] = field(default_factory=dict)

    def fixture(self, root: Piece) -> ConversationFixture:
        top = self._keys(root, TOP_KEYS)
        self.today = self._day(top["hoje"]) if "hoje" in top else None
        world = top.get("mundo")
        conversation = self._items(self._needed(top, "conversa", root), "conversa")
        furniture = self._furniture(world) if isinstance(world, Table) else None
        self.residents = self._living_there(world, furniture)
        fixture = ConversationFixture(
            name=self._text(self._needed(top, "nome", root)),
            description=self._text(top["descrição"]) if "descrição" in top else None,
            tags=tuple(self._text(tag) for tag in self._items(top["etiquetas"])) if "etiquetas" in top else (),
            world=world.value if isinstance(world, Text) else None,
            furniture=furniture,
            today=self.today,
            always=tuple(self._invariants(top["sempre"])) if "sempre" in top else (),
            embedded="embutido" in top and self._value(top["embutido"], "flag"),
            turns=tuple(self._turn(item) for item in conversation),
            source=f"{self.file}:{root.line}",
        )
        if not fixture.turns:
            raise self._error('a conversa está vazia: falta um turno, como "Ana: oi"', conversation.line)
        return fixture

    def _living_there(self, world: Piece | None, furniture: dict[str, list[dict[str, Any]]] | None) -> tuple[str, ...]:
        if isinstance(world, Text) and (known := residents.worlds()) and world.value not in known:
            raise self._unknown(world.value, known, world.line)
        return residents.of(world.value if isinstance(world, Text) else None, furniture)

    def entries(self, root: Piece) -> Items:
        return self._items(self._keys(root, ["lançamentos"])["lançamentos"], "lançamentos")

    def row(self, item: Piece) -> dict[str, Any]:
        """An entry with an id of its own, so that a roteiro can point at it."""
        if not isinstance(item, Table):
            raise self._error("um lançamento por item, como {id: luz-08, gasto: Luz, …}", item.line)
        name = next((value for key, value in item if key.value == "id"), None)
        rest = Table(tuple((key, value) for key, value in item if key.value != "id"), item.line)
        return {"id": self._text(name) if name else f"{self.file}:{item.line}", **self._fields(rest, aliases.column)}

    def _furniture(self, piece: Table) -> dict[str, list[dict[str, Any]]]:
        """A world of the roteiro's own: `gasto: [{nome: Mercado, previsto: "R$ 900"}]`, one list a table."""
        rows: dict[str, list[dict[str, Any]]] = {}
        for key, value in piece:
            found = self._items(value, key.value)
            rows[self._word(aliases.table, key)] = [self._fields(item, aliases.column) for item in found]
        return rows

    def _invariants(self, piece: Piece) -> Iterator[str]:
        for item in self._some(piece):
            name = self._text(item)
            if name == USUAL:
                yield from USUAL_INVARIANTS
                continue
            if name not in INVARIANTS:
                raise self._unknown(name, [USUAL, *INVARIANTS], item.line)
            yield name

    def _turn(self, item: Piece) -> FixtureTurn:
        if not isinstance(item, Table):
            raise self._error('um turno começa com quem fala, como "Ana: oi"', item.line)
        known = {key.value: value for key, value in item if key.value in TURN_KEYS}
        said = [(key, value) for key, value in item if key.value not in TURN_KEYS]
        if len(said) != 1:
            raise self._who_speaks(said, item.line)
        who, what = said[0]
        if self.residents and who.value not in (SOMEBODY, *self.residents):
            raise self._unknown(who.value, [*self.residents, SOMEBODY], who.line)
        script, expected = self._calls(known.get("Mel faz"), None if who.value == SOMEBODY else who.value)
        self.scripted.append(script)
        says = known.get("Mel diz")
        return FixtureTurn(
            user=self._text(what),
            speaker=None if who.value == SOMEBODY else who.value,
            mock_llm={"toolCalls": script, "text": says.value if isinstance(says, Text) else ""},
            expect=self._expect(known, script, expected),
            today=self._day(known["hoje"]) if "hoje" in known else None,
            line=item.line,
        )

    def _who_speaks(self, said: list[tuple[Text, Piece]], line: int) -> RoteiroError:
        if not said:
            return self._error('falta quem fala, como "Ana: oi"', line)
        # The first is the speaker; the next is a key that means nothing.
        return self._unknown(said[1][0].value, TURN_KEYS, said[1][0].line)

    def _expect(
        self, known: dict[str, Piece], script: list[dict[str, Any]], expected: dict[str, list[dict[str, Any]]]
    ) -> Expect:
        must = self._fragments(known.get("tem que dizer"))
        if isinstance(known.get("Mel diz"), Items):
            must += self._fragments(known["Mel diz"])
        never = self._fragments(known.get("não pode dizer"))
        matching = {name: args[0] if len(args) == 1 else args for name, args in expected.items() if any(args)}
        return Expect(
            tool_calls_made=tuple(call["name"] for call in script),
            tool_call_args_matching=matching,
            response_text_matching=phrases.all_of(must) if must else None,
            response_text_not_matching=phrases.any_of(never) if never else None,
            order=self._one_of(known["ordem"], ORDERS) if "ordem" in known else "exact",
            reads=self._one_of(known["leituras"], READS) if "leituras" in known else "auto",
            forbidden_calls=tuple(
                self._word(aliases.tool, item)
                for item in (self._some(known["não pode fazer"]) if "não pode fazer" in known else ())
            ),
            results_matching=dict(self._results(known["resultado"])) if "resultado" in known else {},
            world_changes=self._changes(known["mundo muda"]) if "mundo muda" in known else None,
            max_words=self._value(known["palavras no máximo"], "number") if "palavras no máximo" in known else None,
        )

    def _calls(
        self, piece: Piece | None, speaker: str | None
    ) -> tuple[list[dict[str, Any]], dict[str, list[dict[str, Any]]]]:
        """The scripted calls with all their arguments, and what any model's arguments must hold, per tool."""
        script: list[dict[str, Any]] = []
        expected: dict[str, list[dict[str, Any]]] = {}
        if piece is None or (isinstance(piece, Text) and piece.value == NOTHING):
            return script, expected
        for item in self._some(piece, "Mel faz"):
            name, args = self._call(item)
            expected.setdefault(name, []).append(_implied(name, speaker) | _expected_args(args))
            self.loose |= {
                (len(self.scripted) + 1, key): value.expected for key, value in args.items() if isinstance(value, Loose)
            }
            script.append(
                {"id": str(len(script) + 1), "name": name, "args": self._scripted_args(name, args, item.line)}
            )
        return script, expected

    def _call(self, item: Piece) -> tuple[str, dict[str, Any]]:
        if isinstance(item, Text):
            return self._word(aliases.tool, item), {}
        if not isinstance(item, Table) or len(item.entries) != 1:
            raise self._error("uma chamada por item, como - ver total previsto: {mês: 2026-06}", item.line)
        key, value = item.entries[0]
        if key.value == "confirmar":
            return self._confirmation(value)
        name = self._word(aliases.tool, key)
        return name, self._arguments(value, name)

    def _confirmation(self, value: Piece) -> tuple[str, dict[str, Any]]:
        """`confirmar: $1` repeats the write that turn 1 proposed, with the yes."""
        words = self._text(value)
        number = int(words[1:]) if words.startswith("$") and words[1:].isdigit() else 0
        writes = [call for call in self._scripted_turn(number, value.line) if call["name"] in aliases.WRITES]
        if len(writes) != 1:
            raise self._error(
                f"confirmar precisa de um turno que propôs uma escrita ($1), e aqui é {words}", value.line
            )
        args = {key: item for key, item in writes[0]["args"].items() if key not in ("operationId", "confirm")}
        loose = {key: Loose(item, self.loose[number, key]) for key, item in args.items() if (number, key) in self.loose}
        return writes[0]["name"], {**args, **loose, "operationId": Bound(number, "operationId"), "confirm": True}

    def _scripted_turn(self, number: int, line: int) -> list[dict[str, Any]]:
        if not 1 <= number <= len(self.scripted):
            raise self._error(f"o turno ${number} não existe antes deste", line)
        return self.scripted[number - 1]

    def _scripted_args(self, name: str, args: dict[str, Any], line: int) -> dict[str, Any]:
        full = {key: self._static(value, line) for key, value in args.items() if value is not ABSENT}
        if name in aliases.TAKES_TODAY and "today" not in full and self.today:
            full["today"] = self.today.isoformat()
        if name in aliases.WRITES and "operationId" not in full:
            self.operations += 1
            full["operationId"] = f"op-{self.operations}"
        return full

    def _static(self, value: Any, line: int) -> Any:
        """What a binding is in the script: the scripted value it names."""
        if isinstance(value, Loose):
            return value.scripted
        if isinstance(value, re.Pattern):
            raise self._error(f'o roteiro precisa de um valor: escreva "valor ~ /{value.pattern}/"', line)
        if not isinstance(value, Bound):
            return value
        for call in self._scripted_turn(value.turn, line):
            found: Any = call["args"]
            for key in value.path.split("."):
                found = found.get(key) if isinstance(found, dict) else None
            if found is not None:
                return found
        raise self._error(f"{value} não está nas chamadas do turno {value.turn}", line)

    def _arguments(self, piece: Piece, name: str) -> dict[str, Any]:
        if isinstance(piece, Text) and piece.value in ("", NOTHING):
            return {}
        return self._fields(piece, self._argument_of(name))

    def _argument_of(self, name: str) -> Callable[[str], tuple[str, aliases.Kind]]:
        """A word that another tool has is none of this one's."""
        known = taken_by(name)

        def own(word: str) -> tuple[str, aliases.Kind]:
            wire, kind = aliases.argument_of(name)(word)
            if known and wire not in known:
                raise UnknownWord(word, [aliases.ARGUMENTS["name" if arg == "nome" else arg][0] for arg in known])
            return wire, kind

        return own

    def _fields(self, piece: Piece, name_of: Callable[[str], tuple[str, aliases.Kind]]) -> dict[str, Any]:
        if not isinstance(piece, Table):
            raise self._error("aqui vai um conjunto de campos, como {mês: 2026-06}", piece.line)
        found: dict[str, Any] = {}
        for key, value in piece:
            wire, kind = self._word(name_of, key)
            found[wire] = self._nested(value, kind, name_of)
        return found

    def _nested(self, value: Piece, kind: aliases.Kind, name_of: Callable[[str], tuple[str, aliases.Kind]]) -> Any:
        if isinstance(value, Table):
            return self._fields(value, name_of)
        if isinstance(value, Items):
            return [self._nested(item, kind, name_of) for item in value]
        return self._value(value, kind)

    def _results(self, piece: Piece) -> Iterator[tuple[str, Any]]:
        for item in self._some(piece, "resultado"):
            if not isinstance(item, Table) or len(item.entries) != 1:
                raise self._error("um resultado por item, como - registrar gasto: {gravado: sim}", item.line)
            key, value = item.entries[0]
            name = self._word(aliases.tool, key)
            if isinstance(value, Table) and not value.entries:
                raise self._error(f'"{key.value}: {{}}" não espera nada do resultado', key.line)
            yield name, self._fields(value, result_words.field_of(name))

    def _changes(self, piece: Piece) -> tuple[ExpectedChange, ...]:
        if isinstance(piece, Text) and piece.value == NOTHING:
            return ()
        return tuple(self._change(item) for item in self._some(piece, "mundo muda"))

    def _change(self, item: Piece) -> ExpectedChange:
        key, value = item.entries[0] if isinstance(item, Table) and len(item.entries) == 1 else (item, Table((), 0))
        verb, _, thing = self._text(key).partition(" ")
        if verb not in aliases.CHANGES:
            raise self._unknown(verb, list(aliases.CHANGES), item.line)
        table = self._word(aliases.table, Text(thing, item.line))
        return ExpectedChange(aliases.CHANGES[verb], table, self._fields(value, aliases.column))

    def _fragments(self, piece: Piece | None) -> list[str]:
        if piece is None:
            return []
        return [self._fragment(item) for item in (self._some(piece) if isinstance(piece, Items) else (piece,))]

    def _fragment(self, piece: Piece) -> str:
        said = self._text(piece)
        try:
            pattern = phrases.any_of([said])
        except re.error as error:
            raise self._error(f"expressão inválida em {said}: {error}", piece.line) from error
        if pattern.search(""):
            raise self._error(f'"{said}" não espera nada: qualquer resposta serve', piece.line)
        return said

    def _some(self, piece: Piece, name: str = "aqui") -> Items:
        items = self._items(piece, name)
        if not items.items:
            raise self._error("uma lista vazia não espera nada: tire a linha, ou diga o que se espera", piece.line)
        return items


def _expected_args(args: dict[str, Any]) -> dict[str, Any]:
    """What any model's arguments must hold: all that is written down but what is the model's own choice."""
    return {
        key: value.expected if isinstance(value, Loose) else value
        for key, value in args.items()
        if key != "today" and (key != "operationId" or isinstance(value, Bound))
    }


def _implied(name: str, speaker: str | None) -> dict[str, Any]:
    """What leaving something out says: no yes was passed on, and who speaks is who paid."""
    said: dict[str, Any] = {"confirm": AbsentOr(value=False)} if name in aliases.WRITES else {}
    if name == "recordSpend" and speaker is not None:
        said["paidBy"] = AbsentOr(speaker)
    return said
