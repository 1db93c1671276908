"""Every rule of the hunt, D1–D24, is cited by the name of a test."""

import re
from pathlib import Path


def test_D1_to_D24_are_each_cited_by_a_test() -> None:
    files = [path for path in Path(__file__).parent.glob("test_draugr_*.py") if path != Path(__file__)]
    cited = {
        int(number)
        for path in files
        for number in re.findall(
            r"^(?:async )?def test_D(\d+)_", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    assert cited == set(range(1, 25))
