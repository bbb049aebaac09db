"""A PDF page as words with coordinates, lines and columns. Plain text order interleaves columns (pdfplumber#177)."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_DATE_START = re.compile(
    r"\d{2}/\d{2}(?:/\d{2,4})?|\d{2}/(?:jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)\w*", re.IGNORECASE
)
_DAY = re.compile(r"\d{1,2}")
_MONTH = re.compile(r"(?:jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)\w{0,6}\.?", re.IGNORECASE)
_CENTS = re.compile(r"\d,\d{2}\b")
_NARROWEST_COLUMN = 120.0


@dataclass(frozen=True, slots=True)
class Word:
    """Text between its left and right edge, in points from the left of the page."""

    text: str
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class Line:
    """Words on one baseline, left to right; `height` is that of its letters."""

    words: tuple[Word, ...]
    height: float

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


@dataclass(slots=True)
class _Char:
    char: str
    left: float
    right: float
    bottom: float
    height: float


def page_lines(page: object, most: int = 900_000) -> list[Line]:
    """The lines of a pypdfium2 page, top to bottom; at most so many characters of it."""
    chars = sorted(_chars(page, most), key=lambda c: -c.bottom)
    lines: list[list[_Char]] = []
    for char in chars:
        # Loose boxes share a bottom along a baseline, whatever the letter.
        if lines and abs(lines[-1][0].bottom - char.bottom) <= 0.3 * min(lines[-1][0].height, char.height):
            lines[-1].append(char)
        else:
            lines.append([char])
    built = (_line(line) for line in lines)
    return [line for line in built if line.words]


def _chars(page: object, most: int) -> Iterator[_Char]:
    import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

    text = page.get_textpage()  # type: ignore[attr-defined]
    box = pdfium.FS_RECTF()
    for index in range(min(pdfium.FPDFText_CountChars(text.raw), most)):
        code = pdfium.FPDFText_GetUnicode(text.raw, index)
        if code < 33 or code in {0xA0, 0xAD, 0xFEFF, 0xFFFE, 0xFFFF, 0x200B}:
            continue
        if pdfium.FPDFText_GetLooseCharBox(text.raw, index, ctypes.byref(box)) and box.top > box.bottom:
            yield _Char(chr(code), box.left, box.right, box.bottom, box.top - box.bottom)
    text.close()


def _line(chars: Sequence[_Char]) -> Line:
    words: list[Word] = []
    ordered = sorted(chars, key=lambda c: c.left)
    text, left, right = "", 0.0, 0.0
    previous: _Char | None = None
    for char in ordered:
        if previous and char.char == previous.char and abs(char.left - previous.left) < 0.12 * char.height:
            # Bold drawn by printing a letter twice.
            continue
        if text and char.left - right > 0.16 * char.height:
            words.append(Word(text, left, right))
            text = ""
        if not text:
            left = char.left
        text += char.char
        right = max(right, char.right) if text != char.char else char.right
        previous = char
    if text:
        words.append(Word(text, left, right))
    return Line(tuple(words), ordered[0].height if ordered else 0.0)


def reading_order(pages: Sequence[Sequence[Line]]) -> list[Line]:
    """Lines as a person reads them: within a two-column page the left column down, then the right one.

    A line that runs across the gutter (a heading) ends both columns above it. A page without rows to tell its gutter
    borrows the one of the other pages, if nothing crosses it.
    """
    gutters = [_gutters(lines) for lines in pages]
    usual = max((found for found in gutters if found), key=len, default=[])
    ordered: list[Line] = []
    for lines, found in zip(pages, gutters, strict=True):
        borrowed = [edge for edge in usual if _is_free(lines, edge)]
        ordered += _by_columns(lines, found or borrowed or _beside_table(lines))
    return ordered


def is_date_at(words: Sequence[Word], index: int) -> bool:
    """Whether a movement may start here: dd/mm, or a day with a month's name beside it."""
    text = words[index].text
    if _DATE_START.match(text):
        return True
    after = words[index + 1] if index + 1 < len(words) else None
    return bool(
        after and _DAY.fullmatch(text) and _MONTH.fullmatch(after.text) and after.left - words[index].right < 14
    )


