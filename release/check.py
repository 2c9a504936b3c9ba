"""Checks that everything is ready for a release (`make release`), and publishes nothing.

It stops at the first thing that is not ready, with one sentence that says what to do. What is quick
to find out comes first, the tests and the builds last. `--tag TAG` only compares the version, the
changelog and a tag, as the workflow does before it publishes.
"""

import argparse
import datetime
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "release"
LARGEST = 8 << 20  # bytes of a wheel
HEADING = re.compile(r"## (?P<version>\S+) \((?P<day>[^)]*)\)")
# A source distribution holds what a test run of a user needs, and nothing that only we need.
IN_SDIST = ("PKG-INFO", "CMakeLists.txt", "LICENSE", "Makefile", "README.md", "native/bind.pyx",
            "src/noughts/engine/net.bin", "tests/laws.py")  # fmt: skip
NOT_IN_SDIST = (
    ".ci/",
    ".git/",
    ".github/",
    ".pre-commit-config.yaml",
    ".venv/",
    "build/",
    "node_modules/",
)
NOT_IN_WHEEL = ("tests/", "native/", "bench/", "docs/", ".cpp", ".pyx", ".hpp")


class NotReady(Exception):
    """Why there can be no release yet, in a sentence."""


def version_of(root: Path) -> str:
    """The version, from the one place where it stands."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = str(project["version"])
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise NotReady(f"the version in pyproject.toml is {version}: write three numbers")
    return version


def check_changelog(root: Path, version: str, today: datetime.date) -> None:
    """Its first section is of this version, has a day that is not to come, and says something."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    _, *sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    heading, _, news = (sections or [""])[0].partition("\n")
    wanted = f"write the heading ## {version} ({today})"
    found = HEADING.fullmatch(heading.strip())
    if found is None:
        raise NotReady(f"CHANGELOG.md does not begin with a version and a day: {wanted}")
    if found["version"] != version:
        raise NotReady(
            f"CHANGELOG.md begins with {found['version']}, but pyproject.toml says {version}: make "
            "them the same"
        )
    try:
        day = datetime.date.fromisoformat(found["day"])
    except ValueError:
        raise NotReady(f"CHANGELOG.md calls {version} {found['day']!r}: {wanted}") from None
    if day > today:
        raise NotReady(f"CHANGELOG.md says that {version} is of {day}, which is to come: {wanted}")
    if "- " not in news:
        raise NotReady(f"CHANGELOG.md does not say what is new in {version}: add a line")


def check_tree(root: Path, version: str) -> None:
    """All is committed, and the version is not taken by another commit."""
    changed = git(root, "status", "--porcelain").splitlines()
    if changed:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        raise NotReady(f"{changed[0][3:]}{more} is not committed: commit it or remove it")
    taken = git(root, "tag", "--list", f"v{version}")
    if taken and git(root, "rev-parse", f"v{version}^{{commit}}") != git(root, "rev-parse", "HEAD"):
        raise NotReady(f"the tag v{version} is on another commit: choose the next version")


def git(root: Path, *words: str) -> str:
    """What git says."""
    return subprocess.run(
        ["git", "-C", str(root), *words], capture_output=True, text=True, check=True
    ).stdout.strip()


def check_signature() -> None:
    """The engine does what the tracked file says."""
    said = run("noughts bench", [str(Path(sys.executable).with_name("noughts")), "bench"])
    if said != (ROOT / "bench" / "signature.txt").read_text(encoding="utf-8"):
        raise NotReady(
            "noughts bench differs from bench/signature.txt: find out why, then write it anew"
        )


def run(what: str, words: list[str], show: bool = False) -> str:
    """Run a command that must succeed; its output, or with `show` none, since it is shown."""
    done = subprocess.run(words, cwd=ROOT, capture_output=not show, text=True, check=False)
    if done.returncode:
        said = "" if show else f": {last_line(done.stdout + done.stderr)}"
        raise NotReady(f"{what} failed{said}")
    return "" if show else done.stdout


def last_line(text: str) -> str:
    """The last line that says something."""
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "no word")


def build() -> tuple[Path, Path]:
    """The source distribution, and a wheel made from it alone."""
    folder = BUILD / "dist"
    for old in folder.glob("noughts-*"):
        old.unlink()
    run("building", [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)])
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return sdist, wheel


def check_contents(sdist: Path, wheel: Path) -> None:
    """What is needed is in them, and nothing else."""
    with tarfile.open(sdist) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    for name in IN_SDIST:
        if name not in names:
            raise NotReady(f"{sdist.name} lacks {name}: see sdist in pyproject.toml")
    for name in names:
        if name.startswith(NOT_IN_SDIST) or "__pycache__" in name:
            raise NotReady(f"{sdist.name} holds {name}: see sdist.exclude in pyproject.toml")
    with zipfile.ZipFile(wheel) as packed:
        for name in packed.namelist():
            if name.startswith(NOT_IN_WHEEL) or name.endswith(NOT_IN_WHEEL):
                raise NotReady(f"{wheel.name} holds {name}, which nobody needs who only plays")
    if wheel.stat().st_size > LARGEST:
        raise NotReady(f"{wheel.name} has more than {LARGEST >> 20} MB: find out what has grown")


def check_install(wheel: Path) -> None:
    """It works where nothing else is installed."""
    place = BUILD / "clean"
    venv.create(place, with_pip=True, clear=True)
    python = str(place / ("Scripts" if sys.platform == "win32" else "bin") / "python")
    run("installing the wheel", [python, "-m", "pip", "install", "--quiet", str(wheel)])
    run("the wheel", [python, str(ROOT / "release" / "try_it.py")], show=True)


def check_docs() -> None:
    """The documentation, if there is a target for it."""
    if re.search(r"^docs:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE):
        run("make docs", ["make", "docs"], show=True)


def check_everything(version: str) -> None:
    """All that takes time."""
    check_signature()
    check_docs()
    run("make test", ["make", "test"], show=True)
    sdist, wheel = build()
    check_contents(sdist, wheel)
    run("twine check", [sys.executable, "-m", "twine", "check", "--strict", str(sdist), str(wheel)])
    check_install(wheel)
    sizes = [f"{each.name} ({each.stat().st_size >> 10} kB)" for each in (sdist, wheel)]
    print(f"Noughts {version} is ready: {' and '.join(sizes)} in {BUILD.relative_to(ROOT)}/dist.")
    print(f"To publish it, push a tag: git tag -a v{version}, git push origin v{version}")


def main() -> int:
    """Check, and say in a sentence what is not ready."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tag", help="only see that this tag, version and changelog agree")
    tag = options.parse_args().tag
    today = datetime.datetime.now(datetime.UTC).date()
    try:
        version = version_of(ROOT)
        if tag is not None and tag != f"v{version}":
            raise NotReady(f"the tag {tag} is not v{version}, the version in pyproject.toml")
        check_changelog(ROOT, version, today)
        if tag is None:
            check_tree(ROOT, version)
            check_everything(version)
    except NotReady as why:
        print(f"Not ready: {why}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
