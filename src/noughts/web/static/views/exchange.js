// Games in files: downloads, and opening one; loaded when that is first wanted.

import { request, requestText } from '../game/api.js';
import { lookAtPath } from '../game/past.js';
import { begin } from '../game/session.js';
import { state } from '../game/state.js';
import { save } from '../ui/download.js';
import { messageOf } from '../ui/format.js';
import { notice } from '../ui/notice.js';

const FILES = { jsonl: 'record', sgf: 'sgf', psq: 'psq' }; // what the server calls them

/** @param {keyof typeof FILES} ending */
export async function download(ending) {
  if (!state.game) return;
  const { id, game, variations, comments } = state.game;
  try {
    const text = await requestText(`/games/${id}/${FILES[ending]}`);
    save(`noughts-${game}-${id}.${ending}`, new Blob([text]));
    const more = variations.length > 0 || Object.keys(comments).length > 0;
    if (ending === 'psq' && more) notice('PSQ keeps the moves, without variations and comments.');
  } catch (error) {
    notice(`The game could not be downloaded. ${messageOf(error)}`);
  }
}

/**
 * Open a game of a file, by its number from 1; without, the last. If it cannot be read, the screen
 * stays as it was.
 * @param {File} file
 * @param {number | null} [number]
 */
export async function upload(file, number = null) {
  try {
    const { record, games, not_kept: lost } = await readFile(await file.text(), number);
    const game = await begin({ record, held: true });
    if (game?.opened) await lookAtPath([]); // one reads it from its start
    const left = lost.length > 0 ? ` Not kept of it: ${lost.join(', ')}.` : '';
    const before = (number ?? games) - 1;
    /** @type {[string, () => unknown] | null} */
    const action = before > 0 ? ['The one before', () => upload(file, before)] : null;
    notice(`${whichOf(games, number)} in ${file.name} is open.${left}`, {
      stays: !!action,
      action,
    });
  } catch (error) {
    notice(`${file.name} could not be opened: ${messageOf(error)}`, { stays: true });
  }
}

/**
 * @param {number} games
 * @param {number | null} number
 */
function whichOf(games, number) {
  if (games === 1) return 'The game';
  return number === null ? `The last of ${games} games` : `Game ${number} of ${games}`;
}

/**
 * A game of a file: SGF or PSQ, which the server reads, or lines of JSON.
 * @param {string} text
 * @param {number | null} number
 * @returns {Promise<{record: any, games: number, not_kept: string[]}>}
 */
async function readFile(text, number) {
  if (/^[^{]*\(\s*;|^\s*piskvorky\b/i.test(text))
    return request('POST', '/record', { text, number });
  const lines = text.split('\n').filter((line) => line.trim());
  const line = lines.at(number === null ? -1 : number - 1);
  if (!line) throw new Error('it is empty.');
  const record = parsed(line);
  if (!record?.game) throw new Error('it is not a game file: SGF, PSQ or lines of JSON.');
  return { record, games: lines.length, not_kept: [] };
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
