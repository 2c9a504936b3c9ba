"""The searches as textbook pseudocode, and the lines that each step of a search executes.

A step is what a search does at one node: it enters the node (`enter`), finds the game over or the
depth limit reached (`leaf`), remembers the position (`table`), gets back the value of a move
(`back`), skips the remaining moves (`cut`), or has tried them all (`return`). `max` and `min` say
whose turn it is at the node; `root` replaces both where a method treats its root differently from
the nodes below it, and stands for what begins the passes where there are several.

Where a search scouts, the value that comes back may be that of a scout who has found nothing better
(`scout`), or something (`doubt`), or that of the search which then looks `again`.
"""

from typing import NamedTuple

__all__ = ["ALPHA_BETA", "ALPHA_BETA_STRICT", "ALPHA_BETA_TABLE", "DEEPENING", "GAME_TREE"]
__all__ += [
    "LEARNING",
    "MINIMAX",
    "MTD_F",
    "NEGAMAX",
    "PVS",
    "STEPS",
    "STEPWISE",
    "STRINGS",
    "Line",
]

KINDS = ("enter", "leaf", "table", "back", "scout", "doubt", "again", "cut", "return")
STEPS = tuple(f"{where} {kind}" for where in ("root", "max", "min") for kind in KINDS)


class Line(NamedTuple):
    """One line, indented with spaces, and the steps that execute it."""

    text: str
    steps: tuple[str, ...] = ()


def _line(text: str, *steps: str) -> Line:
    return Line(text, steps)


def _both(text: str, *kinds: str) -> Line:
    """A line that both sides share."""
    return Line(text, tuple(f"{side} {kind}" for kind in kinds for side in ("max", "min")))


MINIMAX = (
    _line("SEARCH(board): play the first move whose"),
    _line("  value is MAX-VALUE(board)"),
    _line(""),
    _line("MAX-VALUE(board)", "max enter"),
    _line("  if game over or depth limit reached:", "max leaf"),
    _line("    return what the board is worth", "max leaf"),
    _line("  value ← −∞", "max enter"),
    _line("  for each next board:"),
    _line("    value ← max(value, MIN-VALUE(next board))", "max back"),
    _line("  return value", "max return"),
    _line(""),
    _line("MIN-VALUE(board)", "min enter"),
    _line("  if game over or depth limit reached:", "min leaf"),
    _line("    return what the board is worth", "min leaf"),
    _line("  value ← +∞", "min enter"),
    _line("  for each next board:"),
    _line("    value ← min(value, MAX-VALUE(next board))", "min back"),
    _line("  return value", "min return"),
)


def _alpha_beta(reaches: str, falls_to: str) -> tuple[Line, ...]:
    """MAX-VALUE and MIN-VALUE with a window, cutting when value `reaches` β or `falls_to` α."""
    return (
        _line("MAX-VALUE(board, α, β)", "max enter"),
        _line("  if game over or depth limit reached:", "max leaf"),
        _line("    return what the board is worth", "max leaf"),
        _line("  value ← −∞", "max enter"),
        _line("  for each next board:"),
        _line("    value ← max(value, MIN-VALUE(next, α, β))", "max back"),
        _line(f"    if value {reaches} β: try no more moves", "max cut"),
        _line("    α ← max(α, value)", "max back"),
        _line("  return value", "max return", "max cut"),
        _line(""),
        _line("MIN-VALUE(board, α, β)", "min enter"),
        _line("  if game over or depth limit reached:", "min leaf"),
        _line("    return what the board is worth", "min leaf"),
        _line("  value ← +∞", "min enter"),
        _line("  for each next board:"),
        _line("    value ← min(value, MAX-VALUE(next, α, β))", "min back"),
        _line(f"    if value {falls_to} α: try no more moves", "min cut"),
        _line("    β ← min(β, value)", "min back"),
        _line("  return value", "min return", "min cut"),
    )


_SEARCH = (
    _line("SEARCH(board): play the first move whose"),
    _line("  value is MAX-VALUE(board, −∞, +∞)"),
    _line(""),
)
ALPHA_BETA = _SEARCH + _alpha_beta("≥", "≤")
ALPHA_BETA_STRICT = _SEARCH + _alpha_beta(">", "<")

