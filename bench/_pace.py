"""How fast this machine is at the moment, in plain Python: a shared one changes from minute to minute."""

import os
from threading import get_native_id
from time import thread_time

import chess

from bench.moves import chess_leaves

LEAVES_A_SECOND = 243_000  # that python-chess makes on the machine for which the targets are given
ROUNDS, DEPTH = 8, 3


def slowness(core: int) -> float:
    """How many times slower that core makes python-chess's leaves, right now, than the targets' machine.

    It takes about half a second of the calling thread, which is on that core for so long.
    """
    thread = get_native_id()
    before = os.sched_getaffinity(thread)
    os.sched_setaffinity(thread, {core})
    try:
        began = thread_time()
        leaves = sum(chess_leaves(chess.Board(), DEPTH) for _ in range(ROUNDS))
        return LEAVES_A_SECOND * (thread_time() - began) / leaves
    finally:
        os.sched_setaffinity(thread, before)
