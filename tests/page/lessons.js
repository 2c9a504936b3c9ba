// The lessons and examples as data. With traces on stdin, by the numbers of the searches, also which
// step each page shows.

import { readFileSync } from 'node:fs';
import { whyWrong } from '../../src/noughts/web/static/watch/lesson.js';
import { EXAMPLES, LESSONS } from '../../src/noughts/web/static/watch/lessons.js';
import { KINDS, Model } from '../../src/noughts/web/static/watch/model.js';

const searches = [...new Set(LESSONS.flatMap(({ pages }) => pages.map(({ search }) => search)))];
const traces = process.argv.includes('--steps') ? JSON.parse(readFileSync(0, 'utf8')) : null;
const models = traces?.map(({ position, begin, rows, done }) => {
  return new Model(position, begin, rows, done);
});

/** Why each other node is not the answer. */
function reasons(question, model) {
  const nodes = Array.from({ length: model.size }, (_, i) => i);
  const others = nodes.filter((i) => i !== model.nodeNamed(question.node));
  return others.map((i) => whyWrong(question, model, i) ?? null);
}

function shown(page) {
  const model = models?.[searches.indexOf(page.search)];
  if (!model) return {};
  const step = model.stepWhere(page.at);
  const { question } = page;
  const named = question?.node ?? page.select;
  return {
    ...(question?.node && { question: { ...question, reasons: reasons(question, model) } }),
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
