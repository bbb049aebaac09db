"""Writes generated movements as bank files, with the noise each bank is known for."""

from __future__ import annotations

import html
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from hypothesis import strategies as st


@dataclass(frozen=True)
class Movement:
    day: date
    cents: int
    text: str
    installment: tuple[int, int] | None = None
    number: int = 0

    @property
    def amount(self) -> Decimal:
        return Decimal(self.cents).scaleb(-2)

    @property
    def label(self) -> str:
        return f"{self.text} - Parcela {self.installment[0]}/{self.installment[1]}" if self.installment else self.text

    @property
    def uuid(self) -> str:
        return str(uuid.uuid5(uuid.NAMESPACE_OID, str(self.number)))


WORDS = st.sampled_from(
    (
        "PADARIA",
        "MERCADO",
        "Açougue",
        "São",
        "João",
        "Café",
        "POSTO",
        "&",
        "CIA",
        "LOJA*WEB",
        "Ltda.",
        "24h",
        "N.99",
        "UBER",
        "*TRIP",
        "d'água",
        "Conta-Luz",
        "Bar",
    )
)
TEXTS = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)
DAYS = st.dates(date(2025, 1, 1), date(2026, 12, 31))
CENTS = st.integers(-2_000_000, 2_000_000).filter(bool)
PLANS = st.one_of(
    st.none(),
    st.integers(2, 24).flatmap(lambda of: st.tuples(st.integers(1, of), st.just(of))),
)


def numbered(movements: Sequence[Movement]) -> list[Movement]:
    return [
        Movement(movement.day, movement.cents, movement.text, movement.installment, number)
        for number, movement in enumerate(movements)
    ]


MOVEMENTS = st.lists(st.builds(Movement, DAYS, CENTS, TEXTS, PLANS), min_size=1, max_size=12).map(numbered)
FEW_DAYS = st.dates(date(2026, 3, 1), date(2026, 3, 6))
FEW_CENTS = st.sampled_from([-650, -1290, -18735, 123456, -650])
CROWDED = st.lists(st.builds(Movement, FEW_DAYS, FEW_CENTS, TEXTS), min_size=1, max_size=24).map(numbered)


