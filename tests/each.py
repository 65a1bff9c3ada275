"""Run a test for many small cases, each one a subtest that is named when it fails."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

LONGEST = 200


def each(
    names: str | tuple[str, ...], values: Iterable[Any], one_of: int = 1
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Take `names` and `values` as `pytest.mark.parametrize` does, and run the cases as subtests of one test.

    Stacked decorators give every combination. Fixtures are shared by all cases, so a case may leave nothing behind.
    one_of: of so many cases one is tried, all of them in `exhaustive`; of stacked decorators the uppermost says it.
    """
    columns = (names,) if isinstance(names, str) else names
    rows = [dict(zip(columns, (value,) if isinstance(names, str) else value, strict=True)) for value in values]
    assert rows, f"no values of {names}"

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        body, inner = getattr(test, "body_and_cases", (test, [{}]))
        cases = [row | case for row in rows for case in inner]

        @wraps(body)
        def run(subtests: pytest.Subtests, request: pytest.FixtureRequest, **fixtures: Any) -> None:
            for case in cases[:: 1 if request.config.getoption("--tier", "test") == "exhaustive" else one_of]:
                with subtests.test(**{name: str(value)[:LONGEST] for name, value in case.items()}):
                    body(**case, **fixtures)

        fixtures = [one for name, one in inspect.signature(body).parameters.items() if name not in cases[0]]
        own = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in ("subtests", "request")]
        run.__signature__ = inspect.Signature([*fixtures, *own])  # type: ignore[attr-defined]
        run.body_and_cases = body, cases  # type: ignore[attr-defined]
        return run

    return decorate
