// A knapsack solved exactly, twice if need be. First as if there were any number of items of every size: a superset of
// the packs, in which a bin does not matter if smaller items reach its price in its place. Few bins are left then, and
// most prices already prove themselves. Only if one of these packs is worth too much, the counts are obeyed.

#include "most_valuable_pack.hpp"

#include "base/order.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace tuplepack::packing {

using Wide = __int128;

static constexpr std::size_t max_cells = std::size_t{1} << 25;
static constexpr double max_table_work = 1e11;
/// Up to this limit a table of one dimension is faster than a frontier.
static constexpr std::int64_t largest_table_limit = std::int64_t{1} << 16;
static constexpr std::size_t longest_frontier = std::size_t{1} << 23;
/// Steps of a pack in a frontier; a cell of a table takes one.
static constexpr std::int64_t steps_of_content = 4;

namespace {

/// worth[cell] is the most that the items seen so far are worth in a pack with the room of that cell; row-major, the
/// last dimension fastest.
class Table {
 public:
  explicit Table(std::span<const std::int64_t> limits) : limits_(limits.begin(), limits.end()) {
    std::size_t cells = 1;
    for (const std::int64_t limit : limits_) cells *= static_cast<std::size_t>(limit) + 1;
    worth_.resize(cells);
  }

  /// Allows one more item of this size and price in a pack, or as many as fit. False: that is too much work.
  [[nodiscard]] bool add(std::span<const std::int64_t> size, std::int64_t price, bool again, CheckingWork& work) {
    const std::size_t width = static_cast<std::size_t>(limits_.back()) + 1;
    const std::size_t rows = worth_.size() / width;
    const std::size_t offset = cell(size);
    const auto first = static_cast<std::size_t>(size.back());
    for (std::size_t i = 0; i < rows; ++i) {
      const std::size_t row = again ? i : rows - 1 - i;
      if (!work.add(static_cast<std::int64_t>(width))) return false;
      if (!has_room(row, size)) continue;
      std::int64_t* const to = worth_.data() + row * width;
      const std::int64_t* const from = to - static_cast<std::ptrdiff_t>(offset);
      if (again) {
        for (std::size_t x = first; x < width; ++x) to[x] = std::max(to[x], from[x] + price);
      } else {
        for (std::size_t x = width; x-- > first;) to[x] = std::max(to[x], from[x] + price);
      }
    }
    return true;
  }

  [[nodiscard]] bool is_too_large() const { return false; }
  [[nodiscard]] std::int64_t worth(std::span<const std::int64_t> room) const { return worth_[cell(room)]; }
  [[nodiscard]] std::int64_t most() const { return worth_.back(); }

 private:
  std::vector<std::int64_t> limits_;
  std::vector<std::int64_t> worth_;

  [[nodiscard]] std::size_t cell(std::span<const std::int64_t> room) const {
    std::size_t cell = 0;
    for (std::size_t d = 0; d < room.size(); ++d) {
      cell = cell * (static_cast<std::size_t>(limits_[d]) + 1) + static_cast<std::size_t>(room[d]);
    }
    return cell;
  }

  /// Whether the size fits in all dimensions but the last.
  [[nodiscard]] bool has_room(std::size_t row, std::span<const std::int64_t> size) const {
    for (std::size_t d = limits_.size() - 1; d-- > 0;) {
      const auto width = static_cast<std::size_t>(limits_[d]) + 1;
      if (static_cast<std::int64_t>(row % width) < size[d]) return false;
      row /= width;
    }
    return true;
  }
};

/// The same for one dimension, whatever its limit: only the packs that no smaller pack is worth as much as.
class Frontier {
 public:
  explicit Frontier(std::span<const std::int64_t> limits) : limit_(limits[0]) {}

  [[nodiscard]] bool add(std::span<const std::int64_t> size, std::int64_t price, bool again, CheckingWork& work) {
    std::vector<Content> merged;
    merged.reserve(contents_.size());
    const std::vector<Content>& others = again ? merged : contents_;
    std::size_t without = 0;
    std::size_t with = 0;
    while (!is_too_large()) {
      if (!work.add(steps_of_content)) return false;
      const bool fits = with < others.size() && others[with].size <= limit_ - size[0];
      if (without == contents_.size() && !fits) break;
      const Content larger =
          fits ? Content{.size = others[with].size + size[0], .value = others[with].value + price} : Content{};
      const bool takes = without == contents_.size() || (fits && comes_first(larger, contents_[without]));
      const Content next = takes ? larger : contents_[without];
      ++(takes ? with : without);
      if (merged.empty() || next.value > merged.back().value) merged.push_back(next);
      too_large_ = merged.size() > longest_frontier;
    }
    contents_ = std::move(merged);
    return true;
  }

  [[nodiscard]] bool is_too_large() const { return too_large_; }
  [[nodiscard]] std::int64_t worth(std::span<const std::int64_t> room) const {
    const auto after = std::upper_bound(contents_.begin(), contents_.end(), room[0],
                                        [](std::int64_t size, const Content& content) { return size < content.size; });
    return std::prev(after)->value;
  }
  [[nodiscard]] std::int64_t most() const { return contents_.back().value; }

 private:
  struct Content {
    std::int64_t size = 0;
    std::int64_t value = 0;
  };

  std::int64_t limit_;
  std::vector<Content> contents_{Content{}};  // size and value ascend
  bool too_large_ = false;

  static bool comes_first(const Content& a, const Content& b) {
    return a.size < b.size || (a.size == b.size && a.value > b.value);
  }
};

}  // namespace

