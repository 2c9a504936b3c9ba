"""`noughts arena report`: what the page says, that it is harmless, how it works in a browser."""

import io
import json
import random
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import accumulate
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect

from noughts import Limit, Outcome, Position, Record
from noughts.arena.pairings import round_robin
from noughts.arena.report import Facts, archive, gather, page, player_page
from noughts.arena.report.losses import Loss, find_loss, in_words
from noughts.arena.report.page import LARGEST_ARCHIVE
from noughts.arena.store import Played, Store
from noughts.arena.table import as_json
from noughts.arena.tournament import Tournament, entrant
from noughts.cli import noughts_command
from noughts.engine import Engine
from noughts.files import sgf
from noughts.rules import TIC_TAC_TOE

# Names and a remark that try to be more than text.
ANN, BOB, CY = "ann", '<b onclick="bad()">bob', "</script>\u202ecy"
REMARK = "</script><script>document.title = 'bad'</script>\x1b[31m"
WON, DRAWN = "b2 a2 a1 a3 c3", "b2 a1 a2 c2 b1 b3 a3 c1 c3"
GAMES = [
    (ANN, BOB, WON, None),
    (BOB, ANN, DRAWN, None),
    (ANN, CY, "b2", Outcome("x", "crash")),
    (CY, ANN, "b2 a1 b1 b3 c3 a2 c2 a3", None),
    (BOB, CY, "b2 a1", Outcome("o", "time")),
]  # and one that is not over


def begun(store: Store) -> Store:
    players = tuple(entrant("hard", Limit(), name) for name in (ANN, BOB, CY))
    store.begin(Tournament(players, TIC_TAC_TOE), lambda: [(4,)])
    store.plan(sorted(round_robin(3, 2), key=lambda game: game.pair))
    return store


def filled(store: Store) -> Store:
    begun(store)
    for number, (x, o, moves, decision) in enumerate(GAMES):
        seconds = [0.25] * len(moves.split())
        record = Record(TIC_TAC_TOE, {"x": x, "o": o}, moves.split(), seconds, decision)
        remark = REMARK if decision and decision.reason == "crash" else None
        store.keep([Played(number, record.as_json(), remark)])
    return store


@pytest.fixture(scope="module")
def facts() -> Facts:
    with Store(None, new=True) as store:
        return gather(filled(store), nodes=20_000)


@pytest.fixture(scope="module")
def text(facts: Facts) -> str:
    return page(facts)


# Where games were lost


@cache
def truth(position: Position) -> str:
    """What the position is worth for the side to move, by brute force."""
    if position.is_over:
        return "loss" if position.winner else "draw"
    replies = {truth(position.play(move)) for move in position.legal_moves}
    return "win" if "loss" in replies else "draw" if "draw" in replies else "loss"


def test_losses_on_a_small_board_are_exact() -> None:
    engine, chance = Engine(TIC_TAC_TOE), random.Random(5)
    seen, thrown_away = set(), 0
    for _ in range(60):
        record = Record(TIC_TAC_TOE, {"x": "a", "o": "b"}, [chance.randrange(9)])
        while record.outcome is None:
            record = record.play(chance.choice(record.position.legal_moves))
        winner = record.outcome.winner
        if winner is None:
            continue
        positions = list(accumulate(record.moves, Position.play, initial=record.start))
        lost = [truth(each) == ("win" if each.turn == winner else "loss") for each in positions]
        after = len(lost)
        while after > 1 and lost[after - 1]:
            after -= 1
        found = find_loss(engine, record, opening=1)
        assert found == Loss(after, True), record
        seen.add(after)
        thrown_away += any(lost[1:after])  # lost before, and saved by the opponent
    assert len(seen) > 4
    assert thrown_away > 4


def test_an_effort_that_is_too_small_is_told() -> None:
    moves = ["e5", "a1", "e6", "a2", "e4", "a3", "e7", "a5", "e8"]
    record = Record("9x9x5", {"x": "a", "o": "b"}, moves)
    loss = find_loss(Engine("9x9x5"), record, opening=0, nodes=50)
    assert loss.after is not None
    assert not loss.proved
    assert in_words(record, loss, 0, 50).endswith(", as the engine sees it with 50 nodes.")


class Opinion:
    """An engine that sees every win of X in the game b2 a2 a1 a3 c3, and no loss of O."""

    def __init__(self, score: float | None) -> None:
        self.score = score

    def analyse(self, position: Position, limit: Limit) -> Any:
        best = [8] if position.empty == 5 else []  # c3, which ends the game
        outcome = "win" if position.turn == "x" else None
        return SimpleNamespace(outcome=outcome, best=best, score=self.score)


