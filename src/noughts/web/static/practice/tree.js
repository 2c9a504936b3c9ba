// The tree of an exercise with its fields. In the document it is nested lists, in the order of the
// search: alpha and beta, the children, the value. On the screen everything has its place in em.

import { h, svg } from '../ui/dom.js';
import { childrenOf, layout } from './layout.js';
import { SIGNS } from './words.js';

/** @import { Entries, Exercise, Field, Mark, Solution, TreeNode } from './types.js' */
/** @import { Place } from './layout.js' */
/** @import { Where } from './words.js' */

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
const BOUNDS = { exact: '', 'at-least': '≥ ', 'at-most': '≤ ' };
// Pixels for an em; on a touch screen a field of 2.86 em is then 44 pixels high.
const SCALE = { least: 11, touch: 15.4, most: 23 };
const BELOW = 140; // pixels below the tree, with a reason in the foot
const LINES = 40; // em that a large screen has from top to bottom, at least
const ABOVE_CHILD = { leaf: 0.95, mouse: 0.95, touch: 1.5 }; // em from the mark on a branch to its child
const BUTTON = { mouse: 2.2, touch: 2.86 }; // em: on the branch to an inner node
const ABOVE_LEAF = 1.75; // em: the button of a leaf's branch covers the leaf too
const touch = matchMedia('(pointer: coarse)');

/** @param {number} at */
const ordinal = (at) => ORDINALS[at] ?? `${at + 1}th`;

/** @param {number | null} value @param {string} infinite */
const written = (value, infinite) => (value === null ? infinite : String(value).replace('-', '−'));

export class TreeView {
  /** @type {Exercise | null} */
  exercise = null;
  /** @type {Map<string, HTMLInputElement>} */
  inputs = new Map(); // by `C alpha`
  /** @type {Map<string, HTMLButtonElement>} */
  toggles = new Map(); // of the branches, by their lower nodes
  /** @type {Map<string, TreeNode[]>} */
  children = new Map();
  compact = false;
  /** @type {ReturnType<typeof layout> | null} */
  placed = null;

  /**
   * @param {HTMLElement} stage
   * @param {{typed: (where: Where, text: string) => void, toggled: (node: string) => void,
   *   focused: (where: Where) => void, entered: (where: Where) => void, left: (where: Where) => void,
   *   rebuilt: () => void}} heard
   */
  constructor(stage, heard) {
    this.stage = stage;
    this.heard = heard;
    new ResizeObserver(() => this.fit()).observe(stage);
  }

  /** @param {Exercise} exercise */
  show(exercise) {
    this.exercise = exercise;
    this.children = childrenOf(exercise.nodes);
    this.build(this.isNarrow());
    this.reveal(exercise.nodes[0].name);
  }

  /** @param {boolean} compact */
  manner(compact) {
    return { windows: this.exercise?.cuts ?? false, compact, touch: touch.matches };
  }

  /** Whether the tree would be wider than the stage, at the smallest scale. */
  isNarrow() {
    const { exercise, stage } = this;
    if (!exercise?.cuts || !stage.clientWidth) return false;
    return layout(exercise.nodes, this.manner(false)).width * this.least > stage.clientWidth - 2;
  }

  get least() {
    return touch.matches ? SCALE.touch : SCALE.least;
  }

  /** @param {boolean} compact */
  build(compact) {
    if (!this.exercise) return;
    const { nodes, tree, game } = this.exercise;
    this.inputs.clear();
    this.toggles.clear();
    this.compact = compact;
    this.placed = layout(nodes, this.manner(compact));
    const { width, height, size } = this.placed;
    const list = { role: 'list', 'aria-label': `Tree ${tree}` };
    this.tree = h(
      'div',
      { class: `tree${compact ? ' compact' : ''}${game ? ' of-game' : ''}` },
      this.branches(),
      h('ul', list, this.item(nodes[0], 'the root')),
    );
    const { style } = this.tree;
    [style.width, style.height] = [`${width}em`, `${height}em`];
    style.setProperty('--em', String(width));
    style.setProperty('--field', `${size.field}em`);
    style.setProperty('--small', `${size.small}em`);
    style.setProperty('--leaf', `${size.leaf.height}em`);
    this.stage.replaceChildren(this.tree);
    this.scale();
  }

  /** As large as the window allows, but never too small to read. */
  fit() {
    if (!this.tree || !this.stage.clientWidth) return;
    if (this.isNarrow() === this.compact) return this.scale();
    const had = document.activeElement?.id;
    this.build(!this.compact);
    this.heard.rebuilt();
    if (had) document.getElementById(had)?.focus({ preventScroll: true });
  }

