"""Kernels on arrays."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union

from . import _native
from ._errors import Fault, FaultReport, LaunchError, reports
from .findings import Extents, extents

if TYPE_CHECKING:
    import numpy


@dataclass(frozen=True)
class Parameter:
    """A parameter of a kernel."""

    name: str
    #: In bytes.
    size: int
    #: PTX's name of its type, or of its elements: ``u64``, ``f32``, ``b8``.
    type: Optional[str]


@dataclass(frozen=True)
class Statistics:
    """What a launch has done."""

    #: Instructions that threads have executed.
    thread_instructions: int
    #: Instructions that warps have executed, with one lane or many.
    warp_instructions: int
    #: The part of the lanes that is active in an instruction of a warp, from 0 to 1.
    warp_efficiency: Optional[float]
    #: Bytes of global memory in which races were not looked for, for want of memory.
    unwatched_bytes: int


@dataclass(frozen=True)
class TensorMap:
    """A tensor map (``CUtensorMap``) of an array; :func:`tensor_map` makes one."""

    #: The array, whose last axis has no gaps.
    array: Any
    #: Elements of the box along each axis.
    box: tuple[int, ...]
    #: Bytes of shared memory within which pieces of 16 bytes are exchanged: 0, 32, 64 or 128.
    swizzle: int = 0
    #: What elements outside of the array are: ``zeros`` or ``nan``.
    fill: str = "zeros"
    #: PTX's name of the elements' type: that of the array's unless it is given.
    element: Optional[str] = None
    #: Every how many elements of the box are taken along each axis.
    element_strides: Optional[tuple[int, ...]] = None


def tensor_map(
    array: Any,
    box: Sequence[int],
    *,
    swizzle: int = 0,
    fill: str = "zeros",
    element: Optional[str] = None,
    element_strides: Optional[Sequence[int]] = None,
) -> TensorMap:
    """A tensor map of an array, for a parameter of 128 bytes: what ``cuTensorMapEncodeTiled`` makes.

    ``box`` and ``element_strides`` are in the order of the array's axes. ``element`` is one of PTX's types (``u8``, ``f16``, ``bf16``,
    ``tf32``, …).
    """
    if fill not in ("zeros", "nan"):
        raise ValueError(f"elements are filled with `zeros` or `nan`, not `{fill}`")
    steps = None if element_strides is None else tuple(element_strides)
    return TensorMap(array, tuple(box), swizzle, fill, element, steps)


class Kernel:
    """A kernel of a PTX module.

    ``ptx`` is the module's text, ``name`` the kernel's name, which a module with a single kernel need not say.
    """

    def __init__(self, ptx: Union[str, bytes], name: Optional[str] = None) -> None:
        self.ptx = ptx.decode() if isinstance(ptx, bytes) else ptx
        known = {kernel: (parameters, block) for kernel, parameters, block in _native.kernels(self.ptx)}
        if not known and ".entry" not in self.ptx:
            raise LaunchError("the text has no `.entry`: is it PTX, and does it have a kernel?")
        if name is None and len(known) == 1:
            name = next(iter(known))
        if name is None or name not in known:
            wanted = "which kernel?" if name is None else f"no kernel `{name}`:"
            raise LaunchError(f"{wanted} the module has {', '.join(f'`{it}`' for it in known) or 'none'}")
        self.name = name
        parameters, self._block = known[name]
        #: The kernel's parameters.
        self.parameters = tuple(Parameter(*it) for it in parameters)
        #: What the last launch has done that came to its end without a fault.
        self.statistics: Optional[Statistics] = None
        #: What the last launch has printed.
        self.printed = ""
        #: What variables of the module held after the last launch, of those that were asked for.
        self.variables: dict[str, bytes] = {}

    def __repr__(self) -> str:
        parameters = ", ".join(f"{it.type or it.size} {it.name}" for it in self.parameters)
        return f"<Kernel {self.name}({parameters})>"

    def _in_order(self, args: Mapping[str, Any]) -> list[Any]:
        """Arguments by name, in the order of the parameters."""
        names = [parameter.name for parameter in self.parameters]
        for what, some in (("no argument for", set(names) - set(args)), ("no parameter", set(args) - set(names))):
            if some:
                raise LaunchError(f"{what} {', '.join(f'`{name}`' for name in sorted(some))} in {self!r}")
        return [args[name] for name in names]

    def launch(
        self,
        grid: Extents = 1,
        block: Optional[Extents] = None,
        args: Union[Sequence[Any], Mapping[str, Any]] = (),
        *,
        shared: int = 0,
        cluster: Optional[Extents] = None,
        races: bool = True,
        max_steps: Optional[int] = None,
        seconds: float = 600.0,
        threads: Optional[int] = None,
        schedule: str = "late",
        set: Optional[Mapping[str, Any]] = None,
        read: Sequence[str] = (),
    ) -> Statistics:
        """Runs the kernel once. Arrays are changed in place.

        ``args`` are the arguments in the order of the parameters, or by their names:

        - arrays of NumPy, contiguous, of any type (``ml_dtypes`` too); arrays that are views of one array share its memory, and tensors
          of PyTorch in the memory of the host are arrays. For a parameter that is no pointer, an array is passed by value;
        - numbers, of the parameter's type; scalars of NumPy, also structured ones, if they have the parameter's size;
        - ``bytes``, as they are; ``None``, the null pointer;
        - tensor maps of arrays (:func:`tensor_map`);
        - tuples, structures: their members are the above, NumPy's scalars and arrays, each aligned to its size, and tuples, each aligned
          as the member of it that asks for most. All members have to be there.

        ``block`` is the kernel's ``.reqntid`` unless it is given, ``shared`` the bytes of dynamic shared memory, ``cluster`` the blocks of
        a cluster. Without ``races`` none are looked for, which is faster. ``max_steps`` bounds the steps of a warp, ``seconds`` the whole
        launch, ``threads`` the threads of the host. ``schedule`` says when asynchronous copies are done: ``late`` (when something waits),
        ``early`` (at once), or ``random:N``, by a seed. ``set`` says what variables of the module hold before the launch: arrays with their
        elements, numbers, ``bytes``, or tuples, in which arrays are pointers. ``read`` names those that :attr:`variables` tells after it.

        Raises :class:`ptxlint.Fault` if the launch does something that is undefined on a GPU, and other :class:`ptxlint.Error`.
        """
        if block is None and self._block is None:
            raise LaunchError(f"`{self.name}` has no `.reqntid`: how many threads has a block?")
        if isinstance(args, Mapping):
            args = self._in_order(args)
        if len(args) != len(self.parameters):
            raise LaunchError(f"{len(args)} arguments for {len(self.parameters)} parameters of {self!r}")
        machine = _native.Interpreter(self.ptx, races, False, max_steps, seconds, threads, schedule)
        memory = _Memory(machine)
        for name, value in (set or {}).items():
            buffer, size = machine.variable(name)
            declared = Parameter(name, size, machine.variable_type(name))
            # Its elements are what it is to hold, and no pointer to them.
            data = _by_value(value, declared) if _array(value) is not None else memory.argument(value, declared)
            machine.upload(buffer, data)
        arguments = [memory.argument(value, parameter) for value, parameter in zip(args, self.parameters)]
        found: list[FaultReport] = reports(
            machine.launch(
                self.name,
                extents(grid),
                self._block if block is None else extents(block),  # type: ignore[arg-type]
                shared,
                None if cluster is None else extents(cluster),
                arguments,
            )
        )
        memory.take_back()
        self.printed = machine.take_printed()
        self.variables = {name: machine.download(*machine.variable(name)) for name in read}
        if found:
            raise Fault(found, self.name)
        self.statistics = Statistics(**machine.statistics())
        return self.statistics


#: How :mod:`struct` calls the scalar types of PTX.
_FORMATS = {
    **{f"{letter}{bits}": code for bits, code in ((8, "B"), (16, "H"), (32, "I"), (64, "Q")) for letter in "ub"},
    **{f"s{bits}": code.lower() for bits, code in ((8, "B"), (16, "H"), (32, "I"), (64, "Q"))},
    "f16": "e",
    "f32": "f",
    "f64": "d",
}


def _array(value: Any) -> Optional[numpy.ndarray]:
    """The value as an array that shares its memory, if it is one."""
    if type(value).__module__.split(".")[0] == "torch" and hasattr(value, "detach"):
        import torch

        tensor = value.detach()
        if tensor.device.type != "cpu":
            raise TypeError("tensors have to be in the memory of the host: `tensor.cpu()`")
        # NumPy has no name for these.
        plain = tensor.element_size() in (1, 2) and tensor.is_floating_point() and tensor.dtype != torch.float16
        kinds = {1: torch.uint8, 2: torch.int16}
        return (tensor.view(kinds[tensor.element_size()]) if plain else tensor).numpy()
    if hasattr(value, "__array_interface__") and hasattr(value, "flags") and getattr(value, "shape", ()) != ():
        return value  # type: ignore[no-any-return]
    if hasattr(value, "__array_interface__") and type(value).__name__ == "ndarray":
        return value.reshape(1)  # type: ignore[no-any-return]
    return None


def _raw(array: numpy.ndarray) -> numpy.ndarray:
    """The bytes of a contiguous array, in the order of memory, without a copy."""
    import numpy

    if not (array.flags.c_contiguous or array.flags.f_contiguous):
        raise ValueError("arrays have to be contiguous: `numpy.ascontiguousarray`")
    return array.reshape(-1, order="A" if array.flags.c_contiguous else "F").view(numpy.uint8)


def _by_value(value: Any, parameter: Parameter) -> bytes:
    """The bytes of a scalar or of an array that is passed by value."""
    data = _plain_bytes(value, parameter)
    if len(data) != parameter.size:
        raise LaunchError(f"`{parameter.name}` has {parameter.size} bytes, and {value!r} {len(data)}")
    return data


def _plain_bytes(value: Any, parameter: Parameter) -> bytes:
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    array = _array(value)
    if array is not None:
        return array.tobytes()
    kind, size = parameter.type, parameter.size
    scalar = _FORMATS.get(kind or "") if struct.calcsize(_FORMATS.get(kind or "", "0s")) == size else None
    if hasattr(value, "dtype") and hasattr(value, "tobytes"):
        if value.dtype.itemsize == size and (value.dtype.kind in "V" or scalar is None or _same_kind(value.dtype.kind, kind)):
            return value.tobytes()  # type: ignore[no-any-return]
        value = value.item()
    if scalar is None:
        raise LaunchError(f"`{parameter.name}` has {size} bytes and type {kind}: pass `bytes` or a structure for it")
    if scalar in "efd":
        return struct.pack(f"<{scalar}", float(value))
    if isinstance(value, float) and kind == f"b{8 * size}" and size >= 4:
        return struct.pack("<f" if size == 4 else "<d", value)
    if isinstance(value, float):
        raise LaunchError(f"`{parameter.name}` is a {kind}, and {value!r} is no integer")
    number = int(value)
    if not -(1 << (8 * size - 1)) <= number < 1 << (8 * size):
        raise LaunchError(f"{number} does not fit `{parameter.name}`, a {kind}")
    return (number & ((1 << (8 * size)) - 1)).to_bytes(size, "little")


def _same_kind(kind: str, wanted: Optional[str]) -> bool:
    """Whether the bits of a scalar of NumPy are those that the parameter's type has; bits have any."""
    if wanted is None or wanted.startswith("b"):
        return True
    return (kind in "fV") == wanted.startswith("f")


