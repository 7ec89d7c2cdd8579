//! What is new, and the figures.

use super::Arguments;
use super::finding::{Finding, Linted};
use super::lint::{Answer, Outcome};
use super::verdicts::{Judgement, Key, Verdicts};
use ptxlint::diagnostic::Level;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Pairs of a kernel and a rule by what is said of them.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    of: [usize; 3],
    new: usize,
}

impl Tally {
    fn count(&mut self, judgement: Option<Judgement>) {
        match judgement {
            Some(judgement) => self.of[judgement as usize] += 1,
            None => self.new += 1,
        }
    }

    fn judged(&self) -> usize {
        self.of.iter().sum()
    }

    fn line(&self) -> String {
        let [true_, arguable, false_] = self.of;
        let percent = |part: usize| 100.0 * part as f64 / self.judged().max(1) as f64;
        format!(
            "{:>6} judged: {true_} true ({:.1} %), {arguable} arguable ({:.1} %), {false_} false ({:.1} %); {} not judged",
            self.judged(),
            percent(true_),
            percent(arguable),
            percent(false_),
            self.new
        )
    }
}

/// The figures of a run.
#[derive(Default)]
pub(crate) struct Summary {
    kernels: usize,
    errors: Tally,
    warnings: Tally,
    with_finding: usize,
    with_error: usize,
    with_false: usize,
    failures: usize,
}

impl Summary {
    /// 95 of 100 errors are true, 80 of 100 warnings true or arguable, no more than 5 of 1000 kernels have a false finding, and each
    /// file has an answer.
    pub fn meets_the_targets(&self) -> bool {
        let enough = |part: usize, all: usize, percent: usize| 100 * part >= percent * all;
        let [[errors, ..], [true_, arguable, _]] = [self.errors.of, self.warnings.of];
        enough(errors, self.errors.judged(), 95)
            && enough(true_ + arguable, self.warnings.judged(), 80)
            && 1000 * self.with_false <= 5 * self.kernels
            && self.failures == 0
    }
}

/// A finding and the file that it is in.
type Place<'a> = (&'a Finding, &'a Answer<'a>);

