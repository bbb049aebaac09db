"""Open a new goal."""

from __future__ import annotations

from functools import partial

from pydantic import StrictBool

from mel.agent.operations import OperationEvent, OperationLog
from mel.agent.receipt import Notes
from mel.agent.tools.arguments import Day, Name, PositiveMoney, WriteArguments
from mel.agent.tools.tool import Change, Told, Tool, writes
from mel.agent.turn import current_turn
from mel.agent.wire import Wire
from mel.goals import Goal, GoalRepository
from mel.household import Household, Member
from mel.shared.clock import DEFAULT_ZONE, system_clock, today_in
from mel.shared.errors import InvalidInput, NotThere
from mel.shared.text import fold


class CreateGoalArguments(WriteArguments):
    name: Name
    target: PositiveMoney
    deadline: Day
    members: tuple[Name, ...] | None = None
    private: StrictBool | None = None


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
        """Open a goal: name, target in any currency, deadline, and who takes part (everybody when not said);
        `private` when the member who speaks wants it seen by nobody else."""
        turn = current_turn()
        known = self._repo.list(turn.speaker if turn else None)
        if any(fold(goal.name) == fold(args.name) for goal in known):
            raise InvalidInput("name", f"a meta '{args.name}' já existe")
        if told.today and args.deadline <= told.today:
            raise InvalidInput("deadline", "o prazo de uma meta nova precisa ser depois de hoje")
        owner = _owner(args, told)
        zone = self._household.zone if self._household else DEFAULT_ZONE
        goal = Goal(
            id=_goal_id(args.operation_id),
            name=args.name,
            target=args.target,
            deadline=args.deadline,
            created_on=told.today or today_in(zone, system_clock()),
            members=self._members(args.members or ((owner,) if owner else None)),
            owner=owner,
        )
        preview: Wire = {"name": args.name, "target": args.target, "deadline": args.deadline}
        if args.members:
            preview["members"] = list(args.members)
        if owner:
            preview["private"] = True
        return Change(preview, lambda: self._repo.save(goal), Notes(private_to=owner))

    def undo(self, done: OperationEvent) -> Change:
        """Take the goal away again, while nobody put money towards it."""
        turn = current_turn()
        known = self._repo.list(turn.speaker if turn else None)
        goal = next((goal for goal in known if goal.id == _goal_id(done.operation_id)), None)
        if goal is None:
            raise InvalidInput("target", "essa meta já mudou depois, então não dá pra desfazer")
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


def _owner(args: CreateGoalArguments, told: Told) -> str | None:
    """Who asks keeps it to themselves; nobody's goal is made private by somebody else."""
    if not args.private:
        return None
    if told.speaker is None:
        raise InvalidInput("private", "só quem fala pode ter uma meta que ninguém mais vê")
    if any(fold(name) != fold(told.speaker) for name in args.members or ()):
        raise InvalidInput("members", "uma meta que só você vê não tem outros participantes")
    return told.speaker


def _goal_id(operation_id: str) -> str:
    """A goal is the one that its operation opened; another may have taken its name since."""
    return f"goal-{operation_id}"
