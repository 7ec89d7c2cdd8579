//! Modules: fat binaries that programs register, and images that they load; their kernels and variables.

use crate::error::{self, Answer, Code};
use crate::memory::Kind;
use crate::state::{self, State};
use ptxlint::cli::exec::fat_binary;
use ptxlint::device::{Buffer, DeviceError, KernelInfo, LoadedModule, link};
use std::collections::HashMap;
use std::ffi::{CStr, c_char};

/// A text with its target, or why it cannot be read.
type TargetText = (String, Result<Vec<u8>, String>);

/// A module, which is loaded when it is first needed.
pub struct Module {
    /// Texts with their targets, for each of the parts that are linked: mostly one.
    parts: Vec<Vec<TargetText>>,
    /// Variables that the host shares: their buffers, by name.
    managed: HashMap<String, (Buffer, u64, u64)>,
    /// The file of the text that was chosen, and what the interpreter made of it.
    loaded: Option<Result<(String, LoadedModule), Code>>,
    is_gone: bool,
}

/// A kernel of a module.
#[derive(Clone)]
pub struct Kernel {
    pub module: usize,
    pub name: String,
    /// Bytes of dynamic shared memory that a launch may ask for, once the program has said so.
    pub most_dynamic: Option<u32>,
    /// It may have clusters of more than eight blocks.
    pub non_portable: bool,
}

/// All modules of the process.
#[derive(Default)]
pub struct Modules {
    pub list: Vec<Module>,
    pub kernels: Vec<Kernel>,
    /// What was wrong with the last module that could not be loaded.
    pub complaint: Option<String>,
    /// Kernels by what programs call them: addresses of their host functions, and handles.
    names: HashMap<usize, usize>,
    /// Handles by kernel.
    handles: HashMap<usize, usize>,
    /// Modules by handle.
    module_handles: HashMap<usize, usize>,
    /// Variables by the addresses of those that stand for them in the host: module and name.
    variables: HashMap<usize, (usize, String)>,
}

/// What `nvcc` writes around a fat binary.
#[repr(C)]
struct Wrapper {
    magic: u32,
    version: u32,
    data: *const u8,
    more: *const *const u8,
}

const WRAPPER: u32 = 0x466243b1;
const FAT_BINARY: u32 = 0xba55_ed50;
const ELF: u32 = 0x464c_457f;

unsafe fn fat_bytes<'a>(data: *const u8) -> &'a [u8] {
    let header = data.cast::<u16>().add(3).read_unaligned() as usize;
    let size = data.add(8).cast::<u64>().read_unaligned() as usize;
    std::slice::from_raw_parts(data, header + size)
}

/// The texts of an image, which is a wrapper, a fat binary, or PTX: for each of its parts.
unsafe fn parts(image: *const u8) -> Answer<Vec<Vec<TargetText>>> {
    match image.cast::<u32>().read_unaligned() {
        WRAPPER => {
            let wrapper = image.cast::<Wrapper>();
            let mut found = vec![fat_binary(fat_bytes((*wrapper).data))];
            // Linked code lists the binaries that it was linked of.
            if (*wrapper).version == 2 && !(*wrapper).more.is_null() {
                let mut each = (*wrapper).more;
                while !(*each).is_null() {
                    found.push(fat_binary(fat_bytes(*each)));
                    each = each.add(1);
                }
            }
            Ok(found)
        }
        FAT_BINARY => Ok(vec![fat_binary(fat_bytes(image))]),
        ELF => Ok(Vec::new()),
        _ => {
            let text = CStr::from_ptr(image.cast::<c_char>()).to_bytes().to_vec();
            Ok(vec![vec![("ptx".to_string(), Ok(text))]])
        }
    }
}

/// The number of a target, and whether it is for this architecture (`a`) or family (`f`) alone.
fn target(name: &str) -> Option<(u32, Option<char>)> {
    let digits = name.strip_prefix("sm_")?;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    Some((digits[..end].parse().ok()?, digits[end..].chars().next()))
}

/// Whether a device of an architecture runs code for a target.
fn runs(architecture: u32, (number, suffix): (u32, Option<char>)) -> bool {
    match suffix {
        Some('a') => number == architecture,
        Some(_) => number <= architecture && number / 10 == architecture / 10,
        None => number <= architecture,
    }
}

