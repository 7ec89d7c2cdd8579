//! The kernels of a class as the source names them.

use std::path::Path;

/// A kernel with a mistake, and its twin.
pub(super) struct Pair {
    pub(super) name: String,
    /// The block with which it is meant to be launched.
    pub(super) block: [u32; 3],
    /// What its integers have to be for the mistake to show, if not the usual number.
    pub(super) number: Option<i64>,
    /// The builds in which nothing is left of the mistake.
    pub(super) gone: Vec<String>,
}

/// The kernels of a file.
pub(super) struct Class {
    pub(super) name: String,
    pub(super) pairs: Vec<Pair>,
    /// What it is compiled for, if not for everything: `// targets: sm_90a, sm_100a`.
    targets: Vec<String>,
}

impl Class {
    /// Whether it is compiled in a way that has this name.
    pub(super) fn is_built(&self, build: &str) -> bool {
        self.targets.is_empty() || self.targets.iter().any(|target| build.split(' ').any(|word| word == target))
    }
}

/// The block of kernels that name none.
const USUAL_BLOCK: [u32; 3] = [256, 1, 1];

/// The classes below a folder, in the order of their names, with their pairs: those that are named, or all.
pub(super) fn classes(folder: &Path, names: &[String]) -> std::io::Result<Vec<Class>> {
    let mut classes = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let class = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.extension().is_some_and(|extension| extension == "cu") && (names.is_empty() || names.contains(&class)) {
            let text = std::fs::read_to_string(&path)?;
            let targets = text.lines().find_map(|line| line.strip_prefix("// targets: ")).unwrap_or_default();
            let targets = targets.split(',').map(|target| target.trim().to_string()).filter(|it| !it.is_empty());
            classes.push(Class { name: class, pairs: pairs(&text), targets: targets.collect() });
        }
    }
    classes.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(classes)
}

/// `KERNEL(name, 16, 16)(…)`, or `PAIR_KERNEL` for pairs of blocks, at the beginning of a line, and perhaps `// gone: build, build` or `// n: 0` at its end.
fn pairs(text: &str) -> Vec<Pair> {
    let heads = text.lines().filter_map(|line| {
        let line = line.strip_prefix("PAIR_").unwrap_or(line);
        line.strip_prefix("KERNEL(")?.split_once(')')
    });
    let pair = |(head, rest): (&str, &str)| {
        let number = rest.split_once("// n: ").and_then(|(_, number)| number.trim().parse().ok());
        let gone = rest.split_once("// gone: ").map_or("", |(_, gone)| gone);
        let mut words = head.split(',').map(str::trim);
        let name = words.next().unwrap_or_default().to_string();
        let mut block = USUAL_BLOCK;
        for (extent, word) in block.iter_mut().zip(words) {
            *extent = word.parse().unwrap_or(*extent);
        }
        let gone = gone.split(',').map(|build| build.trim().to_string()).filter(|build| !build.is_empty()).collect();
        Pair { name, block, number, gone }
    };
    heads.map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_name_their_block() {
        let found =
            pairs("// KERNEL(no)\nKERNEL(a)(int *p) { // gone: nvcc -G, clang\n}\nKERNEL(b, 16, 8)() { // n: 0\n}\n");
        assert_eq!((found[0].gone.as_slice(), found[1].gone.len()), (&["nvcc -G".into(), "clang".into()][..], 0));
        assert_eq!((found[0].number, found[1].number), (None, Some(0)));
        let found: Vec<(&str, [u32; 3])> = found.iter().map(|pair| (pair.name.as_str(), pair.block)).collect();
        assert_eq!(found, [("a", [256, 1, 1]), ("b", [16, 8, 1])]);
    }
}
