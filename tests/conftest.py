"""What every test runs under: folders of its own for data, and no deadline for hypothesis."""

import inspect
import signal
from pathlib import Path

import pytest
from browser import SITE, browser, server, visitor
from hypothesis import settings
from terminal import tmux

__all__ = ["browser", "data_home", "server", "tmux", "visitor"]

collect_ignore = ["mutants.py"]  # a program, for which more must be installed than for the tests

settings.register_profile("noughts", deadline=None, print_blob=True)
settings.load_profile("noughts")

# Whoever starts the tests in the background lets them ignore Ctrl-C, and all that they start.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What fails in a browser is tried once more: on a busy machine a click may come too early.

    The summary names it (RERUN); whatever fails twice has failed.

    On a built site, only tests of the page are of interest, and they cannot ask its server.
    """
    for item in items:
        if SITE and not (item.path.stem == "test_static_page" or only_looks_at_the_page(item)):
            item.add_marker(pytest.mark.skip(reason="not a test of the page alone"))
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=1))


def only_looks_at_the_page(item: pytest.Item) -> bool:
    asked_for = (
        inspect.signature(item.function).parameters if isinstance(item, pytest.Function) else ()
    )
    return "visitor" in asked_for and "server" not in asked_for


@pytest.fixture(autouse=True)
def data_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Unfinished games are kept here, by subprocesses too; never in the user's own folder.

    What `noughts check` keeps has its folder, too.
    """
    home = tmp_path / "data-home"
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    # Beside it: a test may let all of its folder be graded.
    monkeypatch.setenv("XDG_CACHE_HOME", f"{tmp_path}-cache")
    return home
