//! What arguments hold, as they are written: numbers, arrays, pointers, structures.

use super::dtype::{self, Dtype};
use super::image::ImageValue;
use super::npy::Array;
use crate::device::{PixelBox, TensorElement, TensorMap, TensorSwizzle};
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

/// The value of an argument.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum ArgumentValue {
    /// A number, whose type is the parameter's.
    Number(String),
    /// The elements of a buffer; whether they have values.
    Array(Array, bool),
    /// The address of a byte of a buffer.
    Pointer { buffer: String, offset: i64 },
    /// The members of a structure, each at the next multiple of its size.
    Structure(Vec<StructMember>),
    /// A tensor map of a buffer.
    TensorMap(TensorMapValue),
    /// A texture or surface of a buffer.
    Image(ImageValue),
}

/// What is said of a tensor map; extents in the order of the array's.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TensorMapValue {
    pub buffer: String,
    pub box_shape: Vec<u32>,
    /// Of a map in the form im2col, whose box has pixels and channels.
    pub pixels: Option<PixelBox>,
    /// Every how many elements are taken; all of them if it is empty.
    pub steps: Vec<u32>,
    pub element: Option<TensorElement>,
    pub swizzle: TensorSwizzle,
    pub fills_with_nan: bool,
}

/// A member of a structure.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum StructMember {
    /// A number with its type.
    Number(Dtype, String),
    /// The address of a byte of a buffer.
    Pointer { buffer: String, offset: i64 },
    /// A structure within the structure.
    Structure(Vec<StructMember>),
}

/// An argument: `name=value`, or a value in its place.
pub(super) fn argument(text: &str) -> (Option<&str>, &str) {
    match text.split_once('=') {
        Some((name, value)) if is_name(name) => (Some(name), value),
        _ => (None, text),
    }
}

pub(super) fn is_name(text: &str) -> bool {
    let is_first = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$' | '%');
    text.starts_with(is_first) && text.chars().all(|c| is_first(c) || c.is_ascii_digit())
}

impl ArgumentValue {
    /// Reads a value.
    ///
    /// # Errors
    /// What is wrong with it, or with the file that it names.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Some(file) = text.strip_prefix('@') {
            return Ok(Self::Array(read(file)?, true));
        }
        if text.starts_with('{') {
            return members(text, 0).map(Self::Structure);
        }
        if let Some((function, inner)) = text.split_once('(') {
            let inner = inner.strip_suffix(')').ok_or_else(|| format!("`{text}` has no `)`"))?;
            match function.trim() {
                "tma" => return TensorMapValue::parse(inner).map(Self::TensorMap),
                "tex" => return ImageValue::parse(true, inner).map(Self::Image),
                "surf" => return ImageValue::parse(false, inner).map(Self::Image),
                _ => {}
            }
            let (array, is_defined) = made(function.trim(), &inner.split(',').map(str::trim).collect::<Vec<_>>())?;
            return Ok(Self::Array(array, is_defined));
        }
        // Words such as `inf` are numbers.
        if dtype::float(text).is_some() {
            return Ok(Self::Number(text.to_string()));
        }
        match pointer(text) {
            Some((buffer, offset)) => Ok(Self::Pointer { buffer, offset }),
            None => Err(format!(
                "`{text}` is not a value; expected a number, `@file`, `zeros(N, TYPE)`, `x+64`, `{{u32 1, x}}`, `tma(x, box=8x64)`, `tex(x)`"
            )),
        }
    }
}

/// Numbers for axes, as in `8x64`.
fn by_axis<T: FromStr>(text: &str) -> Option<Vec<T>> {
    text.split('x').map(|number| number.trim().parse().ok()).collect()
}

