"""From evidence to words: what kind of mistake it is, where to look, and a position that shows it.

The order follows cause and effect: a program whose `winner` forgets a line also plays wrong moves,
but its only mistake is the line.
"""

import re
from collections.abc import Iterator
from functools import cache

from noughts.check.diagnose.advice import ADVICE
from noughts.check.diagnose.mistakes import (
    FIRST_FREE,
    LINES,
    Line,
    best_fit,
    line_name,
    mistakes,
)
from noughts.check.judge.checks import Case
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.exact_values import Value, best_moves, reachable, value
from noughts.check.judge.findings import Diagnosis, Shown
from noughts.check.judge.node_counts import WHOLE_TREE, among_bounds
from noughts.check.judge.play import Fault, Play, played_in
from noughts.check.sandbox.answers import Answer
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE

__all__ = ["diagnose"]


def diagnose(evidence: Evidence) -> list[Diagnosis]:
    """The mistakes of a program, the one that explains most first."""
    if not evidence.loaded.ok:
        found = [_unloaded(evidence.loaded)]
    elif evidence.interface == "gomocup":
        found = []
    else:
        rules = [*_rules(evidence)]
        found = [*rules, *_playing(evidence, rules_are_wrong=bool(rules)), *_searching(evidence)]
    found.sort(key=lambda diagnosis: diagnosis.id == "slow-win")  # the least of all mistakes
    return list({diagnosis.id: diagnosis for diagnosis in reversed(found)}.values())[::-1]


def _unloaded(loaded: Answer) -> Diagnosis:
    return _say("hangs" if loaded.kind == "late" else "crashes", loaded.text)


def _say(kind: str, about: str, shown: Shown | None = None) -> Diagnosis:
    return Diagnosis(kind, ADVICE[kind].format(about=about), shown)


# The functions that know the rules


def _rules(evidence: Evidence) -> Iterator[Diagnosis]:
    yield from _changed(evidence)
    for function, kind in (("player", "turn-wrong"), ("actions", "actions-wrong")):
        yield from _wrong_answers(evidence, function, kind)
    yield from _winner(evidence)
    winner_is_right = not evidence.wrong("winner")
    if winner_is_right:
        yield from _utility(evidence)
        yield from _wrong_answers(evidence, "terminal", "terminal-wrong")
    if not (evidence.wrong("player") or evidence.wrong("actions") or evidence.changed):
        yield from _wrong_answers(evidence, "result", "turn-wrong")
    yield from _wrong_answers(evidence, "illegal moves", "illegal-accepted")


def _changed(evidence: Evidence) -> Iterator[Diagnosis]:
    if evidence.changed:
        function, position = max(evidence.changed, key=lambda pair: pair[1].empty)
        yield _say("board-mutated", f"`{function}` does", Shown(position))


def _wrong_answers(evidence: Evidence, function: str, kind: str) -> Iterator[Diagnosis]:
    wrong = evidence.wrong(function)
    if not wrong:
        return
    case, answer = wrong[0]
    illegal = function == "illegal moves"
    asked = "`result`" if illegal else f"`{function}`"
    if not answer.ok:
        yield _fault(answer, case.position, asked)
        return
    about = f"{asked} must {case.wanted}{'' if illegal else ' here'}"
    yield _say(kind, about, Shown(case.position))


def _fault(answer: Answer, position: Position, where: str) -> Diagnosis:
    kind = "hangs" if answer.kind == "late" else "crashes"
    return _say(kind, f"in {where}: {answer.text}", Shown(position))


def _winner(evidence: Evidence) -> Iterator[Diagnosis]:
    for function in ("winner", "evaluate"):
        wrong = evidence.wrong(function)
        if crashed := [pair for pair in wrong if not pair[1].ok]:
            yield _fault(crashed[0][1], crashed[0][0].position, f"`{function}`")
            continue
        missed = [c.position for c, a in wrong if c.position.winner and a.value in (None, 0)]
        exchanged = [c.position for c, a in wrong if c.position.winner and c.position not in missed]
        if len(exchanged) > _wins() // 4:
            yield _say("sign-flipped", f"`{function}` names the wrong side", Shown(exchanged[0]))
        if missed:
            yield _missed_lines(missed)
        if invented := [case for case, _ in wrong if not case.position.winner]:
            yield _invented_line(function, invented[0])


