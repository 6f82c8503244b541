// Synchronous devices wait for the one with the longest batch: Kosec, Fu, Krell 2021, §4.3 and appendix F.
//
// The paper fits a distribution to measured times. With a histogram, the distribution of a batch's size is known: the
// batch-fold convolution of that of one item. It is stored on a grid whose cells double in width when there are too
// many. Mass between two cells is split so that the mean is preserved. Uses only + and ·, for the same result
// everywhere.

#include "slowest_batch.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tuplepack::packing {

static constexpr std::size_t max_masses = 1024;  // before a convolution, 2047 after
static constexpr double negligible = 1e-18;      // mass in the tails that is moved inwards

namespace {

/// The values start, start + step, … with their probabilities.
struct Distribution {
  double start;
  double step;
  std::vector<double> mass;
};

}  // namespace

static void halve_resolution(Distribution& of) {
  std::vector<double> coarse(of.mass.size() / 2 + 1, 0.0);
  for (std::size_t i = 0; i < of.mass.size(); ++i) {
    coarse[i / 2] += of.mass[i] / 2;
    coarse[(i + 1) / 2] += of.mass[i] / 2;
  }
  of.mass = std::move(coarse);
  of.step *= 2;
}

/// Moves negligible mass of the outermost cells inwards.
static void trim(Distribution& of) {
  auto& mass = of.mass;
  while (mass.size() > 1 && mass.back() < negligible) {
    mass[mass.size() - 2] += mass.back();
    mass.pop_back();
  }
  std::size_t first = 0;
  for (; first + 1 < mass.size() && mass[first] < negligible; ++first) mass[first + 1] += mass[first];
  mass.erase(mass.begin(), mass.begin() + static_cast<std::ptrdiff_t>(first));
  of.start += static_cast<double>(first) * of.step;
}

static Distribution of_one_item(const Histogram& histogram, std::size_t component) {
  std::int64_t least = max_exact;
  std::int64_t most = 0;
  std::int64_t items = 0;
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    least = std::min(least, histogram.size(bin)[component]);
    most = std::max(most, histogram.size(bin)[component]);
    items += histogram.counts[bin];
  }
  const auto cells = static_cast<std::size_t>(std::min<std::int64_t>(most - least, max_masses - 2));
  Distribution one{.start = static_cast<double>(least), .step = 1, .mass = std::vector<double>(cells + 2, 0.0)};
  if (cells > 0) one.step = static_cast<double>(most - least) / static_cast<double>(cells);
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    const double at = (static_cast<double>(histogram.size(bin)[component]) - one.start) / one.step;
    const auto cell = std::min(static_cast<std::size_t>(at), cells);
    const double share = static_cast<double>(histogram.counts[bin]) / static_cast<double>(items);
    const double beyond = at - static_cast<double>(cell);
    one.mass[cell] += share * (1 - beyond);
    one.mass[cell + 1] += share * beyond;
  }
  trim(one);
  return one;
}

/// The distribution of the sum of two independent draws.
static Distribution sum(Distribution a, Distribution b) {
  while (a.mass.size() > max_masses) halve_resolution(a);
  while (b.mass.size() > max_masses || b.step < a.step) halve_resolution(b);
  while (a.step < b.step) halve_resolution(a);  // steps differ by powers of two
  Distribution both{
      .start = a.start + b.start, .step = a.step, .mass = std::vector<double>(a.mass.size() + b.mass.size() - 1, 0.0)};
  for (std::size_t i = 0; i < a.mass.size(); ++i) {
    for (std::size_t j = 0; j < b.mass.size(); ++j) both.mass[i + j] += a.mass[i] * b.mass[j];
  }
  trim(both);
  return both;
}

static Distribution of_a_batch(const Histogram& histogram, std::size_t component, std::int64_t batch) {
  Distribution power = of_one_item(histogram, component);
  std::optional<Distribution> total;
  for (; batch > 0; batch /= 2) {
    if (batch % 2 == 1) total = total ? sum(std::move(*total), power) : power;
    if (batch > 1) power = sum(power, power);
  }
  return std::move(*total);
}

std::vector<double> expected_longest_batch(const Histogram& histogram, std::size_t component, std::int64_t batch,
                                           std::int64_t devices) {
  Distribution sums = of_a_batch(histogram, component, batch);
  double below = 0;
  for (double& mass : sums.mass) mass = below = std::min(below + mass, 1.0);  // now P(sum ≤ value), of all n
  std::vector<double> expected;
  for (std::int64_t n = 1; n <= devices; n *= 2) {
    double steps = 0;
    for (std::size_t i = 0; i + 1 < sums.mass.size(); ++i) steps += 1 - sums.mass[i];
    expected.push_back(sums.start + sums.step * steps);
    for (double& all : sums.mass) all *= all;
  }
  return expected;
}

std::vector<double> expected_least_of_gumbel(double location, double scale, std::int64_t devices) {
  constexpr std::size_t cells = 8192;
  const double step = (location + 32 * scale) / static_cast<double>(cells);
  std::vector<double> above(cells);  // P(value > middle of the cell), of all n
  for (std::size_t i = 0; i < cells; ++i) {
    const double value = (static_cast<double>(i) + 0.5) * step;
    above[i] = 1 - std::exp(-std::exp((location - value) / scale));
  }
  std::vector<double> expected;
  for (std::int64_t n = 1; n <= devices; n *= 2) {
    double steps = 0;
    for (const double all : above) steps += all;
    expected.push_back(step * steps);
    for (double& all : above) all *= all;
  }
  return expected;
}

}  // namespace tuplepack::packing
