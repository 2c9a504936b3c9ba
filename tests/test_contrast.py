"""Whether what the pages show can be seen: the contrast of their colours, as WCAG counts it."""

import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "noughts"
PAGE = (PACKAGE / "web" / "static" / "style.css").read_text()
REVIEW = (PACKAGE / "review" / "page.css").read_text()

TEXT, SIGN = 4.5, 3  # the least contrast of words, and of marks and of the edges of fields
WORDS = ("text", "muted", "accent", "x-text", "o-text", "win", "draw", "loss")
GROUNDS = ("bg", "surface", "surface-2")
MARKS = ("x", "o", "accent", "win", "draw", "loss")

Colour = tuple[float, float, float]


def colours(sheet: str, selector: str) -> dict[str, Colour]:
    """The variables that a rule sets to colours."""
    rule = sheet[sheet.index(selector) :].partition("{")[2].partition("}")[0]
    found = re.findall(r"--([\w-]+): #([0-9a-f]{3}(?:[0-9a-f]{3})?);", rule)
    return {name: _read(digits) for name, digits in found}


def _read(digits: str) -> Colour:
    six = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
    red, green, blue = (int(six[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue


def mixed(one: Colour, share: float, two: Colour) -> Colour:
    """`color-mix(in srgb, one share, two)`."""
    red, green, blue = (share * a + (1 - share) * b for a, b in zip(one, two, strict=True))
    return red, green, blue


def contrast(one: Colour, two: Colour) -> float:
    dark, light = sorted(_luminance(each) for each in (one, two))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def too_weak(pairs: dict[str, tuple[Colour, Colour, float]]) -> dict[str, float]:
    found = {name: contrast(one, two) for name, (one, two, least) in pairs.items()}
    return {name: round(each, 2) for name, each in found.items() if each < pairs[name][2]}


LIGHT = colours(PAGE, ":root {")
DARK = colours(PAGE, ':root[data-theme="dark"] {')


def test_dark_is_the_same_however_it_is_chosen() -> None:
    assert colours(PAGE, ':root:not([data-theme="light"]) {') == DARK
    assert LIGHT.keys() == DARK.keys()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_page_can_be_read(theme: dict[str, Colour]) -> None:
    surface = theme["surface"]
    pairs = {f"{w} on {g}": (theme[w], theme[g], TEXT) for w in WORDS for g in GROUNDS}
    pairs |= {f"mark {m} on {g}": (theme[m], theme[g], SIGN) for m in MARKS for g in GROUNDS}
    pairs |= {
        "a button": (theme["on-accent"], theme["accent"], TEXT),
        "a note": (theme["bg"], theme["text"], TEXT),
        "a warning": (theme["warn"], theme["warn-surface"], TEXT),
        "the clock in a hurry": (theme["bg"], theme["loss"], TEXT),
        "an option": (theme["accent"], mixed(theme["accent"], 0.12, surface), TEXT),
        "a tool": (theme["accent"], mixed(theme["accent"], 0.13, theme["bg"]), TEXT),
    }
    for mark in "xo":
        last = mixed(theme[mark], 0.11, surface)
        pairs[f"the last move, {mark}"] = theme[mark], last, SIGN
        pairs[f"its number, {mark}"] = theme[f"{mark}-text"], last, TEXT
        pairs[f"a winning {mark}"] = theme[mark], mixed(theme["win"], 0.14, surface), SIGN
    for tone in ("win", "draw", "loss", "accent"):
        pairs[f"the best value, {tone}"] = theme[tone], mixed(theme[tone], 0.1, surface), TEXT
    for ground in ("bg", "surface"):  # of the cells of a board, and of fields
        pairs[f"outline on {ground}"] = theme["outline"], theme[ground], SIGN
    assert not too_weak(pairs)


@pytest.mark.parametrize("at", [0, 1], ids=["light", "dark"])
def test_the_page_of_a_review_can_be_read(at: int) -> None:
    theme = colours(REVIEW.split("prefers-color-scheme: dark")[at], ":root {")
    words = {name: (theme[name], theme["bg"], TEXT) for name in ("text", "muted", "x", "o", "bad")}
    assert not too_weak({**words, "line": (theme["line"], theme["bg"], SIGN)})
