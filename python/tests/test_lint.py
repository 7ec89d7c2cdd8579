"""Findings and made-up launches."""

import subprocess
import sys

import ptxlint
import pytest
from kernels import HEADER, RACE, SCALE


def test_findings_have_places():
    text = HEADER + ".entry k() { .reg .b32 %r<3>; and.u32 %r1, %r2, %r2; ret; }"
    (finding,) = [it for it in ptxlint.lint(text, path="k.ptx") if it.rule == "bitwise-type"]
    assert (finding.level, finding.line, finding.function) == ("error", 4, "k")
    assert str(finding).startswith("k.ptx:4:")
    assert finding.json["fixes"], "what JSON tells is there"
    assert ptxlint.lint(text, ignore=["bitwise-type"], path="k.ptx") == []
    assert ptxlint.lint(text.encode()) == ptxlint.lint(text)


def test_levels_and_mistakes():
    with pytest.raises(ValueError, match="no-such-rule"):
        ptxlint.lint(SCALE, select="no-such-rule")
    with pytest.raises(ValueError, match="no PTX"):
        ptxlint.lint(b"\x7fELF\0\0")
    with pytest.raises(ValueError, match="sm_1"):
        ptxlint.lint(SCALE, target="sm_1")
    assert any(it.level == "note" for it in ptxlint.lint(SCALE.replace("ret;", "mov.u32 %r18, %r1; ret;"), select="all"))


def test_sanitize_tells_both_accesses():
    races = [it for it in ptxlint.sanitize(RACE, block=64) if it.rule == "race"]
    assert races and races[0].level == "warning" and "by thread" in races[0].labels[0].message
    assert [it for it in ptxlint.sanitize(RACE.replace("xor", "bar.sync 0; xor"), block=64) if it.level != "note"] == []
    denied = ptxlint.sanitize(RACE, block=64, deny="warnings")
    assert any(it.level == "error" for it in denied)
    assert ptxlint.sanitize(RACE, block=64, ignore=["race", "uninitialized"]) == []


def test_the_command_is_inside(tmp_path):
    (tmp_path / "k.ptx").write_text(HEADER + ".entry k() { .reg .b32 %r<3>; and.u32 %r1, %r2, %r2; ret; }")
    run = lambda *args: subprocess.run([sys.executable, "-m", "ptxlint", *args], cwd=tmp_path, capture_output=True, text=True)
    linted = run("--format", "compact", "k.ptx")
    assert linted.returncode == 1 and "bitwise-type" in linted.stdout, linted
    assert run("--version").stdout.startswith("ptxlint ")
    assert run("--no-such-option").returncode == 2