/// Bins that are worth more than the one before, or smaller in some dimension. Where counts do not matter, only they do.
static std::size_t count_steps(const Knapsack& knapsack, std::span<const std::uint32_t> order) {
  std::size_t steps = 1;
  for (std::size_t i = 1; i < order.size(); ++i) {
    const auto before = knapsack.size(order[i - 1]);
    const bool is_dominated =
        knapsack.prices[order[i]] <= knapsack.prices[order[i - 1]] &&
        std::equal(before.begin(), before.end(), knapsack.size(order[i]).begin(), std::less_equal<>());
    steps += is_dominated ? 0 : 1;
  }
  return steps;
}

static bool is_small(const Knapsack& knapsack, std::size_t bins) {
  double cells = 1;
  for (const std::int64_t limit : knapsack.limits) cells *= static_cast<double>(limit) + 1;
  return cells <= static_cast<double>(max_cells) && cells * static_cast<double>(bins) <= max_table_work;
}

static tl::unexpected<Error> too_large() {
  return fail(ErrorCode::unsupported, "the certificate is too large to verify");
}

static std::int64_t saturated(Wide value) {
  return static_cast<std::int64_t>(std::min<Wide>(value, std::numeric_limits<std::int64_t>::max()));
}

/// How many items of a bin fit into an empty pack. They have a size.
static std::int64_t fitting_copies(const Knapsack& knapsack, std::size_t bin) {
  std::int64_t copies = std::numeric_limits<std::int64_t>::max();
  const auto size = knapsack.size(bin);
  for (std::size_t d = 0; d < size.size(); ++d) {
    if (size[d] > 0) copies = std::min(copies, knapsack.limits[d] / size[d]);
  }
  return copies;
}

/// Values never pass twice `enough`: as soon as one is above it, it is the answer.
template <typename Packs>
static Result<std::int64_t> fill(Packs packs, const Knapsack& knapsack, std::span<const std::uint32_t> order,
                                 std::int64_t enough, bool obeys_counts, CheckingWork& work) {
  std::vector<std::int64_t> bundle_size(knapsack.limits.size());
  for (const std::uint32_t bin : order) {
    const auto size = knapsack.size(bin);
    const std::int64_t price = knapsack.prices[bin];
    if (!obeys_counts && packs.worth(size) >= price) continue;
    const std::int64_t fitting = fitting_copies(knapsack, bin);
    const std::int64_t copies = obeys_counts ? std::min(fitting, knapsack.counts[bin]) : fitting;
    if (Wide{copies} * price > enough) return saturated(Wide{copies} * price);
    if (copies == fitting) {
      if (!packs.add(size, price, true, work)) return work.error();
    } else {  // bundles of 1, 2, 4, … make up every number
      const auto goes_on = [&] { return !packs.is_too_large() && packs.most() <= enough; };
      for (std::int64_t left = copies, bundle = 1; left > 0 && goes_on(); left -= bundle, bundle *= 2) {
        bundle = std::min(bundle, left);
        for (std::size_t d = 0; d < size.size(); ++d) bundle_size[d] = bundle * size[d];
        if (!packs.add(bundle_size, bundle * price, false, work)) return work.error();
      }
    }
    if (packs.most() > enough) return packs.most();
    if (packs.is_too_large()) return too_large();
  }
  return packs.most();
}

template <typename Packs>
static Result<std::int64_t> fill(const Knapsack& knapsack, std::span<const std::uint32_t> order, std::int64_t enough,
                                 CheckingWork& work) {
  auto most = fill(Packs(knapsack.limits), knapsack, order, enough, false, work);
  if (!most || *most <= enough) return most;
  if (knapsack.limits.size() > 1 && !is_small(knapsack, knapsack.bins())) return too_large();
  return fill(Packs(knapsack.limits), knapsack, order, enough, true, work);
}

/// Bins that have a size, from the smallest to the largest; equals with the highest price first.
static std::vector<std::uint32_t> by_size(const Knapsack& knapsack) {
  std::vector<std::uint32_t> order;
  for (const std::uint32_t bin : numbers_below(knapsack.bins())) {
    const auto size = knapsack.size(bin);
    if (std::any_of(size.begin(), size.end(), [](std::int64_t s) { return s > 0; })) order.push_back(bin);
  }
  sort_numbers(order, [&](std::uint32_t a, std::uint32_t b) {
    const auto first = knapsack.size(a);
    const auto second = knapsack.size(b);
    const auto [x, y] = std::mismatch(first.begin(), first.end(), second.begin());
    return x == first.end() ? knapsack.prices[a] > knapsack.prices[b] : *x < *y;
  });
  return order;
}

Result<std::int64_t> most_valuable_pack(const Knapsack& knapsack, std::int64_t enough, CheckingWork& work) {
  const std::vector<std::uint32_t> order = by_size(knapsack);
  Wide free = 0;  // what items without a size are worth: a pack holds all of them
  for (std::size_t bin = 0; bin < knapsack.bins(); ++bin) free += Wide{knapsack.counts[bin]} * knapsack.prices[bin];
  for (const std::uint32_t bin : order) free -= Wide{knapsack.counts[bin]} * knapsack.prices[bin];
  if (free > enough || order.empty()) return saturated(free);
  const auto worth_free = static_cast<std::int64_t>(free);
  const std::int64_t left = enough - worth_free;
  const bool is_line = knapsack.limits.size() == 1 && knapsack.limits[0] > largest_table_limit;
  if (!is_line && !is_small(knapsack, count_steps(knapsack, order))) return too_large();
  auto most = is_line ? fill<Frontier>(knapsack, order, left, work) : fill<Table>(knapsack, order, left, work);
  if (most) *most = saturated(Wide{*most} + worth_free);
  return most;
}

}  // namespace tuplepack::packing
