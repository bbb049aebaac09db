"""Questions about accounts."""

from __future__ import annotations

from datetime import date

from mel.accounts import Account, AccountRepository, Search
from mel.agent.tools.arguments import Arguments, Name
from mel.agent.tools.tool import Tool, reads
from mel.agent.turn import current_turn
from mel.agent.wire import Wire
from mel.shared.clock import DEFAULT_ZONE, Clock, system_clock, today_in
from mel.shared.errors import NotThere
from mel.shared.money import Money
from mel.shared.names import find, suggest
from mel.shared.period import Period


class AccountStatusArguments(Arguments):
    account: Name | None = None


class AccountTool(Tool):
    """Reads the accounts and cards that the member may see."""

    def __init__(self, *, account_repo: AccountRepository, clock: Clock = system_clock) -> None:
        super().__init__()
        self._repo = account_repo
        self._clock = clock

    @reads(AccountStatusArguments)
    def account_status(self, args: AccountStatusArguments) -> Wire:
        """Accounts and cards: the latest printed balance with its day, what came in and went out this month."""
        turn = current_turn()
        reader = turn.speaker if turn else None
        today = turn.today if turn else today_in(DEFAULT_ZONE, self._clock())
        accounts = self._repo.list(reader)
        if not accounts:
            raise NotThere("ainda não tenho nenhuma conta de vocês")
        if args.account is None:
            return {"accounts": [self._status(account, today, reader) for account in accounts]}
        found = find(args.account, accounts, "account")
        if found is None:
            names = [account.name for account in accounts]
            raise NotThere(f"a conta '{args.account}' não existe ainda", suggest(args.account, names))
        return self._status(found, today, reader)

    def _status(self, account: Account, today: date, reader: str | None) -> Wire:
        month = Period.of(today)
        search = Search(first=month.first_day, last=month.last_day, accounts=(account.id,))
        moved = [m.amount for m in self._repo.search(search, reader) if m.amount.currency == account.currency]
        zero = Money.zero(account.currency)
        balance = self._repo.balance(account.id)
        return {
            "account": account.name,
            "product": account.product,
            "bank": account.bank,
            "who": account.owner,
            "private": account.private,
            "balance": balance.amount if balance else None,
            "balanceOn": balance.on if balance else None,
            "period": month,
            "in": sum((amount for amount in moved if amount.is_positive), zero),
            "out": sum((-amount for amount in moved if amount.amount < 0), zero),
        }
