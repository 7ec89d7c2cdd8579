from typing import Any, Optional

__version__: str

_Extents = tuple[int, int, int]

class Interpreter:
    def __new__(
        cls,
        text: str,
        races: bool,
        traffic: bool,
        max_steps: Optional[int],
        seconds: float,
        threads: Optional[int],
        schedule: str,
    ) -> Interpreter: ...
    def alloc(self, bytes: bytes) -> int: ...
    def free(self, buffer: int) -> None: ...
    def address(self, buffer: int) -> int: ...
    def download(self, buffer: int, count: int) -> bytes: ...
    def upload(self, buffer: int, bytes: bytes) -> None: ...
    def variable(self, name: str) -> tuple[int, int]: ...
    def launch(
        self,
        kernel: str,
        grid: _Extents,
        block: _Extents,
        shared: int,
        cluster: Optional[_Extents],
        arguments: list[bytes],
    ) -> list[dict[str, Any]]: ...
    def statistics(self) -> dict[str, Any]: ...
    def take_printed(self) -> str: ...

def kernels(text: str) -> list[tuple[str, list[tuple[str, int, Optional[str]]], Optional[_Extents]]]: ...
def lint(
    text: bytes,
    path: str,
    target: Optional[str],
    block: Optional[_Extents],
    levels: list[tuple[str, str]],
) -> str: ...
def sanitize(text: bytes, path: str, block: Optional[_Extents], levels: list[tuple[str, str]]) -> str: ...
def tensor_map(
    tensor: tuple[int, str],
    layout: tuple[list[int], list[int], list[int], list[int]],
    swizzle: int,
    fills_with_nan: bool,
) -> bytes: ...
def main(arguments: list[str]) -> int: ...
