"""Invoices drawn at random in two real layouts, Itaú's two columns and Nubank's blocks, and read back exactly."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from mel.statements import Row, read_statement
from statements.drawing import Item, draw
from statements.writers import reais

SHOPS = ("PADARIA ESTRELA", "MP *LOJA-X", "Café São João", "UBER *TRIP", "H&M 24H", "99 TAXI", "Loja 12 Meses")
MONTHS = ("JAN", "FEV", "MAR", "ABR", "MAI", "JUN", "JUL", "AGO", "SET", "OUT", "NOV", "DEZ")


@dataclass
class Columns:
    """Fills the left column of a page, then the right one, then the next page."""

    pages: list[list[Item]] = field(default_factory=lambda: [[]])
    right: bool = False
    y: float = 40

    def put(self, *items: Item, step: float = 12) -> None:
        shift = 280 if self.right else 0
        self.pages[-1] += [(x + shift if x > 0 else x - shift, self.y + down, text) for x, down, text in items]
        self.y += step
        if self.y > 640:
            self.y = 40
            if self.right:
                self.pages.append([])
            self.right = not self.right


def itau(chance: random.Random) -> tuple[list[list[Item]], list[int]]:
    rows = [
        (chance.randint(1, 28), chance.choice(SHOPS), chance.randint(100, 300_000), chance.random() < 0.05)
        for _ in range(chance.randint(1, 90))
    ]
    cents = [amount if credit else -amount for _, _, amount, credit in rows]
    abroad = chance.random() < 0.5
    cents += [-15260, -534] if abroad else []
    body = Columns()
    header: tuple[Item, ...] = ((40, 0, "DATA"), (75, 0, "ESTABELECIMENTO"), (-285, 0, "VALOR EM R$"))
    body.put((40, 0, "Lançamentos: compras e saques"))
    body.put(*header, step=14)
    for day, shop, amount, credit in rows:
        sign = "- " if credit else ""
        body.put(
            (40, 0, f"{day:02d}/02"), (75, 0, shop), (-285, 0, sign + reais(amount)), (75, 9, "DIVERSOS ."), step=23
        )
    body.put((40, 0, "Lançamentos no cartão (final 1234)"), (-285, 0, reais(-sum(cents))))
    if abroad:
        body.put((40, 0, "Lançamentos internacionais"))
        body.put((40, 0, "20/02"), (75, 0, "CLOUD*OFFICE"), (-285, 0, "152,60"), (75, 9, "DUBLIN"), step=20)
        body.put((75, 0, "Dólar de Conversão R$ 5,45"))
        body.put((40, 0, "Repasse de IOF em R$"), (-285, 0, "5,34"))
    body.put((40, 0, "Compras parceladas - próximas faturas"))
    body.put(*header)
    for _ in range(chance.randint(0, 4)):
        body.put((40, 0, "10/02"), (75, 0, "LOJA 03/10"), (-285, 0, "99,99"), step=23)
    head: list[Item] = [
        (40, 30, "Itaú cartões"),
        (330, 40, "Emissão: 06/03/2026"),
        (330, 52, "Vencimento: 15/03/2026"),
        (40, 64, f"O total da sua fatura é: R$ {reais(-sum(cents))}"),
    ]
    return [head, *body.pages], cents


def nubank(chance: random.Random) -> tuple[list[list[Item]], list[int]]:
    due = chance.randint(0, 11)
    before = (due - 1) % 12
    pages: list[list[Item]] = [[]]
    y, cents = 60.0, []
    pages[0].append((60, 46, f"TRANSAÇÕES DE 02 {MONTHS[before]} A 02 {MONTHS[due]}"))
    for _ in range(chance.randint(1, 70)):
        amount, credit, abroad = chance.randint(100, 300_000), chance.random() < 0.05, chance.choice([0, 0, 0, 1, 2, 3])
        text = chance.choice(SHOPS) + chance.choice(["", "", f" - Parcela {chance.randint(1, 12)}/12"])
        shown = ("−R$ " if credit else "R$ ") + reais(amount)
        cents.append(amount if credit else -amount)
        pages[-1] += [(60, y, f"{chance.randint(2, 28):02d} {MONTHS[before]}"), (120, y, f"•••• 7245 {text}")]
        if abroad:
            pages[-1] += [(120, y + 11, "USD 30.00"), (120, y + 22, "Conversão: USD 1 = R$ 5,44")]
        # The amount in reais stands on the first line, beside the rate, or below it.
        pages[-1].append((-535, y + (0, 0, 22, 33)[abroad], shown))
        y += 48 if abroad else 16
        if y > 700:
            pages.append([])
            y = 60
    pages[-1] += [(60, y, "Pagamentos e Financiamentos"), (-535, y, "−R$ 1.310,00")]
    pages[-1] += [
        (60, y + 14, f"09 {MONTHS[before]}"),
        (120, y + 14, "Pagamento em 09"),
        (-535, y + 14, "−R$ 1.310,00"),
    ]
    head: list[Item] = [(60, 60, f"Data de vencimento: 09 {MONTHS[due]} 2026"), (60, 90, "Fatura anterior")]
    head += [(-520, 90, "R$ 1.310,00"), (60, 104, "Total a pagar"), (-520, 104, f"R$ {reais(-sum(cents))}")]
    return [head, *pages], [*cents, 131_000]


def in_cents(rows: tuple[Row, ...]) -> list[int]:
    return sorted(int(row.amount * 100) for row in rows)


@pytest.mark.parametrize("layout", [itau, nubank])
@pytest.mark.parametrize("seed", range(25))
def test_a_drawn_invoice_is_read_back(layout: object, seed: int) -> None:
    chance = random.Random(seed)
    pages, cents = layout(chance)  # type: ignore[operator]

    [statement] = read_statement(draw(pages, size=7, shuffled=chance.random() < 0.5), "fatura.pdf")

    assert in_cents(statement.rows) == sorted(cents)
    assert statement.reconciliation.whole
    assert not any("•" in row.description for row in statement.rows)
    assert {row.date.year for row in statement.rows} <= {2025, 2026}