@cache
def _wins() -> int:
    """How many positions have a line."""
    return sum(position.winner is not None for position in reachable(TIC_TAC_TOE))


def _missed_lines(missed: list[Position]) -> Diagnosis:
    names = [line_name(line) for line in LINES if any(_is_only_line(p, line) for p in missed)]
    about = " and ".join(names) if len(names) < 4 else "most of them"
    return _say("line-forgotten", about or "one of them", Shown(missed[0]))


def _is_only_line(position: Position, line: Line) -> bool:
    outcome = position.outcome
    return outcome is not None and set(outcome.cells) == set(line)


def _invented_line(function: str, case: Case) -> Diagnosis:
    about = f"`{function}` must {case.wanted} here"
    return _say("line-invented", about, Shown(case.position))


def _is_number(found: object) -> bool:
    return type(found) in (int, float)


def _utility(evidence: Evidence) -> Iterator[Diagnosis]:
    wrong = evidence.wrong("utility")
    if not wrong:
        return
    case, answer = wrong[0]
    if not answer.ok:
        yield _fault(answer, case.position, "`utility`")
        return
    won = [(c, a) for c, a in evidence.asked["utility"] if c.position.winner]
    signs = [(_sign(a.value), 1 if c.position.winner == "x" else -1) for c, a in won]
    draws = [(c, a) for c, a in wrong if c.position.winner is None and _is_number(a.value)]
    shown = Shown(case.position)
    if all(found == -expected for found, expected in signs):
        yield _say("sign-flipped", "`utility` gives every win to the other side", shown)
    elif draws and all(found == expected for found, expected in signs):
        case, answer = draws[0]
        about = f"`utility` returns {answer.value} for a draw"
        yield _say("draws-taken-for-losses", about, Shown(case.position))
    else:
        yield _say("utility-wrong", f"`utility` must {case.wanted} here", shown)


def _sign(found: object) -> int:
    if not isinstance(found, int | float):
        return 0
    return (found > 0) - (found < 0)


# What it plays


def _playing(evidence: Evidence, rules_are_wrong: bool) -> Iterator[Diagnosis]:
    plain = evidence.plays.get("minimax") or evidence.plays.get("choose")
    pruned = evidence.plays.get("minimax_ab")
    if plain is not None:
        found = [*_faults(plain)]
        yield from found
        if not found and not rules_are_wrong and evidence.rules == TIC_TAC_TOE:
            yield from _moves(evidence, plain)
    begun = evidence.plays.get("o begins")
    plain_is_right = plain is None or not (plain.giving_away() or plain.faults)
    if begun is not None and plain_is_right and begun.giving_away():
        shown = Shown(*begun.giving_away()[0])
        yield _say("turn-wrong", "it counts the stones, though O may have moved first", shown)
    if pruned is not None and not rules_are_wrong:
        yield from _faults(pruned)
        if plain_is_right and (wrong := pruned.giving_away()):
            about = "`minimax_ab` is wrong where `minimax` is right"
            kind = "random-among-bounds" if pruned.is_random else "wrong-bound"
            yield _say(kind, about, Shown(*wrong[0]))


def _faults(play: Play) -> Iterator[Diagnosis]:
    """No move at all, or not a legal one."""
    faults = play.real_faults()
    early = [*faults, *(position for position, _ in play.giving_away())]
    illegal = faults and all(fault.kind == "illegal" for fault in faults.values())
    if illegal and all(9 - position.empty <= 3 for position in early):
        about = "it does not check whether the cell is free"
        yield _say("first-move-special-cased", about, Shown(early[0]))
    for position in sorted(faults, key=lambda p: p.empty):
        fault = faults[position]
        kind = _fault_id(play, fault)
        mark = position.turn.upper()
        yield _say(kind, f"with {mark} to move, {fault.text}", Shown(position))
        return


def _fault_id(play: Play, fault: Fault) -> str:
    if fault.kind == "late":
        return "hangs"
    if fault.kind in ("raised", "ended"):
        return "crashes"
    if fault.kind == "illegal":
        return "value-not-move" if _are_values(play) else "illegal-move"
    value_first = type(fault.value) is tuple and fault.value[1:] and _is_number(fault.value[0])
    return "value-not-move" if _is_number(fault.value) or value_first else "wrong-type"


