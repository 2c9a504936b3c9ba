"""Exercises on paper, for Moodle and in the terminal.

Moodle's file is read here by its documentation (docs.moodle.org, "Moodle XML format" and "Embedded
answers (Cloze) question type"), with nothing of the code that writes it.
"""

import json
import random
import re
import shlex
from base64 import b64decode
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import click
import pytest
from laws import noughts
from playwright.sync_api import Browser

from noughts import NotationError, Position
from noughts.cli import noughts_command
from noughts.practice import (
    Exercise,
    Tree,
    Wishes,
    generate,
    key_of,
    moodle_xml,
    sheet_page,
    tree_of_game,
    tree_svg,
)

ROOT = Path(__file__).parent.parent
SVG = "{http://www.w3.org/2000/svg}"
BOOK = "((3 5) (2 9 1) (7 4))"
LARGE = Exercise(generate(Wishes(leaves=30, cuts=7, deep=2), random.Random(3)), seed=3)
GAME = Exercise(tree_of_game(Position.parse("x.o/o.x/..x")))


def run(*words: str) -> None:
    noughts_command.main([*words], standalone_mode=False)


# Pictures


def test_a_picture_has_the_names_and_the_values_and_with_the_key_the_windows() -> None:
    tree = Tree.parse(BOOK)
    plain, full = (ElementTree.fromstring(tree_svg(tree, key)) for key in (None, key_of(tree)))
    texts = [text.text or "" for text in plain.iter(f"{SVG}text")]
    names = [node.name for node in tree.nodes]
    assert sorted(texts) == sorted(["MAX", "MIN", *names, *(str(v.value) for v in tree.leaves)])
    more = [text.text for text in full.iter(f"{SVG}text")]
    assert {"≤2", "α 3", "β ∞", "α −∞"} <= {*more}
    strokes = [path for path in full.iter(f"{SVG}path") if path.get("class") == "strokes"]
    assert len(strokes) == 2
    best = [path for path in full.iter(f"{SVG}path") if path.get("class") == "edge best"]
    assert len(best) == len(key_of(tree).line) - 1


def test_a_real_game_has_its_moves_at_the_edges() -> None:
    picture = ElementTree.fromstring(tree_svg(GAME.tree))
    moves = [text.text for text in picture.iter(f"{SVG}text") if text.get("class") == "move"]
    assert len(moves) == len(GAME.tree.nodes) - 1
    assert {*moves} == {"a2", "b2", "c1", "c2"}


def test_narrow_nodes_stand_apart() -> None:
    """A node with one leaf needs more room than the leaf."""
    picture = ElementTree.fromstring(tree_svg(Tree.grow([[i] for i in range(30)])))
    triangles = [path for path in picture.iter(f"{SVG}path") if path.get("class") == "min"]
    left = sorted(float((path.get("d") or "")[1:].split()[0]) for path in triangles)
    assert len(left) == 30
    assert min(b - a for a, b in pairwise(left)) >= 48 + len("AA") * 6, "a triangle and a name"


OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('svg.game-tree')].flatMap((svg, i) =>
    [...svg.querySelectorAll('text')].map(text =>
      [i, text.textContent, text.getBoundingClientRect(), svg.getBoundingClientRect()]));
  const found = [];
  boxes.forEach(([i, one, a, page], n) => {
    if (a.left < page.left || a.right > page.right || a.top < page.top || a.bottom > page.bottom)
      found.push(`${one} is cut off`);
    boxes.slice(n + 1).forEach(([j, other, b]) => {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (i === j && across > 0.5 && down > 2.5) found.push(`${one} on ${other}`);
    });
  });
  return found;
}"""


def test_no_labels_overlap_and_each_part_has_its_page(browser: Browser, tmp_path: Path) -> None:
    """30 leaves, long numbers, narrow nodes, a real game; the key begins on a new page."""
    long = Exercise(Tree.parse("((-9999 (-9998)) ((-1000 (9999 8888)) -777) ((12) ((7))))"))
    deep = Exercise(generate(Wishes(leaves=64, depth=9, cuts=3), random.Random(1)))
    page = browser.new_page()
    page.set_content(sheet_page([LARGE, long, GAME, deep]))
    assert page.evaluate(OVERLAPS) == []
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    small = Exercise(Tree.parse(BOOK))
    for exercises, across in (([LARGE], True), ([small], False), ([small] * 2, False)):
        page.set_content(sheet_page(exercises))
        for paper in ("A4", "Letter"):
            printed = page.pdf(format=paper)
            sizes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed)
            assert [float(wide) > float(high) for wide, high in sizes] == [across] * 2, paper
    for wishes in (Wishes(leaves=12, depth=3, cuts=3), Wishes(leaves=14, depth=4, cuts=3)):
        several = [Exercise(generate(wishes, random.Random(seed))) for seed in range(4)]
        page.set_content(sheet_page(several, key=False))
        assert page.pdf(format="A4").count(b"/MediaBox") == 2, "two on a page"
    page.close()


# Sheets


class Outside(HTMLParser):
    """Every address that a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [tag] * (tag in ("script", "link", "iframe", "img", "use"))
        self.found += [value or "" for name, value in attrs if name in ("src", "href", "data")]


