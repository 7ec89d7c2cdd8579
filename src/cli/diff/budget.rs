//! Budgets: `registers>+5%`, `shared>49152`, `errors>+0`.

use super::measure::METRICS;
use crate::util::{alternatives, closest};

/// What must not become of a number.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::cli) struct RegressionBudget {
    /// As it was written.
    pub text: String,
    /// What is counted.
    pub metric: &'static str,
    is_above: bool,
    is_inclusive: bool,
    bound: Bound,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Bound {
    /// The new number itself.
    Number(f64),
    /// How much it differs from the old one.
    Change(f64),
    /// The same in percent of the old one.
    Percent(f64),
}

impl RegressionBudget {
    /// Reads `METRIC OP [+|-]NUMBER[%]`.
    pub(in crate::cli) fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a budget such as registers>+5%, shared>49152 or errors>+0");
        let at = text.find(['>', '<']).ok_or_else(wrong)?;
        let (name, rest) = (text[..at].trim(), &text[at + 1..]);
        let metric = METRICS.iter().map(|metric| metric.name).find(|metric| *metric == name);
        let metric = metric.ok_or_else(|| {
            let names = || METRICS.iter().map(|metric| metric.name);
            match closest(name, names()) {
                Some(near) => format!("unknown metric `{name}`; did you mean `{near}`?"),
                None => {
                    format!("unknown metric `{name}`; the metrics are {}", alternatives(names().map(str::to_string)))
                }
            }
        })?;
        let is_inclusive = rest.starts_with('=');
        let value = rest.trim_start_matches('=').trim();
        let number = value.trim_end_matches('%');
        let is_change = number.starts_with(['+', '-']);
        let parsed = number.parse::<f64>().ok().filter(|number| number.is_finite()).ok_or_else(wrong)?;
        let bound = match (value.len() - number.len(), is_change) {
            (0, false) => Bound::Number(parsed),
            (0, true) => Bound::Change(parsed),
            (1, true) => Bound::Percent(parsed),
            _ => return Err(wrong()),
        };
        Ok(Self { text: text.to_string(), metric, is_above: text.as_bytes()[at] == b'>', is_inclusive, bound })
    }

    /// Whether a number breaks it. One about changes says nothing of a kernel that was not there before.
    pub(in crate::cli) fn is_broken(&self, old: Option<u64>, new: u64) -> bool {
        let (found, bound) = match (self.bound, old) {
            (Bound::Number(bound), _) => (new as f64, bound),
            (Bound::Change(_) | Bound::Percent(_), None) => return false,
            (Bound::Change(bound), Some(old)) => (new as f64 - old as f64, bound),
            // Whatever there is now is infinitely more than nothing.
            (Bound::Percent(bound), Some(0)) => (if new == 0 { 0.0 } else { f64::INFINITY }, bound),
            (Bound::Percent(bound), Some(old)) => ((new as f64 - old as f64) * 100.0 / old as f64, bound),
        };
        match (self.is_above, self.is_inclusive) {
            (true, false) => found > bound,
            (true, true) => found >= bound,
            (false, false) => found < bound,
            (false, true) => found <= bound,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_broken_by_numbers_and_by_changes() {
        let broken =
            |text: &str, old: Option<u64>, new: u64| RegressionBudget::parse(text).expect(text).is_broken(old, new);
        assert!(broken("registers>64", None, 65) && !broken("registers>64", Some(1), 64));
        assert!(broken("registers >= 64", None, 64) && broken("registers<8", None, 7));
        assert!(broken("registers>+5%", Some(100), 106) && !broken("registers>+5%", Some(100), 105));
        assert!(!broken("registers>+5%", None, 1000) && !broken("registers>+5%", Some(100), 50));
        assert!(broken("errors>+0", Some(1), 2) && !broken("errors>+0", Some(2), 2));
        assert!(broken("shared>+0%", Some(0), 4) && !broken("shared>+0%", Some(0), 0));
        assert!(broken("instructions<-10%", Some(100), 80) && broken("instructions<=-20", Some(100), 80));
    }

    #[test]
    fn wrong_budgets_are_explained() {
        let wrong = |text: &str| RegressionBudget::parse(text).expect_err(text);
        assert!(wrong("registers").contains("is not a budget such as"));
        assert!(wrong("registers>").contains("is not a budget such as"));
        assert!(wrong("registers>5%").contains("is not a budget such as"), "percent of what?");
        assert!(wrong("registers>+5%%").contains("is not a budget such as"));
        assert!(wrong("registers>inf").contains("is not a budget such as"));
        assert!(wrong("register>5").contains("did you mean `registers`?"));
        assert!(wrong("speed>5").contains("`speed`"));
    }
}
