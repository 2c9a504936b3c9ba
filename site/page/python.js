// Python in a worker: Pyodide, with the engine and the program.
//
// The large files lie there compressed, because not every host compresses what it sends.

import { engineOf } from './engine.js';
import { loadPyodide } from './pyodide.mjs';

const HERE = new URL('./', import.meta.url).href;
const PACKED = new Map([
  ['pyodide.asm.mjs', 'text/javascript'],
  ['pyodide.asm.wasm', 'application/wasm'],
  ['python.zip', 'application/zip'],
  ['noughts.zip', 'application/zip'],
  ['engine.wasm', 'application/wasm'],
]);

const fetchAsIs = globalThis.fetch.bind(globalThis);

/**
 * A file of this folder, unpacked.
 * @param {string} name
 */
async function unpacked(name) {
  const response = await fetchAsIs(`${HERE}${name}.gz`);
  if (!response.ok || !response.body) throw new Error(`${name} cannot be loaded`);
  const body = response.body.pipeThrough(new DecompressionStream('gzip'));
  return new Response(body, { headers: { 'Content-Type': PACKED.get(name) ?? '' } });
}

/** Pyodide asks for its files by their own names. @type {typeof fetch} */
globalThis.fetch = (what, options) => {
  const address = String(what instanceof Request ? what.url : what);
  const name = address.startsWith(HERE) ? address.slice(HERE.length) : '';
  return PACKED.has(name) ? unpacked(name) : fetchAsIs(what, options);
};

/** The compiled Python. An import has an address: that of what was unpacked. @param {any} settings */
async function createPyodideModule(settings) {
  const response = await unpacked('pyodide.asm.mjs');
  const address = URL.createObjectURL(await response.blob());
  const { default: create } = await import(address);
  URL.revokeObjectURL(address);
  return create(settings);
}

/** Python, in which `noughts` can be imported. @returns {Promise<any>} */
export async function startPython() {
  const [python, engine, program] = await Promise.all([
    loadPyodide({ indexURL: HERE, stdLibURL: `${HERE}python.zip`, createPyodideModule }),
    unpacked('engine.wasm').then(WebAssembly.compileStreaming),
    unpacked('noughts.zip').then((response) => response.arrayBuffer()),
  ]);
  Object.assign(globalThis, { noughtsEngine: engineOf(engine) });
  const folder = python.runPython('import site; site.getsitepackages()[0]');
  python.FS.mkdirTree(folder);
  python.unpackArchive(program, 'zip', { extractDir: folder });
  python.runPython('import importlib; importlib.invalidate_caches()');
  return python;
}
