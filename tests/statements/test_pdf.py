"""PDF layouts bank by bank, drawn here: columns, sections, signs, blocks of foreign purchases, totals."""

from __future__ import annotations

import pytest

from mel.statements import Refusal, Row, Statement, read_statement
from statements.drawing import Item, draw, table


def read(pages: list[list[Item]], *, shuffled: bool = False) -> Statement:
    return read_statement(draw(pages, shuffled=shuffled), "fatura.pdf")[0]


def shown(rows: tuple[Row, ...]) -> list[tuple[str, str, str]]:
    return [(row.date.isoformat(), str(row.amount), row.description) for row in rows]


def test_nubank_with_the_amount_on_the_first_line_of_a_foreign_purchase() -> None:
    head: list[Item] = [(60, 40, "Data de vencimento: 09 JAN 2026"), (60, 60, "Total a pagar"), (-520, 60, "R$ 154,20")]
    body = table(
        30,
        (60, 120, -530),
        [
            ("TRANSAÇÕES DE 02 DEZ A 02 JAN",),
            ("Fulana T Silva", "", "R$ 154,20"),
            ("05 DEZ", "•••• 7245 Hotel Abroad", "R$ 108,80"),
            (
                "",
                "USD 20.00",
            ),
            ("", "Conversão: USD 1 = R$ 5,44"),
            ("02 JAN", "•••• 7245 Loja - Parcela 1/10", "R$ 45,40"),
            ("Pagamentos e Financiamentos", "", "−R$ 1.000,00"),
            ("09 DEZ", "Pagamento em 09 DEZ", "−R$ 1.000,00"),
        ],
    )

    statement = read([head, body])

    assert shown(statement.rows) == [
        ("2025-12-05", "-108.80", "Hotel Abroad"),
        ("2026-01-02", "-45.40", "Loja - Parcela 1/10"),
        ("2025-12-09", "1000.00", "Pagamento em 09 DEZ"),
    ]
    abroad = statement.rows[0].foreign
    assert abroad
    assert (abroad.currency, str(abroad.amount), str(abroad.rate)) == ("USD", "20.00", "5.44")
    assert statement.rows[0].card == "7245"
    assert statement.reconciliation.proved


def test_nubank_dates_its_last_parcela_in_this_invoice() -> None:
    head: list[Item] = [(60, 40, "Data de vencimento: 09 MAR 2026"), (60, 60, "Total a pagar"), (-520, 60, "R$ 10,00")]
    body = [("TRANSAÇÕES DE 02 FEV A 02 MAR",), ("07 FEV", "•••• 7245 Loja - Parcela 12/12", "R$ 10,00")]

    statement = read([head, table(30, (60, 120, -530), body)])

    assert shown(statement.rows) == [("2026-02-07", "-10.00", "Loja - Parcela 12/12")]


def test_mercado_pago_sections_decide_the_sign() -> None:
    page: list[Item] = [(40, 30, "Mercado Pago"), (40, 45, "Vence em 10/03/2026"), (40, 60, "Total a pagar R$ 80,00")]
    page += table(
        90,
        (40, 100, -540),
        [
            ("Movimentações na fatura",),
            ("Data", "Movimentações", "Valor em R$"),
            ("09/02", "Pagamento da fatura de fevereiro/2026", "R$ 512,30"),
            ("Cartão Visa [************1234]",),
            ("Data", "Movimentações", "Valor em R$"),
            ("12/02", "MERCADOLIVRE*LOJA Parcela 5 de 7", "R$ 50,00"),
            ("13/02", "PADARIA", "R$ 30,00"),
            ("Total", "", "R$ 80,00"),
        ],
    )

    statement = read([page])

    assert [(str(row.amount), row.kind, row.installment) for row in statement.rows] == [
        ("512.30", "payment", None),
        ("-50.00", "purchase", (5, 7)),
        ("-30.00", "purchase", None),
    ]
    assert statement.rows[1].card == "1234"
    assert statement.reconciliation.proved


