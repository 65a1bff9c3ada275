"""Many small trials in one test: written like parameters, run in a loop, and all that fail are named at once."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest


def each(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """As `pytest.mark.parametrize(names, values)`, for hundreds of values that take a millisecond each.

    Fixtures are the same for all of them, so a trial may leave nothing behind that another one meets.
    """
    words, rows = (names,) if isinstance(names, str) else names, list(values)
    assert rows

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def run(**fixtures: Any) -> None:
            failed: list[Exception] = []
            for row in rows:
                given = dict(zip(words, (row,) if isinstance(names, str) else row, strict=True))
                try:
                    test(**given, **fixtures)
                except (Exception, pytest.fail.Exception) as error:
                    what = ", ".join(f"{name}={str(value)[:200]}" for name, value in given.items())
                    failed.append(Failed(f"{what}: {type(error).__name__}: {error}"))
                    failed[-1].__cause__ = error
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(rows)} trials failed", failed)

        kept = [one for name, one in inspect.signature(test).parameters.items() if name not in words]
        run.__signature__ = inspect.Signature(kept)  # type: ignore[attr-defined]
        return run

    return decorate


class Failed(Exception):  # noqa: N818  says what happened
    """One trial, with its values."""
