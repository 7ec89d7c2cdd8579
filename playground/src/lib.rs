//! The linter for web pages. A page writes a request in JSON to [`request`], calls [`answer`], and reads JSON from [`response`]: numbers
//! cross the border, nothing else, so no generator of bindings is needed.

mod answer;
mod positions;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the page has written, and what it may read. The page reaches both through their addresses while no function here runs.
static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static RESPONSE: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn open(buffer: &Mutex<Vec<u8>>) -> MutexGuard<'_, Vec<u8>> {
    buffer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a request of this many bytes, and tells where. The address holds until the next call.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    let mut request = open(&REQUEST);
    request.clear();
    request.resize(length, 0);
    request.as_mut_ptr()
}

/// Answers the request, and tells how many bytes [`response`] has.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let response = answer::answer(&open(&REQUEST));
    let length = response.len();
    *open(&RESPONSE) = response;
    length
}

/// Where the response is. The address holds until the next call of [`answer`].
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn response() -> *const u8 {
    open(&RESPONSE).as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a page does, but through a copy: only it may write behind our back.
    fn ask(text: &str) -> String {
        assert!(!request(text.len()).is_null());
        open(&REQUEST).copy_from_slice(text.as_bytes());
        let length = answer();
        assert!(!response().is_null());
        let response = open(&RESPONSE).clone();
        assert_eq!(response.len(), length);
        String::from_utf8(response).expect("text")
    }

    #[test]
    fn requests_follow_each_other() {
        assert!(ask(r#"{"command":"rules"}"#).contains("divergent-barrier"));
        assert!(ask("nonsense").starts_with(r#"{"error":"#));
        assert!(ask(r#"{"command":"page","rule":"bank-conflict"}"#).contains("## Bad"));
    }
}
