#pragma once

#include "instances.hpp"
#include "tuplepack/training/segments.hpp"

namespace tuplepack::tests {

/// Of every random batch: B, S and K.
inline constexpr std::size_t batch_packs = 3, pack_capacity = 18, pack_segments = 4;
inline constexpr training::PackShape batch_shape{
    .packs = batch_packs, .capacity = pack_capacity, .segments = pack_segments};
inline constexpr std::int32_t no_label = -100;

using Ids = std::vector<std::int32_t>;

enum class Layout {
  in_order,          ///< one sequence after the other, then padding
  first_at_end,      ///< the first token of each sequence is at the end of the pack, and the last of its sequence there
  first_kept_first,  ///< the same, but it keeps the position id 0
};

/// All [B,S].
struct Batch {
  Ids ids{}, positions{}, tokens{}, labels{};
  Ids loss_ids{};  ///< the ids of tokens with a label
};

/// Packs of different sequences of different lengths, and padding.
/// vocabulary  tokens and labels are below this
/// all_labels  otherwise about half of the tokens have one, as in masked language modelling
[[nodiscard]] Batch random_batch(Random& random, std::size_t vocabulary, Layout layout, bool all_labels);

/// Where in [B,K] the sequence of a token is; `place` is where in [B,S] the token is.
[[nodiscard]] std::size_t sequence_of(const Batch& batch, std::size_t place);

}  // namespace tuplepack::tests
