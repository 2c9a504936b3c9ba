"""Build the page without a server: `python site/build.py OUT DOCS`, a folder for any static host.

    index.html, static/     the page, as the server has it
    docs/                   the documentation, which `make docs` has built in DOCS
    browser/                what stands for the server: Python, the engine, and what runs them
    sw.js                   keeps the page, for visits without a network

What is large is compressed here, because not every host does that.
"""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import build_engine
import record

ROOT = Path(__file__).resolve().parent.parent
PARTS = ROOT / "build/site-parts"
STATIC = ROOT / "src/noughts/web/static"
PYODIDE = ROOT / "node_modules/pyodide"
MOST = 10_000_000  # bytes in all, as a host sends them that compresses text
TEXT = {".css", ".html", ".js", ".json", ".mjs", ".svg"}  # what such hosts compress
PACKAGES = ("anyio", "segno", "starlette")  # all of them pure Python
ABSENT = ("arena", "check", "cli", "gomocup.py", "notebook", "web/static")  # of Noughts

# Of Python's own library: what needs a terminal, a window, a process or a socket, tools for
# programmers, and formats that nobody writes here.
NOT_NEEDED = """
    _pyio.py _pyrepl asyncio/proactor_events.py asyncio/tools.py asyncio/windows_events.py
    asyncio/windows_utils.py bdb.py cProfile.py cmd.py compileall.py configparser.py csv.py
    ctypes/macholib curses dbm doctest.py ensurepip fileinput.py ftplib.py gettext.py
    http/cookiejar.py http/server.py idlelib imaplib.py lib2to3 logging/config.py
    logging/handlers.py mailbox.py modulefinder.py multiprocessing netrc.py optparse.py pdb.py
    pickletools.py plistlib.py poplib.py pprint.py profile.py profiling pstats.py pyclbr.py
    pydoc.py pydoc_data sched.py shelve.py smtplib.py socketserver.py sqlite3/__main__.py
    symtable.py tabnanny.py tarfile.py test tkinter tomllib trace.py tracemalloc.py turtle.py
    turtledemo unittest venv wave.py wsgiref xml/dom xmlrpc zipapp.py zoneinfo
""".split()  # noqa: SIM905 (fifty quotes less)
LOADER = '<script type="module" src="static/app.js"></script>'
LOADERS = f"""<link rel="stylesheet" href="browser/start.css">
{LOADER.replace("static/app.js", "browser/start.js")}
{LOADER}"""
FOOT = """</main>

<footer class="documentation">
<a href="docs/">Documentation</a>: tutorials, how-to pages, explanations, reference
</footer>"""
TO_THE_PAGE = "<!-- make site: a link to the page -->"
LINK = '<p><a href="../">Play in the browser</a></p>'
MAP = re.compile(r"(//|/\*)# sourceMappingURL=\S+( \*/)?\n?")


def main(out: Path, docs: Path) -> None:
    """Build it, and say how large it is."""
    shutil.rmtree(out, ignore_errors=True)
    browser = out / "browser"
    shutil.copytree(STATIC, out / "static", ignore=shutil.ignore_patterns("*.d.ts", "index.html"))
    shutil.copytree(ROOT / "site/page", browser, ignore=shutil.ignore_patterns("sw.js", "*.d.*ts"))
    _rewrite(STATIC / "index.html", out / "index.html", {LOADER: LOADERS, "</main>": FOOT})
    (browser / "answers.js").write_text(record.answers(), "utf-8")
    build_engine.main(PARTS / "engine.wasm")
    _pack(PARTS / "engine.wasm", browser)
    _add_python(browser)
    for archive in _archives():
        _pack(archive, browser)
    _add_service_worker(out)
    page = sizes(out)
    _add_documentation(docs, out / "docs")  # last: the worker does not keep it
    whole = sizes(out)
    for name, (files, disk, sent) in {"the page": page, "with docs/": whole}.items():
        print(f"{name}: {files} files, {disk:,} bytes, sent as {sent:,} where text is compressed")
    if whole[-1] > MOST:
        sys.exit(f"that is more than {MOST:,}")


