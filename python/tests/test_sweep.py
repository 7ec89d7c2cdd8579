"""Many launches."""

import concurrent.futures as futures
import os
from pathlib import Path

import numpy as np
import ptxlint
import pytest
from kernels import RACE, SCALE


def arguments():
    return [np.arange(64, dtype=np.float32), np.zeros(64, np.float32), 2.0]


def doubled(args):
    x, out, _ = args
    assert (out == 2 * x).all()


def wrong(args):
    assert (args[1] == 3 * args[0]).all(), "not tripled"


def kills_its_process_once():
    marker = Path(os.environ["PTXLINT_TEST_MARKER"])
    if not marker.exists():
        marker.write_text("")
        os._exit(1)
    return arguments()


def kills_its_process():
    os._exit(1)


def case(name, **options):
    return ptxlint.Case(name, **{"ptx": SCALE, "block": 64, "args": arguments, "check": doubled, **options})


CASES = [
    case("right"),
    case("wrong", check=wrong),
    ptxlint.Case("race", RACE, block=64, args=[np.zeros(64, np.uint32)]),
    case("refused", ptx=SCALE.replace("mul.f32", "mul.f33")),
    *(case(f"more {number}") for number in range(6)),
]
OUTCOMES = ["passed", "wrong", "fault", "refused"] + ["passed"] * 6


def outcomes(report):
    return [it.outcome for it in report.results]


def test_in_this_process():
    told = []
    report = ptxlint.sweep(CASES, on_result=told.append)
    assert outcomes(report) == OUTCOMES and len(told) == len(CASES)
    assert "not tripled" in report.results[1].message
    assert any(it.kind == "data race" for it in report.results[2].faults)
    assert any(it.level == "error" for it in report.results[3].findings)
    assert [it.name for it in report.failures] == ["wrong", "race", "refused"]
    assert str(report).endswith("10 cases: 1 fault, 7 passed, 1 refused, 1 wrong")


def test_in_processes():
    with futures.ProcessPoolExecutor(2) as executor:
        assert outcomes(ptxlint.sweep(CASES, executor)) == OUTCOMES


def test_a_lost_worker_loses_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("PTXLINT_TEST_MARKER", str(tmp_path / "marker"))
    cases = [*CASES[:2], case("once", args=kills_its_process_once), case("always", args=kills_its_process), *CASES[4:]]
    report = ptxlint.sweep(cases, lambda: futures.ProcessPoolExecutor(2))
    assert outcomes(report) == ["passed", "wrong", "passed", "lost"] + ["passed"] * 6
    with futures.ProcessPoolExecutor(2) as executor:
        report = ptxlint.sweep(cases, executor)
    assert outcomes(report) == ["passed", "wrong", "passed", "lost"] + ["passed"] * 6


def test_on_dask():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            client.upload_file(str(Path(__file__).parent / "kernels.py"))
            client.upload_file(__file__)
            assert outcomes(ptxlint.sweep(CASES, client.get_executor())) == OUTCOMES


def test_on_ray():
    ray = pytest.importorskip("ray")
    from ray.util.multiprocessing import Pool

    folder = str(Path(__file__).parent)
    ray.init(num_cpus=2, include_dashboard=False, runtime_env={"env_vars": {"PYTHONPATH": folder}})
    try:
        assert outcomes(ptxlint.sweep(CASES, Pool(2))) == OUTCOMES
    finally:
        ray.shutdown()
