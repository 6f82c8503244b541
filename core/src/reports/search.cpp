#include "tuplepack/reports/search.hpp"

namespace tuplepack {

double harmonic_mean(std::span<const double> efficiency) {
  double sum = 0;
  for (const double one : efficiency) sum += 1 / one;
  return static_cast<double>(efficiency.size()) / sum;
}

double candidate_count(std::span<const Range> ranges) {
  double product = ranges.empty() ? 0 : 1;
  for (const Range& range : ranges) product *= static_cast<double>(range.size());
  return product;
}

}  // namespace tuplepack
