// What the build records; see `early.js`. Types only.
export const ANSWERS: {
  about: unknown;
  games: { body: unknown; answer: any; moves: Record<string, any> }[];
};
