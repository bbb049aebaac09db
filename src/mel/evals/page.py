"""One HTML page of a run: transcript, calls, changes, the first turn that went wrong. Asks nothing of the net."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

_STYLE = """
:root{color-scheme:light dark;--ok:#1a7f37;--bad:#c62828;--odd:#9a6700;--line:#8884;--soft:#8881}
*{box-sizing:border-box}body{font:16px/1.45 system-ui,sans-serif;margin:0 auto;padding:1rem;max-width:52rem}
h1{font-size:1.3rem;margin:.2rem 0}p{margin:.4rem 0}table{border-collapse:collapse;width:100%}
td,th{padding:.25rem .4rem;text-align:left;border-bottom:1px solid var(--line)}
details{border:1px solid var(--line);border-radius:.5rem;margin:.5rem 0;padding:.4rem .6rem}
summary{cursor:pointer;overflow-wrap:anywhere}.passed{color:var(--ok)}.failed{color:var(--bad)}.errored{color:var(--odd)}
.turn{border-left:3px solid var(--line);padding-left:.6rem;margin:.8rem 0}.turn.first{border-color:var(--bad)}
.said{border-radius:.8rem;padding:.4rem .7rem;margin:.3rem 0;max-width:90%;width:fit-content;white-space:pre-wrap}
.user{background:#2b6cb022;margin-left:auto}.mel{background:var(--soft)}.card{border:1px dashed var(--line)}
code,pre{font:13px/1.4 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;margin:.2rem 0}
.small{opacity:.75;font-size:.85rem}ul{margin:.3rem 0;padding-left:1.2rem}
"""


def page(reports: Sequence[Mapping[str, Any]], title: str = "Conversas da Mel") -> str:
    """Reports in their wire form, those that failed first."""
    order = sorted(reports, key=lambda report: report["passed"])
    body = "".join(part for report in order for part in _report(report))
    return (
        '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>"
        f"<h1>{escape(title)}</h1>{_totals(reports)}{body}</body></html>\n"
    )


def _totals(reports: Sequence[Mapping[str, Any]]) -> str:
    passed = sum(report["passed"] for report in reports)
    errored = sum(report["outcome"] == "errored" for report in reports)
    rate = f"{passed / len(reports):.1%}" if reports else "nada rodou"
    tags = sorted({tag for report in reports for tag in report["tags"]})
    rows = "".join(_tag_row(tag, [report for report in reports if tag in report["tags"]]) for tag in tags)
    return (
        f"<p><b>{passed} de {len(reports)}</b> passaram ({rate}); {errored} quebraram.</p>"
        f"<details><summary>Por etiqueta</summary><table>{rows}</table></details>"
    )


def _tag_row(tag: str, reports: Sequence[Mapping[str, Any]]) -> str:
    passed = sum(report["passed"] for report in reports)
    return f"<tr><td>{escape(tag)}</td><td>{passed} de {len(reports)}</td></tr>"


def _report(report: Mapping[str, Any]) -> Iterator[str]:
    outcome = report["outcome"]
    opened = "" if report["passed"] else " open"
    word = {"passed": "passou", "failed": "falhou", "errored": "quebrou"}[outcome]
    done = sum(trial["outcome"] == "passed" for trial in report["trials"])
    yield f'<details{opened}><summary><b class="{outcome}">{word}</b> {escape(report["name"])} '
    yield f'<span class="small">{done}/{len(report["trials"])} · {report["durationMs"]:.0f} ms</span></summary>'
    if report["source"]:
        yield f'<p class="small">{escape(report["source"])}</p>'
    for number, trial in enumerate(_telling(report["trials"]), 1):
        if len(report["trials"]) > 1:
            yield f'<p class="small">Tentativa mostrada: {number}, {escape(trial["outcome"])}</p>'
        yield from _transcript(trial)
    yield "</details>"


def _telling(trials: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The trials that failed; one that passed when all did."""
    every = list(trials)
    return [trial for trial in every if trial["outcome"] != "passed"] or every[:1]


def _transcript(trial: Mapping[str, Any]) -> Iterator[str]:
    first = min((failure["turn"] for failure in trial["failures"]), default=None)
    for turn in trial["transcript"]:
        wrong = [failure for failure in trial["failures"] if failure["turn"] == turn["turn"]]
        mark = " first" if turn["turn"] == first else ""
        yield f'<div class="turn{mark}"><div class="said user">{escape(turn["user"])}</div>'
        yield f'<div class="small">{escape(turn["speaker"] or "alguém")}, {escape(turn["today"] or "")}</div>'
        yield from (_call(call) for call in turn["calls"])
        yield f'<div class="said mel">{escape(turn["text"])}</div>'
        yield from (f'<div class="said card">{escape(card)}</div>' for card in turn["cards"])
        yield from (f'<p class="small">rejeitado: {escape(reason)}</p>' for reason in turn["rejected"])
        yield _changes(turn["changes"])
        yield _failures(wrong, "Primeira divergência" if mark else "Divergência")
        yield "</div>"
    told = {turn["turn"] for turn in trial["transcript"]}
    yield _failures([failure for failure in trial["failures"] if failure["turn"] not in told], "Quebrou")


def _call(call: Mapping[str, Any]) -> str:
    args, result = (json.dumps(call[key], ensure_ascii=False) for key in ("args", "result"))
    return (
        f"<details><summary><code>{escape(call['name'])}</code></summary>"
        f"<pre>{escape(args)}</pre><pre>→ {escape(result)}</pre></details>"
    )


def _changes(changes: Sequence[str] | None) -> str:
    if changes is None:
        return ""
    if not changes:
        return '<p class="small">o mundo não mudou</p>'
    items = "".join(f"<li><code>{escape(change)}</code></li>" for change in changes)
    return f'<p class="small">o mundo mudou:</p><ul>{items}</ul>'


def _failures(failures: Sequence[Mapping[str, Any]], title: str) -> str:
    if not failures:
        return ""
    items = "".join(f"<li>{escape(failure['reason'])}</li>" for failure in failures)
    return f'<p class="failed"><b>{title}</b></p><ul class="failed">{items}</ul>'
