"""What a real model said, kept and played again; and what is missing is an error."""

from dataclasses import replace

from mel.agent.model import ModelUnavailable
from mel.evals import EvalRunner
from mel.evals.cassettes import Cassette, CassetteModel
from mel.evals.catalog import conversations
from mel.llm.embedded import EmbeddedModel

FIXTURES = [
    f for f in conversations() if f.name in ("record-spend-fast-path", "create-goal-flow", "ajustar-por-diferenca")
]


class Live(EmbeddedModel):
    """Stands for a real model: ids of its operations are new in every run."""

    offline = False


def recording(tape):
    return EvalRunner(trials=2, model_for=lambda fixture, trial: CassetteModel(tape, fixture, trial, "m", Live()))


def replaying(tape):
    return EvalRunner(trials=2, model_for=lambda fixture, trial: CassetteModel(tape, fixture, trial, "m"))


async def test_a_recording_plays_offline_though_all_ids_are_new(tmp_path):
    tape = Cassette(tmp_path / "m.jsonl")
    live = await recording(tape).run_all(FIXTURES)
    tape.save()

    again = await replaying(Cassette.load(tape.path)).run_all(FIXTURES)

    assert live.passed == again.passed == len(FIXTURES)
    assert "op-" not in tape.path.read_text().replace("operationId", "")
    assert len(tape.path.read_text().splitlines()) == len(tape.answers)


async def test_a_trial_that_was_not_recorded_is_an_error_not_a_call(tmp_path):
    tape = Cassette(tmp_path / "m.jsonl")
    await recording(tape).run_all(FIXTURES)

    report = await replace(replaying(tape), trials=3).run(FIXTURES[0])

    assert [trial.outcome for trial in report.trials] == ["passed", "passed", "errored"]
    assert "never recorded" in report.failures[0].reason


class Counting(Live):
    """Counts what it is asked."""

    def __init__(self):
        super().__init__()
        self.asked = 0

    async def step(self, prompt):
        self.asked += 1
        return await super().step(prompt)


def resuming(tape, live):
    return EvalRunner(
        trials=2, model_for=lambda fixture, trial: CassetteModel(tape, fixture, trial, "m", live, resume=True)
    )


async def test_a_resumed_recording_asks_only_what_the_tape_does_not_have(tmp_path):
    tape = Cassette(tmp_path / "m.jsonl")
    await recording(tape).run(FIXTURES[0])
    tape.save()
    whole = tape.path.read_text()
    kept = Cassette.load(tape.path)
    dropped = [key for key in kept.answers if key.trial == 1]
    for key in dropped:
        del kept.answers[key]

    live = Counting()
    report = await resuming(kept, live).run(FIXTURES[0])
    kept.save()

    assert report.passed
    assert live.asked == len(dropped)
    assert {k.place for k in kept.answers} == {k.place for k in tape.answers}
    assert len(tape.path.read_text().splitlines()) == len(whole.splitlines())


async def test_a_resumed_recording_drops_what_its_trials_ask_no_more(tmp_path, monkeypatch):
    tape = Cassette(tmp_path / "m.jsonl")
    await recording(tape).run_all(FIXTURES[:2])
    tape.save()
    tape = Cassette.load(tape.path)
    other = [key for key in tape.answers if key.fixture == FIXTURES[1].name]
    monkeypatch.setattr("mel.agent.chat.system_prompt", lambda *_: "another prompt")

    live = Counting()
    await resuming(tape, live).run(FIXTURES[0])
    tape.save()
    again = Cassette.load(tape.path)

    assert live.asked == len([key for key in again.answers if key.fixture == FIXTURES[0].name]) > 0
    assert set(other) <= set(again.answers)
    assert len({key.place for key in again.answers}) == len(again.answers)


class CutOff(Live):
    """A model whose answers never end."""

    async def step(self, prompt):
        raise ModelUnavailable("finished by length")


async def test_an_answer_that_failed_is_recorded_and_fails_again(tmp_path):
    tape = Cassette(tmp_path / "m.jsonl")
    live = EvalRunner(model_for=lambda fixture, trial: CassetteModel(tape, fixture, trial, "m", CutOff()))
    first = await live.run(FIXTURES[0])
    tape.save()

    again = await replace(replaying(Cassette.load(tape.path)), trials=1).run(FIXTURES[0])

    assert first.outcome == again.outcome == "errored"
    assert [each.reason for each in first.failures] == [each.reason for each in again.failures]
    assert "finished by length" in again.failures[0].reason


async def test_a_prompt_that_moved_is_stale(tmp_path, monkeypatch):
    tape = Cassette(tmp_path / "m.jsonl")
    await recording(tape).run(FIXTURES[0])
    monkeypatch.setattr("mel.agent.chat.system_prompt", lambda *_: "another prompt")

    report = await replaying(tape).run(FIXTURES[0])

    assert report.outcome == "errored"
    assert "its prompt moved" in report.failures[0].reason
