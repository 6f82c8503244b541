// Cross-entropy of rows of logits by vectors. A row is read from memory once: while a block of it is exponentiated, the
// largest logit of the next is found, which loads that into the first cache. Compiled for each of Highway's targets.
#if defined(TUPLEPACK_VECTOR_ROWS) == defined(HWY_TARGET_TOGGLE)
#ifdef TUPLEPACK_VECTOR_ROWS
#undef TUPLEPACK_VECTOR_ROWS
#else
#define TUPLEPACK_VECTOR_ROWS
#endif

#include "row_losses.hpp"
#include "vector_logits.hpp"

#include <hwy/cache_control.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

HWY_BEFORE_NAMESPACE();
namespace tuplepack::training::HWY_NAMESPACE {
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

/// Logits that follow each other, a multiple of pair_size().
template <typename T>
struct Block {
  const T* logits;
  std::size_t size;
};

static constexpr std::size_t block_logits = 2048;

/// A row in blocks. The last is a copy of what is not a whole pair of vectors, filled up with −∞.
template <typename T>
class RowBlocks {
 public:
  explicit RowBlocks(std::span<const T> row) : row_(row.data()), whole_(row.size() / pair_size() * pair_size()) {
    if (whole_ == row.size()) return;
    rest_size_ = pair_size();
    std::fill_n(rest_, rest_size_, rounded_to<T>(lowest));
    std::copy(row_ + whole_, row_ + row.size(), rest_);
  }
  [[nodiscard]] std::size_t size() const { return whole_ + rest_size_; }
  [[nodiscard]] Block<T> from(std::size_t begin) const {
    if (begin < whole_) return {row_ + begin, std::min(block_logits, whole_ - begin)};
    return {rest_, size() - begin};
  }

