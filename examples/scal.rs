#[path = "../tests/common/hostile.rs"] mod hostile;
fn main(){
    let mut o=ptxlint::Options::default(); o.levels.set(ptxlint::Selector::All, ptxlint::Setting::On);
    let a: Vec<usize>=std::env::args().skip(1).filter_map(|x|x.parse().ok()).collect();
    for (name,f) in hostile::SHAPES {
        let mut line=String::new();
        for &n in &a { let t=f(n); let s=std::time::Instant::now(); let r=ptxlint::check(t.as_bytes(),&o).unwrap(); let e=s.elapsed().as_secs_f64()*1e3; line+=&format!(" {:9.1}ms({}k,{})",e,t.len()/1000,r.findings.len()); if e>8000.0 {break;} }
        println!("{name:32}{line}");
    }
}
