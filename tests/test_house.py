"""The house keeps its shape: imports point down, tools describe themselves, the map and the locks tell the truth."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from typer.models import CommandInfo

from mel.agent import tools
from mel.agent.tools.tool import Operation, Tool
from mel.cli import app as mel
from mel.cli_files import statements
from mel.evals.commands import app as evals

ROOT = Path(__file__).parents[1]
HOUSE = ROOT / "src" / "mel"
ROOMS = sorted(path.name for path in HOUSE.iterdir() if (path / "__init__.py").is_file() and path.name[0] != "_")
ROOT_MODULES = sorted(path.stem for path in HOUSE.glob("*.py") if path.name[0] != "_")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def linted(house: Path) -> subprocess.CompletedProcess[str]:
    """The import contract over a copy of the sources."""
    run = "import sys; sys.path.insert(0, 'src'); from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    return subprocess.run([sys.executable, "-c", run], cwd=house, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def a_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    house = tmp_path_factory.mktemp("house")
    shutil.copy(ROOT / "pyproject.toml", house)
    shutil.copytree(ROOT / "src", house / "src", ignore=shutil.ignore_patterns("__pycache__"))
    return house


@pytest.mark.parametrize(
    ("room", "planted"),
    [
        (None, ""),
        ("shared/money.py", "import mel.budget"),
        ("budget/model.py", "import mel.goals"),
        ("understanding/tokens.py", "from mel.agent import gate"),
        ("agent/gate.py", "from mel.storage import memory"),
    ],
)
def test_an_upward_import_breaks_the_contract(a_copy: Path, room: str | None, planted: str) -> None:
    file = a_copy / "src" / "mel" / (room or "shared/money.py")
    kept = file.read_text()
    file.write_text(f"{kept}\n{planted}\n")

    result = linted(a_copy)

    file.write_text(kept)
    assert (result.returncode == 0) == (room is None), result.stdout


def test_a_room_that_says_not_where_it_belongs_breaks_the_contract(a_copy: Path) -> None:
    room = a_copy / "src" / "mel" / "cellar"
    room.mkdir()
    (room / "__init__.py").write_text("")

    result = linted(a_copy)

    shutil.rmtree(room)
    assert result.returncode != 0
    assert "cellar" in result.stdout


def every_tool() -> list[type[Tool]]:
    return [item for name in tools.__all__ if isinstance(item := getattr(tools, name), type) and issubclass(item, Tool)]


OPERATIONS = {operation.name: operation for tool in every_tool() for operation in tool.catalogue.values()}


def test_there_are_operations_and_no_two_share_a_name() -> None:
    assert len(OPERATIONS) >= 12
    assert len(OPERATIONS) == sum(len(tool.catalogue) for tool in every_tool())


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS.keys())
def test_each_operation_describes_itself_and_its_arguments(operation: Operation) -> None:
    assert operation.description.endswith(".")
    assert 20 <= len(operation.description) <= 400
    assert all(re.fullmatch(r"[a-z][A-Za-z]*", key) for key in operation.parameters.get("properties", {}))
    assert ("operationId" in operation.parameters.get("required", ())) == operation.writes


@pytest.mark.parametrize("operation", OPERATIONS.keys())
def test_each_operation_is_named_in_a_test(operation: str) -> None:
    method = re.sub(r"(?<!^)([A-Z])", r"_\1", operation).lower()
    texts = (path.read_text() for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__))

    assert any(operation in text or method in text for text in texts)


def the_map() -> list[str]:
    """Every name in the first column of the README's map."""
    drawn = (ROOT / "README.md").read_text().split("## The map of the house")[1].split("```")[1]
    columns = (re.split(r"\s{2,}", line)[0] for line in drawn.strip().splitlines())
    return [name for column in columns for name in re.split(r"[,|]\s*", column.replace(" ", ""))]


def test_the_map_is_every_room_and_root_module_and_nothing_else() -> None:
    assert sorted(the_map()) == sorted([*ROOMS, *ROOT_MODULES])


@pytest.mark.parametrize("room", [*(f"{room}/__init__" for room in ROOMS), *ROOT_MODULES])
def test_each_room_opens_with_what_it_is(room: str) -> None:
    assert (HOUSE / f"{room}.py").read_text().startswith('"""')


def test_the_user_guide_lists_every_command() -> None:
    guide = (ROOT / "docs" / "user-guide.md").read_text()
    groups = {"statements": statements, "eval": evals}
    commands = [name for command in mel.registered_commands if (name := _command_name(command)) not in groups]
    commands += [
        f"{group} {_command_name(command)}" for group, app in groups.items() for command in app.registered_commands
    ]

    assert "faturas.md" in guide
    assert [name for name in commands if f"`mel {name}" not in guide] == []


def _command_name(command: CommandInfo) -> str:
    return command.name or command.callback.__name__ if command.callback else ""


def locked(name: str) -> dict[str, str]:
    """Names and versions of a lock file; every one of them is pinned and hashed."""
    text = (ROOT / name).read_text()
    found = dict(re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", text, re.MULTILINE))
    assert len(re.findall(r"--hash=sha256:", text)) >= len(found)
    return {canonicalize_name(key): version for key, version in found.items()}


LOCKS = {
    "requirements.lock": PROJECT["dependencies"],
    "requirements-test.lock": [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["test"]],
}


@pytest.mark.parametrize(("lock", "wanted"), LOCKS.items(), ids=LOCKS.keys())
def test_a_lock_holds_what_the_project_asks_for(lock: str, wanted: list[str]) -> None:
    versions = locked(lock)

    for line in wanted:
        requirement = Requirement(line)
        name = canonicalize_name(requirement.name)
        assert name in versions, f"{lock} lacks {name}"
        assert requirement.specifier.contains(versions[name]), f"{lock}: {name} {versions[name]} is not {line}"


def test_the_locks_agree_with_each_other() -> None:
    house, tests = locked("requirements.lock"), locked("requirements-test.lock")

    assert {name: tests.get(name) for name in house} == house
