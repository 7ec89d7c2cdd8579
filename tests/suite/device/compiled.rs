//! What nvcc makes of CUDA C++ (`fixtures/_device/*.cu`), optimised and for debugging, against the same computation here.

use ptxlint::device::{Arg, Cpu, Device};
use ptxlint::kernels::{Arithmetic, LaunchConfig, ParameterValue, Tolerance};

/// A kernel, its arguments, and what must be in its buffers afterwards.
struct Case {
    kernel: &'static str,
    config: LaunchConfig,
    arguments: Vec<ParameterValue>,
    right: Vec<(usize, Vec<f64>)>,
    tolerance: Tolerance,
}

/// Threads of most blocks.
const N: usize = 256;

fn config(blocks: u32, threads: u32) -> LaunchConfig {
    LaunchConfig::new([blocks, 1, 1], [threads, 1, 1])
}

fn floats(count: usize) -> Vec<f32> {
    let mut generator = fastrand::Rng::with_seed(count as u64);
    (0..count).map(|_| generator.f32() * 2.0 - 1.0).collect()
}

fn integers(count: usize, below: u32) -> Vec<u32> {
    let mut generator = fastrand::Rng::with_seed(count as u64);
    (0..count).map(|_| generator.u32(..below)).collect()
}

fn wide(numbers: &[f32]) -> Vec<f64> {
    numbers.iter().map(|&number| f64::from(number)).collect()
}

fn wide_words(numbers: &[u32]) -> Vec<f64> {
    numbers.iter().map(|&number| f64::from(number)).collect()
}

fn sums(numbers: &[f64], by: usize) -> Vec<f64> {
    numbers.chunks(by).map(|chunk| chunk.iter().sum()).collect()
}

fn zeros(count: usize) -> ParameterValue {
    ParameterValue::Floats(vec![0.0; count])
}

fn reductions() -> Vec<Case> {
    let ints = integers(1000, 1000);
    let singles = floats(1000);
    let shared = LaunchConfig { shared_bytes: 4 * N as u32, ..config(4, N as u32) };
    let mut cases: Vec<Case> = ["reduce0", "reduce1", "reduce2"]
        .into_iter()
        .map(|kernel| Case {
            kernel,
            config: shared,
            arguments: vec![
                ParameterValue::Words(ints.clone()),
                ParameterValue::Words(vec![0; 4]),
                ParameterValue::U32(1000),
            ],
            right: vec![(1, sums(&wide_words(&ints), N))],
            tolerance: Tolerance::EXACT,
        })
        .collect();
    cases.push(Case {
        kernel: "reduce3",
        config: config(2, N as u32),
        arguments: vec![ParameterValue::Floats(singles.clone()), zeros(2), ParameterValue::U32(1000)],
        right: vec![(1, sums(&wide(&singles), 2 * N))],
        tolerance: Arithmetic::of_sum(1000, 1.0).tolerance(),
    });
    let total = vec![wide(&singles).iter().sum()];
    cases.push(Case {
        kernel: "reduce_cg",
        config: LaunchConfig { grid: [1, 1, 1], ..shared },
        arguments: vec![ParameterValue::Floats(singles.clone()), zeros(1), ParameterValue::U32(1000)],
        right: vec![(1, total.clone())],
        tolerance: Arithmetic::of_sum(1000, 1.0).tolerance(),
    });
    cases.push(Case {
        kernel: "reduce_fence",
        config: config(3, N as u32),
        arguments: vec![ParameterValue::Floats(singles), zeros(3), zeros(1), ParameterValue::U32(1000)],
        right: vec![(2, total)],
        tolerance: Arithmetic::of_sum(1000, 1.0).tolerance(),
    });
    cases
}

