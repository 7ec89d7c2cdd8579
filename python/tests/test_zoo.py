"""Sixty kernels of three compilers against NumPy, for three generations of GPUs. No GPU is needed."""

import importlib
import shutil
import subprocess
import sys
from pathlib import Path

import ptxlint
import pytest

ZOO = Path(__file__).parent / "zoo"
sys.path.insert(0, str(ZOO))


def cases(name, *needed):
    """The cases of a module, or one that says why there are none."""
    try:
        for package in needed:
            importlib.import_module(package)
        module = importlib.import_module(name)
    except ImportError as error:
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"{name}: {error}"))]
    return [pytest.param(it, id=it.__name__) for it in module.CASES.values()]


@pytest.mark.parametrize("capability", [80, 90, 100])
@pytest.mark.parametrize("case", cases("triton_kernels", "triton", "ml_dtypes"))
def test_triton(case, capability):
    import triton
    from triton.backends.compiler import GPUTarget

    def run(kernel, grid, args, types, **constants):
        names = [it for it in kernel.arg_names if it not in constants]
        signature = dict(zip(names, types.split(), strict=True)) | dict.fromkeys(constants, "constexpr")
        source = triton.compiler.ASTSource(kernel, signature, constexprs=constants)
        compiled = triton.compile(source, target=GPUTarget("cuda", capability, 32))
        ptxlint.from_triton(compiled).launch(grid=grid, args=args)

    run.capability = capability
    case(run)


@pytest.mark.parametrize("capability", [(8, 0), (9, 0)])
@pytest.mark.parametrize("case", cases("numba_kernels", "numba.cuda"))
def test_numba(case, capability):
    def run(kernel, signature, grid, block, args):
        ptxlint.from_numba(kernel, signature, cc=capability).launch(grid=grid, block=block, args=args)

    case(run)


def compiler():
    """NVIDIA's compiler, of the package `nvidia-cuda-nvcc`."""
    import nvidia

    found = [it for place in nvidia.__path__ for it in Path(place).glob("cu*/bin/nvcc")]
    if not found or shutil.which("g++") is None:
        pytest.skip("there is no `nvcc`, or no `g++`, which it needs")
    return found[0]


@pytest.mark.parametrize("architecture", ["sm_80", "sm_90", "sm_100a"])
@pytest.mark.parametrize("case", cases("cuda_kernels", "nvidia"))
def test_cuda(case, architecture, tmp_path):
    nvcc = compiler()

    def run(name, grid, block, args, **options):
        ptx = tmp_path / "kernel.ptx"
        command = [nvcc, "-ptx", f"-arch={architecture}", "-std=c++17", "-o", ptx, ZOO / "cuda" / f"{name}.cu"]
        # CCCL's headers stand beside CUDA's.
        command += [f"-I{nvcc.parent.parent / 'include' / 'cccl'}"]
        subprocess.run(command, check=True, capture_output=True, text=True)
        kernel = ptxlint.Kernel(run.change(ptx.read_text()), "kernel")
        kernel.launch(grid=grid, block=block, args=args, **options)
        return kernel

    run.architecture, run.change = architecture, lambda text: text
    case(run)
