"""The plugin of pytest, with a compiler of the tests' own in Triton's place."""

from kernels import RACE, SCALE

TRITON = """
import sys, types
module = types.ModuleType("triton.compiler.compiler")
class Kernel:
    def __init__(self, ptx):
        self.asm = {"ptx": ptx}
        self.metadata = types.SimpleNamespace(name="made")
module.compile = Kernel
for name in ("triton", "triton.compiler", "triton.compiler.compiler"):
    sys.modules[name] = module
"""


def test_what_tests_compile_is_judged(pytester):
    pytester.makeconftest(TRITON)
    pytester.makepyfile(
        f"""
import pytest, triton
RACE, SCALE = {RACE!r}, {SCALE!r}

@pytest.mark.ptxlint(block=64)
def test_good():
    triton.compile(SCALE)

@pytest.mark.ptxlint(block=64)
def test_race():
    triton.compile(RACE)

@pytest.mark.ptxlint(block=64, sanitize=False, ignore=["missing-barrier"])
def test_not_looked_at():
    triton.compile(RACE)

@pytest.mark.ptxlint
def test_illegal():
    triton.compile(SCALE.replace("mul.f32", "and.u32"))

def test_fixture(ptxlint_kernels):
    triton.compile(SCALE)
    assert [name for name, _ in ptxlint_kernels.modules] == ["made"]

def test_without_mark():
    triton.compile(RACE)
"""
    )
    result = pytester.runpytest("-p", "no:cacheprovider")
    result.assert_outcomes(passed=4, failed=2)
    result.stdout.fnmatch_lines(["*<made>:*race*"])
    result.stdout.fnmatch_lines(["*<made>:*error*"])
