// Thrust: vectors, transformations, reductions, sorting, scans.
// nvcc: --extended-lambda
#include "check.h"
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

int main() {
    const int n = 2000;
    thrust::device_vector<int> numbers(n), squares(n);
    thrust::sequence(numbers.begin(), numbers.end());
    thrust::transform(numbers.begin(), numbers.end(), squares.begin(), [] __device__(int x) { return x % 50 * (x % 50); });
    REQUIRE(thrust::reduce(squares.begin(), squares.end()) == 1617000);
    thrust::sort(squares.begin(), squares.end(), thrust::greater<int>());
    thrust::host_vector<int> sorted = squares;
    for (int i = 1; i < n; i++) REQUIRE(sorted[i - 1] >= sorted[i]);
    thrust::inclusive_scan(numbers.begin(), numbers.end(), numbers.begin());
    REQUIRE(numbers[n - 1] == n * (n - 1) / 2);
    return passed();
}
