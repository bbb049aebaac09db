"""Open a new goal."""

from __future__ import annotations

from functools import partial

from mel.agent.operations import OperationEvent, OperationLog
from mel.agent.receipt import Notes
from mel.agent.tools.arguments import Day, Name, PositiveMoney, WriteArguments
from mel.agent.tools.goal_tool import no_such_goal
from mel.agent.tools.tool import Change, Told, Tool, writes
from mel.agent.turn import current_turn
from mel.agent.wire import Wire
from mel.goals import Goal, GoalRepository
from mel.household import Household, Member
from mel.shared.clock import system_clock, today_in
from mel.shared.errors import InvalidInput, NotThere
from mel.shared.ids import new_id
from mel.shared.text import fold


class CreateGoalArguments(WriteArguments):
    name: Name
    target: PositiveMoney
    deadline: Day
    members: tuple[Name, ...] | None = None


class CreateGoalTool(Tool):
    """Opens goals. Without a `household`, whoever is named takes part."""

    def __init__(
        self, *, goal_repo: GoalRepository, household: Household | None = None, operations: OperationLog | None = None
    ) -> None:
        super().__init__(operations)
        self._repo = goal_repo
        self._household = household

    @writes(CreateGoalArguments)
    def create_goal(self, args: CreateGoalArguments, told: Told) -> Change:
        """Open a goal: name, target in any currency, deadline, and who takes part (everybody when not said)."""
        turn = current_turn()
        known = self._repo.list(turn.speaker if turn else None)
        if any(fold(goal.name) == fold(args.name) for goal in known):
            raise InvalidInput("name", f"a meta '{args.name}' já existe")
        zone = self._household.zone if self._household else "America/Sao_Paulo"
        goal = Goal(
            id=new_id("goal-"),
            name=args.name,
            target=args.target,
            deadline=args.deadline,
            created_on=told.today or today_in(zone, system_clock()),
            members=self._members(args.members),
        )
        preview: Wire = {"name": args.name, "target": args.target, "deadline": args.deadline}
        if args.members:
            preview["members"] = list(args.members)
        return Change(preview, lambda: self._repo.save(goal), Notes({}))

    def undo(self, done: OperationEvent) -> Change:
        """Take the goal away again, while nobody put money towards it."""
        turn = current_turn()
        known = self._repo.list(turn.speaker if turn else None)
        goal = next((goal for goal in known if fold(goal.name) == fold(done.arguments["name"])), None)
        if goal is None:
            raise no_such_goal(done.arguments["name"], known)
        if goal.contributions:
            raise InvalidInput("target", f"a meta '{goal.name}' já tem aportes, então não dá pra desfazer")
        preview = {
            "target": done.operation_id,
            "before": {"goal": goal.name, "target": goal.target, "deadline": goal.deadline},
            "after": None,
        }
        return Change(preview, partial(self._repo.remove, goal), Notes(private_to=goal.owner))

    def _members(self, names: tuple[str, ...] | None) -> tuple[Member, ...]:
        house = self._household
        if house is None:
            return tuple(Member(name) for name in names or ())
        if not names:
            return house.members
        found = [(name, house.member(name, "members")) for name in names]
        for name, member in found:
            if member is None:
                raise NotThere(f"'{name}' não mora na casa", tuple(known.name for known in house.members))
        return tuple(member for _, member in found if member)
