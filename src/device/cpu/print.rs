//! `vprintf`: what kernels print, and what failed assertions say.

use super::access::{MemoryBytes, Who};
use super::block::BlockState;
use super::kernel_launch::KernelLaunch;
use super::lanes::lanes_of;
use super::program::{MemorySpace, RegisterSlot};
use super::warp::{Front, StepFailure, Warp};
use crate::device::error::{FaultKind, ThreadIndex};

/// Most bytes of a string.
const MOST_BYTES: u64 = 1 << 16;

/// A conversion of a format: `%-8.3llx`.
#[derive(Default)]
struct Conversion {
    left: bool,
    sign: Option<char>,
    alternate: bool,
    zeros: bool,
    width: usize,
    precision: Option<usize>,
    /// Whether integers have 64 bits.
    long: bool,
    kind: u8,
}

/// What conversions take: values behind each other, each aligned to its size.
trait Values {
    fn next(&mut self, bytes: u32) -> Result<u64, StepFailure>;
    fn string(&mut self, address: u64) -> Result<Vec<u8>, StepFailure>;
}

/// Whether C promotes it to 64 bits on the machines that run kernels: `ll`, `l`, `j`, `z`, `t`.
fn length(format: &[u8]) -> (usize, bool) {
    let count = format.iter().take_while(|byte| b"hlLqjzt".contains(byte)).count();
    (count, format[..count].iter().any(|byte| b"lLqjzt".contains(byte)))
}

fn number(format: &[u8]) -> (usize, usize) {
    let count = format.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (count, format[..count].iter().fold(0, |sum: usize, digit| sum.saturating_mul(10) + usize::from(digit - b'0')))
}

/// A conversion from behind its percent sign, and how many bytes it takes; `None` if it has no end.
fn conversion(format: &[u8], values: &mut dyn Values) -> Result<Option<(Conversion, usize)>, StepFailure> {
    let mut it = Conversion::default();
    let mut at = 0;
    while let Some(flag) = format.get(at).filter(|flag| b"-+ #0".contains(flag)) {
        match flag {
            b'-' => it.left = true,
            b'#' => it.alternate = true,
            b'0' => it.zeros = true,
            b'+' => it.sign = Some('+'),
            _ => it.sign = it.sign.or(Some(' ')),
        }
        at += 1;
    }
    if format.get(at) == Some(&b'*') {
        let width = values.next(4)? as u32 as i32;
        it.left |= width < 0;
        (it.width, at) = (width.unsigned_abs() as usize, at + 1);
    } else {
        let (count, width) = number(&format[at..]);
        (it.width, at) = (width, at + count);
    }
    if format.get(at) == Some(&b'.') {
        if format.get(at + 1) == Some(&b'*') {
            it.precision = usize::try_from(values.next(4)? as u32 as i32).ok();
            at += 2;
        } else {
            let (count, precision) = number(&format[at + 1..]);
            (it.precision, at) = (Some(precision), at + 1 + count);
        }
    }
    let (count, long) = length(&format[at..]);
    it.long = long;
    it.width = it.width.min(1 << 12);
    it.precision = it.precision.map(|precision| precision.min(1 << 10));
    let Some(&kind) = format.get(at + count) else { return Ok(None) };
    it.kind = kind;
    Ok(Some((it, at + count + 1)))
}

/// `1.5e+02`
fn exponential(number: f64, precision: usize) -> String {
    let text = format!("{number:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    format!("{mantissa}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

/// `%g`: the shorter of both forms, with so many significant digits.
fn general(number: f64, precision: usize, keeps_zeros: bool) -> String {
    let precision = precision.max(1);
    let scientific = exponential(number, precision - 1);
    let exponent: i32 = scientific.split_once('e').and_then(|(_, text)| text.parse().ok()).unwrap_or(0);
    let trimmed = |text: &str| match text.contains('.') && !keeps_zeros {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text.to_string(),
    };
    if exponent < -4 || exponent >= precision as i32 {
        let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "+00"));
        return format!("{}e{exponent}", trimmed(mantissa));
    }
    trimmed(&format!("{number:.*}", (precision as i32 - 1 - exponent).max(0) as usize))
}

/// `%a`
fn hexadecimal(number: f64) -> String {
    let bits = number.to_bits();
    let (exponent, mantissa) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let digits = format!("{mantissa:013x}");
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    match (exponent, mantissa) {
        (0, 0) => "0x0p+0".to_string(),
        (0, _) => format!("0x0{point}{digits}p-1022"),
        _ => format!("0x1{point}{digits}p{:+}", exponent - 1023),
    }
}

impl Conversion {
    fn float(&self, number: f64) -> String {
        let precision = self.precision.unwrap_or(6);
        let magnitude = number.abs();
        let text = match self.kind.to_ascii_lowercase() {
            _ if number.is_nan() => "nan".to_string(),
            _ if number.is_infinite() => "inf".to_string(),
            b'e' => exponential(magnitude, precision),
            b'g' => general(magnitude, precision, self.alternate),
            b'a' => hexadecimal(magnitude),
            _ => format!("{magnitude:.precision$}"),
        };
        let text = if self.kind.is_ascii_uppercase() { text.to_uppercase() } else { text };
        self.padded(number.is_sign_negative() && !number.is_nan(), "", text, number.is_finite())
    }

