/**
 * The games of a tournament on a board. What is known about them stands in the page as JSON, written
 * by `page.py`; this draws it. There are no rules of the game here but that X and O take turns.
 *
 * @typedef {object} Game
 * @property {number} number
 * @property {number} round
 * @property {number} x the place of a player in `data.players`
 * @property {number} o
 * @property {number} opening
 * @property {'x' | 'o' | ''} winner
 * @property {number} forfeit 1 if it ended by a fault
 * @property {number} finished in seconds since 1970
 * @property {string} moves two digits of base 36 for each cell
 * @property {string} times milliseconds in base 36, between points
 * @property {string} line the cells of the winning line, like moves
 * @property {string} ending
 * @property {number | null} lost after how many moves it was lost
 * @property {string} told where it was lost, in words
 * @property {string} remark
 */

const data = JSON.parse(document.getElementById('data')?.textContent ?? 'null');

const CELL = 36; // pixels of the board's own
const EDGE = 24; // for the names of rows and columns
const AT_ONCE = 200; // games in the list; then a button shows more
const SVG = 'http://www.w3.org/2000/svg';
const RESULTS = { x: '1–0', o: '0–1', '': '½–½' };

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);

/** @param {string} text */
const cellsOf = (text) => (text.match(/../g) ?? []).map((two) => Number.parseInt(two, 36));

/** @param {number} cell */
const nameOf = (cell) =>
  data.rows[Math.floor(cell / data.columns.length)] + data.columns[cell % data.columns.length];

/** @param {number} step */
const markAt = (step) => (step % 2 === 0 ? 'x' : 'o');

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} inside
 */
function element(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...inside);
  return made;
}

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} text */
function shape(tag, attributes, text = '') {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.textContent = text;
  return made;
}

/** @type {Game[]} */
let games = [];
/**
 * What is on the screen: the games that pass the filter, how many of them are in the list, the one on
 * the board, and after how many of its moves.
 *
 * @type {{ found: Game[], listed: number, game: Game, step: number }}
 */
const state = { found: [], listed: AT_ONCE, game: games[0], step: 0 };

// The board

function drawBoard() {
  const { rows, columns } = data;
  const [width, height] = [columns.length * CELL, rows.length * CELL];
  const view = `${-EDGE} ${-EDGE} ${width + EDGE + 2} ${height + EDGE + 2}`;
  const board = shape('svg', { viewBox: view, 'aria-hidden': 'true' });
  let lines = '';
  for (let c = 0; c <= columns.length; c++) lines += `M${c * CELL} 0V${height}`;
  for (let r = 0; r <= rows.length; r++) lines += `M0 ${r * CELL}H${width}`;
  board.append(shape('rect', { class: 'ground', width, height }));
  const shades = shape('g', { id: 'shades' });
  board.append(shades, shape('path', { class: 'grid', d: lines }));
  for (const [c, name] of columns.entries())
    board.append(shape('text', { class: 'edge', x: (c + 0.5) * CELL, y: -EDGE / 2 }, name));
  for (const [r, name] of rows.entries())
    board.append(shape('text', { class: 'edge', x: -EDGE / 2, y: (r + 0.5) * CELL }, name));
  board.append(shape('g', { id: 'marks' }));
  byId('board').replaceChildren(board);
  // A board of few cells need not fill the screen.
  byId('board').style.maxWidth = `${Math.max(260, width * 1.4)}px`;
}

/** @param {number} cell */
const corner = (cell) => ({
  x: (cell % data.columns.length) * CELL,
  y: Math.floor(cell / data.columns.length) * CELL,
});

/** @param {number} cell @param {string} kind */
const shade = (cell, kind) =>
  shape('rect', { class: kind, ...corner(cell), width: CELL, height: CELL });

/** @param {number} cell @param {string} mark */
function drawMark(cell, mark) {
  const { x, y } = corner(cell);
  const [middle, arm] = [CELL / 2, CELL * 0.28];
  if (mark === 'o') return shape('circle', { class: 'o', cx: x + middle, cy: y + middle, r: arm });
  const [left, top, size] = [x + middle - arm, y + middle - arm, 2 * arm];
  const d = `M${left} ${top}l${size} ${size}m0 ${-size}l${-size} ${size}`;
  return shape('path', { class: 'x', d });
}

function drawMarks() {
  const cells = cellsOf(state.game.moves);
  const shades = [];
  const marks = [];
  const numbered = byId('numbers').checked;
  for (const [step, cell] of cells.slice(0, state.step).entries()) {
    marks.push(drawMark(cell, markAt(step)));
    const { x, y } = corner(cell);
    const place = { class: 'number', x: x + CELL / 2, y: y + CELL / 2 };
    if (numbered) marks.push(shape('text', place, String(step + 1)));
  }
  if (state.step === cells.length)
    for (const cell of cellsOf(state.game.line)) shades.push(shade(cell, 'won'));
  if (state.step) marks.push(shade(cells[state.step - 1], 'latest'));
  byId('shades').replaceChildren(...shades);
  byId('marks').replaceChildren(...marks);
}

// One game