fn scans_and_sorts() -> Vec<Case> {
    let singles = floats(128);
    let mut before = Vec::new();
    let mut sum = 0.0;
    for &number in &singles {
        before.push(sum);
        sum += f64::from(number);
    }
    let scan = |kernel, threads, words: u32| Case {
        kernel,
        config: LaunchConfig { shared_bytes: 4 * words, ..config(1, threads) },
        arguments: vec![ParameterValue::Floats(singles.clone()), zeros(128), ParameterValue::U32(128)],
        right: vec![(1, before.clone())],
        tolerance: Arithmetic::of_sum(128, 1.0).tolerance(),
    };
    let ints = integers(1024, 50_000);
    let running = |chunk: &[u32]| {
        let mut sum = 0;
        chunk
            .iter()
            .map(|number| {
                sum += number;
                f64::from(sum)
            })
            .collect::<Vec<_>>()
    };
    let mut sorted = ints[..512].to_vec();
    sorted.sort_unstable();
    let mut few = ints[..N].to_vec();
    few.sort_unstable();
    vec![
        scan("scan_hs", 128, 256),
        scan("scan_blelloch", 64, 128),
        Case {
            kernel: "scan_warp",
            config: config(1, 1024),
            arguments: vec![
                ParameterValue::Words(ints.clone()),
                ParameterValue::Words(vec![0; 1024]),
                ParameterValue::U32(1024),
            ],
            right: vec![(1, running(&ints))],
            tolerance: Tolerance::EXACT,
        },
        Case {
            kernel: "bitonic",
            config: LaunchConfig { shared_bytes: 2048, ..config(1, 512) },
            arguments: vec![ParameterValue::Words(ints[..512].to_vec()), ParameterValue::U32(512)],
            right: vec![(0, wide_words(&sorted))],
            tolerance: Tolerance::EXACT,
        },
        Case {
            kernel: "oddeven",
            config: config(1, N as u32),
            arguments: vec![ParameterValue::Words(ints[..N].to_vec())],
            right: vec![(0, wide_words(&few))],
            tolerance: Tolerance::EXACT,
        },
    ]
}

fn product(a: &[f32], b: &[f32], m: usize, k: usize, n: usize) -> Vec<f64> {
    let element = |i: usize| (0..k).map(|j| f64::from(a[i / n * k + j]) * f64::from(b[j * n + i % n])).sum();
    (0..m * n).map(element).collect()
}

