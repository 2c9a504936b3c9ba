"""Every view at every width: nothing is too wide, no words are cut off, no control is covered."""

import re
from collections.abc import Callable

from browser import OPENED, Visitor
from playwright.sync_api import Page, expect
from test_web_board import PHONE
from test_web_page import TWO_PEOPLE, play

DESKTOPS = ((2560, 1440), (1440, 900), (768, 1024), (1280, 720))

# What is wrong on the screen, in words. What is only for screen readers is one pixel wide.
PROBLEMS = r"""async () => {
  const drawn = () => new Promise((then) => requestAnimationFrame(then));
  await drawn();  // what sees the new size
  await drawn();  // and what it has changed
  const shown = (e) =>
    e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    e.clientWidth > 1 && !e.closest('svg, .hidden, .skip, [inert]');
  const called = (e) => `${e.localName}${e.id && '#' + e.id}.${e.className}: ` +
    (e.innerText || e.ariaLabel || e.value || '').trim().slice(0, 40);
  const root = document.querySelector('dialog:modal') ?? document.body;
  const all = [...root.querySelectorAll('*')].filter(shown);
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page is too wide');
  for (const e of all) {
    const { overflowX, overflowY, display } = getComputedStyle(e);
    const [wide, high] = [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight];
    const says = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (says && wide > 2 && display !== 'inline') found.push(`cut off: ${called(e)}`);
    if (says && high > 2 && overflowY === 'hidden') found.push(`too high: ${called(e)}`);
    if (wide > 1 && /auto|scroll/.test(overflowX)) found.push(`scrolls: ${called(e)}`);
    if (e.matches('input:not([readonly])') && wide > 1) found.push(`too long: ${called(e)}`);
  }
  for (const e of all.filter((e) => e.matches('button, select, summary, input, a[href]'))) {
    if (e.matches('[data-cell], [type=range], [type=radio]')) continue;
    e.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = e.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!hit || !e.contains(hit)) found.push(`covered: ${called(e)}`);
  }
  scrollTo(0, 0);
  return found;
}"""


def review(page: Page) -> None:
    expect(page.locator("#review-words.verdict")).to_be_visible()
    page.locator('[data-look="1"]').click()
    expect(page.locator(".hint.better")).to_have_count(1)


def variation(page: Page) -> None:
    page.locator('#moves [data-number="2"]').click()
    play(page, "c1", "a3", "a2")
    expect(page.locator("#status")).to_have_text("Variation, move 5")


def nested(page: Page) -> None:
    """Variations of variations, and one with a long name."""
    variation(page)
    page.locator("#variation-name").click()
    page.locator("#variation-new-name").fill("the corner on the other side, as Otto plays it")
    page.keyboard.press("Enter")
    for start, moves in (("b2,a1,c1", ("c3", "a2")), ("b2,a1,c1,c3", ("c2", "b1"))):
        page.locator(f'#moves [data-path="{start}"]').click()
        expect(page.locator(f'#moves [data-path="{start}"]')).to_have_attribute(
            "aria-current", re.compile(".")
        )
        play(page, *moves)
    expect(page.locator(".variation .variation .variation")).to_be_visible()


def values(page: Page) -> None:
    page.locator("#values").click()
    expect(page.locator("#values-text")).to_contain_text("best")


def compared(page: Page) -> None:
    expect(page.locator("#compare-rows .waiting")).to_have_count(0)
    expect(page.locator("#compare-rows .figure").first).to_be_visible()


def at_the_end(page: Page) -> None:
    expect(page.locator(".watch.is-ready")).to_be_visible()
    page.get_by_role("button", name="Go to the end").click()


def waiting(page: Page) -> None:
    page.locator("#invite").click()
    page.get_by_label("10 min + 5 s").check()
    page.locator("#make-invitation").click()
    expect(page.locator("#code path")).to_be_attached()
    assert problems(page) == [], "the invitation"
    page.keyboard.press("Escape")
    expect(page.locator("#table-words")).to_contain_text("Waiting")


def clicked(selector: str, then: str) -> Callable[[Page], None]:
    def click(page: Page) -> None:
        page.locator(selector).click()
        expect(page.locator(then)).to_be_visible()

    return click


def visible(selector: str) -> Callable[[Page], None]:
    return lambda page: expect(page.locator(selector).first).to_be_visible()


