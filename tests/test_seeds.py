"""Chance in tests: the same in every run, another for whatever could meet."""

import os
import random
import secrets
import subprocess
import sys
from types import SimpleNamespace

import pytest

from companion.play.journal import session
from tests.seeded.sitecustomize import Source

FIRST = "import secrets; print(secrets.token_hex(8))"


def drawn(*words: object) -> str:
    """What is drawn first for these words."""
    source = Source()
    source.start(" ".join(map(str, words)))
    return source(8).hex()


@pytest.fixture
def mine(request):
    """The words of this test."""
    return f"{request.config.option.seed} {request.node.nodeid}"


@pytest.fixture(scope="module")
def shared():
    """Something that another test may have made before."""
    return secrets.token_hex(8), random.random()


@pytest.fixture(scope="module", params="ab")
def one_of_two():
    """Made once for each."""
    return secrets.token_hex(8)


def test_a_test_draws_what_its_name_says(mine):
    """Secrets and numbers, in whichever order tests run."""
    assert (secrets.token_hex(8), random.random()) == (drawn(mine), random.Random(mine).random())
    assert len({secrets.token_hex(8) for _ in range(1000)} | {os.urandom(8).hex() for _ in range(1000)}) == 2000


def test_what_tests_share_draws_beside_them(mine, shared, request):
    """Whichever of them makes it."""
    words = f"{request.config.option.seed} {request.node.nodeid.partition('::')[0]} shared 0"
    assert shared == (drawn(words), random.Random(words).random())
    assert (secrets.token_hex(8), random.random()) == (drawn(mine), random.Random(mine).random())


def test_each_kind_of_something_shared_draws_for_itself(one_of_two, shared, request):
    words = f"{request.config.option.seed} {request.node.nodeid.partition('::')[0]} one_of_two"
    assert one_of_two == drawn(words, "ab".index(request.node.callspec.params["one_of_two"]))
    assert one_of_two != shared[0]


def test_processes_draw_each_for_itself(mine):
    """Two that were started alike, and one that another starts; whatever environment they are given."""
    again = f"import subprocess; {FIRST}; subprocess.run([{sys.executable!r}, '-c', {FIRST!r}])"
    told = [
        subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout.split()
        for code, env in ((FIRST, None), (FIRST, {}), (again, {**os.environ, "PYTHONPATH": "."}))
    ]
    assert told[:2] == [[drawn(mine, number, "process 1")] for number in (1, 2)]
    assert sorted(told[2]) == sorted(drawn(mine, "3 process", number) for number in (1, 2))
    seen = [sys.executable, "-c", "import os; print(os.environ['PYTHONHASHSEED'])"]
    child = subprocess.run(seen, capture_output=True, text=True, check=True)
    assert child.stdout.split() == mine.split()[:1]


def test_a_copy_of_a_process_draws_for_itself(request):
    """As `fork` makes one; of the process of tests too."""
    forks = "import os, secrets; os.fork() and os.wait(); os.write(1, secrets.token_hex(8).encode() + b' ')"
    told = subprocess.run([sys.executable, "-c", forks], capture_output=True, check=True).stdout.split()
    assert len(set(told)) == 2
    seeds = request.config.pluginmanager.get_plugin("seeds")
    with seeds.beside("a process"):
        before = secrets.token_hex(8)
    with seeds.beside("a process"):
        seeds.forked()
        assert secrets.token_hex(8) not in (before, drawn(seeds.words.partition(" fork")[0]))


def test_a_failing_test_says_how_it_is_run_again(request):
    """One that has passed says nothing."""
    for failed in (True, False):
        report = SimpleNamespace(failed=failed, sections=[])
        hook = request.config.pluginmanager.get_plugin("seeds").pytest_runtest_makereport(request.node)
        next(hook)
        with pytest.raises(StopIteration) as end:
            hook.send(report)
        assert end.value.value is report
        seed = request.config.option.seed
        assert [f"--seed {seed} '{request.node.nodeid}'" in text for _, text in report.sections] == [True] * failed


def test_entries_have_the_same_time_in_every_run():
    """Draws depend on their hashes; in processes that tests start too."""
    code = "from companion.play.journal import session; print(session.now())"
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert [session.now(), child.stdout.strip()] == ["2026-11-21T19:30:00Z"] * 2
