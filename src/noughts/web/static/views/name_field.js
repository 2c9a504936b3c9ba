// How a person wants to be called by the other one; the browser remembers it.

import { h } from '../ui/dom.js';
import { recall } from '../ui/remember.js';

const LONGEST = 30; // characters, as the server has it

export function nameField() {
  const attributes = {
    id: 'your-name',
    name: 'name',
    maxlength: LONGEST,
    autocomplete: 'nickname',
  };
  const field = h('input', { ...attributes, value: recall('name', '') });
  return h('label', { class: 'field' }, 'Your name (optional)', field);
}
