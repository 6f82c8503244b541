#pragma once

#include "tuplepack/base/float16.hpp"
#include "tuplepack/training/segments.hpp"

/// The loss of a packed batch, equal to that of its unpacked sequences: the mean over sequences of the mean over each
/// sequence's tokens (Kosec et al. 2021, §3.3, listing 1).
///
/// ids [B,S] assigns the loss of each token to a sequence of its pack, 1 … K; 0 = no loss. Ids may be in any order, but
/// must be in 0 … K (derive_segments checks that). S is the number of positions that the head runs on: all positions of
/// a pack, or only the masked ones gathered from it.
namespace tuplepack::training {

/// The divisor of the mean over sequences.
enum class SequenceCount : std::uint8_t {
  nonempty,  ///< the sequences with at least one token that has a loss
  paper,     ///< listing 1: per pack the highest id with such a token, so that empty sequences below it count too
  declared,  ///< a number given by the caller
};

struct Counting {
  SequenceCount mode = SequenceCount::nonempty;
  std::int64_t declared = 0;  ///< ≥ 1; for SequenceCount::declared only
};

/// The number of sequences to divide by; 0 when no token has a loss (unless declared). The loss is then 0, where
/// listing 1 would divide 0 by 0.
[[nodiscard]] std::int64_t count_sequences(std::span<const std::int32_t> ids, PackShape shape,
                                           const Counting& counting);

/// The weight of every token's loss: 1 / (tokens of its sequence · sequences), 0 where the id is 0. The loss is the sum
/// of weight · token loss. Independent of the logits, so it can be computed when the batch is collated.
/// weights  [B,S]
/// cost     O(B · (S + K)); memory of 8 bytes for each run of equal ids
void fill_token_weights(std::span<const std::int32_t> ids, PackShape shape, const Counting& counting,
                        std::span<float> weights);

/// Results per sequence; arrays left empty are not written. Sequences without tokens get 0.
struct SequenceArrays {
  std::span<float> losses{};         ///< [B,K] mean of the losses of its tokens
  std::span<float> accuracies{};     ///< [B,K] share of its tokens that are predicted correctly
  std::span<std::int32_t> tokens{};  ///< [B,K] number of its tokens with a loss
};

/// Means over sequences, and the numbers of sequences and tokens.
struct PackedLoss {
  double loss = 0;
  double accuracy = 0;
  std::int64_t sequences = 0;
  std::int64_t tokens = 0;
};

/// Reduces token losses to sequence losses in one pass, without a [B,K,S] tensor.
/// token_losses  [B,S]; ignored where the id is 0, NaN included
/// correct       [B,S] of 1 and 0, or empty: then accuracies are 0
/// cost          O(B · (S + K)); sums in double, always in the same order
[[nodiscard]] PackedLoss unpack_loss(std::span<const float> token_losses, std::span<const std::uint8_t> correct,
                                     std::span<const std::int32_t> ids, PackShape shape, const Counting& counting,
                                     const SequenceArrays& out);

/// Rows of logits in memory: row r begins at data + r · stride, stride ≥ vocabulary, aligned to T only. T is float,
/// Float16, BFloat16, or double as a reference; const for read-only logits.
template <typename T>
struct LogitRows {
  T* data = nullptr;
  std::int64_t rows = 0;
  std::int64_t vocabulary = 0;
  std::int64_t stride = 0;
};

/// Cross-entropy of rows of logits in one pass: −log softmax(row)[label], and whether the label is the argmax (the
/// first of several). See cross_entropy.hpp for logits that are not finite. Losses of 1,000 classes and more are within 1e-7
/// of themselves, or of 1; vectors of different widths differ within that bound.
/// labels     [B·S]; negative (such as −100): the token has no loss
/// row_list   the token of each row, ascending; empty: row r is token r, and there are B·S rows
/// losses     [B·S], correct [B·S]; 0 for tokens without a row or a label
/// errors     out_of_range (a label ≥ vocabulary, a token of the row list outside 0 … B·S − 1: names the row);
///            nothing is written then
template <typename T>
[[nodiscard]] Result<void> fill_token_losses(LogitRows<const T> logits, std::span<const std::int32_t> labels,
                                             std::span<const std::int64_t> row_list, std::span<float> losses,
                                             std::span<std::uint8_t> correct);

/// The same, and replaces each row of logits by its gradient, weight · (softmax − onehot(label)); 0 without a label.
/// weights    [B·S], e.g. from fill_token_weights
template <typename T>
[[nodiscard]] Result<void> replace_logits_by_gradient(LogitRows<T> logits, std::span<const std::int32_t> labels,
                                                      std::span<const std::int64_t> row_list,
                                                      std::span<const float> weights, std::span<float> losses,
                                                      std::span<std::uint8_t> correct);

/// The next-sentence loss of a packed batch: binary cross-entropy per sequence, mean over the sequences present.
/// logits    [B,K,2]
/// labels    [B,K], 0 or 1; negative: no such sequence
/// gradient  [B,K,2], or empty; may alias the logits
/// result    a sequence counts as one token
/// errors    out_of_range (a label above 1: names its index); nothing is written then
template <typename T>
[[nodiscard]] Result<PackedLoss> next_sentence_loss(std::span<const T> logits, std::span<const std::int32_t> labels,
                                                    PackShape shape, std::span<T> gradient);

}  // namespace tuplepack::training