def test_bradesco_trailing_minus_and_labels_above_their_values() -> None:
    page = table(
        40, (40, 200, 380), [("Vencimento", "Total da fatura", "Limite"), ("15/03/2026", "R$ 75,00", "R$ 9.000,00")]
    )
    page += table(
        90,
        (40, 100, -450, -540),
        [
            ("Data", "Histórico", "US$", "R$"),
            ("10/02", "SALDO ANTERIOR", "", "300,00"),
            ("10/02", "PAGTO. POR DEB EM C/C", "", "300,00-"),
            ("12/02", "LOJA X(05/11)", "", "40,00"),
            ("13/02", "LOJA Y 04 DE 04", "", "30,00"),
            ("14/02", "ABROAD", "2,00", "10,00"),
            ("15/02", "ESTORNO LOJA", "", "5,00-"),
            ("", "Total da fatura em real", "", "75,00"),
        ],
    )

    statement = read([page])

    assert [str(row.amount) for row in statement.rows] == ["300.00", "-40.00", "-30.00", "-10.00", "5.00"]
    assert statement.rows[1].installment == (5, 11)
    assert statement.rows[3].foreign
    assert statement.due_date
    assert statement.reconciliation.proved


def test_c6_named_months_and_a_subtotal_per_card() -> None:
    page: list[Item] = [(40, 30, "C6 Bank"), (40, 45, "Vencimento: 05/01/2026"), (40, 60, "Valor da fatura: R$ 70,00")]
    page += table(
        90,
        (40, 100, -540),
        [
            ("Final 4125 - FULANA T   Subtotal deste cartão R$ 40,00",),
            ("02 nov", "LOJA - Parcela 2/3", "40,00"),
            ("Final 9876 - FULANO T   Subtotal deste cartão R$ 30,00",),
            ("03 dez", "PADARIA", "30,00"),
            ("05 dez", "Inclusao de Pagamento", "-500,00"),
        ],
    )

    statement = read([page])

    assert shown(statement.rows) == [
        ("2025-11-02", "-40.00", "LOJA - Parcela 2/3"),
        ("2025-12-03", "-30.00", "PADARIA"),
        ("2025-12-05", "500.00", "Inclusao de Pagamento"),
    ]
    assert [row.card for row in statement.rows] == ["4125", "9876", "9876"]


def test_inter_full_named_dates_with_a_plus_for_what_came_in() -> None:
    page: list[Item] = [
        (40, 30, "Banco Inter"),
        (40, 45, "Data de vencimento 15/01/2026"),
        (40, 60, "Total da sua fatura R$ 75,55"),
    ]
    page += table(
        90,
        (40, 130, 400, -540),
        [
            ("Data", "Movimentação", "Beneficiário", "Valor"),
            ("22 de dez. 2025", "SHOPEE (Parcela 02 de 03)", "-", "R$ 30,55"),
            ("23 de dez. 2025", "PADARIA", "-", "R$ 45,00"),
            ("24 de dez. 2025", "PAGAMENTO ON LINE", "-", "+ R$ 1.234,56"),
        ],
    )

    statement = read([page])

    assert [(str(row.amount), row.kind) for row in statement.rows] == [
        ("-30.55", "purchase"),
        ("-45.00", "purchase"),
        ("1234.56", "payment"),
    ]
    assert statement.rows[0].installment == (2, 3)


@pytest.mark.parametrize("shuffled", [False, True])
@pytest.mark.parametrize("right_rows", [1, 2, 6])
def test_two_columns_are_read_one_after_the_other(right_rows: int, shuffled: bool) -> None:
    left = [(f"{day:02d}/02", f"LOJA {day} 02/0{day}" if day > 2 else f"LOJA {day}", "10,00") for day in range(1, 9)]
    right = [(f"{day:02d}/02", f"BAR {day}", "5,00") for day in range(11, 11 + right_rows)]
    total = f"{80 + 5 * right_rows},00"
    page: list[Item] = [
        (40, 30, "PicPay Card - fatura"),
        (320, 30, "Vencimento 20/03/2026"),
        (40, 50, f"Total da fatura R$ {total}"),
    ]
    page += table(90, (40, 80, -290), [("Data", "Descrição", "Valor"), *left])
    page += table(93, (320, 360, -560), [("Data", "Descrição", "Valor"), *right])

    statement = read([page], shuffled=shuffled)

    assert [row.description.split()[0] for row in statement.rows] == ["LOJA"] * 8 + ["BAR"] * right_rows
    assert statement.reconciliation.proved