fn matrices() -> Vec<Case> {
    let tile = include_str!("../../../fixtures/_device/kernels.cu")
        .lines()
        .find_map(|line| line.strip_prefix("#define T ")?.parse::<u32>().ok())
        .expect("the size of a tile");
    let n = 2 * tile as usize;
    let [a, b] = [floats(n * n), floats(n * n + 1)];
    let tiles = LaunchConfig::new([2, 2, 1], [tile, tile, 1]);
    let mut cases: Vec<Case> = ["matmul", "matmul_db"]
        .into_iter()
        .map(|kernel| Case {
            kernel,
            config: tiles,
            arguments: vec![
                ParameterValue::Floats(a.clone()),
                ParameterValue::Floats(b.clone()),
                zeros(n * n),
                ParameterValue::U32(n as u32),
            ],
            right: vec![(2, product(&a, &b, n, n, n))],
            tolerance: Arithmetic::of_sum(n as u32, 1.0).tolerance(),
        })
        .collect();
    let (m, k, columns) = (n - 3, n + 5, n - 1);
    let [a, b] = [floats(m * k), floats(k * columns)];
    cases.push(Case {
        kernel: "matmul_guard",
        config: tiles,
        arguments: vec![
            ParameterValue::Floats(a.clone()),
            ParameterValue::Floats(b.clone()),
            zeros(m * columns),
            ParameterValue::U32(m as u32),
            ParameterValue::U32(k as u32),
            ParameterValue::U32(columns as u32),
        ],
        right: vec![(2, product(&a, &b, m, k, columns))],
        tolerance: Arithmetic::of_sum(k as u32, 1.0).tolerance(),
    });
    let (width, height) = (50, 37);
    let image = floats(width * height);
    cases.push(Case {
        kernel: "transpose",
        config: LaunchConfig::new([2, 2, 1], [32, 8, 1]),
        arguments: vec![
            zeros(width * height),
            ParameterValue::Floats(image.clone()),
            ParameterValue::U32(width as u32),
            ParameterValue::U32(height as u32),
        ],
        right: vec![(0, (0..width * height).map(|i| f64::from(image[i % height * width + i / height])).collect())],
        tolerance: Tolerance::EXACT,
    });
    let filter = floats(9);
    let clamp = |i: i64, end: usize| i.clamp(0, end as i64 - 1) as usize;
    let convolved = (0..width * height).map(|i| {
        let (x, y) = ((i % width) as i64, (i / width) as i64);
        (0..9)
            .map(|t| {
                let (dx, dy) = (t as i64 % 3 - 1, t as i64 / 3 - 1);
                f64::from(image[clamp(y + dy, height) * width + clamp(x + dx, width)]) * f64::from(filter[t])
            })
            .sum()
    });
    cases.push(Case {
        kernel: "conv2d",
        config: LaunchConfig::new([4, 3, 1], [16, 16, 1]),
        right: vec![(2, convolved.collect())],
        arguments: vec![
            ParameterValue::Floats(image.clone()),
            ParameterValue::Floats(filter),
            zeros(width * height),
            ParameterValue::U32(width as u32),
            ParameterValue::U32(height as u32),
            ParameterValue::U32(1),
        ],
        tolerance: Arithmetic::of_sum(9, 1.0).tolerance(),
    });
    let at = |x: i64, y: i64| match (usize::try_from(x), usize::try_from(y)) {
        (Ok(x), Ok(y)) if x < width && y < height => f64::from(image[y * width + x]),
        _ => 0.0,
    };
    let blurred = (0..width * height).map(|i| {
        let (x, y) = ((i % width) as i64, (i / width) as i64);
        0.25 * (at(x, y - 1) + at(x, y + 1) + at(x - 1, y) + at(x + 1, y))
    });
    cases.push(Case {
        kernel: "stencil2d",
        config: LaunchConfig::new([4, 3, 1], [16, 16, 1]),
        right: vec![(1, blurred.collect())],
        arguments: vec![
            ParameterValue::Floats(image.clone()),
            zeros(width * height),
            ParameterValue::U32(width as u32),
            ParameterValue::U32(height as u32),
        ],
        tolerance: Arithmetic::single(50, 1.0).tolerance(),
    });
    cases
}

fn rows() -> Vec<Case> {
    let (rows, n) = (3, 300);
    let input = floats(rows * n);
    let [gain, bias] = [floats(n), floats(n + 1)];
    let mut softmax = Vec::new();
    let mut layernorm = Vec::new();
    for row in input.chunks(n) {
        let row = wide(row);
        let all: f64 = row.iter().map(|x| x.exp()).sum();
        softmax.extend(row.iter().map(|x| x.exp() / all));
        let mean = row.iter().sum::<f64>() / n as f64;
        let variance = row.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n as f64;
        let scale = 1.0 / (variance + 1e-5).sqrt();
        layernorm.extend((0..n).map(|i| (row[i] - mean) * scale * f64::from(gain[i]) + f64::from(bias[i])));
    }
    let blocks = config(rows as u32, N as u32);
    vec![
        Case {
            kernel: "softmax",
            config: blocks,
            arguments: vec![ParameterValue::Floats(input.clone()), zeros(rows * n), ParameterValue::U32(n as u32)],
            right: vec![(1, softmax)],
            tolerance: Arithmetic::single(50, 1.0).tolerance(),
        },
        Case {
            kernel: "layernorm",
            config: blocks,
            arguments: vec![
                ParameterValue::Floats(input),
                ParameterValue::Floats(gain),
                ParameterValue::Floats(bias),
                zeros(rows * n),
                ParameterValue::U32(n as u32),
            ],
            right: vec![(3, layernorm)],
            tolerance: Arithmetic::of_sum(16, 1.0).tolerance(),
        },
    ]
}

