"""The journals of all games that are kept beside the tests."""

from pathlib import Path

FOLDER = Path(__file__).parent / "journals"
JOURNALS = sorted(path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.glob("*/*.jsonl"))


def lines_of(name: str) -> list[str]:
    return (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