@pytest.mark.parametrize(("score", "after"), [(-1.0, 2), (0.0, 4), (None, 4)])
def test_where_nothing_is_proved_the_engine_s_opinion_decides(
    score: float | None, after: int
) -> None:
    """X leaves the shortest way with its second move: was O still lost?"""
    record = Record(TIC_TAC_TOE, {"x": "a", "o": "b"}, WON.split())
    assert find_loss(Opinion(score), record, opening=1) == Loss(after, False)  # type: ignore[arg-type]


def test_a_game_that_its_opening_loses() -> None:
    record = Record(TIC_TAC_TOE, {"x": "a", "o": "b"}, WON.split())
    assert find_loss(Engine(TIC_TAC_TOE), record, opening=2) == Loss(2, True)


def test_losses_in_words(facts: Facts) -> None:
    assert [game.told for game in facts.games] == [
        "O was lost after move 2 a2, this is proved.",
        "",
        "O was not lost on the board, this is proved.",
        "X was lost after move 7 c2, this is proved.",
        "X was not lost on the board, this is proved.",
    ]
    record = facts.games[0].record
    told = in_words(record, Loss(2, True), 2, 9)
    assert told == "O was lost before its first own move, this is proved."


# What the page says


class Reader(HTMLParser):
    """Reads a page: its elements, the text outside scripts, and whether every element is closed."""

    VOID = ("meta", "input", "br")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.scripts: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.scripts.append(data)
        elif not self.open or self.open[-1] != "style":
            self.words.append(data)


def words(page: str) -> str:
    return re.sub(r"\s+", " ", " ".join(Reader(page).words))


def test_the_page_needs_nothing_else_and_nothing_from_strangers_is_more_than_text(
    text: str,
) -> None:
    reader = Reader(text)
    assert reader.tags.count("script") == 2
    assert "b" not in reader.tags
    for name, value in reader.attributes:
        assert not name.startswith("on")
        assert name not in ("href", "src") or value.startswith(("#", "data:")), value
    assert "\u202e" not in text
    assert "\x1b" not in text
    assert r"\u202ecy" in words(text)
    assert "bad()" in words(text)
    assert "//" not in re.sub(r"http://www.w3.org/2000/svg|^ *//.*$| // .*$", "", text, flags=re.M)


def test_the_tables(facts: Facts, text: str) -> None:
    said = words(text)
    with Store(None, new=True) as store:
        table = as_json(filled(store))
    for row in table["players"]:
        assert f"{row['elo']:+.0f} {row['low']:+.0f} to {row['high']:+.0f}" in said
    assert "5 of 6 games" in said
    assert "tic-tac-toe: 3 in a row wins on 3x3" in said
    assert "20% of the games were drawn" in said
    assert facts.against()[ANN, BOB] == (1.5, 2)
    assert facts.against()[CY, BOB] == (1.0, 1)
    assert "1½ of 2" in said
    (opening,) = facts.opening_scores()
    assert (opening.won, opening.drawn, opening.lost, opening.share) == (2, 1, 2, 0.5)
    assert "50% for X 2 won, 1 drawn, 2 lost b2 5 games" in said


def test_the_games_can_be_read_back(facts: Facts, text: str) -> None:
    told = json.loads(Reader(text).scripts[0])
    assert told["players"] == [name.replace("\u202e", r"\u202e") for name in facts.names]
    for game, values in zip(facts.games, told["games"], strict=True):
        read = dict(zip(told["fields"], values, strict=True))
        digits = re.findall("..", read["moves"])
        assert tuple(int(two, 36) for two in digits) == game.record.moves
        times = [int(each, 36) for each in read["times"].split(".")]
        assert times == [round(each * 1000) for each in game.record.seconds]
        assert facts.names[read["x"]] == game.record.players["x"]
        assert (read["number"], read["winner"]) == (game.number, game.winner or "")
        assert read["lost"] == (game.loss and game.loss.after)


def test_before_the_first_game() -> None:
    with Store(None, new=True) as store:
        text = page(gather(begun(store), nodes=100))
    assert "No game is over yet." in words(text)
    assert 'id="data"' not in text


def test_a_match_is_called_after_its_players() -> None:
    players = (entrant("hard", Limit(), ANN), entrant("easy", Limit(), CY))
    with Store(None, new=True) as store:
        store.begin(Tournament(players, TIC_TAC_TOE, total=90), lambda: [()])
        facts = gather(store, nodes=None)
    assert facts.title == f"{ANN} against {CY}"
    assert "For a game 90 s a player" in words(page(facts))
    assert "It lost no game." in words(player_page(facts, ANN))
    assert 'id="games"' not in player_page(facts, ANN)


