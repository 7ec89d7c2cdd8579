//! How functions of C are written here.

use crate::error::{Answer, Code};
use crate::state;
use std::cell::Cell;

thread_local! {
    /// What `cudaGetLastError` gives.
    static LAST: Cell<i32> = const { Cell::new(0) };
}

/// The last error of the thread.
pub fn last_error() -> i32 {
    LAST.get()
}

/// Forgets it.
pub fn forget_error() {
    LAST.set(0);
}

/// The answer of a function of the runtime: an error is remembered, and so are faults of kernels that were launched before.
pub fn answered(answer: Answer) -> i32 {
    let code = match answer {
        Ok(()) => state::lock().sticky.map_or(0, |code| code.0),
        Err(code) => code.0,
    };
    // That something is not ready is no error.
    if code != 0 && code != Code::NOT_READY.0 {
        LAST.set(code);
    }
    code
}

/// The answer of a function of the driver.
pub fn driver_answered(answer: Answer) -> i32 {
    match answer {
        Ok(()) => state::lock().sticky.map_or(0, |code| code.0),
        Err(code) => code.0,
    }
}

/// Writes a result.
pub unsafe fn put<T>(to: *mut T, value: T) -> Answer {
    if to.is_null() {
        return Err(Code::INVALID_VALUE);
    }
    to.write(value);
    Ok(())
}

/// Writes a result that the caller may not want.
pub unsafe fn put_if<T>(to: *mut T, value: T) {
    if !to.is_null() {
        to.write(value);
    }
}

/// The text of a C string.
pub unsafe fn text(from: *const std::ffi::c_char) -> Answer<String> {
    if from.is_null() {
        return Err(Code::INVALID_VALUE);
    }
    Ok(std::ffi::CStr::from_ptr(from).to_string_lossy().into_owned())
}

/// A function of C whose body gives an [`Answer`].
macro_rules! function {
    ($answered:path, $name:ident ($($arg:ident: $ty:ty),* $(,)?) $body:block) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($arg: $ty),*) -> i32 {
            let answer: $crate::error::Answer = (|| $body)();
            $answered(answer)
        }
    };
}

/// Another name of a function.
macro_rules! alias {
    ($alias:ident, $name:ident ($($arg:ident: $ty:ty),* $(,)?)) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $alias($($arg: $ty),*) -> i32 {
            $name($($arg),*)
        }
    };
}

/// Functions of the runtime: `name as other names: (parameters) { body }`.
macro_rules! runtime_api {
    ($($name:ident $(as $($alias:ident)+)?: $args:tt $body:block)*) => {$(
        $crate::api::function! { $crate::api::answered, $name $args $body }
        $($($crate::api::alias! { $alias, $name $args })+)?
    )*};
}

/// Functions of the driver, written in the same way.
macro_rules! driver_api {
    ($($name:ident $(as $($alias:ident)+)?: $args:tt $body:block)*) => {$(
        $crate::api::function! { $crate::api::driver_answered, $name $args $body }
        $($($crate::api::alias! { $alias, $name $args })+)?
    )*};
}

pub(crate) use {alias, driver_api, function, runtime_api};
