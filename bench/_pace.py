"""How fast this machine is at the moment, in plain Python: a shared one changes from minute to minute."""

import os
from statistics import median
from threading import get_native_id
from time import thread_time

import chess

from bench.moves import chess_leaves

LEAVES_A_SECOND = 243_000  # that python-chess makes on the machine for which the targets are given
ROUNDS, DEPTH = 3, 3


def slowness(core: int) -> float:
    """How many times slower that core makes python-chess's leaves, right now, than the targets' machine.

    It takes about 0.1 s of the calling thread, which stays on the core.
    """
    os.sched_setaffinity(get_native_id(), {core})
    return median(_once() for _ in range(ROUNDS))


def _once() -> float:
    board = chess.Board()
    began = thread_time()
    leaves = chess_leaves(board, DEPTH)
    return LEAVES_A_SECOND * (thread_time() - began) / leaves
