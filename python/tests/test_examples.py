"""The examples, and the Python of the README."""

import importlib.util
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent.parent


def example(name):
    spec = importlib.util.spec_from_file_location(name, HERE / "examples" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("capability", [80, 90])
@pytest.mark.parametrize("name", ["triton_softmax", "triton_matmul"])
def test_triton(name, capability):
    pytest.importorskip("triton")
    example(name).main(capability)


@pytest.mark.parametrize("capability", [(8, 0), (9, 0)])
def test_numba(capability):
    pytest.importorskip("numba.cuda")
    example("numba_blur").main(capability)


def test_readme(capsys):
    text = (HERE / "README.md").read_text()
    for code in re.findall(r"```python\n(.*?)```", text, re.S):
        exec(compile(code, "README.md", "exec"), {})
    assert "out of bounds" in capsys.readouterr().out
