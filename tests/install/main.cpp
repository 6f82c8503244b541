// Packs four small graphs with the tuplepack library and checks the result.
#include <cstdint>
#include <iostream>
#include <tuplepack/packing/pack.hpp>
#include <tuplepack/packing/plan.hpp>
#include <vector>

int main() {
  const std::vector<std::int64_t> sizes{2, 2, 5, 8};
  const std::vector<std::int64_t> counts{3, 1};
  const auto histogram = tuplepack::make_histogram({"nodes", "edges"}, sizes, counts);
  if (!histogram) {
    std::cerr << histogram.error().message << "\n";
    return 1;
  }
  const tuplepack::Limits limits{.sizes = {7, 10}};
  const auto packed = tuplepack::pack(*histogram, limits);
  if (!packed) {
    std::cerr << packed.error().message << "\n";
    return 1;
  }
  const auto checked = tuplepack::check(*histogram, limits, packed->plan);
  if (!checked) {
    std::cerr << checked.error().message << "\n";
    return 1;
  }
  const std::int64_t packs = tuplepack::pack_count(packed->plan);
  std::cout << packs << " packs\n";
  return packs == 2 ? 0 : 1;
}
