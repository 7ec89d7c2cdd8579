//! Panics of ptxlint itself: one in a rule or an analysis costs its findings, never those of others.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// How many calls of [`guarded`] are under way.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// Where the last panic happened, if [`keep_quiet`] was called.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The result of `work`, or what its panic said, in one line.
pub(crate) fn guarded<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    PLACE.take();
    DEPTH.set(DEPTH.get() + 1);
    let result = catch_unwind(AssertUnwindSafe(work));
    DEPTH.set(DEPTH.get() - 1);
    result.map_err(|panic| describe(panic.as_ref(), PLACE.take()))
}

fn describe(panic: &(dyn Any + Send), place: Option<String>) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let words: Vec<&str> = text.unwrap_or("no message").split_whitespace().collect();
    words.join(" ") + &place.map_or(String::new(), |place| format!(" ({place})"))
}

/// Keeps panics that are caught, and become findings, from printing a backtrace each; their place goes into the message. For whole
/// programs: the hook is the process's.
#[cfg(feature = "cli")]
pub(crate) fn keep_quiet() {
    let loud = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if DEPTH.get() == 0 || std::env::var_os("RUST_BACKTRACE").is_some_and(|wanted| wanted != "0") {
            loud(info);
        }
        PLACE.set(info.location().map(|at| format!("{}:{}", at.file(), at.line())));
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_message_of_one_line() {
        assert_eq!(guarded(|| 1), Ok(1));
        assert_eq!(guarded(|| -> u8 { panic!("no {}", "luck") }), Err("no luck".to_string()));
        assert_eq!(guarded(|| -> u8 { panic!("two\n  lines") }), Err("two lines".to_string()));
        assert_eq!(guarded(|| guarded(|| -> u8 { panic!("within") })), Ok(Err("within".to_string())));
    }
}