def _gutters(lines: Sequence[Line]) -> list[float]:
    """Left edges of the second and later columns: where dates start again, with an amount between."""
    starts: list[tuple[float, int]] = []
    for number, line in enumerate(lines):
        for index, word in enumerate(line.words):
            gap = word.left - line.words[index - 1].right if index else 99.0
            if gap > 12 and (is_date_at(line.words, index) or word.text.casefold() == "data"):
                starts.append((word.left, number))
    clusters: list[list[tuple[float, int]]] = []
    for start in sorted(starts):
        if clusters and start[0] - clusters[-1][-1][0] < 8:
            clusters[-1].append(start)
        else:
            clusters.append([start])
    found: list[float] = []
    previous = clusters[0] if clusters else []
    for cluster in clusters[1:]:
        edge = cluster[0][0] - 3
        if edge - previous[0][0] >= _NARROWEST_COLUMN and _is_column(lines, previous, cluster, edge):
            found.append(edge)
            previous = cluster
    return found


def _beside_table(lines: Sequence[Line]) -> list[float]:
    """The gutter right of a table whose header ends before other text begins: a tail of it, or a panel."""
    ends = [line.words[-1].right for line in lines if line.words[0].text.casefold() == "data" and len(line.words) > 2]
    if not ends:
        return []
    beyond = [word.left for line in lines for word in line.words if word.left > max(ends) + 12]
    edge = min(beyond, default=0.0) - 3
    return [edge] if beyond and all(_is_free_line(line, edge) for line in lines if is_date_at(line.words, 0)) else []


def _is_column(
    lines: Sequence[Line], left: Sequence[tuple[float, int]], right: Sequence[tuple[float, int]], edge: float
) -> bool:
    shared = {number for _, number in left} & {number for _, number in right}
    for number in shared:
        if not is_date_at(line_words := lines[number].words, 0) and line_words[0].text.casefold() == "data":
            continue
        between = " ".join(word.text for word in lines[number].words if left[0][0] <= word.left < edge)
        if not _CENTS.search(between):
            return False
    beyond = sum(1 for _, number in left if lines[number].words[-1].left > edge)
    if not shared and len(right) < 2 and beyond * 4 > len(left):
        # One date alone is a column only where the rows of the left one end before it.
        return False
    return all(_is_free_line(lines[number], edge) for _, number in [*left, *right])


def _is_free(lines: Sequence[Line], edge: float) -> bool:
    return any(line.words[-1].left > edge for line in lines) and all(
        _is_free_line(line, edge) for line in lines if is_date_at(line.words, 0)
    )


def _is_free_line(line: Line, edge: float) -> bool:
    return not any(word.left < edge - 1 and word.right > edge + 1 for word in line.words)


def _by_columns(lines: Sequence[Line], gutters: Sequence[float]) -> list[Line]:
    if not gutters:
        return list(lines)
    ordered: list[Line] = []
    columns: list[list[Line]] = [[] for _ in range(len(gutters) + 1)]
    for line in lines:
        if _runs_across(line, gutters):
            ordered += [kept for column in columns for kept in column]
            columns = [[] for _ in columns]
            ordered.append(line)
            continue
        for number, column in enumerate(columns):
            low = gutters[number - 1] if number else float("-inf")
            high = gutters[number] if number < len(gutters) else float("inf")
            words = tuple(word for word in line.words if low <= word.left < high)
            if words:
                column.append(Line(words, line.height))
    return ordered + [kept for column in columns for kept in column]


def _runs_across(line: Line, gutters: Sequence[float]) -> bool:
    for edge in gutters:
        for word, after in zip(line.words, line.words[1:], strict=False):
            if (
                word.right <= after.left
                and word.left < edge <= after.left
                and after.left - word.right < 0.7 * line.height
            ):
                return True
        if not _is_free_line(line, edge):
            return True
    return False
