// What the Watch view makes of a trace: reads one from stdin, writes all its steps to stdout.

import { readFileSync } from 'node:fs';
import { KINDS, Model } from '../../src/noughts/web/static/watch/model.js';
import { questionBefore } from '../../src/noughts/web/static/watch/predict.js';
import { Words } from '../../src/noughts/web/static/watch/words.js';

const { position, begin, rows, done } = JSON.parse(readFileSync(0, 'utf8'));
const model = new Model(position, begin, rows, done);
const words = new Words(model);
const named = new Set(begin.pseudocode.flatMap((line) => line.steps));

const finite = (value) => (Number.isFinite(value) ? value : null);
const cellsTo = (node) =>
  model
    .pathTo(node)
    .slice(1)
    .map((i) => model.cell[i])
    .filter((cell) => cell >= 0); // a pass is not a move

function question(step) {
  const found = questionBefore(words, step);
  if (!found) return null;
  const options = found.options.map(({ text, value }) => [text, finite(value)]);
  return { ...found, answer: finite(found.answer), options };
}

/** Every node that is open or finished at a step, looked up and not replayed. */
function states(step) {
  if (model.size > 100) return [];
  const entered = [...model.enterStep.keys()].filter((i) => model.isEntered(i, step));
  return entered.map((i) => {
    const { alpha, beta, best } = model.stateAt(i, step);
    return [cellsTo(i), ...[alpha, beta, best].map(finite)];
  });
}

const steps = Array.from({ length: model.steps }, (_, s) => ({
  kind: KINDS[model.stepKind[s]],
  path: cellsTo(model.stepNode[s]),
  alpha: finite(model.stepAlpha[s]),
  beta: finite(model.stepBeta[s]),
  best: finite(model.stepBest[s]),
  cells: model.cellsAt(model.stepNode[s]).join(''),
  words: words.sentence(s),
  named: named.has(model.stepName(s, named)),
  question: question(s),
  states: states(s),
}));
process.stdout.write(JSON.stringify(steps));
