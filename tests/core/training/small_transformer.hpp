#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::tests {

/// A transformer for tests, in double and as plain as can be: embeddings of tokens and positions; layers of attention
/// and a perceptron, each behind a layer norm and beside a residual connection; a layer norm; logits.
struct Transformer {
  std::size_t vocabulary = 0;
  std::size_t positions = 0;  ///< position ids are below this
  std::size_t width = 0;      ///< a multiple of heads
  std::size_t heads = 0;
  std::size_t hidden = 0;
  std::size_t layers = 0;
  std::vector<double> parameters{};  ///< parameter_count of them, one matrix after the other
};

[[nodiscard]] std::size_t parameter_count(const Transformer& model);

/// S tokens that may attend to each other.
struct TransformerInput {
  std::span<const std::int32_t> tokens;     ///< [S]
  std::span<const std::int32_t> positions;  ///< [S]
  std::span<const double> mask;             ///< [S,S], added to the scores: row = query, column = key
};

/// [S, vocabulary]
[[nodiscard]] std::vector<double> logits(const Transformer& model, const TransformerInput& input);

/// What a loss changes by with each parameter.
/// by_logits  [S, vocabulary], what it changes by with each logit
/// result     parameter_count
[[nodiscard]] std::vector<double> parameter_gradient(const Transformer& model, const TransformerInput& input,
                                                     std::span<const double> by_logits);

}  // namespace tuplepack::tests