def test_a_sheet_needs_nothing_else_and_hides_its_key_if_asked() -> None:
    page = sheet_page([LARGE, GAME])
    reader = Outside()
    reader.feed(page)
    assert not reader.found
    assert not re.search(r"url\(|@import", page)
    assert page.count("<svg") == 5, "two trees with and without their keys, and a board"
    without = sheet_page([LARGE, GAME], key=False)
    assert "Key</h1>" in page
    for told in ("Key</h1>", LARGE.answer, "at most", "class=cut", str(LARGE.tree) + "</p>"):
        assert told not in without
    assert LARGE.answer in page


def test_a_task_that_all_have_is_printed_once() -> None:
    one, other = Exercise(Tree.parse(BOOK)), Exercise(Tree.parse("((1 2) (3 4))"))
    minimax = Exercise(Tree.parse(BOOK), "minimax")
    assert sheet_page([one, other]).count("Search the tree by alpha-beta") == 1
    mixed = sheet_page([one, minimax])
    assert mixed.count("Search the tree by alpha-beta") == mixed.count("by minimax. Which") == 1
    assert 'scope="row">α' not in sheet_page([minimax])


# Moodle

FIELD = re.compile(r"\{(\d+):(SHORTANSWER|MULTICHOICE):([^{}]*)\}")


def answers(field: str) -> tuple[list[str], list[str]]:
    """The right answers of a field, and all of them."""
    found = [re.fullmatch(r"(=|%\d+%)?([^~#=%]+)", each) for each in field.split("~")]
    assert all(found), field
    parts = [(each[1], each[2]) for each in found if each]
    return [text for sign, text in parts if sign == "="], [text for _, text in parts]


def cells(html: str) -> dict[str, list[str]]:
    """The rows of the tables: what stands behind each name."""
    rows = re.findall(r"<tr><th>(\w+)</th>(.*?)</tr>", html)
    return {name: re.findall(r"<td>(.*?)</td>", row) for name, row in rows if "<td>" in row}


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "right-to-left"])
def test_moodle_reads_what_the_key_says(algorithm: str) -> None:
    exercises = [Exercise(LARGE.tree, algorithm), Exercise(Tree.parse("(-3 (4 -5))"), algorithm)]
    text = moodle_xml(exercises)
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<quiz>')
    category, *questions = ElementTree.fromstring(text.encode())
    assert category.get("type") == "category"
    assert (category.findtext("category/text") or "").startswith("$course$/")
    assert [each.get("type") for each in questions] == ["cloze", "cloze"]
    for exercise, question in zip(exercises, questions, strict=True):
        assert [child.tag for child in question][:3] == ["name", "questiontext", "generalfeedback"]
        assert question.findtext("name/text")
        check_question(exercise, question)


def test_students_read_the_rules_that_the_key_goes_by() -> None:
    """Textbooks differ: whether an equal value cuts, and what a node returns that was left."""
    exercise = Exercise(Tree.parse(BOOK))
    for rule in (
        "≥ beta, a MIN node when it is ≤ alpha: equal is enough",
        "even outside alpha and",
    ):
        assert rule in sheet_page([exercise], key=False)
        assert rule in moodle_xml([exercise])
        assert rule not in sheet_page([Exercise(Tree.parse(BOOK), "minimax")])


