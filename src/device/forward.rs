//! Devices around others: what they do not change they hand on.

/// Writes methods of [`Device`](crate::device::Device) that call those of the field `device`: for devices around others, that
/// change or note some of what is asked of them.
///
/// ```
/// use ptxlint::device::{Buffer, Cpu, Device, DeviceError};
///
/// /// Counts its buffers.
/// struct Counting { device: Cpu, buffers: usize }
///
/// impl Device for Counting {
///     ptxlint::forward_device! { name free upload download load launch synchronise free_memory }
///
///     fn alloc(&mut self, bytes: u64) -> Result<Buffer, DeviceError> {
///         self.buffers += 1;
///         self.device.alloc(bytes)
///     }
/// }
///
/// let mut device = Counting { device: Cpu::new(), buffers: 0 };
/// let buffer = device.alloc(4)?;
/// device.upload(buffer, &[1, 2, 3, 4])?;
/// assert_eq!(device.buffers, 1);
/// # Ok::<(), DeviceError>(())
/// ```
#[macro_export]
macro_rules! forward_device {
    ($($method:ident)*) => { $($crate::forward_device!(@ $method);)* };
    (@ name) => {
        fn name(&self) -> String {
            self.device.name()
        }
    };
    (@ alloc) => {
        fn alloc(&mut self, bytes: u64) -> Result<$crate::device::Buffer, $crate::device::DeviceError> {
            self.device.alloc(bytes)
        }
    };
    (@ free) => {
        fn free(&mut self, buffer: $crate::device::Buffer) -> Result<(), $crate::device::DeviceError> {
            self.device.free(buffer)
        }
    };
    (@ upload) => {
        fn upload(&mut self, buffer: $crate::device::Buffer, bytes: &[u8]) -> Result<(), $crate::device::DeviceError> {
            self.device.upload(buffer, bytes)
        }
    };
    (@ download) => {
        fn download(
            &mut self,
            buffer: $crate::device::Buffer,
            bytes: &mut [u8],
        ) -> Result<(), $crate::device::DeviceError> {
            self.device.download(buffer, bytes)
        }
    };
    (@ load) => {
        fn load(&mut self, ptx: &str) -> Result<$crate::device::LoadedModule, $crate::device::DeviceError> {
            self.device.load(ptx)
        }
    };
    (@ launch) => {
        fn launch(
            &mut self,
            module: $crate::device::LoadedModule,
            kernel: &str,
            config: $crate::launch::LaunchConfig,
            args: &[$crate::device::Arg],
        ) -> Result<(), $crate::device::DeviceError> {
            self.device.launch(module, kernel, config, args)
        }
    };
    (@ synchronise) => {
        fn synchronise(&mut self) -> Result<(), $crate::device::DeviceError> {
            self.device.synchronise()
        }
    };
    (@ elapsed) => {
        fn elapsed(&self) -> Option<std::time::Duration> {
            self.device.elapsed()
        }
    };
    (@ properties) => {
        fn properties(&self) -> Option<$crate::device::Properties> {
            self.device.properties()
        }
    };
    (@ coverage) => {
        fn coverage(&self) -> Vec<$crate::device::KernelCoverage> {
            self.device.coverage()
        }
    };
    (@ unwatched) => {
        fn unwatched(&self) -> u64 {
            self.device.unwatched()
        }
    };
    (@ free_memory) => {
        fn free_memory(&mut self) -> Result<u64, $crate::device::DeviceError> {
            self.device.free_memory()
        }
    };
    (@ benchmark) => {
        fn benchmark(
            &mut self,
            module: $crate::device::LoadedModule,
            kernel: &str,
            config: $crate::launch::LaunchConfig,
            args: &[$crate::device::Arg],
            repetition: $crate::device::Repetition,
        ) -> Result<Vec<std::time::Duration>, $crate::device::DeviceError> {
            self.device.benchmark(module, kernel, config, args, repetition)
        }
    };
    (@ library_product) => {
        fn library_product(
            &mut self,
            product: &$crate::device::Product,
            repetition: $crate::device::Repetition,
        ) -> Result<Option<Vec<std::time::Duration>>, $crate::device::DeviceError> {
            self.device.library_product(product, repetition)
        }
    };
}
