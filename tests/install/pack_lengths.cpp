// Packs sequences of tokens, and prints what a training step needs of the first pack. docs/cpp.md shows this file.
#include <cstdint>
#include <iostream>
#include <span>
#include <stdexcept>
#include <tuplepack/packing/assign.hpp>
#include <tuplepack/packing/bound.hpp>
#include <tuplepack/packing/histogram.hpp>
#include <tuplepack/packing/pack.hpp>
#include <tuplepack/training/mask.hpp>
#include <tuplepack/training/segments.hpp>
#include <type_traits>
#include <utility>
#include <vector>

namespace packing = tuplepack::packing;
namespace training = tuplepack::training;

namespace {

/// The value, or the error as an exception.
template <typename T>
T value(tuplepack::Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

template <typename T>
void print(const char* name, const std::vector<T>& values) {
  std::cout << name << ':';
  for (const auto v : values) std::cout << ' ' << static_cast<std::int64_t>(v);
  std::cout << '\n';
}

}  // namespace

int main() {
  const std::vector<std::int64_t> lengths{5, 3, 3, 2, 6, 1, 4};
  const packing::Limits limits{.sizes = {8}};

  // A plan needs the sizes and how often each occurs, however many items there are.
  packing::HistogramBuilder builder(1);
  for (const std::int64_t length : lengths) value(builder.add(std::span(&length, 1)));
  const packing::Histogram histogram = value(std::move(builder).finish({"tokens"}));
  const packing::Plan plan = value(packing::pack(histogram, limits)).plan;
  value(packing::check(histogram, limits, plan));
  std::cout << packing::pack_count(plan) << " packs; no plan has fewer than "
            << packing::lower_bound(histogram, limits).packs << '\n';

  // Which items share a pack: those of pack p are items[offsets[p]] … items[offsets[p + 1] - 1].
  auto assigner = value(packing::Assigner::create(histogram, plan, limits, {}, {.keep_sizes = true}));
  value(assigner.add(lengths));
  const packing::Assignment packs = value(std::move(assigner).finish());
  print("offsets", packs.offsets);
  print("items", packs.items);

  // What the first pack needs while it trains.
  const std::span<const std::int64_t> in_pack = packs.lengths(0, 0);
  std::vector<std::int32_t> segment_ids(8), position_ids(8), cu_seqlens(in_pack.size() + 1);
  std::vector<std::uint8_t> mask(8 * 8);
  training::fill_segment_ids(in_pack, 1, segment_ids);
  training::fill_position_ids(in_pack, 1, position_ids);
  training::fill_cu_seqlens(in_pack, 1, cu_seqlens);
  training::fill_boolean_mask(segment_ids, {.packs = 1, .capacity = 8, .segments = 8}, {.causal = true}, mask);
  print("segment_ids", segment_ids);
  print("position_ids", position_ids);
  print("cu_seqlens", cu_seqlens);
  print("mask of the last position", std::vector(mask.end() - 8, mask.end()));
}
