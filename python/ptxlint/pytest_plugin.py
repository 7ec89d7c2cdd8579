"""Plugin of pytest: the kernels that Triton or numba compile in a test are linted and sanitised.

Tests with the mark ``@pytest.mark.ptxlint`` fail if a kernel has findings at level error, or faults. The mark takes ``deny`` (levels
or rules that fail, as on the command line), ``ignore`` (rules), ``block`` and ``sanitize=False``. The fixture ``ptxlint_kernels`` has the kernels so far,
also without the mark.
"""

from __future__ import annotations

from typing import Any, Iterator

import pytest

from .adapters import Compiled, compiled_kernels
from .findings import Finding, lint, sanitize


def pytest_configure(config: Any) -> None:
    """Makes the mark known."""
    config.addinivalue_line("markers", "ptxlint(deny=…, ignore=…, block=…, sanitize=True): lint and sanitise what the test compiles")


@pytest.fixture
def ptxlint_kernels() -> Iterator[Compiled]:
    """The kernels that the test compiles, as ``.modules``: names and texts."""
    with compiled_kernels() as compiled:
        yield compiled


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: Any) -> Iterator[None]:
    """Listens to the compilers of a test with the mark, and judges what they have made."""
    mark = item.get_closest_marker("ptxlint")
    if mark is None:
        yield
        return
    with compiled_kernels() as compiled:
        outcome = yield
        outcome.get_result()
    judge(compiled, **mark.kwargs)


def judge(compiled: Compiled, *, deny: Any = (), ignore: Any = (), block: Any = None, sanitize: bool = True) -> None:
    """Fails the test if kernels have errors, or faults."""
    bad: list[Finding] = []
    for name, ptx in compiled.modules:
        bad += [it for it in lint(ptx, path=f"<{name}>", block=block, deny=deny, ignore=ignore) if it.level == "error"]
        if sanitize:
            bad += [it for it in _sanitize(ptx, path=f"<{name}>", block=block, ignore=ignore) if it.level in ("error", "warning")]
    if bad:
        pytest.fail("\n".join(str(finding) for finding in bad), pytrace=False)


_sanitize = sanitize