  scale() {
    if (!this.tree || !this.placed) return;
    const wide = (this.stage.clientWidth - 2) / this.placed.width;
    const top = this.stage.getBoundingClientRect().top + window.scrollY;
    const high = (window.innerHeight - top - BELOW) / this.placed.height;
    const most = Math.max(SCALE.most, window.innerHeight / LINES);
    const em = Math.max(this.least, Math.min(wide, high, most));
    this.tree.style.fontSize = `${Math.floor(em * 10) / 10}px`;
  }

  /** @param {string} name */
  at(name) {
    return /** @type {Place} */ (this.placed?.places.get(name));
  }

  /** Where everything stands. */
  layout() {
    if (!this.placed) throw new Error('there is no tree yet');
    return this.placed;
  }

  /** The lines between the nodes; a click on one crosses it out. */
  branches() {
    const { width, height } = this.layout();
    const box = { class: 'branches', viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' };
    const nodes = this.exercise?.nodes ?? [];
    return svg('svg', box, ...nodes.map((node) => node.parent && this.branch(node, node.parent)));
  }

  /** @param {TreeNode} node @param {string} parent */
  branch({ name, move }, parent) {
    const [from, to] = [this.at(parent), this.at(name)];
    const bottom = from.y + this.layout().size.height;
    const d = `M${from.x} ${bottom}L${to.x} ${to.y}`;
    const middle = { x: from.x + (to.x - from.x) * 0.42, y: bottom + 1.45 };
    const toggle = () => this.exercise?.cuts && this.heard.toggled(name);
    return svg(
      'g',
      { 'data-branch': name, onclick: toggle },
      svg('path', { class: 'reach', d }),
      svg('path', { class: 'line', d }),
      move && svg('text', { class: 'move', ...middle }, move),
    );
  }

  /** A node and all below it. @param {TreeNode} node @param {string} where @returns {HTMLElement} */
  item(node, where) {
    const { name } = node;
    const toggle = node.parent && this.exercise?.cuts && this.toggle(node);
    if (node.player === null) {
      const words = `Leaf ${name}, ${where}: ${node.value}`;
      return h(
        'li',
        { 'data-node': name },
        h('span', { class: 'hidden' }, words),
        toggle,
        this.leafBox(node),
      );
    }
    const said = `${node.player} node ${name}${node.parent ? `, ${where}` : ', the root'}`;
    const below = this.children.get(name) ?? [];
    const parent = node.parent ? name : 'the root';
    const items = below.map((child, i) => this.item(child, `${ordinal(i)} child of ${parent}`));
    if (this.exercise?.backwards) items.reverse();
    const windows = /** @type {Field[]} */ (this.exercise?.cuts ? ['alpha', 'beta'] : []);
    return h(
      'li',
      { 'data-node': name },
      h('span', { class: 'hidden' }, said),
      toggle,
      this.triangle(node),
      ...windows.map((what) => this.entry(node, what, said)),
      h('ul', { role: 'list' }, ...items),
      this.entry(node, 'value', said),
    );
  }

  /** @template {HTMLElement} E @param {E} element @param {number} x @param {number} y */
  put(element, x, y) {
    element.style.left = `${x.toFixed(2)}em`;
    element.style.top = `${y.toFixed(2)}em`;
    return element;
  }

  /** @param {TreeNode} node */
  leafBox({ name, value, move }) {
    const { x, y } = this.at(name);
    const shown = h('span', { class: 'leaf-value' }, written(value, ''));
    const box = h('div', { class: 'leaf', 'aria-hidden': 'true' }, shown);
    box.append(h('span', { class: 'leaf-name' }, name));
    const { width } = this.layout().size.leaf;
    box.style.width = `${width}em`;
    box.title = move ? `${name}: ${move}` : name;
    return this.put(box, x - width / 2, y);
  }

  /** The triangle with the name of a node: up is MAX, down is MIN. @param {TreeNode} node */
  triangle({ name, player }) {
    const up = player === 'MAX';
    const path = svg('path', { d: up ? 'M15 1 29 25H1z' : 'M1 1H29L15 25z' });
    const box = { viewBox: '0 0 30 26', class: up ? 'max' : 'min' };
    const letters = svg('text', { x: 15, y: up ? 21.5 : 12.5 }, name);
    const drawn = h('div', {
      class: 'triangle',
      'aria-hidden': 'true',
      title: `${name}: ${player}`,
    });
    drawn.append(svg('svg', box, path, letters));
    const { x, y } = this.at(name);
    return this.put(drawn, x - 1.5, y);
  }

  /** A field. @param {TreeNode} node @param {Field} what @param {string} said */
  entry({ name }, what, said) {
    const where = { node: name, what };
    const negative = this.exercise?.nodes.some(({ value }) => (value ?? 0) < 0);
    /** @type {HTMLInputElement} */
    const input = h('input', {
      ...{ type: 'text', autocomplete: 'off', spellcheck: 'false', maxlength: '9' },
      ...{ id: `entry-${name}-${what}`, 'data-field': `${name} ${what}` },
      ...{ enterkeyhint: 'next', inputmode: negative ? 'text' : 'numeric' },
      'aria-label': `${said}: ${what}`,
      oninput: () => this.heard.typed(where, input.value),
      onfocus: () => this.heard.focused(where),
      onblur: () => this.leave(where, input),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event, where),
    });
    this.inputs.set(`${name} ${what}`, input);
    const sign = what === 'value' ? '' : h('span', { 'aria-hidden': 'true' }, SIGNS[what]);
    const box = h('div', { class: `entry at-${what}` }, sign, input);
    const { x, y } = this.at(name);
    const from = this.layout().size.at[what];
    return this.put(box, x + from.x, y + from.y);
  }

