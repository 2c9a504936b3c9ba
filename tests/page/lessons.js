// The lessons and examples as data. With traces on stdin, by the numbers of the searches, also which
// step each page shows.

import { readFileSync } from 'node:fs';
import { EXAMPLES, LESSONS } from '../../src/noughts/web/static/watch/lessons.js';
import { KINDS, Model } from '../../src/noughts/web/static/watch/model.js';

const searches = [...new Set(LESSONS.flatMap(({ pages }) => pages.map(({ search }) => search)))];
const traces = process.argv.includes('--steps') ? JSON.parse(readFileSync(0, 'utf8')) : null;
const models = traces?.map(({ position, begin, rows, done }) => {
  return new Model(position, begin, rows, done);
});

function shown(page) {
  const model = models?.[searches.indexOf(page.search)];
  if (!model) return {};
  const step = model.stepWhere(page.at);
  const named = page.question?.node ?? page.select;
  return {
    step,
    kind: KINDS[model.stepKind[step]],
    named: named === undefined ? null : model.cellsAt(model.nodeNamed(named)).join(''),
    same: named === undefined ? 0 : model.sameBoards(model.nodeNamed(named)).length,
    boards: model.names ? 0 : model.countBoards(),
  };
}

const lessons = LESSONS.map((lesson) => ({
  ...lesson,
  pages: lesson.pages.map((page) => ({
    ...page,
    search: searches.indexOf(page.search),
    ...shown(page),
  })),
}));
process.stdout.write(JSON.stringify({ searches, lessons, examples: EXAMPLES }));
