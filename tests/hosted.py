"""A page that shows a widget as a notebook does: with anywidget's model, and Python behind it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

from noughts.notebook import Board, Tree

__all__ = ["hosted", "state_of"]

# What a notebook does with the module of a widget, see https://anywidget.dev/en/afm/. `toPython`
# answers with the state as it is after the message. Without Python, nobody answers.
PAGE = """<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width">
<title>A notebook</title>
<style>
body { margin: 16px; background: GROUND; font: 14px serif }
.cell, button { border: 9px solid red }
</style>
<body><main></main>
<script>
class Model {
  listeners = [];
  changes = {};
  told = 0;
  constructor(number, state) { Object.assign(this, { number, state }); }
  get(name) { return this.state[name]; }
  set(name, value) {
    this.changes[name] = value;
    this.change({ [name]: value });
  }
  on(event, listener) { this.listeners.push([event, listener]); }
  off(event, listener) {
    this.listeners = this.listeners.filter((each) => each[0] !== event || each[1] !== listener);
  }
  save_changes() { this.tell({ changes: this.changes }); this.changes = {}; }
  send(message) { this.tell({ message }); }
  async tell(told) {
    if (!window.toPython) return;
    const mine = (this.told = this.told + 1);
    const text = await toPython(this.number, told);
    if (mine === this.told) this.take(text); // else there is newer news
  }
  take(text) { this.change(JSON.parse(text)); }
  change(state) {
    const changed = Object.keys(state).filter(
      (name) => JSON.stringify(state[name]) !== JSON.stringify(this.state[name]));
    Object.assign(this.state, state);
    for (const [event, listener] of this.listeners)
      if (changed.includes(event.replace('change:', ''))) listener();
  }
}
const models = [], closers = [];
async function show(number, text) {
  const state = JSON.parse(text);
  const address = URL.createObjectURL(new Blob([state._esm], { type: 'text/javascript' }));
  const { default: widget } = await import(address);
  const model = (models[number] = new Model(number, state));
  const el = document.createElement('section');
  document.querySelector('main').append(el);
  closers[number] = await widget.render({ model, el });
}
</script>"""


def state_of(widget: Board | Tree) -> str:
    """What Python shares with the browser, as JSON: Playwright is slow with large objects."""
    return json.dumps(widget.get_state())


@contextmanager
def hosted(
    browser: Browser,
    *widgets: Board | Tree,
    ground: str = "#fff",
    alive: bool = True,
    **options: Any,
) -> Iterator[Page]:
    """The widgets on a page; complaints of its console are errors. Not `alive`: nobody answers."""
    complaints: list[str] = []
    context = browser.new_context(**{"viewport": {"width": 900, "height": 1000}, **options})
    page = context.new_page()
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))

    def to_python(number: int, told: dict[str, Any]) -> str:
        widget = widgets[number]
        if "message" in told:
            widget._handle_custom_msg(told["message"], [])
        else:
            widget.set_state(told["changes"])
        return state_of(widget)

    if alive:
        page.expose_function("toPython", to_python)
    page.set_content(PAGE.replace("GROUND", ground))
    for number, widget in enumerate(widgets):
        page.evaluate("([number, text]) => show(number, text)", [number, state_of(widget)])
    yield page
    context.close()
    assert not complaints
