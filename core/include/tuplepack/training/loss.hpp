#pragma once

#include "tuplepack/training/float16.hpp"
#include "tuplepack/training/segments.hpp"

/// The loss of a packed batch, as if its sequences had not been packed: the mean over sequences of the mean over each
/// sequence's own tokens (Kosec et al. 2021, §3.3, listing 1).
///
/// ids [B,S] says which sequence of its pack, 1 … K, a token's loss belongs to; 0 = the token has none. There may be no
/// other ids, in any order (derive_segments checks that). S is what the head runs on: every position of a pack, or only
/// the masked ones gathered from it.
namespace tuplepack {

/// What the mean over sequences divides by.
enum class SequenceCount : std::uint8_t {
  nonempty,  ///< the sequences that own a token with a loss
  paper,     ///< listing 1: per pack the highest id that owns one, so that the last sequences count only if they do
  declared,  ///< a number that the caller gives
};

struct Counting {
  SequenceCount mode = SequenceCount::nonempty;
  std::int64_t declared = 0;  ///< ≥ 1; for SequenceCount::declared only
};

/// How many sequences the loss is divided by; 0 when no token has a loss (unless declared). The loss is 0 then, where
/// listing 1 divides 0 by 0.
[[nodiscard]] std::int64_t count_sequences(std::span<const std::int32_t> ids, PackShape shape,
                                           const Counting& counting);

/// What every token's loss is worth: 1 / (tokens of its sequence · sequences), 0 where the id is 0. The sum of
/// weight · token loss is the loss. Needs no logits, so it can be made with the batch.
/// weights  [B,S]
/// cost     O(B · (S + K))
void fill_token_weights(std::span<const std::int32_t> ids, PackShape shape, const Counting& counting,
                        std::span<float> weights);

/// What is known of each sequence; an array that is left empty is not wanted. Sequences without a token have 0.
struct SequenceArrays {
  std::span<float> losses{};         ///< [B,K] mean of its tokens' losses
  std::span<float> accuracies{};     ///< [B,K] share of its tokens that were predicted correctly
  std::span<std::int32_t> tokens{};  ///< [B,K] its tokens with a loss
};

/// Means over sequences, and what they are over.
struct PackedLoss {
  double loss = 0;
  double accuracy = 0;
  std::int64_t sequences = 0;
  std::int64_t tokens = 0;
};

/// Unpacks the losses of tokens in one pass, without a tensor of B · K · S.
/// token_losses  [B,S]; where the id is 0 it may be anything, NaN too
/// correct       [B,S] of 1 and 0, or empty: then accuracies are 0
/// cost          O(B · (S + K)); sums in double, always in the same order
[[nodiscard]] PackedLoss unpack_loss(std::span<const float> token_losses, std::span<const std::uint8_t> correct,
                                     std::span<const std::int32_t> ids, PackShape shape, const Counting& counting,
                                     const SequenceArrays& out);

/// Rows of logits in memory: row r begins at data + r · stride, stride ≥ vocabulary. Nothing but T's own alignment is
/// assumed. T is float, Float16, BFloat16, or double as a reference; const where they are only read.
template <typename T>
struct LogitRows {
  T* data = nullptr;
  std::int64_t rows = 0;
  std::int64_t vocabulary = 0;
  std::int64_t stride = 0;
};

/// Cross-entropy of rows of logits, in one pass over them: −log softmax(row)[label], and whether no other logit is
/// larger or, before the label, as large. See cross_entropy.hpp for what is not finite.
/// labels     [B·S]; negative (such as −100): this token has no loss
/// row_list   the token of each row, rising; empty: row r is token r, and there are B·S rows
/// losses     [B·S], correct [B·S]; 0 for tokens without a row or a label
/// errors     out_of_range (a label ≥ vocabulary, a token of the row list not within 0 … B·S − 1: names the row);
///            nothing is written then
template <typename T>
[[nodiscard]] Result<void> fill_token_losses(LogitRows<const T> logits, std::span<const std::int32_t> labels,
                                             std::span<const std::int64_t> row_list, std::span<float> losses,
                                             std::span<std::uint8_t> correct);

/// The same, and each row of logits becomes its gradient, weight · (softmax − onehot(label)); all 0 without a label.
/// weights    [B·S], such as fill_token_weights gives
template <typename T>
[[nodiscard]] Result<void> replace_logits_by_gradient(LogitRows<T> logits, std::span<const std::int32_t> labels,
                                                      std::span<const std::int64_t> row_list,
                                                      std::span<const float> weights, std::span<float> losses,
                                                      std::span<std::uint8_t> correct);

/// The next-sentence loss of a packed batch: cross-entropy of two classes per sequence, mean over those that are there.
/// logits    [B,K,2]
/// labels    [B,K], 0 or 1; negative: there is no such sequence
/// gradient  [B,K,2], or empty; may be the logits' own memory
/// result    a sequence counts as one token
/// errors    out_of_range (a label above 1: names it); nothing is written then
template <typename T>
[[nodiscard]] Result<PackedLoss> next_sentence_loss(std::span<const T> logits, std::span<const std::int32_t> labels,
                                                    PackShape shape, std::span<T> gradient);

}  // namespace tuplepack
