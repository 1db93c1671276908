"""`python -m bench [NAME ...]` runs every benchmark of this folder, or those named."""

import importlib
import sys
from pathlib import Path


def main(names: list[str]) -> int:
    """Runs them one after the other; 2 for a name that is none, 1 if one could not run."""
    known = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"No such benchmark: {', '.join(unknown)}. There are: {', '.join(known)}.", file=sys.stderr)
        return 2
    status = 0
    for name in names or known:
        print(f"== {name}", flush=True)
        try:
            importlib.import_module(f"bench.{name}").main()
        except ModuleNotFoundError as missing:
            print(f"Not run: {missing.name} is not installed (`make bench` installs it).", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
