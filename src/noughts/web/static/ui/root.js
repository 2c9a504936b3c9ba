// Where the page lies: `/` on its own server, perhaps `/noughts/` on a host that it shares.

/** The path of the page; everything else lies below it. */
export const ROOT = new URL('../../', import.meta.url).pathname;
