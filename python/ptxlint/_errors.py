"""What goes wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional


class Error(Exception):
    """Anything that the interpreter cannot do."""

    def __init__(self, message: str, line: Optional[int] = None) -> None:
        super().__init__(message)
        #: The line of the module that is to blame, from 1, if one is.
        self.line = line


class IllegalPtx(Error):
    """The text is no PTX, or none that an assembler takes."""


class Unsupported(Error):
    """The interpreter does not implement an instruction."""


class LaunchError(Error):
    """The kernel cannot be launched so: no such kernel, or arguments that do not fit."""


@dataclass(frozen=True)
class Thread:
    """A thread of a launch."""

    #: ``%ctaid``
    block: tuple[int, int, int]
    #: ``%tid``
    thread: tuple[int, int, int]

    def __str__(self) -> str:
        return f"thread {self.thread} of block {self.block}"


@dataclass(frozen=True)
class OtherAccess:
    """The earlier access of a race."""

    line: int
    #: The line's text.
    text: str
    thread: Thread
    writes: bool


@dataclass(frozen=True)
class FaultReport:
    """What threads did in one place that is undefined."""

    #: ``data race``, ``out of bounds``, ``misaligned``, ``uninitialised``, ``deadlock``, ``divergent barrier``, ``inactive lane``,
    #: ``invalid operand``, ``trap``, ``steps without end``, ``time limit`` or ``stack overflow``.
    kind: str
    message: str
    #: The line of the instruction in the module, from 1.
    line: int
    #: The line's text.
    text: str
    #: The first thread that did it.
    thread: Thread
    #: How often threads did it.
    times: int
    #: The other access of a race.
    other: Optional[OtherAccess] = None

    @property
    def threads(self) -> tuple[Thread, ...]:
        """The thread, and that of the other access of a race."""
        return (self.thread,) if self.other is None else (self.thread, self.other.thread)

    @property
    def lines(self) -> tuple[int, ...]:
        """The line, and that of the other access of a race."""
        return (self.line,) if self.other is None else (self.line, self.other.line)

    def __str__(self) -> str:
        text = f"line {self.line}: {self.kind}: {self.message}, {self.thread}\n    {self.text}"
        if self.other is not None:
            verb = "written" if self.other.writes else "read"
            text += f"\n  {verb} in line {self.other.line} by {self.other.thread}\n    {self.other.text}"
        if self.times > 1:
            text += f"\n  {self.times} times"
        return text


class Fault(Error):
    """A launch did something that is undefined on a GPU. It has run to its end all the same, as far as it could."""

    def __init__(self, reports: list[FaultReport], kernel: str) -> None:
        first = reports[0]
        more = f"\nand {len(reports) - 1} more" if len(reports) > 1 else ""
        super().__init__(f"kernel `{kernel}`, {first}{more}", first.line)
        #: All faults, by their places in the module.
        self.reports = reports
        self.kernel = kernel
        #: Of the first one.
        self.kind = first.kind
        #: The sentence about the first one.
        self.message = first.message
        #: The line's text of the first one.
        self.text = first.text
        #: Its thread, and that of the other access of a race.
        self.threads = first.threads
        #: The lines of these.
        self.lines = first.lines

    def __reduce__(self) -> Any:
        return (Fault, (self.reports, self.kernel))


def make(kind: str, message: str, line: Optional[int]) -> Error:
    """The exception of a kind; called by the native half."""
    classes = {"illegal": IllegalPtx, "unsupported": Unsupported, "launch": LaunchError}
    return classes.get(kind, Error)(message, line)


def reports(found: list[dict[str, Any]]) -> list[FaultReport]:
    """Faults as records."""

    def other(value: Optional[tuple[int, str, Any, bool]]) -> Optional[OtherAccess]:
        if value is None:
            return None
        line, text, thread, writes = value
        return OtherAccess(line, text, _thread(thread), writes)

    return [
        FaultReport(
            kind=it["kind"],
            message=it["message"],
            line=it["line"],
            text=it["text"],
            thread=_thread(it["thread"]),
            times=it["times"],
            other=other(it.get("other")),
        )
        for it in found
    ]


def _thread(value: Any) -> Thread:
    block, thread = value
    return Thread(tuple(block), tuple(thread))
