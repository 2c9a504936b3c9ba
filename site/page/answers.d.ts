// What the build records; see `early.js`. Types only.
export type Beginning = { body: string; answer: any; moves: Record<string, any> };
export const ANSWERS: {
  known: Record<string, { type: string; text: string }>; // by "METHOD path body"
  games: Beginning[];
};
