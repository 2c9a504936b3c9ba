"""The page's modules without a browser: Node's own test runner over `tests/page`."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from traces import FIVE_LEFT, FOUR_LEFT, NODE, trace_of
from web import client

from noughts import METHODS

TESTS = sorted((Path(__file__).parent / "page").glob("*.test.js"))


@pytest.fixture(scope="session")
def traces(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the server says of real searches, by every method that can be watched."""
    folder = tmp_path_factory.mktemp("traces")
    with client(tmp_path_factory.mktemp("server") / "games.sqlite3") as asking:
        for number, position in enumerate((FIVE_LEFT, FOUR_LEFT)):
            for method in METHODS.values():
                if method.watch:
                    trace = trace_of(asking, position, method.name)
                    (folder / f"{method.name}-{number}.json").write_text(json.dumps(trace))
    return folder


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name.removesuffix(".test.js"))
def test_in_node(path: Path, traces: Path) -> None:
    environment = {**os.environ, "NOUGHTS_TRACES": str(traces)}
    command = [NODE, "--test", "--test-reporter=tap", str(path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 0" not in done.stdout


def test_the_tools_come_from_whatever_registry_there_is() -> None:
    """The lock file pins them by their contents, and names no host to fetch them from."""
    lock = json.loads((Path(__file__).parents[1] / "package-lock.json").read_text())
    tools = [tool for name, tool in lock["packages"].items() if name]
    assert all("integrity" in tool and "resolved" not in tool for tool in tools)
