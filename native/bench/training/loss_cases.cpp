#include "loss_cases.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace tuplepack::bench {

ShareCase token_weights_case(training::PackShape shape) {
  const std::int64_t tokens = shape.packs * shape.capacity;
  return {.name = "token weights, " + sizes_text(shape),
          .bytes = 8 * tokens,
          .operations = 2 * static_cast<double>(tokens),
          .ceiling = "copy"};
}

ShareCase unpack_case(training::PackShape shape) {
  const std::int64_t tokens = shape.packs * shape.capacity;
  return {.name = "unpack, " + sizes_text(shape),
          .bytes = 8 * tokens + 4 * shape.packs * shape.segments,
          .operations = 2 * static_cast<double>(tokens),
          .ceiling = "read"};
}

ShareCase next_sentence_case(training::PackShape shape) {
  const std::int64_t sequences = shape.packs * shape.segments;
  return {.name = "next sentence f32, B=" + std::to_string(shape.packs) + " K=" + std::to_string(shape.segments),
          .bytes = 12 * sequences,
          .operations = 8 * static_cast<double>(sequences),
          .ceiling = "read"};
}

/// passes   how often each logit is moved: read, or read and written
template <typename T>
static ShareCase row_case(const std::string& what, std::int64_t rows, std::int64_t passes, double operations,
                          const char* ceiling) {
  const std::int64_t logits = rows * bert_vocabulary;
  return {.name = what + " " + type_name<T> + ", " + std::to_string(rows) + " x " + std::to_string(bert_vocabulary),
          .bytes = passes * logits * static_cast<std::int64_t>(sizeof(T)),
          .operations = operations * static_cast<double>(logits),
          .ceiling = ceiling};
}

template <typename T>
ShareCase forward_case(std::int64_t rows) {
  return row_case<T>("forward", rows, 1, 4, "read");
}
template ShareCase forward_case<float>(std::int64_t);
template ShareCase forward_case<BFloat16>(std::int64_t);

template <typename T>
ShareCase gradient_case(std::int64_t rows) {
  return row_case<T>("forward + gradient", rows, 2, 8, "copy");
}
template ShareCase gradient_case<float>(std::int64_t);
template ShareCase gradient_case<BFloat16>(std::int64_t);

/// For float sums over rows of tens of thousands of logits, or segments of hundreds of tokens.
static constexpr double tolerance = 1e-5;

static void check_close(const std::string& name, const char* what, std::size_t index, double found, double expected,
                        double allowed) {
  if (std::abs(found - expected) <= allowed) return;  // false for NaN
  throw std::runtime_error(name + ": " + what + " " + std::to_string(index) + " is " + std::to_string(found) +
                           ", not " + std::to_string(expected));
}

namespace {

/// Sums and counts of the sequences [B,K].
struct Sequences {
  std::vector<double> sums;
  std::vector<std::int64_t> tokens;
  std::int64_t nonempty = 0;
};

}  // namespace

static std::size_t sequence_of(std::size_t token, std::int32_t id, training::PackShape shape) {
  return token / static_cast<std::size_t>(shape.capacity) * static_cast<std::size_t>(shape.segments) +
         static_cast<std::size_t>(id - 1);
}

/// token_losses   may be empty: then sums are 0
static Sequences sequences_of(std::span<const float> token_losses, std::span<const std::int32_t> ids,
                              training::PackShape shape) {
  const auto count = static_cast<std::size_t>(shape.packs * shape.segments);
  Sequences found{.sums = std::vector<double>(count), .tokens = std::vector<std::int64_t>(count)};
  for (std::size_t token = 0; token < ids.size(); ++token) {
    if (ids[token] == 0) continue;
    const std::size_t sequence = sequence_of(token, ids[token], shape);
    if (!token_losses.empty()) found.sums[sequence] += static_cast<double>(token_losses[token]);
    found.nonempty += found.tokens[sequence]++ == 0 ? 1 : 0;
  }
  return found;
}