def test_the_seed_tells_which_exercise_it_is() -> None:
    named = "Alpha-beta, left to right, seed 3"
    assert f"<small>{named}</small>" in sheet_page([LARGE], key=False)
    quiz = ElementTree.fromstring(moodle_xml([LARGE, GAME]))
    names = [each.findtext("name/text") for each in quiz.findall("question")[1:]]
    assert names == [f"Game tree 1: {named}", "Game tree 2: Alpha-beta, left to right"]


def test_moodle_s_text_speaks_of_the_screen_and_of_what_is_there_to_fill_in() -> None:
    for algorithm in ("minimax", "alpha-beta"):
        quiz = ElementTree.fromstring(moodle_xml([Exercise(Tree.parse(BOOK), algorithm)]))
        html = quiz.findtext("question/questiontext/text") or ""
        assert "type" in html.lower()
        for paper in ("Cross out", "write", "line of best play"):
            assert paper not in html


def test_the_key_says_what_its_signs_mean_if_it_has_any() -> None:
    for tree, signs in ((BOOK, True), ("((3 5) (2 4))", True), ("((3 5) (4 6))", False)):
        exercise = Exercise(Tree.parse(tree))
        assert ("≤ 2" in str(exercise.table())) == signs
        for written in (sheet_page([exercise]), moodle_xml([exercise])):
            assert ("stand before bounds" in written) == signs


def test_moodle_gets_no_choice_of_one() -> None:
    assert "best move at" not in moodle_xml([Exercise(Tree.parse("((3 5))"))])


def check_question(exercise: Exercise, question: ElementTree.Element) -> None:
    key = exercise.key
    for part in ("questiontext", "generalfeedback"):
        element = question.find(part)
        assert element is not None
        assert element.get("format") == "html"
        html, file = element.findtext("text") or "", element.find("file")
        assert file is not None
        assert (file.get("encoding"), file.get("path")) == ("base64", "/")
        assert f'src="@@PLUGINFILE@@/{file.get("name")}"' in html
        assert ElementTree.fromstring(b64decode(file.text or "")).tag == f"{SVG}svg"
    html = question.findtext("questiontext/text") or ""
    rows, widths = cells(html), set()
    for node in exercise.tree.inner:
        for what, cell in zip(exercise.fields, rows[node.name], strict=True):
            field = FIELD.fullmatch(cell)
            assert field
            right, every = answers(field[3])
            value = getattr(key[node.name], what)
            expected = "cut" if key[node.name].cut else f"{value:g}"
            assert expected in right
            assert all(as_number(each) == as_number(expected) for each in right)
            widths.add(max(map(len, every)))
    assert len(widths) == 1, "the width of a field tells nothing"
    if key.algorithm.cuts:
        for leaf in exercise.tree.leaves:
            right, every = answers(rows[leaf.name][1][1:-1].split(":")[2])
            assert (right, every) == (["cut" if key[leaf.name].cut else "seen"], ["seen", "cut"])
    last = FIELD.findall(html)[-1]
    assert answers(last[2]) == ([key.best.name], [c.name for c in exercise.tree.root.children])
    assert html.count("{") == html.count("}") == len(FIELD.findall(html)), "no other braces"


def as_number(text: str) -> float | str:
    signs = text.replace("−", "-").replace("∞", "inf").replace("oo", "inf")
    return text if text == "cut" else float(signs)


# The command line


def test_the_tree_and_its_key_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    run("practice", BOOK)
    shown = capsys.readouterr().out
    assert "├─ C MIN\n│  ├─ C1 2\n│  ├─ C2 9\n│  └─ C3 1\n└─ D MIN" in shown
    assert "value" not in shown.partition(BOOK)[2]
    run("practice", BOOK, "--key")
    shown = capsys.readouterr().out
    assert "C     MIN     3      inf   ≤ 2\n" in shown
    assert "A is worth 4. The best move is D, the line is A D D2.\nC2 and C3 are cut: " in shown


def practice_command() -> click.Command:
    with click.Context(noughts_command) as context:
        found = noughts_command.get_command(context, "practice")
    assert found is not None
    return found


def examples_in(text: str) -> list[str]:
    return re.findall(r"^ *noughts (practice .*)$", text, re.M)


def test_the_page_for_teachers_names_every_option() -> None:
    page, command = ROOT / "docs" / "how-to" / "make-exercises.md", practice_command()
    text = page.read_text("utf-8")
    options = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
    assert {*re.findall(r"--[a-z][a-z-]*", text)} == options - {"trees"}
    assert examples_in(text) == examples_in(command.help or "")


