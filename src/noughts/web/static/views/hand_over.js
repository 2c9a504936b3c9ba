// Asking which program plays a side from here on.

import { fetchAbout } from '../game/about.js';
import { sideName } from '../game/names.js';
import { setPlayer } from '../game/session.js';
import { closeDialog, openDialog } from '../ui/dialogs.js';
import { h } from '../ui/dom.js';
import { PlayerMenu, readGame } from './players.js';

/** @import { Game, Mark } from '../types.js' */

/** @param {Game} game @param {Mark} mark */
export async function askWhoTakes(game, mark) {
  const about = await fetchAbout();
  const { reasons } = await readGame(game.game, game);
  const menu = new PlayerMenu(about, 'hand-over-player', 'Program');
  menu.offer(reasons);
  const onsubmit = () => setPlayer(mark, menu.value());
  const form = h('form', { id: 'hand-over-form', method: 'dialog', onsubmit }, [
    menu.element,
    h('div', { class: 'actions' }, [
      h('button', { type: 'button', onclick: closeDialog }, 'Cancel'),
      h('button', { class: 'primary', id: 'hand-over' }, 'Let it play'),
    ]),
  ]);
  openDialog('hand-over-dialog', `Who plays ${sideName(mark)} from here on?`, form);
}