def _alignment_of_size(size: int) -> int:
    """What the place of a number with so many bytes is a multiple of."""
    return max(it for it in (1, 2, 4, 8) if size % it == 0)


def _alignment(kind: numpy.dtype[Any]) -> int:
    """What the place of an element is a multiple of in C: of a structure, that of the field that asks for most."""
    if kind.subdtype is not None:
        return _alignment(kind.subdtype[0])
    if kind.fields is not None:
        return max((_alignment(field[0]) for field in kind.fields.values()), default=1)
    return _alignment_of_size(kind.itemsize)


class _Memory:
    """The buffers of a launch: one for each array that owns memory."""

    def __init__(self, machine: _native.Interpreter) -> None:
        self.machine = machine
        #: By the address of the owner's memory: its bytes and the buffer.
        self.buffers: dict[int, tuple[numpy.ndarray, bytes, int]] = {}

    def pointer(self, array: numpy.ndarray, dense: bool = True) -> int:
        """The address of an array's first byte."""
        import numpy

        if dense:
            _raw(array)
        owner = array
        while isinstance(owner.base, numpy.ndarray) and (owner.base.flags.c_contiguous or owner.base.flags.f_contiguous):
            owner = owner.base
        start = owner.__array_interface__["data"][0]
        if start not in self.buffers or self.buffers[start][0].nbytes < owner.nbytes:
            raw = _raw(owner)
            data = raw.tobytes()
            self.buffers[start] = (raw, data, self.machine.alloc(data))
        offset = array.__array_interface__["data"][0] - start
        return self.machine.address(self.buffers[start][2]) + int(offset)

    def tensor_map(self, value: TensorMap) -> bytes:
        """The bytes of a tensor map."""
        array = _array(value.array)
        if array is None:
            raise LaunchError(f"a tensor map is of an array, not of {value.array!r}")
        if array.strides[-1] != array.itemsize:
            raise LaunchError("the elements of the last axis have to follow each other")
        names = {"bfloat16": "bf16", "int8": "u8", "bool": "u8", "int16": "u16"}
        kind = array.dtype.name
        name = names.get(kind) or ("u8" if array.itemsize == 1 else f"{'s' if array.dtype.kind == 'i' else array.dtype.kind}{8 * array.itemsize}")
        steps = value.element_strides or (1,) * array.ndim
        axes = [list(reversed(it)) for it in (array.shape, array.strides[:-1], value.box, steps)]
        tensor = (self.pointer(array, dense=False), value.element or name)
        return bytes(_native.tensor_map(tensor, (axes[0], axes[1], axes[2], axes[3]), value.swizzle, value.fill == "nan"))

    def argument(self, value: Any, parameter: Parameter) -> bytes:
        """The bytes of an argument."""
        if isinstance(value, TensorMap):
            return _by_value(self.tensor_map(value), parameter)
        if value is None:
            value = 0
        if isinstance(value, tuple):
            data, _ = self.structure(value)
            # The padding behind the last member; more is a member that is missing.
            if 0 < parameter.size - len(data) < 8:
                data += bytes(parameter.size - len(data))
            if len(data) != parameter.size:
                raise LaunchError(f"`{parameter.name}` has {parameter.size} bytes, and the members for it {len(data)}")
            return data
        array = _array(value)
        is_pointer = parameter.size == 8 and (parameter.type or "")[1:] == "64" and parameter.type != "f64"
        if array is not None and is_pointer:
            return self.pointer(array).to_bytes(8, "little")
        return _by_value(value, parameter)

    def structure(self, members: tuple[Any, ...]) -> tuple[bytes, int]:
        """Members behind each other, each at a multiple of its alignment, and the largest of these."""
        data, most = b"", 1
        for member in members:
            part, alignment = self.member(member)
            data += bytes(-len(data) % alignment) + part
            most = max(most, alignment)
        return data, most

    def member(self, member: Any) -> tuple[bytes, int]:
        """The bytes of a member of a structure, and what its place is a multiple of."""
        array = _array(member)
        if array is not None:
            return self.pointer(array).to_bytes(8, "little"), 8
        if member is None:
            return bytes(8), 8
        if isinstance(member, tuple):
            data, alignment = self.structure(member)
            # As in C, the next one in an array would follow.
            return data + bytes(-len(data) % alignment), alignment
        if isinstance(member, (bytes, bytearray)):
            return bytes(member), 1
        if hasattr(member, "tobytes"):
            part = member.tobytes()
            return part, _alignment(member.dtype) if hasattr(member, "dtype") else _alignment_of_size(len(part))
        raise LaunchError(f"how many bytes has {member!r}? Members are NumPy's scalars (`numpy.int32(5)`), arrays or bytes")

    def take_back(self) -> None:
        """Copies what the launch has written into the arrays."""
        import numpy

        for raw, before, buffer in self.buffers.values():
            after = self.machine.download(buffer, len(before))
            if after != before:
                if not raw.flags.writeable:
                    raise ValueError("the kernel has written to an array that is read-only")
                raw[...] = numpy.frombuffer(after, dtype=numpy.uint8)