/// Prints what is new, and figures.
pub(crate) fn print(answers: &[Answer<'_>], verdicts: &Verdicts, arguments: &Arguments) -> Summary {
    let mut summary = Summary::default();
    let mut groups: BTreeMap<&Key, Vec<Place<'_>>> = BTreeMap::new();
    let mut seen = HashSet::new();
    let mut projects: BTreeMap<&str, usize> = BTreeMap::new();
    for answer in answers {
        let Outcome::Linted(Linted { kernels, findings }) = &answer.outcome else { continue };
        let new: HashSet<u64> = kernels.iter().copied().filter(|kernel| !seen.contains(kernel)).collect();
        *projects.entry(&answer.file.project).or_default() += new.len();
        summary.kernels += new.len();
        for finding in findings.iter().filter(|finding| !seen.contains(&finding.function)) {
            groups.entry(&finding.key).or_default().push((finding, answer));
        }
        // A function that occurs again is judged once; what is outside of functions is never the same.
        seen.extend(
            kernels.iter().copied().chain(findings.iter().map(|finding| finding.function)).filter(|&it| it != 0),
        );
    }
    if arguments.skeleton {
        skeleton(&groups, verdicts, arguments);
    } else {
        show(&groups, verdicts, arguments);
    }
    tally(&groups, verdicts, &mut summary);
    failures(answers, &mut summary);
    let bytes: u64 = answers.iter().map(|answer| answer.bytes).sum();
    let seconds: f64 = answers.iter().map(|answer| answer.time.as_secs_f64()).sum();
    println!(
        "{} files of {} projects, {:.1} MB, {} different kernels, {seconds:.1} s",
        answers.len(),
        projects.len(),
        bytes as f64 / 1e6,
        summary.kernels
    );
    let share = |part: usize| format!("{part} ({:.2} %)", 100.0 * part as f64 / summary.kernels.max(1) as f64);
    println!("errors:   {}", summary.errors.line());
    println!("warnings: {}", summary.warnings.line());
    println!(
        "functions with a finding: {}, with an error: {}, with a false finding: {}",
        share(summary.with_finding),
        share(summary.with_error),
        share(summary.with_false)
    );
    summary
}

fn is_wanted(key: &Key, verdicts: &Verdicts, arguments: &Arguments) -> bool {
    (arguments.rules.is_empty() || arguments.rules.contains(&key.rule)) && (arguments.all || verdicts.of(key).is_none())
}

/// Groups as lines of the file of verdicts that lack verdict and reason.
fn skeleton(groups: &BTreeMap<&Key, Vec<Place<'_>>>, verdicts: &Verdicts, arguments: &Arguments) {
    for key in groups.keys().filter(|key| is_wanted(key, verdicts, arguments)) {
        println!("{}\t{}\t{}\t{}\t?\t", key.rule, key.level, key.family, key.context);
    }
}

fn show(groups: &BTreeMap<&Key, Vec<Place<'_>>>, verdicts: &Verdicts, arguments: &Arguments) {
    let mut wanted: Vec<_> = groups.iter().filter(|(key, _)| is_wanted(key, verdicts, arguments)).collect();
    wanted.sort_by_key(|(key, places)| (&key.level, &key.rule, std::cmp::Reverse(places.len())));
    for (key, places) in wanted {
        let kernels: BTreeSet<u64> = places.iter().map(|(finding, _)| finding.function).collect();
        let projects: BTreeSet<&str> = places.iter().map(|(_, answer)| answer.file.project.as_str()).collect();
        let verdict = verdicts.of(key).map_or("new".to_string(), |verdict| verdict.to_string());
        println!(
            "{} [{}] {} {}  ({verdict}; {} in {} functions; {})",
            key.level,
            key.rule,
            key.family,
            key.context,
            places.len(),
            kernels.len(),
            projects.into_iter().collect::<Vec<_>>().join(", ")
        );
        for (finding, answer) in places.iter().take(arguments.samples) {
            println!("    {}:{} {}", answer.file.path.display(), finding.line, finding.name);
            println!("        {}", finding.message);
            for (line, label) in &finding.labels {
                println!("        line {line}: {label}");
            }
            if arguments.lines > 0 {
                finding.excerpt.iter().for_each(|line| println!("        | {line}"));
            }
        }
    }
}

/// A rule's findings of one level on one kernel count once, by the worst that is said of them.
fn tally(groups: &BTreeMap<&Key, Vec<Place<'_>>>, verdicts: &Verdicts, summary: &mut Summary) {
    let mut pairs: HashMap<(u64, &str, Level), (Option<Judgement>, bool)> = HashMap::new();
    for (key, places) in groups {
        let judgement = verdicts.of(key);
        for (finding, _) in places {
            let (worst, new) = pairs.entry((finding.function, &key.rule, finding.level)).or_default();
            *worst = (*worst).max(judgement);
            *new |= judgement.is_none();
        }
    }
    let [mut found, mut wrong, mut errors] = [(); 3].map(|()| HashSet::new());
    for (&(function, _, level), &(worst, new)) in &pairs {
        // A pair that has a false part is false, whatever else there is; one that has a new part isn't judged yet.
        let judgement = if new && worst != Some(Judgement::False) { None } else { worst };
        match level {
            Level::Error => summary.errors.count(judgement),
            _ => summary.warnings.count(judgement),
        }
        found.insert(function);
        if level == Level::Error {
            errors.insert(function);
        }
        if worst == Some(Judgement::False) {
            wrong.insert(function);
        }
    }
    summary.with_finding = found.len();
    summary.with_error = errors.len();
    summary.with_false = wrong.len();
}

/// Files without an answer, and those that took long for their size.
fn failures(answers: &[Answer<'_>], summary: &mut Summary) {
    for answer in answers {
        let problem = match &answer.outcome {
            Outcome::Linted(_) => None,
            Outcome::Unread(reason) => Some(format!("not read: {reason}")),
            Outcome::Panic(message) => Some(format!("PANIC: {message}")),
            Outcome::Late => Some(format!("no answer in {:.0} s", answer.time.as_secs_f64())),
        };
        summary.failures += usize::from(problem.is_some());
        let [seconds, megabytes] = [answer.time.as_secs_f64(), answer.bytes as f64 / 1e6];
        // Two of them share a core with others: what is merely slow by chance isn't told.
        let slow = || (seconds > 2.0 + 2.0 * megabytes).then(|| format!("slow: {seconds:.1} s for {megabytes:.1} MB"));
        if let Some(problem) = problem.or_else(slow) {
            println!("{}: {problem}", answer.file.path.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets() {
        let tally = |of| Tally { of, new: 0 };
        let good = || Summary {
            kernels: 1000,
            errors: tally([95, 5, 0]),
            warnings: tally([40, 40, 20]),
            ..Summary::default()
        };
        assert!(good().meets_the_targets());
        assert!(!Summary { errors: tally([94, 6, 0]), ..good() }.meets_the_targets());
        assert!(!Summary { warnings: tally([40, 39, 21]), ..good() }.meets_the_targets());
        assert!(!Summary { with_false: 6, ..good() }.meets_the_targets());
        assert!(!Summary { failures: 1, ..good() }.meets_the_targets());
        assert!(Summary::default().meets_the_targets());
    }

    #[test]
    fn shares_are_of_what_is_judged() {
        let line = Tally { of: [3, 1, 0], new: 6 }.line();
        assert!(line.contains("3 true (75.0 %)") && line.ends_with("6 not judged"), "{line}");
    }
}