LESSON = visible(".watch.is-ready")
PLACES: dict[str, Callable[[Page], None]] = {
    "/": visible(".choice-card"),
    f"/?game=3x3x3&moves=b2,a1,c1{TWO_PEOPLE}": values,
    f"/?game=3x3x3&moves=b2,a1,c3,a3{TWO_PEOPLE}": variation,
    f"/?game=3x3x3&moves=b2,a1,c3,a2{TWO_PEOPLE}": nested,
    f"/?game=3x3x3&moves=a1,a2,b2,c3,b1,b3,c1{TWO_PEOPLE}&review=1": review,
    f"/?game=20x20x5&moves=k10{TWO_PEOPLE}": clicked("#new-game", "#new-game-form"),
    f"/?game=gomoku{TWO_PEOPLE}": clicked("#edit", "#edited-board"),
    "/?view=watch": visible("[data-lesson]"),
    **{f"/?view=watch&lesson={name}&step=3": LESSON for name in ("first-cut", "horizon")},
    "/?view=watch&lesson=block&step=20": LESSON,
    "/?view=watch&lesson=block&predict=1": visible(".watch-quiz .watch-answers"),
    "/?view=watch&lesson=gomoku": at_the_end,
    "/?view=watch&lesson=whole-game&step=90": LESSON,
    "/?view=watch&lesson=four-by-four&step=36": LESSON,
    "/?view=practice&exercise=alpha-beta,tree:((3,5),(2,9,1),(7,4))": visible("#entry-A-value"),
    f"/?view=compare&game=4x4x4&depth=3{TWO_PEOPLE}": compared,
    "/?view=games": visible("#games-list li"),
    f"/?game=3x3x3{TWO_PEOPLE}": waiting,  # at last: no search of what may come in that game
}


def problems(page: Page) -> list[str]:
    found: list[str] = page.evaluate(PROBLEMS)
    return found


def go(page: Page, address: str, prepare: Callable[[Page], None]) -> None:
    page.goto(address)
    page.wait_for_function(OPENED)
    prepare(page)


def test_everything_has_room(visitor: Visitor) -> None:
    page = visitor.open("/", reduced_motion="reduce", viewport={"width": 1280, "height": 720})
    for place, prepare in PLACES.items():
        go(page, visitor.server.url + place, prepare)
        for width, height in DESKTOPS:
            page.set_viewport_size({"width": width, "height": height})
            assert problems(page) == [], (place, width)


def test_a_large_screen_is_used(visitor: Visitor) -> None:
    page = visitor.open("/", viewport={"width": 2560, "height": 1440})
    for place in (".home", ".watch-overview"):
        box = page.locator(place).bounding_box()
        assert box is not None
        assert box["width"] > 0.6 * 2560
        assert box["y"] + box["height"] > 0.6 * 1440
        page.locator("#tab-watch").click()
        expect(page.locator("#watch-this")).to_be_visible()
    page.locator("#tab-games").click()
    expect(page.locator("#games-note")).to_be_visible()
    box = page.locator("#panel-games").bounding_box()
    assert box is not None
    assert box["width"] > 0.6 * 2560


def test_everything_has_room_on_a_phone(visitor: Visitor) -> None:
    page = visitor.open("/", reduced_motion="reduce", **PHONE)
    for place, prepare in PLACES.items():
        go(page, visitor.server.url + place, prepare)
        for width in (390, 360):
            page.set_viewport_size({"width": width, "height": 740})
            assert problems(page) == [], (place, width)