impl TensorMapValue {
    /// Reads `x, box=8x64, swizzle=128, fill=nan, type=tf32`.
    fn parse(text: &str) -> Result<Self, String> {
        let wrong = |part: &str| {
            format!(
                "invalid `{part}` in `tma({text})`: write it as in `tma(x, box=8x64, swizzle=128, fill=nan, type=tf32)`"
            )
        };
        let mut parts = text.split(',').map(str::trim);
        let buffer = parts.next().filter(|name| is_name(name)).ok_or_else(|| wrong(text))?.to_string();
        let mut value = Self {
            buffer,
            box_shape: Vec::new(),
            pixels: None,
            steps: Vec::new(),
            element: None,
            swizzle: TensorSwizzle::None,
            fills_with_nan: false,
        };
        for part in parts {
            match part.split_once('=').ok_or_else(|| wrong(part))? {
                ("box", extents) => value.box_shape = by_axis(extents).ok_or_else(|| wrong(part))?,
                ("im2col", extents) => {
                    value.box_shape = by_axis(extents).ok_or_else(|| wrong(part))?;
                    value.pixels = Some(PixelBox { lower: Vec::new(), upper: Vec::new() });
                }
                (corner @ ("lower" | "upper"), offsets) => {
                    let pixels = value.pixels.as_mut().ok_or_else(|| wrong(part))?;
                    let place = if corner == "lower" { &mut pixels.lower } else { &mut pixels.upper };
                    *place = by_axis(offsets).ok_or_else(|| wrong(part))?;
                }
                ("step", steps) => value.steps = by_axis(steps).ok_or_else(|| wrong(part))?,
                ("swizzle", span) => {
                    let swizzle = span.parse().ok().and_then(TensorSwizzle::of_span);
                    value.swizzle = swizzle.ok_or_else(|| wrong(part))?;
                }
                ("fill", fill @ ("nan" | "zeros")) => value.fills_with_nan = fill == "nan",
                ("type", name) => value.element = Some(TensorElement::of_name(name).ok_or_else(|| wrong(part))?),
                _ => return Err(wrong(part)),
            }
        }
        if value.box_shape.is_empty() {
            return Err(format!("`tma({text})` has no box: write it as in `tma(x, box=8x64)`"));
        }
        Ok(value)
    }

    /// The map of a buffer with these elements, as if it began at address 0.
    pub(super) fn of(&self, array: &Array) -> Result<TensorMap, String> {
        let name = match array.dtype {
            Dtype::S8 => Dtype::U8.name(),
            Dtype::S16 => Dtype::U16.name(),
            other => other.name(),
        };
        let element = self.element.or_else(|| TensorElement::of_name(name));
        let element = element.ok_or_else(|| format!("tensors have no elements of type {name}"))?;
        if element.bytes() as usize != array.dtype.size() {
            return Err(format!("`{}` is an array of {name}, whose elements have another size", self.buffer));
        }
        let shape: Vec<u64> = array.shape.iter().rev().map(|&extent| extent as u64).collect();
        let box_shape: Vec<u32> = self.box_shape.iter().rev().copied().collect();
        let mut map = TensorMap::dense(0, element, &shape, &box_shape);
        (map.swizzle, map.fills_with_nan) = (self.swizzle, self.fills_with_nan);
        if !self.steps.is_empty() {
            map.element_strides = self.steps.iter().rev().copied().collect();
        }
        map.pixels = self.pixels.as_ref().map(|PixelBox { lower, upper }| {
            let axes = shape.len().saturating_sub(2);
            // Corners that are left out are those of the image.
            let corner = |of: &[i32]| if of.is_empty() { vec![0; axes] } else { of.iter().rev().copied().collect() };
            PixelBox { lower: corner(lower), upper: corner(upper) }
        });
        map.check().map(|()| map)
    }
}

/// Structures that nest deeper are a mistake.
const DEEPEST: usize = 32;

/// The members of `{x+8, {u32 1, u32 2}}`, which stands in so many others.
fn members(text: &str, depth: usize) -> Result<Vec<StructMember>, String> {
    let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let inner = inner.ok_or_else(|| format!("`{text}` has no `}}`"))?;
    if depth > DEEPEST {
        return Err("structures nest too deep".to_string());
    }
    let (mut parts, mut open, mut start) = (Vec::new(), 0usize, 0);
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            b'{' => open += 1,
            b'}' => open = open.checked_sub(1).ok_or_else(|| format!("`{text}` has a `}}` too many"))?,
            b',' if open == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    let parts = parts.into_iter().map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| StructMember::parse(part, depth)).collect()
}

impl StructMember {
    fn parse(text: &str, depth: usize) -> Result<Self, String> {
        if text.starts_with('{') {
            return members(text, depth + 1).map(Self::Structure);
        }
        let wrong =
            || format!("`{text}` is not a member: write its type and a number, as in `u32 1`, a buffer or a structure");
        match text.split_once(char::is_whitespace) {
            Some((name, number)) => {
                let dtype = Dtype::of(name).ok_or_else(wrong)?;
                dtype.bytes_of(number.trim())?;
                Ok(Self::Number(dtype, number.trim().to_string()))
            }
            None => pointer(text).map(|(buffer, offset)| Self::Pointer { buffer, offset }).ok_or_else(wrong),
        }
    }
}

