//! Convolution of images.

use super::builder::{BuildError, Builder, F32, LaunchAxis, Pred, Reg, U32};
use super::common::{MAX_GRID_Y, THREADS, bytes, demand, elements, largest};
use super::{Arithmetic, ExpectedBuffer, Kernel, LaunchConfig, ParameterValue, random};
use crate::isa::Target;

/// `output[b, o, y, x] = Σ input[b, i, y · stride + u · dilation - padding, x · stride + v · dilation - padding] · weight[o, i, u, v]` over
/// input channels `i` and places `u`, `v` of the filter; the input is zero outside of the image. (A cross-correlation: the filter is not
/// mirrored, as deep-learning libraries do it.)
///
/// Parameters: `input` (`batch · in_channels · height · width` floats), `weight` (`out_channels · in_channels · filter · filter`), `output` (`batch ·
/// out_channels · out_height · out_width`). A thread makes one element; `%ctaid.y` is the output channel, `%ctaid.z` the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conv2d {
    /// Images.
    pub batch: u32,
    /// Channels of the input.
    pub in_channels: u32,
    /// Channels of the output.
    pub out_channels: u32,
    /// Rows of an image.
    pub height: u32,
    /// Columns of an image.
    pub width: u32,
    /// Rows, and columns, of the filter.
    pub filter: u32,
    /// Steps between places of the filter on the image.
    pub stride: u32,
    /// Zeros around the image.
    pub padding: u32,
    /// Steps between the filter's elements on the image.
    pub dilation: u32,
}

impl Conv2d {
    /// Rows or columns of the output for those of the input; 0 if the filter is larger than the padded image.
    fn extent(&self, input: u32) -> u32 {
        let reach = self.dilation * (self.filter - 1) + 1;
        (input + 2 * self.padding).checked_sub(reach).map_or(0, |room| room / self.stride + 1)
    }

    /// Rows of the output.
    pub fn out_height(&self) -> u32 {
        self.extent(self.height)
    }

    /// Columns of the output.
    pub fn out_width(&self) -> u32 {
        self.extent(self.width)
    }

    fn check(&self) -> Result<(), BuildError> {
        let sizes = [self.in_channels, self.height, self.width, self.filter, self.stride, self.dilation];
        demand(sizes.iter().all(|size| (1..=1 << 14).contains(size)), "sizes, strides and dilations are 1 to 16384")?;
        demand(self.padding <= 1 << 14, "there are at most 16384 zeros around an image")?;
        demand(
            [self.batch, self.out_channels].iter().all(|count| (1..=MAX_GRID_Y).contains(count)),
            "there are 1 to 65535 images and output channels",
        )?;
        demand(self.out_height() > 0 && self.out_width() > 0, "the filter is not larger than the padded image")?;
        let image = u64::from(self.in_channels) * u64::from(self.height) * u64::from(self.width);
        let filter = u64::from(self.in_channels) * u64::from(self.filter).pow(2);
        let output = u64::from(self.out_height()) * u64::from(self.out_width());
        demand(image.max(filter).max(output) <= 1 << 31, "an image and a filter have at most 2^31 elements")
    }

    /// Of the image, the weight and the output.
    fn extents(&self) -> [[u32; 4]; 3] {
        [
            [self.batch, self.in_channels, self.height, self.width],
            [self.out_channels, self.in_channels, self.filter, self.filter],
            [self.batch, self.out_channels, self.out_height(), self.out_width()],
        ]
    }

    /// Where the filter begins on the image, and for each step from there the place and whether it is inside.
    fn places(&self, b: &mut Builder, output: Reg<U32>, step: Reg<U32>, extent: u32) -> (Reg<U32>, Reg<Pred>) {
        let start = b.mul(output, self.stride);
        let place = b.mad(step, self.dilation, start);
        // Places before the image wrap to large numbers.
        let place = b.sub(place, self.padding);
        (place, b.less(place, extent))
    }
}

