"""Findings of the rules, and faults of kernels in launches that are made up."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Iterable, Optional, Union

from . import _native

#: One to three extents.
Extents = Union[int, tuple[int, ...], list[int]]


@dataclass(frozen=True)
class Position:
    """A place in a text."""

    #: From 1.
    line: int
    #: In bytes, from 1.
    column: int
    #: In bytes, from 0.
    offset: int


@dataclass(frozen=True)
class Label:
    """A further place of a finding, and what is to be seen there."""

    message: str
    start: Position
    end: Position


@dataclass(frozen=True)
class Finding:
    """What is wrong, and where."""

    #: The rule's name; ``ptxlint explain RULE`` shows its page.
    rule: str
    #: ``error``, ``warning``, ``perf`` or ``note``.
    level: str
    message: str
    path: str
    #: The function that holds it.
    function: Optional[str]
    start: Position
    end: Position
    #: What the underline says.
    caption: Optional[str]
    labels: tuple[Label, ...]
    #: What to do.
    help: Optional[str]
    #: What it is known by when lines move.
    fingerprint: str
    #: Everything that ``--format json`` tells.
    json: dict[str, Any] = field(repr=False, compare=False)

    @property
    def line(self) -> int:
        """The line, from 1."""
        return self.start.line

    def __str__(self) -> str:
        return f"{self.path}:{self.start.line}:{self.start.column}: {self.level}[{self.rule}] {self.message}"


def extents(value: Extents) -> tuple[int, int, int]:
    """Extents along three axes."""
    given = tuple(int(it) for it in value) if isinstance(value, (tuple, list)) else (int(value),)
    if not 1 <= len(given) <= 3 or min(given) < 0:
        raise ValueError(f"one to three extents, not {value!r}")
    x, y, z = given + (1,) * (3 - len(given))
    return x, y, z


def lint(
    text: Union[str, bytes],
    *,
    path: str = "<ptx>",
    target: Optional[str] = None,
    block: Optional[Extents] = None,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    deny: Iterable[str] = (),
) -> list[Finding]:
    """The findings of the rules on a module.

    ``path`` is what findings call it, ``target`` the target to judge against instead of the module's own (``"sm_90a"``), ``block`` the
    block that kernels without ``.reqntid`` are launched with. ``select``, ``ignore`` and ``deny`` name rules, groups, ``all``, ``errors``
    or ``warnings``, as on the command line.

    Raises ``ValueError`` if the text is no PTX at all.
    """
    levels = _levels(ignore=ignore, select=select, deny=deny)
    known = None if block is None else extents(block)
    return _findings(_native.lint(_bytes(text), path, target, known, levels))


def sanitize(
    text: Union[str, bytes],
    *,
    path: str = "<ptx>",
    block: Optional[Extents] = None,
    ignore: Iterable[str] = (),
    deny: Iterable[str] = (),
) -> list[Finding]:
    """Runs the kernels of a module in launches that are made up: faults are warnings, and notes (``not-judged``) say what was not judged.

    See ``ptxlint sanitize --help``. With data of your own, use :class:`ptxlint.Kernel`.
    """
    levels = _levels(ignore=ignore, deny=deny)
    known = None if block is None else extents(block)
    return _findings(_native.sanitize(_bytes(text), path, known, levels))


def _bytes(text: Union[str, bytes]) -> bytes:
    return text.encode() if isinstance(text, str) else bytes(text)


def _levels(**settings: Iterable[str]) -> list[tuple[str, str]]:
    listed = lambda names: [names] if isinstance(names, str) else list(names)
    return [(name, setting) for setting, names in settings.items() for name in listed(names)]


def _findings(document: str) -> list[Finding]:
    def position(it: dict[str, Any]) -> Position:
        return Position(it["line"], it["column"], it["offset"])

    def finding(it: dict[str, Any]) -> Finding:
        labels = (Label(label["message"], position(label["start"]), position(label["end"])) for label in it["labels"])
        plain = ("rule", "level", "message", "path", "function", "caption", "help", "fingerprint")
        return Finding(
            start=position(it["start"]), end=position(it["end"]), labels=tuple(labels), json=it, **{key: it[key] for key in plain}
        )

    return [finding(it) for it in json.loads(document)]
