#include "training/listing1.hpp"

#include <algorithm>
#include <cmath>

namespace tuplepack::tests {

Listing1 listing1(const std::vector<double>& token_losses, const std::vector<std::uint8_t>& correct,
                  const std::vector<std::int32_t>& ids, training::PackShape shape) {
  const auto packs = static_cast<std::size_t>(shape.packs);
  const auto capacity = static_cast<std::size_t>(shape.capacity);
  const auto segments = static_cast<std::size_t>(shape.segments);

  // selection[b][k][s] is 1 where the loss of token s belongs to sequence k + 1.
  std::vector<double> selection(packs * segments * capacity);
  for (std::size_t b = 0; b < packs; ++b) {
    for (std::size_t k = 0; k < segments; ++k) {
      for (std::size_t s = 0; s < capacity; ++s) {
        const bool selected = ids[b * capacity + s] == static_cast<std::int32_t>(k + 1);
        selection[(b * segments + k) * capacity + s] = selected ? 1 : 0;
      }
    }
  }

  Listing1 result;
  for (std::size_t b = 0; b < packs; ++b) {
    for (std::size_t k = 0; k < segments; ++k) {
      double tokens = 0;
      double loss = 0;
      double right = 0;
      for (std::size_t s = 0; s < capacity; ++s) {
        if (selection[(b * segments + k) * capacity + s] == 0) continue;
        tokens += 1;
        loss += token_losses[b * capacity + s];
        right += correct[b * capacity + s];
      }
      result.losses.push_back(loss / std::max(tokens, 1.0));
      result.accuracies.push_back(right / std::max(tokens, 1.0));
      result.loss += result.losses.back();
      result.accuracy += result.accuracies.back();
    }
    std::int32_t highest = 0;
    for (std::size_t s = 0; s < capacity; ++s) highest = std::max(highest, ids[b * capacity + s]);
    result.sequences += highest;
  }
  result.loss /= static_cast<double>(result.sequences);
  result.accuracy /= static_cast<double>(result.sequences);
  return result;
}

static std::vector<double> softmax(const std::vector<double>& row) {
  const double largest = *std::max_element(row.begin(), row.end());
  double sum = 0;
  for (const double logit : row) sum += std::exp(logit - largest);
  std::vector<double> probabilities;
  probabilities.reserve(row.size());
  for (const double logit : row) probabilities.push_back(std::exp(logit - largest) / sum);
  return probabilities;
}

double cross_entropy_of(const std::vector<double>& row, std::int32_t label) {
  // Σ e^(logit − label's logit), but for the largest exponent, which could overflow.
  const double largest = *std::max_element(row.begin(), row.end());
  double sum = 0;
  for (const double logit : row) sum += std::exp(logit - largest);
  return std::log(sum) + (largest - row[static_cast<std::size_t>(label)]);
}

std::vector<double> gradient_of(const std::vector<double>& row, std::int32_t label) {
  std::vector<double> gradient = softmax(row);
  gradient[static_cast<std::size_t>(label)] -= 1;
  return gradient;
}

bool predicts(const std::vector<double>& row, std::int32_t label) {
  return std::max_element(row.begin(), row.end()) - row.begin() == label;
}

static bool attends_to(std::int32_t query_id, std::int32_t key_id, bool is_same, bool is_later,
                       const training::MaskOptions& options) {
  const bool is_allowed = !options.causal || !is_later;
  const bool share_segment = query_id != 0 && query_id == key_id;
  const bool share_padding = query_id == 0 && key_id == 0;
  switch (options.padding) {
    case training::PaddingRows::none: return is_allowed && share_segment;
    case training::PaddingRows::self: return is_allowed && (share_segment || (share_padding && is_same));
    case training::PaddingRows::block: return is_allowed && (share_segment || share_padding);
  }
  return false;
}

std::vector<std::uint8_t> attention(const std::vector<std::int32_t>& ids, training::PackShape shape,
                                    const training::MaskOptions& options) {
  const auto capacity = static_cast<std::size_t>(shape.capacity);
  std::vector<std::uint8_t> mask;
  mask.reserve(ids.size() * capacity);
  for (std::size_t query = 0; query < ids.size(); ++query) {
    const std::size_t pack = query / capacity * capacity;
    for (std::size_t key = pack; key < pack + capacity; ++key) {
      mask.push_back(attends_to(ids[query], ids[key], query == key, key > query, options) ? 1 : 0);
    }
  }
  return mask;
}

}  // namespace tuplepack::tests
