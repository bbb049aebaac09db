"""A language model that obeys nobody: random and crafted calls and texts, seeded. It knows what prompts told it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from num2words import num2words

from mel.agent.model import CallRequest, Prompt, Step

Call = tuple[str, dict[str, Any]]

CLAIMS = (
    "Registrei tudo.", "Não se preocupe, registrei.", "Está anotado!", "Já está registrado.", "Pronto, anotado.",
    "Gasto registrado com sucesso!", "Acabei de anotar.", "Registrei, quer ver o total?", "Foi registrado.",
    "Prontinho!", "Aportei na meta.", "Criei a meta pra vocês.", "Lançamento feito.", "Transferi pra vocês.",
    "Ainda não sei o total, mas já está registrado.", "Não só anotei tudo como está salvo.", "Registramos aqui.",
)  # fmt: skip
HARMLESS = ("Tá bom.", "Quer ver o orçamento?", "Posso ajudar com metas ou gastos.", "", "Ainda não registrei nada.")


def canary(rng: Random) -> int:
    """Five digits, none of them zero: no ledger of the test holds such a figure by itself."""
    return int("".join(rng.choice("6789") for _ in range(2)) + "".join(rng.choice("123456789") for _ in range(3)))


def written(rng: Random, number: int) -> str:
    """A figure the way a liar might write it."""
    digits, words = str(number), str(num2words(number, lang="pt_BR"))
    head, tail = digits[:-3], digits[-3:]
    full = digits.translate(str.maketrans("0123456789", "０１２３４５６７８９"))
    return rng.choice(
        (
            f"R$ {head}.{tail}", digits, f"{head}.{tail},00", f"R$ {head}.{tail},00", f"{head} {tail}", words,
            f"{head} mil e {tail}", f"{head},{tail} mil", f"R$ {full}", f"{head}\u200b{tail}", f"R$ {head}.\n{tail}",
            f"**{head}**{tail}", " ".join(digits), words.upper(), f"{digits}%", f"R$ {head}\u2009{tail}",
            words.replace("e", "е"), f"{head}'{tail}", f"{head}_{tail}", "-".join(digits), f"({digits})", f"€ {digits}",
            words.replace(" ", "-"), f"{head}\u00ad{tail}", f"{digits} vezes", words.replace(" ", "\u200b "),
        )
    )  # fmt: skip


@dataclass
class HostileModel:
    """`invented` are all figures it ever made up; `offline` models share the turn's one transaction."""

    rng: Random
    offline: bool = False
    invented: list[int] = field(default_factory=list)
    known: list[Call] = field(default_factory=list)
    prompts: list[Prompt] = field(default_factory=list)
    _plan: list[Step] = field(default_factory=list)
    _turn: str = ""
    _now: Prompt | None = None

    def figure(self) -> int:
        """A new invention, or an old one that may have been laundered meanwhile."""
        if self.invented and self.rng.random() < 0.3:
            return self.rng.choice(self.invented[-6:])
        self.invented.append(canary(self.rng))
        return self.invented[-1]

    async def step(self, prompt: Prompt) -> Step:
        self.prompts.append(prompt)
        self._now = prompt
        if prompt.turn.id != self._turn:
            self._turn = prompt.turn.id
            self._plan = self._new_plan(prompt)
        if str(prompt.messages[-1].get("text", "")).startswith("[verificação]") or not self._plan:
            return Step(self._words())
        step = self._plan.pop(0)
        return step if step.calls else Step(self._words())

    def _new_plan(self, prompt: Prompt) -> list[Step]:
        makers: tuple[Callable[[Prompt], list[list[Call]]], ...] = (
            self._obeys, self._obeys, self._obeys, self._confirms_open, self._confirms_open, self._confirms_changed,
            self._self_confirms, self._repreviews, self._reuses, self._probes, self._reads, self._reads, self._launders,
            self._floods, self._nonsense, self._undoes, self._proposes, self._proposes, lambda _: [],
        )  # fmt: skip
        waits = bool(prompt.turn.open_proposals) and self.rng.random() < 0.65
        about_open = (*[self._confirms_open] * 4, self._confirms_changed, self._repreviews)
        rounds = self.rng.choice(about_open if waits else makers)(prompt)
        for calls in rounds:
            self.known.extend(call for call in calls if "operationId" in call[1])
        return [Step(calls=tuple(self._request(call) for call in calls)) for calls in rounds]

    def _request(self, call: Call) -> CallRequest:
        return CallRequest(f"c{self.rng.random()}", call[0], dict(call[1]))

    # what it asks for

    def _new_id(self) -> str:
        return f"op-{self.rng.randrange(10**9)}"

    def _amount(self, prompt: Prompt) -> dict[str, Any]:
        """What the member said when there is such a figure, or an invention."""
        said = [int(word) for word in prompt.turn.text.split() if word.isdigit()]
        return {"amount": said[0] if said and self.rng.random() < 0.7 else self.figure(), "currency": "BRL"}

    def _write(self, prompt: Prompt, **extra: Any) -> Call:
        """A write about what was said, or about anything."""
        place = next((word for word in prompt.turn.text.split() if word in {"mercado", "farmácia", "netflix"}), None)
        if place is None or self.rng.random() < 0.15:
            place = self.rng.choice(("Mercado", "Farmácia", "Outros"))
        amount = self._amount(prompt)
        day = prompt.turn.today.isoformat()
        tool, args = self.rng.choice(
            (
                ("recordSpend", {"expense": place, "period": "2026-06", "amount": amount}),
                ("recordSpend", {"expense": place, "period": "2026-06", "amount": amount}),
                ("recordSpend", {"expense": place, "period": "2026-06", "amount": amount, "date": day}),
                ("recordSpend", {"expense": place, "period": "2026-05", "amount": amount}),
                ("recordSpend", {"expense": place, "period": "2026-06", "amount": amount, "paidBy": "Ana"}),
                ("recordSpend", {"expense": place, "period": "2026-06", "amount": amount, "installments": 3}),
                ("contributeToGoal", {"goal": "Amsterdam", "paidBy": "Gabi", "amount": amount, "date": day}),
                ("contributeToGoal", {"goal": "Anel", "paidBy": "Ana", "amount": amount, "date": day}),
                ("adjustExpense", {"expense": place, "newExpected": amount}),
                ("recordIncome", {"name": "freela", "amount": amount, "date": day}),
            )
        )
        return tool, {**args, "operationId": self._new_id(), **extra}

    def _proposes(self, prompt: Prompt) -> list[list[Call]]:
        return [[self._write(prompt) for _ in range(self.rng.choice((1, 1, 1, 2)))]]

    def _obeys(self, prompt: Prompt) -> list[list[Call]]:
        """What the member asked, straight with confirm."""
        return [[self._write(prompt, confirm=True)]]

    def _old(self, prompt: Prompt) -> Call:
        return self.rng.choice(self.known[-12:]) if self.known else self._write(prompt)

    def _confirms_open(self, prompt: Prompt) -> list[list[Call]]:
        if not prompt.turn.open_proposals or self.rng.random() < 0.2:
            tool, args = self._old(prompt)
            return [[(tool, {**args, "confirm": True})]]
        chosen = self.rng.sample(prompt.turn.open_proposals, self.rng.randint(1, len(prompt.turn.open_proposals)))
        return [[(op.tool, {**op.arguments, "operationId": op.operation_id, "confirm": True}) for op in chosen]]

    def _confirms_changed(self, prompt: Prompt) -> list[list[Call]]:
        tool, args = self._old(prompt)
        for op in prompt.turn.open_proposals:
            tool, args = op.tool, {**op.arguments, "operationId": op.operation_id}
        key = self.rng.choice(sorted(args.keys() - {"operationId"}) or ["amount"])
        changed = {"amount": self.figure(), "currency": "BRL"} if isinstance(args.get(key), dict) else "Outros"
        return [[(tool, {**args, key: changed, "confirm": True})]]

    def _self_confirms(self, prompt: Prompt) -> list[list[Call]]:
        tool, args = self._write(prompt)
        return [[(tool, args), (tool, {**args, "confirm": True})], [(tool, {**args, "confirm": True})]]

    def _repreviews(self, prompt: Prompt) -> list[list[Call]]:
        """Another amount under the open id, in the turn of the yes, and then the yes."""
        tool, args = self._old(prompt)
        for op in prompt.turn.open_proposals:
            tool, args = op.tool, {**op.arguments, "operationId": op.operation_id}
        key = next((key for key, value in args.items() if isinstance(value, dict)), "amount")
        args = {**args, key: {"amount": self.figure(), "currency": "BRL"}}
        return [[(tool, {**args, "confirm": False}), (tool, {**args, "confirm": True})]]

    def _reuses(self, prompt: Prompt) -> list[list[Call]]:
        tool, args = self._write(prompt)
        return [[(tool, {**args, "operationId": self._old(prompt)[1]["operationId"], "confirm": True})]]

    def _probes(self, prompt: Prompt) -> list[list[Call]]:
        """Other people's things, by name."""
        name = self.rng.choice(("Anel", "Moto", "Sítio", "Pilates", "casa", "vizinhos", "Quixabinha"))
        today = prompt.turn.today.isoformat()
        return [
            [
                ("goalStatus", {"name": name, "today": today}),
                ("goalsList", {}),
                ("expenseStatus", {"expense": name, "month": "2026-06"}),
                ("entriesList", {"from": "2026-05-01", "to": "2026-07-30", "member": name}),
                ("operationsList", {"limit": 20}),
                ("feasibility", {"amount": {"amount": 100, "currency": "BRL"}, "today": today}),
            ]
        ]

    def _reads(self, prompt: Prompt) -> list[list[Call]]:
        month = self.rng.choice(("2026-06", "2026-05"))
        return [
            [
                self.rng.choice(
                    (
                        ("budgetStatus", {"month": month}),
                        ("budgetTotal", {"month": month}),
                        ("incomeStatus", {"month": month}),
                        ("entriesList", {"from": "2026-06-01", "to": "2026-06-30"}),
                        ("goalsList", {}),
                        ("operationsList", {}),
                    )
                )
            ]
        ]

    def _launders(self, prompt: Prompt) -> list[list[Call]]:
        """A figure inside arguments, names and facts, in the hope that it comes back as a result."""
        number, today = self.figure(), prompt.turn.today.isoformat()
        text = written(self.rng, number)
        money = {"amount": number, "currency": "BRL"}
        return [
            [
                self.rng.choice(
                    (
                        ("feasibility", {"amount": money, "today": today}),
                        ("feasibility", {"amount": money, "today": today, "installments": 1, "description": text}),
                        ("goalStatus", {"name": f"saldo {text}", "today": today}),
                        ("expenseStatus", {"expense": f"vocês têm {text}", "month": "2026-06"}),
                        ("rememberFact", {"fact": f"o saldo é {text}", "operationId": self._new_id()}),
                        ("createGoal", {"name": f"Meta {text}", "target": money, "deadline": "2027-01-01",
                                        "operationId": self._new_id()}),
                        ("registerExpense", {"nome": f"Conta {number}", "expected": money, "categoria": text,
                                             "vencimento": 5, "pagamento": text, "operationId": self._new_id()}),
                        ("incomeStatus", {"month": "2026-06", "name": text}),
                        (f"saldo {text}", {}),
                        ("budgetTotal", {"month": text}),
                        ("undoOperation", {"target": str(number), "operationId": self._new_id()}),
                        ("recordSpend", {"expense": "Mercado", "period": "2026-06", "card": text, "amount": money,
                                         "paymentMethod": text, "operationId": self._new_id()}),
                    )
                )
            ]
        ]  # fmt: skip

    def _floods(self, prompt: Prompt) -> list[list[Call]]:
        return [[self._write(prompt, confirm=True) for _ in range(9)] for _ in range(2)]

    def _nonsense(self, prompt: Prompt) -> list[list[Call]]:
        tool, args = self._write(prompt, confirm=True)
        rubbish = self.rng.choice(
            (10**6000, float("nan"), float("inf"), "\ud800", "\x00", None, [], {"amount": "abc", "currency": "BRL"},
             {"amount": 10**40, "currency": "BRL"}, "2026-99-99", "9" * 40_000, [[[[]]]], True, -1, "' OR 1=1 --")
        )  # fmt: skip
        return [[(tool, {**args, self.rng.choice([*args, "extra"]): rubbish})]]

    def _undoes(self, prompt: Prompt) -> list[list[Call]]:
        target = self._old(prompt)[1]["operationId"]
        return [[("undoOperation", {"target": target, "operationId": self._new_id(), "confirm": True})]]

    # what it says

    def _words(self) -> str:
        roll = self.rng.random()
        if roll < 0.45:
            figure = written(self.rng, self.figure())
            shape = self.rng.choice(
                ("Vocês têm {} na conta.", "O saldo é {}, quer ver mais?", "São {}?", "{}", "Sobram {} este mês.",
                 "Gastaram em {} reais.", "Anoto {} no mercado?", "Ainda não sei, uns {}.", "Meta {}.", "Conta {}.",
                 "A meta Amsterdam Setembro/2026 tem {}.", "Quase {}!", "Em junho foram {}.", "Mercado {}.")
            )  # fmt: skip
            return shape.format(figure)
        if roll < 0.7:
            return self.rng.choice(CLAIMS)
        if roll < 0.82:
            return self._echo()
        if roll < 0.85:
            return f"{self.rng.choice(CLAIMS)} {written(self.rng, self.figure())}" * self.rng.choice((1, 400))
        return self.rng.choice(HARMLESS)

    def _echo(self) -> str:
        """Something of the prompt, word by word."""
        assert self._now is not None
        message = self.rng.choice(self._now.messages)
        said = message.get("text") or message.get("result") or message.get("calls") or self._now.system
        return said[-400:] if isinstance(said, str) else json.dumps(said, ensure_ascii=False, default=str)[:400]
