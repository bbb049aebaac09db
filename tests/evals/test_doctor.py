"""The doctor: fixtures are shown to notice what is wrong; and a poor fixture is shown to be poor."""

from dataclasses import replace

from mel.evals import Expect
from mel.evals.catalog import conversations, survivors
from mel.evals.doctor import examine, unused
from mel.evals.flakes import flaky
from mel.evals.mutants import OPERATORS, mutants

ALL = {fixture.name: fixture for fixture in conversations()}


async def test_the_catalog_is_healthy():
    diagnosis = await examine(ALL.values(), explained=survivors())

    ill = {
        checkup.name: (checkup.survivors, checkup.null_passed) for checkup in diagnosis.checkups if not checkup.healthy
    }
    killed, tried = diagnosis.killed
    assert ill == {}
    assert diagnosis.healthy
    assert tried > 1000
    assert killed / tried >= 0.98
    assert set(diagnosis.rates) == set(OPERATORS)
    assert all(k / n >= 0.95 for k, n in diagnosis.rates.values())
    assert all(sum(checkup.tried.values()) >= 5 for checkup in diagnosis.checkups)
    assert unused(survivors(), diagnosis) == []


async def test_a_fixture_that_expects_nothing_is_told():
    good = ALL["registrar-gasto-propor-confirmar"]
    blind = replace(good, turns=[replace(turn, expect=Expect()) for turn in good.turns], always=())

    diagnosis = await examine([blind])

    checkup = diagnosis.checkups[0]
    assert checkup.null_passed
    assert not checkup.healthy
    assert len(checkup.survivors) == sum(checkup.tried.values())
    assert not diagnosis.healthy


async def test_a_survivor_with_a_written_reason_is_excused():
    good = ALL["registrar-gasto-propor-confirmar"]
    lax = replace(good, always=tuple(name for name in good.always if name != "tom-mel"))

    ill = (await examine([lax])).checkups[0]
    excused = (await examine([lax], explained=dict.fromkeys(ill.survivors, "tone is not its subject"))).checkups[0]

    assert ill.survivors
    assert {name.split(" / ")[1] for name in ill.survivors} == {"a forbidden word"}
    assert excused.healthy


def test_every_mutant_differs_from_the_gold_in_its_script_alone():
    fixture = ALL["create-goal-flow"]

    made = list(mutants(fixture))

    assert len({mutant.name for mutant in made}) >= len(made) - 2
    assert all(mutant.fixture != fixture for mutant in made)
    assert all([t.expect for t in mutant.fixture.turns] == [t.expect for t in fixture.turns] for mutant in made)
    assert {"drop a call", "times a hundred", "write before the yes", "swap turns"} <= {m.operator for m in made}


async def test_nothing_flickers():
    assert await flaky(list(ALL.values())) == {}


async def test_another_process_with_another_hash_seed_tells_the_same(tmp_path):
    name = "registrar-gasto-propor-confirmar"
    from mel.evals.places import home

    file = home() / "conversations" / f"{name}.yaml"

    assert await flaky(conversations([file]), paths=[file]) == {}


async def test_a_flicker_is_told(monkeypatch):
    from itertools import count

    from mel.evals import flakes

    ticking = count()
    monkeypatch.setattr(flakes, "fingerprint", lambda report: f"{report.name}{next(ticking)}")

    assert await flaky([ALL["oi-mel"]]) == {"oi-mel": "in another order"}
