"""OFX 1.x and 2.x by one tolerant scan: structure by a few tags, values up to the next tag, no XML parser, no entities
but the five of XML and numbers. An XML declaration proves nothing about the body (ofx-data-extractor fixtures).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from mel.statements.amounts import Convention, convention_of, parse_amount
from mel.statements.banks import bank_by_code, bank_by_name
from mel.statements.dates import parse_date
from mel.statements.installments import from_text
from mel.statements.kinds import is_balance, kind_of
from mel.statements.model import AccountHint, Foreign, Product, Row, Statement, Warn
from mel.statements.ofx_signs import right_signs
from mel.statements.refusal import foreign, too_big, truncated

_INLINE = re.compile(r"</?(?:BR|B|I|U|P|FONT|STRONG|EM|SPAN)\s*/?>", re.IGNORECASE)
_STRUCTURE = re.compile(
    r"<(/?)(OFX|STMTRS|CCSTMTRS|INVSTMTRS|BANKTRANLIST|STMTTRN|LEDGERBAL|AVAILBAL|STMTTRNRS|CCSTMTTRNRS)\s*>",
    re.IGNORECASE,
)
# A value runs to the next tag; a lone "<" before a blank or digit is text.
_LEAF = re.compile(r"<([A-Za-z][\w.]*)\s*>([^<]*(?:<(?![/A-Za-z!?])[^<]*)*)")
_ENTITY = re.compile(r"&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6}));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": " "}
_DATE = re.compile(r"\s*(\d{8})")
LONGEST_TEXT = 1000
_MOST_MOVEMENTS = 200_000
_NO_ID = re.compile(r"0?")


def read_ofx(text: str) -> list[Statement]:
    """Every account of the file, in order. Refuses a file that ends before what it opened is closed."""
    text = _plain(text)
    accounts = list(_accounts(text))
    if not accounts:
        raise foreign("o arquivo OFX não traz nenhum extrato")
    return [_statement(account, text) for account in accounts]


def _plain(text: str) -> str:
    """CDATA to escaped text, inline HTML to blanks (ofx-data-extractor#23), comments away."""
    if "<!" in text:
        text = _between(text, "<![CDATA[", "]]>", _escape)
        text = _between(text, "<!--", "-->", lambda _: " ")
    return _INLINE.sub(" ", text)


def _between(text: str, start: str, end: str, change: Callable[[str], str]) -> str:
    """Every span between two marks changed, in one pass; a mark that never ends is left alone."""
    parts: list[str] = []
    at = 0
    while (begin := text.find(start, at)) >= 0 and (close := text.find(end, begin + len(start))) >= 0:
        parts += [text[at:begin], change(text[begin + len(start) : close])]
        at = close + len(end)
    return "".join([*parts, text[at:]]) if parts else text


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@dataclass(slots=True)
class _Account:
    """One STMTRS or CCSTMTRS while it is being scanned; movements are kept as spans of the text."""

    product: Product | None = None
    fields: dict[str, str] = field(default_factory=dict)
    movements: list[tuple[int, int]] = field(default_factory=list)
    ledger: dict[str, str] = field(default_factory=dict)


_OPENERS = {"STMTRS": "account", "CCSTMTRS": "card", "INVSTMTRS": "account"}


class _Scan:
    """Walks the structural tags once, so that memory holds spans and not copies."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.accounts: list[_Account] = []
        self.current: _Account | None = None
        self.root: str | None = None
        self.closed = False
        self.mark = 0
        self.start: int | None = None

    def run(self) -> list[_Account]:
        for found in _STRUCTURE.finditer(self.text):
            tag = found[2].upper()
            self._take_fields(found.start())
            if found[1]:
                self._close(tag, found.start())
            else:
                self._open(tag, found.start(), found.end())
            self.mark = found.end()
        if not self.closed or self.start is not None:
            raise truncated()
        return self.accounts

    def _take_fields(self, end: int) -> None:
        if self.start is not None or self.current is None or end - self.mark < 4:
            return
        into = self.current.fields
        for tag, value in _LEAF.findall(self.text[self.mark : end]):
            if value.strip():
                into.setdefault(tag.upper(), _value(value))

    def _open(self, tag: str, start: int, end: int) -> None:
        if self.root is None:
            if tag == "STMTTRN":
                raise foreign("há movimentos soltos, sem conta nem período")
            self.root = tag
        if tag in _OPENERS:
            self._begin(tag)
        elif tag == "STMTTRN":
            # A movement never closed ends where the next begins.
            self._end_movement(start)
            self.start = end
        elif tag == "BANKTRANLIST" and self.current is None:
            self._begin(None)
        elif tag == "LEDGERBAL" and self.current:
            self.current.fields, self.current.ledger = self.current.ledger, self.current.fields

    def _begin(self, tag: str | None) -> None:
        product: Product | None = None
        if tag:
            product = "card" if tag == "CCSTMTRS" else "account"
        self.current = _Account(product)
        self.accounts.append(self.current)

    def _close(self, tag: str, start: int) -> None:
        if tag == "STMTTRN":
            self._end_movement(start)
        elif tag == "LEDGERBAL" and self.current:
            self.current.fields, self.current.ledger = self.current.ledger, self.current.fields
        elif tag in {"BANKTRANLIST", "STMTRS", "CCSTMTRS", "OFX"}:
            self._end_movement(start)
            if tag in _OPENERS:
                self.current = None
        if tag == self.root:
            self.closed = True

    def _end_movement(self, end: int) -> None:
        if self.start is not None and self.current is not None:
            self.current.movements.append((self.start, end))
            if len(self.current.movements) > _MOST_MOVEMENTS:
                raise too_big()
        self.start = None


def _accounts(text: str) -> Iterator[_Account]:
    yield from _Scan(text).run()


def _value(text: str) -> str:
    if "&" in text:
        text = _ENTITY.sub(_entity, text)
    return " ".join(text.split()) if len(text) <= LONGEST_TEXT else " ".join(text[:LONGEST_TEXT].split())


def _entity(found: re.Match[str]) -> str:
    if found[1]:
        return _NAMED[found[1]]
    code = int(found[2]) if found[2] else int(found[3], 16)
    return chr(code) if 32 <= code < 0x110000 and not 0xD800 <= code < 0xE000 else " "


def _fields(block: str) -> dict[str, str]:
    """The leaves of a movement; present but empty means absent, and the first value of a tag wins."""
    fields: dict[str, str] = {}
    for tag, value in _LEAF.findall(block):
        if tag not in fields or not fields[tag]:
            fields[tag] = _value(value)
    if any(not tag.isupper() for tag in fields):
        return {tag.upper(): value for tag, value in fields.items()}
    return fields


class _Reader:
    """Turns the movements of one account into rows, counting lines as it goes."""

    def __init__(self, account: _Account, text: str) -> None:
        self.text = text
        self.account = account
        self.currency = account.fields.get("CURDEF", "BRL").upper()[:3]
        if len(self.currency) != 3 or not self.currency.isalpha():
            self.currency = "BRL"
        self.acctid = account.fields.get("ACCTID")
        self.card = _card_digits(self.acctid) if account.product == "card" else None
        self.window = 7 if account.product == "card" else 45
        self.convention = self._convention()
        self.rows: list[Row] = []
        self.types: list[str] = []
        self.warnings: list[Warn] = []
        self.balances: list[tuple[str, Decimal]] = []
        self.line, self.counted = 1, 0

    def _convention(self) -> Convention:
        """One look at the amounts; OFX itself says a dot is decimal, so that is what doubt means."""
        pattern = re.compile(r"<TRNAMT>([^<]*)", re.IGNORECASE)
        amounts = (
            found[1].strip()
            for start, end in self.account.movements
            if (found := pattern.search(self.text, start, end))
        )
        convention = convention_of(amounts)
        return "dot" if convention == "unknown" else convention

    def read(self) -> None:
        for start, end in self.account.movements:
            self.line += self.text.count("\n", self.counted, start)
            self.counted = start
            block = self.text[start:end]
            self._movement(_fields(block), block)

    def _movement(self, fields: dict[str, str], block: str) -> None:
        description = _description(fields)
        amount = parse_amount(fields.get("TRNAMT", ""), self.convention)
        if is_balance(description):
            if amount is not None:
                self.balances.append((description, amount))
            return
        when = _date(fields.get("DTPOSTED", "")) or _date(fields.get("DTUSER", ""))
        if when is None or amount is None:
            self._unread(fields, block, when)
            return
        currency, abroad = self._currencies(fields)
        bank_id = fields.get("FITID", "")
        self.types.append(fields.get("TRNTYPE", "").upper())
        self.rows.append(
            Row(
                date=when,
                amount=amount,
                currency=currency,
                description=description,
                installment=from_text(description, when, self.window),
                bank_id=None if _NO_ID.fullmatch(bank_id) else bank_id,
                kind="debit",
                foreign=abroad,
                card=self.card,
                account=self.acctid,
                line=self.line,
                raw=block.strip()[:2000],
            )
        )

    def _unread(self, fields: dict[str, str], block: str, when: date | None) -> None:
        what = "data" if when is None else "valor"
        shown = fields.get("DTPOSTED" if when is None else "TRNAMT", "") or "vazio"
        raw = " ".join(block.split())[:300]
        self.warnings.append(Warn(self.line, f"Movimento não lido: {what} inválido ({shown[:40]}).", raw))

    def _currencies(self, fields: dict[str, str]) -> tuple[str, Foreign | None]:
        """ORIGCURRENCY leaves the amount in the account's currency; CURRENCY says the amount itself is foreign."""
        symbol = fields.get("CURSYM", "").upper()
        if not symbol or symbol == self.currency or len(symbol) != 3:
            return self.currency, None
        rate = fields.get("CURRATE", "").replace(",", ".")
        known = Decimal(rate) if re.fullmatch(r"\d+(?:\.\d+)?", rate) else None
        if "ORIGCURRENCY" in fields or "CURRENCY" not in fields:
            return self.currency, Foreign(symbol, None, known)
        self.warnings.append(Warn(self.line, f"Movimento em {symbol}, sem conversão para {self.currency}."))
        return symbol, None


def _description(fields: dict[str, str]) -> str:
    """MEMO, or NAME without one, or both when the memo does not say the name; else the type and the cheque number."""
    name, memo = fields.get("NAME", ""), fields.get("MEMO", "")
    if memo and name and name.casefold() not in memo.casefold():
        return f"{name} - {memo}"
    if memo or name:
        return memo or name
    number = fields.get("CHECKNUM") or fields.get("CHKNUM") or ""
    return " ".join(part for part in (fields.get("TRNTYPE", "").upper(), number) if part)


def _date(text: str) -> date | None:
    """The first eight digits as written: a zone never moves a day (actual#1053)."""
    found = _DATE.match(text)
    when = parse_date(found[1]) if found else parse_date(text[:10]) if text else None
    return when if isinstance(when, date) else None


def _card_digits(acctid: str | None) -> str | None:
    digits = re.search(r"(\d{4})$", acctid or "")
    return digits[1] if digits and len(acctid or "") < 30 else None


def _statement(account: _Account, text: str) -> Statement:
    reader = _Reader(account, text)
    reader.read()
    rows, notes = right_signs(reader.rows, reader.types, account.product)
    rows = [_kinded(row, account.product) for row in rows]
    fields = account.fields
    start, end = _date(fields.get("DTSTART", "")), _date(fields.get("DTEND", ""))
    warnings = reader.warnings + notes
    if (fields.get("DTSTART") and not start) or (fields.get("DTEND") and not end):
        warnings.append(Warn(None, "O período escrito no arquivo não é uma data válida."))
    if not rows and not warnings:
        warnings.append(Warn(None, "Nenhum lançamento neste arquivo."))
    closing = parse_amount(account.ledger.get("BALAMT", ""), reader.convention)
    return Statement(
        format="ofx",
        profile="ofx-card" if account.product == "card" else "ofx-account",
        product=account.product,
        rows=tuple(rows),
        warnings=tuple(warnings),
        hint=_hint(account, text, reader.card),
        period=(start, end) if start and end and start <= end else None,
        opening_balance=next((amount for label, amount in reader.balances if "anterior" in label.casefold()), None),
        closing_balance=closing,
    )


def _kinded(row: Row, product: Product | None) -> Row:
    kind = kind_of(row.description, row.amount, product)
    if kind == row.kind:
        return row
    # The rows were made here and nobody else holds them yet, so filling the kind in place saves a second copy.
    object.__setattr__(row, "kind", kind)
    return row


def _hint(account: _Account, text: str, card: str | None) -> AccountHint:
    fields = account.fields
    org = re.search(r"<ORG>([^<]*)", text[:8192], re.IGNORECASE)
    bank = bank_by_code(fields.get("BANKID")) or (bank_by_name(_value(org[1])) if org else None)
    return AccountHint(
        bank=bank or (_value(org[1]) or None if org else None),
        bank_id=fields.get("BANKID"),
        branch=fields.get("BRANCHID"),
        account=fields.get("ACCTID"),
        card=card,
    )
