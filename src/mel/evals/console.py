"""What the commands say, and how they end: a bar while it lasts, one line a failure, an exit code that means it."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from mel.evals.strict_yaml import RoteiroError
from mel.shared.errors import MelError

if TYPE_CHECKING:
    from mel.evals.report import EvalReport


class Exit(IntEnum):
    """What the shell is told."""

    PASSED = 0
    FAILED = 1
    REFUSED = 2
    BROKE = 3
    NOTHING = 4


def finish(reports: Sequence[EvalReport]) -> None:
    """Say what failed, and end with the code that says it."""
    from mel.evals.report import EvalSummary

    summary = EvalSummary.of(reports)
    for report in reports:
        if not report.passed:
            print(f"{'QUEBROU' if report.outcome == 'errored' else 'FALHOU'} {report.name} ({report.source})")
            for failure in report.failures[:6]:
                print(f"  turno {failure.turn}: {failure.reason}")
    print(
        f"{summary.passed} de {summary.total_fixtures} passaram ({summary.pass_rate:.1%}), {summary.errored} quebraram"
    )
    if summary.passed == summary.total_fixtures:
        raise typer.Exit(Exit.PASSED)
    raise typer.Exit(Exit.BROKE if summary.errored == summary.failed else Exit.FAILED)


def by_family(reports: Sequence[EvalReport], trials: int) -> None:
    """pass^1 and pass^k of each tag, with the interval that so few trials leave."""
    from mel.evals import statistics

    families = sorted({tag for report in reports for tag in report.tags})
    for family in [*families, "todas"]:
        counts = [report.counts for report in reports if family == "todas" or family in report.tags]
        first, every = statistics.pass_k(counts, 1), statistics.pass_k(counts, trials)
        # The bootstrap of all or nothing has no width at all, so the interval is the wider of the two.
        spread = (
            statistics.cluster_bootstrap(counts),
            statistics.wilson(sum(c for c, _ in counts), sum(n for _, n in counts)),
        )
        low, high = min(pair[0] for pair in spread), max(pair[1] for pair in spread)
        told = f"pass^1 {first or 0:.2f} [{low:.2f}, {high:.2f}]  pass^{trials} {every or 0:.2f}"
        print(f"{family:<16} {len(counts):>4}  {told}")


def barred(reports: Sequence[EvalReport]) -> None:
    """What grounding kept from reaching a person, and what got past it all the same."""
    turns = [turn for report in reports for trial in report.trials for turn in trial.transcript]
    rejected = [turn for turn in turns if turn.rejected]
    findings, redrawn = sum(len(turn.rejected) for turn in rejected), sum(turn.replaced for turn in turns)
    through = sum(failure.hard for report in reports for failure in report.failures)
    print(f"{len(rejected)} de {len(turns)} turnos tiveram um rascunho rejeitado, {redrawn} foram refeitos por código.")
    print(f"{findings} números ou afirmações sem origem barrados; {through} passaram.")


def troubles(checkup: Any) -> Iterator[str]:
    if not checkup.gold.passed:
        yield f"o roteiro certo não passa: {checkup.gold.failures[0].reason}"
    if checkup.null_passed:
        yield "não fazer nada passa"
    if sum(checkup.tried.values()) < 5:
        yield "menos de cinco mutantes"
    for survivor in checkup.survivors:
        yield f"sobreviveu sem razão escrita: {survivor}"


@contextmanager
def bar(total: int, what: str) -> Iterator[Callable[[str], None]]:
    """A bar on a screen when there is something to wait for; nothing in a pipe."""
    if total < 20 or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda name: progress.update(task, advance=1, description=name[:40])


@contextmanager
def told_errors() -> Iterator[None]:
    """What a curator can mend is told with its line; anything else is the harness's own fault."""
    # What the agent would log is in the reports already; without a handler Python would print it.
    logging.getLogger("mel").addHandler(logging.NullHandler())
    try:
        yield
    except RoteiroError as error:
        complain(str(error), Exit.BROKE)
    except MelError as error:
        complain(error.message, Exit.BROKE)
    except FileNotFoundError as error:
        complain(f"Não achei o arquivo {error.filename}.", Exit.BROKE)
    except UnicodeDecodeError as error:
        complain(f"Não consegui ler: não é um arquivo de texto ({error.reason}).", Exit.BROKE)
    except (OSError, ValueError) as error:
        complain(f"Não consegui: {error}", Exit.BROKE)


def complain(message: str, code: Exit) -> NoReturn:
    print(message, file=sys.stderr)
    raise typer.Exit(code)