/// `x`, `x+64`, `x-4`
fn pointer(text: &str) -> Option<(String, i64)> {
    let end = text.find(['+', '-']).unwrap_or(text.len());
    let (name, offset) = (text[..end].trim(), text[end..].replace(' ', ""));
    let offset = match offset.strip_prefix('+').unwrap_or(&offset) {
        "" if end == text.len() => 0,
        digits => i64::try_from(dtype::integer(digits)?).ok()?,
    };
    is_name(name).then(|| (name.to_string(), offset))
}

/// How archives begin, and so the files of `numpy.savez`.
const ZIP: &[u8] = b"PK\x03\x04";

/// Reads `path`, `path:type` or `-`.
fn read(file: &str) -> Result<Array, String> {
    let (path, dtype) = match file.rsplit_once(':').and_then(|(path, name)| Some((path, Dtype::of(name)?))) {
        Some((path, dtype)) => (path, Some(dtype)),
        None => (file, None),
    };
    let cannot = |why: String| format!("cannot read {path}: {why}");
    let bytes = if path == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    let bytes = bytes.map_err(|error| cannot(error.to_string()))?;
    let is_archive = Path::new(path).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("npz"));
    if is_archive || dtype.is_none() && bytes.starts_with(ZIP) {
        return Err(cannot("it is an archive of arrays (`numpy.savez`); save one with `numpy.save`".to_string()));
    }
    let array = Array::read(bytes).map_err(cannot)?;
    dtype.map_or(Ok(array.clone()), |dtype| array.viewed_as(dtype)).map_err(cannot)
}

/// `zeros(N, TYPE)` and the like: the array, and whether its elements have values.
fn made(function: &str, arguments: &[&str]) -> Result<(Array, bool), String> {
    const USES: [(&str, &str); 7] = [
        ("zeros", "zeros(1024, f32)"),
        ("ones", "ones(4x8, f16)"),
        ("full", "full(1024, u32, 7)"),
        ("iota", "iota(1024, u32)"),
        ("random", "random(1024, f32, 1)"),
        ("undefined", "undefined(1024, f32)"),
        ("bytes", "bytes(00ff7f)"),
    ];
    let Some((_, usage)) = USES.iter().find(|(name, _)| *name == function) else {
        let names: Vec<&str> = USES.iter().map(|(name, _)| *name).collect();
        return Err(format!("`{function}` does not make an array; {} do", names.join(", ")));
    };
    let wrong = || format!("invalid `{function}({})`: write it as in `{usage}`", arguments.join(", "));
    if function == "bytes" {
        let [digits] = arguments else { return Err(wrong()) };
        return hexadecimal(digits).map(|bytes| (Array::flat(Dtype::U8, bytes), true)).ok_or_else(wrong);
    }
    let [shape, dtype, rest @ ..] = arguments else { return Err(wrong()) };
    let dtype = Dtype::of(dtype)
        .ok_or_else(|| format!("`{dtype}` is not an element type; expected one of {}", Dtype::names()))?;
    let extents: Vec<usize> =
        shape.split('x').map(|extent| extent.trim().parse()).collect::<Result<_, _>>().map_err(|_| wrong())?;
    let count = extents.iter().try_fold(1usize, |product, &extent| product.checked_mul(extent));
    let count = count.filter(|count| count.checked_mul(8).is_some()).ok_or_else(wrong)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(count * dtype.size()).map_err(|_| format!("not enough memory for `{function}`"))?;
    let number = |text: &str| dtype.bytes_of(text);
    match (function, rest) {
        ("zeros" | "undefined", []) => bytes.resize(count * dtype.size(), 0),
        ("ones", []) => bytes = number("1")?.repeat(count),
        ("full", [value]) => bytes = number(value)?.repeat(count),
        ("iota", []) => (0..count).for_each(|index| bytes.extend(counted(dtype, index))),
        ("random", [] | [_]) => {
            let seed = rest.first().map_or(Ok(0), |seed| seed.parse()).map_err(|_| wrong())?;
            let mut random = Random(seed);
            (0..count).for_each(|_| bytes.extend(random.element(dtype)));
        }
        _ => return Err(wrong()),
    }
    Ok((Array { dtype, shape: extents, bytes }, function != "undefined"))
}

/// The element of an index that counts from zero; integers begin again when they are full.
fn counted(dtype: Dtype, index: usize) -> Vec<u8> {
    if dtype.is_float() {
        return dtype.float_bytes(index as f64);
    }
    (index as u64).to_le_bytes()[..dtype.size()].to_vec()
}

