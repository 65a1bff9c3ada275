"""Runs a command of companion in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

from tests.stores.common import ROOT


def run(*words: str, folder: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COMPANION_LANG": "en", **environment},
    )