def test_many_openings_are_there_when_somebody_asks_for_them(facts: Facts) -> None:
    openings = [(4, move) for move in range(9) if move != 4] * 2
    games = [replace(facts.games[0], opening=n) for n in range(1, 14)]
    games += [replace(facts.games[3], opening=14)]
    text = page(replace(facts, openings=openings, games=games))
    shown, more = text.split("<details><summary>2 more, down to 0%</summary>")
    assert (shown.count("data-opening"), more.count("data-opening")) == (12, 2)
    assert shown.count('<circle class="o"') == 12, "the stone of O"


def test_without_the_engine() -> None:
    with Store(None, new=True) as store:
        facts = gather(filled(store), nodes=None, title="A & B")
    assert not any(game.told for game in facts.games)
    said = words(page(facts))
    assert "The engine has not looked at the losses." in said
    assert "A & B" in said


def test_progress_is_told() -> None:
    heard: list[tuple[int, int]] = []
    with Store(None, new=True) as store:
        gather(filled(store), 100, tell=lambda done, of: heard.append((done, of)))
    assert heard == [(0, 4), (1, 4), (2, 4), (3, 4)]


# Games as SGF


def test_the_games_in_a_zip_are_a_link_unless_they_are_large(facts: Facts) -> None:
    small, large = page(facts, b"PK"), page(facts, b"P" * LARGEST_ARCHIVE)
    assert ("href", "data:application/zip;base64,UEs=") in Reader(small).attributes
    assert "application/zip" not in large


def test_the_games_as_sgf(facts: Facts) -> None:
    with zipfile.ZipFile(io.BytesIO(archive(facts))) as file:
        assert file.testzip() is None
        names = file.namelist()
        read = [sgf.read(file.read(name))[0] for name in names]
    assert names[0] == "game-1.sgf"
    assert len(names) == len(facts.games)
    for game, record in zip(facts.games, read, strict=True):
        assert (record.moves, record.outcome) == (game.record.moves, game.record.outcome)
        assert record.seconds == game.record.seconds
    assert archive(facts) == archive(facts)


# The command


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    place = tmp_path / "mine.sqlite3"
    with Store(place, new=True) as store:
        filled(store)
    run = CliRunner().invoke(noughts_command, ["arena", "report", str(place), "--nodes", "500"])
    assert run.exit_code == 0, run.output
    assert "wrote" in run.output
    out = tmp_path / "mine.html"
    assert "with 500 nodes for each position" in words(out.read_text("utf-8"))
    assert {each.name for each in tmp_path.iterdir()} == {"mine.sqlite3", "mine.html"}
    again = ["arena", "report", str(place), str(out), "--no-engine", "--title", "Mine"]
    assert CliRunner().invoke(noughts_command, again).exit_code == 0
    assert "<h1>Mine</h1>" in out.read_text("utf-8")


def test_the_command_writes_the_games_and_tells_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.cli.arena.is_live", lambda: True)
    place, games = tmp_path / "mine.sqlite3", tmp_path / "games.zip"
    with Store(place, new=True) as store:
        filled(store)
    command = ["arena", "report", str(place), "--nodes", "500", "--sgf", str(games)]
    run = CliRunner().invoke(noughts_command, command)
    assert run.stdout == f"wrote {tmp_path / 'mine.html'} and {games}\n"
    assert run.stderr.startswith("\rlooking where games were lost: 0 of 4\x1b[K\rlooking")
    assert run.stderr.endswith("3 of 4\x1b[K\r\x1b[K")
    with zipfile.ZipFile(games) as file:
        assert len(file.namelist()) == len(GAMES)


def test_a_report_never_takes_the_place_of_a_tournament(tmp_path: Path) -> None:
    place = tmp_path / "mine.sqlite3"
    with Store(place, new=True) as store:
        filled(store)
    before = place.read_bytes()
    for words in ([str(place)], ["--sgf", str(place)]):
        run = CliRunner().invoke(noughts_command, ["arena", "report", str(place), *words])
        assert run.exit_code != 0
        assert "must end in" in str(run.exception)
    assert place.read_bytes() == before


# In a browser


