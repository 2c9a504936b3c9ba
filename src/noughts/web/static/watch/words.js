// What a search does, in words. No page, no canvas: a model goes in, a sentence comes out.

import { indexOf, letter, other } from '../game/notation.js';
import { capital, count, plural } from '../ui/format.js';
import { AT_LEAST, AT_MOST, BACK, CUT, ENTER, EXACT, LEAF, TABLE } from './model.js';

/** @import { Mark } from '../types.js' */
/** @import { Model, Window } from './model.js' */

/**
 * A score, alpha or beta: `3`, `−∞`, or `win in 3` where it says how far away the end is.
 * @param {number} value
 * @param {Model} model
 */
export function number(value, model) {
  if (value === Infinity) return '+∞';
  if (value === -Infinity) return '−∞';
  const moves = model.movesToTheEnd(value);
  if (moves !== null) return `${value > 0 ? 'win' : 'loss'} in ${moves}`;
  return (Math.abs(value) >= 10000 ? count(value) : String(value)).replace('-', '−');
}

/** How many characters the longest value has. @param {Model} model */
export function longestValue(model) {
  let [least, most] = [0, 0];
  for (const value of model.value) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return Math.max(number(least, model).length, number(most, model).length);
}

/**
 * A value with its bound: `0`, `≥ 1`, `≤ −1`.
 * @param {number} value
 * @param {number} bound
 * @param {Model} model
 */
export function worth(value, bound, model) {
  const sign = bound === AT_LEAST ? '≥ ' : bound === AT_MOST ? '≤ ' : '';
  return sign + number(value, model);
}

/**
 * How far a value can be trusted; a bound says it by its sign.
 * @param {Model} model
 * @param {number} node
 */
export function certainty(model, node) {
  if (model.bound[node] !== EXACT) return '';
  if (model.isProved(node)) return 'exact';
  return model.endOf(node) === 'horizon' ? 'estimate' : 'at this depth';
}

