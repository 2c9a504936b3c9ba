"""The mistakes of the function that chooses a move."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from noughts.check.diagnose.advice import say, say_as_if
from noughts.check.diagnose.edits import Source
from noughts.check.diagnose.lines import lines_named, unseen_lines
from noughts.check.diagnose.mistakes import FIRST_FREE, best_fit, mistakes, nearly_fits, sums
from noughts.check.diagnose.rule_mistakes import UNWRITTEN
from noughts.check.diagnose.shared_move import shared_move
from noughts.check.judge.checks import shown_by
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.exact_values import Value, best_moves, value
from noughts.check.judge.findings import Diagnosis, Shown
from noughts.check.judge.node_counts import WHOLE_TREE, among_bounds
from noughts.check.judge.play import Fault, Play
from noughts.check.sandbox.answers import shown
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE, Move
from noughts.words import count

__all__ = ["finished_board", "play_mistakes", "searching", "slow_wins"]

MOSTLY = 0.9  # of the moves that win; a search that values all wins alike is slow in 0.4 to 0.6
Chosen = tuple[Position, Move]
FEW = 12  # positions: so many can be listed in a program


def play_mistakes(evidence: Evidence, rules_are_wrong: bool) -> Iterator[Diagnosis]:
    """What is wrong with the moves; `rules_are_wrong` if that explains them."""
    function = _function(evidence)
    plain = evidence.plays.get(function)
    pruned = evidence.plays.get("minimax_ab")
    if plain is not None:
        found = [*_faults(plain, function)]
        yield from found
        kinds = {each.id for each in found}
        yield from _odd_moves(plain, function)
        if not rules_are_wrong and evidence.rules == TIC_TAC_TOE:
            if kinds <= {"none-when-lost"}:
                yield from _moves(evidence, plain, function)
            elif kinds == {"hangs"}:  # it may only be slow, and has answered most questions
                yield from _shared_move(evidence, plain, function)
    begun = evidence.plays.get("o begins")
    plain_is_right = plain is None or not (plain.giving_away() or plain.faults)
    if begun is not None and plain_is_right and begun.giving_away():
        shown = Shown(*begun.giving_away()[0])
        about = "it counts the stones, though O may have moved first"
        yield say("turn-wrong", about, shown, function)
    if pruned is not None and not rules_are_wrong:
        yield from _faults(pruned, "minimax_ab")
        if plain_is_right and (wrong := pruned.giving_away()):
            about = "`minimax_ab` is wrong where `minimax` is right"
            kind = "random-among-bounds" if pruned.is_random else "wrong-bound"
            yield say(kind, about, Shown(*wrong[0]), "minimax_ab")


def _function(evidence: Evidence) -> str:
    return "choose" if "choose" in evidence.plays else "minimax"


# No move


def _faults(play: Play, function: str) -> Iterator[Diagnosis]:
    """No move at all, or not a legal one."""
    faults = play.real_faults()
    if not faults:
        return
    early = [*faults, *(position for position, _ in play.giving_away())]
    illegal = all(fault.kind == "illegal" for fault in faults.values())
    if illegal and all(9 - position.empty <= 3 for position in early):
        about = "it does not check whether the cell is free"
        yield say("first-move-special-cased", about, Shown(early[0]), function)
    no_move = _no_move_when_lost(faults)
    if no_move:
        yield _none_when_lost(no_move, faults, function)
    lost = {*no_move}
    others = [position for position in faults if position not in lost]
    if others:
        yield _fault(play, min(others, key=lambda p: p.empty), function)


def _odd_moves(play: Play, function: str) -> Iterator[Diagnosis]:
    """Moves of the wrong kind, that are judged all the same."""
    if play.odd and not play.real_faults():
        position = min(play.odd, key=lambda p: p.empty)
        about = f"with {position.turn.upper()} to move, {play.odd[position].text}"
        yield say("wrong-type", about, Shown(position), function)


def _no_move_when_lost(faults: Mapping[Position, Fault]) -> list[Position]:
    """The lost positions in which it always does the same, if these are nearly all its faults.

    It returns None, or what it began with, such as (-1, -1), or it raises because there is no move.
    """
    lost = [position for position in faults if _is_lost(position)]
    same = len({(faults[p].kind, repr(faults[p].value)) for p in lost}) == 1
    in_time = all(faults[p].kind in ("wrong type", "illegal", "raised") for p in lost)
    return lost if same and in_time and len(lost) >= MOSTLY * len(faults) else []


def _none_when_lost(
    lost: list[Position], faults: Mapping[Position, Fault], function: str
) -> Diagnosis:
    position = min(lost, key=lambda p: p.empty)
    text = faults[position].text.removeprefix("it ")
    about = f"`{function}` {text}, though {position.turn.upper()} must play on"
    return say("none-when-lost", about, Shown(position), function)


def _fault(play: Play, position: Position, function: str) -> Diagnosis:
    faults = play.real_faults()
    fault = faults[position]
    mark = position.turn.upper()
    if fault.kind == "late":
        return say("hangs", f"with {mark} to move, {fault.text}", Shown(position), function)
    if fault.kind in ("raised", "ended"):
        if fault.text.startswith(UNWRITTEN):
            unwritten = say("not-implemented", f"`{function}`", None, function)
            return replace(unwritten, line=fault.line)
        where = f"`{function}` {fault.text.removeprefix('it ')}, with {mark} to move"
        return replace(say("crashes", where, Shown(position), function), line=fault.line)
    kind = _kind_of_value(play, fault)
    found = say(kind, f"with {mark} to move, {fault.text}", Shown(position), function)
    return replace(found, is_symptom=fault.value is None)  # it has found none; who knows why


def _is_lost(position: Position) -> bool:
    return position.rules == TIC_TAC_TOE and value(position).result < 0


def _kind_of_value(play: Play, fault: Fault) -> str:
    if fault.kind == "illegal":
        return "value-not-move" if _are_values(play) else "illegal-move"
    value_first = type(fault.value) is tuple and fault.value[1:] and _is_number(fault.value[0])
    return "value-not-move" if _is_number(fault.value) or value_first else "wrong-type"


def _is_number(found: object) -> bool:
    return type(found) in (int, float)


def _are_values(play: Play) -> bool:
    """Whether the cell it returns is really the value of the position, to X or to the mover."""
    faults = [(p, fault.value) for p, fault in play.faults.items()]
    returned = [*faults, *((p, move) for p, moves in play.moves.items() for move in moves)]
    for_x = all(found == _value_for_x(p) for p, found in returned)
    return for_x or all(found == value(p).result for p, found in returned)


def _value_for_x(position: Position) -> int:
    return value(position).result * (1 if position.turn == "x" else -1)


def finished_board(evidence: Evidence) -> Iterator[Diagnosis]:
    """`minimax` on a board where the game is over, if it ever answers."""
    wrong = evidence.wrong("minimax")
    play = evidence.plays.get("minimax")
    never_answers = play is not None and not play.moves and not any(a.ok for _, a in wrong)
    if wrong and not never_answers:
        case, answer = wrong[0]
        does = f"returns {shown(answer.value)}" if answer.ok else answer.text.removeprefix("it ")
        about = f"it {does} instead of None"
        yield say("finished-board", about, shown_by("minimax", case, answer), "minimax")


# Wrong moves


def _moves(evidence: Evidence, play: Play, function: str) -> Iterator[Diagnosis]:
    """Moves that are legal, but give something away."""
    wrong = play.giving_away()
    if not wrong:
        return
    example = Shown(*wrong[0])
    if shared := [*_shared_move(evidence, play, function)]:
        yield from shared
    elif known := _known_mistake(evidence, play) or _idle_search(evidence, play):
        yield replace(say(*known[:2], example, function), is_symptom=known.is_symptom)
    else:
        yield say_as_if(*_symptom(evidence, play), example, function)


def _shared_move(evidence: Evidence, play: Play, function: str) -> Iterator[Diagnosis]:
    """Every level of the search writes to the best move, and no known mistake explains more."""
    wrong, source = play.giving_away(), Source.read(evidence.source)
    found = shared_move(source.tree, function) if source and wrong else None
    if found is None or ((known := _known_mistake(evidence, play)) and not known.is_symptom):
        return
    about = f"deeper levels overwrite the move of this board in `{found.place}`"
    said = say("shared-move", about, Shown(*wrong[0]), function)
    yield replace(said, line=found.line, is_symptom=True)  # an edit may tell better


class Known(NamedTuple):
    """A mistake that explains every move."""

    kind: str
    about: str  # what is special about it
    is_symptom: bool = False  # it explains what goes wrong, but not why


def _known_mistake(evidence: Evidence, play: Play) -> Known | None:
    """The mistake that explains every move."""
    prunes = _prunes(evidence)
    if prunes and _is_among_bounds(play, evidence):
        return Known("random-among-bounds", "")
    if (mistake := best_fit(play, mistakes(play, evidence.orders))) is not None:
        return Known(mistake.id, mistake.about, mistake.is_symptom)
    if known := _learnt(play):
        about = f"it plays well where teachers look ({known} positions), and takes the first free "
        return Known("luck", f"{about}cell elsewhere")
    where = {position for position, _ in play.giving_away()}
    if len(where) <= FEW and not play.is_random:
        return Known("listed-positions", _extent(where, play), is_symptom=True)
    return Known("random-among-bounds", "") if play.is_random and prunes else None


def _symptom(evidence: Evidence, play: Play) -> tuple[str, str]:
    """No known mistake explains every move: what it looks like."""
    searches = evidence.nodes.get("minimax", 0) >= WHOLE_TREE // 100
    counting = (each for each in sums() if searches and nearly_fits(each, play))
    if found := next(counting, None):
        return found.id, found.about
    if lines := unseen_lines(play):
        return "line-forgotten", f"it misses {lines_named(lines)}"
    missed, blocks = _short_sight(play)
    wrong = {position for position, _ in play.giving_away()}
    if _prunes(evidence) and len(wrong) < 0.5 * len(play.moves):
        return "wrong-bound", _extent(wrong, play)
    if _is_blind(play):
        seen = f"its own wins in one move ({len(missed):,} missed)"
        return "no-search", f"it sees neither {seen} nor the other side's ({len(blocks):,})"
    if missed and len(missed) >= len(blocks):
        return "win-in-one-missed", f"in {count(len(missed), 'position')}"
    if blocks:
        return "block-missed", f"in {count(len(blocks), 'position')}"
    return "too-shallow", "it takes wins and stops threats, but does not see what comes after"


def _idle_search(evidence: Evidence, play: Play) -> Known | None:
    """It looks at many boards, but misses even what the first two plies show."""
    nodes = evidence.nodes.get("minimax", 0)
    if nodes < WHOLE_TREE // 100 or _prunes(evidence) or not _is_blind(play):
        return None
    missed, blocks = _short_sight(play)
    seen = f"from the empty board it looks at {nodes:,} boards, and yet it misses its own wins"
    about = f"{seen} ({len(missed):,}) and the other side's ({len(blocks):,})"
    return Known("search-wrong", about, is_symptom=True)


def _short_sight(play: Play) -> tuple[list[Chosen], list[Chosen]]:
    """Where it misses a win in one move, and where it does not stop the other side's."""
    missed = [pair for pair in play.missed_wins() if pair[1] not in best_moves(pair[0])]
    return missed, play.missed_blocks()