fn others() -> Vec<Case> {
    let bytes: Vec<u8> = integers(2000, 256).iter().map(|&n| n as u8).collect();
    let mut histogram = vec![0.0; 256];
    bytes.iter().for_each(|&byte| histogram[usize::from(byte)] += 1.0);
    let line = integers(2 * N + 6, 100);
    let mut stencil = vec![0.0; line.len()];
    for i in 3..2 * N + 3 {
        stencil[i] = f64::from(line[i - 3..=i + 3].iter().sum::<u32>());
    }
    let cells: Vec<u8> = integers(20 * 30, 2).iter().map(|&n| n as u8).collect();
    let lives = |i: usize| {
        let (x, y) = (i % 20, i / 20);
        let around = (0..9).filter(|&t| t != 4);
        let count: u8 = around.map(|t| cells[(y + 29 + t / 3) % 30 * 20 + (x + 19 + t % 3) % 20]).sum();
        f64::from(u8::from(count == 3 || (count == 2 && cells[i] == 1)))
    };
    let life = (0..600).map(lives).collect();
    let halves = |seed: usize| floats(2 * seed).iter().map(|&x| half::f16::from_f32(x).to_bits()).collect::<Vec<_>>();
    let [a, b, c] = [halves(100), halves(100), halves(100)];
    let fused = (0..200).map(|i| {
        let [a, b, c] = [a[i], b[i], c[i]].map(|bits| half::f16::from_bits(bits).to_f64());
        f64::from(half::f16::from_f64(a.mul_add(b, c)).to_bits())
    });
    let fused: Vec<f64> = fused.collect();
    let early = floats(300);
    let reversed = (0..300).map(|i| {
        let from = i / N * N + (N - 1 - i % N);
        f64::from(early.get(from).copied().unwrap_or(0.0))
    });
    let points = floats(4 * 300);
    let accelerations = (0..300).flat_map(|i| {
        let at = |j: usize, axis: usize| f64::from(points[4 * j + axis]);
        let mut sum = [0.0; 4];
        for j in 0..300 {
            let d: [f64; 3] = std::array::from_fn(|axis| at(j, axis) - at(i, axis));
            let r = 1.0 / (d.iter().map(|x| x * x).sum::<f64>() + 1e-9).sqrt();
            (0..3).for_each(|axis| sum[axis] += d[axis] * at(j, 3) * r * r * r);
        }
        sum
    });
    vec![
        Case {
            kernel: "histo",
            config: config(3, 128),
            arguments: vec![
                ParameterValue::Bytes(bytes),
                ParameterValue::Words(vec![0; 256]),
                ParameterValue::U32(2000),
            ],
            right: vec![(1, histogram)],
            tolerance: Tolerance::EXACT,
        },
        Case {
            kernel: "stencil1d",
            config: config(2, N as u32),
            arguments: vec![
                ParameterValue::Words(line.clone()),
                ParameterValue::Words(vec![0; line.len()]),
                ParameterValue::U32(0),
            ],
            right: vec![(1, stencil)],
            tolerance: Tolerance::EXACT,
        },
        Case {
            kernel: "life",
            config: LaunchConfig::new([2, 2, 1], [16, 16, 1]),
            arguments: vec![
                ParameterValue::Bytes(cells),
                ParameterValue::Bytes(vec![9; 600]),
                ParameterValue::U32(20),
                ParameterValue::U32(30),
            ],
            right: vec![(1, life)],
            tolerance: Tolerance::EXACT,
        },
        Case {
            kernel: "half2k",
            config: config(1, 128),
            right: vec![(2, fused)],
            arguments: vec![
                ParameterValue::Halves(a),
                ParameterValue::Halves(b),
                ParameterValue::Halves(c),
                ParameterValue::U32(100),
            ],
            tolerance: Tolerance::EXACT,
        },
        Case {
            kernel: "early",
            config: config(2, N as u32),
            right: vec![(1, reversed.collect())],
            arguments: vec![ParameterValue::Floats(early.clone()), zeros(300), ParameterValue::U32(300)],
            tolerance: Tolerance::EXACT,
        },
        Case {
            kernel: "nbody",
            config: config(2, N as u32),
            right: vec![(1, accelerations.collect())],
            arguments: vec![ParameterValue::Floats(points.clone()), zeros(1200), ParameterValue::U32(300)],
            tolerance: Tolerance { absolute: 1e-1, relative: 1e-3 },
        },
        Case {
            kernel: "persist",
            config: config(3, 64),
            arguments: vec![
                ParameterValue::Words(vec![0]),
                ParameterValue::Floats(vec![1.5; 640]),
                ParameterValue::U32(10),
            ],
            right: vec![(1, vec![3.0; 640])],
            tolerance: Tolerance::EXACT,
        },
    ]
}