impl Kernel for Conv2d {
    fn name(&self) -> &'static str {
        "conv2d"
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        self.check()?;
        let plane = self.height * self.width;
        let out_plane = self.out_height() * self.out_width();
        let mut b = Builder::new(self.name(), target, self.launch().block);
        b.summary("output[b, o, y, x] = sum over i, u, v of input[b, i, ...] * weight[o, i, u, v]");
        let input = b.pointer_parameter::<F32>("input");
        let weight = b.pointer_parameter::<F32>("weight");
        let output = b.pointer_parameter::<F32>("output");
        let index = b.global_index(LaunchAxis::X);
        let (channel, image) = (b.block_index(LaunchAxis::Y), b.block_index(LaunchAxis::Z));
        let inside = b.less(index, out_plane);
        b.if_then(inside, |b| {
            let start = b.mul_wide(image, self.in_channels * plane);
            let input = b.element(input, start);
            let start = b.mul_wide(channel, self.in_channels * self.filter * self.filter);
            let weights = b.element(weight, start);
            let weights = b.cursor(weights);
            let row = b.div(index, self.out_width());
            let column = b.rem(index, self.out_width());
            let sum = b.variable(0.0);
            b.for_range(0, self.in_channels, 1, |b, channel| {
                b.for_range(0, self.filter, 1, |b, u| {
                    let (y, row_exists) = self.places(b, row, u, self.height);
                    let line = b.mad(channel, self.height, y);
                    let distance = b.mul_wide(line, self.width);
                    let line = b.element(input, distance);
                    b.for_range(0, self.filter, 1, |b, v| {
                        let (x, column_exists) = self.places(b, column, v, self.width);
                        let exists = b.both(row_exists, column_exists);
                        let element = b.element(line, x);
                        let element = b.ld_global_f32_predicated(element, exists, 0.0);
                        let weight = b.load(*weights);
                        b.fma_in_place(sum, element, weight);
                        b.advance(weights, 1);
                    });
                });
            });
            let plane = b.mad(image, self.out_channels, channel);
            let distance = b.mul_wide(plane, out_plane);
            let output = b.element(output, distance);
            let element = b.element(output, index);
            b.store(element, sum);
        });
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        let blocks = (self.out_height() * self.out_width()).div_ceil(THREADS);
        LaunchConfig::new([blocks, self.out_channels, self.batch], [THREADS, 1, 1])
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        let [image, weight, output] = self.extents().map(|extents| elements(&extents));
        let [image, weight] = [(0, image), (1, weight)]
            .map(|(stream, count)| ParameterValue::Floats(random::floats(seed, stream, count)));
        vec![image, weight, ParameterValue::unwritten(output)]
    }

    fn buffer_bytes(&self) -> Vec<u64> {
        self.extents().map(|extents| bytes(4, &extents)).into()
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let (image, weight) = (inputs[0].floats(), inputs[1].floats());
        // Rows and columns of the image for one of the output and one of the filter.
        let place = |output: u32, step: u32, extent: u32| {
            (output * self.stride + step * self.dilation).checked_sub(self.padding).filter(|&place| place < extent)
        };
        let at = |index: &[u32], extents: &[u32]| {
            index.iter().zip(extents).fold(0, |flat, (&index, &extent)| flat * extent as usize + index as usize)
        };
        let element = |b: u32, o: u32, y: u32, x: u32| {
            let mut sum = 0.0;
            for i in 0..self.in_channels {
                for u in 0..self.filter {
                    for v in 0..self.filter {
                        let (Some(row), Some(column)) = (place(y, u, self.height), place(x, v, self.width)) else {
                            continue;
                        };
                        let pixel =
                            image[at(&[b, i, row, column], &[self.batch, self.in_channels, self.height, self.width])];
                        let extents = [self.out_channels, self.in_channels, self.filter, self.filter];
                        sum += f64::from(pixel) * f64::from(weight[at(&[o, i, u, v], &extents)]);
                    }
                }
            }
            sum
        };
        let mut values = Vec::new();
        for b in 0..self.batch {
            for o in 0..self.out_channels {
                for y in 0..self.out_height() {
                    values.extend((0..self.out_width()).map(|x| element(b, o, y, x)));
                }
            }
        }
        let terms = self.in_channels * self.filter * self.filter;
        vec![ExpectedBuffer {
            parameter: 2,
            values,
            arithmetic: Arithmetic::of_sum(terms, largest(image) * largest(weight)),
        }]
    }
}
