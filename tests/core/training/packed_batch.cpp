#include "packed_batch.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests {

/// Appends the ids of one pack, and the position ids of sequences whose order does not change.
static void add_pack(Batch& batch, Random& random, Layout layout) {
  const auto sequences = static_cast<std::size_t>(random.between(2, batch_shape.segments));
  std::vector<std::int64_t> lengths(sequences);
  for (std::int64_t& length : lengths) length = random.between(1, batch_shape.capacity / batch_shape.segments);
  lengths.front() = 1 + lengths.back();  // so that a mean over all tokens is another one
  Ids ids(pack_capacity), positions(pack_capacity);
  if (layout == Layout::in_order) {
    training::fill_segment_ids(lengths, 1, ids);
    training::fill_position_ids(lengths, 1, positions);
  } else {
    for (std::int64_t& length : lengths) --length;
    const std::size_t rest = pack_capacity - sequences;
    training::fill_segment_ids(lengths, 1, std::span(ids).first(rest));
    training::fill_position_ids(lengths, 1, std::span(positions).first(rest));
    for (std::size_t i = 0; i < rest; ++i) positions[i] += ids[i] != 0 ? 1 : 0;
    for (std::size_t i = rest; i < pack_capacity; ++i) ids[i] = static_cast<std::int32_t>(i - rest + 1);
  }
  batch.ids.insert(batch.ids.end(), ids.begin(), ids.end());
  batch.positions.insert(batch.positions.end(), positions.begin(), positions.end());
}

Batch random_batch(Random& random, std::size_t vocabulary, Layout layout, bool all_labels) {
  Batch batch;
  for (std::size_t pack = 0; pack < batch_packs; ++pack) add_pack(batch, random, layout);
  if (layout != Layout::first_kept_first) {
    REQUIRE(derive_segments(batch.ids, batch_shape, {.position_ids = batch.positions}));
  }
  const auto any_token = [&] {
    return static_cast<std::int32_t>(random.between(0, static_cast<std::int64_t>(vocabulary) - 1));
  };
  for (const std::int32_t id : batch.ids) {
    const bool has_label = id != 0 && (all_labels || random.one_in(2));
    batch.tokens.push_back(any_token());  // in padding too
    batch.labels.push_back(has_label ? any_token() : no_label);
    batch.loss_ids.push_back(has_label ? id : 0);
  }
  return batch;
}

std::size_t sequence_of(const Batch& batch, std::size_t place) {
  return place / pack_capacity * pack_segments + static_cast<std::size_t>(batch.ids[place] - 1);
}

}  // namespace tuplepack::tests
