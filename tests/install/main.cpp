// Packs four small graphs and computes a loss with the tuplepack library, and checks the results.
#include <cmath>
#include <cstdint>
#include <iostream>
#include <tuplepack/packing/pack.hpp>
#include <tuplepack/packing/plan.hpp>
#include <tuplepack/training/loss.hpp>
#include <vector>

static float loss_of_two_equal_logits() {
  const std::vector<float> logits{3, 3};
  const std::vector<std::int32_t> labels{1};
  std::vector<float> losses(1);
  std::vector<std::uint8_t> correct(1);
  const tuplepack::training::LogitRows<const float> rows{
      .data = logits.data(), .rows = 1, .vocabulary = 2, .stride = 2};
  return tuplepack::training::fill_token_losses(rows, labels, {}, losses, correct) ? losses[0] : -1;
}

int main() {
  const std::vector<std::int64_t> sizes{2, 2, 5, 8};
  const std::vector<std::int64_t> counts{3, 1};
  const auto histogram = tuplepack::packing::make_histogram({"nodes", "edges"}, sizes, counts);
  if (!histogram) {
    std::cerr << histogram.error().message << "\n";
    return 1;
  }
  const tuplepack::packing::Limits limits{.sizes = {7, 10}};
  const auto packed = tuplepack::packing::pack(*histogram, limits);
  if (!packed) {
    std::cerr << packed.error().message << "\n";
    return 1;
  }
  const auto checked = tuplepack::packing::check(*histogram, limits, packed->plan);
  if (!checked) {
    std::cerr << checked.error().message << "\n";
    return 1;
  }
  const std::int64_t packs = tuplepack::packing::pack_count(packed->plan);
  std::cout << packs << " packs\n";
  return packs == 2 && loss_of_two_equal_logits() == std::log(2.0F) ? 0 : 1;
}
