use std::time::Instant;
fn main() {
    let mut total = 0usize;
    let (mut tp, mut tl, mut tt) = (0.0, 0.0, 0.0);
    let quiet = std::env::var("Q").is_ok();
    for f in std::env::args().skip(1) {
        let data = std::fs::read(&f).unwrap();
        let s = ptxlint::source::Source::new(&data).unwrap();
        let o = ptxlint::Options::default();
        let mut best = [f64::MAX; 3];
        for _ in 0..5 {
            let t = Instant::now();
            let m = ptxlint::lexer::lex(s);
            best[0] = best[0].min(t.elapsed().as_secs_f64());
            std::hint::black_box(&m);
            let t = Instant::now();
            let m = ptxlint::parser::parse(s);
            best[1] = best[1].min(t.elapsed().as_secs_f64());
            std::hint::black_box(&m);
            let t = Instant::now();
            let m = ptxlint::check(&data, &o);
            best[2] = best[2].min(t.elapsed().as_secs_f64());
            std::hint::black_box(&m);
        }
        tp += best[1];
        tl += best[0];
        tt += best[2];
        total += data.len();
        let r = ptxlint::check(&data, &o).unwrap();
        let ix = ptxlint::source::LineIndex::new(&data);
        if !quiet {
            for d in r.findings.iter() {
                let p = ix.position(d.span.start);
                println!("{f}:{}:{}: {} {}: {}", p.line, p.column, d.level, d.rule.name, d.message);
            }
        }
    }
    println!(
        "{} bytes lex {:.1} parse {:.1} lint {:.1} MB/s",
        total,
        total as f64 / tl / 1e6,
        total as f64 / tp / 1e6,
        total as f64 / tt / 1e6
    );
}
