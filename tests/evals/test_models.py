"""What stands between the runner and a model: the witness, tokens, and a model that breaks."""

from dataclasses import dataclass, field
from types import SimpleNamespace

from evals.pretend import pretending
from mel.agent.model import ModelUnavailable, Step
from mel.evals import ConversationFixture, EvalRunner, Expect, FixtureTurn, Limits
from mel.evals.catalog import conversations


@dataclass
class Counting:
    offline: bool = True
    usage: SimpleNamespace = field(default_factory=lambda: SimpleNamespace(input_tokens=0, output_tokens=0))

    async def step(self, prompt):
        self.usage.input_tokens += 100
        self.usage.output_tokens += 10
        return Step(text="Certo.")


FIXTURE = ConversationFixture(name="x", setup=pretending(), turns=[FixtureTurn(user="oi"), FixtureTurn(user="e aí")])


async def test_tokens_are_counted_turn_by_turn():
    report = await EvalRunner(model=Counting(), trials=2).run(FIXTURE)

    assert [turn.usage.input_tokens for turn in report.trials[1].transcript] == [100, 100]
    assert report.trials[0].usage.output_tokens == 20
    assert report.trials[0].usage.requests == 2


async def test_a_turn_may_not_cost_more_than_its_limit():
    report = await EvalRunner(model=Counting(), limits=Limits(tokens=50)).run(FIXTURE)

    assert [failure.oracle for failure in report.failures] == ["limits", "limits"]


async def test_a_model_that_breaks_is_errored_though_mel_apologises():
    class Gone:
        offline = True

        async def step(self, prompt):
            raise ModelUnavailable("no network")

    fixture = next(f for f in conversations() if f.name == "oi-mel")

    report = await EvalRunner(model=Gone()).run(fixture)

    assert report.outcome == "errored"
    assert "no network" in report.failures[0].reason


async def test_a_model_that_never_answers_is_errored():
    import asyncio

    class Slow:
        offline = False

        async def step(self, prompt):
            await asyncio.sleep(60)

    from mel.agent.chat import AgentChat
    from mel.agent.limits import Limits as TurnLimits

    setup = lambda: {"chat": lambda model: AgentChat(model, limits=TurnLimits(seconds=0.01))}  # noqa: E731

    report = await EvalRunner(model=Slow()).run(ConversationFixture(name="x", setup=setup, turns=FIXTURE.turns))

    assert report.outcome == "errored"
    assert "took too long" in report.failures[0].reason


async def test_a_model_of_its_own_mind_may_look_but_not_where_nothing_is_expected():
    class Curious:
        offline = True

        async def step(self, prompt):
            from mel.agent.model import CallRequest

            if prompt is None and not getattr(self, "asked", False):
                self.asked = True
                return Step(calls=(CallRequest("1", "goalsList", {}), CallRequest("2", "budgetTotal", {})))
            return Step(text="Certo.")

    def fixture(*made):
        setup = pretending(goalsList=dict, budgetTotal=dict)
        return ConversationFixture(
            name="x", setup=setup, turns=[FixtureTurn(user="oi", expect=Expect(tool_calls_made=list(made)))]
        )

    looked = await EvalRunner(model=Curious()).run(fixture("budgetTotal"))
    strayed = await EvalRunner(model=Curious()).run(fixture())

    assert looked.failures == []
    assert not strayed.passed
