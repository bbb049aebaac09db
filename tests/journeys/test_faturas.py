"""Three months of a couple's two cards and one account: imported, partly told in chat before, asked about, undone."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from journeys.conftest import Done, Mel

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
    head = "Data: {}/{}/{} 10:51:02\rGABRIEL ;;; 5456\rData;Histórico;Valor(US$);Valor(R$);\r"
    year, month, day = due.split("-")
    text = head.format(day, month, year) + lines + f"Total da fatura em Real: ;;;{total}\r"
    path.write_bytes(text.encode("latin-1"))
    return path


def account(folder: Path, name: str, rows: list[tuple[str, str, str]]) -> Path:
    path = folder / name
    body = "".join(
        f"<STMTTRN><TRNTYPE>OTHER<DTPOSTED>{on}<TRNAMT>{amount}<FITID>{name}{n}<MEMO>{text}</STMTTRN>\n"
        for n, (on, amount, text) in enumerate((day.replace("-", ""), amount, text) for day, amount, text in rows)
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

    def run(*args: str, **more: Any) -> Done:
        """Ana speaks where nobody else is named."""
        speaks = (args[0] in {"ask", "import"} or args[:2] == ("accounts", "set")) and "--as" not in args
        return mel(*args, *(("--as", "Ana") if speaks else ()), **more)

    return run


def taken(mel: Mel, file: Path, *options: str) -> dict[str, Any]:
    done = mel("import", str(file), "--yes", "--json", *options)
    assert done.code == 0, done.err
    outcome: dict[str, Any] = json.loads(done.out)
    return outcome


def spent(mel: Mel, expense: str, month: str, today: str) -> Decimal:
    asked = mel("ask", f"quanto gastei em {expense} em {month}?", "--as", "Ana", "--today", today, "--json")
    reply = json.loads(asked.out)
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
    assert "Foram R$ 187,35 com 'preco' em abril.\n1 lançamento, pela data da compra." in asked(
        "quanto gastei em preco em abril?"
    )
    assert "Pela fatura: maio R$ 187,35" in asked("quanto gastei em preco em abril?")


def test_a_file_is_handed_over_in_chat_with_one_yes(house: Mel, tmp_path: Path) -> None:
    file = nubank(tmp_path, "2026-04-05", [("2026-03-10", "Mercado Bom Preco", "187.35")])
    shown = house("ask", f"importa a fatura {file}", "--today", "2026-03-20").out
    assert "Importo?" in shown
    assert "1 lançamento, 1 novo." in shown
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
    assert spent(mel, "mercado", "março", "2026-03-20") == Decimal("187.35")


def test_a_line_near_a_rounded_told_spend_is_pointed_out_before_the_yes(house: Mel, tmp_path: Path) -> None:
    house("ask", "gastei 50 no mercado", "--as", "Ana", "--today", "2026-03-10")
    file = nubank(tmp_path, "2026-04-05", [("2026-03-11", "Mercado Bom Preco", "49.90")])
    shown = house("ask", f"importa a fatura {file}", "--today", "2026-03-20").out
    assert "Mercado Bom Preco, R$ 49,90 em 11/03, parece com R$ 50 em Mercado que vocês contaram em 10/03" in shown


def test_faturas_and_movements_are_told_the_brazilian_way(house: Mel, tmp_path: Path) -> None:
    taken(house, nubank(tmp_path, "2026-04-05", [("2026-03-10", "Mercado Bom Preco", "1187.35")]))

    assert "10/03/2026  -R$ 1.187,35  Nubank cartão  Mercado Bom Preco" in house("movements").out
    told = house("invoices").out
    assert "Nubank cartão: limite usado R$ 1.187,35" in told
    assert "04/2026  R$ 1.187,35  " in told
    assert house("import", "--undo", "imp-foo").err == "Não achei essa operação.\n"
    assert "vence 05/04/2026" in told


def test_what_lies_ahead_is_told_as_a_forecast(house: Mel, tmp_path: Path) -> None:
    lines = [("2026-05-10", "Mercado Bom Preco", "187.35"), ("2026-05-03", "Loja Azul - Parcela 3/6", "71.18")]
    taken(house, nubank(tmp_path, "2026-06-05", lines))
    assert house("accounts", "set", "nubank", "--limit", "5000", "--closes", "28", "--due", "5").code == 0

    def asked(text: str) -> str:
        return str(house("ask", text, "--today", "2026-06-10").out)

    following = "Nubank cartão, fatura de julho: R$ 71,18 (prevista). Fecha em 28/06 e vence em 05/07 pela previsão."
    assert following in asked("quanto vem na próxima fatura?")
    assert following in asked("quando fecha o Nubank?")
    assert "vence em 05/08 pela previsão" in asked("fatura de agosto")
    assert "Na fatura de julho vêm R$ 71,18 em parcelas, pela previsão." in asked("quanto de parcela em julho?")
    assert "Não tem parcela prevista na fatura de dezembro." in asked("quanto de parcela em dezembro?")
    assert "Limite de R$ 5.000: usado R$ 472,07, livre R$ 4.527,93." in asked("qual o limite do Nubank?")
    assert "venceu em 05/06" in asked("quando vence o nubank?")
    assert "Sem dados da fatura de maio" in asked("fatura de maio do nubank")
