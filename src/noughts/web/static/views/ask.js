// Dialogs that are loaded when they are first wanted.

import { attempt } from '../ui/notice.js';

/** Ask what to play, and begin it. @param {string} [game] what is chosen at first */
export const askForNewGame = (game) =>
  attempt(async () => (await import('./newgame.js')).askForNewGame(game));

/** Ask what to play with a friend. @param {string} [game] */
export const inviteFriend = (game) =>
  attempt(async () => (await import('./invite.js')).inviteFriend(game));

/** Ask how the board should look. */
export const askForLook = () => attempt(async () => (await import('./look.js')).askForLook());