/** @param {number} step */
function go(step) {
  const cells = cellsOf(state.game.moves);
  state.step = Math.min(Math.max(step, 0), cells.length);
  const { step: now, game } = state;
  const mark = markAt(now - 1).toUpperCase();
  const seconds = Number.parseInt(game.times.split('.')[now - 1], 36) / 1000;
  const took = seconds ? `, ${seconds.toFixed(2)} s` : '';
  const lost = now === game.lost ? ' From here on it was lost.' : '';
  const what = now
    ? `Move ${now} of ${cells.length}: ${mark} ${nameOf(cells[now - 1])}${took}.${lost}`
    : `${cells.length} moves; this is the start.`;
  byId('state').textContent = now === cells.length && now ? `${what} ${game.ending}` : what;
  byId('board').setAttribute('aria-label', `Board. ${what}`);
  byId('slider').value = now;
  byId('slider').setAttribute('aria-valuetext', what);
  for (const id of ['first', 'back']) byId(id).setAttribute('aria-disabled', String(now === 0));
  for (const id of ['forward', 'last'])
    byId(id).setAttribute('aria-disabled', String(now === cells.length));
  for (const [index, move] of [...byId('moves').children].entries())
    move.toggleAttribute('data-now', index === now - 1);
  drawMarks();
}

/** @param {'x' | 'o'} mark */
function nameBeside(mark) {
  const name = data.players[state.game[mark]];
  const sign = element(
    'span',
    { class: `sign ${mark}`, 'aria-hidden': 'true' },
    mark === 'x' ? '×' : '○',
  );
  const told = element('span', { class: 'unseen' }, ` (${mark.toUpperCase()})`);
  return element(state.game.winner === mark ? 'strong' : 'span', {}, sign, ' ', name, told);
}

/** @param {Game} game */
function show(game) {
  state.game = game;
  byId('who').replaceChildren(
    `Game ${game.number}: `,
    nameBeside('x'),
    ' – ',
    nameBeside('o'),
    ` ${RESULTS[game.winner]}`,
  );
  const when = new Date(game.finished * 1000).toISOString().slice(0, 16).replace('T', ' ');
  const facts = [['Ended', game.ending]];
  if (game.remark) facts.push(['What was wrong', game.remark]);
  facts.push(['When', `${when} UTC`], ['Opening', String(game.opening)]);
  if (data.swiss) facts.push(['Round', String(game.round)]);
  byId('facts').replaceChildren(
    ...facts.map(([key, text]) =>
      element('div', {}, element('dt', {}, key), element('dd', {}, text)),
    ),
  );
  byId('told').replaceChildren(game.told, ...(game.lost ? [' ', goTo(game.lost)] : []));
  byId('moves').replaceChildren(
    ...cellsOf(game.moves).map((cell, step) => {
      const kind = `${markAt(step)}${step + 1 === game.lost ? ' lost' : ''}`;
      return element('li', { class: kind, 'data-step': step + 1 }, nameOf(cell));
    }),
  );
  byId('slider').max = cellsOf(game.moves).length;
  for (const each of byId('list').querySelectorAll('button')) {
    const chosen = each.dataset.number === String(game.number);
    each.toggleAttribute('aria-current', chosen);
    if (chosen) each.setAttribute('aria-current', 'true');
    each.tabIndex = chosen ? 0 : -1;
  }
  keepOneStop();
  go(cellsOf(game.moves).length);
}

/** @param {number} step */
function goTo(step) {
  const button = element('button', { type: 'button', class: 'text' }, `Show move ${step}`);
  button.addEventListener('click', () => go(step));
  return button;
}

/** Tab stops once in the list, even if the game on the board is not in it. */
function keepOneStop() {
  const buttons = [...byId('list').querySelectorAll('button')];
  if (buttons.length && !buttons.some((each) => each.tabIndex === 0)) buttons[0].tabIndex = 0;
}

// The list

/** @param {Game} game */
function passes(game) {
  const [player, against] = [Number(byId('player').value), Number(byId('against').value)];
  const [result, opening] = [byId('result').value, byId('opening').value];
  const both = [game.x, game.o];
  if (player >= 0 && !both.includes(player)) return false;
  if (against >= 0 && (!both.includes(against) || against === player)) return false;
  if (opening && game.opening !== Number(opening)) return false;
  const first = player >= 0 && game.o === player ? 'o' : 'x'; // whose result it is
  if (result === 'won') return game.winner === first;
  if (result === 'lost') return game.winner !== '' && game.winner !== first;
  if (result === 'drawn') return game.winner === '';
  return result !== 'forfeit' || game.forfeit === 1;
}

/** @param {Game} game */
function row(game) {
  const names = [game.x, game.o].map((place) => data.players[place]);
  const length = cellsOf(game.moves).length;
  const lost = game.lost === null ? '' : `, lost after ${game.lost}`;
  const button = element(
    'button',
    { type: 'button', 'data-number': game.number, tabindex: '-1' },
    element('span', { class: 'nth' }, String(game.number)),
    element(
      'span',
      {},
      element(game.winner === 'x' ? 'strong' : 'span', {}, names[0]),
      ' – ',
      element(game.winner === 'o' ? 'strong' : 'span', {}, names[1]),
      element('small', {}, `${length} moves${lost}${game.forfeit ? ', forfeit' : ''}`),
    ),
    element('span', { class: 'result' }, RESULTS[game.winner]),
  );
  return element('li', {}, button);
}

