"""Roteiros as tests of their own."""

pytest_plugins = ["pytester"]
OPTIONS = ("-p", "no:cacheprovider", "-p", "no:asyncio", "--continue-on-collection-errors", "-q")


GOOD = "nome: {}\nmundo: gabriel-e-ana\nembutido: sim\nhoje: 2026-06-15\nconversa:\n  - Ana: oi\n    Mel diz: Oi!\n"


def test_roteiros_are_collected_as_tests(pytester):
    folder = pytester.mkdir("conversations")
    (folder / "boa.yaml").write_text(GOOD.format("boa"), encoding="utf-8")
    (folder / "ma.yaml").write_text(GOOD.format("ma") + "    tem que dizer: [tchau]\n", encoding="utf-8")
    (folder / "torta.yaml").write_text("nomi: x\n", encoding="utf-8")

    done = pytester.runpytest_inprocess("-p", "mel.evals.pytest_plugin", *OPTIONS)

    told = "\n".join(done.outlines)
    done.assert_outcomes(passed=2, failed=2, errors=1)
    assert "ma.yaml:1" in told
    assert 'você quis dizer "nome"?' in told


def test_what_is_named_is_collected_wherever_it_is_and_other_yaml_is_not(pytester):
    folder = pytester.mkdir("rascunhos")
    (folder / "boa.yaml").write_text(GOOD.format("boa"), encoding="utf-8")
    (folder / "torta.yaml").write_text("nome: x\nconverza: []\n", encoding="utf-8")
    (folder / "outra.yaml").write_text("servico: web\n", encoding="utf-8")

    plugin = ("-p", "mel.evals.pytest_plugin", *OPTIONS)
    whole = pytester.runpytest_inprocess(*plugin, "rascunhos")
    one = pytester.runpytest_inprocess(*plugin, "rascunhos/boa.yaml")
    unasked = pytester.runpytest_inprocess(*plugin)

    whole.assert_outcomes(passed=2, errors=1)
    one.assert_outcomes(passed=2)
    unasked.assert_outcomes()