 private:
  const T* row_;
  std::size_t whole_, rest_size_ = 0;
  T rest_[2 * hn::MaxLanes(Floats())];
};

template <typename T>
static float largest_of(Block<T> block) {
  Largest<T> largest;
  for (std::size_t i = 0; i < block.size; i += pair_size()) largest.take_pair(block.logits + i);
  return largest.value();
}

/// Adds e^(logit − reference) of a pair of vectors to two sums, and keeps them, or not.
template <bool keeps, typename T>
HWY_INLINE void add_pair(const T* logits, std::size_t at, Vector reference, Vector& sum, Vector& other_sum,
                         float* kept) {
  Vector a, b;
  load(logits + at, a, b);
  const Product first = exponential(hn::Sub(a, reference)), second = exponential(hn::Sub(b, reference));
  if constexpr (keeps) {
    a = hn::Mul(first.power, first.scale);
    b = hn::Mul(second.power, second.scale);
    store(a, b, kept + at);
    sum = hn::Add(sum, a);
    other_sum = hn::Add(other_sum, b);
  } else {
    sum = hn::MulAdd(first.power, first.scale, sum);
    other_sum = hn::MulAdd(second.power, second.scale, other_sum);
  }
}

struct BlockSum {
  float sum;
  float next_largest;
};

/// Σ e^(logit − reference) of a block; the exponentials are kept, or not. Meanwhile finds the largest logit of the next.
template <bool keeps, typename T>
static BlockSum sum_block(Block<T> block, float reference, Block<T> next, float* kept) {
  constexpr std::size_t ahead = 8192, line = 64;
  const Floats d;
  const std::size_t pair = pair_size();
  const Vector subtracted = hn::Set(d, reference);
  Vector sum_a = hn::Zero(d), sum_b = sum_a;
  Largest<T> largest;
  std::size_t i = 0;
  for (const std::size_t both = std::min(block.size, next.size); i + 2 * pair <= both; i += 2 * pair) {
    for (std::size_t byte = 0; byte < 2 * pair * sizeof(T); byte += line) {
      hwy::Prefetch(reinterpret_cast<const char*>(next.logits + i) + ahead + byte);
    }
    largest.take_pair(next.logits + i);
    largest.take_pair(next.logits + i + pair);
    add_pair<keeps>(block.logits, i, subtracted, sum_a, sum_b, kept);
    add_pair<keeps>(block.logits, i + pair, subtracted, sum_a, sum_b, kept);
  }
  float next_largest = largest.value();
  if (i < next.size) next_largest = std::max(next_largest, largest_of(Block<T>{next.logits + i, next.size - i}));
  for (; i < block.size; i += pair) add_pair<keeps>(block.logits, i, subtracted, sum_a, sum_b, kept);
  return {hn::GetLane(hn::SumOfLanes(d, hn::Add(sum_a, sum_b))), next_largest};
}

static double sum_in_double(const float* values, std::size_t size) {
  constexpr std::size_t lanes = 8;  // pair_size() is a multiple of it
  double sums[lanes]{};
  for (std::size_t i = 0; i < size; i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += static_cast<double>(values[i + lane]);
  }
  return std::accumulate(sums, sums + lanes, 0.0);
}

/// Where few large exponentials are most of the sum, small ones would be lost in the lanes of these.
/// exponentials   room for those of the block
template <typename T>
static double sum_exactly(Block<T> block, float reference, float* exponentials) {
  (void)sum_block<true>(block, reference, Block<T>{block.logits, 0}, exponentials);
  return sum_in_double(exponentials, block.size);
}

/// Exponentials of a row, each e^(logit − reference) with the reference of its block.
struct KeptRow {
  float* exponentials = nullptr;
  float* references = nullptr;
};

/// The maximum of a row, and Σ e^(logit − reference).
struct RowSum {
  float maximum = lowest;
  float reference = lowest;  ///< less than the maximum by 1 at most
  double sum = 0;
  std::size_t first = 0;  ///< where the block begins in which the maximum comes first
};

static void raise_reference(RowSum& row, float reference) {
  if (row.sum != 0) row.sum *= std::exp(static_cast<double>(row.reference) - static_cast<double>(reference));
  row.reference = reference;
}

/// The reference is raised where it matters: by more than 1, or where the largest logit is most of its block, so that its
/// exponential is 1 exactly.
template <bool keeps, typename T>
static RowSum sum_row(const RowBlocks<T>& blocks, KeptRow kept) {
  constexpr float near = 1, few = 4;
  RowSum row;
  float largest = largest_of(blocks.from(0));
  for (std::size_t begin = 0; begin < blocks.size();) {
    if (largest > row.maximum) {
      row.maximum = largest;
      row.first = begin;
      if (largest > row.reference + near) raise_reference(row, largest);
    }
    const Block<T> block = blocks.from(begin);
    float room[keeps ? 1 : block_logits];
    float* const out = keeps ? kept.exponentials + begin : room;
    const float subtracted = row.reference == lowest ? 0 : row.reference;
    const auto [sum, next_largest] = sum_block<keeps>(block, subtracted, blocks.from(begin + block.size), out);
    const float lead = std::max(largest - row.reference, 0.0F);
    if (largest > row.reference - near && sum < few * (1 + lead + lead * lead / 2)) {
      if (lead > 0) raise_reference(row, largest);
      row.sum += sum_exactly(block, row.reference, out);
    } else {
      row.sum += static_cast<double>(sum);
    }
    if constexpr (keeps) *kept.references++ = row.reference;
    largest = next_largest;
    begin += block.size;
  }
  return row;
}

template <typename T>
static bool occurs(float value, std::span<const T> logits) {
  const Floats d;
  const Vector wanted = hn::Set(d, value);
  std::size_t i = 0;
  for (; i + pair_size() <= logits.size(); i += pair_size()) {
    Vector a, b;
    load(logits.data() + i, a, b);
    if (!hn::AllFalse(d, hn::Or(hn::Eq(a, wanted), hn::Eq(b, wanted)))) return true;
  }
  for (; i < logits.size(); ++i) {
    if (to_arithmetic(logits[i]) == value) return true;
  }
  return false;
}

/// If an earlier class ties with the label, that is in the first block with the maximum.
template <typename T>
static RowLoss loss_of(std::span<const T> row, std::size_t label, const RowSum& sum) {
  const float at_label = to_arithmetic(row[label]);
  const double distance = static_cast<double>(sum.reference) - static_cast<double>(at_label);
  const std::size_t end = std::min(sum.first + block_logits, label);
  return {.loss = static_cast<float>(distance + std::log(sum.sum)),
          .is_correct = at_label == sum.maximum &&
                        (end <= sum.first || !occurs(at_label, row.subspan(sum.first, end - sum.first)))};
}

template <typename T>
static RowLoss row_loss(std::span<const T> row, std::size_t label) {
  return loss_of(row, label, sum_row<false>(RowBlocks<T>(row), {}));
}

/// Writes factor · exponential for the logits of a block.
template <typename T>
static void write_block(const float* exponentials, float factor, std::span<T> block) {
  const Vector scale = hn::Set(Floats(), factor);
  std::size_t i = 0;
  for (; i + pair_size() <= block.size(); i += pair_size()) {
    Vector a, b;
    load(exponentials + i, a, b);
    store(hn::Mul(a, scale), hn::Mul(b, scale), block.data() + i);
  }
  if (i == block.size()) return;
  T rest[2 * hn::MaxLanes(Floats())];
  Vector a, b;
  load(exponentials + i, a, b);
  store(hn::Mul(a, scale), hn::Mul(b, scale), rest);
  std::copy_n(rest, block.size() - i, block.data() + i);
}

template <typename T>
static RowLoss replace_row(std::span<T> row, std::size_t label, float weight, std::span<float> workspace) {
  assert(workspace.size() >= workspace_of(row.size()));
  const RowBlocks<T> blocks{std::span<const T>(row)};
  const KeptRow kept{.exponentials = workspace.data(), .references = workspace.data() + blocks.size()};
  const RowSum sum = sum_row<true>(blocks, kept);
  const RowLoss result = loss_of(std::span<const T>(row), label, sum);
  const auto share = [&](float logit) {
    return std::exp(static_cast<double>(logit) - static_cast<double>(sum.reference)) / sum.sum;
  };
  const auto weight_of_row = static_cast<double>(weight);
  const double label_gradient = weight_of_row * (share(to_arithmetic(row[label])) - 1);
  if (std::isnan(label_gradient)) {
    std::fill(row.begin(), row.end(), rounded_to<T>(std::numeric_limits<float>::quiet_NaN()));
    return result;
  }
  float factor = 0, reference = std::numeric_limits<float>::quiet_NaN();
  const float* next_reference = kept.references;
  for (std::size_t begin = 0; begin < row.size();) {
    if (*next_reference != reference) {
      reference = *next_reference;
      factor = static_cast<float>(weight_of_row * share(reference));
    }
    const std::size_t size = std::min(blocks.from(begin).size, row.size() - begin);
    write_block(kept.exponentials + begin, factor, row.subspan(begin, size));
    begin += size;
    ++next_reference;
  }
  row[label] = rounded_to<T>(static_cast<float>(label_gradient));
  return result;
}

#endif
}  // namespace tuplepack::training::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
