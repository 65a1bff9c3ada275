"""`python -m companion` is the command `companion`; in a clone that is not installed it says what to run."""

import sys
from importlib.util import find_spec

NEEDED = ("jinja2", "PIL", "platformdirs", "polib", "yaml", "qrcode", "rectpack", "reportlab", "typer")

if missing := [name for name in NEEDED if find_spec(name) is None]:
    sys.exit(
        f"companion is not installed: no {', '.join(missing)}."
        f" Run `make sheets`, or `{sys.executable} -m pip install --editable .`"
    )

from companion.cli import main  # noqa: E402  it needs them

main()
