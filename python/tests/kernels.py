"""Modules that the tests run."""

HEADER = ".version 8.0\n.target sm_80\n.address_size 64\n"


def module(parameters: str, body: str, name: str = "kernel") -> str:
    """A kernel whose registers are declared; `%rd1`, `%rd2`, … are its first parameters if they have 64 bits."""
    loads = ""
    for number, parameter in enumerate(filter(None, parameters.split(",")), 1):
        kind, called = parameter.split()[-2:]
        if kind in (".u64", ".b64"):
            loads += f"    ld.param.u64 %rd{number}, [{called}];\n"
    return f"""{HEADER}.visible .entry {name}({parameters})
{{
    .reg .pred %p<9>;
    .reg .b16 %h<9>;
    .reg .b32 %r<19>;
    .reg .f32 %f<9>;
    .reg .f64 %fd<9>;
    .reg .b64 %rd<19>;
{loads}    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd9, %r1, 4;
{body}
    ret;
}}
"""


SCALE = module(
    ".param .u64 x, .param .u64 out, .param .f32 alpha",
    """    ld.param.f32 %f1, [alpha];
    add.u64 %rd4, %rd1, %rd9;
    add.u64 %rd5, %rd2, %rd9;
    ld.global.f32 %f2, [%rd4];
    mul.f32 %f2, %f2, %f1;
    st.global.f32 [%rd5], %f2;""",
    "scale",
)

RACE = module(
    ".param .u64 out",
    """    .shared .b32 s[64];
    mov.u32 %r2, s;
    shl.b32 %r3, %r1, 2;
    add.u32 %r4, %r2, %r3;
    st.shared.u32 [%r4], %r1;
    xor.b32 %r5, %r3, 128;
    add.u32 %r5, %r2, %r5;
    ld.shared.u32 %r6, [%r5];
    add.u64 %rd4, %rd1, %rd9;
    st.global.u32 [%rd4], %r6;""",
    "race",
)
