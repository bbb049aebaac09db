"""Runs as files: stored, compared, judged, shown on a page."""

import json
import re
import xml.etree.ElementTree as ET

import pytest

from mel.evals import EvalRunner, statistics
from mel.evals.catalog import conversations
from mel.evals.comparison import compared
from mel.evals.page import page
from mel.evals.report import EvalReport, EvalSummary, Failure, Trial
from mel.evals.storing import counts_by_name, junit, read_lines, report_of, report_wire, summary_wire, write_line


def a_report(name, *outcomes):
    trials = tuple(Trial(o, [] if o == "passed" else [Failure(1, f"no <&\x00 {o}")], (), 1.0) for o in outcomes)
    return EvalReport.of(name, trials, tags=("top15",), source=f"{name}.yaml:1")


def test_the_owners_names_are_on_the_wire():
    wire = summary_wire(EvalSummary.of([a_report("a", "passed"), a_report("b", "errored")]))

    assert {key: wire[key] for key in ("totalFixtures", "passed", "failed", "passRate", "errored")} == {
        "totalFixtures": 2,
        "passed": 1,
        "failed": 1,
        "passRate": 0.5,
        "errored": 1,
    }
    assert set(wire["reports"][0]) >= {"name", "passed", "turnsRun", "failures", "durationMs"}
    assert wire["reports"][1]["failures"][0]["turn"] == 1


async def test_a_run_is_stored_and_read_back(tmp_path):
    fixtures = [f for f in conversations() if "metas" in f.tags][:4]
    reports = [report async for report in EvalRunner(trials=2).each(fixtures)]
    file = tmp_path / "run.jsonl"
    with file.open("w", encoding="utf-8") as out:
        for report in [*reports, a_report("x", "passed", "failed")]:
            write_line(report, out)

    back = [report_of(line) for line in read_lines(file)]

    assert [report.name for report in back] == [*(fixture.name for fixture in fixtures), "x"]
    assert counts_by_name(read_lines(file))["x"] == (1, 2)
    assert back[-1].outcome == "failed"
    assert next(iter(read_lines(file)))["trials"][0]["transcript"][0]["calls"]


def test_a_file_of_another_version_is_refused(tmp_path):
    file = tmp_path / "old.jsonl"
    file.write_text('{"name": "x"}\n')

    with pytest.raises(ValueError, match="1: é uma rodada de outra versão"):
        list(read_lines(file))


def test_junit_tells_failures_from_errors(tmp_path):
    file = tmp_path / "out" / "junit.xml"

    junit([a_report("a", "passed"), a_report("b", "failed"), a_report("c", "errored")], file)

    suite = ET.parse(file).getroot()  # noqa: S314 - our own file
    assert suite.attrib | {"time": ""} == {
        "name": "mel eval",
        "tests": "3",
        "failures": "1",
        "errors": "1",
        "time": "",
    }
    assert [case.find("failure") is not None for case in suite] == [False, True, False]
    assert [case.find("error") is not None for case in suite] == [False, False, True]


async def test_the_page_is_self_contained_and_shows_the_first_divergence():
    fixture = next(f for f in conversations() if f.name == "registrar-gasto-propor-confirmar")
    good = await EvalRunner().run(fixture)
    from mel.evals.mock import MuteModel

    bad = await EvalRunner(model=MuteModel()).run(fixture)

    html = page([report_wire(good), report_wire(bad)])

    assert not re.search(r"""(?:src|href)\s*=|url\(|@import|https?://""", html)
    assert 'name="viewport"' in html
    assert html.index("falhou") < html.index("passou</b>")
    assert html.count('class="turn first"') == 1
    assert "Primeira divergência" in html
    assert "R$ 0 → R$ 200" in html
    assert "o mundo mudou" in html
    assert "<script" not in html


def test_the_page_escapes_what_people_say():
    wire = report_wire(a_report("<b>x</b>", "failed"))

    assert "<b>x</b>" not in page([json.loads(json.dumps(wire))])


def test_single_runs_are_compared_by_mcnemar_and_flips_come_first():
    before = {str(i): (1, 1) for i in range(10)}
    after = before | {str(i): (0, 1) for i in range(6)} | {"new": (1, 1)}

    told = compared(before, after)

    assert told.test == "exact McNemar"
    assert told.p == pytest.approx(0.03125)
    assert told.verdict == "worse"
    assert list(told.worse) == ["0", "1", "2", "3", "4", "5"]
    assert told.only_after == ("new",)
    assert compared(before, before).verdict.startswith("no difference")


def test_repeated_runs_are_compared_by_permutation():
    before = {str(i): (2, 4) for i in range(12)}
    after = {str(i): (4, 4) for i in range(12)}

    told = compared(before, after)

    assert told.test.startswith("paired permutation")
    assert told.p == statistics.paired_permutation([0.5] * 12)
    assert told.verdict == "better"
