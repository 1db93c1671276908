"""Move generation: the tafl board against python-chess, leaf by leaf and ply by ply.

*Leaves*: every leaf of the tree is made, none is only counted. *Plies*: random playouts; for each ply all moves
are listed, one is picked and made, and the end is tested for, repetition included. A first round, in which tables
fill, is not measured.
"""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time

import chess

from rules.tafl.board import Board, State, from_position, play
from rules.tafl.position import START
from rules.tafl.ruleset import STANDARD

ROUNDS = 3
PLIES = 20_000
LONGEST = 200


def tafl_leaves(board: Board, state: State, depth: int) -> int:
    """The leaves below a tafl state."""
    if depth == 0:
        return 1
    return sum(tafl_leaves(board, play(state, step), depth - 1) for step in board.moves(state))


def chess_leaves(board: chess.Board, depth: int) -> int:
    """The leaves below a chess position."""
    if depth == 0:
        return 1
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += chess_leaves(board, depth - 1)
        board.pop()
    return leaves


def tafl_playout(board: Board, choose: random.Random) -> int:
    """The length of one random tafl match, to its end by any rule or to the limit."""
    state = from_position(START)
    met = Counter([tuple(state)])
    for ply in range(LONGEST):
        moves = board.moves(state)
        state = play(state, moves[int(choose.random() * len(moves))])
        key = tuple(state)
        met[key] += 1
        if board.outcome(state) is not None or met[key] == 3:
            return ply + 1
    return LONGEST


def chess_playout(choose: random.Random) -> int:
    """The length of one random chess game, to its end by any rule or to the limit."""
    board = chess.Board()
    for ply in range(LONGEST):
        moves = list(board.legal_moves)
        board.push(moves[int(choose.random() * len(moves))])
        if board.is_game_over():
            return ply + 1
    return LONGEST


def rate(work: Callable[[], int]) -> float:
    """What one unit of `work` counts per second of processor time."""
    began = process_time()
    done = work()
    return done / (process_time() - began)


def plies(playout: Callable[[random.Random], int], seed: int) -> int:
    """Plies of playouts until there are enough of them."""
    choose = random.Random(seed)
    done = 0
    while done < PLIES:
        done += playout(choose)
    return done


def main() -> None:
    """Prints the rates, their medians' ratios and the targets."""
    board = Board(STANDARD)
    rates: dict[str, list[float]] = {
        "tafl leaves": [],
        "chess leaves": [],
        "tafl plies": [],
        "chess plies": [],
    }
    for seed in range(ROUNDS + 1):
        tafl = partial(tafl_playout, board)
        rates["tafl leaves"].append(rate(partial(tafl_leaves, board, from_position(START), 3)))
        rates["chess leaves"].append(rate(partial(chess_leaves, chess.Board(), 4)))
        rates["tafl plies"].append(rate(partial(plies, tafl, seed)))
        rates["chess plies"].append(rate(partial(plies, chess_playout, seed)))
    for what, target in (("leaves", 2), ("plies", 4)):
        ours, theirs = (median(rates[f"{game} {what}"][1:]) for game in ("tafl", "chess"))
        ratio = f"{ours / theirs:.1f} (target {target})"
        print(f"{what}/s: tafl {ours:,.0f}, python-chess {theirs:,.0f}: ratio {ratio}")