function list() {
  const { found, listed } = state;
  byId('list').replaceChildren(...found.slice(0, listed).map(row));
  byId('found').textContent =
    `${found.length.toLocaleString('en')} of ${games.length.toLocaleString('en')} games`;
  byId('more').hidden = found.length <= listed;
}

function filter() {
  nameResults();
  state.found = games.filter(passes);
  state.listed = AT_ONCE;
  list();
  show(state.found.includes(state.game) ? state.game : (state.found[0] ?? state.game));
}

/** Won and lost are about the player that is chosen, or else about X. */
function nameResults() {
  const player = Number(byId('player').value);
  const who = player >= 0 ? data.players[player] : 'X';
  const kept = byId('result').value;
  const words = {
    '': 'any',
    won: `${who} won`,
    lost: `${who} lost`,
    drawn: 'drawn',
    forfeit: 'forfeit',
  };
  fill('result', Object.entries(words));
  byId('result').value = kept;
}

/** @param {string} id @param {[string | number, string][]} choices */
function fill(id, choices) {
  byId(id).replaceChildren(...choices.map(([value, text]) => element('option', { value }, text)));
}

/** Show the game so many places further down in the list. @param {number} places */
function another(places) {
  const at = state.found.indexOf(state.game) + places;
  const game = state.found[Math.min(Math.max(at, 0), state.found.length - 1)];
  if (!game) return;
  while (state.found.indexOf(game) >= state.listed) showMore();
  show(game);
  byId('list').querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

function showMore() {
  state.listed += AT_ONCE;
  list();
  show(state.game);
}

// Keys and clicks

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.matches('select, input') || event.altKey || event.ctrlKey || event.metaKey) return;
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => go(state.step - 1),
    ArrowRight: () => go(state.step + 1),
    Home: () => go(0),
    End: () => go(Number.POSITIVE_INFINITY),
    ArrowUp: () => another(-1),
    ArrowDown: () => another(1),
  };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
  if (target.closest('#list')) byId('list').querySelector('[aria-current]')?.focus();
}

/** @param {Event} event */
function onChoice(event) {
  const button = /** @type {HTMLElement} */ (event.target).closest('button');
  const game = games.find((each) => String(each.number) === button?.dataset.number);
  if (!game) return;
  show(game);
  const { top } = byId('who').getBoundingClientRect();
  if (top < 0 || top > window.innerHeight / 2) byId('who').scrollIntoView();
}

/** @param {MouseEvent} event */
function onOpening(event) {
  const button = /** @type {HTMLElement} */ (event.target).closest('button');
  if (!button?.dataset.opening) return;
  for (const id of ['player', 'against']) byId(id).value = '-1';
  byId('result').value = '';
  byId('opening').value = button.dataset.opening;
  filter();
  byId('games').focus();
  byId('games').scrollIntoView();
}

function listen() {
  byId('first').addEventListener('click', () => go(0));
  byId('back').addEventListener('click', () => go(state.step - 1));
  byId('forward').addEventListener('click', () => go(state.step + 1));
  byId('last').addEventListener('click', () => go(Number.POSITIVE_INFINITY));
  byId('slider').addEventListener('input', () => go(Number(byId('slider').value)));
  byId('numbers').addEventListener('change', drawMarks);
  byId('more').addEventListener('click', showMore);
  byId('list').addEventListener('click', onChoice);
  byId('moves').addEventListener('click', (/** @type {MouseEvent} */ event) => {
    const move = /** @type {HTMLElement} */ (event.target).closest('li');
    if (move) go(Number(move.dataset.step));
  });
  for (const id of ['player', 'against', 'result', 'opening'])
    byId(id).addEventListener('change', filter);
  document.querySelector('.replay')?.addEventListener('keydown', (event) => {
    onKey(/** @type {KeyboardEvent} */ (event));
  });
  document.querySelector('.openings')?.addEventListener('click', (event) => {
    onOpening(/** @type {MouseEvent} */ (event));
  });
}

function begin() {
  games = data.games.map((/** @type {unknown[]} */ values) =>
    Object.fromEntries(
      data.fields.map((/** @type {string} */ field, /** @type {number} */ n) => [field, values[n]]),
    ),
  );
  const players = data.players.map((/** @type {string} */ name, /** @type {number} */ n) => [
    n,
    name,
  ]);
  fill('player', [['-1', 'anybody'], ...players]);
  fill('against', [['-1', 'anybody'], ...players]);
  const openings = [...new Set(games.map((game) => game.opening))].sort((a, b) => a - b);
  fill('opening', [
    ['', 'any'],
    ...openings.map((n) => /** @type {[number, string]} */ ([n, `${n}`])),
  ]);
  fill('result', [['', 'any']]);
  document.querySelector('.replay')?.removeAttribute('hidden');
  state.game = games[0];
  drawBoard();
  listen();
  filter();
}

if (data) begin();

export {};
