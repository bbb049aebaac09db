"""Reading and matching bank files: CPU seconds and peak memory, each measurement in a subprocess of its own.

usage: benchmarks/import.py [--rows N] [--only NAME] [--rivals] [--store]

Bars (DESIGN §7): 100k OFX movements < 4 s and < 350 MiB, 100k CSV rows < 3 s, 100k rows against 100k < 5 s,
PDF ≥ 50 pages a second. Rivals (ofx-br, bankfile, ofxtools, ofxparse) run on the same OFX file when importable.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

ROOT = Path(__file__).parents[1]
SHOPS = ("PADARIA ESTRELA", "MERCADO BOM PRECO", "POSTO AVENIDA", "LIVRARIA CENTRAL - Parcela 3/6", "Café São João")
LIMIT_SECONDS = 180


def movement(number: int) -> tuple[date, str, str]:
    day = date(2016, 1, 1) + timedelta(days=number % 3650)
    return day, f"-{number % 997}.{number % 100:02d}", f"{SHOPS[number % len(SHOPS)]} {number}"


def ofx_text(rows: int) -> str:
    head = (
        "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:UTF-8\nCHARSET:NONE\nCOMPRESSION:NONE\n"
        "OLDFILEUID:NONE\nNEWFILEUID:NONE\n\n<OFX>\n<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS>"
        "<DTSERVER>20260401<LANGUAGE>POR</SONRS></SIGNONMSGSRSV1>\n<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0"
        "<SEVERITY>INFO</STATUS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>0260<ACCTID>1-1<ACCTTYPE>CHECKING"
        "</BANKACCTFROM><BANKTRANLIST><DTSTART>20160101<DTEND>20260328\n"
    )
    parts = [head]
    for number in range(rows):
        day, amount, text = movement(number)
        parts.append(
            f"<STMTTRN>\n<TRNTYPE>DEBIT</TRNTYPE>\n<DTPOSTED>{day:%Y%m%d}000000[-3:BRT]</DTPOSTED>\n"
            f"<TRNAMT>{amount}</TRNAMT>\n<FITID>id{number:09d}</FITID>\n<MEMO>{text}</MEMO>\n</STMTTRN>\n"
        )
    parts.append(
        "</BANKTRANLIST><LEDGERBAL><BALAMT>1.00<DTASOF>20260328</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n"
    )
    return "".join(parts)


def csv_text(rows: int) -> str:
    lines = ["Extrato Conta Corrente", "Conta ;1", "", "Data Lançamento;Histórico;Descrição;Valor;Saldo"]
    cents = 0
    for number in range(rows):
        day, amount, text = movement(number)
        cents += int(amount.replace(".", ""))
        lines.append(f'{day:%d/%m/%Y};Pix enviado;"{text}";{reais(int(amount.replace(".", "")))};{reais(cents)}')
    return "\n".join(lines) + "\n"


def reais(cents: int) -> str:
    shown = f"{abs(cents) / 100:,.2f}".translate(str.maketrans(",.", ".,"))
    return f"-{shown}" if cents < 0 else shown


def pdf_file(path: Path, pages: int = 60) -> None:
    from reportlab.pdfgen.canvas import Canvas

    canvas, total = Canvas(str(path)), 0
    for page in range(pages):
        canvas.setFont("Helvetica", 8)
        canvas.drawString(40, 800, "Banco Exemplo - Fatura do cartão    Vencimento 20/03/2026")
        for row in range(50):
            cents = 100 + page * 50 + row
            total += cents
            canvas.drawString(40, 780 - row * 14, f"{row % 28 + 1:02d}/02/2026")
            canvas.drawString(100, 780 - row * 14, SHOPS[row % 4])
            canvas.drawRightString(550, 780 - row * 14, reais(cents))
        canvas.showPage()
    canvas.setFont("Helvetica", 8)
    canvas.drawString(40, 800, f"Total desta fatura R$ {reais(total)}")
    canvas.save()


def mel_ofx(path: Path) -> int:
    from mel.statements import read_statement

    return len(read_statement(path.read_bytes(), path.name)[0].rows)


mel_csv = mel_pdf = mel_ofx


def mel_matching(path: Path) -> int:
    from mel.statements import StoredRow, match_rows, read_statement

    rows = read_statement(path.read_bytes(), path.name)[0].rows
    stored = [StoredRow(n, r.date, r.amount, r.currency, r.description, r.installment, ()) for n, r in enumerate(rows)]
    start = time.process_time()
    matching = match_rows(stored, rows)
    print(json.dumps({"inner": time.process_time() - start}))
    return len(matching.known)


def ofx_br(path: Path) -> int:
    import ofxbr

    return sum(len(statement.transactions) for statement in ofxbr.parse_file(str(path)).statements)


def bankfile(path: Path) -> int:
    from bankfile import parse_bytes

    return len(parse_bytes(path.read_bytes()).transactions)


def ofxtools(path: Path) -> int:
    from ofxtools.Parser import OFXTree

    tree = OFXTree()
    tree.parse(str(path))
    return len(tree.convert().statements[0].transactions)


def ofxparse(path: Path) -> int:
    from ofxparse import OfxParser

    with path.open("rb") as file:
        return len(OfxParser.parse(file).account.statement.transactions)


TASKS: dict[str, Callable[[Path], int]] = {
    task.__name__: task for task in (mel_ofx, mel_matching, ofx_br, bankfile, ofxtools, ofxparse)
} | {"mel_csv": mel_csv, "mel_pdf": mel_pdf}


def child(name: str, path: Path) -> None:
    before = time.process_time()
    count = TASKS[name](path)
    spent = time.process_time() - before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps({"count": count, "cpu": round(spent, 2), "peak_mib": peak}))


def measure(name: str, path: Path) -> dict[str, float]:
    command = [sys.executable, __file__, "--child", name, str(path)]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return {"failed": -1}
    found: dict[str, float] = {}
    for line in run.stdout.splitlines():
        if line.startswith("{"):
            found |= json.loads(line)
    return found or {"failed": run.returncode}


def command(*said: str) -> str:
    """One run of the real command, on standard error what it cost; in a process of its own, so that the peak is its."""
    child = (
        "import json, resource, subprocess, sys, time\n"
        "start = time.perf_counter()\n"
        "done = subprocess.run(sys.argv[1:], capture_output=True, text=True)\n"
        "use = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "cost = {'wall': round(time.perf_counter() - start, 2), 'cpu': round(use.ru_utime + use.ru_stime, 2),"
        " 'peak_mib': use.ru_maxrss // 1024}\n"
        "print(json.dumps({'cost': cost, 'out': done.stdout, 'code': done.returncode, 'err': done.stderr[-300:]}))\n"
    )
    mel = str(Path(sys.executable).with_name("mel"))
    run = subprocess.run([sys.executable, "-c", child, mel, *said], capture_output=True, text=True, check=True)
    told = json.loads(run.stdout)
    if told["code"] != 0:
        raise SystemExit(f"mel {' '.join(said)}: {told['err'] or told['out']}")
    if said[0] == "import":
        print(f"{' '.join(said[:2])[-40:]:40} {json.dumps(told['cost'])}", flush=True)
    return str(told["out"])


def stored(folder: Path, rows: int) -> None:
    """Through `mel import`, into a house with a budget: a first file, the same with new ids, and both taken back."""
    os.environ["MEL_DATA"] = str(folder / "dados")
    first, renumbered = folder / "primeiro.ofx", folder / "novos-ids.ofx"
    text = ofx_text(rows)
    first.write_text(text, encoding="utf-8")
    renumbered.write_text(text.replace("<FITID>id", "<FITID>novo"), encoding="utf-8")
    command("demo")
    batches = [
        json.loads(command("import", str(file), "--account", "Conta", "--yes", "--json"))["batch"]
        for file in (first, renumbered)
    ]
    for batch in reversed(batches):
        command("import", "--undo", batch)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--rivals", action="store_true")
    parser.add_argument("--store", action="store_true", help="time mel import itself, with storage and budget")
    parser.add_argument("--only")
    parser.add_argument("--child", nargs=2)
    options = parser.parse_args()
    if options.child:
        child(options.child[0], Path(options.child[1]))
        return
    if options.store:
        with tempfile.TemporaryDirectory() as folder:
            stored(Path(folder), options.rows)
        return
    with tempfile.TemporaryDirectory() as folder:
        ofx, csv, pdf = (Path(folder) / f"bench.{end}" for end in ("ofx", "csv", "pdf"))
        ofx.write_text(ofx_text(options.rows), encoding="utf-8")
        csv.write_text(csv_text(options.rows), encoding="utf-8")
        pdf_file(pdf)
        jobs = [("mel_ofx", ofx), ("mel_csv", csv), ("mel_matching", ofx), ("mel_pdf", pdf)]
        if options.rivals:
            jobs += [(name, ofx) for name in ("ofx_br", "bankfile", "ofxtools", "ofxparse")]
        for name, path in jobs:
            if options.only in {None, name}:
                print(f"{name:14} {json.dumps(measure(name, path))}", flush=True)


if __name__ == "__main__":
    main()
