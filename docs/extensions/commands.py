"""The commands in the reference, from click: the directive `{commands}` describes all of them.

Each command becomes a section with its usage, its help, and a list of its options.
"""

import re
from collections.abc import Iterator
from typing import Any

import click
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from noughts.cli import noughts_command

__all__ = ["setup"]


class Commands(SphinxDirective):  # type: ignore[misc]  # where Sphinx is not installed
    """A section for each command, and within a group for each of its own."""

    def run(self) -> list[nodes.Node]:
        """The sections."""
        group = noughts_command
        context = click.Context(group, info_name="noughts")
        return [_section(command, inner) for command, inner in _commands_of(group, context)]


def _commands_of(
    group: click.Group, context: click.Context
) -> Iterator[tuple[click.Command, click.Context]]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command
        yield command, click.Context(command, parent=context, info_name=name)


def _section(command: click.Command, context: click.Context) -> nodes.section:
    path = context.command_path
    section = nodes.section(ids=[path.replace(" ", "-")], names=[path])
    section += nodes.title("", "", nodes.literal("", path))
    usage = " ".join([path, *command.collect_usage_pieces(context)])
    section += nodes.literal_block(usage, usage, language="text")
    section += _prose(command.help or "")
    options = [each for each in command.params if isinstance(each, click.Option)]
    if options:
        section += nodes.definition_list("", *(_option(each, context) for each in options))
    if isinstance(command, click.Group):
        section += [_section(each, inner) for each, inner in _commands_of(command, context)]
    return section


def _prose(text: str) -> list[nodes.Node]:
    """The paragraphs of a help text; what click must not wrap is kept in its lines."""
    found: list[nodes.Node] = []
    for part in re.split(r"\n\s*\n", text.strip()):
        if part.lstrip().startswith("\b"):
            lines = part.lstrip().removeprefix("\b").strip("\n")
            found.append(nodes.literal_block(lines, lines, language="text"))
        else:
            found.append(nodes.paragraph("", "", *_with_literals(" ".join(part.split()))))
    return found


def _with_literals(text: str) -> list[nodes.Node]:
    """Options, and names of arguments, look like what one types."""
    parts = re.split(r"((?<![\w-])--?[a-z][a-z-]*|\b[A-Z][A-Z]+\b)", text)
    return [nodes.literal("", part) if i % 2 else nodes.Text(part) for i, part in enumerate(parts)]


def _option(option: click.Option, context: click.Context) -> nodes.definition_list_item:
    record = option.get_help_record(context)
    names, about = record or (", ".join(option.opts), "")
    body = nodes.paragraph("", "", *_with_literals(about))
    item = nodes.definition_list_item()
    item += nodes.term("", "", nodes.literal("", names))
    item += nodes.definition("", body)
    return item


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.add_directive("commands", Commands)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