def _is_blind(play: Play) -> bool:
    missed, blocks = map(len, _short_sight(play))
    return bool(missed and blocks) and missed + blocks > 0.2 * len(play.moves)


def _extent(wrong: Collection[Position], play: Play) -> str:
    return f"it gives something away in {len(wrong):,} of {count(len(play.moves), 'position')}"


def _prunes(evidence: Evidence) -> bool:
    return evidence.interface != "strings" and _speaks_of_bounds(evidence)


def _speaks_of_bounds(evidence: Evidence) -> bool:
    return re.search(r"\balpha\b|\bbeta\b|descend|prun", evidence.source, re.IGNORECASE) is not None


def _is_among_bounds(play: Play, evidence: Evidence) -> bool:
    """Whether the wrong moves are those that alpha-beta cannot tell from the best."""
    wrong = play.giving_away()[:150]
    return all(move in among_bounds(position, evidence.orders) for position, move in wrong)


def _learnt(play: Play) -> int:
    """How many positions a program that never searches knows by heart; 0 if it is not like that."""
    other = [p for p, moves in play.moves.items() if moves != [*FIRST_FREE.allowed(p)]]
    knows = all(move in best_moves(p) for p in other for move in play.moves[p])
    return len(other) if knows and len(other) < 0.02 * len(play.moves) else 0


