//! CUDA releases: which PTX their assembler and driver read.

/// A release of the CUDA toolkit, of those that the table knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CudaRelease(usize);

struct CudaReleaseData {
    name: &'static str,
    /// The newest PTX version that its assembler and driver read, times 10.
    ptx: u8,
    /// The driver branch that comes with it, where it is published.
    driver: Option<u16>,
}

const fn release(name: &'static str, ptx: u8, driver: u16) -> CudaReleaseData {
    CudaReleaseData { name, ptx, driver: if driver == 0 { None } else { Some(driver) } }
}

/// From old to new. PTX versions from 11.7 on are what each release's `ptxas` says of `.version 99.9`; older ones and drivers are those
/// of the PTX ISA's release history and of the toolkits' release notes.
const RELEASES: &[CudaReleaseData] = &[
    release("6.0", 40, 331),
    release("6.5", 41, 340),
    release("7.0", 42, 346),
    release("7.5", 43, 352),
    release("8.0", 50, 367),
    release("9.0", 60, 384),
    release("9.1", 61, 390),
    release("9.2", 62, 396),
    release("10.0", 63, 410),
    release("10.1", 64, 418),
    release("10.2", 65, 440),
    release("11.0", 70, 450),
    release("11.1", 71, 455),
    release("11.2", 72, 460),
    release("11.3", 73, 465),
    release("11.4", 74, 470),
    release("11.5", 75, 495),
    release("11.6", 76, 510),
    release("11.7", 77, 515),
    release("11.8", 78, 520),
    release("12.0", 80, 525),
    release("12.1", 81, 530),
    release("12.2", 82, 535),
    release("12.3", 83, 545),
    release("12.4", 84, 550),
    release("12.5", 85, 555),
    release("12.6", 85, 560),
    release("12.7", 86, 565),
    release("12.8", 87, 570),
    release("12.9", 88, 575),
    release("13.0", 90, 580),
    release("13.1", 91, 590),
    release("13.2", 92, 595),
    release("13.3", 93, 0),
    release("13.4", 94, 0),
    release("13.5", 95, 0),
];

impl CudaRelease {
    /// All releases from old to new.
    pub fn all() -> impl DoubleEndedIterator<Item = CudaRelease> + Clone {
        (0..RELEASES.len()).map(CudaRelease)
    }

    /// The release of this name (`12.6`).
    pub fn lookup(name: &str) -> Option<Self> {
        Self::all().find(|release| release.name() == name)
    }

    /// The newest release that a driver of this branch (550) comes with, or after.
    pub fn of_driver(branch: u16) -> Option<Self> {
        Self::all().rfind(|release| release.driver().is_some_and(|driver| driver <= branch))
    }

    /// The first release that reads a PTX version, times 10.
    pub fn first_with(ptx: u8) -> Option<Self> {
        Self::all().find(|release| release.ptx() >= ptx)
    }

    fn data(self) -> &'static CudaReleaseData {
        &RELEASES[self.0]
    }

    /// Its name: `12.6`.
    pub fn name(self) -> &'static str {
        self.data().name
    }

    /// The newest PTX version that it reads, times 10.
    pub fn ptx(self) -> u8 {
        self.data().ptx
    }

    /// The branch of the driver that comes with it, where it is known.
    pub fn driver(self) -> Option<u16> {
        self.data().driver
    }

    /// The release and its driver, as a message says what is needed.
    pub fn with_driver(self) -> String {
        match self.driver() {
            Some(driver) => format!("CUDA {} and driver {driver}, or newer", self.name()),
            None => format!("CUDA {} or newer", self.name()),
        }
    }
}
