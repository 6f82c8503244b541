#include "row_losses.hpp"
#include "rows.hpp"
#include "tuplepack/training/loss.hpp"

#include <algorithm>
#include <cassert>
#include <string>

namespace tuplepack::training {

/// How many sequences there are. Without a branch per label, so that it is vectorised, and mostly in 32 bits, of which a vector
/// holds twice as many.
static Result<std::int64_t> count_labels(std::span<const std::int32_t> labels, std::int64_t segments) {
  constexpr std::size_t at_once = std::size_t{1} << 20;
  std::int64_t sequences = 0;
  std::int32_t used_bits = 0;  // of all labels that are not negative
  for (std::size_t begin = 0; begin < labels.size(); begin += at_once) {
    std::int32_t count = 0;
    for (const std::int32_t label : labels.subspan(begin, std::min(at_once, labels.size() - begin))) {
      count += label < 0 ? 0 : 1;
      used_bits |= label < 0 ? 0 : label;
    }
    sequences += count;
  }
  if (used_bits <= 1) return sequences;
  const auto wrong = std::find_if(labels.begin(), labels.end(), [](std::int32_t label) { return label > 1; });
  const std::int64_t at = wrong - labels.begin();
  return fail(ErrorCode::out_of_range, "sequence " + std::to_string(at % segments + 1) + " of pack " +
                                           std::to_string(at / segments) + " has label " + std::to_string(*wrong) +
                                           "; labels are 0 and 1");
}

template <typename T>
Result<PackedLoss> next_sentence_loss(std::span<const T> logits, std::span<const std::int32_t> labels, PackShape shape,
                                      std::span<T> gradient) {
  assert(holds(labels, shape.packs * shape.segments) && logits.size() == 2 * labels.size());
  assert(gradient.empty() || gradient.size() == logits.size());
  const auto sequences = count_labels(labels, shape.segments);
  if (!sequences) return tl::unexpected(sequences.error());
  const double divisor = static_cast<double>(std::max<std::int64_t>(*sequences, 1));
  const PairSum sum = fastest_losses<T>().pairs(logits, labels, static_cast<ArithmeticOf<T>>(1 / divisor), gradient);
  return PackedLoss{.loss = sum.loss / divisor,
                    .accuracy = static_cast<double>(sum.correct) / divisor,
                    .sequences = *sequences,
                    .tokens = *sequences};
}

template Result<PackedLoss> next_sentence_loss(std::span<const float>, std::span<const std::int32_t>, PackShape,
                                               std::span<float>);
template Result<PackedLoss> next_sentence_loss(std::span<const double>, std::span<const std::int32_t>, PackShape,
                                               std::span<double>);
template Result<PackedLoss> next_sentence_loss(std::span<const Float16>, std::span<const std::int32_t>, PackShape,
                                               std::span<Float16>);
template Result<PackedLoss> next_sentence_loss(std::span<const BFloat16>, std::span<const std::int32_t>, PackShape,
                                               std::span<BFloat16>);

}  // namespace tuplepack::training
