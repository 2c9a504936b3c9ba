"""Packs the zip that a teacher uploads to Gradescope (`make gradescope`).

    python release/gradescope.py OUT.zip PACKAGE...

PACKAGE is a wheel or a source distribution of Noughts; setup.sh installs the first that fits.
"""

import sys
import zipfile
from pathlib import Path

SCRIPTS = Path(__file__).parent.parent / "examples" / "gradescope"


def pack(out: Path, packages: list[Path]) -> None:
    """Write the zip; the scripts in it may be executed."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for script in sorted(SCRIPTS.iterdir()):
            entry = zipfile.ZipInfo(script.name)
            entry.external_attr = 0o100755 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, script.read_bytes())
        for package in packages:
            archive.write(package, package.name)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: python release/gradescope.py OUT.zip PACKAGE...")
    pack(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
    print(f"Upload {sys.argv[1]} as the autograder")
