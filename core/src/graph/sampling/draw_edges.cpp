#include "draw_edges.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace tuplepack::graph {

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

/// The same with the marks in a register.
std::span<const std::uint32_t> EdgeDraw::uniform_of_few(Random& random, std::uint32_t n, std::uint32_t k,
                                                        bool left_out) {
  std::uint64_t marks = 0;
  for (std::uint32_t last = n - (left_out ? n - k : k); last < n; ++last) {
    const std::uint64_t bit = std::uint64_t{1} << random.below(last + 1);
    marks |= (marks & bit) == 0 ? bit : std::uint64_t{1} << last;
  }
  if (left_out) marks = ~marks & (~std::uint64_t{0} >> (64 - n));
  drawn_.resize(k);
  for (std::uint32_t& place : drawn_) {
    place = static_cast<std::uint32_t>(std::countr_zero(marks));
    marks &= marks - 1;
  }
  return drawn_;
}

/// Draw i adds one of the first n − k + i + 1, or the last of these if that one is in already (Floyd, in Bentley 1987). Of
/// more than half, those are drawn that are left out.
std::span<const std::uint32_t> EdgeDraw::uniform(Random& random, std::uint32_t n, std::uint32_t k) {
  assert(k < n);
  const bool left_out = k > n / 2;
  if (n <= 64) return uniform_of_few(random, n, k, left_out);
  prepare_marks(n);
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

void sum_weights(std::span<const float> weights, double* sums, std::uint32_t* guide) {
  const std::size_t n = weights.size();
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sums[i] = sum += static_cast<double>(weights[i]);
  std::uint32_t at = 0;
  for (std::size_t cell = 0; cell < n; ++cell) {
    const double begin = static_cast<double>(cell) / static_cast<double>(n) * sum;
    while (at + std::size_t{1} < n && sums[at] <= begin) ++at;
    guide[cell] = at;
  }
}

/// Draws k edges in proportion to their weights, with replacement; their number where a point is rounded up to the total.
/// Nothing waits for memory that was not asked for before.
void EdgeDraw::draw_places(Random& random, const EdgeWeights& edges, std::size_t k) {
  const auto cells = static_cast<double>(edges.guide.size());
  const std::uint32_t* const guide = edges.guide.data();
  shares_.resize(k);
  places_.resize(k);
  for (double& share : shares_) {
    share = static_cast<double>(random.next() >> 11U) * 0x1p-53;
    __builtin_prefetch(guide + static_cast<std::size_t>(share * cells));
  }
  for (std::size_t i = 0; i < k; ++i) {
    places_[i] = guide == nullptr ? 0 : guide[static_cast<std::size_t>(shares_[i] * cells)];
    __builtin_prefetch(edges.sums.data() + places_[i]);
  }
  for (std::size_t i = 0; i < k; ++i) {
    const double point = shares_[i] * edges.sums.back();
    if (guide == nullptr) {
      const auto above = std::upper_bound(edges.sums.begin(), edges.sums.end(), point);
      places_[i] = static_cast<std::uint32_t>(above - edges.sums.begin());
    } else {
      while (places_[i] < edges.sums.size() && edges.sums[places_[i]] <= point) ++places_[i];
    }
  }
}

/// Draws with replacement, and skips edges that were drawn before: what is left keeps its proportions. Once half of
/// the weight is drawn, the sums are those of the rest.
std::span<const std::uint32_t> EdgeDraw::weighted(Random& random, EdgeWeights edges, std::uint32_t k) {
  const std::span<const float> weights = edges.weights;
  prepare_marks(weights.size());
  drawn_.clear();
  double drawn_weight = 0;
  while (drawn_.size() < k && edges.sums.back() > 0) {
    draw_places(random, edges, k - drawn_.size());
    for (const std::uint32_t at : places_) {
      if (at == weights.size() || !mark(at)) continue;
      drawn_.push_back(at);
      drawn_weight += edges.sums[at] - (at > 0 ? edges.sums[at - 1] : 0);
    }
    if (drawn_.size() == k || 2 * drawn_weight < edges.sums.back()) continue;
    sums_.resize(weights.size());
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const bool is_drawn = (marked_[i / 64] >> (i % 64) & 1U) != 0;
      sums_[i] = sum += is_drawn ? 0 : static_cast<double>(weights[i]);
    }
    edges = {.weights = weights, .sums = sums_, .guide = {}};
    drawn_weight = 0;
  }
  const auto n = static_cast<std::uint32_t>(weights.size());
  const auto drawn = static_cast<std::uint32_t>(drawn_.size());
  return marks_are_dense(n, drawn) ? take_marked(n, 0, drawn) : take_sorted();
}

}  // namespace tuplepack::graph
