"""Kernels that Triton and numba have compiled."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Iterator, Optional, Sequence

from ._errors import LaunchError
from .findings import Extents, extents
from .kernel import Kernel, Statistics, TensorMap, tensor_map

#: The types of elements of tensors, as PTX numbers them.
_ELEMENTS = ("u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "f32.ftz", "f64", "bf16", "tf32", "tf32.ftz")


class TritonKernel(Kernel):
    """A kernel of Triton: it knows its block, its shared memory and the scratch memory that its last parameters point to."""

    def __init__(self, compiled: Any) -> None:
        metadata = compiled.metadata
        super().__init__(compiled.asm["ptx"], getattr(metadata, "name", None))
        #: Bytes of dynamic shared memory.
        self.shared = int(getattr(metadata, "shared", 0) or 0)
        self._threads = 32 * int(metadata.num_warps)
        cluster = tuple(getattr(metadata, "cluster_dims", ()) or ())
        self._cluster = cluster if any(extent > 1 for extent in cluster) else None
        sizes = [int(getattr(metadata, f"{kind}_scratch_size", 0) or 0) for kind in ("global", "profile")]
        self._scratch = sizes
        self._descriptors = list(getattr(metadata, "tensordesc_meta", None) or ())

    def _described(self, args: Sequence[Any]) -> list[Any]:
        """The arguments with tensor maps for descriptors, each of which is followed by its shape and its strides."""
        passed: list[Any] = []
        left = iter(self._descriptors)
        for value in args:
            place = len(passed)
            is_map = place < len(self.parameters) and self.parameters[place].size == 128
            if not is_map or isinstance(value, (bytes, TensorMap)):
                passed.append(value)
                continue
            array = getattr(value, "base", value) if hasattr(value, "block_shape") else value
            about = next(left, None)
            if about is None or about.get("is_im2col") or about.get("fp4_padded"):
                raise LaunchError(f"`{self.parameters[place].name}` is no descriptor of a tensor that can be made here")
            element = _ELEMENTS[about["elem_type"]]
            fill = "nan" if getattr(value, "padding", "zero") == "nan" else "zeros"
            swizzle = (0, 32, 64, 128)[about["swizzle"]]
            passed.append(tensor_map(array, about["block_size"], swizzle=swizzle, fill=fill, element=element))
            passed += array.shape
            passed += [stride // array.itemsize for stride in array.strides]
        return passed

    def launch(self, grid: Extents = 1, block: Optional[Extents] = None, args: Sequence[Any] = (), **options: Any) -> Statistics:
        """As :meth:`ptxlint.Kernel.launch`. ``args`` are the arguments that are no constants; tensors may be arrays of NumPy, and so
        may descriptors of tensors (``tensordesc<…>``), or Triton's ``TensorDescriptor`` of one."""
        args = self._described(args)
        missing = len(self.parameters) - len(args)
        scratch: list[Any] = []
        if 0 < missing <= len(self._scratch):
            import numpy

            x, y, z = extents(grid)
            for size in self._scratch[:missing]:
                # What a kernel keeps there it writes first.
                scratch.append(numpy.zeros(size * x * y * z, numpy.uint8) if size else None)
        given = block if block is not None or self._block is not None else self._threads
        options.setdefault("shared", self.shared)
        options.setdefault("cluster", self._cluster)
        return super().launch(grid, given, [*args, *scratch], **options)


def from_triton(compiled: Any) -> TritonKernel:
    """A kernel that Triton has compiled: what ``triton.compile(…)`` gives, or ``kernel.warmup(…)``, or a launch returns.

    Triton compiles without a GPU if it is told the target::

        source = triton.compiler.ASTSource(softmax, signature={...}, constexprs={...})
        kernel = ptxlint.from_triton(triton.compile(source, target=GPUTarget("cuda", 80, 32)))
        kernel.launch(grid=rows, args=[out, x, stride, columns])
    """
    return TritonKernel(compiled)