def test_next_invoices_are_future_rows_and_never_current_ones() -> None:
    page: list[Item] = [
        (40, 30, "Itaú cartões"),
        (40, 45, "Vencimento: 15/03/2026"),
        (40, 60, "O total da sua fatura é: R$ 10,00"),
    ]
    page += table(
        90,
        (40, 80, -290),
        [
            ("Lançamentos: compras e saques",),
            ("DATA", "ESTABELECIMENTO", "VALOR EM R$"),
            ("10/02", "LOJA 01/03", "10,00"),
            ("Compras parceladas - próximas faturas",),
            ("DATA", "ESTABELECIMENTO", "VALOR EM R$"),
            ("10/02", "LOJA 02/03", "10,00"),
            ("Próxima fatura", "", "10,00"),
        ],
    )

    statement = read([page])

    assert [row.installment for row in statement.rows] == [(1, 3)]
    assert [row.installment for row in statement.future] == [(2, 3)]


def test_an_account_statement_is_proved_by_its_balances() -> None:
    page: list[Item] = [
        (40, 30, "Banco Exemplo - Extrato de conta corrente"),
        (40, 45, "Período: 01/02/2026 a 28/02/2026"),
    ]
    page += table(
        90,
        (40, 100, -450, -540),
        [
            ("Data", "Histórico", "Valor (R$)", "Saldo (R$)"),
            ("01/02/2026", "SALDO ANTERIOR", "", "100,00"),
            ("02/02/2026", "PIX ENVIADO FULANO", "-30,00", "70,00"),
            ("03/02/2026", "SALARIO", "1.000,00", "1.070,00"),
        ],
    )

    statement = read([page])

    assert shown(statement.rows) == [
        ("2026-02-02", "-30.00", "PIX ENVIADO FULANO"),
        ("2026-02-03", "1000.00", "SALARIO"),
    ]
    assert statement.product == "account"
    assert statement.reconciliation.proved


def test_an_account_statement_with_letters_or_two_columns() -> None:
    letters = table(
        60,
        (40, 100, -450, -540),
        [
            ("Data", "Histórico", "Valor", "Saldo"),
            ("02/02/2026", "PIX ENVIADO", "30,00 D", "70,00 C"),
            ("03/02/2026", "DEPOSITO", "10,00 C", "80,00 C"),
        ],
    )
    columns = table(
        60,
        (40, 100, -380, -450, -540),
        [
            ("Data", "Histórico", "Crédito", "Débito", "Saldo"),
            ("02/02/2026", "PIX ENVIADO", "", "30,00", "70,00"),
            ("03/02/2026", "DEPOSITO", "10,00", "", "80,00"),
        ],
    )
    for body in (letters, columns):
        statement = read([[(40, 30, "Extrato de conta corrente"), *body]])

        assert [str(row.amount) for row in statement.rows] == ["-30.00", "10.00"]


@pytest.mark.parametrize(
    ("kind", "rows", "total"),
    [
        ("total", [("10/02", "LOJA", "10,00"), ("11/02", "BAR", "5,00")], "Total desta fatura R$ 16,00"),
        ("foreign", [("texto", "sem", "nada")], "Total desta fatura R$ 16,00"),
    ],
)
def test_a_reading_that_does_not_add_up_is_refused(kind: str, rows: list[tuple[str, ...]], total: str) -> None:
    page: list[Item] = [
        (40, 30, "Fatura do cartão  Vencimento 20/03/2026"),
        (40, 50, total),
        *table(90, (40, 100, -540), rows),
    ]

    with pytest.raises(Refusal) as refused:
        read([page])

    assert refused.value.kind == kind


def test_nubank_account_days_with_totals() -> None:
    rows = [
        ("02 MAR 2026", "Total de entradas", "+ 1.234,56"),
        ("", "Transferência recebida pelo Pix EMPRESA", "1.234,56"),
        ("", "•••.123.456-•• - BCO X Agência: 1", ""),
        ("", "Total de saídas", "- 200,25"),
        ("", "Compra no débito PADARIA", "12,90"),
        ("", "Pagamento de fatura", "187,35"),
        ("03 MAR 2026", "Total de saídas", "- 5,00"),
        ("", "Compra no débito BAR", "5,00"),
    ]
    page: list[Item] = [(40, 30, "Nu Pagamentos - extrato"), (40, 45, "01 DE MARÇO DE 2026 a 31 DE MARÇO DE 2026")]

    statement = read([[*page, *table(90, (40, 140, -540), rows)]])

    assert [(row.date.day, str(row.amount)) for row in statement.rows] == [
        (2, "1234.56"),
        (2, "-12.90"),
        (2, "-187.35"),
        (3, "-5.00"),
    ]
    assert statement.reconciliation.proved
    with pytest.raises(Refusal):
        read([[*page, *table(90, (40, 140, -540), rows[:5] + rows[6:])]])


