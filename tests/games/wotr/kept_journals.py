"""The journals of whole games that are kept beside the tests."""

from pathlib import Path

from companion import games
from companion.content.load import load
from companion.play.report.verify import verify_journal

FOLDER = Path(__file__).parents[2] / "journals" / "wotr"
KEPT = {
    path.stem: verify_journal(path.read_text(encoding="utf-8").splitlines(), games.get, load).replay
    for path in FOLDER.glob("*.jsonl")
}
