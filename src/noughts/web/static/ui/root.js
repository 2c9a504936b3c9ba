/** Where the page lies: `/`, or `/noughts/` on a host that it shares. */
export const ROOT = globalThis.location?.pathname.replace(/[^/]*$/, '') ?? '/';