def test_charges_without_a_date_count_when_the_total_says_so() -> None:
    page: list[Item] = [(40, 30, "Itaú fatura  Emissão: 06/03/2026  Vencimento: 15/03/2026")]
    page += table(
        60,
        (40, 80, -290),
        [
            ("Total da fatura anterior", "", "100,00"),
            ("O total da sua fatura é:", "", "R$ 22,34"),
            ("DATA", "ESTABELECIMENTO", "VALOR EM R$"),
            ("05/02", "PAGAMENTO EFETUADO", "-100,00"),
            ("10/02", "LOJA", "10,00"),
            ("Encargos cobrados nesta fatura",),
            ("Juros de mora", "", "2,34"),
            ("Multa por atraso", "", "10,00"),
            ("Total de encargos", "", "12,34"),
        ],
    )

    statement = read([page])

    assert [(str(row.amount), row.kind) for row in statement.rows] == [
        ("100.00", "payment"),
        ("-10.00", "purchase"),
        ("-2.34", "interest"),
        ("-10.00", "interest"),
    ]
    assert {row.date.isoformat() for row in statement.rows[2:]} == {"2026-03-06"}


def test_purchases_printed_with_a_minus_are_turned_when_the_total_says_so() -> None:
    page: list[Item] = [(40, 30, "Fatura do cartão  Vencimento 20/03/2026"), (40, 50, "Total a pagar R$ 15,00")]
    page += table(
        90, (40, 100, -540), [("10/02", "LOJA", "-10,00"), ("11/02", "BAR", "-5,00"), ("12/02", "PAGAMENTO", "9,00")]
    )

    assert [str(row.amount) for row in read([page]).rows] == ["-10.00", "-5.00", "9.00"]


def test_inter_account_days_headed_by_their_balance() -> None:
    page: list[Item] = [(40, 30, "Banco Inter - Extrato conta corrente")]
    page += table(
        60,
        (40, -400, -540),
        [
            ("Saldo por transação", "Valor", ""),
            ("12 de Março de 2026   Saldo do dia: R$ 85,00",),
            ('Pix enviado: "Cp :123-FULANO"', "-R$ 10,00", "R$ 90,00"),
            ('Compra no debito: "BAR"', "-R$ 5,00", "R$ 85,00"),
            ("13 de Março de 2026   Saldo do dia: R$ 185,00",),
            ('Pix recebido: "Cp :1-EMPRESA"', "R$ 100,00", "R$ 185,00"),
        ],
    )

    statement = read([page])

    assert [(row.date.day, str(row.amount)) for row in statement.rows] == [
        (12, "-10.00"),
        (12, "-5.00"),
        (13, "100.00"),
    ]
    assert statement.reconciliation.proved


def test_a_panel_beside_the_table_is_no_part_of_its_rows() -> None:
    page: list[Item] = [
        (40, 30, "Bradesco fatura"),
        (40, 45, "Vencimento 10/11/2025"),
        (40, 60, "Total da fatura R$ 576,29"),
    ]
    page += table(
        90,
        (40, 80, 190, -270, -350, -400, 430),
        [
            ("Data", "Histórico de Lançamentos", "Cidade", "US$", "Cotação do Dólar", "R$", "Limites"),
            ("27/08", "BIOLEADER 02/04", "PONTA GROSSA", "", "", "475,00", "Compras 5.000,00"),
            ("04/10", "ACOUGUE", "PONTA GROSSA", "", "", "101,29", "Saques 1.000,00"),
        ],
    )

    statement = read([page])

    assert [str(row.amount) for row in statement.rows] == ["-475.00", "-101.29"]
    assert statement.rows[0].installment == (2, 4)


def test_an_account_without_signs_is_refused() -> None:
    page: list[Item] = [(40, 30, "Extrato de conta corrente")]
    page += table(90, (40, 100, -540), [("02/02/2026", "PIX", "30,00"), ("03/02/2026", "PIX", "10,00")])

    with pytest.raises(Refusal) as refused:
        read([page])

    assert refused.value.kind == "sign"
