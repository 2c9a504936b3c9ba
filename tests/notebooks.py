"""Runs the example notebooks. `python tests/notebooks.py` writes their outputs into them again."""

import json
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

__all__ = ["EXAMPLES", "executed", "kept", "read"]

EXAMPLES = sorted((Path(__file__).parents[1] / "examples" / "notebooks").glob("*.ipynb"))
WIDGET = "application/vnd.jupyter.widget-view+json"  # of use only while Python runs


def read(path: Path) -> Any:
    """The notebook as it is in the file."""
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def executed(path: Path) -> Any:
    """The notebook after all its cells have been run in a new kernel."""
    notebook = read(path)
    NotebookClient(notebook, timeout=120, store_widget_state=False, coalesce_streams=True).execute()
    return notebook


def kept(notebook: Any) -> Any:
    """The notebook as it is committed: widgets are pictures, nothing says when it was run."""
    for cell in notebook.cells:
        cell.metadata.clear()
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET, None)
    notebook.metadata.pop("widgets", None)
    notebook.metadata["language_info"] = {"name": "python"}
    return json.loads(nbformat.writes(notebook))  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    for example in EXAMPLES:
        text = json.dumps(kept(executed(example)), indent=1, ensure_ascii=False)
        example.write_text(text + "\n", encoding="utf-8")
