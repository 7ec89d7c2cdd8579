use std::time::Instant;
fn main(){
    let mut total=0usize; let mut time=0.0; let mut lext=0.0;
    for f in std::env::args().skip(1){
        let data=std::fs::read(&f).unwrap();
        let s=ptxlint::source::Source::new(&data).unwrap();
        let mut best=f64::MAX; let mut bl=f64::MAX;
        for _ in 0..7 { let t=Instant::now(); let m=ptxlint::parser::parse(s); best=best.min(t.elapsed().as_secs_f64()); std::hint::black_box(&m);
          let t=Instant::now(); let m=ptxlint::lexer::lex(s); bl=bl.min(t.elapsed().as_secs_f64()); std::hint::black_box(&m);}
        time+=best; lext+=bl; total+=data.len();
        let m=ptxlint::parser::parse(s);
        let ix=ptxlint::source::LineIndex::new(&data);
        for e in m.syntax_errors.iter().take(3){ println!("{f}:{:?}: {:?} at {:?}", ix.position(e.span.start), e.expected, s.text_of(e.span)); }
        for e in m.name_errors.iter().take(3){ println!("{f}:{:?}: {:?} {:?}", ix.position(e.span.start), e.kind, m.name(e.name)); }
    }
    println!("{} bytes parse {:.1} MB/s lex {:.1} MB/s", total, total as f64/time/1e6, total as f64/lext/1e6);
}