/// Runs kernels and compares what they leave.
fn check(build: &str, ptx: &str, cases: impl IntoIterator<Item = Case>) {
    let mut cpu = Cpu::new();
    let module = cpu.load(ptx).unwrap_or_else(|error| panic!("{build}: {error}"));
    for case in cases {
        let name = format!("{} ({build})", case.kernel);
        let args = cpu.arguments(&case.arguments).expect("memory");
        cpu.launch(module, case.kernel, case.config, &args).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (parameter, right) in case.right {
            let Arg::Buffer(buffer) = args[parameter] else { panic!("a buffer") };
            let mut bytes = case.arguments[parameter].to_bytes();
            cpu.download(buffer, &mut bytes).expect("as large as it was");
            let found = case.arguments[parameter].decode(&bytes);
            assert_eq!(found.len(), right.len(), "{name}");
            for (i, (&found, &right)) in found.iter().zip(&right).enumerate() {
                assert!(case.tolerance.accepts(found, right), "{name}, element {i}: {found} instead of {right}");
            }
        }
    }
}

#[test]
fn compiled_kernels_agree_with_the_host() {
    for (build, ptx) in [
        ("optimised", include_str!("../../../fixtures/_device/optimised.ptx")),
        ("debug", include_str!("../../../fixtures/_device/debug.ptx")),
    ] {
        check(build, ptx, [reductions(), scans_and_sorts(), matrices(), rows(), others()].into_iter().flatten());
    }
}

/// `fixtures/_device/asynchronous.cu`
fn asynchronous() -> Vec<Case> {
    let tiles = 5;
    let ints = integers(tiles * N, 1000);
    let exact = |kernel, arguments, right: Vec<f64>, output| Case {
        kernel,
        config: config(1, N as u32),
        arguments,
        right: vec![(output, right)],
        tolerance: Tolerance::EXACT,
    };
    let words = |count: usize| ParameterValue::Words(vec![0; count]);
    let mut rounds: Vec<u32> = ints[..N].to_vec();
    for _ in 0..7 {
        rounds = (0..N).map(|t| rounds[t].wrapping_mul(3).wrapping_add(rounds[(t + 1) % N])).collect();
    }
    let tile_sums = |t: usize| (0..tiles).map(|tile| ints[tile * N + t]).sum::<u32>();
    let half = N / 2;
    let half_sums = |t: usize| (0..2 * tiles).map(|tile| ints[tile * half + half - 1 - t]).sum::<u32>();
    let reversed: Vec<u32> = (0..tiles * N).map(|i| ints[i / N * N + N - 1 - i % N]).collect();
    let all = LaunchConfig::new([tiles as u32, 1, 1], [N as u32, 1, 1]);
    let floating: Vec<f32> = ints.iter().map(|&n| n as f32).collect();
    vec![
        exact(
            "rounds",
            vec![ParameterValue::Words(ints[..N].to_vec()), words(N), ParameterValue::U32(7)],
            wide_words(&rounds),
            1,
        ),
        exact(
            "stages",
            vec![ParameterValue::Words(ints.clone()), words(half), ParameterValue::U32(2 * tiles as u32)],
            (0..half).map(|t| f64::from(half_sums(t))).collect(),
            1,
        ),
        Case { config: config(1, 48), ..exact("leave", vec![words(48)], (0..48).map(f64::from).collect(), 0) },
        Case {
            config: all,
            ..exact("gather", vec![ParameterValue::Words(ints.clone()), words(tiles * N)], wide_words(&reversed), 1)
        },
        Case {
            config: all,
            ..exact(
                "gather_group",
                vec![ParameterValue::Words(ints.clone()), words(tiles * N)],
                wide_words(&reversed),
                1,
            )
        },
        exact(
            "pipelined",
            vec![ParameterValue::Words(ints.clone()), words(N), ParameterValue::U32(tiles as u32)],
            (0..N).map(|t| f64::from(tile_sums(N - 1 - t))).collect(),
            1,
        ),
        exact(
            "pipelined_threads",
            vec![ParameterValue::Words(ints.clone()), words(N), ParameterValue::U32(tiles as u32)],
            (0..N).map(|t| f64::from(tile_sums(t))).collect(),
            1,
        ),
        exact(
            "bulk",
            vec![ParameterValue::Words(ints.clone()), words(tiles * N), ParameterValue::U32(tiles as u32)],
            reversed.iter().map(|&n| f64::from(2 * n)).collect(),
            1,
        ),
        Case {
            config: all,
            ..exact(
                "bulk_add",
                vec![ParameterValue::Floats(floating), zeros(N)],
                (0..N).map(|t| f64::from(tile_sums(t))).collect(),
                1,
            )
        },
    ]
}

