"""The checks of a program that gets any position and chooses a move: `player` and `process`.

On boards of up to nine cells they cover every position. On larger boards they cover a sample:
positions of random games, and among them those whose value the engine can prove quickly.
"""

from collections.abc import Callable

from noughts.check.interfaces.examiner import Examiner
from noughts.check.judge import checks
from noughts.check.judge.checks import Item
from noughts.check.judge.evidence import unchanged
from noughts.check.judge.exact_values import LARGEST_TABLE, unfinished
from noughts.check.judge.findings import Finding, failed, passed
from noughts.check.judge.large_boards import keeps_proved_value, sample, takes_a_win_anywhere
from noughts.check.judge.play import Play

__all__ = ["CHOOSE", "choose_items", "legal"]

CHOOSE = "choose"


def choose_items(examiner: Examiner) -> list[Item]:
    """The checks, for the board of this game."""
    evidence, rules = examiner.evidence, examiner.evidence.rules
    small = rules.size <= LARGEST_TABLE
    positions = evidence.judged(unfinished(rules) if small else sample(rules))

    def played(judge: Callable[[Play], Finding]) -> Callable[[], Finding]:
        return lambda: examiner.played(CHOOSE, positions, judge)

    items = [Item("loads", 5, lambda: examiner.loads("the program starts"))]
    if evidence.interface == "player":
        items += [
            Item("legal moves", 20, played(legal)),
            Item("board not changed", 10, played(lambda _: unchanged(evidence))),
        ]
    else:  # a command gets no board that it could change
        items += [Item("legal moves", 30, played(legal))]
    if small:
        return [
            *items,
            Item("takes a win", 15, played(checks.takes_a_win)),
            Item("keeps the value", 20, played(checks.keeps_the_value)),
            Item("never loses", 20, played(lambda play: checks.never_loses(play, evidence.marks))),
            Item("either may begin", 10, lambda: examiner.either_may_begin(CHOOSE)),
            Item("shortest win", 0, played(checks.takes_the_shortest_win)),
        ]
    return [
        *items,
        Item("takes a win", 40, played(takes_a_win_anywhere)),
        Item("keeps the value", 25, played(keeps_proved_value)),
    ]


def legal(play: Play) -> Finding:
    """Every move is allowed."""
    faults = play.real_faults()
    if not faults:
        return checks.untested(play) or passed(f"all {len(play.moves):,} moves are legal")
    position = min(faults, key=lambda p: p.empty)
    many = f"The same in {len(faults):,} positions." if len(faults) > 1 else ""
    message = f"{position.turn.upper()} to move: {faults[position].text}."
    return failed(message, play.shown(position), many)