def dotted(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def reais(cents: int) -> str:
    whole = f"{abs(cents) // 100:,}".replace(",", ".")
    return f"{'-' if cents < 0 else ''}{whole},{abs(cents) % 100:02d}"


def comma(cents: int) -> str:
    return dotted(cents).replace(".", ",")


AMOUNTS: dict[str, Callable[[int], str]] = {
    "dot": dotted,
    "comma": comma,
    "grouped": reais,
    "padded": lambda cents: f"{comma(cents):>16}",
    "five decimals": lambda cents: dotted(cents) + "000",
    "english": lambda cents: f"{Decimal(cents).scaleb(-2):,}",
    "plus": lambda cents: ("+" if cents > 0 else "") + dotted(cents),
}


@dataclass(frozen=True)
class OfxNoise:
    amount: str
    closed: bool
    newline: str
    codec: str
    header: str
    stamp: str
    escaped: bool
    trailing: str


OFX_NOISE = st.builds(
    OfxNoise,
    st.sampled_from(sorted(AMOUNTS)),
    st.booleans(),
    st.sampled_from(["\n", "\r\n", "\r", ""]),
    st.sampled_from(["utf-8", "utf-8-sig", "cp1252", "utf-16"]),
    st.sampled_from(["100", "one line", "none", "xml", "blank first"]),
    st.sampled_from(["", "000000[-3:BRT]", "235959[-3:GMT]", "120000.000 GMT", "1120"]),
    st.booleans(),
    st.sampled_from(["", "   "]),
)
_HEADERS = {
    "100": "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n",
    "one line": "OFXHEADER:100DATA:OFXSGMLVERSION:102SECURITY:NONEENCODING:USASCIICHARSET:1252",
    "none": "",
    "xml": '<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?>',
    "blank first": "\n\nOFXHEADER:100\nCHARSET:8859-1\n",
}


def ofx(movements: Sequence[Movement], noise: OfxNoise, *, ids: Callable[[Movement], str] | None = None) -> bytes:
    """One checking account; `ids` makes the FITID, by default the UUID of the movement."""
    make_id = ids or (lambda movement: movement.uuid)

    def leaf(tag: str, value: str) -> str:
        shown = html.escape(value, quote=False) if noise.escaped else value
        return f"<{tag}>{shown}{noise.trailing}" + (f"</{tag}>" if noise.closed else "") + noise.newline

    end = noise.newline
    parts = [_HEADERS[noise.header].replace("\n", end or "\n"), f"<OFX>{end}<BANKMSGSRSV1><STMTTRNRS><STMTRS>{end}"]
    parts += [leaf("CURDEF", "BRL"), "<BANKACCTFROM>", leaf("BANKID", "0341"), leaf("ACCTID", "1-1"), "</BANKACCTFROM>"]
    parts.append(f"<BANKTRANLIST>{end}")
    for movement in movements:
        parts += [
            f"<STMTTRN>{end}",
            leaf("TRNTYPE", "CREDIT" if movement.cents > 0 else "DEBIT"),
            leaf("DTPOSTED", f"{movement.day:%Y%m%d}{noise.stamp}"),
            leaf("TRNAMT", AMOUNTS[noise.amount](movement.cents)),
            leaf("FITID", make_id(movement)),
            leaf("MEMO", movement.label),
            f"</STMTTRN>{end}",
        ]
    parts.append(f"</BANKTRANLIST>{end}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>{end}")
    return "".join(parts).encode(noise.codec)


@dataclass(frozen=True)
class CsvNoise:
    delimiter: str
    newline: str
    codec: str
    comma: bool
    quoted: bool


CSV_NOISE = st.builds(
    CsvNoise,
    st.sampled_from([";", ",", "\t"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["utf-8", "utf-8-sig", "cp1252", "utf-16"]),
    st.booleans(),
    st.booleans(),
)
Cells = list[str]


@dataclass(frozen=True)
class Bank:
    """How one profile writes a movement: preamble lines, header cells, cells of a row."""

    profile: str
    header: Cells
    cells: Callable[[Movement, Callable[[int], str]], Cells]
    preamble: tuple[str, ...] = ()
    marker_in_text: bool = True


def _plan(movement: Movement, form: str, none: str) -> str:
    return form.format(*movement.installment) if movement.installment else none


BANKS: tuple[Bank, ...] = (
    Bank(
        "nubank-conta",
        ["Data", "Valor", "Identificador", "Descrição"],
        lambda m, money: [f"{m.day:%d/%m/%Y}", money(m.cents), m.uuid, m.label],
    ),
    Bank("nubank-cartao", ["date", "title", "amount"], lambda m, money: [m.day.isoformat(), m.label, money(-m.cents)]),
    Bank(
        "inter-conta",
        ["Data Lançamento", "Histórico", "Descrição", "Valor"],
        lambda m, money: [f"{m.day:%d/%m/%Y}", "Pix", m.label, money(m.cents)],
        (" Extrato Conta Corrente ", "Conta ;123"),
    ),
    Bank(
        "inter-cartao",
        ["Data", "Lançamento", "Categoria", "Tipo", "Valor"],
        lambda m, money: [
            f"{m.day:%d/%m/%Y}",
            m.text,
            "X",
            _plan(m, "Parcela {}/{}", "Compra à vista"),
            money(-m.cents),
        ],
        marker_in_text=False,
    ),
    Bank(
        "c6-conta",
        ["Data Lançamento", "Data Contábil", "Título", "Descrição", "Entrada(R$)", "Saída(R$)"],
        lambda m, money: [
            *[f"{m.day:%d/%m/%Y}"] * 2,
            "PIX",
            m.label,
            money(max(m.cents, 0)),
            money(max(-m.cents, 0)),
        ],
        ("EXTRATO DE CONTA CORRENTE C6 BANK", ""),
    ),
    Bank(
        "c6-cartao",
        [
            "Data de Compra",
            "Final do Cartão",
            "Descrição",
            "Parcela",
            "Valor (em US$)",
            "Cotação (em R$)",
            "Valor (em R$)",
        ],
        lambda m, money: [f"{m.day:%d/%m/%Y}", "1234", m.text, _plan(m, "{}/{}", "Única"), "0", "0", money(-m.cents)],
        marker_in_text=False,
    ),
    Bank(
        "itau-cartao", ["data", "lançamento", "valor"], lambda m, money: [m.day.isoformat(), m.label, money(-m.cents)]
    ),
    Bank(
        "bradesco-conta",
        ["Data", "Histórico", "Docto.", "Crédito (R$)", "Débito (R$)", "Saldo (R$)"],
        lambda m, money: [
            f"{m.day:%d/%m/%y}",
            m.label,
            str(m.number),
            money(m.cents) if m.cents > 0 else " ",
            money(m.cents) if m.cents < 0 else " ",
            "",
        ],
        ("Extrato de: Ag: 1 | Conta: 123-7",),
    ),
    Bank(
        "bb-conta",
        ["Data", "Dependencia Origem", "Histórico", "Data do Balancete", "Número do documento", "Valor", ""],
        lambda m, money: [f"{m.day:%d/%m/%Y}", "", m.label, "", "1", money(m.cents), ""],
    ),
    Bank(
        "santander-conta",
        ["Data", "Descrição", "Docto", "Situação", "Crédito (R$)", "Débito (R$)", "Saldo (R$)"],
        lambda m, money: [
            f"{m.day:%d/%m/%Y}",
            m.label,
            "0",
            "",
            money(m.cents) if m.cents > 0 else "",
            money(m.cents) if m.cents < 0 else "",
            "",
        ],
        ("AGENCIA 1 CONTA 1300",),
    ),
    Bank(
        "xp-cartao",
        ["Data", "Estabelecimento", "Portador", "Valor", "Parcela"],
        lambda m, money: [f"{m.day:%d/%m/%Y}", m.text, "A", f"R$ {money(-m.cents)}", _plan(m, "{} de {}", "-")],
        marker_in_text=False,
    ),
    Bank(
        "xp-conta",
        ["Data", "Hora", "Descricao", "Valor", "Saldo"],
        lambda m, money: [f"{m.day:%d/%m/%y}", "10:00:00", m.label, money(m.cents), ""],
    ),
    Bank(
        "mercadopago-conta",
        ["RELEASE_DATE", "TRANSACTION_TYPE", "REFERENCE_ID", "TRANSACTION_NET_AMOUNT", "PARTIAL_BALANCE"],
        lambda m, money: [f"{m.day:%d-%m-%Y}", m.label, str(m.number), money(m.cents), ""],
    ),
    Bank(
        "pagbank-conta",
        ["CODIGO DA TRANSACAO", "DATA", "TIPO", "DESCRICAO", "VALOR"],
        lambda m, money: [m.uuid, f"{m.day:%d/%m/%Y}", "Pix", m.label, money(m.cents) + " "],
    ),
)


def csv(movements: Sequence[Movement], bank: Bank, noise: CsvNoise) -> bytes:
    money = reais if noise.comma else dotted

    def line(cells: Cells) -> str:
        return noise.delimiter.join(
            '"' + cell.replace('"', '""') + '"' if noise.quoted or noise.delimiter in cell else cell for cell in cells
        )

    lines = [*bank.preamble, line(bank.header), *(line(bank.cells(movement, money)) for movement in movements)]
    return (noise.newline.join(lines) + noise.newline).encode(noise.codec)