class Visit:
    """The page in a browser, and what went wrong in it."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.page = browser.new_page(viewport={"width": 1280, "height": 844})
        self.wrong: list[str] = []
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self.wrong.append(request.url))
        self.page.goto(address)
        assert self.wrong.pop(0) == address


@pytest.fixture(scope="module")
def address(facts: Facts, tmp_path_factory: pytest.TempPathFactory) -> str:
    place = tmp_path_factory.mktemp("report") / "report.html"
    long = replace(facts, title="m" * 200)
    place.write_text(page(long, b"PK"), "utf-8")
    return place.as_uri()


@pytest.fixture
def report(browser: Browser, address: str) -> Iterator[Page]:
    visit = Visit(browser, address)
    yield visit.page
    visit.page.close()
    assert not visit.wrong


def marks(report: Page) -> tuple[int, int]:
    """How many X and O are on the board."""
    return report.locator("#board .x").count(), report.locator("#board .o").count()


def test_a_game_is_replayed(report: Page) -> None:
    state = report.locator("#state")
    expect(state).to_have_text("Move 5 of 5: X c3, 0.25 s. X wins: a line from a1 to c3.")
    expect(report.locator("#told")).to_contain_text("O was lost after move 2 a2")
    assert marks(report) == (3, 2)
    assert report.locator("#board .won").count() == 3
    report.locator("#first").click()
    assert marks(report) == (0, 0)
    report.locator("#forward").click()
    assert marks(report) == (1, 0)
    report.get_by_text("Show move 2").click()
    expect(state).to_contain_text("Move 2 of 5: O a2, 0.25 s. From here on it was lost.")
    report.locator("#last").click()
    report.locator("#back").click()
    expect(state).to_contain_text("Move 4 of 5: O a3")
    report.locator("#slider").fill("1")
    expect(state).to_contain_text("Move 1 of 5: X b2")
    report.locator("#moves li").nth(2).click()
    expect(state).to_contain_text("Move 3 of 5: X a1")
    report.locator("#numbers").check()
    assert report.locator("#board .number").all_text_contents() == ["1", "2", "3"]


def test_keys(report: Page) -> None:
    state = report.locator("#state")
    report.locator("#board").focus()
    for key, move in (("Home", "this is the start"), ("ArrowRight", "Move 1"), ("End", "Move 5")):
        report.keyboard.press(key)
        expect(state).to_contain_text(move)
    report.keyboard.press("ArrowLeft")
    expect(state).to_contain_text("Move 4")
    report.keyboard.press("ArrowDown")
    expect(report.locator("#who")).to_contain_text("Game 2")
    assert report.locator('#list [tabindex="0"]').count() == 1
    report.locator('#list [tabindex="0"]').focus()
    report.keyboard.press("ArrowDown")
    expect(report.locator("#list button").nth(2)).to_be_focused()
    expect(report.locator("#facts")).to_contain_text("the program of O failed")
    expect(report.locator("#facts")).to_contain_text("<script>document.title = 'bad'")
    assert report.title() == "m" * 200


def test_the_filter(report: Page) -> None:
    found, listed = report.locator("#found"), report.locator("#list .nth")
    expect(found).to_have_text("5 of 5 games")
    report.locator("#player").select_option(label=ANN)
    assert listed.all_text_contents() == ["1", "2", "3", "4"]
    report.locator("#result").select_option(label="ann won")
    assert listed.all_text_contents() == ["1", "3", "4"]
    report.locator("#against").select_option(label=BOB)
    assert listed.all_text_contents() == ["1"]
    report.locator("#result").select_option("drawn")
    assert listed.all_text_contents() == ["2"]
    expect(report.locator("#who")).to_contain_text("Game 2")
    report.locator("#result").select_option("lost")
    expect(found).to_have_text("0 of 5 games")
    report.locator("[data-opening]").first.click()
    expect(found).to_have_text("5 of 5 games")
    report.locator("#result").select_option("forfeit")
    assert listed.all_text_contents() == ["3", "5"]


def test_anybody_can_read_it(report: Page) -> None:
    for width, scheme in ((390, "light"), (1440, "dark")):
        report.set_viewport_size({"width": width, "height": 844})
        report.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert report.evaluate("document.documentElement.scrollWidth") <= width
        found = Axe().run(report)
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("width", [390, 900])
def test_the_plot_is_as_wide_as_the_page(report: Page, width: int) -> None:
    """From the names on; a bar for each, beside its name."""
    report.set_viewport_size({"width": width, "height": 844})
    section, plot = (report.locator(each).bounding_box() for each in (".beside", ".plot svg"))
    names, bars = (report.locator(f".plot {each}").all() for each in ("span", ".bar"))
    assert section
    assert plot
    assert plot["width"] >= 0.55 * section["width"]
    assert plot["x"] + plot["width"] == pytest.approx(section["x"] + section["width"], abs=1)
    assert len(names) == len(bars) == 3
    for name, bar in zip(names, bars, strict=True):
        beside, drawn = name.bounding_box(), bar.bounding_box()
        assert beside
        assert drawn
        assert beside["x"] + beside["width"] < drawn["x"]
        assert drawn["x"] + drawn["width"] < plot["x"] + plot["width"]
        middle = drawn["y"] + drawn["height"] / 2
        assert middle == pytest.approx(beside["y"] + beside["height"] / 2, abs=1.5)


def test_the_games_can_be_downloaded(report: Page) -> None:
    with report.expect_download() as download:
        report.get_by_text("All games as SGF").click()
    assert download.value.suggested_filename == "games.zip"
    assert download.value.path().read_bytes() == b"PK"