    fn integer(&self, bits: u64) -> String {
        let narrow = |bits: u64| if self.long { bits } else { bits & 0xffff_ffff };
        let signed = if self.long { bits as i64 } else { i64::from(bits as u32 as i32) };
        let (is_negative, magnitude) = match self.kind {
            b'd' | b'i' => (signed < 0, signed.unsigned_abs()),
            _ => (false, narrow(bits)),
        };
        let (prefix, digits) = match self.kind {
            b'x' => ("0x", format!("{magnitude:x}")),
            b'X' => ("0X", format!("{magnitude:X}")),
            b'o' => ("0", format!("{magnitude:o}")),
            _ => ("", magnitude.to_string()),
        };
        let prefix = if self.alternate && magnitude > 0 { prefix } else { "" };
        let digits = match self.precision {
            Some(0) if magnitude == 0 => String::new(),
            Some(precision) => format!("{digits:0>precision$}"),
            None => digits,
        };
        self.padded(is_negative, prefix, digits, self.precision.is_none())
    }

    fn padded(&self, is_negative: bool, prefix: &str, digits: String, takes_zeros: bool) -> String {
        let takes_sign = matches!(self.kind.to_ascii_lowercase(), b'd' | b'i' | b'e' | b'f' | b'g' | b'a');
        let sign = if is_negative {
            "-".to_string()
        } else {
            self.sign.filter(|_| takes_sign).map_or(String::new(), String::from)
        };
        let missing = self.width.saturating_sub(sign.len() + prefix.len() + digits.chars().count());
        match (self.left, self.zeros && takes_zeros) {
            (true, _) => format!("{sign}{prefix}{digits}{}", " ".repeat(missing)),
            (_, true) => format!("{sign}{prefix}{}{digits}", "0".repeat(missing)),
            _ => format!("{}{sign}{prefix}{digits}", " ".repeat(missing)),
        }
    }

    /// What it prints; `None` for what no conversion is called.
    fn print(&self, values: &mut dyn Values) -> Result<Option<String>, StepFailure> {
        let text = |text: String| {
            Conversion { kind: b's', sign: None, ..Conversion::default() }.at(self).padded(false, "", text, false)
        };
        Ok(Some(match self.kind {
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => self.integer(values.next(if self.long { 8 } else { 4 })?),
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => self.float(f64::from_bits(values.next(8)?)),
            b'c' => text(char::from(values.next(4)? as u8).to_string()),
            b'p' => text(format!("{:#x}", values.next(8)?)),
            b's' => {
                let address = values.next(8)?;
                let bytes = if address == 0 { b"(null)".to_vec() } else { values.string(address)? };
                let shown = &bytes[..self.precision.map_or(bytes.len(), |most| most.min(bytes.len()))];
                text(String::from_utf8_lossy(shown).into_owned())
            }
            _ => return Ok(None),
        }))
    }

    /// Where another one stands in its field.
    fn at(self, other: &Self) -> Self {
        Self { left: other.left, width: other.width, ..self }
    }
}

