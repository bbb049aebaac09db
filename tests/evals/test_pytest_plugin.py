"""Roteiros as tests of their own."""

pytest_plugins = ["pytester"]
OPTIONS = ("-p", "no:cacheprovider", "-p", "no:asyncio", "--continue-on-collection-errors", "-q")


def test_roteiros_are_collected_as_tests(pytester):
    folder = pytester.mkdir("conversations")
    good = "nome: {}\nmundo: gabriel-e-ana\nembutido: sim\nhoje: 2026-06-15\nconversa:\n  - Ana: oi\n    Mel diz: Oi!\n"
    (folder / "boa.yaml").write_text(good.format("boa"), encoding="utf-8")
    (folder / "ma.yaml").write_text(good.format("ma") + "    tem que dizer: [tchau]\n", encoding="utf-8")
    (folder / "torta.yaml").write_text("nomi: x\n", encoding="utf-8")

    done = pytester.runpytest_inprocess("-p", "mel.evals.pytest_plugin", *OPTIONS)

    told = "\n".join(done.outlines)
    done.assert_outcomes(passed=2, failed=2, errors=1)
    assert "ma.yaml:1" in told
    assert 'você quis dizer "nome"?' in told
