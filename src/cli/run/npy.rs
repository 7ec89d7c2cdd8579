//! Arrays in files: the format of NumPy (NEP 1), and bytes without a header.

use super::dtype::Dtype;

const MAGIC: &[u8] = b"\x93NUMPY";

/// Elements of a type, in rows.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Array {
    pub dtype: Dtype,
    pub shape: Vec<usize>,
    pub bytes: Vec<u8>,
}

impl Array {
    /// A row of elements.
    pub(super) fn flat(dtype: Dtype, bytes: Vec<u8>) -> Self {
        Self { dtype, shape: vec![bytes.len() / dtype.size()], bytes }
    }

    /// The elements as another type, as many of them as there are bytes for.
    ///
    /// # Errors
    /// The bytes are not a whole number of elements.
    pub(super) fn viewed_as(self, dtype: Dtype) -> Result<Self, String> {
        if dtype.size() == self.dtype.size() {
            return Ok(Self { dtype, ..self });
        }
        if !self.bytes.len().is_multiple_of(dtype.size()) {
            return Err(format!("{} bytes are not a whole number of {}", self.bytes.len(), dtype.name()));
        }
        Ok(Self::flat(dtype, self.bytes))
    }

    /// Such as `f32[4x8]`.
    pub(super) fn describe(&self) -> String {
        let extents: Vec<String> = self.shape.iter().map(usize::to_string).collect();
        format!("{}[{}]", self.dtype.name(), extents.join("x"))
    }

    /// Reads a file: one that begins as NumPy's do, or bytes.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn read(bytes: Vec<u8>) -> Result<Self, String> {
        let Some(rest) = bytes.strip_prefix(MAGIC) else { return Ok(Self::flat(Dtype::U8, bytes)) };
        let broken = || "the file is cut off".to_string();
        let (length_bytes, rest) = match rest {
            [1, _, rest @ ..] => (2, rest),
            [2 | 3, _, rest @ ..] => (4, rest),
            [major, ..] => return Err(format!("version {major} of the format is not supported")),
            [] => return Err(broken()),
        };
        let mut length = [0; 4];
        length[..length_bytes].copy_from_slice(rest.get(..length_bytes).ok_or_else(broken)?);
        let rest = &rest[length_bytes..];
        let length = u32::from_le_bytes(length) as usize;
        let header = String::from_utf8_lossy(rest.get(..length).ok_or_else(broken)?).into_owned();
        let (dtype, shape) = read_header(&header)?;
        let count = shape.iter().try_fold(1usize, |product, &extent| product.checked_mul(extent));
        let size = count.and_then(|count| count.checked_mul(dtype.size())).ok_or("the array is too large")?;
        let data = rest[length..].get(..size).ok_or_else(broken)?.to_vec();
        Ok(Self { dtype, shape, bytes: data })
    }

    /// The file that NumPy would write.
    pub(super) fn write(&self) -> Vec<u8> {
        let extents: String = self.shape.iter().map(|extent| format!("{extent}, ")).collect();
        let shape = match self.shape.len() {
            1 => extents.trim_end().to_string(),
            _ => extents.trim_end_matches([',', ' ']).to_string(),
        };
        let descr = self.dtype.descr();
        let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}");
        // What follows begins at a multiple of 64 bytes, behind the end of the line.
        const PREFIX: usize = 10;
        while !(PREFIX + header.len() + 1).is_multiple_of(64) {
            header.push(' ');
        }
        header.push('\n');
        let length = (header.len() as u16).to_le_bytes();
        [MAGIC, &[1, 0], &length, header.as_bytes(), &self.bytes].concat()
    }
}

/// What the dictionary of a header says.
fn read_header(header: &str) -> Result<(Dtype, Vec<usize>), String> {
    let after = |key: &str| {
        let quoted = [format!("'{key}':"), format!("\"{key}\":")];
        let found = quoted.iter().find_map(|quoted| header.split_once(quoted.as_str()));
        found.map(|(_, rest)| rest.trim_start()).ok_or_else(|| format!("the header has no `{key}`"))
    };
    let descr = after("descr")?;
    let quote = descr.chars().next().filter(|quote| matches!(quote, '\'' | '"'));
    let Some(descr) = quote.and_then(|quote| descr[1..].split(quote).next()) else {
        return Err("elements with several fields are not supported; save the array's bytes".to_string());
    };
    let shape = after("shape")?;
    let inner = shape.strip_prefix('(').and_then(|rest| rest.split(')').next()).ok_or("the header has no shape")?;
    let extents = inner.split(',').map(str::trim).filter(|extent| !extent.is_empty());
    let shape = extents.map(|extent| extent.parse().map_err(|_| format!("`{extent}` is not an extent")));
    let shape = shape.collect::<Result<Vec<usize>, _>>()?;
    if after("fortran_order")?.starts_with("True") && shape.len() > 1 {
        return Err("the array is stored column by column; save `numpy.ascontiguousarray` of it".to_string());
    }
    let dtype = Dtype::of_descr(descr).ok_or_else(|| {
        format!("elements of NumPy's type `{descr}` are not supported; give a type after the file, as in `:u8`")
    })?;
    Ok((dtype, shape))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `numpy.save` of `numpy.arange(3, dtype="<i4")`, byte by byte.
    #[test]
    fn a_file_of_numpy() {
        let header = "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }";
        let mut file = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
        file.extend(format!("{header:<117}\n").bytes());
        file.extend([0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]);
        let array = Array::read(file.clone()).expect("a file of NumPy");
        assert_eq!((array.dtype, &array.shape[..]), (Dtype::S32, &[3][..]));
        assert_eq!(array.bytes, [0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]);
        // Padding aside, what is written is the same.
        let written = array.write();
        assert_eq!(written.len() % 64, 12);
        assert_eq!(Array::read(written), Ok(array));
    }

    #[test]
    fn shapes() {
        for shape in [vec![], vec![5], vec![2, 3], vec![1, 2, 2]] {
            let count: usize = shape.iter().product();
            let array = Array { dtype: Dtype::F16, shape, bytes: vec![7; 2 * count] };
            assert_eq!(Array::read(array.write()), Ok(array));
        }
    }

    #[test]
    fn broken_files() {
        let file = |header: &str| {
            let length = (header.len() as u16).to_le_bytes();
            Array::read([MAGIC, &[1, 0], &length, header.as_bytes(), &[0; 8]].concat())
        };
        let fails = |header: &str, part: &str| {
            assert!(file(header).is_err_and(|error| error.contains(part)), "{header}");
        };
        fails("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", "cut off");
        fails("{'descr': '<f4', 'fortran_order': True, 'shape': (1, 2), }", "column by column");
        fails("{'descr': '<U4', 'fortran_order': False, 'shape': (1,), }", "`<U4`");
        fails("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", "fields");
        fails("{'descr': '<f4', 'fortran_order': False, 'shape': (x,), }", "`x`");
        fails("{'descr': '<f4', 'shape': (2,), }", "fortran_order");
        fails("{'descr': '<f8', 'fortran_order': False, 'shape': (18446744073709551615, 9), }", "too large");
        assert!(Array::read(b"\x93NUMPY\x09\x00".to_vec()).is_err_and(|error| error.contains("version 9")));
        assert!(Array::read(b"\x93NUMPY\x01\x00\xff".to_vec()).is_err_and(|error| error.contains("cut off")));
        assert_eq!(Array::read(vec![1, 2]), Ok(Array::flat(Dtype::U8, vec![1, 2])));
    }
}
