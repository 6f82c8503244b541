#include "packed_data.hpp"

namespace tuplepack::bench {

static std::vector<std::int64_t> random_lengths(training::PackShape shape, std::int64_t longest, Random& random) {
  std::vector<std::int64_t> lengths;
  std::int64_t left = shape.capacity;
  while (static_cast<std::int64_t>(lengths.size()) < shape.segments) {
    const auto length = 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(longest));
    if (length > left) break;
    lengths.push_back(length);
    left -= length;
  }
  return lengths;
}

std::string sizes_text(training::PackShape shape) {
  return "B=" + std::to_string(shape.packs) + " S=" + std::to_string(shape.capacity) +
         " K=" + std::to_string(shape.segments);
}

std::vector<std::int32_t> random_packs(training::PackShape shape, std::int64_t longest, Random& random) {
  const auto capacity = static_cast<std::size_t>(shape.capacity);
  std::vector<std::int32_t> ids(static_cast<std::size_t>(shape.packs) * capacity);
  for (std::size_t at = 0; at < ids.size(); at += capacity) {
    training::fill_segment_ids(random_lengths(shape, longest, random), 1, std::span(ids).subspan(at, capacity));
  }
  return ids;
}

std::vector<std::int32_t> random_labels(std::size_t count, std::int64_t classes, Random& random) {
  std::vector<std::int32_t> labels(count);
  for (std::int32_t& label : labels) {
    label = static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(classes));
  }
  return labels;
}

void fill_random(std::span<float> values, Random& random) {
  for (float& value : values) value = static_cast<float>(random() >> 40) * 0x1p-20F;
}

/// The sum of four even draws.
template <typename T>
void fill_logits(std::span<T> logits, Random& random) {
  for (T& logit : logits) {
    const std::uint64_t bits = random();
    const std::uint64_t sum = (bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48);
    logit = rounded_to<T>(static_cast<float>(sum) * 0x1p-14F - 8.0F);
  }
}
template void fill_logits(std::span<float>, Random&);
template void fill_logits(std::span<BFloat16>, Random&);

}  // namespace tuplepack::bench
