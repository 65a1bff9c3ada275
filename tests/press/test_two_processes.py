"""`print all` by two processes: the files of one, in the same order, whatever becomes of the second."""

import os
from dataclasses import replace

import pytest

from companion.core.errors import WrongCall
from companion.games import GAMES
from companion.press import Job, print_files, two_processes
from companion.press.two_processes import can_share, print_by_two
from tests.tiers import sample

FEW = {"only": ("dice-token-frodo", "dice-first", "dice-figure-sam", "dice-die-red")}
JOBS = [Job("dice", "all", **FEW), *(Job(game, "all", "uk", ink="saver", cutter="svg") for game in GAMES)]


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def folders(tmp_path):
    """Two empty folders."""
    found = tmp_path / "one", tmp_path / "two"
    for folder in found:
        folder.mkdir()
    return found


@pytest.mark.parametrize("job", sample(JOBS, JOBS[0]), ids=lambda job: f"{job.game} {job.lang}")
def test_two_make_what_one_makes(job, folders):
    told: list[tuple[str, int, int]] = []
    one = print_files(replace(job, out=folders[0]))
    two = print_by_two(replace(job, out=folders[1]), lambda *progress: told.append(progress))
    assert [written.path.name for written in two] == [written.path.name for written in one]
    assert files(folders[1]) == files(folders[0])
    assert len({kind for written in two if written.file for kind in written.file.kinds}) > 1
    assert {stage for stage, _, _ in told} == {"faces", "pages"}


def end_at_once(*_):
    """In place of the work of the second process."""
    os._exit(1)


@pytest.mark.tier("exhaustive")
def test_one_goes_on_where_the_other_ends(folders, monkeypatch):
    job = JOBS[0]
    monkeypatch.setattr(two_processes, "_make_share", end_at_once)
    print_files(replace(job, out=folders[0]))
    print_by_two(replace(job, out=folders[1]))
    assert files(folders[1]) == files(folders[0])


def test_a_job_without_pieces_is_refused_and_leaves_no_file(folders):
    job = Job("dice", "all", only=("nobody",), out=folders[0])
    with pytest.raises(WrongCall, match="nobody"):
        print_by_two(job)
    assert files(folders[0]) == {}


@pytest.mark.parametrize("given", [{"kind": "cards"}, {"format": "png"}, {"changed": True}, {"one_file": True}])
def test_other_jobs_are_not_shared(given):
    job = Job("wotr", "all")
    assert can_share(job)
    assert not can_share(replace(job, **given))
