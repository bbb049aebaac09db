"""Put money towards a goal."""

from __future__ import annotations

from functools import partial

from mel.agent.operations import OperationEvent, OperationLog
from mel.agent.receipt import Notes
from mel.agent.tools.arguments import Day, Name, PositiveMoney, WriteArguments
from mel.agent.tools.goal_tool import KnownGoal, find_goal, no_such_goal
from mel.agent.tools.tool import Change, Told, Tool, writes
from mel.agent.turn import current_turn
from mel.agent.wire import Wire, digest
from mel.goals import GoalRepository
from mel.shared.errors import InvalidInput
from mel.shared.money import Money
from mel.shared.names import find


class ContributeToGoalArguments(WriteArguments):
    goal: Name
    paid_by: Name
    amount: PositiveMoney
    date: Day


class ContributeToGoalTool(Tool):
    """Records contributions. With a `goal_id` it serves that goal alone, and any other name is an absence."""

    def __init__(
        self, *, goal_repo: GoalRepository, goal_id: str | None = None, operations: OperationLog | None = None
    ) -> None:
        super().__init__(operations)
        self._repo = goal_repo
        self._id = goal_id

    @writes(ContributeToGoalArguments)
    def contribute_to_goal(self, args: ContributeToGoalArguments, told: Told) -> Change:
        """Record money that a member put towards an existing goal, in whatever currency it was."""
        known = self._goal(args.goal)
        goal = known.goal
        member = goal.member(args.paid_by)
        goal.contribute(
            paid_by=member, amount=args.amount, on=args.date, author=told.speaker, operation_id=args.operation_id
        )
        preview: Wire = {
            "goal": args.goal,
            "paidBy": args.paid_by,
            "amount": args.amount,
            "date": args.date,
            "newSavedByCurrency": goal.saved_by_currency(),
        }
        notes = Notes(
            resolved={"goal": known.name, "paidBy": member.name},
            fact=digest("contribution", goal.id, member.name, args.amount, args.date),
            private_to=goal.owner,
        )
        return Change(preview, lambda: self._repo.save(goal), notes)

    def undo(self, done: OperationEvent) -> Change:
        """Take that contribution out again."""
        turn = current_turn()
        goals = (self._repo.load(self._id),) if self._id else self._repo.list(turn.speaker if turn else None)
        for goal in goals:
            for contribution in goal.contributions:
                if contribution.operation_id == done.operation_id:
                    before = goal.saved_by_currency()
                    goal.contributions.remove(contribution)
                    nothing = {currency: Money.zero(currency) for currency in before}
                    preview = {
                        "target": done.operation_id,
                        "before": {"goal": goal.name, "savedByCurrency": before},
                        "after": {"goal": goal.name, "savedByCurrency": nothing | goal.saved_by_currency()},
                    }
                    return Change(preview, partial(self._repo.save, goal), Notes(private_to=goal.owner))
        raise InvalidInput("target", "esse aporte já mudou depois, então não dá pra desfazer")

    def _goal(self, name: str) -> KnownGoal:
        if self._id is None:
            return find_goal(self._repo, name, "goal")
        goal, turn = self._repo.load(self._id), current_turn()
        hidden = goal.owner is not None and goal.owner != (turn.speaker if turn else None)
        if hidden or find(name, (goal,), "goal") is None:
            raise no_such_goal(name, () if hidden else (goal,))
        return KnownGoal(goal.name, goal.aliases, goal)
