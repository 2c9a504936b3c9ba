// A worker that searches: it gets requests, a line of JSON each, and sends [event, data].

import { startPython } from './python.js';

const searcher = startPython().then((python) =>
  python
    .pyimport('noughts_site.search')
    .Searcher((/** @type {string} */ event, /** @type {string} */ data) =>
      postMessage([event, data]),
    ),
);

globalThis.onmessage = async ({ data }) => {
  try {
    (await searcher).ask(data);
  } catch (error) {
    postMessage(['failed', String(error)]);
  }
};
