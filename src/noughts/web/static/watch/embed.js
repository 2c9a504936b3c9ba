// A step of a search within another page: the line of HTML for it.

import { linkToThis } from '../game/address.js';
import { copy } from '../ui/clipboard.js';
import { openDialog } from '../ui/dialogs.js';
import { h } from '../ui/dom.js';

const ALLOWS = 'noughts web --embed https://example.org';
const NOT_A_FILE =
  'The page around it must come from a web server: browsers let no page that is opened as a file ' +
  'show it.';

/** Show the line that puts this step into a page or a slide. */
export function showFrame() {
  const line = `<iframe src="${linkToThis()}&embed" width="960" height="600" title="Noughts"></iframe>`;
  const names = { id: 'embed-line', readonly: true, rows: 4, 'aria-label': 'Line of HTML' };
  const field = h('textarea', names, line);
  const onclick = () => copy(line, 'The line is copied.');
  const parts = h('div', { class: 'watch-embed' }, [
    h('p', {}, 'This line shows the step within a page of yours, or on a slide:'),
    field,
    h('p', { class: 'muted' }, 'The server says which site may show it: ', h('code', {}, ALLOWS)),
    h('p', { class: 'muted' }, NOT_A_FILE),
    h('div', { class: 'actions' }, h('button', { class: 'primary', onclick }, 'Copy')),
  ]);
  openDialog('embed-dialog', 'Show it in another page', parts);
  field.select();
}
