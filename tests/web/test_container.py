"""Containerfile and compose.yaml: their steps, done without a container engine, and the command they start."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from string import Template
from urllib.parse import urlsplit

import psycopg
import pytest
import yaml
from packaging.specifiers import SpecifierSet

from companion.core.errors import StoreError
from companion.play.journal.store import SqliteStore
from tests.stores.cluster import Cluster
from tools import release

ROOT = Path(__file__).parents[2]
STEPS = [
    tuple(line.split(" ", 1))
    for line in (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
VALUE = re.compile(r"\$\{(\w+):\?[^}]*\}")


def steps(kind: str) -> list[str]:
    """What stands behind a word of the Containerfile."""
    return [rest for word, rest in STEPS if word == kind]


def test_the_image_is_small_and_nobodys_root():
    """A Python that is allowed, all that is copied is there and let through, and no step runs as root later on."""
    (version,) = {re.search(r"python:([\d.]+)-slim", image)[1] for image in steps("FROM")}
    assert version in SpecifierSet(release.project()["requires-python"])
    copied = {name for rest in steps("COPY") if not rest.startswith("--") for name in rest.split()[:-1]}
    let_in = {line[1:] for line in (ROOT / "Containerfile.dockerignore").read_text().splitlines() if line[0] == "!"}
    assert copied == let_in
    assert [name for name in copied if not (ROOT / name).exists()] == []
    user = next(index for index, (word, _) in enumerate(STEPS) if word == "USER")
    assert not any(word in ("RUN", "USER") for word, _ in STEPS[user + 1 :])


def test_compose_keeps_no_secret_and_waits_for_the_database():
    """Password and address come from outside; both parts are asked whether they are well."""
    tracker, database = COMPOSE["services"]["tracker"], COMPOSE["services"]["database"]
    assert VALUE.fullmatch(tracker["environment"]["PGPASSWORD"])[1] == "POSTGRES_PASSWORD"
    assert VALUE.fullmatch(database["environment"]["POSTGRES_PASSWORD"])[1] == "POSTGRES_PASSWORD"
    assert tracker["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert database["healthcheck"]["test"][:2] == ["CMD", "pg_isready"]
    url = urlsplit(tracker["environment"]["COMPANION_STORE"])
    assert url.password is None
    named = (url.hostname, url.username, url.path[1:])
    assert named == ("database", database["environment"]["POSTGRES_USER"], database["environment"]["POSTGRES_DB"])
    kept = {volume.partition(":")[0] for service in (tracker, database) for volume in service["volumes"]}
    assert kept == set(COMPOSE["volumes"])
    assert [volume.partition(":")[2] for volume in tracker["volumes"]] == steps("VOLUME")


@pytest.mark.tier("exhaustive")
def test_its_command_serves_from_a_database_and_says_when_that_is_gone(tmp_path):
    """The very words of compose.yaml against a real PostgreSQL; the check of Containerfile passes, then fails."""
    started([sys.executable, "-m", "companion"], sys.executable, tmp_path, {"PYTHONPATH": str(ROOT)})


@pytest.mark.tier("exhaustive")
def test_its_steps_install_what_its_command_needs(tmp_path):
    """The folders that are copied, and the RUN lines of the first image, in a folder of their own."""
    work, target = tmp_path / "src", tmp_path / "companion"
    work.mkdir()
    names = [name for rest in steps("COPY") if not rest.startswith("--") for name in rest.split()[:-1]]
    subprocess.run(["cp", "-r", *(str(ROOT / name) for name in names), str(work)], check=True)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for word, rest in STEPS[: STEPS.index(("USER", "10001"))]:
        if word == "RUN" and "/opt/" in rest:
            command = ["sh", "-c", rest.replace("/opt/", f"{tmp_path}/")]
            subprocess.run(command, cwd=work, check=True, env={**os.environ, "PATH": path})
    (entry,) = (json.loads(rest) for rest in steps("ENTRYPOINT"))
    command = [word.replace("/opt/companion", str(target)) for word in entry]
    started(command, str(target / "bin" / "python"), tmp_path, {})


def started(command: list[str], python: str, folder: Path, more: dict[str, str]) -> None:
    """Run the tracker as compose.yaml does, on another port; ask for its health while the database runs and after."""
    tracker = COMPOSE["services"]["tracker"]
    given = {"COMPANION_ADDRESS": "https://tracker.example.org", "POSTGRES_PASSWORD": "none"}
    words = [Template(VALUE.sub(r"${\1}", word)).substitute(given) for word in tracker["command"]]
    words[words.index("8000")] = "0"
    cluster = Cluster()
    try:
        with psycopg.connect(cluster.url(), autocommit=True) as admin:
            admin.execute("CREATE DATABASE companion TEMPLATE template0 ENCODING 'UTF8'")
        url = tracker["environment"]["COMPANION_STORE"].replace("@database/", f"@127.0.0.1:{cluster.port}/")
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "COMPANION_"))}
        environment |= {"PGPASSWORD": cluster.password, "COMPANION_STORE": url, "HOME": str(folder), **more}
        environment |= {"XDG_DATA_HOME": str(folder / "data"), "XDG_CACHE_HOME": str(folder / "cache")}
        environment |= {"PYTHONUNBUFFERED": "1"}
        with subprocess.Popen(
            [*command, *words], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        ) as server:
            try:
                assert server.stdout
                port = next(
                    found[1] for line in server.stdout if (found := re.search(r"127\.0\.0\.1:(\d+)/\?owner", line))
                )
                check = json.loads(steps("HEALTHCHECK")[0].partition(" CMD ")[2].replace(":8000/", f":{port}/"))
                assert subprocess.run([python, *check[1:]], check=False).returncode == 0
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
                    assert page.status == 200
                cluster.stop()
                gone = subprocess.run([python, *check[1:]], check=False, capture_output=True, text=True)
                assert gone.returncode == 1
                assert "503" in gone.stderr
                cluster.start()
                assert healthy(port)
            finally:
                server.terminate()
    finally:
        cluster.remove()


def healthy(port: str) -> bool:
    """Within a while: the tracker finds the database again by itself."""
    for _ in range(50):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
                return answer.read() == b"ok\n"
        except urllib.error.HTTPError:
            time.sleep(0.1)
    return False


def test_health_of_a_file(server, path, monkeypatch):
    """`ok` while sessions can be read, also before there are any; else 503 in a sentence."""
    phone = server.phone()
    answer = phone.get("/healthz")
    assert (answer.status, answer.text) == (200, "ok\n")

    def since(self, id, seq=0):
        raise StoreError("store_lost", path=str(path), reason="gone")

    monkeypatch.setattr(SqliteStore, "since", since)
    assert phone.get("/healthz").status == 503