def test_the_number_of_a_move_in_a_better_line_is_not_cut_off(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3&moves=a1,a2,b2,c3,b1,b3,c1{TWO_PEOPLE}&review=1")
    review(page)
    page.locator('[data-step="1"]').click()
    expect(page.locator("#status")).to_have_text("Better line, move 2")
    page.locator("#status").evaluate("e => { e.textContent = 'Better line, move 188'; }")
    for width, height in (*DESKTOPS, (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert not [each for each in problems(page) if "status" in each], width


def test_a_value_stands_apart_from_the_grid_in_forced_colours(visitor: Visitor) -> None:
    moves = "h8,g9,i10,h10,i9,i11"
    page = visitor.open(f"/?game=gomoku&moves={moves}{TWO_PEOPLE}", forced_colors="active")
    page.locator("#values").click()
    value = page.locator(".value.opinion:not(.dot)").first
    expect(value).to_be_visible()
    room, size = value.evaluate(
        "e => ['paddingLeft', 'fontSize'].map((name) => parseFloat(getComputedStyle(e)[name]))"
    )
    assert room > 0.3 * size, "a line of the grid ends in a minus"


def test_a_link_that_cannot_be_opened_looks_the_same_everywhere(visitor: Visitor) -> None:
    visitor.forgives = ("status of 4",)
    for place, words in (
        ("game=3x3x3&moves=z9", "'z9' is not a cell"),
        ("view=compare&game=9x9", "unknown game '9x9'"),
        ("view=watch&game=3x3x3&cells=zzz", "'zzz' is not a board"),
        ("view=practice&exercise=tree:((3", "is never closed"),
    ):
        page = visitor.open(f"/?{place}")
        expect(page.locator(".bad-link:visible p").first).to_contain_text(words)
        expect(page.locator("#toolbar")).to_be_hidden()
        assert problems(page) == []
    page = visitor.open("/?view=watch&lesson=nosuch&step=3")
    expect(page.locator("#notice")).to_contain_text("There is no lesson 'nosuch'.")
    expect(page.locator("[data-lesson]").first).to_be_visible()
    expect(page).to_have_url(re.compile(r"/\?view=watch$"))


UNDER_THE_TREE = """counts => {
  const [words, view] = [counts, counts.parentElement].map((e) => e.getBoundingClientRect());
  return [words.left - view.left, view.bottom - words.top];
}"""
BELOW_THE_RING = """slider => {
  const { outlineWidth, outlineOffset } = getComputedStyle(slider);
  const ring = slider.getBoundingClientRect().bottom + parseFloat(outlineWidth);
  const buttons = document.querySelector('.watch-buttons').getBoundingClientRect();
  return buttons.top - ring - parseFloat(outlineOffset);
}"""
ROOM = """(figure, words) => {
  figure.textContent = '1';
  const line = figure.offsetHeight;
  figure.textContent = words;
  return [figure.scrollWidth - figure.clientWidth, figure.offsetHeight / line];
}"""
BETWEEN = """button => {
  const bar = button.closest('tr').querySelector('td:nth-child(5) .bar').getBoundingClientRect();
  return button.getBoundingClientRect().left - bar.right;
}"""
TORN = """all => all.filter((e) => e.children[1].offsetTop > e.children[0].offsetTop + 4)
  .map((e) => e.textContent)"""


def test_the_number_of_nodes_covers_no_node_and_no_ring(visitor: Visitor) -> None:
    for options in (PHONE, {"viewport": {"width": 1280, "height": 720}}):
        page = visitor.open("/?view=watch&lesson=table&step=3", reduced_motion="reduce", **options)
        expect(page.locator(".watch.is-ready")).to_be_visible()
        counts = page.locator(".watch-counts")
        expect(counts).to_have_text("16 of 16 nodes, 13 different boards")
        left, high = counts.evaluate(UNDER_THE_TREE)
        assert left >= 3, "as wide as the ring of the tree"
        assert high <= 23, "what the camera leaves free, and the border"


def test_the_ring_of_the_slider_is_not_behind_the_buttons(visitor: Visitor) -> None:
    page = visitor.open("/?view=watch&lesson=block", **PHONE)
    expect(page.locator(".watch.is-ready")).to_be_visible()
    page.locator(".watch-slider").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".watch-slider")).to_have_css("outline-style", "solid")
    assert page.locator(".watch-slider").evaluate(BELOW_THE_RING) >= 0


def test_compare_has_room_for_millions_of_nodes(visitor: Visitor) -> None:
    for options in (PHONE, *({"viewport": {"width": w, "height": h}} for w, h in DESKTOPS)):
        address = f"/?view=compare&game=3x3x3&moves=b2,a1{TWO_PEOPLE}"
        page = visitor.open(address, forced_colors="active", **options)
        compared(page)
        expect(page.locator("#compare-note")).to_contain_text("agree")  # no row is drawn again
        for column, words in ((4, "2,562,560*"), (5, "0.73 ms")):
            figure = page.locator(f"#compare-rows td:nth-child({column}) .figure").first
            wide, lines = figure.evaluate(ROOM, words)
            assert (wide, round(lines)) == (0, 1), (words, options)
        worst = page.locator("#compare-rows td:nth-child(3)").last  # chance may show less
        worst.evaluate("e => { e.textContent = '~−0.8'; }")
        assert min(page.locator(".watch-row").evaluate_all(f"all => all.map({BETWEEN})")) > 2
        assert problems(page) == []


def test_two_keys_for_one_thing_are_on_one_line(visitor: Visitor) -> None:
    page = visitor.open("/", viewport={"width": 1280, "height": 720})
    page.locator("#help").click()
    expect(page.locator("#help-dialog")).to_be_visible()
    pairs = page.locator("#help-dialog .keys:not(.wide) dt:has(kbd + kbd)")
    assert pairs.count() == 2
    assert pairs.evaluate_all(TORN) == []
