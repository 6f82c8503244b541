#pragma once

#include "tuplepack/packing/histogram.hpp"

#include <vector>

namespace tuplepack::packing {

/// The expected size of the longest batch on 1, 2, 4, … ≤ `devices` devices, each of which draws `batch` items at
/// random: E(max of n independent sums), in the unit of the sizes. By convolution on a grid of at most 2048 cells.
[[nodiscard]] std::vector<double> expected_longest_batch(const Histogram& histogram, std::size_t component,
                                                         std::int64_t batch, std::int64_t devices);

/// E(min of n draws) of a Gumbel distribution, for n = 1, 2, 4, … ≤ `devices`. Its location and scale must make draws
/// below 0 negligible.
[[nodiscard]] std::vector<double> expected_least_of_gumbel(double location, double scale, std::int64_t devices);

}  // namespace tuplepack::packing