/// `fixtures/_device/clusters.cu`
fn clusters() -> Vec<Case> {
    let (blocks, size) = (8, 4);
    let ints = integers(blocks * N, 1000);
    let words = |count: usize| ParameterValue::Words(vec![0; count]);
    let launch = |blocks: u32| LaunchConfig::new([blocks, 1, 1], [N as u32, 1, 1]);
    let exact = |kernel, config, arguments, right: Vec<f64>| Case {
        kernel,
        config,
        arguments,
        right: vec![(1, right)],
        tolerance: Tolerance::EXACT,
    };
    let mut counts = vec![0.0; blocks / size * 4 * N];
    for (i, &n) in ints.iter().enumerate() {
        counts[i / (size * N) * 4 * N + n as usize] += 1.0;
    }
    let neighbours = (0..blocks * N).map(|i| {
        let (block, t) = (i / N, i % N);
        let next = block / size * size + (block + 1) % size;
        f64::from(ints[next * N + N - 1 - t])
    });
    let ranks = (0..4 * 6).flat_map(|i| {
        let (x, y) = (i % 4, i / 4);
        let rank = x % 2 + y % 3 * 2;
        [x / 2, y / 3, x % 2, y % 3, rank, 6, 2, 2, 4].map(f64::from)
    });
    let rows: Vec<f64> = wide_words(&ints).chunks(size * N).map(|chunk| chunk.iter().sum()).collect();
    vec![
        exact(
            "neighbours",
            launch(8),
            vec![ParameterValue::Words(ints.clone()), words(blocks * N)],
            neighbours.collect(),
        ),
        exact("sums", launch(8), vec![ParameterValue::Words(ints.clone()), words(blocks / size)], rows),
        exact("histogram", launch(8), vec![ParameterValue::Words(ints), words(blocks / size * 4 * N)], counts),
        Case {
            config: LaunchConfig::new([4, 6, 1], [1, 1, 1]),
            right: vec![(0, ranks.collect())],
            ..exact("ranks", launch(1), vec![words(4 * 6 * 9)], Vec::new())
        },
    ]
}