DEEPENING = (
    _line("DEEPEN(board): depth 1, 2, … as time allows:", "root enter", "root return"),
    _line("  MAX-VALUE(board, −∞, +∞), best line first", "root back"),
    _line(""),
    *_alpha_beta("≥", "≤"),
)

STEPWISE = (
    _line("SEARCH(root): descend; if that is refused,"),
    _line("  ascend; stop when refused at the root"),
    _line(""),
    _line("NEW STATE inherits one bound"),
    _line("  MAX: β ← parent's (root +∞), cost ← α ← −∞", "max enter"),
    _line("  MIN: α ← parent's, cost ← β ← +∞", "min enter"),
    _line(""),
    _line("DESCEND(state)"),
    _both("  if game over or depth limit reached:", "leaf"),
    _both("    cost ← what the board is worth; refuse", "leaf"),
    _both("  if α ≥ β: refuse", "cut"),
    _both("  if no move is left: refuse", "return"),
    _line("  state ← new state after the next move"),
    _line(""),
    _line("ASCEND(state): pass its cost to its parent"),
    _line("  MAX: cost ← α ← max(α, cost of the child)", "max back"),
    _line("  MIN: cost ← β ← min(β, cost of the child)", "min back"),
)

GAME_TREE = (
    _both("GROW(board)", "enter"),
    _both("  branches ← none", "enter"),
    _line("  unless game over or depth limit reached:"),
    _line("    for each next board: add GROW(next)"),
    _line("  return [board, branches]"),
    _line(""),
    _line("PASS-UP(tree)"),
    _line("  for each level, deepest first:"),
    _line("    for each node on that level:"),
    _both("      if it has no branches:", "leaf"),
    _both("        value ← win 5, draw 2, loss 0", "leaf"),
    _line("      else if the computer is to move:", "max return"),
    _line("        value ← the largest of its branches", "max return"),
    _line("      else:", "min return"),
    _line("        value ← the smallest of its branches", "min return"),
    _line(""),
    _line("play a random one of the root's best branches"),
)

STRINGS = (
    _line("CHOOSE(s): X maximises, O minimises", "root enter"),
    _line("  for each empty cell i:"),
    _line("    value[i] ← VALUE(s with i set, −∞, +∞)", "root back"),
    _line("  return the first of the best cells", "root return"),
    _line(""),
    _both("VALUE(s, α, β)", "enter"),
    _both("  if X has a line: return 1; if O: return −1", "leaf"),
    _both("  if no cell is empty: return 0", "leaf"),
    _line("  best ← −∞ if X is to move", "max enter"),
    _line("  best ← +∞ if O is to move", "min enter"),
    _line("  for each empty cell i:"),
    _line("    reply ← VALUE(s with i set, α, β)"),
    _line("    X: best ← max(best, reply)", "max back"),
    _line("       α ← max(α, best)", "max back"),
    _line("    O: best ← min(best, reply)", "min back"),
    _line("       β ← min(β, best)", "min back"),
    _both("    if α ≥ β: try no more cells", "cut"),
    _both("  return best", "return", "cut"),
)

_THE_MOVERS_VIEW = (
    _line("Numbers here: what the side to move gets."),
    _line("In the tree: MAX's; at MIN the sign differs."),
    _line(""),
)

NEGAMAX = (
    *_THE_MOVERS_VIEW,
    _line("SEARCH(board): play the first move whose"),
    _line("  value is NEGAMAX(board, −∞, +∞)"),
    _line(""),
    _both("NEGAMAX(board, α, β)", "enter"),
    _both("  if game over or depth limit reached:", "leaf"),
    _both("    return what the board is worth", "leaf"),
    _both("  value ← −∞", "enter"),
    _line("  for each next board:"),
    _both("    reply ← −NEGAMAX(next, −β, −α)", "back"),
    _both("    value ← max(value, reply)", "back"),
    _both("    if value ≥ β: try no more moves", "cut"),
    _both("    α ← max(α, value)", "back"),
    _both("  return value", "return", "cut"),
)