void check_token_weights(const std::string& name, std::span<const std::int32_t> ids, training::PackShape shape,
                         std::span<const float> weights) {
  const Sequences sequences = sequences_of({}, ids, shape);
  for (std::size_t token = 0; token < ids.size(); ++token) {
    double expected = 0;
    if (ids[token] != 0) {
      const std::int64_t tokens = sequences.tokens[sequence_of(token, ids[token], shape)];
      expected = 1 / static_cast<double>(tokens * sequences.nonempty);
    }
    check_close(name, "weight", token, static_cast<double>(weights[token]), expected, tolerance * expected);
  }
}

void check_unpacked(const std::string& name, std::span<const float> token_losses, std::span<const std::int32_t> ids,
                    training::PackShape shape, const training::PackedLoss& loss,
                    std::span<const float> sequence_losses) {
  const Sequences sequences = sequences_of(token_losses, ids, shape);
  double sum = 0;
  for (std::size_t i = 0; i < sequences.sums.size(); ++i) {
    const double mean = sequences.sums[i] / static_cast<double>(std::max<std::int64_t>(sequences.tokens[i], 1));
    check_close(name, "the loss of sequence", i, static_cast<double>(sequence_losses[i]), mean, tolerance * mean);
    sum += mean;
  }
  const double mean = sum / static_cast<double>(sequences.nonempty);
  check_close(name, "the loss of batch", 0, loss.loss, mean, tolerance * mean);
}

/// log Σ e^logit
static double log_sum(std::span<const double> row) {
  const double maximum = *std::max_element(row.begin(), row.end());
  double sum = 0;
  for (const double logit : row) sum += std::exp(logit - maximum);
  return maximum + std::log(sum);
}

template <typename T>
void check_rows(const std::string& name, std::span<const T> logits, std::span<const T> gradient,
                std::span<const std::int32_t> labels, std::span<const float> weights, std::span<const float> losses) {
  constexpr double rounding = sizeof(T) == 2 ? 0x1p-8 : tolerance;  // of bfloat16
  const std::size_t vocabulary = logits.size() / labels.size();
  std::vector<double> row(vocabulary);
  for (std::size_t r = 0; r < labels.size(); ++r) {
    for (std::size_t at = 0; at < vocabulary; ++at) {
      row[at] = static_cast<double>(to_arithmetic(logits[r * vocabulary + at]));
    }
    const double log_total = log_sum(row);
    const auto label = static_cast<std::size_t>(labels[r]);
    const double expected = log_total - row[label];
    check_close(name, "the loss of row", r, static_cast<double>(losses[r]), expected, tolerance * (1 + expected));
    if (gradient.empty()) continue;
    const auto weight = static_cast<double>(weights[r]);
    for (std::size_t at = 0; at < vocabulary; ++at) {
      const double exact = weight * (std::exp(row[at] - log_total) - (at == label ? 1 : 0));
      const auto found = static_cast<double>(to_arithmetic(gradient[r * vocabulary + at]));
      check_close(name, "the gradient in row", r, found, exact, rounding * std::abs(exact) + tolerance * 1e-3 * weight);
    }
  }
}
template void check_rows(const std::string&, std::span<const float>, std::span<const float>,
                         std::span<const std::int32_t>, std::span<const float>, std::span<const float>);
template void check_rows(const std::string&, std::span<const BFloat16>, std::span<const BFloat16>,
                         std::span<const std::int32_t>, std::span<const float>, std::span<const float>);

void check_next_sentence(const std::string& name, std::span<const float> logits, std::span<const std::int32_t> labels,
                         const training::PackedLoss& loss) {
  double sum = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::vector<double> pair{static_cast<double>(logits[2 * i]), static_cast<double>(logits[2 * i + 1])};
    sum += log_sum(pair) - pair[static_cast<std::size_t>(labels[i])];
  }
  const double mean = sum / static_cast<double>(labels.size());
  check_close(name, "the loss of batch", 0, loss.loss, mean, tolerance * mean);
}

}  // namespace tuplepack::bench