impl State {
    /// Keeps an image as a module; its number.
    pub unsafe fn add_module(&mut self, image: *const u8) -> Answer<usize> {
        if image.is_null() {
            return Err(Code::INVALID_VALUE);
        }
        let parts = parts(image)?;
        self.modules.list.push(Module { parts, managed: HashMap::new(), loaded: None, is_gone: false });
        Ok(self.modules.list.len() - 1)
    }

    /// The PTX of a module, and its name: what is linked of parts is one text.
    fn chosen(&mut self, module: usize) -> Answer<(String, String)> {
        let all = self.modules.list[module].parts.clone();
        // What was linked is a part itself, of machine code alone, and CUDA's own parts may have PTX for other devices only.
        let is_for_device = |part: &&Vec<TargetText>| part.iter().any(|(name, _)| self.rank(name).is_some());
        let parts: Vec<&Vec<TargetText>> = all.iter().filter(is_for_device).collect();
        if parts.len() < 2 {
            let part = parts.first().copied().or_else(|| all.iter().find(|part| !part.is_empty()));
            return self.best(part.map_or(&[], Vec::as_slice));
        }
        let chosen = parts.iter().map(|part| self.best(part)).collect::<Answer<Vec<_>>>()?;
        let name = chosen[0].0.clone();
        let texts: Vec<String> = chosen.into_iter().map(|(_, text)| text).collect();
        let linked = link(&texts).map_err(|message| {
            self.reporter.refuse(format!("{name}: {message}"));
            Code::INVALID_PTX
        })?;
        Ok((name, linked))
    }

    /// How well PTX for a target suits the device; `None` if the device cannot run it.
    fn rank(&self, name: &str) -> Option<(u32, bool)> {
        match target(name) {
            // What is given as text has its target in it.
            None => Some((u32::MAX, true)),
            Some(target) => runs(self.reporter.settings.architecture, target).then_some((target.0, target.1.is_some())),
        }
    }

    /// The text that suits the device best, and its name.
    fn best(&mut self, texts: &[TargetText]) -> Answer<(String, String)> {
        let architecture = self.reporter.settings.architecture;
        let best =
            texts.iter().filter_map(|(name, text)| Some((self.rank(name)?, name, text))).max_by_key(|(rank, ..)| *rank);
        let program =
            std::env::current_exe().ok().and_then(|path| Some(path.file_stem()?.to_string_lossy().into_owned()));
        let program = program.unwrap_or_else(|| "program".to_string());
        let message = match best {
            Some((_, name, Ok(text))) => match String::from_utf8(text.clone()) {
                Ok(text) => {
                    let name = if name == "ptx" { program } else { format!("{program}.{name}") };
                    return Ok((name, text));
                }
                Err(_) => format!("{program}: a module is no text"),
            },
            Some((_, name, Err(reason))) => format!("{program}: PTX for {name} cannot be read: {reason}"),
            None if texts.is_empty() => format!(
                "{program}: a module holds machine code alone and no PTX; `nvcc -arch=compute_{architecture}` or `-gencode \
                 arch=compute_NN,code=compute_NN` adds it"
            ),
            None => {
                let targets: Vec<&str> = texts.iter().map(|(name, _)| name.as_str()).collect();
                format!(
                    "{program}: a module has PTX for {} and none for sm_{architecture} (`--target`)",
                    targets.join(", ")
                )
            }
        };
        self.reporter.refuse(message);
        Err(Code::NO_IMAGE)
    }

    /// The module as the interpreter knows it, and the name of its file.
    pub fn loaded(&mut self, module: usize) -> Answer<(String, LoadedModule)> {
        if self.modules.list[module].is_gone {
            return Err(Code::INVALID_HANDLE);
        }
        if self.modules.list[module].loaded.is_none() {
            let loaded = self.load(module);
            self.modules.list[module].loaded = Some(loaded);
        }
        self.modules.list[module].loaded.clone().unwrap_or(Err(Code::INVALID_IMAGE))
    }

    fn load(&mut self, module: usize) -> Answer<(String, LoadedModule)> {
        let (name, text) = self.chosen(module)?;
        let file = self.reporter.keep(&name, &text);
        let managed = &self.modules.list[module].managed;
        let loaded = self.cpu.load_with(&text, &|name| managed.get(name).map(|&(buffer, ..)| buffer));
        match loaded {
            Ok(loaded) => Ok((file, loaded)),
            Err(error) => {
                self.modules.complaint = Some(format!("error: {error}"));
                // Text that no assembler takes is the program's mistake.
                match error {
                    DeviceError::Syntax { .. } | DeviceError::Illegal { .. } => {
                        self.reporter.misuse(format!("{file}: {error}"));
                    }
                    _ => self.reporter.refuse(format!("{file}: {error}")),
                }
                Err(error::of_device(&error))
            }
        }
    }

