"""What comes in: questions, and money that was received."""

from __future__ import annotations

from mel.agent.operations import OperationEvent, OperationLog
from mel.agent.receipt import Notes
from mel.agent.tools.arguments import Arguments, Day, Month, Name, PositiveMoney, WriteArguments
from mel.agent.tools.tool import Change, Told, Tool, reads, writes
from mel.agent.wire import Wire, digest
from mel.household import Household
from mel.income import IncomeBook, IncomeRepository, Receipt
from mel.shared.errors import InvalidInput, NotThere
from mel.shared.money import total
from mel.shared.period import Period
from mel.shared.text import fold


class IncomeStatusArguments(Arguments):
    month: Month
    name: Name | None = None
    member: Name | None = None


class RecordIncomeArguments(WriteArguments):
    name: Name
    amount: PositiveMoney
    date: Day
    received_by: Name | None = None


class IncomeTool(Tool):
    """Reads and writes a household's income book. `household` tells who may have received."""

    def __init__(
        self,
        *,
        income_repo: IncomeRepository,
        book_id: str,
        household: Household | None = None,
        operations: OperationLog | None = None,
    ) -> None:
        super().__init__(operations)
        self._repo = income_repo
        self._id = book_id
        self._household = household

    @reads(IncomeStatusArguments)
    def income_status(self, args: IncomeStatusArguments) -> Wire:
        """What came in during a month and what is expected, in all or of one source or member."""
        book = self._repo.load(self._id)
        receipts = [r for r in book.receipts if r.on in args.month and _asked(args, r.name, r.received_by)]
        sources = [s for s in book.sources if _asked(args, s.name, s.received_by)]
        if not receipts and not sources:
            raise NotThere("sem dados de renda pra esse período ainda")
        currency = (receipts[0] if receipts else sources[0]).amount.currency
        cash = [s.amount for s in sources if s.is_cash and s.amount.currency == currency]
        return {
            "period": args.month,
            "received": total((r.amount for r in receipts if r.amount.currency == currency), currency),
            "expected": total(cash, currency),
            "receipts": [{"name": r.name, "amount": r.amount, "date": r.on, "who": r.received_by} for r in receipts],
            "sources": [{"name": s.name, "amount": s.amount, "who": s.received_by, "cash": s.is_cash} for s in sources],
        }

    @writes(RecordIncomeArguments)
    def record_income(self, args: RecordIncomeArguments, told: Told) -> Change:
        """Record money that came in: salary, freela, a sale."""
        book = self._repo.load(self._id)
        who = self._member(args.received_by) or told.speaker
        source = book.source(args.name, who)
        name, month = source.name if source else args.name, Period.of(args.date)
        twin = book.like(name, args.amount, month)
        book.receive(Receipt(name, args.amount, args.date, who, args.operation_id))
        preview: Wire = {"name": args.name, "amount": args.amount, "date": args.date}
        if args.received_by:
            preview["receivedBy"] = args.received_by
        preview["newTotal"] = book.received(month, args.amount.currency)
        if twin is not None:
            preview["looksLike"] = {"name": twin.name, "date": twin.on}
        resolved = ({"receivedBy": who} if who else {}) | ({"name": name} if source else {})
        fact = digest("income", fold(name), args.amount, month)
        return Change(preview, lambda: self._repo.save(book), Notes(resolved, fact, doubtful=twin is not None))

    def undo(self, done: OperationEvent) -> Change:
        """Take that receipt out again."""
        book = self._repo.load(self._id)
        receipt = next((r for r in book.receipts if r.operation_id == done.operation_id), None)
        if receipt is None:
            raise InvalidInput("target", "essa entrada já mudou depois, então não dá pra desfazer")
        before = self._month(book, receipt)
        book.receipts.remove(receipt)
        preview = {"target": done.operation_id, "before": before, "after": self._month(book, receipt)}
        return Change(preview, lambda: self._repo.save(book))

    def _month(self, book: IncomeBook, receipt: Receipt) -> Wire:
        month = Period.of(receipt.on)
        return {"name": receipt.name, "period": month, "received": book.received(month, receipt.amount.currency)}

    def _member(self, name: str | None) -> str | None:
        if name is None or self._household is None:
            return name
        member = self._household.member(name, "receivedBy")
        if member is None:
            raise NotThere(f"'{name}' não mora na casa", tuple(known.name for known in self._household.members))
        return member.name


def _asked(args: IncomeStatusArguments, name: str, who: str | None) -> bool:
    by_name = args.name is None or fold(args.name) in fold(name)
    return by_name and (args.member is None or fold(who or "") == fold(args.member))