def test_the_examples_of_the_help_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples = examples_in(practice_command().help or "")
    assert len(examples) == 5
    for example in examples:
        run(*shlex.split(example))
    written = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir() if path.is_file()}
    assert {*written} == {"sheet.html", "quiz.xml", "tree.svg"}
    assert written["sheet.html"].count("<section") == 8
    assert written["quiz.xml"].count('type="cloze"') == 4


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> list[Any]:
    run("practice", *words, "--json")
    found: list[Any] = json.loads(capsys.readouterr().out)
    return found


def test_json_and_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--leaves", "9", "--cuts", "2", "--root", "min")
    three = asked(capsys, *words, "--seed", "5", "--number", "3")
    assert [each["seed"] for each in three] == [5, 6, 7]
    assert asked(capsys, *words, "--seed", "6") == three[1:2]
    (first,) = asked(capsys, BOOK)
    assert (first["tree"], first["root"], first["seed"], first["game"]) == (BOOK, "MAX", None, None)
    assert first["nodes"][6] == {
        "name": "C1", "parent": "C", "player": None, "value": 2, "move": None,
    }  # fmt: skip
    assert {k: first["key"][k] for k in ("algorithm", "value", "best", "line")} == {
        "algorithm": "alpha-beta", "value": 4, "best": "D", "line": ["A", "D", "D2"],
    }  # fmt: skip
    assert first["key"]["entries"]["C"] == {
        "alpha": 3, "beta": None, "value": 2, "bound": "at-most", "cut": False,
    }  # fmt: skip
    (game,) = asked(capsys, "x.o/o.x/..x", "--algorithm", "minimax")
    assert (game["game"]["cells"], game["nodes"][1]["move"]) == ("x.oo.x..x", "a2")
    unseeded = asked(capsys)[0]["seed"]
    assert asked(capsys, "--seed", str(unseeded))[0]["seed"] == unseeded


def test_a_sheet_without_and_a_picture_with_the_key(tmp_path: Path) -> None:
    sheet, picture = tmp_path / "a.html", tmp_path / "a.svg"
    run("practice", BOOK, "--html", str(sheet), "--no-key")
    assert "Key</h1>" not in sheet.read_text("utf-8")
    run("practice", BOOK, "((6 4) (5 8))", "x.o/o.x/..x", "--html", str(sheet))
    assert sheet.read_text("utf-8").count("<h2>Exercise 3 ") == 2  # the task and the key
    run("practice", BOOK, "--svg", str(picture))
    assert "≤2" not in picture.read_text("utf-8")
    run("practice", BOOK, "--svg", str(picture), "--key")
    assert "≤2" in picture.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--leaves", "4", "--deep", "1", "--depth", "2"], "a deep cut-off needs 4 levels, not 2"),
        ([BOOK, "--seed", "3"], "options for generated trees do not go together with a TREE"),
        (["--svg", "x.svg", "--number", "2"], "--svg is a picture of one tree"),
        (["--html", "no/where.html"], "its folder does not exist; choose another file with --html"),
        (["--algorithm", "alphabeta"], "(did you mean 'alpha-beta'?)"),
        (["........."], "has 9 empty cells: its tree has more than 64 leaves"),
    ],
)
def test_what_does_not_go_is_refused(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises((click.UsageError, NotationError)) as caught:
        run("practice", *words)
    assert said in str(caught.value)
    assert not list(tmp_path.glob("*.svg"))


def test_what_is_wrong_is_said_in_one_line() -> None:
    done = noughts("practice", "((3 5)")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "noughts: '((3 5)' is not a tree: '(', character 1, is never closed by ')'\n"
    )


def test_plain_signs_where_there_are_no_others() -> None:
    done = noughts("practice", BOOK, "--key", PYTHONIOENCODING="ascii")
    assert "|- C MIN\n|  |- C1 2\n|  |- C2 9\n|  `- C3 1\n`- D MIN" in done.stdout
    assert "C     MIN     3      inf   <= 2\n" in done.stdout


def test_a_tree_from_stdin() -> None:
    done = noughts("practice", "-", "--json", given=f"{BOOK}\n")
    assert json.loads(done.stdout)[0]["tree"] == BOOK