def sizes(folder: Path) -> tuple[int, int, int]:
    """Its files, their bytes, and the bytes that leave a host that compresses text (by gzip)."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    sent = (
        len(gzip.compress(path.read_bytes(), 6)) if path.suffix in TEXT else path.stat().st_size
        for path in files
    )
    return len(files), sum(path.stat().st_size for path in files), sum(sent)


def _rewrite(path: Path, out: Path, changes: dict[str, str]) -> None:
    text = path.read_text("utf-8")
    for found, wanted in changes.items():
        assert text.count(found) == 1, f"{path}: {found}"
        text = text.replace(found, wanted)
    out.write_text(text, "utf-8")


def _add_documentation(docs: Path, out: Path) -> None:
    """Without source maps, and with a way to the page."""
    shutil.copytree(docs, out, ignore=shutil.ignore_patterns("*.map", ".buildinfo"))
    for source in docs.rglob("*.map"):
        mapped = out / source.relative_to(docs).with_suffix("")
        mapped.write_text(MAP.sub("", mapped.read_text("utf-8")), "utf-8")
    _rewrite(docs / "index.html", out / "index.html", {TO_THE_PAGE: LINK})


def _pack(path: Path, folder: Path) -> None:
    data = gzip.compress(path.read_bytes(), 9, mtime=0)
    (folder / f"{path.name}.gz").write_bytes(data)


def _add_python(browser: Path) -> None:
    """Pyodide, without a list of packages: there are none to load."""
    for name in ("pyodide.asm.mjs", "pyodide.asm.wasm"):
        _pack(PYODIDE / name, browser)
    loader = (PYODIDE / "pyodide.mjs").read_text("utf-8")
    (browser / "pyodide.mjs").write_text(MAP.sub("", loader), "utf-8")
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    (browser / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), "utf-8")


def _archives() -> Iterable[Path]:
    """Python's own library, and the program with what it needs; both compiled."""
    library, program = PARTS / "library", PARTS / "program"
    for folder in (library, program):
        shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as archive:
        archive.extractall(library)
    for name in NOT_NEEDED:
        path = library / name
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    _gather_program(program)
    node = Path(sysconfig.get_path("scripts")) / "node"
    command = [str(node), str(ROOT / "site/compile.mjs"), str(library), str(program)]
    subprocess.run(command, check=True)
    yield _zipped(library, PARTS / "python.zip")
    yield _zipped(program, PARTS / "noughts.zip")


def _gather_program(folder: Path) -> None:
    ours = ROOT / "src/noughts"
    absent = {ours / name for name in ABSENT}

    def left_out(where: str, names: list[str]) -> list[str]:
        here = Path(where)
        suffixes = (".pyc", ".pyi", ".so", ".pyd", "__pycache__")
        return [name for name in names if here / name in absent or name.endswith(suffixes)]

    shutil.copytree(ours, folder / "noughts", ignore=left_out)
    (folder / "noughts/web/static").mkdir()  # the page has its files from the host
    site = ROOT / "site/python"
    shutil.copy(site / "native.py", folder / "noughts/_native.py")
    (folder / "noughts_site").mkdir()
    for name in ("__init__.py", "alone.py", "search.py"):
        shutil.copy(site / name, folder / "noughts_site" / name)
    libraries = Path(sysconfig.get_path("purelib"))
    for name in PACKAGES:
        unwanted = ("__pycache__", "*.pyi", "testclient.py", "pytest_plugin.py", "_trio.py")
        shutil.copytree(libraries / name, folder / name, ignore=shutil.ignore_patterns(*unwanted))
    version = metadata.version("noughts")
    about = folder / f"noughts-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: noughts\nVersion: {version}\n")


def _zipped(folder: Path, path: Path) -> Path:
    """All of a folder, not compressed: that is done to the whole file. The same bytes each time."""
    with zipfile.ZipFile(path, "w") as archive:
        for each in sorted(folder.rglob("*")):
            name = each.relative_to(folder).as_posix() + ("/" if each.is_dir() else "")
            archive.writestr(zipfile.ZipInfo(name), b"" if each.is_dir() else each.read_bytes())
    return path


def _add_service_worker(out: Path) -> None:
    """The worker that keeps the files must know them, and change when one of them does."""
    files = sorted(path for path in out.rglob("*") if path.is_file())
    names = ["./" if path.name == "index.html" else str(path.relative_to(out)) for path in files]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
    known = json.dumps({"VERSION": digest, "FILES": names})
    worker = (ROOT / "site/page/sw.js").read_text("utf-8")
    (out / "sw.js").write_text(f"self.NOUGHTS_SITE = {known};\n\n{worker}", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