/// `fixtures/_device/primitives.cu`
fn primitives() -> Vec<Case> {
    let ints = integers(4 * N, 1000);
    let exact = |kernel, count: usize, right: Vec<u32>| {
        let mut arguments = vec![ParameterValue::Words(ints.clone()), ParameterValue::Words(vec![0; count])];
        if kernel == "packed" {
            arguments.push(zeros(8));
        }
        let right = vec![(1, wide_words(&right))];
        Case { kernel, config: config(1, N as u32), arguments, right, tolerance: Tolerance::EXACT }
    };
    let sum = |numbers: &[u32]| numbers.iter().sum::<u32>();
    let sorted = |numbers: &[u32]| {
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        numbers
    };
    let mut counts = vec![0; 256];
    ints.iter().for_each(|&n| counts[n as usize % 256] += 1);
    let warps = (0..N).map(|t| {
        let warp = &ints[t / 32 * 32..][..32];
        sum(&warp[..t % 32]) + 100_000 * warp.iter().max().expect("32")
    });
    let groups = (0..N).map(|t| {
        let (tile, warp) = (&ints[t / 16 * 16..][..16], t / 32 * 32..t / 32 * 32 + 32);
        let odd = warp.clone().filter(|&other| ints[other] % 2 == 1).count() as u32;
        let alike = warp.clone().filter(|other| other % 5 == t % 5).count() as u32;
        let odd = if ints[t] % 2 == 1 { odd } else { 0 };
        let least = tile.iter().min().expect("16");
        let all = sum(tile) + 3 * least + 5 * sum(&tile[..t % 16]);
        all.wrapping_add(1_000_000 * odd).wrapping_add(100_000_000 * alike)
    });
    let packed = (0..N).flat_map(|t| {
        let (a, b) = (ints[t].wrapping_mul(2_654_435_761), ints[t + N].wrapping_mul(2_246_822_519));
        let each = |f: &dyn Fn(u8, u8) -> u8| {
            u32::from_le_bytes(std::array::from_fn(|i| f(a.to_le_bytes()[i], b.to_le_bytes()[i])))
        };
        let differences = each(&|a, b| a.abs_diff(b));
        let average = |a: u8, b: u8| {
            let sum = i16::from(a as i8) + i16::from(b as i8);
            if sum >= 0 { (sum + 1) >> 1 } else { sum >> 1 }
        };
        [
            differences,
            each(&|a, b| (a as i8).abs_diff(b as i8)),
            7 + differences.to_le_bytes().into_iter().map(u32::from).sum::<u32>(),
            each(&|a, b| average(a, b) as u8),
            each(&u8::max),
            each(&|a, b| (a as i8).saturating_add(b as i8) as u8),
            each(&|a, b| u8::from(a > b)),
            u32::from((a as u16).wrapping_sub(b as u16)) | (a >> 16).wrapping_sub(b >> 16) << 16,
        ]
    });
    let mut packed = exact("packed", 8 * N, packed.collect());
    let threads = |first: usize| (first..N).step_by(4).sum::<usize>() as f64;
    packed.right.push((2, (0..4).flat_map(|i| [N as f64 / 4.0, threads(i)]).collect()));
    vec![
        exact("block_sum", 1, vec![sum(&ints[..N])]),
        exact("block_prefix", 4 * N, (0..4 * N).map(|i| sum(&ints[..=i])).collect()),
        exact("block_sort", 4 * N, sorted(&ints)),
        exact("block_exchange", 4 * N, ints.clone()),
        exact("block_histogram", 256, counts),
        exact("warp_sums", N, warps.collect()),
        exact("groups", N, groups.collect()),
        packed,
    ]
}

