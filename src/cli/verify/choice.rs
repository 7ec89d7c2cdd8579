//! `--device`: which device runs the kernels.

use crate::device::{Checks, Cpu, Device, DeviceError};

/// What was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum DeviceChoice {
    /// A GPU where there is one.
    Auto,
    Cpu,
    /// The GPU of this number.
    Cuda(u32),
}

impl DeviceChoice {
    pub(in crate::cli) fn parse(text: &str) -> Result<Self, String> {
        match text.split_once(':').unwrap_or((text, "0")) {
            ("auto", "0") if text == "auto" => Ok(Self::Auto),
            ("cpu", "0") if text == "cpu" => Ok(Self::Cpu),
            ("cuda", number) if number.parse::<u32>().is_ok() => Ok(Self::Cuda(number.parse().unwrap_or(0))),
            _ => Err(format!("`{text}` is none of `auto`, `cpu`, `cuda` and `cuda:N`")),
        }
    }

    /// The device to use.
    ///
    /// # Errors
    /// There is none of the kind that was asked for.
    pub(super) fn find(self) -> Result<Backend, String> {
        match self {
            Self::Auto => Ok(Backend { note: Some("no GPU: kernels run on the interpreter") }),
            Self::Cpu => Ok(Backend { note: None }),
            Self::Cuda(_) => Err("`--device cuda`: this ptxlint was built without CUDA".to_string()),
        }
    }
}

/// Demonstrations that end need a small part of this.
const WARY_STEPS: u64 = 1 << 20;

/// A kind of device.
pub(super) struct Backend {
    /// What to tell of the choice.
    pub note: Option<&'static str>,
}

impl Backend {
    /// A fresh device.
    pub(super) fn open(&self) -> Result<Box<dyn Device>, DeviceError> {
        Ok(Box::new(Cpu::new()))
    }

    /// A fresh device for kernels that may never end.
    pub(super) fn open_wary(&self) -> Result<Box<dyn Device>, DeviceError> {
        Ok(Box::new(Cpu::with_checks(Checks { steps: WARY_STEPS, ..Checks::default() })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices() {
        assert_eq!(DeviceChoice::parse("auto"), Ok(DeviceChoice::Auto));
        assert_eq!(DeviceChoice::parse("cpu"), Ok(DeviceChoice::Cpu));
        assert_eq!(DeviceChoice::parse("cuda"), Ok(DeviceChoice::Cuda(0)));
        assert_eq!(DeviceChoice::parse("cuda:3"), Ok(DeviceChoice::Cuda(3)));
        for wrong in ["", "gpu", "auto:0", "cpu:0", "cuda:", "cuda:x", "cuda:1:2", "cuda:-1"] {
            assert!(DeviceChoice::parse(wrong).is_err_and(|error| error.contains(wrong)), "{wrong}");
        }
    }
}
