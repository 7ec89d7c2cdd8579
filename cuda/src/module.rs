//! Modules and their kernels.

use crate::failure::{Failure, Stage};
use crate::log::first_error;
use cudarc::driver::result::{DriverError, function, module};
use cudarc::driver::sys::{self, CUfunction_attribute_enum as Attribute};
use std::collections::HashMap;
use std::ffi::{CString, c_void};
use std::ptr;

/// A loaded module.
pub struct Module {
    handle: sys::CUmodule,
    /// The kernels that were asked for.
    kernels: HashMap<String, Kernel>,
}

/// A kernel of a module that is still loaded.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub function: sys::CUfunction,
    /// Bytes of each parameter.
    pub parameters: Vec<usize>,
    /// Threads of a block at most, as its registers and directives allow.
    pub most_threads: u32,
    /// Bytes of shared memory that the module declares.
    pub static_shared: u32,
}

impl Module {
    /// Compiles and loads the text of a module.
    pub fn load(ptx: &str) -> Result<Self, Failure> {
        let message = "a text with a null character";
        let ptx = CString::new(ptx).map_err(|_| Failure::new(Stage::Load, "CUDA_ERROR_INVALID_PTX", message))?;
        Ok(Self { handle: compile(&ptx)?, kernels: HashMap::new() })
    }

    /// A kernel by its name.
    pub fn kernel(&mut self, name: &str) -> Result<&Kernel, Failure> {
        if !self.kernels.contains_key(name) {
            let kernel = self.find(name)?;
            self.kernels.insert(name.to_string(), kernel);
        }
        Ok(&self.kernels[name])
    }

    fn find(&self, name: &str) -> Result<Kernel, Failure> {
        let failure = Failure::of(Stage::Launch);
        let name = CString::new(name).map_err(|_| failure(DriverError(sys::CUresult::CUDA_ERROR_NOT_FOUND)))?;
        // SAFETY: the module is loaded.
        let function = unsafe { module::get_function(self.handle, name) }.map_err(&failure)?;
        // Otherwise the first launch would do this, and be timed.
        // SAFETY: the function is one of a loaded module.
        unsafe { sys::cuFuncLoad(function) }.result().map_err(&failure)?;
        let attribute = |attribute| {
            // SAFETY: the function is loaded.
            let value = unsafe { function::get_function_attribute(function, attribute) }.map_err(&failure)?;
            Ok(u32::try_from(value).unwrap_or(0))
        };
        Ok(Kernel {
            function,
            parameters: parameters(function)?,
            most_threads: attribute(Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
            static_shared: attribute(Attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)?,
        })
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: it was loaded, and nobody else unloads it; its kernels go with it.
        let _ = unsafe { module::unload(self.handle) };
    }
}

impl Kernel {
    /// Lets blocks have so many bytes of dynamic shared memory: without this they get 48 KiB in all.
    pub fn allow_shared(&self, bytes: u32) -> Result<(), Failure> {
        let attribute = Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        let bytes = i32::try_from(bytes).unwrap_or(i32::MAX);
        // SAFETY: the function is loaded; the driver refuses sizes that the device does not have.
        unsafe { function::set_function_attribute(self.function, attribute, bytes) }.map_err(Failure::of(Stage::Launch))
    }
}

fn parameters(function: sys::CUfunction) -> Result<Vec<usize>, Failure> {
    let mut sizes = Vec::new();
    loop {
        let (mut offset, mut size) = (0, 0);
        // SAFETY: the function is loaded, and the driver writes two numbers.
        match unsafe { sys::cuFuncGetParamInfo(function, sizes.len(), &mut offset, &mut size) } {
            sys::CUresult::CUDA_SUCCESS => sizes.push(size),
            // There is no parameter of this number.
            sys::CUresult::CUDA_ERROR_INVALID_VALUE => return Ok(sizes),
            error => return Err(Failure::of(Stage::Launch)(DriverError(error))),
        }
    }
}

/// Compiles a module; what the compiler has to say comes with the failure.
fn compile(ptx: &CString) -> Result<sys::CUmodule, Failure> {
    use sys::CUjit_option_enum as Option;
    const LOG_BYTES: usize = 64 * 1024;
    let [mut errors, mut notes] = [const { [0u8; LOG_BYTES] }; 2].map(Vec::from);
    let mut options = [
        Option::CU_JIT_ERROR_LOG_BUFFER,
        Option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
        Option::CU_JIT_INFO_LOG_BUFFER,
        Option::CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
    ];
    // Sizes are passed in the place of pointers (cuModuleLoadDataEx).
    let mut values = [
        errors.as_mut_ptr().cast::<c_void>(),
        ptr::without_provenance_mut(LOG_BYTES),
        notes.as_mut_ptr().cast::<c_void>(),
        ptr::without_provenance_mut(LOG_BYTES),
    ];
    let mut module = ptr::null_mut();
    // SAFETY: the text ends with a null character, there are as many values as options, and the logs are as long as is said.
    let loaded = unsafe {
        sys::cuModuleLoadDataEx(
            &mut module,
            ptx.as_ptr().cast(),
            options.len() as u32,
            options.as_mut_ptr(),
            values.as_mut_ptr(),
        )
    };
    loaded.result().map(|()| module).map_err(|error| {
        let mut failure = Failure::of(Stage::Load)(error);
        let [errors, notes] = [errors, notes].map(|log| text(&log));
        if let Some(message) = first_error(&errors).or_else(|| first_error(&notes)) {
            failure.message = message;
        }
        failure
    })
}

/// The text before the first null character.
fn text(log: &[u8]) -> String {
    let end = log.iter().position(|&byte| byte == 0).unwrap_or(log.len());
    String::from_utf8_lossy(&log[..end]).into_owned()
}