/// `fixtures/_device/idioms.cu`, what both builds have of it.
fn layouts() -> Vec<Case> {
    let ints: Vec<u32> = integers(4 * N, 1 << 31).iter().map(|n| n.wrapping_mul(3)).collect();
    let exact = |kernel, right: Vec<u32>| Case {
        kernel,
        config: config(1, 64),
        arguments: vec![ParameterValue::Words(ints.clone()), ParameterValue::Words(vec![0; 64])],
        right: vec![(1, wide_words(&right))],
        tolerance: Tolerance::EXACT,
    };
    let sum = |parts: &[u32]| parts.iter().fold(0u32, |sum, part| sum.wrapping_add(*part));
    let fold = |x: u32, flipped: Option<usize>| {
        let mut a = [x, x.wrapping_add(1), x.wrapping_mul(7)];
        if let Some(index) = flipped {
            a[index] ^= 5;
        }
        let (c, h, l) = (x as i8 as u32, (x >> 3) as i16 as u32, (i64::from(x) << 2) as u32);
        sum(&[c, h, x & 0xffff, x / 2, l, a[0], a[1].wrapping_mul(3), a[2]])
    };
    let structures = (0..64).map(|t| {
        let own = [ints[t] as i8 as u32, ints[t] & 0xffff, (ints[t] >> 4) as i16 as u32];
        sum(&[fold(ints[63 - t], Some(t % 3)), fold(ints[t], None), sum(&own)])
    });
    let fields = (0..64).map(|t| {
        let v = ints[t];
        let e = (u64::from(v).wrapping_mul(0x1_2345_6789) + 1) & 0xff_ffff_ffff;
        let d = ((v as i32) << 25 >> 25) as u32;
        sum(&[v & 31, (v >> 5 & 0x7ff).wrapping_mul(v >> 16), d, (e >> 3) as u32])
    });
    let partitions = (0..64).map(|t| {
        let (v, warp) = (ints[t], t / 32 * 32..t / 32 * 32 + 32);
        let coalesced: Vec<usize> = warp.clone().filter(|&other| ints[other] & 4 != 0).collect();
        let rank = coalesced.iter().position(|&other| other == t);
        let group = rank.map_or(0, |rank| sum(&[coalesced.len() as u32 * 100, rank as u32, ints[coalesced[0]]]));
        let alike = warp.filter(|&other| ints[other] & 1 == v & 1).fold(0, |all, other| all ^ ints[other]);
        sum(&[sum(&ints[t / 8 * 8..][..8]), group, alike])
    });
    vec![
        exact("structures", structures.collect()),
        exact("bit_fields", fields.collect()),
        exact("partitions", partitions.collect()),
    ]
}

/// The rest of `fixtures/_device/idioms.cu`
fn idioms() -> Vec<Case> {
    let ints = integers(2048, 1000);
    let case = |kernel, config, inputs: Vec<ParameterValue>, right: Vec<u32>| {
        let output = inputs.iter().filter(|input| input.is_buffer()).count();
        let mut arguments = inputs;
        arguments.insert(output, ParameterValue::Words(vec![0; right.len()]));
        Case { kernel, config, arguments, right: vec![(output, wide_words(&right))], tolerance: Tolerance::EXACT }
    };
    let given = || ParameterValue::Words(ints.clone());
    let mut passed = ints[..256].to_vec();
    for i in 64..256 {
        passed[i] ^= passed[i / 64 * 64 - 1 - i % 64];
    }
    let used = |t: usize| (0..6).map(|k| 3 * ints[64 * k + 63 - t]).sum();
    let chosen = |t: usize| {
        let mut own = ints[20 * t..][..20].to_vec();
        own.sort_unstable();
        own[10] + own[t % 20]
    };
    vec![
        case("look_back", config(8, 256), vec![given()], (0..2048).map(|i| ints[..=i].iter().sum()).collect()),
        case("pass_on", config(4, 64), vec![given()], passed),
        case("ticket_lock", config(1, 96), vec![], vec![(0..96).fold(0u32, |sum, _| sum.wrapping_mul(3) + 1); 96]),
        case("named_barriers", config(1, 128), vec![given(), ParameterValue::U32(6)], (0..64).map(used).collect()),
        case("recursion", config(1, 64), vec![given()], (0..64).map(chosen).collect()),
    ]
}

#[test]
fn idioms_agree_with_the_host() {
    check("optimised", include_str!("../../../fixtures/_device/idioms.ptx"), layouts().into_iter().chain(idioms()));
    check("debug", include_str!("../../../fixtures/_device/idioms_debug.ptx"), layouts());
}

#[test]
fn primitives_agree_with_the_host() {
    check("optimised", include_str!("../../../fixtures/_device/primitives.ptx"), primitives());
}

#[test]
fn clusters_agree_with_the_host() {
    check("optimised", include_str!("../../../fixtures/_device/clusters.ptx"), clusters());
}

#[test]
fn asynchronous_kernels_agree_with_the_host() {
    check("optimised", include_str!("../../../fixtures/_device/asynchronous.ptx"), asynchronous());
}
