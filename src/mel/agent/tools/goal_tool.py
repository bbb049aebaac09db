"""Questions about goals."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from pydantic import Field

from mel.agent.tools.arguments import Arguments, Day, Name
from mel.agent.tools.tool import Tool, reads
from mel.agent.turn import current_turn
from mel.agent.wire import Wire
from mel.goals import Contribution, Goal, GoalRepository
from mel.goals.namesakes import told_apart
from mel.shared.errors import InvalidInput, NotThere
from mel.shared.money import Money
from mel.shared.names import find, suggest
from mel.shared.rates import RateTable
from mel.shared.text import fold


class GoalArguments(Arguments):
    name: Name
    today: Day


class NoArguments(Arguments):
    pass


class ContributionsArguments(Arguments):
    from_: Day | None = Field(default=None, alias="from")
    to: Day | None = None
    goal: Name | None = None
    member: Name | None = None


def no_such_goal(name: str, known: tuple[Goal, ...]) -> NotThere:
    """The absence that scenario 021 spells out; never names a goal the reader may not see."""
    return NotThere(f"meta '{name}' não existe ainda", suggest(name, [goal.name for goal in known]))


@dataclass(frozen=True, slots=True)
class KnownGoal:
    """A goal under the name that its reader uses, which tells it from a namesake."""

    name: str
    aliases: tuple[str, ...]
    goal: Goal


def known_goals(repo: GoalRepository) -> tuple[KnownGoal, ...]:
    """What the one who speaks may see."""
    turn = current_turn()
    goals = repo.list(turn.speaker if turn else None)
    names = told_apart((goal.name, goal.owner is not None) for goal in goals)
    return tuple(KnownGoal(name, goal.aliases, goal) for name, goal in zip(names, goals, strict=True))


def find_goal(repo: GoalRepository, name: str, field: str) -> KnownGoal:
    """The one goal that the reader may see and the name means; `NotThere` otherwise."""
    known = known_goals(repo)
    found = find(name, known, field)
    if found is None:
        raise no_such_goal(name, tuple(each.goal for each in known))
    return found


class GoalTool(Tool):
    """Reads the goals that the member who asks may see."""

    def __init__(self, *, goal_repo: GoalRepository, rates: RateTable | None = None) -> None:
        super().__init__()
        self._repo = goal_repo
        self._rates = rates or RateTable()

    @reads(GoalArguments)
    def goal_status(self, args: GoalArguments) -> Wire:
        """How one goal is doing: saved, what each month still needs, pace, forecast, and whether it is on track."""
        goal = find_goal(self._repo, args.name, "name").goal
        progress = goal.progress(args.today, self._rates)
        status: Wire = {
            "saved": progress.saved,
            "requiredMonthly": progress.required_monthly,
            "pace": progress.pace,
            "onTrack": progress.on_track,
            "forecast": progress.forecast,
        }
        if progress.missing:
            status["savedByCurrency"] = goal.saved_by_currency()
            status["missing"] = list(progress.missing)
        return status

    @reads(NoArguments)
    def goals_list(self, args: NoArguments) -> Wire:
        """All goals by name, with target, saved and deadline."""
        goals = known_goals(self._repo)
        if not goals:
            raise NotThere("vocês não têm nenhuma meta ainda")
        return {"goals": [self._line(known.name, known.goal) for known in goals]}

    @reads(ContributionsArguments)
    def contributions_list(self, args: ContributionsArguments) -> Wire:
        """What was put towards the goals: between two days (both included), of one goal or one member when asked."""
        if args.from_ and args.to and args.to < args.from_:
            raise InvalidInput("to", "o período vai do primeiro ao último dia")
        goals = (find_goal(self._repo, args.goal, "goal"),) if args.goal else known_goals(self._repo)
        found = [(known.name, each) for known in goals for each in known.goal.contributions if _asked(each, args)]
        if not found:
            raise NotThere("não achei nenhum aporte assim")
        found.sort(key=lambda pair: pair[1].on)
        totals: dict[str, Money] = {}
        for _, each in found:
            currency = each.amount.currency
            totals[currency] = totals.get(currency, Money.zero(currency)) + each.amount
        return {
            "contributions": [_contribution(name, each) for name, each in found],
            "count": len(found),
            "totals": list(totals.values()),
        }

    def _line(self, name: str, goal: Goal) -> Wire:
        saved, missing = goal.saved(self._rates)
        line: Wire = {"name": name, "target": goal.target, "saved": saved, "deadline": goal.deadline}
        if missing:
            line["savedByCurrency"] = goal.saved_by_currency()
            line["missing"] = list(missing)
        return line


def _asked(contribution: Contribution, args: ContributionsArguments) -> bool:
    first, last = args.from_ or date.min, args.to or date.max
    mine = args.member is None or fold(contribution.paid_by.name) == fold(args.member)
    return mine and first <= contribution.on <= last


def _contribution(goal: str, contribution: Contribution) -> Wire:
    return {
        "goal": goal,
        "date": contribution.on,
        "amount": contribution.amount,
        "who": contribution.paid_by.name,
    }
