"""Layouts beyond the cases: other banks, column orders, encodings, delimiters, date forms and sign conventions."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from mel.statements import Refusal, read_statement

Wanted = tuple[str, str] | tuple[str, str, str] | tuple[str, str, str, tuple[int, int] | None]


@dataclass(frozen=True)
class Layout:
    """A file and its movements as (date, amount[, description[, installment]])."""

    name: str
    text: str
    rows: tuple[Wanted, ...]
    profile: str | None = None
    codec: str = "utf-8"
    filename: str = "extrato.csv"


LAYOUTS = (
    Layout(
        "nubank conta in cp1252 with CRLF",
        "Data,Valor,Identificador,Descrição\r\n01/02/2026,-1500.00,aa,Aluguel\r\n02/02/2026,0.5,bb,Rendimento\r\n",
        (("2026-02-01", "-1500.00", "Aluguel"), ("2026-02-02", "0.50", "Rendimento")),
        "nubank-conta",
        "cp1252",
    ),
    Layout(
        "nubank conta with other column order",
        "Identificador;Descrição;Data;Valor\naa;Pix, enviado;01/02/2026;-1.500,00\nbb;Pix;02/02/2026;10,5\n",
        (("2026-02-01", "-1500.00", "Pix, enviado"), ("2026-02-02", "10.50")),
        "nubank-conta",
    ),
    Layout(
        "nubank cartao utf-16 tab separated",
        "date\ttitle\tamount\n2026-02-01\tLoja 5/6\t30.00\n2026-02-03\tPagamento recebido\t-30.00\n",
        (("2026-02-01", "-30.00", "Loja 5/6", (5, 6)), ("2026-02-03", "30.00")),
        "nubank-cartao",
        "utf-16",
    ),
    Layout(
        "nubank cartao whole reais only",
        "date,title,amount\n2026-02-01,Loja,30\n2026-02-03,Outra,1500\n2026-02-04,Estorno Loja,-30\n",
        (("2026-02-01", "-30.00"), ("2026-02-03", "-1500.00"), ("2026-02-04", "30.00")),
        "nubank-cartao",
    ),
    Layout(
        "inter conta older without Histórico, oldest first, latin-1",
        "Extrato Conta Corrente\nConta;123456-7\nPeríodo;01/01/2026 a 31/01/2026\nSaldo;90,00\n\n"
        'Data Lançamento;Descrição;Valor;Saldo\n02/01/2026;Pix: "a"-"b";-10,00;90,00\n03/01/2026;Outro;-5,00;85,00\n',
        (("2026-01-02", "-10.00"), ("2026-01-03", "-5.00")),
        "inter-conta",
        "cp1252",
    ),
    Layout(
        "inter cartao semicolons, nbsp after R$",
        '"Data";"Lançamento";"Categoria";"Tipo";"Valor"\n'
        '"02/01/2026";"LOJA";"COMPRAS";"Parcela 10/10";"R$\u00a01.250,00"\n'
        '"03/01/2026";"PAGTO";"OUTROS";"Compra à vista";"-R$\u00a01.250,00"\n',
        (("2026-01-02", "-1250.00", "LOJA", (10, 10)), ("2026-01-03", "1250.00", "PAGTO", None)),
        "inter-cartao",
    ),
    Layout(
        "c6 cartao with comma decimals",
        "Data de Compra;Nome no Cartão;Final do Cartão;Categoria;Descrição;Parcela;Valor (em US$);Cotação (em R$);"
        "Valor (em R$)\n10/01/2026;ANA;1234;X;LOJA;2/12;0;0;1.071,18\n"
        "11/01/2026;ANA;1234;X;ABROAD;Única;10,00;5,50;55,00\n",
        (("2026-01-10", "-1071.18", "LOJA", (2, 12)), ("2026-01-11", "-55.00", "ABROAD", None)),
        "c6-cartao",
    ),
    Layout(
        "c6 conta several a day with one balance a day",
        "EXTRATO C6\n\nData Lançamento,Data Contábil,Título,Descrição,Entrada(R$),Saída(R$),Saldo do Dia(R$)\n"
        "02/01/2026,02/01/2026,A,B,0.00,10.00,85.00\n02/01/2026,02/01/2026,A,C,0.00,5.00,85.00\n"
        "03/01/2026,03/01/2026,A,D,20.00,0.00,105.00\n",
        (("2026-01-02", "-10.00"), ("2026-01-02", "-5.00"), ("2026-01-03", "20.00")),
        "c6-conta",
    ),
    Layout(
        "itau headerless three columns",
        "02/01/2026;PIX TRANSF MARIA02/01;-10,00\n03/01/2026;SALARIO;1.000,00\n",
        (("2026-01-02", "-10.00", "PIX TRANSF MARIA02/01", None), ("2026-01-03", "1000.00")),
        "sem-cabecalho",
    ),
    Layout(
        "itau conta utf-8 with another preamble and a Saldo Positivo merchant",
        "Extrato\nAgência: 1234\nConta: 12345-6\n\nData;Lançamento;Ag./origem;Valor (R$);Saldos (R$)\n"
        "02/01/2026;SALDO ANTERIOR;;;100,00\n02/01/2026;COMPRA SALDO POSITIVO BAR;;-10,00;\n"
        "02/01/2026;SALDO DO DIA;;;90,00\n",
        (("2026-01-02", "-10.00", "COMPRA SALDO POSITIVO BAR"),),
        "itau-conta",
    ),
    Layout(
        "bradesco conta two digit year and signed debit",
        "Extrato de: Agência: 123 Conta: 4567-8;;;;;\nData;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$)\n"
        "01/01/26;SALDO ANTERIOR; ; ; ;100,00\n02/01/26;PIX;12; ;-10,00;90,00\n;DES: FULANO; ; ; ;\n"
        "03/01/26;TED;13;5,00; ;95,00\n",
        (("2026-01-02", "-10.00", "PIX DES: FULANO"), ("2026-01-03", "5.00", "TED")),
        "bradesco-conta",
        "cp1252",
    ),
    Layout(
        "bradesco card over the turn of the year",
        "Data: 05/01/2026 10:00\rNOME ;;; 1234\rData;Histórico;Valor(US$);Valor(R$);\r"
        "28/12;LOJA 2/3;0,00;10,00\r04/01;OUTRA;0,00;5,00\rTotal da fatura em Real: ;;;15,00\r",
        (("2025-12-28", "-10.00", "LOJA 2/3", (2, 3)), ("2026-01-04", "-5.00", "OUTRA", None)),
        "bradesco-cartao",
    ),
    Layout(
        "banco do brasil comma decimals",
        '"Data","Dependencia Origem","Histórico","Data do Balancete","Número do documento","Valor",\n'
        '"02/01/2026","","Pix - Enviado","","1","-1.012,90",\n"03/01/2026","","Saldo do dia","","0","10,00",\n',
        (("2026-01-02", "-1012.90", "Pix - Enviado"),),
        "bb-conta",
        "cp1252",
    ),
    Layout(
        "banco do brasil newer layout with Tipo Lançamento",
        '"Data","Lançamento","Detalhes","N° documento","Valor","Tipo Lançamento"\n'
        '"02/01/2026","Pix - Enviado","02/01 10:00 FULANO","1","-12,90","Saída"\n'
        '"03/01/2026","Pix - Recebido","FULANA","2","5,00","Entrada"\n"00/00/0000","S A L D O","","","10,00",""\n',
        (("2026-01-02", "-12.90"), ("2026-01-03", "5.00", "Pix - Recebido - FULANA")),
        "bb-conta-detalhes",
    ),
    Layout(
        "banco do brasil with a line break in a header cell",
        '"Data","Lançamento","Detalhes","Nº documento","Valor","Tipo\nLançamento"\n'
        '"31/12/2025","Saldo Anterior","","","4.826,88",""\n'
        '"02/01/2026","Cobrança de Juros","Conta","5","-86,70","Saída"\n',
        (("2026-01-02", "-86.70", "Cobrança de Juros - Conta"),),
        "bb-conta-detalhes",
        "cp1252",
    ),
    Layout(
        "banco do brasil with unsigned amounts and D/C in Tipo",
        '"Data","Lançamento","Detalhes","N. documento","Valor","Tipo"\n'
        '"01/01/2026","Saldo Anterior","","0","1.000,00","C"\n'
        '"03/01/2026","Pix - Recebido","MARIA","0","2.500,00","C"\n"10/01/2026","Boleto","CEMIG","123","150,75","D"\n',
        (("2026-01-03", "2500.00"), ("2026-01-10", "-150.75")),
        "bb-conta-detalhes",
    ),
    Layout(
        "caixa with compact dates",
        "Conta;Data_Mov;Nr_Doc;Historico;Valor;Deb_Cred\n123;20260102;1;COMPRA;12.90;D\n"
        "123;20260103;2;CRED PIX;5.00;C\n",
        (("2026-01-02", "-12.90"), ("2026-01-03", "5.00")),
        "generico",
    ),
    Layout(
        "generic: unsigned amounts and a balance that goes up and down",
        "Data;Histórico;Valor;Saldo\n01/03/2026;Transferência recebida;1.500,00;3.500,00\n"
        "02/03/2026;UBER;25,50;3.474,50\n"
        "03/03/2026;ALGO;10,00;3.484,50\n",
        (("2026-03-01", "1500.00"), ("2026-03-02", "-25.50"), ("2026-03-03", "10.00")),
        "generico",
    ),
    Layout(
        "santander unsigned debit",
        "AGENCIA 1 CONTA 2;;;;;\n;;;;;\nData;Descrição;Docto;Situação;Crédito (R$);Débito (R$);Saldo (R$)\n"
        "02/01/2026;PIX;0;;;10,00;\n03/01/2026;TED;0;;5,00;;\n",
        (("2026-01-02", "-10.00"), ("2026-01-03", "5.00")),
        "santander-conta",
    ),
    Layout(
        "xp cartao with unicode minus",
        "Data;Estabelecimento;Portador;Valor;Parcela\r\n02/01/2026;LOJA;A;R$ 10,00;1 de 2\r\n"
        "03/01/2026;Pagamentos Validos Normais;A;R$ −1.000,00;-\r\n",
        (("2026-01-02", "-10.00", "LOJA", (1, 2)), ("2026-01-03", "1000.00")),
        "xp-cartao",
    ),
    Layout(
        "pagbank unicode minus and trailing blank",
        "CODIGO DA TRANSACAO;DATA;TIPO;DESCRICAO;VALOR\nu-1;02/01/2026;Pix;Fulano;−154,20 \n"
        "u-2;03/01/2026;Pix;B;1.000,00 \n",
        (("2026-01-02", "-154.20", "Pix - Fulano"), ("2026-01-03", "1000.00")),
        "pagbank-conta",
    ),
    Layout(
        "generic: suffix letters",
        "Data|Histórico|Valor\n02/01/2026|PADARIA|1.187,35 D\n03/01/2026|SALARIO|1.000,00C\n",
        (("2026-01-02", "-1187.35"), ("2026-01-03", "1000.00")),
        "generico",
    ),
    Layout(
        "generic: Tipo says debit or credit",
        "Data,Descrição,Tipo,Valor\n02/01/2026,PADARIA,Débito,187.35\n03/01/2026,SALARIO,Crédito,1000.00\n",
        (("2026-01-02", "-187.35"), ("2026-01-03", "1000.00")),
        "generico",
    ),
    Layout(
        "generic: entries and exits in two columns, iso dates",
        "Data;Descrição;Entradas;Saídas\n2026-01-02;PADARIA;;187,35\n2026-01-03;SALARIO;1.000,00;\n",
        (("2026-01-02", "-187.35"), ("2026-01-03", "1000.00")),
        "generico",
    ),
    Layout(
        "generic: parentheses and named months",
        "Data;Lançamento;Valor (R$)\n02/jan/2026;PADARIA;(187,35)\n03 fev 2026;ALGO;2.000\n",
        (("2026-01-02", "-187.35"), ("2026-02-03", "2000.00")),
        "generico",
    ),
    Layout(
        "generic: date with time",
        "Data e hora;Descrição;Valor\n02/01/2026 10:15:00;PADARIA;-187,35\n2026-01-03T08:00:00;SALARIO;10,00\n",
        (("2026-01-02", "-187.35"), ("2026-01-03", "10.00")),
        "generico",
    ),
    Layout(
        "generic: balance proves purchases are positive",
        "Data;Descrição;Valor;Saldo\n02/01/2026;A;10,00;90,00\n03/01/2026;B;5,00;85,00\n04/01/2026;C;-20,00;105,00\n",
        (("2026-01-02", "-10.00"), ("2026-01-03", "-5.00"), ("2026-01-04", "20.00")),
        "generico",
    ),
    Layout(
        "generic: future section",
        "Data;Descrição;Valor\n02/01/2026;A;-10,00\nLançamentos futuros;;\n03/02/2026;B;-5,00\n",
        (("2026-01-02", "-10.00"),),
        "generico",
    ),
    Layout(
        "generic: quote that never closes is text",
        'Data;Descrição;Valor\n02/01/2026;"LOJA DO "ZE";-10,00\n03/01/2026;"ABERTA;-5,00\n04/01/2026;FIM;-1,00\n',
        (("2026-01-02", "-10.00"), ("2026-01-03", "-5.00"), ("2026-01-04", "-1.00")),
        "generico",
    ),
    Layout(
        "excel sep line and blank rows",
        "sep=;\nData;Descrição;Valor\n\n02/01/2026;A;-10,00\n;;\n\n03/01/2026;B;5,00\n",
        (("2026-01-02", "-10.00"), ("2026-01-03", "5.00")),
        "generico",
    ),
    Layout(
        "mercado pago double encoded",
        "INITIAL_BALANCE;CREDITS;DEBITS;FINAL_BALANCE\n0,00;10,00;0,00;10,00\n\n"
        "RELEASE_DATE;TRANSACTION_TYPE;REFERENCE_ID;TRANSACTION_NET_AMOUNT;PARTIAL_BALANCE\n"
        "02-01-2026;TransferÃªncia Pix recebida;1;10,00;10,00\n",
        (("2026-01-02", "10.00", "Transferência Pix recebida"),),
        "mercadopago-conta",
    ),
)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_a_layout_is_read(layout: Layout) -> None:
    [statement] = read_statement(layout.text.encode(layout.codec), layout.filename)

    got = [(row.date.isoformat(), str(row.amount), row.description, row.installment) for row in statement.rows]
    assert len(got) == len(layout.rows), (got, statement.warnings)
    for row, wanted in zip(got, layout.rows, strict=True):
        assert row[: len(wanted)] == wanted
    assert not statement.warnings
    if layout.profile:
        assert statement.profile == layout.profile


REFUSED = (
    ("columns", "a;b;c\n1;2;3\n"),
    ("foreign", "bom dia\n"),
    ("foreign", '{"transactions": []}'),
    ("foreign", "<html><body>entre de novo</body></html>"),
    ("empty", " \n\n"),
    ("sign", "Data;Descrição;Valor\n02/01/2026;PADARIA;10,00\n03/01/2026;MERCADO;20,00\n"),
    ("sign", "Data;Descrição;Valor\n02/01/2026;PADARIA;10,00\n03/01/2026;PAGAMENTO RECEBIDO;-20,00\n"),
    ("year", "Data;Histórico;Valor(US$);Valor(R$);\n02/01;PADARIA;0,00;10,00\n"),
)


@pytest.mark.parametrize(("kind", "text"), REFUSED)
def test_what_cannot_be_known_is_refused(kind: str, text: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_statement(text.encode())

    assert refused.value.kind == kind
    assert refused.value.message.endswith(".")


SHOWN = (
    # an amount that is two amounts, a row of too many cells, a side that is neither, two sides at once
    ("Data,Descrição,Valor\n02/01/2026,A,-1.500\n03/01/2026,B,-2.250\n", 2),
    ("Data,Descrição,Valor\n02/01/2026,A,-12,90\n03/01/2026,B,-2.25\n", 1),
    ("Data;Descrição;Valor;D/C\n02/01/2026;A;12,90;D\n03/01/2026;B;2,25;C\n04/01/2026;B;2,25;\n", 1),
    ("Data;Descrição;Valor\n02/01/2026;A;-12,90\n;Compras no debito;-9,99\n٠٢/٠١/٢٠٢٦;X;-١٢,٩٠\n", 2),
    ("Data;Descrição;Crédito;Débito\n02/01/2026;A;12,90;1,00\n03/01/2026;B;2,25;\n", 1),
    ("Data;Descrição;Valor\n2026-13-01;A;-12,90\n03/01/2026;B;-2,25\n;C;-9,99\n", 2),
)


@pytest.mark.parametrize(("text", "faults"), SHOWN)
def test_a_bad_row_is_shown_with_its_line_and_never_guessed(text: str, faults: int) -> None:
    [statement] = read_statement(text.encode())

    assert len(statement.warnings) == faults
    assert all(warn.line and warn.raw for warn in statement.warnings)
    assert len(statement.rows) + faults == text.count("\n") - 1
