"""The command in a process of its own: signals, kills, pipes and exit codes as the shell sees them."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.processes import PATIENCE, finished, read_until

NIGHT = pytest.mark.tier("exhaustive")
PLAYERS = ("--player", "Ania:frodo", "--player", "Bo:sam")


CALLS = [  # exit code, and the words
    (0, ("new", "dice", *PLAYERS)),
    (1, ("new", "dice", "--player", "Ania:frodo")),
    (2, ("new", "dixe", *PLAYERS)),
    (2, ("bogus",)),
    (1, ("show", "nobody")),
]


def test_exit_codes_are_0_fine_1_refused_2_wrong_call(process, run):
    """0 fine, 1 refused, 2 wrong call; the answer on stdout, the reason on stderr; the wrong call as a process, as are
    the others in tests below.
    """
    ends = [finished(process(*words)) if words == ("bogus",) else tuple(run(*words))[:3] for _, words in CALLS]
    assert [code for code, _, _ in ends] == [code for code, _ in CALLS]
    assert [bool(out) for _, out, _ in ends] == [code == 0 for code, _ in CALLS]
    assert [bool(err) for _, _, err in ends] == [code != 0 for code, _ in CALLS]


def test_a_closed_pipe_ends_log_quietly(process, new):
    """`companion log | head -0` ends quietly."""
    s = new()
    child = process("log", s)
    child.stdout.close()
    child.wait(timeout=PATIENCE)
    assert "Traceback" not in child.stderr.read()


def test_letters_that_the_terminal_cannot_show(process, new, monkeypatch):
    """On an ASCII terminal signs are replaced, nothing breaks."""
    s = new("--lang", "uk")
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    code, out, err = finished(process("show", s))
    assert (code, err) == (0, "")
    assert "Ania" in out


@NIGHT
def test_ctrl_c_before_there_is_a_table(process, good):
    """130, one sentence, and nothing is begun."""
    child = process("table", "dice")
    read_until(child, ") ")
    child.send_signal(signal.SIGINT)
    code, _, err = finished(child)
    assert (code, err) == (130, "No table was opened.\n")
    assert good("sessions", "--json").json == []


@pytest.mark.parametrize("played", [pytest.param([], marks=NIGHT), ["rowgo\n", "1 2\n"]])
def test_ctrl_c_at_the_table(process, good, new, played):
    """Everything is kept, the way back is told, no traceback; the game goes on."""
    s = new()
    child = process("table", s)
    read_until(child, "> ")
    for line in played:
        child.stdin.write(line)
        child.stdin.flush()
        read_until(child, "> ")
    child.send_signal(signal.SIGINT)
    code, out, _ = finished(child)
    assert code in (0, 130)
    assert s in out
    assert good("show", s, "--json").json["seq"] == len(played)
    good("table", s, typed="\nq\n")


@pytest.mark.parametrize("jobs", [pytest.param(1, marks=NIGHT), 2])
def test_ctrl_c_anywhere_else(process, tmp_path, jobs):
    """A long simulation can be stopped: exit code 130, one sentence, no half journal; nobody goes on with it."""
    out = tmp_path / "games.csv"
    words = ("--journals", tmp_path / "games", "--jobs", jobs, "--out", out)
    child = process("simulate", "dice", "--games", 100_000, *words)
    deadline = time.monotonic() + PATIENCE
    while not list(tmp_path.glob("games/*.jsonl")) and time.monotonic() < deadline:
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    code, _, err = finished(child)
    assert (code, err.count("\n"), err.startswith("Stopped after")) == (130, 1, True)
    assert [path.name for path in tmp_path.iterdir()] == ["games"]
    assert not [line for line in Path("/proc").glob("[0-9]*/cmdline") if str(out) in _read(line)]


def _read(path):
    try:
        return path.read_text(errors="replace")
    except OSError:  # it has just ended
        return ""


def test_a_phone_that_dies_at_the_table(process, good):
    """SIGKILL in the middle of a turn: all that was shown is kept, and `table dice` goes on with the same game."""
    child = process("table", "dice", *PLAYERS, "--seed", "0a" * 16)
    child.stdin.write("\n")  # no words for the dice
    child.stdin.flush()
    for line in ("rowgo", "1 2", ""):
        read_until(child, "> ")
        child.stdin.write(f"{line}\n")
        child.stdin.flush()
    read_until(child, "> ")
    child.kill()
    child.communicate(timeout=PATIENCE)
    resumed = good("table", "dice", typed="y\nq\n")
    s = resumed.last.split()[-1]
    log = good("log", s, "--json").json
    assert [entry["type"] for entry in log] == ["header", "roll", "keep", "roll"]
    assert [entry["args"].get("source") for entry in log] == [None, "table", None, "draw"]
    assert good("show", s, "--json").json["phase"] == "keep"
    good("verify", s)


def test_devices_at_once_lose_no_note(process, good, new, exhaustive):
    """Devices send a note at the same moment: each is kept once or refused with the fresh table."""
    s = new()
    children = [process("do", s, "note", f"text=device {number}") for number in range(6 if exhaustive else 2)]
    codes = [finished(child)[0] for child in children]
    notes = [entry["args"]["text"] for entry in good("log", s, "--json").json[1:]]
    assert set(codes) <= {0, 1}
    assert len(notes) == len(set(notes)) == codes.count(0) >= 1
    good("verify", s)


def test_an_output_that_is_full_is_said_plainly():
    """What is sent to a full disk ends with exit code 1 and one line, no traceback."""
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "companion", "rule", "DG-ROLL-3"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, "The output cannot be written: No space left on device.\n")