export class Words {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
  }

  /**
   * A score in a sentence: `3`, or `an X win in 3`. It says whose win, since MIN can get one of
   * MAX's.
   * @param {number} value
   */
  number(value) {
    const { model } = this;
    const moves = model.movesToTheEnd(value);
    if (moves === null) return number(value, model);
    const side = this.side(value > 0 ? model.maximiser : other(model.maximiser));
    return `${side.length === 1 ? 'an' : 'a'} ${side} win in ${moves}`;
  }

  /** @param {number} value @param {number} bound */
  worth(value, bound) {
    const sign = bound === AT_LEAST ? 'at least ' : bound === AT_MOST ? 'at most ' : '';
    return sign + this.number(value);
  }

  /** @param {number} node */
  mover(node) {
    return this.side(this.model.turn(node));
  }

  /** @param {number} node */
  opponent(node) {
    return this.side(other(this.model.turn(node)));
  }

  /** Who plays a mark: X or O; MAX or MIN where nothing is played. @param {Mark} mark */
  side(mark) {
    if (!this.model.names) return this.model.position.naming?.sides[mark] ?? letter(mark);
    return mark === this.model.maximiser ? 'MAX' : 'MIN';
  }

  /** Who is MAX and who is MIN, with their signs. */
  legend() {
    const { maximiser, names } = this.model;
    /** @param {Mark} mark */
    const is = (mark) => (names ? '' : ` is ${this.side(mark)}`);
    return { max: `▲ MAX${is(maximiser)}`, min: `▼ MIN${is(other(maximiser))}` };
  }

  /** "35 nodes", or "9 of 11 nodes" where the tree has more than the search came to. */
  nodes() {
    const { nodes, done } = this.model;
    const of = done.searched < nodes ? `${count(done.searched)} of ` : '';
    return `${of}${plural(nodes, 'node')}`;
  }

  /** One sentence, sometimes two, for a step. @param {number} step */
  sentence(step) {
    const { model } = this;
    const ended = step === model.steps - 1 && !model.isFinished(0);
    return this.said(step) + (ended ? ' The search was stopped here.' : '');
  }

  /** @param {number} step */
  said(step) {
    const { model } = this;
    const node = model.stepNode[step];
    switch (model.stepKind[step]) {
      case ENTER:
        return this.entering(node);
      case LEAF:
        return this.leaf(node);
      case TABLE:
        return this.fromTable(node);
      case BACK:
        return this.comingBack(step);
      case CUT:
        return this.cut(node);
      default:
        return this.returning(node);
    }
  }

  /** @param {number} node */
  entering(node) {
    const { model } = this;
    const most = model.isMax(node) ? 'largest' : 'smallest';
    if (node === 0) return this.beginning(most);
    if (model.isPass(node)) return this.beginningPass(node);
    const parent = model.parent[node];
    const verb = model.names ? 'looks at' : model.isAgain(node) ? 'searches' : 'tries';
    const tried = `${this.mover(parent)} ${verb} ${model.moveName(node)}`;
    if (model.wholeTreeFirst) return `${tried}: the tree grows by one node.`;
    if (!model.windows) return `${tried}.`;
    return `${tried}. ${this.window(node)}`;
  }

  /** @param {string} most */
  beginning(most) {
    const [me, role] = [this.mover(0), this.model.isMax(0) ? 'MAX' : 'MIN'];
    const who = me === role ? me : `${role} (${me} is to move)`;
    return `The search begins: ${who} wants the ${most} value.`;
  }

  /** @param {number} node */
  beginningPass(node) {
    const { model } = this;
    const number = model.passNumber(node);
    if (model.deepens) return `Pass ${number} looks ${plural(number, 'move')} ahead.`;
    const beta = this.number(model.beta[node]);
    return `Pass ${number} asks whether the value is at least ${beta}: its window ends there.`;
  }

  /** What a node inherits from its parent. @param {number} node */
  window(node) {
    const { model } = this;
    const [alpha, beta] = [this.number(model.alpha[node]), this.number(model.beta[node])];
    if (model.isScout(node)) {
      const better = model.isMax(model.parent[node]) ? `more than ${alpha}` : `less than ${beta}`;
      return `A scout, with α = ${alpha} and β = ${beta}, asks whether that is worth ${better}.`;
    }
    if (model.shallow) {
      return model.isMax(node)
        ? `Only β = ${beta} is inherited; α starts at −∞.`
        : `Only α = ${alpha} is inherited; β starts at +∞.`;
    }
    if (!model.narrows(model.parent[node])) {
      return 'Each move at the root starts with a full window.';
    }
    return `It inherits α = ${alpha} and β = ${beta}.`;
  }

  /** @param {number} node */
  leaf(node) {
    const { model } = this;
    const value = this.number(model.value[node]);
    const end = model.endOf(node);
    if (model.names) return `${model.moveName(node)} is a leaf: its value is given, ${value}.`;
    const winner = this.winner(end);
    const told = model.movesToTheEnd(model.value[node]) !== null;
    if (winner && told) return `The game is over: ${value}.`;
    if (winner) return `The game is over: ${winner} wins, worth ${value}.`;
    if (end === 'draw') return `The game is over: a draw, worth ${value}.`;
    const worth = model.deepens ? 'the board is estimated at' : 'an unfinished game counts as';
    return `The depth limit is reached: ${worth} ${value}.`;
  }

  /** What the table holds about the board of a node, and why that is enough. @param {number} node */
  fromTable(node) {
    const { model } = this;
    const bound = model.bound[node];
    const worth = this.worth(model.value[node], bound);
    const known = `The table knows this board${this.since(node)}: it is worth ${worth}`;
    if (bound === EXACT) return `${known}. It is not searched again.`;
    const [sign, limit] = bound === AT_LEAST ? ['β', model.beta[node]] : ['α', model.alpha[node]];
    return `${known}. ${sign} is ${this.number(limit)}, so that is enough: it is not searched again.`;
  }

  /** Where the board came up before. @param {number} node */
  since(node) {
    const { model } = this;
    const source = model.remembered(node);
    return source < 0 ? '' : ` from ${model.wayTo(source)}`;
  }

  /** Why what the table holds is not enough. @param {number} node */
  notFromTable(node) {
    const { model } = this;
    const source = model.remembered(node);
    const [value, bound] = [model.value[source], model.bound[source]];
    const [sign, limit] = bound === AT_LEAST ? ['β', model.beta[node]] : ['α', model.alpha[node]];
    const far = bound === AT_LEAST ? 'less than' : 'more than';
    return (
      `${capital(this.worth(value, bound))} is ${far} ${sign} = ${this.number(limit)}: ` +
      'the value may lie in between, so the search looks again.'
    );
  }

  /** Who has won, where the server says so. @param {string} end */
  winner(end) {
    return end === 'x wins' ? this.side('x') : end === 'o wins' ? this.side('o') : null;
  }

  /** @param {number} step */
  comingBack(step) {
    const { model } = this;
    const compared = this.compared(step);
    if (model.isDriver(model.stepNode[step])) return this.passed(step);
    if (this.isDoubtful(model.stepChild[step])) {
      return `${compared.replace(/:.*/, '')}: better, but how much is not known; it is searched again.`;
    }
    if (!model.narrows(model.stepNode[step])) return compared;
    return `${compared.slice(0, -1)}; ${this.narrowing(step, model.before(step))}.`;
  }

  /** What is known after a pass. @param {number} step */
  passed(step) {
    const { model } = this;
    const child = model.stepChild[step];
    const worth = this.worth(model.value[child], model.bound[child]);
    const says = `${capital(model.moveName(child))} is done: the value is ${worth}`;
    if (!model.nullWindows) return `${says}.`;
    const { alpha, beta } = model.stateOf(step);
    if (alpha >= beta) return `${says}. What is at least and at most the same is the value.`;
    return `${says}, between ${this.number(alpha)} and ${this.number(beta)}.`;
  }

  /** Whether a move is searched again after its scout. @param {number} child */
  isDoubtful(child) {
    return this.model.kindOfBack(child) === 'doubt';
  }

  /** The value that came back beside the best one so far, and nothing more. @param {number} step */
  compared(step) {
    const { model } = this;
    const child = model.stepChild[step];
    const node = model.stepNode[step];
    const before = model.before(step);
    const worth = this.worth(model.value[child], model.bound[child]);
    const better = model.isMax(node) ? 'better' : `better for ${this.mover(node)}`;
    const gained = model.stepBest[step] !== before.best;
    const than = Number.isFinite(before.best)
      ? `${gained ? '' : 'no '}${better} than ${this.number(before.best)} so far`
      : `the first value for ${this.mover(node)}`;
    return `${model.moveName(child)} is worth ${worth}: ${than}.`;
  }

  /** What may be said of a step while the next one is asked for. @param {number} step */
  veiled(step) {
    return this.model.stepKind[step] === BACK ? this.compared(step) : this.sentence(step);
  }

  /** What becomes of alpha or beta. @param {number} step @param {Window} before */
  narrowing(step, before) {
    const { model } = this;
    const node = model.stepNode[step];
    const max = model.isMax(node);
    const sign = max ? 'α' : 'β';
    const side = max ? 'alpha' : 'beta';
    const [was, is] = [before[side], model.stateOf(step)[side]];
    const limit = model.limit(node);
    const best = model.stepBest[step];
    if (was !== is) return `${sign} becomes ${this.number(is)}`;
    if (model.leavesBeforeNarrowing(node, best)) {
      const past = best === limit ? 'reaches' : 'passes';
      return `that ${past} ${max ? 'β' : 'α'} = ${this.number(limit)}`;
    }
    if (model.strict && best === limit) {
      const equal = `${this.number(best)} equals ${max ? 'β' : 'α'}`;
      return `${sign} stays ${this.number(is)}: ${equal}, and strict cuts only beyond it`;
    }
    if (best !== is && Number.isFinite(is)) {
      return `${sign} stays ${this.number(is)}, which ${this.mover(node)} already has elsewhere`;
    }
    return `${sign} stays ${this.number(is)}`;
  }

  /** Why the remaining moves were not tried. @param {number} node */
  cut(node) {
    const { model } = this;
    const [me, they] = [this.mover(node), this.opponent(node)];
    const limit = model.limit(node);
    const value = model.value[node];
    const left = this.left(node);
    if (model.nullWindows && model.sourceOf(node) < 0) {
      const sign = model.isMax(node) ? 'β' : 'α';
      return (
        `${me} can get ${this.number(value)} here, and ${sign} is ${this.number(limit)}: nothing ` +
        `more is asked; ${left} not tried.`
      );
    }
    const why =
      `${they} already has ${this.number(limit)} ${this.source(node)}; ${me} can get ` +
      `${this.number(value)} here, so ${they} will not come here; ${left} not tried`;
    const equal = value === limit ? ` An equal value is enough: ${they} would gain nothing.` : '';
    return `${why}.${this.kind(node)}${equal}`;
  }

  /** How many moves a cut-off left out. @param {number} node */
  left(node) {
    return plural(this.model.untried.get(node)?.length ?? 0, 'move');
  }

  /** Where the other side has that value. @param {number} node */
  source(node) {
    const { model } = this;
    const source = model.sourceOf(node);
    if (source < 0) return 'elsewhere';
    const where = `with ${model.moveName(source)}`;
    const up = this.above(node, source);
    return up === 1 ? where : `${where}, ${plural(up, 'move')} further up`;
  }

  /** What such a cut-off is called, where it has a name. @param {number} node */
  kind(node) {
    const { model } = this;
    const source = model.sourceOf(node);
    if (source < 0) return '';
    if (model.shallow) return ' A shallow cut-off.';
    return this.above(node, source) === 1 ? '' : ' A deep cut-off.';
  }

  /** How far above a node the choice was that has the value. @param {number} node @param {number} source */
  above(node, source) {
    const { depth, parent } = this.model;
    return depth[node] - depth[parent[source]];
  }

  /** @param {number} node */
  returning(node) {
    const { model } = this;
    if (model.wholeTreeFirst) return this.passingUp(node);
    const value = model.value[node];
    const bound = model.bound[node];
    if (node === 0) return this.ending(value);
    const tried = `All moves of ${this.mover(node)} are tried: ${model.moveName(node)}`;
    if (bound === EXACT) return `${tried} is worth ${this.number(value)}.`;
    if (model.nullWindows) return `${tried} is worth ${this.worth(value, bound)}.`;
    const limit = bound === AT_MOST ? model.alpha[node] : model.beta[node];
    const owner = this.side(bound === AT_MOST ? model.maximiser : other(model.maximiser));
    return (
      `${tried} is worth ${this.worth(value, bound)}. ` +
      `The exact value does not matter: ${owner} already has ${this.number(limit)} elsewhere.`
    );
  }

  /** @param {number} value */
  ending(value) {
    const { model } = this;
    const { move } = model.done;
    const plays = move && ` plays ${model.cellName(indexOf(move, model.position.columns))}.`;
    const chosen = move ? ` ${this.mover(0)}${model.names ? ` chooses ${move}.` : plays}` : '';
    return `The search is done: the value is ${this.number(value)}.${chosen}`;
  }

  /** @param {number} node */
  passingUp(node) {
    const { model } = this;
    const values = model.childrenOf(node).map((child) => this.number(model.value[child]));
    const most = model.isMax(node) ? 'largest' : 'smallest';
    const value = this.number(model.value[node]);
    const of = values.length === 1 ? 'the only value is' : `the ${most} of ${values.join(', ')} is`;
    const says = `${this.mover(node)} chooses: ${of} ${value}.`;
    if (node > 0) return says;
    const all = values.filter((each) => each === value).length;
    const picks = all > 1 ? `picks one of ${all} best moves at random` : 'plays its best move';
    return `${says} ${this.mover(0)} ${picks}.`;
  }

  /** Why the search goes on, though it might cut. @param {number} node @param {number} best */
  goingOn(node, best) {
    const { model } = this;
    const max = model.isMax(node);
    const limit = model.limit(node);
    const [me, they, sign] = [this.mover(node), this.opponent(node), max ? 'β' : 'α'];
    if (best === limit) {
      return `${this.number(best)} equals ${sign}, and strict cuts only beyond it: ${me} goes on.`;
    }
    return (
      `${this.number(best)} is ${max ? 'below β' : 'above α'} = ${this.number(limit)}: ` +
      `${they} would still come here, so ${me} tries its next move.`
    );
  }

  /** Why a node ended, or that it has not, at a step. @param {number} node @param {number} step */
  ended(node, step) {
    const { model } = this;
    if (model.passed[node] && model.isDone(model.parent[node], step)) return 'passed over';
    if (model.isGiven(node)) return 'a leaf: its value is given';
    if (!model.isEntered(node, step)) return 'not entered yet';
    if (!model.isDone(node, step)) return this.open(node, step);
    const end = model.endOf(node);
    const winner = this.winner(end);
    if (winner) return `${winner} wins`;
    if (end === 'draw') return 'the board is full: a draw';
    if (end === 'horizon') return 'the depth limit';
    if (end === 'cut-off') return `cut off, ${this.left(node)} not tried`;
    if (end === 'exhausted')
      return model.isDriver(node) ? 'all passes are done' : 'all moves tried';
    if (end === 'table') return 'known from the table';
    return 'the search was stopped here';
  }

  /** @param {number} node @param {number} step */
  open(node, step) {
    const { model } = this;
    const ended = step === model.steps - 1 && !model.isFinished(node);
    if (ended) return 'the search was stopped before it was known';
    if (model.isOver(node)) return 'the game is over';
    if (model.endOf(node) === 'horizon') return 'the depth limit';
    return model.wholeTreeFirst ? 'not valued yet' : 'being searched';
  }
}
