"""Search the imported movements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from pydantic import Field

from mel.accounts import Account, AccountRepository, Movement, Search
from mel.agent.tools.arguments import Arguments, Day, Name, PositiveMoney
from mel.agent.tools.invoice_tool import BY_INVOICE, BY_PURCHASE
from mel.agent.tools.tool import Tool, reads
from mel.agent.turn import current_turn
from mel.agent.wire import Wire
from mel.bookkeeping import BookkeepingRepository
from mel.household import Household
from mel.shared.errors import NotThere
from mel.shared.money import Money
from mel.shared.names import find
from mel.shared.period import Period
from mel.shared.text import fold

SHOWN = 30
"""Movements told one by one; the sums are of all."""


class StatementSearchArguments(Arguments):
    text: Name | None = None
    from_: Day | None = Field(default=None, alias="from")
    to: Day | None = None
    min_amount: PositiveMoney | None = None
    max_amount: PositiveMoney | None = None
    card: Name | None = None
    member: Name | None = None


class StatementTool(Tool):
    """Searches the movements of the accounts that the member may see."""

    def __init__(
        self,
        *,
        account_repo: AccountRepository,
        bookkeeping_repo: BookkeepingRepository | None = None,
        household: Household | None = None,
    ) -> None:
        super().__init__()
        self._repo = account_repo
        self._bookkeeping = bookkeeping_repo
        self._household = household

    @reads(StatementSearchArguments)
    def statement_search(self, args: StatementSearchArguments) -> Wire:
        """Movements of imported files by text, period, amount, card or account, and member; `spent` is net of estornos
        and without transfers."""
        turn = current_turn()
        reader = turn.speaker if turn else None
        accounts = {account.id: account for account in self._repo.list(reader)}
        if not accounts:
            raise NotThere("ainda não tenho extrato nem fatura de vocês")
        search = Search(
            words=(args.text,) if args.text else (),
            first=args.from_,
            last=args.to,
            least=args.min_amount,
            most=args.max_amount,
            accounts=self._wanted(args, accounts),
        )
        found = self._repo.search(search, reader)
        if not found:
            said = f" com '{args.text}'" if args.text else ""
            raise NotThere(f"não achei lançamento{said} nesse período")
        return self._answer(found, accounts, args)

    def _wanted(self, args: StatementSearchArguments, accounts: dict[str, Account]) -> tuple[str, ...] | None:
        wanted = list(accounts.values())
        if args.card is not None:
            named = find(args.card, wanted, "card")
            if named is None:
                raise NotThere(f"a conta ou o cartão '{args.card}' não existe ainda")
            wanted = [named]
        if args.member is not None:
            member = self._household.member(args.member) if self._household else None
            if member is None:
                raise NotThere(f"'{args.member}' não mora nessa casa")
            wanted = [account for account in wanted if fold(account.owner or "") == fold(member.name)]
        return tuple(account.id for account in wanted)

    def _answer(self, found: Sequence[Movement], accounts: dict[str, Account], args: StatementSearchArguments) -> Wire:
        postings = self._bookkeeping.postings([m.id for m in found]) if self._bookkeeping else ()
        inside = {p.movement_id for p in postings if p.meaning == "transfer"}
        currency = found[-1].amount.currency
        counted = [m for m in found if m.id not in inside and m.kind != "payment" and m.amount.currency == currency]
        zero = Money.zero(currency)
        spent, received = zero, zero
        by_invoice: dict[Period, Money] = defaultdict(lambda: zero)
        for movement in counted:
            if movement.is_spending or movement.kind == "refund":
                spent -= movement.amount
            else:
                received += movement.amount
            if movement.invoice is not None:
                by_invoice[movement.invoice] -= movement.amount
        return {
            "view": BY_PURCHASE,
            "text": args.text,
            "from": args.from_ or found[0].date,
            "to": args.to or found[-1].date,
            "count": len(found),
            "spent": spent,
            "received": received,
            "byInvoice": {
                "view": BY_INVOICE,
                "months": [{"month": period, "amount": by_invoice[period]} for period in sorted(by_invoice)],
            },
            "movements": [_row(movement, accounts, inside) for movement in found[-SHOWN:]],
        }


def _row(movement: Movement, accounts: dict[str, Account], inside: set[str]) -> Wire:
    account = accounts[movement.account_id]
    shown: Wire = {
        "date": movement.date,
        "amount": movement.amount,
        "description": movement.description,
        "account": account.name,
        "who": account.owner,
        "kind": "transfer" if movement.id in inside else movement.kind,
    }
    if movement.installment:
        shown["installment"] = list(movement.installment)
    if movement.invoice:
        shown["invoice"] = movement.invoice
    if movement.doubt:
        shown["doubt"] = movement.doubt
    return shown
