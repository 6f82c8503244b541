#pragma once

#include "packed_batch.hpp"
#include "small_transformer.hpp"

namespace tuplepack::tests {

using Reals = std::vector<double>;

/// What comes of a batch.
struct Outcome {
  Reals logits;           ///< [B,S,vocabulary], 0 in padding
  Reals sequence_losses;  ///< [B,K], 0 without a label
  Reals loss;             ///< the one number
  Reals gradient;         ///< of the parameters

  explicit Outcome(const Transformer& model)
      : logits(batch_packs * pack_capacity * model.vocabulary),
        sequence_losses(batch_packs * pack_segments),
        loss(1),
        gradient(model.parameters.size()) {}
};

/// What packed training does, and what may be left out of it.
struct Treatment {
  bool causal = false;
  bool mask = true;       ///< otherwise a pack is masked as if it were one sequence
  bool positions = true;  ///< otherwise position ids count through the pack
  bool weights = true;    ///< otherwise the loss is the mean over all tokens
};

/// Every sequence by itself, in the order of its position ids, with nothing of the core.
[[nodiscard]] Outcome one_at_a_time(const Transformer& model, const Batch& batch, bool causal);

/// Pack by pack, with what the core gives.
[[nodiscard]] Outcome packed(const Transformer& model, const Batch& batch, const Treatment& treatment);

}  // namespace tuplepack::tests
