//! Reports are the same on any number of cores.

use crate::common::{corpus, files_below, relative, repository, with_all_rules};
use ptxlint::Options;
use ptxlint::driver::{CheckSession, Cores, check_on};

fn compare(name: &str, text: &[u8]) {
    let options = with_all_rules(Options::default());
    let alone = ptxlint::check(text, &options).expect("a small file");
    let shared = check_on(text, &options, &Cores::idle(3)).expect("a small file");
    assert_eq!(format!("{alone:#?}"), format!("{shared:#?}"), "{name}");
    let session = CheckSession::new(options).with_cores(Cores::idle(3)).check(text).expect("a small file");
    assert_eq!(format!("{alone:#?}"), format!("{session:#?}"), "{name} in a session");
}

/// The kernels of the fixtures in one module, each under a name of its own. Not all are legal there.
fn kernels_of_fixtures() -> String {
    let folder = repository("fixtures");
    let mut module = String::from(".version 9.0\n.target sm_100a\n.address_size 64\n");
    for path in files_below(&folder, "ptx") {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let start = [".visible .entry ", ".entry ", ".visible .func ", ".func "]
            .iter()
            .filter_map(|word| text.find(word))
            .min();
        let Some(start) = start.filter(|_| !relative(&path, &folder).starts_with('_')) else { continue };
        let (header, functions) = text.split_at(start);
        if [".global ", ".shared", ".const", ".extern", ".file"].iter().all(|word| !header.contains(word)) {
            module += &functions.replace(".entry ", &format!(".entry n{}_", module.len()));
            module += "\n";
        }
    }
    module
}

#[test]
fn reports_do_not_depend_on_the_number_of_cores() {
    let module = kernels_of_fixtures();
    assert!(module.lines().count() > 10_000, "{}", module.lines().count());
    compare("fixtures", module.as_bytes());
    corpus::files().iter().filter(|file| file.text.len() > 30_000).for_each(|file| compare(&file.name, &file.text));
}
