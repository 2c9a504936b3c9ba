// A Python program with the engine as browsers have it:
// `node site/run.mjs build/site LIBRARIES -m noughts bench`, with the folder of your site-packages.
// Python is Pyodide, the engine is that of the built site, the rest is read from where it lies.

import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { loadPyodide } from 'pyodide';
import { engineOf } from './page/engine.js';

const [, , site, libraries, ...words] = process.argv;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bytes = gunzipSync(readFileSync(`${site}/browser/engine.wasm.gz`));
globalThis.noughtsEngine = engineOf(new WebAssembly.Module(bytes));
const python = await loadPyodide();
for (const [name, folder] of Object.entries({ root, libraries })) {
  python.FS.mkdir(`/${name}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, `/${name}`);
}
globalThis.words = words;
python.runPython(`
import sys
from importlib.util import module_from_spec, spec_from_file_location
from js import words

sys.dont_write_bytecode = True
sys.path[:0] = ["/root/src", "/libraries"]
spec = spec_from_file_location("noughts._native", "/root/site/python/native.py")
sys.modules["noughts._native"] = native = module_from_spec(spec)
spec.loader.exec_module(native)

import runpy

module, *sys.argv = words.to_py()[1:] if words[0] == "-m" else ["", *words]
try:
    if module:
        sys.argv.insert(0, module)
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(sys.argv[0], run_name="__main__")
except SystemExit as end:
    if end.code:
        raise
`);
