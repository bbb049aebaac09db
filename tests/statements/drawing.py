"""Draws small PDFs as banks lay them out: text at a left edge, or figures ending at a right edge."""

from __future__ import annotations

import io
from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas

Item = tuple[float, float, str]


def draw(pages: Sequence[Sequence[Item]], size: float = 8, *, shuffled: bool = False) -> bytes:
    """Items are (x, y from the top, text); a negative x is a right edge."""
    out = io.BytesIO()
    canvas = Canvas(out)
    for items in pages:
        canvas.setFont("Helvetica", size)
        for x, y, text in items if not shuffled else sorted(items, key=lambda item: hash(item[2]) % 97):
            if x < 0:
                canvas.drawRightString(-x, 820 - y, text)
            else:
                canvas.drawString(x, 820 - y, text)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def table(top: float, columns: Sequence[float], rows: Sequence[Sequence[str]], step: float = 14) -> list[Item]:
    """Rows of cells at the given edges, `step` points apart; an empty cell draws nothing."""
    return [
        (column, top + number * step, cell)
        for number, row in enumerate(rows)
        for column, cell in zip(columns, row, strict=False)
        if cell
    ]
