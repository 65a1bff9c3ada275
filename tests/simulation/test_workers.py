"""Processes and a real cluster: a worker is killed and nothing changes; all are lost and it is said."""

import os
import signal
import sys
from contextlib import suppress

import pytest

from companion.core.errors import LocalizedError, WrongCall
from companion.play.bots.simulate import game_spans, spread_spans
from companion.simulation import cluster as cluster_module
from companion.simulation import workers as module
from companion.simulation.workers import start_workers
from tests.play.batches import joined, task

GAMES = 40


@pytest.fixture(scope="module")
def cluster(exhaustive):
    """A worker in a process of its own, exhaustively two, for this machine only; one that ends is begun anew."""
    from distributed import LocalCluster  # dear, and nobody else's

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        here = {"host": "127.0.0.1", "dashboard_address": None}
        with LocalCluster(n_workers=2 if exhaustive else 1, threads_per_worker=1, processes=True, **here) as made:
            yield made


def played(address=None, meanwhile=lambda: None):
    """The same games by a cluster, or here; `meanwhile` happens once the first are over."""
    with start_workers(1, address) as who:
        parts = spread_spans(task(journals=True, told=True).play, game_spans(GAMES, 2), who.executor, who.still_there)
        first = next(parts)
        meanwhile()
        return joined([first, *parts])


@pytest.mark.tier("exhaustive")
def test_a_worker_that_is_killed_changes_nothing(cluster, monkeypatch):
    """Sums, rows and journals are those of one process, though a worker of the cluster ended in the middle."""
    monkeypatch.setattr(cluster_module, "ALONE", 600.0)  # it may take its time to begin anew
    nanny = cluster.workers[0]
    killed = nanny.pid
    assert played(cluster.scheduler_address, lambda: os.kill(killed, signal.SIGKILL)) == played()
    assert nanny.pid != killed


def test_nobody_is_left(cluster, monkeypatch):
    """All workers are gone and none comes back."""
    monkeypatch.setattr(cluster_module, "ALONE", 1.0)
    with pytest.raises(LocalizedError) as lost:
        played(cluster.scheduler_address, lambda: cluster.scale(0))
    assert lost.value.code == "workers_lost"


@pytest.mark.tier("exhaustive")
def test_the_scheduler_ends(cluster):
    """The same, if it is the scheduler that goes."""
    cluster.scale(1)
    with pytest.raises(LocalizedError) as lost:
        played(cluster.scheduler_address, cluster.close)
    assert lost.value.code == "workers_lost"


def test_addresses_where_no_cluster_is(monkeypatch):
    """A wrong call, with the reason; and so without Dask, with what to install."""
    monkeypatch.setattr(cluster_module, "CONNECT", 0.5)
    for address in ("nonsense", "tcp://127.0.0.1:1", "gopher://127.0.0.1:1"):
        with pytest.raises(WrongCall) as wrong, start_workers(1, address):
            pass
        assert (wrong.value.code, wrong.value.values["word"]) == ("no_scheduler", address)
        assert wrong.value.values["reason"]
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    with pytest.raises(LocalizedError) as missing, start_workers(1, "tcp://127.0.0.1:1"):
        pass
    assert missing.value.code == "scale_missing"


def test_a_process_that_ends_is_said():
    """Of the processes of this machine none is begun anew."""
    with pytest.raises(LocalizedError) as lost, start_workers(2, None) as who:
        list(spread_spans(_end, game_spans(4), who.executor))
    assert lost.value.code == "workers_lost"


def _end(first, games):
    os.kill(os.getpid(), signal.SIGKILL)


def large_result(number):
    """More than a pipe takes at once."""
    return bytes(50_000_000)


@pytest.mark.tier("exhaustive")
def test_half_a_result_is_not_waited_for():
    """Interrupted while results come in, the thread that takes them ends too."""
    with suppress(KeyboardInterrupt), start_workers(2, None) as who:
        results = [who.executor.submit(large_result, number) for number in range(20)]
        waiting = who.executor._executor_manager_thread
        results[1].result()
        raise KeyboardInterrupt
    waiting.join(60)
    assert not waiting.is_alive()