  /** Infinity becomes a sign. @param {Where} where @param {HTMLInputElement} input */
  leave(where, input) {
    const text = input.value
      .replace('-', '−')
      .replace(/inf(inity)?|oo/i, '∞')
      .trim()
      .replace(/^∞$/, '+∞');
    if (text !== input.value) this.heard.typed(where, text);
    this.heard.left(where);
  }

  /** @param {KeyboardEvent} event @param {Where} where */
  key(event, where) {
    if (event.key === 'x' && !event.ctrlKey && !event.metaKey && this.toggles.has(where.node)) {
      event.preventDefault();
      this.heard.toggled(where.node);
      this.toggles.get(where.node)?.focus();
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (event.shiftKey) this.next(where, -1)?.focus();
    else this.heard.entered(where);
  }

  /** The next field in the order of the search that is not crossed out. @param {Where} where @param {number} by */
  next({ node, what }, by = 1) {
    const open = this.openInputs();
    const here = this.inputs.get(`${node} ${what}`);
    return here && open[open.indexOf(here) + by];
  }

  /** In the order of the search. */
  openInputs() {
    const all = [...this.stage.querySelectorAll('input')];
    return all.filter((input) => !input.disabled);
  }

  /** The button on a branch; that of a leaf covers the leaf, so that it is easy to hit. @param {TreeNode} node */
  toggle({ name, parent, player }) {
    const button = h('button', {
      ...{ type: 'button', class: 'cut', id: `cut-${name}`, 'aria-pressed': 'false' },
      'data-field': `${name} cut`,
      'aria-label': `Cut the branch to ${name}`,
      title: `Cut the branch to ${name}`,
      onclick: () => this.heard.toggled(name),
      onfocus: () => this.heard.focused({ node: name, what: 'cut' }),
    });
    this.toggles.set(name, button);
    const pointer = touch.matches ? 'touch' : 'mouse';
    const { height, leaf } = this.layout().size;
    const [from, to] = [this.at(parent ?? ''), this.at(name)];
    const above = ABOVE_CHILD[player === null ? 'leaf' : pointer];
    const x = to.x - ((to.x - from.x) * above) / (to.y - from.y - height); // of the mark
    const side = BUTTON[pointer];
    const box = player
      ? { left: x - side / 2, top: to.y - above - side / 2, width: side, height: side }
      : {
          left: to.x - leaf.width / 2,
          top: to.y - ABOVE_LEAF,
          width: leaf.width,
          height: ABOVE_LEAF + leaf.height,
        };
    button.style.width = `${box.width}em`;
    button.style.height = `${box.height}em`;
    button.style.setProperty('--x', `${(x - box.left).toFixed(2)}em`);
    button.style.setProperty('--y', `${(to.y - above - box.top).toFixed(2)}em`);
    return this.put(button, box.left, box.top);
  }

  /** Fields and branches in the order of the search, by `C alpha`. */
  fields() {
    const all = [...this.stage.querySelectorAll('[data-field]')];
    return all.map((each) => each.getAttribute('data-field') ?? '');
  }

  /** The field or the branch. @param {Where} where */
  element({ node, what }) {
    return what === 'cut' ? this.toggles.get(node) : this.inputs.get(`${node} ${what}`);
  }

  /** Show which field or branch the sentence is about. @param {Where | null} where */
  tell(where) {
    for (const each of this.stage.querySelectorAll('.told')) each.classList.remove('told');
    const element = where && this.element(where);
    if (element) holderOf(element)?.classList.add('told');
  }

  /**
   * Draw what the student has, or what the solution has so far.
   * @param {Entries} entries
   * @param {Map<string, Mark>} marks by `C alpha`
   */
  draw(entries, marks) {
    this.drawCuts(new Set(Object.keys(entries).filter((name) => entries[name].cut)));
    for (const [key, input] of this.inputs) {
      const [name, what] = key.split(' ');
      const text = entries[name]?.[/** @type {Field} */ (what)] ?? '';
      if (input.value !== text) input.value = text;
      input.readOnly = false;
      mark(input, marks.get(key));
    }
    for (const [name, toggle] of this.toggles) mark(toggle, marks.get(`${name} cut`));
    this.tree?.classList.remove('solved');
    this.light(null);
  }

  /** The solution up to a step. @param {Solution} solution @param {number} step */
  drawSolution({ key, steps }, step) {
    const done = steps.slice(0, step + 1);
    const cuts = done.filter(({ what }) => what === 'cut').map(({ node }) => node);
    this.drawCuts(
      new Set(key.cuts.filter(({ node }) => cuts.includes(node)).flatMap(({ skipped }) => skipped)),
    );
    const known = new Set(done.map(({ node, what }) => `${node} ${what}`));
    for (const [field, input] of this.inputs) {
      const [name, what] = field.split(' ');
      const { alpha, beta, value, bound } = key.entries[name];
      const shown = known.has(`${name} ${what === 'value' ? 'value' : 'enter'}`);
      const text = { alpha: written(alpha, '−∞'), beta: written(beta, '+∞') };
      const all = { ...text, value: BOUNDS[bound] + written(value, '') };
      input.value = shown ? all[/** @type {Field} */ (what)] : '';
      input.readOnly = true;
      mark(input, undefined);
    }
    for (const toggle of this.toggles.values()) mark(toggle, undefined);
    this.tell(null);
    this.tree?.classList.add('solved');
    this.light(steps[step]?.node ?? null);
    const best = step === steps.length - 1 ? key.line : [];
    for (const branch of this.stage.querySelectorAll('[data-branch]')) {
      branch.classList.toggle('best', best.includes(branch.getAttribute('data-branch') ?? ''));
    }
  }

  /** Show which node it is about. @param {string | null} node */
  light(node) {
    for (const lit of this.stage.querySelectorAll('.lit, .best'))
      lit.classList.remove('lit', 'best');
    const item = node && this.stage.querySelector(`li[data-node="${node}"]`);
    if (!item) return;
    const part = item.querySelector(':scope > .triangle, :scope > .leaf');
    part?.classList.add('lit');
    part?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** Where the tree is wider than the window, scroll to a node. @param {string} node */
  reveal(node) {
    const em = Number.parseFloat(this.tree?.style.fontSize ?? '16');
    const [x, { scrollLeft, clientWidth }] = [this.at(node).x * em, this.stage];
    if (x < scrollLeft + 90 || x > scrollLeft + clientWidth - 90) {
      this.stage.scrollLeft = x - clientWidth / 2;
    }
  }

  /** @param {Set<string>} crossed */
  drawCuts(crossed) {
    /** @type {(name: string, gone: boolean) => void} */
    const walk = (name, gone) => {
      const cut = crossed.has(name);
      const away = gone || cut;
      const toggle = this.toggles.get(name);
      if (toggle) {
        toggle.setAttribute('aria-pressed', String(cut));
        toggle.disabled = gone;
      }
      const item = this.stage.querySelector(`li[data-node="${name}"]`);
      item?.classList.toggle('gone', away);
      const branch = this.stage.querySelector(`[data-branch="${name}"]`);
      branch?.classList.toggle('gone', away);
      for (const what of ['alpha', 'beta', 'value']) {
        const input = this.inputs.get(`${name} ${what}`);
        if (input) input.disabled = away;
      }
      for (const child of this.children.get(name) ?? []) walk(child.name, away);
    };
    walk('A', false);
  }
}

/** What has the mark of a field or a branch. @param {HTMLElement} element */
const holderOf = (element) => (element.matches('.cut') ? element : element.parentElement);

/** The verdict on a field or a branch. @param {HTMLElement} element @param {Mark | undefined} given */
function mark(element, given) {
  const holder = holderOf(element);
  if (given) holder?.setAttribute('data-verdict', given.verdict);
  else holder?.removeAttribute('data-verdict');
  const bad = given !== undefined && !['right', 'follows'].includes(given.verdict);
  if (element instanceof HTMLInputElement) element.setAttribute('aria-invalid', String(bad));
  if (given) element.setAttribute('aria-description', `${given.verdict}: ${given.reason}`);
  else element.removeAttribute('aria-description');
}
