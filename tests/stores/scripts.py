"""Runs a command of companion as `companion` does, in this process, and tells what a process would have."""

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

from companion.cli import main
from tests.stores.common import ROOT


def run(*words: str, folder: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    out, err, code = io.StringIO(), io.StringIO(), 0
    around = {**os.environ, "COMPANION_LANG": "en", **environment}
    with (
        patch.object(sys, "argv", ["companion", *words]),
        patch.dict(os.environ, around),
        contextlib.chdir(folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())
