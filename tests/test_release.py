"""`make release` refuses what is not ready, with a sentence that says what to do."""

import datetime
import importlib.util
import subprocess
import tarfile
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
TODAY = datetime.date(2030, 1, 31)


@pytest.fixture(scope="module")
def release() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release_check", ROOT / "release" / "check.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_version_is_three_numbers(release: ModuleType, tmp_path: Path) -> None:
    assert release.version_of(ROOT)
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.dev0"\n')
    with pytest.raises(release.NotReady, match="write three numbers"):
        release.version_of(tmp_path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("## 1.2.3 (2030-01-31)\n\n- All is new.\n", None),
        ("## 1.2.3 (2030-01-30)\n\n- All.\n\n## 1.2.2 (unreleased)\n", None),
        ("", "does not begin with a version and a day"),
        ("## Next\n\n- All.\n", "does not begin with a version and a day"),
        ("## 1.2.3 (unreleased)\n\n- All.\n", "'unreleased': write the heading ## 1.2.3"),
        ("## 1.2.3 (2030-01-32)\n\n- All.\n", "write the heading ## 1.2.3"),
        ("## 1.2.4 (2030-01-31)\n\n- All.\n", "begins with 1.2.4, but pyproject.toml says 1.2.3"),
        ("## 1.2.3 (2030-02-01)\n\n- All.\n", "which is to come"),
        ("## 1.2.3 (2030-01-31)\n\n## 1.2.2 (2029-01-01)\n\n- Old.\n", "does not say what is new"),
    ],
)
def test_the_changelog(release: ModuleType, tmp_path: Path, text: str, why: str | None) -> None:
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n{text}")
    if why is None:
        release.check_changelog(tmp_path, "1.2.3", TODAY)
    else:
        with pytest.raises(release.NotReady, match=why):
            release.check_changelog(tmp_path, "1.2.3", TODAY)


def test_the_tree_is_clean_and_the_version_is_free(release: ModuleType, tmp_path: Path) -> None:
    def git(*words: str) -> None:
        by = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", "-C", str(tmp_path), *by, *words], check=True, capture_output=True)

    git("init")
    git("commit", "--allow-empty", "-m", "one")
    release.check_tree(tmp_path, "1.2.3")
    git("tag", "v1.2.3")
    release.check_tree(tmp_path, "1.2.3")
    git("commit", "--allow-empty", "-m", "two")
    with pytest.raises(release.NotReady, match=r"the tag v1\.2\.3 is on another commit"):
        release.check_tree(tmp_path, "1.2.3")
    (tmp_path / "one.py").touch()
    with pytest.raises(release.NotReady, match=r"^one\.py is not committed"):
        release.check_tree(tmp_path, "1.2.4")
    (tmp_path / "two.py").touch()
    with pytest.raises(release.NotReady, match=r"^one\.py and 1 more is not committed"):
        release.check_tree(tmp_path, "1.2.4")


def packed(
    folder: Path, missing: str = "", more: str = "", in_wheel: str = ""
) -> tuple[Path, Path]:
    """A source distribution and a wheel with empty files."""
    sdist, wheel = folder / "noughts-1.2.3.tar.gz", folder / "noughts-1.2.3.whl"
    names = {
        *("PKG-INFO", "CMakeLists.txt", "LICENSE", "Makefile", "README.md", "native/bind.pyx"),
        *("src/noughts/engine/net.bin", "tests/laws.py", more),
    }
    with tarfile.open(sdist, "w:gz") as archive:
        for name in names - {missing, ""}:
            archive.addfile(tarfile.TarInfo(f"noughts-1.2.3/{name}"))
    with zipfile.ZipFile(wheel, "w") as archive_of_wheel:
        for name in {"noughts/rules.py", in_wheel} - {""}:
            archive_of_wheel.writestr(name, "")
    return sdist, wheel


def test_what_is_packed(release: ModuleType, tmp_path: Path) -> None:
    release.check_contents(*packed(tmp_path))
    for lack in ("tests/laws.py", "src/noughts/engine/net.bin"):
        with pytest.raises(release.NotReady, match=f"lacks {lack}"):
            release.check_contents(*packed(tmp_path, missing=lack))
    for more in (".github/workflows/test.yml", "build/x.o", "src/__pycache__/x.pyc"):
        with pytest.raises(release.NotReady, match=f"holds {more}"):
            release.check_contents(*packed(tmp_path, more=more))
    for more in ("tests/laws.py", "noughts/net.cpp"):
        with pytest.raises(release.NotReady, match=f"holds {more}"):
            release.check_contents(*packed(tmp_path, in_wheel=more))


def test_a_command_that_fails_is_told_with_its_last_line(release: ModuleType) -> None:
    assert release.run("this", ["echo", "fine"]) == "fine\n"
    with pytest.raises(release.NotReady, match=r"^this failed: it broke$"):
        release.run("this", ["sh", "-c", "echo it broke; echo; exit 3"])


def test_the_version_stands_in_one_place(release: ModuleType) -> None:
    """The changelog tells of versions; nothing else has to be changed for a new one."""
    version = release.version_of(ROOT)
    for name in ("CITATION.cff", "SECURITY.md", "CMakeLists.txt", "Dockerfile", "package.json"):
        assert version not in (ROOT / name).read_text(encoding="utf-8")
    assert f'version = "{version}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
