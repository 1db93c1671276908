"""Command line of the hunt: `replay` recorded hunts, `simulate` many, `play` one."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from statistics import mean

from rules.draugr.dice import dice
from rules.draugr.game import DRAUGR
from rules.draugr.hints import hint
from rules.draugr.hunt import CHANCE_PHASES, Hunt
from rules.draugr.notation import write_action
from rules.draugr.plain import drawn, menu
from rules.draugr.recorded import Difference, differences
from rules.draugr.ruleset import Difficulty, Ruleset, SlainFace, write_setup
from rules.draugr.simulation import PLAYERS, endings, simulate, wilson
from rules.game import Ambiguous, Ending, WrongAction


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; 0 for success, 1 for a failed replay, 2 for input that can't be used."""
    options = _parser().parse_args(arguments)
    try:
        return {"replay": _replay, "simulate": _simulate, "play": _play}[options.command](options)
    except KeyboardInterrupt:
        print()
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules.draugr", description="The Draugr hunt.")
    commands = parser.add_subparsers(dest="command", required=True)
    replay = commands.add_parser("replay", help="play recorded hunts and compare every state they name")
    replay.add_argument("file", help="a JSON Lines file, one hunt a line")
    many = commands.add_parser("simulate", help="play many hunts and count how they end")
    many.add_argument("--games", type=_within(1_000_000), default=1000, metavar="N")
    many.add_argument("--player", choices=sorted(PLAYERS), default="greedy")
    one = commands.add_parser("play", help="play a hunt in the terminal")
    for command in (many, one):
        command.add_argument("--seed", default="haugbui", help="same seed, same town and dice")
        _choices(command)
    return parser


def _choices(command: argparse.ArgumentParser) -> None:
    difficulties, faces = ([word.value for word in words] for words in (Difficulty, SlainFace))
    command.add_argument("--difficulty", choices=difficulties, default="normal", help="D24")
    command.add_argument("--slain-face", choices=faces, default="quiet", help="D8")
    command.add_argument("--location-cap", choices=["none", "4"], default="none", help="D11")
    command.add_argument("--cards-lost", type=int, choices=range(1, 16), default=8, metavar="N", help="D13")
    command.add_argument("--last-round", type=_within(1000), default=200, metavar="N", help="D23")


def _within(most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not text.isascii() or not text.isdecimal() or not 1 <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text} is no number from 1 to {most}")
        return int(text)

    return number


def _ruleset(options: argparse.Namespace) -> Ruleset:
    return Ruleset(
        difficulty=Difficulty(options.difficulty),
        slain_face=SlainFace(options.slain_face),
        location_cap=None if options.location_cap == "none" else int(options.location_cap),
        cards_lost=options.cards_lost,
        last_round=options.last_round,
    )


def _replay(options: argparse.Namespace) -> int:
    try:
        with open(options.file, encoding="utf-8") as file:
            lines = [(number, line) for number, line in enumerate(file, 1) if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        print(f"Cannot read {options.file}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return 2
    failed = 0
    for number, line in lines:
        problem = _problem(line)
        if problem:
            failed += 1
            print(f"line {number}: {problem}")
    print(f"{len(lines) - failed} passed, {failed} failed")
    return 1 if failed else 0


def _problem(line: str) -> str:
    """What is wrong with a recorded hunt, or nothing."""
    try:
        found = differences(json.loads(line))
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        return f"no recorded hunt ({type(error).__name__}: {error})"
    return "; ".join(_told(difference) for difference in found[:3])


def _told(difference: Difference) -> str:
    where = f"round {difference.round}, " if difference.round >= 0 else ""
    return f"{where}{difference.field}: recorded {difference.recorded}, played {difference.played}"


def _simulate(options: argparse.Namespace) -> int:
    results = list(simulate(_ruleset(options), options.player, options.games, options.seed))
    count = len(results)
    ends = endings(results)
    rounds = sorted(result.rounds for result in results)
    print(f"{count} hunts, {options.difficulty}, {options.player} player, seed {options.seed}")
    print(f"won      {_rate(ends[Ending.SLAIN], count)}")
    for ending in (Ending.OVERRUN, Ending.TOWNSFOLK, Ending.LAST_ROUND):
        print(f"lost     {_rate(ends[ending], count)}  {ending.value}")
    long = sum(number > 45 for number in rounds)
    print(f"rounds   mean {mean(rounds):.1f}, median {rounds[count // 2]}, most {rounds[-1]}")
    print(f"over 45  {_rate(long, count)}")
    return 0


def _rate(hits: int, count: int) -> str:
    low, high = wilson(hits, count)
    return f"{hits / count:6.1%}  (95 % CI {low:.1%}-{high:.1%})"


def _play(options: argparse.Namespace) -> int:
    hunt = _rolled(DRAUGR.start(write_setup(_ruleset(options))), options.seed)
    print(f"Seed {options.seed}, {options.difficulty}. Type a choice, `hint`, `undo`, or `abandon`.")
    while hunt.outcome is None:
        print(f"\n{drawn(hunt)}\n{menu(hunt)}")
        after = _asked(hunt)
        if after is None:
            print("\nThe hunt is left unfinished.")
            return 0
        hunt = _rolled(after, options.seed)
    print(f"\n{drawn(hunt)}\n{'You have won' if hunt.outcome.winner else 'The Draugr have won'}: ", end="")
    print(f"{hunt.outcome.ending.value.replace('_', ' ')}, round {hunt.round}.")
    return 0


def _asked(hunt: Hunt) -> Hunt | None:
    """The state after the next choice typed that the rules take; None at the end of the input."""
    while True:
        try:
            text = input("> ")
        except EOFError:
            return None
        if text.strip().casefold() in ("hint", "?"):
            advised = hint(hunt)
            print(f"{write_action(advised.action)} ({advised.reason.value})")
            continue
        try:
            return DRAUGR.play(hunt, DRAUGR.read(hunt, text))
        except WrongAction as refusal:
            print(_refused(refusal))


def _refused(refusal: WrongAction) -> str:
    kind = "Which one" if isinstance(refusal, Ambiguous) else "Not possible"
    rule = f" ({refusal.rule})" if refusal.rule else ""
    may = f": {', '.join(refusal.squares)}" if refusal.squares else ""
    return f"{kind}{rule}, {refusal.reason.replace('_', ' ')}{may}"


def _rolled(hunt: Hunt, seed: str) -> Hunt:
    while hunt.phase in CHANCE_PHASES:
        action = DRAUGR.chance(hunt, dice(seed, hunt.moment))
        hunt = DRAUGR.play(hunt, action)
    return hunt


if __name__ == "__main__":
    sys.exit(main())