# What is no mistake


def slow_wins(evidence: Evidence) -> Iterator[Diagnosis]:
    """Wins that take longer than necessary, of a program that plays well otherwise.

    If it only values all wins alike, it takes quick and slow ones as they come: no mistake.
    """
    play = evidence.plays.get("minimax") or evidence.plays.get("choose")
    if play is None or evidence.interface == "strings" or evidence.rules != TIC_TAC_TOE:
        return  # a `strings` program must play the first of the best moves
    slow = play.slow_wins()
    chosen = play.is_random or len(slow) > MOSTLY * len(play.choices_of_wins())
    if slow and chosen and not play.giving_away() and not play.faults:
        missed = [pair for pair in slow if value(pair[0]) == Value(1, 1)]
        how = "it picks any of its wins" if play.is_random else "it prefers the slow ones"
        about = f"in {count(len(slow), 'position')}, {how}"
        yield say("slow-win", about, Shown(*(missed or slow)[0]), _function(evidence))


def searching(evidence: Evidence) -> Iterator[Diagnosis]:
    """How it searches."""
    for function in ("minimax_ab", "minimax"):
        nodes = evidence.nodes.get(function)
        if nodes is None or nodes < WHOLE_TREE:
            continue
        prunes = evidence.interface == "cs50" and _speaks_of_bounds(evidence)
        if function == "minimax_ab" or prunes:
            about = f"from the empty board `{function}` looks at all {nodes:,} boards"
            yield say("no-pruning", about, None, function)
