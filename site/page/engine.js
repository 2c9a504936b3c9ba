// The engine: C++ compiled to WebAssembly (`site/engine.cpp`), ready to be called by Python.
//
// It is linked against WASI, of which it needs the clock and, if it fails, a way to say why.

const OK = 0;
const NOT_SUPPORTED = 58;

/**
 * @param {WebAssembly.Module} module
 * @returns {{functions: any, tell: (() => void) | null}}
 *   `tell` is called by a search after each depth.
 */
export function engineOf(module) {
  const engine = { functions: /** @type {any} */ (null), tell: /** @type {any} */ (null) };
  const memory = () => new DataView(engine.functions.memory.buffer);
  const wasi = {
    /** @param {number} clock @param {bigint} _precision @param {number} at */
    clock_time_get(clock, _precision, at) {
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      memory().setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
      return OK;
    },
    /** @param {number} status */
    proc_exit(status) {
      throw new Error(`the engine ended with status ${status}`);
    },
    /** @param {number} _file @param {number} parts @param {number} count @param {number} written */
    fd_write(_file, parts, count, written) {
      let bytes = 0;
      for (let part = 0; part < count; part++) {
        const [at, size] = [0, 4].map((more) => memory().getUint32(parts + 8 * part + more, true));
        console.error(new TextDecoder().decode(new Uint8Array(memory().buffer, at, size)));
        bytes += size;
      }
      memory().setUint32(written, bytes, true);
      return OK;
    },
  };
  const rest = {
    get: (/** @type {any} */ known, /** @type {string} */ name) =>
      known[name] ?? (() => NOT_SUPPORTED),
  };
  const instance = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: new Proxy(wasi, rest),
    page: { tell: () => engine.tell?.() },
  });
  engine.functions = instance.exports;
  engine.functions._initialize();
  return engine;
}
