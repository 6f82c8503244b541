#include "draw_edges.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace tuplepack {

/// Returns whether it was not marked.
bool EdgeDraw::mark(std::uint32_t i) {
  std::uint64_t& word = marked_[i / 64];
  const std::uint64_t bit = std::uint64_t{1} << (i % 64);
  const bool is_new = (word & bit) == 0;
  word |= bit;
  return is_new;
}

void EdgeDraw::prepare_marks(std::size_t n) {
  const std::size_t words = (n + 63) / 64;
  if (marked_.size() < words) marked_.resize(words);
}

/// The k marked ones of n, or with `flip` the unmarked ones, by going through the marks.
std::span<const std::uint32_t> EdgeDraw::take_marked(std::uint32_t n, std::uint64_t flip, std::uint32_t k) {
  drawn_.resize(k);
  std::uint32_t* out = drawn_.data();
  for (std::uint32_t first = 0; first < n; first += 64) {
    std::uint64_t word = marked_[first / 64] ^ flip;
    marked_[first / 64] = 0;
    if (n - first < 64) word &= (std::uint64_t{1} << (n - first)) - 1;
    for (; word != 0; word &= word - 1) *out++ = first + static_cast<std::uint32_t>(std::countr_zero(word));
  }
  assert(out == drawn_.data() + k);
  return drawn_;
}

/// The marked ones, which are in drawn_.
std::span<const std::uint32_t> EdgeDraw::take_sorted() {
  for (const std::uint32_t i : drawn_) marked_[i / 64] = 0;
  std::sort(drawn_.begin(), drawn_.end());
  return drawn_;
}

/// Whether going through the marks of n edges costs less than sorting k.
static bool marks_are_dense(std::uint32_t n, std::uint32_t k) {
  return n / 64 <= 4 * k;
}

/// Draw i adds one of the first n − k + i + 1, or the last of these if that one is in already (Floyd, in Bentley 1987). Of
/// more than half, those are drawn that are left out.
std::span<const std::uint32_t> EdgeDraw::uniform(Random& random, std::uint32_t n, std::uint32_t k) {
  assert(k < n);
  prepare_marks(n);
  const bool left_out = k > n / 2;
  const bool dense = left_out || marks_are_dense(n, k);
  drawn_.clear();
  for (std::uint32_t last = n - (left_out ? n - k : k); last < n; ++last) {
    const std::uint32_t at = random.below(last + 1);
    const bool is_new = mark(at);
    if (!is_new) mark(last);
    if (!dense) drawn_.push_back(is_new ? at : last);
  }
  return dense ? take_marked(n, left_out ? ~std::uint64_t{0} : 0, k) : take_sorted();
}

/// Where each point falls: the first sum above it. The searches go on side by side, so that none waits for the memory.
static void find_points(std::span<const double> sums, std::span<const double> points,
                        std::vector<std::uint32_t>& places) {
  places.assign(points.size(), 0);
  for (auto length = static_cast<std::uint32_t>(sums.size()); length > 0;) {
    const std::uint32_t half = (length + 1) / 2;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const std::uint32_t place = places[i] + half - 1;
      places[i] += sums[place] <= points[i] ? half : 0;
    }
    length -= half;
  }
}

/// Draws with replacement, and passes over edges that were drawn before: what is left keeps its proportions. Once half of
/// the weight is drawn, the sums are those of the rest.
std::span<const std::uint32_t> EdgeDraw::weighted(Random& random, std::span<const float> weights,
                                                  std::span<const double> sums, std::uint32_t k) {
  prepare_marks(weights.size());
  drawn_.clear();
  double drawn_weight = 0;
  while (drawn_.size() < k && sums.back() > 0) {
    points_.resize(k - drawn_.size());
    for (double& point : points_) point = static_cast<double>(random.next() >> 11U) * 0x1p-53 * sums.back();
    find_points(sums, points_, places_);
    for (const std::uint32_t i : places_) {
      if (i == sums.size() || !mark(i)) continue;  // a point may be rounded up to the last sum
      drawn_.push_back(i);
      drawn_weight += static_cast<double>(weights[i]);
    }
    if (drawn_.size() == k || 2 * drawn_weight < sums.back()) continue;
    sums_.resize(weights.size());
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const bool is_drawn = (marked_[i / 64] >> (i % 64) & 1U) != 0;
      sums_[i] = sum += is_drawn ? 0 : static_cast<double>(weights[i]);
    }
    sums = sums_;
    drawn_weight = 0;
  }
  const auto n = static_cast<std::uint32_t>(weights.size());
  const auto drawn = static_cast<std::uint32_t>(drawn_.size());
  return marks_are_dense(n, drawn) ? take_marked(n, 0, drawn) : take_sorted();
}

}  // namespace tuplepack
