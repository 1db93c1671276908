"""`python -m bench [NAME ...]` runs benchmarks; `python -m bench load` or `soak` the long ones, with options."""

import importlib
import sys

RATIOS = ("hunts", "moves", "pictures", "towns")
LONG = ("load", "soak")


def main(arguments: list[str]) -> int:
    """Runs them one after the other; 2 for a name that is none, 1 if one could not run or missed what it promises."""
    if arguments and arguments[0] in LONG:
        status: int = importlib.import_module(f"bench.{arguments[0]}").main(arguments[1:])
        return status
    unknown = [name for name in arguments if name not in RATIOS]
    if unknown:
        known = ", ".join((*RATIOS, *LONG))
        print(f"No such benchmark: {', '.join(unknown)}. There are: {known}.", file=sys.stderr)
        return 2
    status = 0
    for name in arguments or RATIOS:
        print(f"== {name}", flush=True)
        try:
            importlib.import_module(f"bench.{name}").main()
        except ModuleNotFoundError as missing:
            print(f"Not run: {missing.name} is not installed (`make bench` installs it).", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
