"""What README.md, CONTRIBUTING.md and the pages in docs/ show is what happens.

`tests/pages.py` runs their blocks; CONTRIBUTING.md ("Write a page") says what the blocks are.
"""

import os
import re
from pathlib import Path

import pytest
from pages import PAGES, ROOT, Page, alike, all_fit, blocks_of, fits

KINDS = {"python", "console", "sh", "text", "json", "toml", "yaml", "html", "cpp", "java"}
DIRECTIVES = {"{toctree}", "{commands}", "{eval-rst}"}
RUN = [page for page in PAGES if blocks_of(page)]
LINKED = [*PAGES, *sorted(ROOT.glob("bench/*.md")), *sorted(ROOT.glob("tests/**/*.md"))]
SLOW = [page for page in RUN if any(block.slow for block in blocks_of(page))]


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def follow(page: Path, folder: Path, everything: bool) -> None:
    reader = Page(folder / "page")
    reader.folder.mkdir()
    for block in blocks_of(page):
        if everything or not block.slow:
            reader.run(block)


@pytest.mark.parametrize("page", RUN, ids=name)
def test_a_page_shows_what_happens(page: Path, tmp_path: Path) -> None:
    follow(page, tmp_path, everything=False)


@pytest.mark.skipif(os.environ.get("NOUGHTS_PAGES") != "all", reason="slow: make docs-test")
@pytest.mark.parametrize("page", SLOW, ids=name)
def test_a_page_with_slow_blocks_does_so_in_full(page: Path, tmp_path: Path) -> None:
    follow(page, tmp_path, everything=True)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_block_says_what_it_is(page: Path) -> None:
    for block in blocks_of(page):
        assert block.kind in KINDS | DIRECTIVES, f"{block.place}: unknown kind {block.kind!r}"
    text = page.read_text("utf-8")
    assert text.count("```") == 2 * len(blocks_of(page)), f"{name(page)}: a fence is not closed"


def anchors(page: Path) -> set[str]:
    """The anchors of a page, as GitHub and MyST make them of its headings."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S)
    found = set()
    for title in re.findall(r"^#+ (.*)$", text, re.M):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", title).lower()
        found.add(re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-"))
    return found


@pytest.mark.parametrize("page", LINKED, ids=name)
def test_every_link_and_picture_of_a_page_is_there(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S)
    for link in re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(
        r'(?:src|srcset)="([^"]+)"', text
    ):
        if link.startswith(("http://", "https://")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{name(page)}: {link}"
        assert target.is_relative_to(ROOT), f"{name(page)}: {link} leads out of the repository"
        if anchor and target.suffix == ".md" and target.name != "commands.md":
            assert anchor in anchors(target), f"{name(page)}: {link}"


def test_every_page_is_in_the_contents() -> None:
    for folder in ("tutorials", "how-to", "explanation", "reference"):
        index = ROOT / "docs" / folder / "index.md"
        listed = [
            line
            for block in blocks_of(index)
            if block.kind == "{toctree}"
            for line in block.text.splitlines()
            if line and not line.startswith(":")
        ]
        assert len(listed) == len({*listed})
        there = {path.stem for path in index.parent.glob("*.md")} - {"index"}
        assert there <= {*listed}, f"{folder}: a page that its contents do not list"
        if folder in ("how-to", "reference"):
            linked = re.findall(r"\]\(([\w-]+)\.md\)", index.read_text("utf-8"))
            assert linked == listed, f"{folder}: what GitHub shows is not what the site lists"


def test_the_textbook_is_there_to_be_read() -> None:
    """A line with nothing but a link to a module: the site shows the module there."""
    page = ROOT / "docs/reference/textbook.md"
    shown = re.findall(r"^\[(\w+\.py)\]\(([^)]*/textbook/\1)\)$", page.read_text("utf-8"), re.M)
    modules = {*(ROOT / "src/noughts/textbook").glob("*.py")}
    assert {(page.parent / link).resolve() for _, link in shown} == {
        module for module in modules if module.stem != "__init__"
    }


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("0.012 s", "1.750 s", True),
        ("0.012 s", "0.01 s", False),
        ('"seconds": 0.075989,', '"seconds": 0.00935,', True),
        ('"seconds": 0.075989,', '"seconds": 9.6e-05,', True),
        ('"score": 0.5,', '"score": 0.4,', False),
        ("a    b", "a b", True),
    ],
)
def test_what_a_clock_says_may_differ(shown: str, printed: str, same: bool) -> None:
    assert (alike(shown) == alike(printed)) == same


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a ... c", "a b c", True),
        ("a ... c", "a c", False),
        ("...b...b", "abb", True),
        ("...b...b", "ab", False),
        ("a...a", "a", False),
        ("abc", "abd", False),
    ],
)
def test_dots_in_a_line(shown: str, printed: str, same: bool) -> None:
    assert fits(shown, printed) == same


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a|...|c", "a|b|b|c", True),
        ("a|...|c", "a|c", True),
        ("a|...|c", "a|b", False),
        ("...|b|...|b", "a|b", False),
        ("...|b|...", "a|b|c", True),
        ("...|a|b|...|c", "a|a|b|c", True),
        ("a", "a|b", False),
        ("a|b", "a", False),
        ("...", "", True),
    ],
)
def test_dots_between_lines(shown: str, printed: str, same: bool) -> None:
    assert all_fit(shown.split("|"), printed.split("|")) == same
