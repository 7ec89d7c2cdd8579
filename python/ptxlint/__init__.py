"""Finds bugs in PTX, NVIDIA's virtual assembly, and runs kernels on NumPy arrays without a GPU.

>>> import ptxlint
>>> for finding in ptxlint.lint(open("k.ptx").read()):
...     print(finding)

A kernel runs on the interpreter of ptxlint, under all checks; arrays are changed in place:

>>> add = ptxlint.Kernel(ptx, "add")
>>> add.launch(grid=4, block=256, args=[x, y, out, 1024])

What is undefined on a GPU raises :class:`Fault`: races, accesses out of bounds or misaligned, values that nobody has written, deadlocks.
"""

from ._errors import Error, Fault, FaultReport, IllegalPtx, LaunchError, OtherAccess, Thread, Unsupported
from ._native import __version__
from .adapters import compiled_kernels, from_numba, from_triton
from .findings import Finding, Label, Position, lint, sanitize
from .kernel import Kernel, Parameter, Statistics, TensorMap, tensor_map
from .sweep import Case, CaseResult, SweepReport, sweep

__all__ = [
    "Case",
    "CaseResult",
    "Error",
    "Fault",
    "FaultReport",
    "Finding",
    "IllegalPtx",
    "Kernel",
    "Label",
    "LaunchError",
    "OtherAccess",
    "Parameter",
    "Position",
    "Statistics",
    "SweepReport",
    "TensorMap",
    "Thread",
    "Unsupported",
    "__version__",
    "compiled_kernels",
    "from_numba",
    "from_triton",
    "lint",
    "sanitize",
    "sweep",
    "tensor_map",
]
