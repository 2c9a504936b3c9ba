"""Docstrings as this project writes them, for Sphinx.

A `Name` in backticks leads to what is documented under that name, and is plain code otherwise.
Tables and indented code are Markdown's.
"""

import re
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxRole

__all__ = ["setup"]

CLASS = re.compile(r"[A-Z]\w*[a-z]\w*(\.\w+)?|METHODS|LEVELS")
SOFT = "noughts-soft"  # a reference that may lead nowhere
Told = list[str]


class Named(SphinxRole):  # type: ignore[misc]  # where Sphinx is not installed
    """What single backticks are in a docstring."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """A reference, if it looks like one."""
        shown = nodes.literal(self.rawtext, self.text, classes=["xref", "py"])
        if not CLASS.fullmatch(self.text):
            return [nodes.literal(self.rawtext, self.text)], []
        context = {"py:module": "noughts", "py:class": self.env.ref_context.get("py:class")}
        wish = addnodes.pending_xref(
            "", shown, refdomain="py", reftype="obj", reftarget=self.text, refexplicit=False,
            **{SOFT: True}, **context,
        )  # fmt: skip
        wish["refdoc"] = self.env.docname
        return [wish], []


def _plain(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, shown: nodes.Element
) -> nodes.Element | None:
    """What leads nowhere is plain code, if it need not lead anywhere."""
    return shown if node.get(SOFT) else None


def _as_rst(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: Told) -> None:
    """Tables and indented code of Markdown become those of reStructuredText."""
    found: Told = []
    code = False
    for before, line in zip(["", *lines[:-1]], lines, strict=True):
        if line.startswith("|"):
            _add_row(found, line)
            continue
        begins = not before and line.startswith("    ")
        if begins and not code:
            found += ["::", ""]
        code = begins or (code and (not line or line.startswith("    ")))
        found.append(line)
    lines[:] = found


def _add_row(found: Told, line: str) -> None:
    """A line of a table; one that begins with an empty cell goes on with the row before it."""
    first, *others = [cell.strip() for cell in line.strip("|").split("|")]
    if set(line) <= set("|-: "):  # what has come before is the head
        found[-2:-2] = ["", ".. list-table::", "   :header-rows: 1", ""]
    elif first:
        found += [f"   * - {first}", *(f"     - {cell}" for cell in others)]
    else:
        found[-1] += f" {others[0]}"


def _unsaid(app: Sphinx, what: str, name: str, obj: Any, skip: bool, options: Any) -> bool | None:
    """Fields of a named tuple are described with the tuple."""
    return True if (obj.__doc__ or "").startswith("Alias for field number") else None


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.add_role("named", Named())
    app.connect("missing-reference", _plain)
    app.connect("autodoc-process-docstring", _as_rst)
    app.connect("autodoc-skip-member", _unsaid)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