    /// Lets a module go.
    pub fn unload(&mut self, module: usize) {
        self.modules.list[module].is_gone = true;
    }

    /// A handle for a module.
    pub fn module_handle(&mut self, module: usize) -> usize {
        let handle = state::handle();
        self.modules.module_handles.insert(handle, module);
        handle
    }

    /// The handle that a module has, or a new one.
    pub fn known_handle(&mut self, module: usize) -> usize {
        let known = self.modules.module_handles.iter().find(|(_, known)| **known == module);
        let known = known.map(|(&handle, _)| handle);
        known.unwrap_or_else(|| self.module_handle(module))
    }

    /// The module of a handle.
    pub fn module_of(&self, handle: usize) -> Answer<usize> {
        let found = self.modules.module_handles.get(&handle).copied();
        found.filter(|&module| !self.modules.list[module].is_gone).ok_or(Code::INVALID_HANDLE)
    }

    /// A kernel of a module, by name; it need not exist.
    pub fn add_kernel(&mut self, module: usize, name: String) -> usize {
        let known = self.modules.kernels.iter().position(|kernel| kernel.module == module && kernel.name == name);
        known.unwrap_or_else(|| {
            self.modules.kernels.push(Kernel { module, name, most_dynamic: None, non_portable: false });
            self.modules.kernels.len() - 1
        })
    }

    /// Lets a program call a kernel by an address.
    pub fn name_kernel(&mut self, address: usize, kernel: usize) {
        self.modules.names.insert(address, kernel);
    }

    /// The handle of a kernel.
    pub fn kernel_handle(&mut self, kernel: usize) -> usize {
        let modules = &mut self.modules;
        *modules.handles.entry(kernel).or_insert_with(|| {
            let handle = state::handle();
            modules.names.insert(handle, kernel);
            handle
        })
    }

    /// The kernel that a program calls so.
    pub fn kernel_of(&self, name: usize) -> Answer<usize> {
        self.modules.names.get(&name).copied().ok_or(Code::INVALID_FUNCTION)
    }

    /// What is known of a kernel.
    pub fn kernel_info(&mut self, kernel: usize) -> Answer<KernelInfo> {
        let Kernel { module, name, .. } = self.modules.kernels[kernel].clone();
        let (file, loaded) = self.loaded(module)?;
        self.cpu.kernel_info(loaded, &name).map_err(|error| {
            if !matches!(error, DeviceError::UnknownKernel { .. }) {
                self.reporter.refuse(format!("{file}: `{name}`: {error}"));
            }
            error::of_device(&error)
        })
    }

    /// Lets a program call a variable by an address.
    pub fn name_variable(&mut self, address: usize, module: usize, name: String) {
        self.modules.variables.insert(address, (module, name));
    }

    /// Makes the memory of a variable that the host shares.
    pub fn add_managed(&mut self, module: usize, name: &str, bytes: u64) -> Answer<u64> {
        let address = self.allocate_shared(bytes, Kind::Managed)?;
        let buffer = self.allocations[&address].buffer;
        self.modules.list[module].managed.insert(name.to_string(), (buffer, address, bytes));
        Ok(address)
    }

    /// The address and the bytes of a variable of a module.
    pub fn variable_in(&mut self, module: usize, name: &str) -> Answer<(u64, u64)> {
        let (_, loaded) = self.loaded(module)?;
        let (buffer, bytes) = self.cpu.variable(loaded, name).map_err(|_| Code::NOT_FOUND)?;
        Ok((self.cpu.address(buffer).map_err(|error| error::of_device(&error))?, bytes))
    }

    /// The address and the bytes of the variable that a program calls so.
    pub fn variable(&mut self, address: usize) -> Answer<(u64, u64)> {
        let (module, name) = self.modules.variables.get(&address).cloned().ok_or(Code::INVALID_SYMBOL)?;
        self.variable_in(module, &name)
            .map_err(|code| if code == Code::NOT_FOUND { Code::INVALID_SYMBOL } else { code })
    }
}
