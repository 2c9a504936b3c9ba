// What a widget shares with Python. Types only: no browser ever loads this file.

import type { Analysis, Position } from '../web/static/types.js';
import type { Trace } from '../web/static/watch/trace.js';

/** The game as Python shows it: everything that is drawn. */
export interface Shown extends Position {
  moves: string[];
  said: string; // who has played what, whose turn it is, why a move was refused
  mine: boolean; // it is the turn of the person, not of the program
  program: string; // who thinks, or would if it were told to; empty if a person is to move
  thinking: boolean;
  back: boolean; // there is a move to take back
  worth: string; // what the position is worth, in words; empty unless values are shown
  analysis: Analysis | null;
  answer: number; // counts what Python has answered: it changes even where nothing else does
}

/** What the board tells Python; `number` is how many moves had been played when it was meant. */
export type Told =
  | { do: 'play'; move: string; number: number }
  | { do: 'undo' | 'new' | 'go'; number: number };

export interface Traits {
  _sheet: string;
  _shown: Shown;
  _walk: Trace;
  values: boolean;
  step: number;
}

/** The part of anywidget's model that the widgets use: https://anywidget.dev/en/afm/ */
export interface SharedModel {
  get<Name extends keyof Traits>(name: Name): Traits[Name];
  set<Name extends keyof Traits>(name: Name, value: Traits[Name]): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
  send(message: Told): void;
}

export interface Rendering {
  model: SharedModel;
  el: HTMLElement;
}
