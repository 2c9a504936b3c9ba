"""Runs inside the sandbox: takes functions out of the functions in which they are defined.

Students like to write `max_value` inside `minimax`. There, each call makes it anew, and no memory
(`memoise`) can keep its answers. One that uses nothing of the function around it means the same at
the top of the file.
"""

import ast
import symtable
from collections.abc import Iterator

__all__ = ["hoist"]


def hoist(source: bytes | str) -> tuple[ast.Module, set[str]]:
    """The program with such functions at its top, and their names."""
    tree = ast.parse(source)
    told = symtable.symtable(source, "", "exec")  # type: ignore[arg-type]  # bytes will do
    tables = {table.get_lineno(): table for table in told.get_children()}
    found: set[str] = set()
    for outer in [node for node in tree.body if isinstance(node, ast.FunctionDef)]:
        table = tables.get(outer.lineno)
        names = _independent(outer, table, tree) if table else set()
        inner = [node for node in outer.body if _name(node) in names]
        if len(inner) == len(names):
            outer.body = [node for node in outer.body if node not in inner] or [ast.Pass()]
            at = tree.body.index(outer)
            tree.body[at:at] = inner
            found |= names
    return ast.fix_missing_locations(tree), found


def _name(node: ast.AST) -> str | None:
    return node.name if isinstance(node, ast.FunctionDef) else None


def _independent(outer: ast.FunctionDef, table: symtable.SymbolTable, tree: ast.Module) -> set[str]:
    """The functions defined in another one that use nothing of it but each other."""
    plain = {_name(node) for node in outer.body if _is_plain(node)}
    free: dict[str, set[str]] = {}
    for child in table.get_children():
        if isinstance(child, symtable.Function) and child.get_name() in plain:
            free[child.get_name()] = {*free.get(child.get_name(), ()), *child.get_frees()}
    free = {name: used for name, used in free.items() if not _is_known(name, tree, outer)}
    while dependent := [name for name, used in free.items() if not used <= {*free}]:
        for name in dependent:
            del free[name]
    return {*free}


def _is_plain(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and not (
        node.decorator_list or node.args.defaults or any(node.args.kw_defaults)
    )


def _is_known(name: str, tree: ast.Module, outer: ast.FunctionDef) -> bool:
    """Whether the name means anything else, in the rest of the file or in the function."""
    if any(name in _names_in(node) for node in tree.body if node is not outer):
        return True
    return any(
        name == (node.arg if isinstance(node, ast.arg) else node.id)
        for node in ast.walk(outer)
        if isinstance(node, ast.arg)
        or (isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load))
    )


def _names_in(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        for field in ("id", "name", "arg", "asname"):
            if isinstance(word := getattr(each, field, None), str):
                yield word.split(".")[0]
        if isinstance(each, ast.Global | ast.Nonlocal):
            yield from each.names
