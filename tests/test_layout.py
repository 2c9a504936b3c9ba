"""The shape of the package: who imports whom, what is public, and that it does not print."""

import ast
import re
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import noughts
from noughts.check.sandbox import inside

sys.path.insert(0, str(Path(__file__).parent.parent / "docs"))

import architecture

SOURCE = Path(noughts.__file__).parent


def modules_in(docstring: str | None) -> list[str]:
    """The modules of a package, as the table in its docstring lists them."""
    return re.findall(r"^\| (\w+) +\|", docstring or "", re.M)[1:]


INSIDE = SOURCE / "check" / "sandbox" / "inside"
ORDER = modules_in(noughts.__doc__)
GROUND_OF_THE_TEXTBOOK = {"scores", "order", "options", "budget", "pseudocode"}
PACKAGES = {path.parent for path in SOURCE.rglob("__init__.py")}
# Formats need records, and records have methods for formats, which load them when they are called.
LOADED_LATER = ("noughts.records", "noughts.files")
MODULES = sorted({*SOURCE.rglob("*.py")} - {SOURCE / "__init__.py"})


def module_of(path: Path) -> str:
    """`noughts.textbook.order`, for src/noughts/textbook/order.py."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(["noughts", *(part for part in parts if part != "__init__")])


def imports_of(path: Path) -> set[str]:
    """Every module of the package that a file imports, wherever in the file it does."""
    known = {module_of(each) for each in SOURCE.rglob("*.py*")}
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 or path.parent == INSIDE, f"{path} imports by dots"
            assert node.module is not None
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found.update(inner & known or {node.module})
    return {name for name in found if name.split(".")[0] == "noughts"}


def place(module: str) -> int:
    """Where in the order a module stands: only what has a smaller place may be imported."""
    return ORDER.index(module.split(".")[1])


@pytest.mark.parametrize("path", MODULES, ids=module_of)
def test_a_module_imports_only_to_its_left(path: Path) -> None:
    module = module_of(path)
    if module == "noughts.__main__":
        assert imports_of(path) == {"noughts.cli"}
        return
    for imported in imports_of(path):
        if imported == "noughts":
            assert module.startswith("noughts.cli"), f"{module} imports the whole package"
        elif imported == "noughts._native":
            assert module.startswith("noughts.engine"), f"{module} reaches past the engine"
        elif (module, imported.rpartition(".")[0]) == LOADED_LATER:
            head = ast.parse(path.read_text(encoding="utf-8")).body
            at_once = [ast.unparse(node) for node in head if isinstance(node, ast.ImportFrom)]
            assert not any("files" in each for each in at_once), f"{module} needs {imported}"
        elif place(imported) == place(module):
            assert path.parent != SOURCE, f"{module} imports itself"
        else:
            assert place(imported) < place(module), f"{module} imports {imported}"


def test_the_ground_of_the_textbook_knows_no_search() -> None:
    for path in (SOURCE / "textbook").glob("*.py"):
        inner = {name.split(".")[2] for name in imports_of(path) if name.count(".") == 2}
        if path.stem in GROUND_OF_THE_TEXTBOOK:
            assert inner <= GROUND_OF_THE_TEXTBOOK, path


def test_commands_do_not_import_each_other() -> None:
    shared = {"arguments", "progress", "prompt", "scoreboard", "setup", "show", "unfinished"}
    for path in (SOURCE / "cli").glob("*.py"):
        inner = {name.split(".")[2] for name in imports_of(path) if ".cli." in name}
        allowed = set() if path.stem in shared else shared
        assert inner <= (allowed | {"session"} if path.stem == "play" else allowed), path


def test_every_module_has_its_row_in_the_table() -> None:
    names = {path.relative_to(SOURCE).parts[0].removesuffix(".py") for path in MODULES}
    assert names - {"__main__"} == {*ORDER}


@pytest.mark.parametrize(
    "package",
    [
        SOURCE / "arena",
        SOURCE / "files",
        SOURCE / "notebook",
        SOURCE / "practice",
        SOURCE / "review",
        SOURCE / "web",
        *(path.parent for path in (SOURCE / "check").rglob("__init__.py")),
    ],
    ids=module_of,
)
def test_in_a_package_a_module_imports_only_from_the_rows_above(package: Path) -> None:
    """The table in the docstring of each package is its order."""
    head = (package / "__init__.py").read_text(encoding="utf-8")
    order = modules_in(ast.get_docstring(ast.parse(head)))
    inner = {
        each.stem for each in package.glob("[!_]*") if each.suffix == ".py" or each in PACKAGES
    }
    assert inner == {*order}, f"{package}: a module needs its row in the table, and a row a module"
    for path in package.rglob("*.py"):
        own = path.relative_to(package).parts[0].removesuffix(".py")
        for imported in imports_of(path):
            if own != "__init__" and imported.startswith(f"{module_of(package)}."):
                other = imported.removeprefix(f"{module_of(package)}.").split(".")[0]
                same_folder = other == own and path.parent != package
                assert same_folder or order.index(other) < order.index(own), (
                    f"{path} imports {imported}"
                )


def test_the_drawing_shows_the_real_imports() -> None:
    """Every arrow is an import; every import follows from arrows, or is named below them."""
    picture = architecture.WRITTEN.read_text("utf-8")
    assert picture == architecture.drawn(), "run python docs/architecture.py"
    arrows = architecture.arrows_of(picture)
    real: set[tuple[str, str]] = set()
    for path in MODULES:
        name = module_of(path).split(".")[1]
        imported = {each.split(".")[1] for each in imports_of(path) if "." in each}
        real |= {(name, "native" if each == "_native" else each) for each in imported - {name}}
    real = {pair for pair in real if pair not in {("records", "files"), ("__main__", "cli")}}
    named = {
        (user, name)
        for name, users in re.findall(r"(\w+): used by ([\w, ]+)<", picture)
        for user in users.split(", ")
    }
    assert {pair for pair in real if pair[1] in architecture.MARGIN} == named
    assert arrows <= real
    followed = set(arrows)
    while more := {(a, d) for a, b in followed for c, d in arrows if b == c} - followed:
        followed |= more
    assert real - named <= followed


def test_what_runs_in_the_sandbox_knows_nothing_of_noughts() -> None:
    """The standard library, and of its own folder the modules above it."""
    order = modules_in(inside.__doc__)
    for path in INSIDE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level:
                above = order[: order.index(path.stem)]
                assert (node.level, node.module in above) == (1, True), f"{path}:{node.lineno}"
                continue
            named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            named += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in named:
                assert name.split(".")[0] in sys.stdlib_module_names, f"{path} imports {name}"


def test_functions_fit_on_a_screen() -> None:
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            where = f"{path}:{node.lineno}: {node.name}"
            assert (node.end_lineno or 0) - node.lineno < 60, where
            given = node.args
            named = [a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
            assert len([name for name in named if name not in ("self", "cls")]) <= 7, where


def test_no_module_is_called_after_nothing() -> None:
    for path in SOURCE.rglob("*"):
        assert path.stem not in ("utils", "util", "core", "base", "manager", "helpers", "helper")
        assert path.stem not in ("common", "misc")


def test_the_public_names() -> None:
    assert noughts.__all__ == [
        *("FOUR_IN_A_LINE", "GOMOKU", "LEVELS", "METHODS", "TIC_TAC_TOE"),
        *("Analysis", "Engine", "Growth", "Human", "IllegalMove", "Limit", "Match", "MoveValue"),
        *("NotationError", "OutOfReach", "Outcome", "Player", "Position", "Proof", "Random"),
        *("Record", "Round", "Rules", "Solver", "Trace", "Variation", "Visit"),
        *("analyse", "cell", "name", "player_named", "solve"),
    ]
    for name in noughts.__all__:
        assert getattr(noughts, name) is not None
    with pytest.raises(AttributeError, match="module 'noughts' has no attribute 'nothing'"):
        noughts.nothing  # noqa: B018


def test_what_a_module_offers_is_there() -> None:
    for path in MODULES:
        if path.stem == "__main__":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if path.stem == "__init__" and len(tree.body) == 1:
            continue  # a package that says what its modules are, and offers nothing itself
        offered = [
            str(constant.value)
            for node in tree.body
            if isinstance(node, ast.Assign | ast.AugAssign)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name) and target.id == "__all__"
            for constant in ast.walk(node.value)
            if isinstance(constant, ast.Constant)
        ]
        module = __import__(module_of(path), fromlist=["_"])
        assert offered, f"{path} says nothing about what it offers"
        assert sorted(set(offered)) == sorted(offered), path
        for name in offered:
            assert hasattr(module, name), f"{path} offers {name}"


def test_the_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", noughts.__version__)


def test_the_package_is_typed() -> None:
    assert (SOURCE / "py.typed").exists()


def test_only_the_command_line_prints() -> None:
    for path in MODULES:
        if path.is_relative_to(SOURCE / "cli") or path.parent == INSIDE:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("print", "input"), f"{path}:{node.lineno}"
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                standard = node.value.id == "sys" and node.attr in ("stdout", "stderr", "stdin")
                assert not standard, f"{path}:{node.lineno}"
            if isinstance(node, ast.Import):
                assert "click" not in [alias.name for alias in node.names], path


# The page: what knows nothing of games, the game, the search to be watched, what is on the screen

STATIC = SOURCE / "web" / "static"
FOLDERS = ["ui", "game", "watch", "practice", "views", ""]
SCRIPTS = sorted(STATIC.rglob("*.js"))


def script_name(path: Path) -> str:
    return path.relative_to(STATIC).as_posix()


def scripts_imported_by(path: Path) -> set[Path]:
    """What a module of the page loads; types, which stand in comments, are not loaded."""
    code = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
    found = re.findall(r"""(?:\bfrom|\bimport\(|^import) ?['"]([^'"]+)['"]""", code, re.M)
    return {(path.parent / name).resolve() for name in found}


def folder(path: Path) -> int:
    return FOLDERS.index(path.relative_to(STATIC).parent.as_posix().removeprefix("."))


@pytest.mark.parametrize("path", SCRIPTS, ids=script_name)
def test_a_module_of_the_page_imports_only_from_folders_to_its_left(path: Path) -> None:
    imported = scripts_imported_by(path)
    assert imported <= {*SCRIPTS}, "nothing from elsewhere"
    for each in imported:
        assert folder(each) <= folder(path), f"{path} imports {each}"


def test_no_modules_of_the_page_import_each_other() -> None:
    order = TopologicalSorter({path: scripts_imported_by(path) for path in SCRIPTS})
    assert {*order.static_order()} == {*SCRIPTS}
    loaded = [STATIC / "app.js", STATIC / "watch" / "standalone.js"]  # that one is in saved pages
    for path in loaded:
        loaded.extend(sorted(scripts_imported_by(path) - {*loaded}))
    assert {*loaded} == {*SCRIPTS}, "a module that no page loads"


def test_the_page_asks_no_method_by_name() -> None:
    """What a method is comes from the server; two may be suggested, and nothing hangs on that.

    Lessons and examples are about certain methods.
    """
    named = {
        (script_name(path), name)
        for path in {*SCRIPTS} - {STATIC / "watch" / "lessons.js"}
        for name in re.findall(r"""['"`]([a-z]+(?:-[a-z]+)*)['"`]""", path.read_text("utf-8"))
        if name in noughts.METHODS or name in noughts.LEVELS
    }
    assert named == {
        ("views/newgame.js", "engine"),
        ("views/newgame.js", "alpha-beta"),
        ("game/friendly.js", "hard"),
        ("watch/watch.js", "alpha-beta"),
    }