class NumbaKernel(Kernel):
    """A kernel of numba: arrays become what numba passes for them."""

    def __init__(self, ptx: str, types: Sequence[Any]) -> None:
        super().__init__(ptx)
        self._types = tuple(types)

    def launch(self, grid: Extents = 1, block: Optional[Extents] = None, args: Sequence[Any] = (), **options: Any) -> Statistics:
        """As :meth:`ptxlint.Kernel.launch`, with the arguments of the Python function."""
        import numpy

        if len(args) != len(self._types):
            raise LaunchError(f"{len(args)} arguments for {len(self._types)} parameters of `{self.name}`")
        passed: list[Any] = []
        for value, kind in zip(args, self._types):
            if hasattr(kind, "ndim") and hasattr(kind, "dtype"):
                # `struct { void *meminfo, *parent; npy_intp nitems, itemsize; void *data; npy_intp shape[n], strides[n]; }`
                if value.ndim != kind.ndim:
                    raise LaunchError(f"an array of {value.ndim} dimensions for {kind}")
                numbers = [numpy.int64(it) for it in (value.size, value.itemsize)]
                layout = [numpy.int64(it) for it in (*value.shape, *value.strides)]
                passed += [None, None, *numbers, value, *layout]
            else:
                passed.append(_numba_scalar(value, kind))
        return super().launch(grid, block, passed, **options)


def _numba_scalar(value: Any, kind: Any) -> Any:
    """A number as numba passes it: of the type that it was compiled for."""
    import numpy

    try:
        return numpy.dtype(str(kind)).type(value)
    except TypeError:
        return value


def from_numba(dispatcher: Any, signature: Any, *, cc: tuple[int, int] = (8, 0), **options: Any) -> NumbaKernel:
    """A function of ``numba.cuda``: a dispatcher (``@cuda.jit``) or a plain one, for a signature such as ``(float32[:], int32)``.

    It is compiled for compute capability ``cc``, for which no GPU is needed, but the packages that numba compiles with.
    ``options`` are those of ``cuda.compile_ptx``.
    """
    from numba import cuda
    from numba.core import sigutils

    function = getattr(dispatcher, "py_func", dispatcher)
    types, _ = sigutils.normalize_signature(signature)
    ptx, _ = cuda.compile_ptx(function, types, cc=cc, **options)
    return NumbaKernel(ptx.decode() if isinstance(ptx, bytes) else ptx, types)


@dataclass
class Compiled:
    """What compilers have made while somebody listened."""

    #: Name of the kernel and its module's text.
    modules: list[tuple[str, str]] = field(default_factory=list)


@contextmanager
def compiled_kernels() -> Iterator[Compiled]:
    """Collects the PTX of all kernels that Triton or numba compile within.

    A kernel that comes out of a cache counts, too. Packages that nobody has imported by then are left alone.
    """
    import sys

    compiled = Compiled()
    undo = []

    def note(name: str, ptx: Any) -> None:
        text = ptx.decode() if isinstance(ptx, bytes) else str(ptx)
        if (name, text) not in compiled.modules:
            compiled.modules.append((name, text))

    triton = sys.modules.get("triton.compiler.compiler")
    if triton is not None:
        original = triton.compile

        def compile(*args: Any, **kwargs: Any) -> Any:
            kernel = original(*args, **kwargs)
            if "ptx" in getattr(kernel, "asm", {}):
                note(getattr(kernel.metadata, "name", "kernel"), kernel.asm["ptx"])
            return kernel

        # The function is known by several names.
        for module in ("triton", "triton.compiler", "triton.compiler.compiler", "triton.runtime.jit"):
            holder = sys.modules.get(module)
            if holder is not None and getattr(holder, "compile", None) is original:
                setattr(holder, "compile", compile)
                undo.append((holder, "compile", original))
    for module in ("numba.cuda.compiler", "numba_cuda.numba.cuda.compiler"):
        holder = sys.modules.get(module)
        function = getattr(holder, "compile_ptx", None)
        if holder is None or function is None:
            continue

        def compile_ptx(*args: Any, _function: Any = function, **kwargs: Any) -> Any:
            ptx, result = _function(*args, **kwargs)
            note(getattr(args[0] if args else None, "__name__", "kernel"), ptx)
            return ptx, result

        for name in (module, "numba.cuda", "numba_cuda.numba.cuda"):
            known = sys.modules.get(name)
            if known is not None and getattr(known, "compile_ptx", None) is function:
                setattr(known, "compile_ptx", compile_ptx)
                undo.append((known, "compile_ptx", function))
    try:
        yield compiled
    finally:
        for holder, name, value in reversed(undo):
            setattr(holder, name, value)
