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
