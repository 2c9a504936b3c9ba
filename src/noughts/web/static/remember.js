// What the page remembers in this browser. A browser that refuses to store forgets, no more.

const PREFIX = 'noughts.';

/** The remembered value, or `otherwise`. */
export function recall(key, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the setting lasts as long as the page.
  }
}
