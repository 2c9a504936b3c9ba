// Compile Python files for the browser, with the Python that will run them there:
// `node site/compile.mjs FOLDER...`. Each `x.py` becomes `x.pyc`,
// without docstrings and assertions, which nobody sees there.

import { loadPyodide } from 'pyodide';

const python = await loadPyodide();
for (const [number, folder] of process.argv.slice(2).entries()) {
  const here = `/compiled${number}`;
  python.FS.mkdir(here);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, here);
  python.runPython(`
from compileall import compile_dir
from pathlib import Path
from py_compile import PycInvalidationMode

def compile_all(folder):
    how = {"quiet": 1, "legacy": True, "stripdir": folder, "maxlevels": 20, "optimize": 2}
    if not compile_dir(folder, **how, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH):
        raise SystemExit("not all of it could be compiled")
    for path in Path(folder).rglob("*.py"):
        if "install_lazy_importer" in path.read_text():  # AnyIO reads its own source
            path.with_suffix(".pyc").unlink()
        else:
            path.unlink()

compile_all("${here}")
`);
}
