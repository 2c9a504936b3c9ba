"""Exercises as questions for Moodle, to be imported as "Moodle XML format".

Each exercise is one question of the type "Embedded answers (Cloze)": the picture, a table with a
field for each alpha, beta and value, and a choice between seen and cut for each leaf. Numbers are
short answers, since numerical ones cannot be infinite or "cut". Moodle makes a field as wide as its
longest answer, so that every field has a wrong answer as long as the longest right one: the width
gives nothing away.
"""

from base64 import b64encode
from collections.abc import Sequence
from xml.etree import ElementTree

from noughts.harmless import for_html
from noughts.practice.exercise import Exercise
from noughts.practice.keys import Entry
from noughts.practice.picture import tree_svg
from noughts.practice.sheet import key_table
from noughts.practice.trees import Node
from noughts.trace import number

__all__ = ["moodle_xml"]

CATEGORY = "$course$/top/Game trees"
MINUS, INFINITE = ("-", "−"), ("infinity", "inf", "oo", "∞")
PADDING = "%0%-infinity"  # as long as the longest right answer
HOW = (
    "For each node, type alpha and beta as the search enters it, and the value that it returns: "
    "numbers without signs such as ≤, -inf and inf for infinity, cut if the search never looks at "
    "the node. For each leaf, choose whether the search sees it."
)
HOW_MINIMAX = "Type it into the table."


def moodle_xml(exercises: Sequence[Exercise], title: str = "Game tree") -> str:
    """A file with one question for each exercise, in a category of its own."""
    quiz = ElementTree.Element("quiz")
    category = ElementTree.SubElement(quiz, "question", type="category")
    _text(ElementTree.SubElement(category, "category"), CATEGORY)
    for i, exercise in enumerate(exercises, 1):
        _add_question(quiz, exercise, f"{title} {i}: {exercise.name}")
    ElementTree.indent(quiz)
    body = ElementTree.tostring(quiz, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _add_question(quiz: ElementTree.Element, exercise: Exercise, name: str) -> None:
    question = ElementTree.SubElement(quiz, "question", type="cloze")
    _text(ElementTree.SubElement(question, "name"), name)
    asked = ElementTree.SubElement(question, "questiontext", format="html")
    _text(asked, _asked(exercise))
    _attach(asked, "tree.svg", tree_svg(exercise.tree))
    feedback = ElementTree.SubElement(question, "generalfeedback", format="html")
    _text(feedback, _explained(exercise))
    _attach(feedback, "key.svg", tree_svg(exercise.tree, exercise.key))
    for tag, content in (("penalty", "0.3333333"), ("hidden", "0"), ("idnumber", "")):
        ElementTree.SubElement(question, tag).text = content


def _text(parent: ElementTree.Element, content: str) -> None:
    ElementTree.SubElement(parent, "text").text = content


def _attach(parent: ElementTree.Element, name: str, picture: str) -> None:
    file = ElementTree.SubElement(parent, "file", name=name, path="/", encoding="base64")
    file.text = b64encode(picture.encode()).decode()


def _picture(name: str, exercise: Exercise) -> str:
    return f'<p><img src="@@PLUGINFILE@@/{name}" alt="{for_html(str(exercise.tree))}"></p>'


def _asked(exercise: Exercise) -> str:
    cuts = exercise.key.algorithm.cuts
    rows = "".join(_row(exercise, node) for node in exercise.tree.inner)
    head = "".join(f"<th>{what}</th>" for what in ("node", *exercise.fields))
    how = " ".join((HOW if cuts else HOW_MINIMAX, *exercise.rules))
    return (
        f"<p>{for_html(exercise.search)} {how}</p>"
        f"{_picture('tree.svg', exercise)}"
        f"<table><tr>{head}</tr>{rows}</table>{_leaves(exercise) if cuts else ''}"
        f"{_best(exercise)}"
    )


def _best(exercise: Exercise) -> str:
    """Which move is best; Moodle refuses a choice of one."""
    root, best = exercise.tree.root, exercise.key.best
    if not root.children[1:]:
        return ""
    choice = "~".join(f"{'=' if each is best else ''}{each.name}" for each in root.children)
    return f"<p>Choose the best move at {root.name}: {{1:MULTICHOICE:{choice}}}</p>"


def _row(exercise: Exercise, node: Node) -> str:
    entry = exercise.key[node.name]
    fields = "".join(f"<td>{_field(entry, what)}</td>" for what in exercise.fields)
    return f"<tr><th>{node.name}</th>{fields}</tr>"


def _field(entry: Entry, what: str) -> str:
    right = "~".join(f"={answer}" for answer in _answers(entry, what))
    return f"{{1:SHORTANSWER:{right}~{PADDING}}}"


def _answers(entry: Entry, what: str) -> list[str]:
    """Every way to write what is right."""
    if entry.cut:
        return ["cut"]
    value = getattr(entry, what)
    digits = INFINITE if abs(value) == float("inf") else (number(abs(value)),)
    return [sign + each for sign in (MINUS if value < 0 else ("", "+")) for each in digits]


def _leaves(exercise: Exercise) -> str:
    """For each leaf, whether the search looks at it."""
    rows = "".join(
        f"<tr><th>{leaf.name}</th><td>{leaf.value}</td><td>{{1:MULTICHOICE:{choice}}}</td></tr>"
        for leaf in exercise.tree.leaves
        for choice in ("seen~=cut" if exercise.key[leaf.name].cut else "=seen~cut",)
    )
    return f"<table><tr><th>leaf</th><th>value</th><th>seen or cut</th></tr>{rows}</table>"


def _explained(exercise: Exercise) -> str:
    cuts = "".join(f"<li>{for_html(each)}</li>" for each in exercise.cuts)
    said = for_html(f"{exercise.answer} {exercise.about_bounds}".strip())
    return (
        f"<p>{said}</p>{_picture('key.svg', exercise)}{key_table(exercise)}"
        f"{f'<ul>{cuts}</ul>' if cuts else ''}"
    )
