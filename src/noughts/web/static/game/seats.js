// The seats that this browser holds at games between two people: each has a secret key.

import { recall, remember } from '../ui/remember.js';
import { ROOT } from '../ui/root.js';

/** @import { Mark } from '../types.js' */

/**
 * A seat: its mark, its key, and the key of the invitation if this browser has invited.
 * @typedef {{mark: Mark, key: string, invitation?: string}} Seat
 */

const MOST_SEATS = 200;
const INVITATION = /^#join=([\w-]{1,40})\.([\w-]{22})$/;

/** The seats by the ids of the games. @type {Record<string, Seat> | null} */
let known = null;

// Another tab may have sat down in the meantime.
globalThis.addEventListener?.('storage', () => {
  known = null;
});

/** 128 random bits. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The seat of this browser at a game; null if it has none. @param {string} id */
export function seatAt(id) {
  return seats()[id] ?? null;
}

/** The ids of the games at which this browser has a seat. */
export const seatedGames = () => Object.keys(seats());

/** @param {string} id @param {Seat} seat */
export function keepSeat(id, seat) {
  const { [id]: before, ...others } = seats();
  const newest = Object.entries(others).slice(-MOST_SEATS + 1);
  known = { ...Object.fromEntries(newest), [id]: seat };
  remember('seats', known);
}

/** @returns {Record<string, Seat>} */
function seats() {
  known ??= recall('seats', {});
  return known;
}

/**
 * What the link of an invitation ends with: after `#`, so that it stays in the browser.
 * @param {string} id
 * @param {string} invitation
 */
export const invitationTo = (id, invitation) => `${ROOT}#join=${id}.${invitation}`;

/** Whether an address should be an invitation, even if half of it is lost. @param {string} hash */
export const isInvitation = (hash) => hash.startsWith('#join');

/** The invitation in an address; null if there is none. @param {string} hash */
export function readInvitation(hash) {
  const found = INVITATION.exec(hash);
  return found && { id: found[1], invitation: found[2] };
}
