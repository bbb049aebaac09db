"""Where conversations, worlds and reasons are kept."""

from __future__ import annotations

from pathlib import Path

HERE = Path("evals")


def home(start: Path | None = None) -> Path:
    """The `evals` folder: of the present directory, or of the checkout this code runs from."""
    if start is not None:
        return start
    if (HERE / "conversations").is_dir():
        return HERE
    return Path(__file__).resolve().parents[3] / "evals"
