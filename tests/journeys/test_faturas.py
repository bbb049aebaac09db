"""Three months of a couple's two cards and one account: imported, partly told in chat before, asked about, undone."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from journeys.conftest import Mel

HOME = """
casa: Casa da Ana e do Gabriel
pessoas: [Ana, Gabriel]
rendas:
  - {nome: Salário Ana, valor: 9000, de: Ana, dia: 5}
gastos:
  - {nome: Mercado, valor: 1500, apelidos: [feira], categoria: alimentação}
  - {nome: Farmácia, valor: 200, categoria: saúde}
  - {nome: Casa, valor: 500, categoria: casa}
"""
INTER = '"Data","Lançamento","Categoria","Tipo","Valor"\n'


def nubank(folder: Path, due: str, lines: list[tuple[str, str, str]]) -> Path:
    """Nubank tells the due date in the name of the file, and purchases as positive numbers."""
    path = folder / f"Nubank_{due}.csv"
    path.write_text("date,title,amount\n" + "".join(f"{on},{text},{amount}\n" for on, text, amount in lines))
    return path


def bradesco(folder: Path, due: str, total: str, lines: str) -> Path:
    """A card file that prints its total."""
    path = folder / f"bradesco-{due}.csv"
    head = (
        "Data: {}/{}/{} 10:51:02\rFECHADA\rGABRIEL ;;; 5456\rData;Histórico;Valor(US$);Valor(R$);\r"
    )
    year, month, day = due.split("-")
    text = head.format(day, month, year) + lines + f"Total da fatura em Real: ;;;{total}\r"
    path.write_bytes(text.encode("latin-1"))
    return path


def account(folder: Path, name: str, rows: list[tuple[str, str, str]]) -> Path:
    path = folder / name
    body = "".join(
        f"<STMTTRN><TRNTYPE>OTHER<DTPOSTED>{on.replace('-', '')}<TRNAMT>{amount}<FITID>{name}{n}<MEMO>{text}</STMTTRN>\n"
        for n, (on, amount, text) in enumerate(rows)
    )
    path.write_text(
        "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:UTF-8\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL"
        "<BANKACCTFROM><BANKID>0341<ACCTID>123-4<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>\n"
        f"{body}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n"
    )
    return path


@pytest.fixture
def house(mel: Mel, tmp_path: Path) -> Any:
    source = tmp_path / "household.yaml"
    source.write_text(HOME)
    assert mel("setup", "--from", str(source)).code == 0
    return mel


def taken(mel: Mel, file: Path, *options: str) -> dict[str, Any]:
    done = mel("import", str(file), "--yes", "--json", *options)
    assert done.code == 0, done.err
    outcome: dict[str, Any] = json.loads(done.out)
    return outcome


def spent(mel: Mel, expense: str, month: str, today: str) -> Decimal:
    reply = json.loads(mel("ask", f"quanto gastei em {expense} em {month}?", "--today", today, "--json").out)
    (call,) = reply["toolCalls"]
    return Decimal(str(call["result"]["actual"]["amount"]))


def three_months(house: Mel, folder: Path) -> None:
    for month in (3, 4, 5):
        number = month - 2
        lines = [
            (f"2026-{month:02d}-10", "Mercado Bom Preco", "187.35"),
            (f"2026-{month:02d}-12", "PAG*JoseDaSilva", "50.00"),
            ("2026-03-03", f"Loja Azul - Parcela {number}/6", "71.18"),
        ]
        if month > 3:
            lines.append((f"2026-{month:02d}-05", "Pagamento recebido", "-308.53"))
        taken(house, nubank(folder, f"2026-{month + 1:02d}-05", lines), "--as", "Ana")
        other = f"08/{month:02d};FARMACIA POPULAR ;0,00;41,26\r09/{month:02d};TENIS BOM PASSO {number}/3;0,00;100,00\r"
        taken(house, bradesco(folder, f"2026-{month:02d}-20", "141,26", other), "--as", "Gabriel")
        rows = [(f"2026-{month:02d}-15", "-12.90", "Compra no debito: MERCADO DA ESQUINA")]
        if month > 3:
            rows.append((f"2026-{month:02d}-05", "-308.53", "Pagamento de fatura"))
        taken(house, account(folder, f"itau-{month}.ofx", rows), "--as", "Ana")


def test_each_purchase_counts_once_and_the_faturas_are_what_was_printed(house: Mel, tmp_path: Path) -> None:
    told = house("ask", "gastei 50 no mercado", "--as", "Ana", "--today", "2026-03-12")
    assert "Anotei" in told.out
    three_months(house, tmp_path)

    # Told in chat in March, so there it is Mercado; in the other months nobody said what JoseDaSilva sells.
    today = "2026-06-01"
    assert spent(house, "mercado", "março", today) == Decimal("250.25")
    assert spent(house, "mercado", "abril", today) == Decimal("200.25")
    month = json.loads(house("ask", "quanto gastamos em abril?", "--today", today, "--json").out)
    assert month["toolCalls"][0]["result"]["actual"]["amount"] == 462.69
    cards = {card["card"]: card for card in json.loads(house("invoices", "--json").out)["cards"]}
    bradesco_card = cards["Bradesco cartão"]
    assert [(bill["total"], bill["difference"]) for bill in bradesco_card["invoices"]] == [("141.26", "0.00")] * 3
    assert [bill["total"] for bill in cards["Nubank cartão"]["invoices"]] == ["308.53"] * 3
    assert [bill["status"] for bill in cards["Nubank cartão"]["invoices"]][:2] == ["paid", "paid"]
    assert [bill["due"] for bill in cards["Nubank cartão"]["invoices"]] == ["2026-04-05", "2026-05-05", "2026-06-05"]
    (plan,) = cards["Nubank cartão"]["plans"]
    assert (plan["parcela"], plan["of"], plan["debt"]) == (3, 6, "213.54")


def test_importing_everything_again_changes_nothing(house: Mel, tmp_path: Path) -> None:
    three_months(house, tmp_path)
    before = house("movements", "--json").out
    for file in sorted(tmp_path.glob("*.csv")) + sorted(tmp_path.glob("*.ofx")):
        outcome = taken(house, file)
        assert (outcome["already"], outcome["new"]) == (True, 0)
    assert house("movements", "--json").out == before
    assert len(json.loads(before)["transactions"]) == 22


def test_the_questions_are_answered_offline(house: Mel, tmp_path: Path) -> None:
    three_months(house, tmp_path)

    def asked(text: str) -> str:
        return str(house("ask", text, "--today", "2026-06-01").out)

    assert "Nubank cartão, fatura de junho: R$ 308,53" in asked("quanto tá a fatura do Nubank?")
    assert "Faltam R$ 213,54 em parcelas" in asked("o que falta de parcela?")
    assert "R$ 187,35 gastos com 'preco' de 01/04 a 30/04, pela data da compra" in asked(
        "quanto gastei em preco em abril?"
    )
    assert "Pela fatura: maio R$ 187,35" in asked("quanto gastei em preco em abril?")


def test_a_file_is_handed_over_in_chat_with_one_yes(house: Mel, tmp_path: Path) -> None:
    file = nubank(tmp_path, "2026-04-05", [("2026-03-10", "Mercado Bom Preco", "187.35")])
    shown = house("ask", f"importa a fatura {file}", "--today", "2026-03-20").out
    assert "Importo?" in shown
    assert "1 novos" in shown
    assert json.loads(house("movements", "--json").out)["transactions"] == []
    assert "Importei." in house("ask", "sim", "--today", "2026-03-20").out
    assert len(json.loads(house("movements", "--json").out)["transactions"]) == 1
    assert "Desfeito" in house("ask", "desfaz", "--today", "2026-03-20").out
    assert json.loads(house("movements", "--json").out)["transactions"] == []


def test_a_spend_told_after_its_line_was_imported_is_asked_about(house: Mel, tmp_path: Path) -> None:
    taken(house, nubank(tmp_path, "2026-04-05", [("2026-03-10", "Mercado Bom Preco", "50.00")]))
    shown = house("ask", "gastei 50 no mercado", "--today", "2026-03-11").out
    assert "parece com Mercado Bom Preco de 10/03, que já importei" in shown
    assert spent(house, "mercado", "março", "2026-03-11") == Decimal(50)


def test_an_import_is_undone_whole_by_its_code(house: Mel, tmp_path: Path) -> None:
    outcome = taken(house, nubank(tmp_path, "2026-04-05", [("2026-03-10", "Mercado Bom Preco", "187.35")]))
    assert spent(house, "mercado", "março", "2026-03-20") == Decimal("187.35")
    assert house("import", "--undo", outcome["batch"]).code == 0
    assert spent(house, "mercado", "março", "2026-03-20") == Decimal(0)
    assert house("import", "--undo", outcome["batch"], "--json").out.count("error") == 1


def test_a_refused_file_stores_nothing_and_says_why(house: Mel, tmp_path: Path) -> None:
    page = tmp_path / "pagina.ofx"
    page.write_text("<!doctype html><html><body>Entre na sua conta</body></html>")
    done = house("import", str(page), "--yes")
    assert done.code == 1
    assert "pagina.ofx:" in done.out
    assert json.loads(house("movements", "--json").out)["transactions"] == []


def test_without_a_household_a_bare_one_is_made_that_setup_moves_into(mel: Mel, tmp_path: Path) -> None:
    taken(mel, nubank(tmp_path, "2026-04-05", [("2026-03-10", "Mercado Bom Preco", "187.35")]))
    assert "mel setup" in mel("ask", "oi").err
    source = tmp_path / "household.yaml"
    source.write_text(HOME)
    assert mel("setup", "--from", str(source)).code == 0
    assert len(json.loads(mel("movements", "--json").out)["transactions"]) == 1
