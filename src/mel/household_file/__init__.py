"""household.yaml: a household as its people write it down, read strictly and written back in the same form."""

from importlib.resources import files

from mel.household_file.home import HOUSEHOLD_ID, Home
from mel.household_file.interview import interview
from mel.household_file.reading import read, read_file
from mel.household_file.writing import write

__all__ = ["HOUSEHOLD_ID", "Home", "demo", "interview", "read", "read_file", "write"]


def demo() -> Home:
    """The sample household, Gabriel and Ana."""
    return read(files(__name__).joinpath("demo.yaml").read_text(encoding="utf-8"))
