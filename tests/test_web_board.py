"""The board in a real browser: its looks and sizes, fingers, the editor, what a program thinks."""

import re
from typing import Any

import pytest
from browser import Visitor
from playwright.sync_api import Locator, Page, expect
from test_web_page import TWO_PEOPLE, examine, marks, note, play, status

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'#board [data-cell="{name}"]')


def width(place: Locator) -> float:
    box = place.bounding_box()
    assert box is not None
    return box["width"]


def choose(page: Page, name: str, value: str) -> None:
    """In the dialog about the look of the board."""
    page.locator("#look").click()
    page.locator(f"#look-form [name={name}][value={value}]").check()
    page.keyboard.press("Escape")
    expect(page.locator("#look-form")).to_be_hidden()


def test_stones_or_cells_as_one_likes(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=15x15x5&moves=h8,g7{TWO_PEOPLE}")
    board = page.locator("#board-root")
    expect(board).to_have_attribute("data-look", "stones")
    expect(board.locator(".crossings")).to_be_visible()
    play(page, "h9")
    expect(cell(page, "h9")).to_have_attribute("aria-label", "i8, Black, last move")
    status(page, "White to move")
    expect(page.locator("#status-detail")).to_have_text("Black played i8.")
    expect(page.locator('[data-number="2"]')).to_have_accessible_name("Move 2, White g9")
    expect(page.locator(".labels.columns span").first).to_have_text("a")
    expect(page.locator(".labels.rows span").first).to_have_text("15")
    choose(page, "notation", "rows")
    expect(cell(page, "h9")).to_have_attribute("aria-label", "h9, Black, last move")
    expect(page.locator(".labels.columns span").first).to_have_text("1")
    expect(page.locator('[data-number="2"]')).to_have_accessible_name("Move 2, White g7")
    choose(page, "notation", "auto")
    page.locator("#new-game").click()
    expect(page.locator("#new-game-form").get_by_label("White").first).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#numbers").click()
    expect(cell(page, "g7").locator(".number")).to_have_text("2")
    choose(page, "look", "cells")
    expect(board).to_have_attribute("data-look", "cells")
    expect(board.locator(".crossings")).to_be_hidden()
    status(page, "O to move")
    page.reload()
    expect(board).to_have_attribute("data-look", "cells")
    choose(page, "look", "auto")
    page.goto(f"{visitor.server.url}/?game=3x3x3&cells=x..o.....&moves=b2{TWO_PEOPLE}")
    expect(board).to_have_attribute("data-look", "cells")
    expect(cell(page, "b2").locator(".number")).to_have_text("1")
    expect(cell(page, "b2").locator(".mark")).to_have_css("opacity", "0.6")
    expect(cell(page, "a1").locator(".mark")).to_have_css("opacity", "1")  # it has no number
    choose(page, "look", "stones")
    examine(page, "stones")


def test_a_move_by_mouse_is_confirmed_only_on_demand(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=20x20x5{TWO_PEOPLE}")
    play(page, "c3")
    expect(page.locator("#board-bar")).to_be_hidden()
    choose(page, "confirm", "always")
    before = page.locator("#board").bounding_box()
    cell(page, "d4").click()
    expect(page.locator("#board-bar")).to_contain_text("d17: click it again, or")
    assert page.locator("#board").bounding_box() == before, "the cell stays under the pointer"
    assert "d4" not in marks(page)
    page.locator("#place").click()
    expect(cell(page, "d4")).to_have_attribute("aria-label", "d17, White, last move")
    cell(page, "e5").focus()
    page.keyboard.press("Enter")
    expect(cell(page, "e5")).to_have_attribute("aria-label", "e16, Black, last move")


def test_a_finger_on_small_cells_zooms_and_confirms(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=20x20x5{TWO_PEOPLE}", **PHONE)
    status(page, "Black to move")
    whole = cell(page, "t20").bounding_box()
    assert whole is not None
    assert whole["x"] + whole["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    cell(page, "k10").tap()
    expect(page.locator(".aim line")).to_have_count(2)
    expect(cell(page, "k10")).to_have_class(re.compile("ghost"))
    assert marks(page) == {}
    cell(page, "k11").tap()
    cell(page, "k11").tap()
    expect(cell(page, "k11")).to_have_attribute("aria-label", "k10, Black, last move")
    stone = cell(page, "k11").locator(".mark")
    expect(stone).to_have_css("width", re.compile(r"^\d+px$"))  # whole pixels: round
    expect(page.locator(".aim line")).to_have_count(0)
    page.locator("#zoom").tap()
    expect(page.locator("#zoom")).to_have_attribute("aria-pressed", "true")
    assert width(cell(page, "k10")) >= 40
    expect(page.locator(".aim-words")).to_have_text("Drag to move; two taps place")
    cell(page, "k10").tap()
    cell(page, "k10").tap()
    expect(cell(page, "k10")).to_have_attribute("aria-label", "j10, White, last move")
    page.locator("#board-root").evaluate("board => board.scrollTo(0, 0)")
    cell(page, "a1").tap()
    cell(page, "a1").tap()
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a20, Black, last move")
    expect(cell(page, "k10")).not_to_be_in_viewport()
    page.locator("#undo").tap()  # the last move is now elsewhere: the board goes there
    expect(cell(page, "k10")).to_be_in_viewport()
    page.locator("#zoom").tap()
    assert width(cell(page, "k10")) == whole["width"]
    pinch(page)
    assert width(cell(page, "k10")) > 1.5 * whole["width"]
    page.locator("#resign").tap()
    page.locator("#resign-dialog-yes").tap()
    page.locator("#play-again").tap()
    status(page, "Black to move")
    assert width(cell(page, "k10")) == whole["width"]  # another game: the whole board


def test_with_stones_the_players_swap_and_black_begins_again(visitor: Visitor) -> None:
    page = visitor.open("/?game=15x15x5&x=human&o=easy")
    page.locator("#resign").click()
    page.locator("#resign-dialog-yes").click()
    page.locator("#play-again").click()
    status(page, "Your turn")
    expect(page.locator("#status-detail")).to_contain_text("White to move. Black played")
    expect(page.locator("#notice")).to_have_text("The colours are swapped: Black starts.")


def test_nothing_is_cut_off_on_a_phone(visitor: Visitor) -> None:
    page = visitor.open("/?game=15x15x5&moves=h8,g7,h9,g8&x=human&o=medium", **PHONE)
    page.locator('[data-number="1"]').tap()
    status(page, "Move 1 of 4")
    cell(page, "i9").tap()
    cell(page, "i9").tap()
    status(page, "Variation, move 2")
    for place in ("#status", *(f".player-line:nth-child({n}) .player-name" for n in (1, 2))):
        width, whole = page.locator(place).evaluate("e => [e.clientWidth, e.scrollWidth]")
        assert whole <= width, place


def test_the_end_is_in_sight_on_a_phone(visitor: Visitor) -> None:
    moves = "l10,i8,l11,h7,l12,g6,m14,f5,m15"
    page = visitor.open(f"/?game=20x20x5&moves={moves}{TWO_PEOPLE}", **PHONE)
    page.locator("#zoom").tap()
    for _ in range(2):
        cell(page, "e4").tap()
    status(page, "White wins")
    detail = page.locator("#status-detail")
    expect(detail).to_have_text("A line from d16 to h12.")
    assert detail.evaluate("e => e.scrollHeight <= e.clientHeight")
    frame = page.locator("#board-root").bounding_box()
    assert frame
    for name in ("e4", "f5", "g6", "h7", "i8"):
        box = cell(page, name).bounding_box()
        assert box
        assert frame["x"] <= box["x"] <= frame["x"] + frame["width"] - box["width"]
        assert frame["y"] <= box["y"] <= frame["y"] + frame["height"] - box["height"]


def pinch(page: Page) -> None:
    """Two fingers on the board that move apart."""
    page.locator("#board-root").evaluate("""board => {
        const box = board.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        for (const [type, apart] of [['touchstart', 40], ['touchmove', 80], ['touchend', 0]]) {
            const touches = apart ? [-apart, apart].map((by, identifier) =>
                new Touch({ identifier, target: board, clientX: x + by, clientY: y })) : [];
            board.dispatchEvent(new TouchEvent(type, { touches, cancelable: true, bubbles: true }));
        }
    }""")


def test_the_editor(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3&moves=b2{TWO_PEOPLE}")
    page.locator("#edit").click()
    board, text = page.locator("#edited-board"), page.locator("#position-text")
    edited = {name: board.locator(f'[data-cell="{name}"]') for name in ("a1", "a2", "b2", "c3")}
    expect(text).to_have_value("...\n.x.\n...")
    edited["a1"].click()
    expect(text).to_have_value("x..\n.x.\n...")
    expect(page.locator("#position-error")).to_contain_text("2 X and 0 O")
    page.locator("#analyse-position").click()
    expect(text).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#analyse-position")).to_be_focused()
    edited["a1"].click()
    expect(text).not_to_have_attribute("aria-invalid", "true")
    expect(text).to_have_value("...\n.x.\n...")
    page.get_by_role("radio", name="O").check()
    edited["a2"].click()
    expect(page.locator("#position-said")).to_contain_text("X to move")
    edited["c3"].focus()
    page.keyboard.press("x")
    expect(text).to_have_value(".o.\n.x.\n..x")
    text.fill("xo.\n.x.\n...")
    expect(edited["a1"]).to_have_attribute("aria-label", "a1, X")
    expect(page.locator("#position-said")).to_contain_text("O to move")
    examine(page, "editor")
    page.locator("#analyse-position").click()
    expect(edited["c3"]).to_have_attribute("aria-label", re.compile("c3, empty, (draw|loss|win)"))
    expect(page.locator("#position-said")).to_contain_text("Longest resistance: c3.")
    page.locator("#position-game").fill("4x4x3")
    page.locator("#position-game").press("Enter")
    expect(text).to_have_value("xo..\n.x..\n....\n....")
    page.locator("#position-game").fill("3x3x3")
    page.locator("#position-game").press("Enter")
    expect(text).to_have_value("xo.\n.x.\n...")
    text.fill("xo.\nox.\n..x")
    page.locator("#analyse-position").click()
    expect(page.locator("#position-error")).to_contain_text("there is nothing to search")
    text.fill("xo.\nox.\n...")
    page.locator("#watch-position").click()
    expect(page.locator(".watch-title")).to_have_text("This position")
    expect(page.locator(".watch.is-ready")).to_be_visible()
    picture = page.locator(".watch-details .watch-picture")
    expect(picture).to_have_attribute("aria-label", re.compile("row a: X O empty; row b: O X"))
    page.go_back()
    expect(page.locator("#board [data-cell]")).to_have_count(9)
    assert marks(page) == {"b2": "X"}, "the game is as it was"
    page.locator("#tab-watch").click()
    expect(picture).to_have_attribute("aria-label", re.compile("row a: empty empty empty; row b"))
    for look in ("stones", "cells"):
        page.locator("#tab-play").click()
        choose(page, "look", look)
        page.locator("#tab-watch").click()
        expect(page.locator(".watch-details .has-stones")).to_have_count(int(look == "stones"))
    page.locator("#tab-play").click()
    page.locator("#edit").click()
    page.locator("#position-game").fill("4x4x3")
    page.locator("#position-game").press("Enter")
    expect(text).to_have_value("....\n.x..\n....\n....")
    text.fill("xo..\n.x..\n....\n....")
    page.locator("#set-position").click()
    expect(page.locator("#position-form")).to_be_hidden()
    expect(page.locator("#board [data-cell]")).to_have_count(16)
    assert marks(page) == {"a1": "X", "a2": "O", "b2": "X"}
    status(page, "O to move")


EXACT = "15x15x5-exact"


def test_every_button_of_the_editor_uses_the_game_in_its_field(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=15x15x5{TWO_PEOPLE}")
    page.locator("#edit").click()
    rows = ["." * 15] * 15
    rows[2], rows[7], rows[12] = "o......o......o", "....oxxxx.x....", "..o............"
    page.locator("#position-text").fill("\n".join(rows))
    said, field = page.locator("#position-said"), page.locator("#position-game")
    expect(said).to_have_text("Gomoku: 5 or more in a row win on 15x15. Black to move.")
    field.press("End")
    field.press_sequentially("-exact")
    expect(said).to_have_text("Exactly 5 in a row wins on 15x15. Black to move.")
    field.fill("15x15x5")
    field.press_sequentially("-exact")
    page.locator("#analyse-position").click()  # at once
    expect(said).to_contain_text("best")
    six = page.locator('#edited-board [data-cell="h10"]')
    expect(six).not_to_have_attribute("aria-label", re.compile("win"))
    field.fill("15x15x")
    page.locator("#set-position").click()
    expect(page.locator("#position-error")).to_contain_text("unknown game '15x15x'")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("5x5x4")
    expect(page.locator("#edited-board [data-cell]")).to_have_count(25)
    field.fill(EXACT)
    page.locator("#set-position").click()
    expect(page.locator("#game-name")).to_have_text("Exactly 5 in a row wins on 15x15")
    expect(page.locator("#status-detail")).to_have_text("From a position that was set up.")
    assert len(marks(page)) == 10, "a smaller board, for a while, has lost none"
    cell(page, "h10").click()
    expect(page.locator("#status-detail")).to_contain_text("6 in a row: longer lines do not win")


def test_forced_colours_show_lines_and_what_is_pressed(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3&moves=a1,b1,a2,b2,a3{TWO_PEOPLE}", forced_colors="active")
    status(page, "X wins")
    look = "e => { const s = getComputedStyle(e); return [s.borderTopWidth, s.backgroundColor] }"
    edge, ground = cell(page, "c3").evaluate(look)
    assert edge == "1px"
    assert cell(page, "a1").evaluate(look)[0] == "3px", "the winning line"
    page.locator("#numbers").click()
    assert page.locator("#numbers").evaluate(look)[1] not in (ground, "rgba(0, 0, 0, 0)")
    page.locator("#look").click()
    chosen = page.locator("#look-form input:checked + span").first.evaluate(look)[1]
    assert chosen != page.locator("#look-form input:not(:checked) + span").first.evaluate(look)[1]
    page.keyboard.press("Escape")
    depth = "e => Number(getComputedStyle(e).zIndex)"
    assert cell(page, "a1").locator(".number").evaluate(depth) > page.locator(".line").evaluate(
        depth
    )


def test_forced_colours_show_what_cannot_be_pressed(visitor: Visitor) -> None:
    page = visitor.open("/?view=watch&lesson=first-cut&step=6", forced_colors="active")
    expect(page.locator(".watch.is-ready")).to_be_visible()
    colour = "e => getComputedStyle(e).color"
    grey = page.evaluate("""() => {
        document.body.append(Object.assign(document.createElement('i'), { id: 'grey' }));
        document.getElementById('grey').style.color = 'GrayText';
        return getComputedStyle(document.getElementById('grey')).color;
    }""")
    back, onward = page.locator(".watch-turn:not(.watch-again)").all()
    assert [each.evaluate(colour) == grey for each in (back, onward)] == [False, True]
    edge = "e => getComputedStyle(e).borderLeftColor"
    assert page.locator(".watch-view").evaluate(edge) != grey, "grey is what cannot be pressed"
    idle, running = (page.locator(f".watch-line{kind}") for kind in (".is-blank", ".is-running"))
    assert idle.first.evaluate(edge) != running.first.evaluate(edge)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert idle.first.evaluate(edge) == ground, "no bar beside lines that do not run"
    page.goto(f"{visitor.server.url}/?view=practice&exercise=alpha-beta,tree:((3,5),(2,9))")
    page.locator("#show-key").click()
    expect(page.locator("#step-next")).to_have_attribute("aria-disabled", "true")
    assert page.locator("#step-next").evaluate(colour) == grey
    assert page.locator("#step-first").evaluate(colour) != grey
    cut = page.locator("#cut-C2")
    expect(cut).to_have_attribute("aria-pressed", "true")
    assert cut.evaluate("e => getComputedStyle(e).outlineStyle") == "none", "two strokes say it"


def test_a_move_of_the_best_line_is_shown_on_the_board(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3&moves=b2{TWO_PEOPLE}")
    page.locator("#values").click()
    expect(page.locator(".principal [data-line]")).to_have_count(8)
    page.locator('.principal [data-line="3"]').hover()
    expect(page.locator("#board .ghost .number")).to_have_count(3)
    page.mouse.move(1, 1)
    expect(page.locator("#board .ghost")).to_have_count(0)
    page.locator('.principal [data-line="1"]').focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board .ghost .number")).to_have_count(2)


def test_the_arrows_walk_through_the_game_of_who_plays_by_mouse(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=15x15x5&moves=h8,g7{TWO_PEOPLE}")
    play(page, "h9")
    page.keyboard.press("ArrowLeft")
    status(page, "Move 2 of 3")
    page.keyboard.press("ArrowLeft")
    status(page, "Move 1 of 3")
    page.keyboard.press("ArrowRight")
    status(page, "Move 2 of 3")
    page.keyboard.press("b")  # now the keyboard is on the board
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    status(page, "Move 2 of 3")
    expect(cell(page, "i8")).to_be_focused()


def test_what_can_be_done_with_a_variation_is_in_sight(visitor: Visitor) -> None:
    moves = "h8,g7,h9,g8,h10,g9,h11,g10,a1,b2,a3,b4,a5,b6,a7,b8,a9,b10,a11,b12,a13,b14,a15,c1"
    page = visitor.open(f"/?game=15x15x5&moves={moves}{TWO_PEOPLE}")
    for number in (21, 19, 15):
        page.locator(f'[data-number="{number}"]').click()
        play(page, "o15")
        expect(page.locator("#variation-delete")).to_be_visible()
        box, tools = (page.locator(name).bounding_box() for name in ("#moves", "#variation-delete"))
        assert box is not None
        assert tools is not None
        assert tools["y"] + tools["height"] <= box["y"] + box["height"] + 1


def test_what_a_program_thought_disappears_where_it_is_not_true(visitor: Visitor) -> None:
    page = visitor.open("/?game=15x15x5&x=human&o=engine@0.2")
    thought = page.locator("#thought")
    moves = page.locator("#moves [data-number]")
    for move, played in (("h8", 2), ("o15", 4)):  # the engine does not reply in a corner
        cell(page, move).click()
        expect(moves).to_have_count(played)
        status(page, "Your turn")
        expect(thought).to_be_visible()
    page.locator('[data-number="2"]').click()
    expect(thought).to_be_hidden()
    page.keyboard.press("Escape")
    expect(thought).to_be_visible()
    page.locator("#undo").click()
    expect(moves).to_have_count(2)
    expect(thought).to_be_hidden()


def test_thinking_is_shown_and_not_read_aloud(visitor: Visitor) -> None:
    page = visitor.open("/?game=15x15x5&x=human&o=engine@1.5")
    page.evaluate("""() => {
        window.spoken = [];
        const live = document.getElementById('live');
        new MutationObserver(() => window.spoken.push(live.textContent))
            .observe(live, { childList: true, characterData: true, subtree: true });
    }""")
    cell(page, "h8").click()
    found = re.compile(r"^Depth \d+, [\d., M]+ nodes$")  # and not what it is up to
    expect(page.locator("#status-detail")).to_have_text(found)
    moving = "e => getComputedStyle(e, '::after').animationName"
    assert page.locator("#status-bar").evaluate(moving) == "think"
    status(page, "Your turn")
    expect(page.locator("#thought")).to_have_text(found)
    page.locator("#values").click()
    expect(page.locator("#thought")).to_contain_text(re.compile(r"nodes, .*: [a-o]\d"))
    assert not any("nodes" in each for each in page.evaluate("window.spoken"))


@pytest.mark.parametrize("game", ["3x3x3", "20x20x5"])
def test_the_board_is_as_large_as_the_window_allows(visitor: Visitor, game: str) -> None:
    page = visitor.open(f"/?game={game}{TWO_PEOPLE}", viewport={"width": 2560, "height": 1440})
    status(page, "X to move" if game == "3x3x3" else "Black to move")
    note(page)
    for wide, high, least in (
        *((2560, 1440, 1200), (1440, 900, 690), (1280, 720, 515)),
        *((768, 1024, 640), (390, 844, 340), (320, 640, 270)),
    ):
        page.set_viewport_size({"width": wide, "height": high})
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
        sizes = set()
        for tab in ("compare", "play"):
            page.locator(f"#tab-{tab}").click()
            expect(page.locator(f"#panel-{tab}")).to_be_visible()
            page.wait_for_function(STYLED)
            box = page.locator("#board").bounding_box()
            assert box is not None
            assert box["width"] >= least
            sizes.add(box["width"])
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= wide
            below = tab == "compare" and wide <= 390  # the table comes first
            assert below or box["y"] + box["height"] <= high
        assert len(sizes) == 1, "the same in every tab"
        assert not page.locator("#exchange button, #toolbar button").evaluate_all(TOO_WIDE)
        if (wide, high) != (320, 640):  # there, everything is in the way of something
            assert not page.evaluate(COVERED), "what the note covers"


STYLED = "() => [...document.styleSheets].some(({ href }) => href?.endsWith('compare.css'))"
TOO_WIDE = "all => all.filter((e) => e.scrollWidth > e.clientWidth).map(({ id }) => id)"
COVERED = """() => {
    const note = document.getElementById("notice").getBoundingClientRect();
    const needed = document.querySelectorAll("#board, #toolbar button, #status-bar, #tabs button");
    return [...needed].filter((element) => {
        const box = element.getBoundingClientRect();
        return box.left < note.right && note.left < box.right &&
            box.top < note.bottom && note.top < box.bottom;
    }).map(({ id }) => id);
}"""
