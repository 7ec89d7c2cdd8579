use ptxlint::kernels::*;
fn main() {
    let t = ptxlint::isa::Target::lookup("sm_80").unwrap();
    let w = |n: &str, s: String| std::fs::write(format!("/tmp/par/{n}.ptx"), s).unwrap();
    let k = BatchedQ6KGemv { k: 1536, n: 8960, batch: 4 };
    w("q6b", k.ptx(t).unwrap());
    w("q6", Q6KGemv { k: 1536, n: 8960 }.ptx(t).unwrap());
    w("rmsb", BatchedRmsNorm { hidden: 1536, epsilon: 1e-6, batch: 4 }.ptx(t).unwrap());
    w("rms", RmsNorm { hidden: 1536, epsilon: 1e-6 }.ptx(t).unwrap());
    w("ropeb", BatchedRope { heads: 12, head_dim: 128, layout: RopeLayout::Halves, batch: 4 }.ptx(t).unwrap());
    w("rope", Rope { heads: 12, head_dim: 128, layout: RopeLayout::Halves }.ptx(t).unwrap());
    w("swb", BatchedSwiglu { length: 8960, batch: 4 }.ptx(t).unwrap());
}