/// What `printf` makes of a format.
fn formatted(format: &[u8], values: &mut dyn Values) -> Result<String, StepFailure> {
    let mut out = Vec::new();
    let mut rest = format;
    while let Some(percent) = rest.iter().position(|&byte| byte == b'%') {
        out.extend(&rest[..percent]);
        rest = &rest[percent + 1..];
        if let [b'%', more @ ..] = rest {
            out.push(b'%');
            rest = more;
            continue;
        }
        let Some((conversion, length)) = conversion(rest, values)? else { break };
        match conversion.print(values)? {
            Some(text) => out.extend(text.as_bytes()),
            None => {
                out.push(b'%');
                out.extend(&rest[..length]);
            }
        }
        rest = &rest[length..];
    }
    out.extend(rest);
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// The memory of a thread that prints.
struct Reader<'r, 'l> {
    warp: &'r Warp,
    who: Who,
    at: u64,
    launch: &'r KernelLaunch<'l>,
    block: &'r BlockState,
}

impl Reader<'_, '_> {
    fn read(&self, address: u64, bytes: u32) -> Result<u64, StepFailure> {
        let (launch, block) = (self.launch, self.block);
        let target: MemoryBytes<'_> =
            self.warp.locate(self.who, (MemorySpace::Generic, address, bytes), launch, block)?;
        let (value, known) = self.warp.read(target, bytes, launch, block, self.who.lane);
        if !known {
            let message = "what is printed has no value".to_string();
            return Err(launch.fault(FaultKind::Uninitialised, message, self.who.pc, block, self.who.thread()));
        }
        Ok(value)
    }
}

impl Values for Reader<'_, '_> {
    fn next(&mut self, bytes: u32) -> Result<u64, StepFailure> {
        let at = self.at.next_multiple_of(u64::from(bytes));
        self.at = at + u64::from(bytes);
        self.read(at, bytes)
    }

    fn string(&mut self, address: u64) -> Result<Vec<u8>, StepFailure> {
        let mut bytes = Vec::new();
        for at in 0..MOST_BYTES {
            match self.read(address.wrapping_add(at), 1)? as u8 {
                0 => break,
                byte => bytes.push(byte),
            }
        }
        Ok(bytes)
    }
}

impl Warp {
    /// `vprintf`: the address of the format, and that of the values.
    pub fn print(
        &self,
        front: &Front,
        mask: u32,
        [format, values]: [RegisterSlot; 2],
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        let Some(printer) = launch.observers.printer else { return Ok(()) };
        let unknown = mask & !(self.defined(front.base, format) & self.defined(front.base, values));
        self.tolerate(
            unknown,
            FaultKind::Uninitialised,
            "the address of what is printed has no value",
            front.pc,
            launch,
            block,
        )?;
        for lane in lanes_of(mask & !unknown) {
            let who = Who { pc: front.pc, warp: self.index(), lane };
            let at = self.lanes(front.base, values)[lane];
            let mut reader = Reader { warp: self, who, at, launch, block };
            let printed =
                reader.string(self.lanes(front.base, format)[lane]).and_then(|format| formatted(&format, &mut reader));
            match printed {
                Ok(text) => printer(&text),
                Err(failure) => launch.tolerate(failure)?,
            }
        }
        Ok(())
    }

    /// `__assertfail`: the fault, of which somebody hears for each thread as CUDA tells it.
    pub fn fail_assertion(
        &self,
        front: &Front,
        mask: u32,
        told: [RegisterSlot; 4],
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> StepFailure {
        let known = told.iter().fold(mask, |known, &slot| known & self.defined(front.base, slot));
        let mut conditions = Vec::new();
        for lane in lanes_of(known) {
            let who = Who { pc: front.pc, warp: self.index(), lane };
            let mut reader = Reader { warp: self, who, at: 0, launch, block };
            let [condition, file, line, function] = told.map(|slot| self.lanes(front.base, slot)[lane]);
            let mut text = |address| reader.string(address).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            // What cannot be read is not told, and the assertion has failed nevertheless.
            let (Ok(condition), Ok(file), Ok(function)) = (text(condition), text(file), text(function)) else {
                continue;
            };
            if let Some(listener) = launch.observers.assertions {
                let ThreadIndex { block: [bx, by, bz], thread: [x, y, z] } = launch.thread_of(block, who.thread());
                let (line, place) = (line as u32, format!("block: [{bx},{by},{bz}], thread: [{x},{y},{z}]"));
                listener(&format!("{file}:{line}: {function}: {place} Assertion `{condition}` failed.\n"));
            }
            conditions.push(condition);
        }
        let condition = conditions.first().map_or(String::new(), |condition| format!(": `{condition}`"));
        let message = format!("an assertion of the kernel has failed{condition}");
        launch.fault(FaultKind::Assertion, message, front.pc, block, self.thread(mask))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Given(Vec<u64>);

    impl Values for Given {
        fn next(&mut self, _: u32) -> Result<u64, StepFailure> {
            Ok(self.0.remove(0))
        }

        fn string(&mut self, address: u64) -> Result<Vec<u8>, StepFailure> {
            Ok(format!("at {address}").into_bytes())
        }
    }

    #[test]
    fn as_c_prints() {
        let float = f64::to_bits;
        for (format, values, text) in [
            ("plain %% 100%", vec![], "plain % 100"),
            ("%d|%5d|%-5d|%05d|%+d", vec![0xffff_ffff, 42, 42, 0xffff_ffd6, 7], "-1|   42|42   |-0042|+7"),
            ("%u %x %#X %o %.3d", vec![0xffff_ffff, 255, 255, 8, 5], "4294967295 ff 0XFF 10 005"),
            ("%lld %llu %zu", vec![u64::MAX, u64::MAX, 3], "-1 18446744073709551615 3"),
            (
                "%f %.2f %8.3f|%e",
                [1.5, 2.345, -1.0, 12345.678].map(float).to_vec(),
                "1.500000 2.35   -1.000|1.234568e+04",
            ),
            ("%g %g %g %g", [0.0001, 100_000.0, 1e6, 1e-5].map(float).to_vec(), "0.0001 100000 1e+06 1e-05"),
            ("%g %#g %a %F", [0.5, 0.5, 1.5, f64::INFINITY].map(float).to_vec(), "0.5 0.500000 0x1.8p+0 INF"),
            ("%s|%6s|%.2s|%c|%p", vec![7, 8, 9, 65, 16], "at 7|  at 8|at|A|0x10"),
            ("%*d %.*f %y", vec![4, 1, 1, float(0.25)], "   1 0.2 %y"),
        ] {
            let mut values = Given(values);
            assert_eq!(formatted(format.as_bytes(), &mut values).ok().as_deref(), Some(text), "{format}");
            assert!(values.0.is_empty(), "{format}");
        }
    }
}