def _are_values(play: Play) -> bool:
    """Whether the cell it returns is really the value of the position, to X or to the mover."""
    faults = [(p, fault.value) for p, fault in play.faults.items()]
    returned = [*faults, *((p, move) for p, moves in play.moves.items() for move in moves)]
    for_x = all(found == _value_for_x(p) for p, found in returned)
    return for_x or all(found == value(p).result for p, found in returned)


def _value_for_x(position: Position) -> int:
    return value(position).result * (1 if position.turn == "x" else -1)


def _moves(evidence: Evidence, play: Play) -> Iterator[Diagnosis]:
    """Moves that are legal, but wrong or slow."""
    wrong = play.giving_away()
    if not wrong:
        if evidence.interface != "strings":  # which asks for the first of the best moves
            yield from _slow(play)
        return
    shown = Shown(wrong[0][0], wrong[0][1], played_in(*wrong[0]))
    prunes = evidence.interface != "strings" and _speaks_of_bounds(evidence)
    if prunes and _is_among_bounds(play, evidence):
        yield _say("random-among-bounds", "", shown)
        return
    mistake = best_fit(play, mistakes())
    if mistake is not None:
        yield _say(mistake.id, mistake.about, shown)
    elif known := _learnt(play):
        about = (
            f"it plays well where teachers look ({known} positions), and takes the first free cell "
            "elsewhere"
        )
        yield _say("luck", about, shown)
    elif play.is_random and prunes:
        yield _say("random-among-bounds", "", shown)
    elif prunes and _mostly_right(play):
        yield _say(
            "wrong-bound", "the moves are mostly right, but some good ones are cut off", shown
        )
    else:
        yield from _by_symptom(play, shown)


def _speaks_of_bounds(evidence: Evidence) -> bool:
    return re.search(r"\balpha\b|\bbeta\b|descend|prun", evidence.source, re.IGNORECASE) is not None


def _is_among_bounds(play: Play, evidence: Evidence) -> bool:
    """Whether the wrong moves are those that alpha-beta cannot tell from the best."""
    wrong = play.giving_away()[:150]
    return all(move in among_bounds(position, evidence.orders) for position, move in wrong)


def _mostly_right(play: Play) -> bool:
    return len({position for position, _ in play.giving_away()}) < 0.5 * len(play.moves)


def _learnt(play: Play) -> int:
    """How many positions a program that never searches knows by heart; 0 if it is not like that."""
    other = [p for p, moves in play.moves.items() if moves != [*FIRST_FREE.allowed(p)]]
    knows = all(move in best_moves(p) for p in other for move in play.moves[p])
    return len(other) if knows and len(other) < 0.02 * len(play.moves) else 0


def _by_symptom(play: Play, shown: Shown) -> Iterator[Diagnosis]:
    """No known mistake explains every move: name the most frequent symptom."""
    missed = [pair for pair in play.missed_wins() if pair[1] not in best_moves(pair[0])]
    blocks = play.missed_blocks()
    if missed and blocks and len(missed) + len(blocks) > 0.2 * len(play.moves):
        yield _say(
            "no-search",
            "it misses its own wins in one move and does not stop the other side's",
            Shown(*missed[0]),
        )
    elif missed and len(missed) >= len(blocks):
        yield _say("win-in-one-missed", played_in(*missed[0]).rstrip("."), Shown(*missed[0]))
    elif blocks:
        yield _say("block-missed", played_in(*blocks[0]).rstrip("."), Shown(*blocks[0]))
    else:
        yield _say(
            "too-shallow",
            "it takes wins and stops threats, but does not see what comes after",
            shown,
        )


def _slow(play: Play) -> Iterator[Diagnosis]:
    slow = play.slow_wins()
    if not slow:
        return
    missed = [pair for pair in slow if value(pair[0]) == Value(1, 1)]
    position, move = (missed or slow)[0]
    about = f"in {len(slow):,} positions, as if all wins were worth the same"
    yield _say("slow-win", about, Shown(position, move, played_in(position, move)))


# How it searches


def _searching(evidence: Evidence) -> Iterator[Diagnosis]:
    for function in ("minimax_ab", "minimax"):
        nodes = evidence.nodes.get(function)
        if nodes is None or nodes < WHOLE_TREE:
            continue
        if function == "minimax_ab" or (
            evidence.interface == "cs50" and _speaks_of_bounds(evidence)
        ):
            yield _say(
                "no-pruning", f"from the empty board `{function}` looks at all {nodes:,} boards"
            )
