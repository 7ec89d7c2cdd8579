"""Many launches, on any number of machines."""

from __future__ import annotations

import concurrent.futures as futures
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Optional, Union

from ._errors import Error, Fault, FaultReport
from .findings import Finding, lint
from .kernel import Kernel, Statistics


@dataclass(frozen=True)
class Case:
    """A launch and what it has to leave. It travels to other processes, so functions have to be those of a module."""

    #: What the report calls it.
    name: str
    ptx: str
    kernel: Optional[str] = None
    grid: Any = 1
    block: Any = None
    #: The arguments, or a function that makes them where the kernel runs.
    args: Any = ()
    #: Further options of :meth:`ptxlint.Kernel.launch`.
    options: dict[str, Any] = field(default_factory=dict)
    #: Looks at the arguments after the launch, and raises (``assert``) if they are wrong.
    check: Optional[Callable[[list[Any]], Any]] = None
    #: Whether the module is linted, too.
    lint: bool = True


@dataclass(frozen=True)
class CaseResult:
    """What became of a case."""

    name: str
    #: ``passed``, ``fault``, ``wrong`` (what the check says), ``refused`` (the interpreter does not run it) or ``lost`` (its workers were).
    outcome: str
    message: str = ""
    faults: tuple[FaultReport, ...] = ()
    findings: tuple[Finding, ...] = ()
    statistics: Optional[Statistics] = None


@dataclass(frozen=True)
class SweepReport:
    """All results, in the order of the cases."""

    results: tuple[CaseResult, ...]

    @property
    def failures(self) -> tuple[CaseResult, ...]:
        """Cases that have not passed."""
        return tuple(it for it in self.results if it.outcome != "passed")

    def count(self) -> dict[str, int]:
        """How many cases had each outcome."""
        counts: dict[str, int] = {}
        for result in self.results:
            counts[result.outcome] = counts.get(result.outcome, 0) + 1
        return counts

    def __str__(self) -> str:
        counts = ", ".join(f"{number} {outcome}" for outcome, number in sorted(self.count().items()))
        lines = [f"{it.name}: {it.outcome}: {it.message}" for it in self.failures]
        return "\n".join([*lines, f"{len(self.results)} cases: {counts}"])


def run_case(case: Case) -> CaseResult:
    """Runs a case in this process."""
    findings: tuple[Finding, ...] = ()
    try:
        if case.lint:
            findings = tuple(lint(case.ptx, path=case.name))
        arguments = list(case.args() if callable(case.args) else case.args)
        statistics = Kernel(case.ptx, case.kernel).launch(case.grid, case.block, arguments, **case.options)
    except Fault as fault:
        return CaseResult(case.name, "fault", str(fault), tuple(fault.reports), findings)
    except (Error, MemoryError, ValueError) as error:
        return CaseResult(case.name, "refused", str(error), (), findings)
    if case.check is not None:
        try:
            case.check(arguments)
        except Exception as error:  # whatever a check raises is its verdict
            return CaseResult(case.name, "wrong", f"{type(error).__name__}: {error}", (), findings, statistics)
    return CaseResult(case.name, "passed", "", (), findings, statistics)


#: Anything with ``submit`` as :class:`concurrent.futures.Executor` has it, or with ``apply_async`` as pools have it.
Executor = Any

#: How often a case is tried on workers that are lost.
MOST_TRIES = 3


def sweep(
    cases: Iterable[Case],
    executor: Union[Executor, Callable[[], Executor], None] = None,
    *,
    on_result: Optional[Callable[[CaseResult], Any]] = None,
) -> SweepReport:
    """Runs cases, and merges what comes of them into one report.

    ``executor`` is any executor of :mod:`concurrent.futures`, the client of Dask's ``distributed`` (``client.get_executor()``), a pool with
    ``apply_async`` such as ``ray.util.multiprocessing.Pool``, or a function that makes one of these; without it the cases run in this
    process. A worker that is lost loses nothing: what it was to do is tried again, :data:`MOST_TRIES` times, each case in a process of
    its own once the executor is broken, so that a case that kills its worker takes no other case along. ``on_result`` is told each result as it comes.
    """
    known = list(cases)
    results: dict[int, CaseResult] = {}

    def take(index: int, result: CaseResult) -> None:
        results[index] = result
        if on_result is not None:
            on_result(result)

    if executor is None:
        for index, case in enumerate(known):
            take(index, run_case(case))
    else:
        _spread(known, executor, results, take)
    return SweepReport(tuple(results[index] for index in range(len(known))))


def _spread(known: list[Case], executor: Any, results: dict[int, CaseResult], take: Callable[[int, CaseResult], None]) -> None:
    is_factory = not hasattr(executor, "submit") and not hasattr(executor, "apply_async")
    current = executor() if is_factory else executor
    losses = _round(current, known, range(len(known)), take)
    if is_factory:
        _end(current)
    for _ in range(MOST_TRIES - 1):
        # One at a time: who has killed the worker is then known.
        for index in list(losses):
            alone = executor() if is_factory else futures.ProcessPoolExecutor(1)
            again = _round(alone, known, [index], take)
            _end(alone)
            losses[index] = again.get(index, "")
        losses = {index: why for index, why in losses.items() if index not in results}
    for index, why in losses.items():
        take(index, CaseResult(known[index].name, "lost", why))


def _end(executor: Any) -> None:
    for name in ("shutdown", "terminate"):
        if hasattr(executor, name):
            getattr(executor, name)()
            return


def _round(executor: Any, known: list[Case], indices: Iterable[int], take: Callable[[int, CaseResult], None]) -> dict[int, str]:
    """Runs cases; those whose workers were lost, and what was said of that."""
    losses: dict[int, str] = {}
    pending: dict[Any, int] = {}
    for index in indices:
        try:
            pending[_submit(executor, known[index])] = index
        except Exception as error:  # a broken executor refuses in words of its own
            losses[index] = f"{type(error).__name__}: {error}"
    for future in _as_completed(pending):
        index = pending[future]
        try:
            result = future.result()
        except Exception as error:  # `run_case` raises nothing of its own: the worker is lost, or the case did not get there
            losses[index] = f"{type(error).__name__}: {error}"
            continue
        take(index, result)
    return losses


class _Pending:
    """A result of a pool, as a future."""

    def __init__(self, pending: Any) -> None:
        self.pending = pending

    def result(self) -> Any:
        return self.pending.get()


def _submit(executor: Any, case: Case) -> Any:
    if hasattr(executor, "submit"):
        return executor.submit(run_case, case)
    return _Pending(executor.apply_async(run_case, (case,)))


def _as_completed(pending: dict[Any, int]) -> Iterable[Any]:
    if all(isinstance(future, futures.Future) for future in pending):
        return futures.as_completed(pending)
    return list(pending)