fn hexadecimal(digits: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = digits.chars().filter(|c| !c.is_whitespace()).map(|c| c as u8).collect();
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    digits.len().is_multiple_of(2).then_some(())?;
    digits.chunks(2).map(pair).collect()
}

/// A generator whose numbers are the same on every machine (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A floating-point number from -1 to 1, or any integer.
    fn element(&mut self, dtype: Dtype) -> Vec<u8> {
        let bits = self.next();
        if dtype.is_float() {
            const STEPS: f64 = (1u64 << 52) as f64;
            return dtype.float_bytes((bits >> 11) as f64 / STEPS - 1.0);
        }
        bits.to_le_bytes()[..dtype.size()].to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(text: &str) -> Array {
        match ArgumentValue::parse(text) {
            Ok(ArgumentValue::Array(array, _)) => array,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn values() {
        assert_eq!(ArgumentValue::parse("-0.5"), Ok(ArgumentValue::Number("-0.5".to_string())));
        assert_eq!(ArgumentValue::parse("inf"), Ok(ArgumentValue::Number("inf".to_string())));
        assert_eq!(ArgumentValue::parse("0x10"), Ok(ArgumentValue::Number("0x10".to_string())));
        assert_eq!(ArgumentValue::parse("x"), Ok(ArgumentValue::Pointer { buffer: "x".to_string(), offset: 0 }));
        assert_eq!(
            ArgumentValue::parse("x + 0x40"),
            Ok(ArgumentValue::Pointer { buffer: "x".to_string(), offset: 64 })
        );
        assert_eq!(ArgumentValue::parse("x-4"), Ok(ArgumentValue::Pointer { buffer: "x".to_string(), offset: -4 }));
        let members = vec![
            StructMember::Pointer { buffer: "x".to_string(), offset: 8 },
            StructMember::Number(Dtype::F32, "0.5".to_string()),
        ];
        assert_eq!(ArgumentValue::parse("{x+8, f32 0.5}"), Ok(ArgumentValue::Structure(members)));
        assert_eq!(argument("n=3"), (Some("n"), "3"));
        assert_eq!(argument("-3"), (None, "-3"));
        assert_eq!(argument("@a=b.npy"), (None, "@a=b.npy"));
    }

    #[test]
    fn arrays() {
        assert_eq!(array("iota(3, u16)").bytes, [0, 0, 1, 0, 2, 0]);
        assert_eq!(array("full(2x1, s8, -1)"), Array { dtype: Dtype::S8, shape: vec![2, 1], bytes: vec![255; 2] });
        assert_eq!(array("bytes(00ff 7F)").bytes, [0, 255, 127]);
        assert_eq!(array("ones(1, bf16)").bytes, [0x80, 0x3f]);
        let random = array("random(1000, f32, 1)");
        let numbers: Vec<f64> = random.bytes.chunks(4).map(|element| Dtype::F32.number(element)).collect();
        assert!(numbers.iter().all(|number| number.abs() <= 1.0));
        let mean = numbers.iter().sum::<f64>() / 1000.0;
        assert!(mean.abs() < 0.1, "{mean}");
        assert_eq!(random, array("random(1000, f32, 1)"));
        assert_ne!(random, array("random(1000, f32, 2)"));
    }

    #[test]
    fn what_is_no_value() {
        for (text, part) in [
            ("zeros(4)", "zeros(1024, f32)"),
            ("zeros(4, f31)", "f31"),
            ("zeros(-4, f32)", "zeros("),
            ("zeroes(4, f32)", "zeroes"),
            ("zeros(4, f32", "no `)`"),
            ("zeros(99999999999x99999999999, f32)", "zeros("),
            ("full(4, u8, 256)", "256"),
            ("bytes(0)", "bytes("),
            ("{u32 1", "no `}`"),
            ("{u32 x}", "`x`"),
            ("{5}", "`5`"),
            ("1x", "`1x`"),
            ("x+", "`x+`"),
            ("@/nowhere.npy", "/nowhere.npy"),
            ("tma(x)", "no box"),
            ("tma(x, box=8xa)", "box=8xa"),
            ("tma(x, box=8, swizzle=48)", "swizzle=48"),
            ("tma(x, box=8, fill=ones)", "fill=ones"),
            ("tma(x, box=8, type=u4)", "type=u4"),
            ("tma(5, box=8)", "tma(x, box=8x64"),
            ("tex(x, filter=cubic)", "filter=cubic"),
            ("surf(x, filter=linear)", "surf(x, channels=4)"),
        ] {
            let error = ArgumentValue::parse(text).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