ALPHA_BETA_TABLE = (
    *_THE_MOVERS_VIEW,
    _both("ALPHA-BETA(board, α, β)", "enter"),
    _both("  if game over or depth limit reached:", "leaf"),
    _both("    return what the board is worth", "leaf"),
    _both("  if the table knows what the board is worth", "table"),
    _both("      exactly, or at least β, or at most α:", "table"),
    _both("    return that", "table"),
    _both("  value ← −∞", "enter"),
    _line("  for each next board:"),
    _both("    reply ← −ALPHA-BETA(next, −β, −α)", "back"),
    _both("    value ← max(value, reply)", "back"),
    _both("    if value ≥ β: try no more moves", "cut"),
    _both("    α ← max(α, value)", "back"),
    _both("  note board and value in the table: ≥ β is", "return", "cut"),
    _both("    at least, ≤ first α at most, else exact", "return", "cut"),
    _both("  return value", "return", "cut"),
)

PVS = (
    *_THE_MOVERS_VIEW,
    _both("PVS(board, α, β)", "enter"),
    _both("  if game over or depth limit reached:", "leaf"),
    _both("    return what the board is worth", "leaf"),
    _both("  value ← −∞", "enter"),
    _line("  for each next board:"),
    _line("    if it is the first:"),
    _both("      reply ← −PVS(next, −β, −α)", "back"),
    _line("    else:"),
    _both("      reply ← −PVS(next, −α−1, −α): a scout", "scout", "doubt"),
    _both("      if α < reply < β:", "scout", "doubt"),
    _both("        reply ← −PVS(next, −β, −α)", "again"),
    _both("    value ← max(value, reply)", "back", "scout", "again"),
    _both("    if value ≥ β: try no more moves", "cut"),
    _both("    α ← max(α, value)", "back", "scout", "again"),
    _both("  return value", "return", "cut"),
)

MTD_F = (
    *_THE_MOVERS_VIEW[:2],
    _line("MTD-F(board): the value is in lower … upper", "root enter"),
    _line("  lower ← −∞, upper ← +∞, guess ← a draw", "root enter"),
    _line("  until lower ≥ upper:"),
    _line("    β ← guess (+ 1 if that is lower)"),
    _line("    guess ← VALUE(board, β − 1, β)", "root back"),
    _line("    if guess < β: upper ← guess", "root back"),
    _line("    else: lower ← guess", "root back"),
    _line("  return guess", "root return"),
    _line(""),
    _both("VALUE(board, α, β)", "enter"),
    _both("  if game over or depth limit reached:", "leaf"),
    _both("    return what the board is worth", "leaf"),
    _both("  if the table knows: exact, ≥ β or ≤ α:", "table"),
    _both("    return that", "table"),
    _both("  value ← −∞", "enter"),
    _line("  for each next board:"),
    _both("    reply ← −VALUE(next, −β, −α)", "back"),
    _both("    value ← max(value, reply)", "back"),
    _both("    if value ≥ β: try no more moves", "cut"),
    _both("  note it in the table; return value", "return", "cut"),
)

LEARNING = (
    *_THE_MOVERS_VIEW[:2],
    _line("DEEPENING(board): depth 1, 2, … in time:", "root enter", "root return"),
    _line("  VALUE(board, −∞, +∞), table empty again", "root back"),
    _line(""),
    _both("VALUE(board, α, β)", "enter"),
    _both("  if game over or depth limit reached:", "leaf"),
    _both("    return what the board is worth", "leaf"),
    _both("  if the table knows: exact, ≥ β or ≤ α:", "table"),
    _both("    return that", "table"),
    _both("  sort the moves: what was best here before,", "enter"),
    _both("    killers of this depth, then by history", "enter"),
    _both("  value ← −∞", "enter"),
    _line("  for each next board:"),
    _both("    reply ← −VALUE(next, −β, −α)", "back"),
    _both("    value ← max(value, reply)", "back"),
    _both("    if value ≥ β: the move is a killer, its", "cut"),
    _both("      history grows; try no more moves", "cut"),
    _both("    α ← max(α, value)", "back"),
    _both("  note it in the table; return value", "return", "cut"),
)
