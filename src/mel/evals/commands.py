"""`mel eval`: run, real, gate, compare, capture, stale, doctor, show, fmt. Exit codes: 0 all passed, 1 conversations
failed, 2 the gate refused or it was not allowed, 3 the harness broke, 4 nothing ran. What is heavy is imported inside.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mel.cli_help import Commands
from mel.evals.console import Exit, bar, barred, by_family, complain, finish, told_errors, troubles

if TYPE_CHECKING:
    from mel.evals.fixture import ConversationFixture
    from mel.evals.report import EvalReport
    from mel.evals.runner import EvalRunner, ModelFactory

app = Commands(help="Conversas como testes: roda, compara, examina.")

Resume = Annotated[
    bool, typer.Option("--resume", help="O que a fita já tem pro mesmo prompt não é perguntado de novo.")
]
Paths = Annotated[
    list[Path] | None, typer.Argument(metavar="ROTEIROS", help="Arquivos ou pastas; o catálogo, sem nada.")
]
Only = Annotated[str | None, typer.Option("-k", metavar="TEXTO", help="Só as que têm isso no nome ou nas etiquetas.")]
Trials = Annotated[int, typer.Option("--trials", metavar="N", min=1, max=1000, help="Quantas vezes cada conversa.")]
Junit = Annotated[Path | None, typer.Option("--junit", metavar="ARQUIVO", help="Um relatório JUnit, em XML.")]
Jsonl = Annotated[Path | None, typer.Option("--jsonl", metavar="ARQUIVO", help="Uma linha por conversa.")]
Html = Annotated[Path | None, typer.Option("--html", metavar="ARQUIVO", help="Uma página só, que abre no celular.")]
NO_REAL = (
    "Isso conversa com um modelo de verdade, que custa tokens. Se é isso mesmo, rode com EVAL_REAL_LLM=1 e diga o "
    "modelo em MEL_LLM (e MEL_LLM_BASE_URL, para um servidor seu)."
)


@app.command()
def run(
    paths: Paths = None,
    only: Only = None,
    trials: Trials = 1,
    embedded: Annotated[bool, typer.Option("--embedded", help="O modelo embutido fala, não o roteiro.")] = False,  # noqa: FBT002
    sqlite: Annotated[bool, typer.Option("--sqlite", help="Os mundos em SQLite.")] = False,  # noqa: FBT002
    junit: Junit = None,
    jsonl: Jsonl = None,
    html: Html = None,
) -> None:
    """Roda as conversas: com o roteiro, ou com o modelo embutido."""
    from mel.evals.players import runner_for

    with told_errors(), ExitStack() as stack:
        fixtures = _chosen(paths, only)
        if embedded:
            fixtures = _for_embedded(fixtures)
        runner = _with(runner_for(embedded=embedded), trials=trials, worlds=_worlds(stack) if sqlite else None)
        finish(_held(runner, fixtures, junit, jsonl, html))


@app.command()
def real(
    paths: Paths = None,
    only: Only = None,
    trials: Trials = 4,
    model: Annotated[str | None, typer.Option("--model", help="Em vez do de MEL_LLM.")] = None,
    cassettes: Annotated[
        Path | None, typer.Option("--record", metavar="PASTA", help="Guarda o que o modelo diz.")
    ] = None,
    resume: Resume = False,  # noqa: FBT002
    junit: Junit = None,
    jsonl: Jsonl = None,
    html: Html = None,
) -> None:
    """Roda o mesmo catálogo com um modelo de verdade; o roteiro dele é ignorado."""
    if os.environ.get("EVAL_REAL_LLM") != "1":
        complain(NO_REAL, Exit.REFUSED)
    with told_errors():
        fixtures, tapes = _chosen(paths, only), _Tapes(cassettes, resume=resume)
        play, known = _live(model, tapes)
        runner = _with(_scripted(), trials=trials, model_for=play, player=known)
        reports = _held(runner, fixtures, junit, jsonl, html)
        tapes.save()
        by_family(reports, trials)
        barred(reports)
        finish(reports)


@app.command()
def gate(run_file: Annotated[Path, typer.Argument(metavar="RODADA.jsonl")]) -> None:
    """Diz se dá pra lançar, por uma rodada guardada."""
    from mel.evals import gate as gates
    from mel.evals.storing import read_lines, report_of

    with told_errors():
        reports = [report_of(line) for line in read_lines(run_file)]
        if not reports:
            complain("Nenhuma conversa nessa rodada.", Exit.NOTHING)
        verdict = gates.judge(reports)
    print(f"regra da casa (crua): {verdict.raw.told}")
    for check in verdict.checks:
        print(f"{'ok ' if check.passed else 'NÃO'} {check.name}: {check.told}")
    told = {"pass": "Pode lançar.", "refused": "Não lança.", "no verdict": "Sem veredito: quebrou demais."}
    scripted = any(check.name == gates.PLAYED and not check.passed for check in verdict.checks)
    print("Não lança: quem falou foi o roteiro, não um modelo." if scripted else told[verdict.verdict])
    raise typer.Exit(Exit.PASSED if verdict.verdict == "pass" else Exit.REFUSED)


@app.command()
def compare(
    before: Annotated[Path, typer.Argument(metavar="ANTES.jsonl")],
    after: Annotated[Path, typer.Argument(metavar="DEPOIS.jsonl")],
) -> None:
    """Compara duas rodadas, conversa por conversa."""
    from mel.evals.comparison import compared
    from mel.evals.storing import counts_by_name, read_lines

    with told_errors():
        told = compared(counts_by_name(read_lines(before)), counts_by_name(read_lines(after)))
    if not told.shared:
        complain("Não comparei: as duas rodadas não têm nenhuma conversa em comum.", Exit.NOTHING)
    for title, moved in (("piorou", told.worse), ("melhorou", told.better)):
        for name, change in moved.items():
            print(f"{title}  {name}  {change:+.0%}")
    for title, names in (("só antes", told.only_before), ("só depois", told.only_after)):
        for name in names:
            print(f"{title}  {name}")
    print(f"{told.before:.1%} → {told.after:.1%}, {told.same} iguais; p = {told.p:.4f} ({told.test})")
    print(f"veredito: {told.verdict}")
    raise typer.Exit(Exit.FAILED if told.verdict == "worse" else Exit.PASSED)


@app.command()
def capture(
    conversation: Annotated[str, typer.Argument(metavar="CONVERSA", help="Como terminal:Ana.")],
    out: Annotated[Path | None, typer.Option("-o", "--out", metavar="ARQUIVO")] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NOME", help="O do arquivo, se não disser.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Escreve por cima de um arquivo que já existe.")] = False,  # noqa: FBT002
) -> None:
    """Faz de uma conversa guardada o rascunho de um roteiro, com nomes trocados e números escondidos."""
    from mel.evals.capturing import capture_told, draft_of

    with told_errors():
        if out is not None and out.exists() and not force:
            complain(f"{out} já existe e não foi tocado. Com --force, escrevo por cima.", Exit.REFUSED)
        draft = draft_of(conversation, name or (out.stem if out else "capturada"))
        if out is None:
            print(draft.text, end="")
        else:
            out.write_text(draft.text, encoding="utf-8")
            print(f"Rascunho em {out}. Ajuste o que se espera e confira que ele falha no agente de agora.")
        capture_told(draft)


@app.command()
def stale(
    folder: Annotated[Path, typer.Argument(metavar="PASTA", help="Onde estão as fitas.")],
    trials: Trials = 1,
) -> None:
    """Lista as fitas cujo prompt mudou desde a gravação."""
    from mel.evals.cassettes import Cassette, CassetteMiss, CassetteModel

    with told_errors():
        found = 0
        for file in sorted(folder.glob("*.jsonl")):
            tape = Cassette.load(file)
            recorded = {key.fixture for key in tape.answers}
            models = {key.model for key in tape.answers}
            for model in sorted(models):
                fixtures = [fixture for fixture in _chosen(None, None) if fixture.name in recorded]
                found += len(fixtures)

                def replay(fixture: ConversationFixture, trial: int, tape: Any = tape, name: str = model) -> Any:
                    return CassetteModel(tape, fixture, trial, name)

                for report in _held(_with(_scripted(), trials=trials, model_for=replay), fixtures, quiet=True):
                    # A recorded failure fails again and is no news; a miss is.
                    missed = [failure.reason for failure in report.failures if CassetteMiss.__name__ in failure.reason]
                    if missed:
                        print(f"{file.name}  {report.name}  {missed[-1]}")
        if not found:
            complain("Nenhuma fita aqui.", Exit.NOTHING)


@app.command()
def doctor(paths: Paths = None, only: Only = None) -> None:
    """Examina as conversas: o certo passa, não fazer nada falha, todo mutante é pego, nada pisca."""
    from mel.evals import catalog
    from mel.evals.doctor import examine, unused
    from mel.evals.flakes import flaky
    from mel.evals.places import home

    with told_errors():
        fixtures = _chosen(paths, only)
        explained = catalog.survivors()
        with bar(len(fixtures), "examinando") as step:
            diagnosis = asyncio.run(examine(fixtures, explained=explained, progress=lambda checkup: step(checkup.name)))
        flakes = asyncio.run(flaky(fixtures, paths=paths or [home() / "conversations"]))
    for checkup in diagnosis.checkups:
        for trouble in troubles(checkup):
            print(f"{checkup.name}: {trouble}")
    for name, when in flakes.items():
        print(f"{name}: conta diferente {when}")
    if not only and not paths:
        for name in unused(explained, diagnosis):
            print(f"survivors.yaml explica o que já é pego: {name}")
    for operator, (killed, tried) in sorted(diagnosis.rates.items()):
        print(f"{operator:<26} {killed:>5} / {tried:<5} {killed / tried:7.1%}")
    killed, tried = diagnosis.killed
    print(f"{'todos':<26} {killed:>5} / {tried:<5} {killed / max(tried, 1):7.1%}")
    raise typer.Exit(Exit.PASSED if diagnosis.healthy and not flakes else Exit.FAILED)


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="NOME", help="De uma conversa do catálogo, ou um arquivo.")],
    embedded: Annotated[bool, typer.Option("--embedded")] = False,  # noqa: FBT002
) -> None:
    """Mostra uma conversa acontecer: falas, chamadas, o que mudou no mundo."""
    from mel.evals.players import runner_for

    with told_errors():
        report = asyncio.run(runner_for(embedded=embedded).run(_called(name)))
    for turn in report.trials[0].transcript:
        print(f"\n{turn.speaker or 'Alguém'}: {turn.user}")
        for call in turn.calls:
            print(f"  {call.name} {dict(call.args)}\n    → {call.result}")
        print("\n".join(f"Mel: {line}" for line in turn.delivered.splitlines()))
        for change in turn.changes or ():
            print(f"  mundo: {change}")
        for failure in report.failures:
            if failure.turn == turn.number:
                print(f"  FALHOU: {failure.reason}")
    finish([report])


@app.command()
def fmt(
    paths: Paths = None,
    check: Annotated[bool, typer.Option("--check", help="Só diz o que mudaria.")] = False,  # noqa: FBT002
) -> None:
    """Reescreve roteiros de forma segura: o que outro leitor de YAML entenderia errado ganha aspas."""
    from mel.evals import catalog, roteiro
    from mel.evals.formatting import formatted
    from mel.evals.places import home
    from mel.evals.strict_yaml import RoteiroError, text_of

    with told_errors():
        changed, refused = 0, 0
        for file in catalog.files(paths or [home() / "conversations"]):
            if file.suffix == ".json":
                continue
            try:
                text = text_of(file)
                roteiro.compiled(text, str(file))
                safe = formatted(text, str(file))
            except RoteiroError as error:
                refused += 1
                print(f"{error} (não mexi nele)", file=sys.stderr)
                continue
            if safe != text:
                changed += 1
                print(file)
                if not check:
                    file.write_text(safe, encoding="utf-8")
    if refused:
        raise typer.Exit(Exit.BROKE)
    raise typer.Exit(Exit.FAILED if check and changed else Exit.PASSED)


def _for_embedded(fixtures: Sequence[ConversationFixture]) -> list[ConversationFixture]:
    marked = [fixture for fixture in fixtures if fixture.embedded]
    if fixtures and not marked:
        names = ", ".join(fixture.name for fixture in fixtures[:3])
        complain(
            f"Nenhuma conversa pra rodar: com --embedded só vão as que dizem `embutido: sim`, e {names} não diz.",
            Exit.NOTHING,
        )
    return marked


def _called(name: str) -> ConversationFixture:
    """A conversation of the catalog, or that of a file."""
    from mel.evals.catalog import conversations

    path = Path(name)
    if path.is_file():
        return conversations([path])[0]
    found = {fixture.name: fixture for fixture in _chosen(None, None)}
    if name not in found:
        near = get_close_matches(name, found, n=1, cutoff=0.5)
        hint = f" Você quis dizer {near[0]}?" if near else ""
        complain(f"Não conheço a conversa {name}.{hint}", Exit.NOTHING)
    return found[name]


def _chosen(paths: Sequence[Path] | None, only: str | None) -> list[ConversationFixture]:
    from mel.evals.catalog import conversations

    fixtures = conversations(paths or None)
    if only is None:
        return fixtures
    return [fixture for fixture in fixtures if only in fixture.name or only in fixture.tags]


def _scripted() -> EvalRunner:
    from mel.evals.runner import EvalRunner

    return EvalRunner()


def _with(runner: EvalRunner, **changed: Any) -> EvalRunner:
    from dataclasses import replace

    return replace(runner, **changed)


def _worlds(stack: ExitStack) -> Any:
    from mel.evals.sqlite_world import SqliteWorlds

    return stack.enter_context(SqliteWorlds())


def _held(
    runner: EvalRunner,
    fixtures: Sequence[ConversationFixture],
    junit: Path | None = None,
    jsonl: Path | None = None,
    html: Path | None = None,
    *,
    quiet: bool = False,
) -> list[EvalReport]:
    """All conversations, with their files written; a line of JSON as each one ends."""
    from mel.evals import storing
    from mel.evals.page import page

    if not fixtures and not quiet:
        complain("Nenhuma conversa pra rodar.", Exit.NOTHING)
    reports: list[EvalReport] = []
    with ExitStack() as stack:
        lines = stack.enter_context(jsonl.open("w", encoding="utf-8")) if jsonl else None
        step = stack.enter_context(bar(len(fixtures), "conversando"))

        async def hold() -> None:
            async for report in runner.each(fixtures):
                reports.append(report)
                if lines is not None:
                    storing.write_line(report, lines)
                step(report.name)

        asyncio.run(hold())
    if junit is not None:
        storing.junit(reports, junit)
    if html is not None:
        html.write_text(page([storing.report_wire(report) for report in reports]), encoding="utf-8")
    return reports


class _Tapes:
    """Where a real model's answers are kept, if anywhere: one file a model."""

    def __init__(self, folder: Path | None, *, resume: bool) -> None:
        self._folder, self._resume, self._tapes = folder, resume, dict[str, Any]()

    def around(self, live: Any, fixture: ConversationFixture, trial: int, name: str) -> Any:
        if self._folder is None:
            return live
        from mel.evals.cassettes import Cassette, CassetteModel

        file = self._folder / f"{name.replace('/', '_').replace(':', '_')}.jsonl"
        tape = self._tapes.setdefault(name, Cassette.load(file))
        # As each conversation begins, so that a long run that is stopped keeps what it has.
        self.save()
        return CassetteModel(tape, fixture, trial, name, live, resume=self._resume)

    def save(self) -> None:
        for tape in self._tapes.values():
            tape.save()


def _live(name: str | None, tapes: _Tapes) -> tuple[ModelFactory, str]:
    from mel.evals.live import live_model

    model, known = live_model(name)
    return lambda fixture, trial: tapes.around(model, fixture, trial, known), known
