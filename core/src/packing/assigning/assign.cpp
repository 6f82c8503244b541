// Items are collected by bin: a counting sort whose counts the histogram already has. After the last item, one pass
// over the plan gives every pack the next items of its bins (arrange.hpp). Both passes access one position in memory
// per bin, so they run at cache speed whatever the order of the items. Writing items directly into their packs would
// save the first array, but would fetch every cache line of the output once for each of its bins.
//
// Packs hold pieces: a dropped item has none, a split one several. Pieces are numbered in order of arrival; unless
// items are dropped or split, the number of a piece is that of its item.

#include "tuplepack/packing/assign.hpp"

#include "arrange.hpp"
#include "base/arithmetic.hpp"
#include "base/name_table.hpp"
#include "packing/bin_index.hpp"
#include "refusals.hpp"
#include "tuplepack/packing/assign_shard.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <utility>

namespace tuplepack::packing {

static constexpr NameTable<Order, 4> order_names{{
    {Order::plan, "plan"},
    {Order::input, "input"},
    {Order::shuffle, "shuffle"},
    {Order::permute, "permute"},
}};

std::string_view name(Order order) {
  return name_in(order_names, order);
}

Result<Order> order_by_name(std::string_view name) {
  return value_in(order_names, name);
}

std::vector<std::string_view> orders() {
  return names_in(order_names);
}

struct Assigner::State {
  State(const Histogram& packed, const Plan& checked, const Limits& asked, const Fitting& fitting,
        const AssignOptions& wanted);

  /// The unused places of a bin: [next, end) of by_bin.
  struct Free {
    std::uint32_t next;
    std::uint32_t end;
  };

  Histogram histogram;
  Plan plan;
  Overlong overlong;
  AssignOptions options;
  ItemFitter fitter;
  std::size_t k;
  BinIndex index;  // numbers sizes like the histogram

  std::vector<Free> free;              // bins
  std::vector<std::int32_t> by_bin;    // pieces of bin 0, then those of bin 1, …
  std::vector<std::int32_t> shuffled;  // the same, each bin shuffled; kept, since fresh memory is slow
  std::int64_t items = 0;              // so far
  std::int64_t pieces = 0;             // so far

  // One entry per piece, in order of arrival; each empty unless needed.
  std::vector<std::int32_t> piece_items;   // drop and split
  std::vector<std::int64_t> piece_begins;  // split
  std::vector<std::int64_t> piece_sizes;   // keep_sizes: pieces × k
  std::vector<std::int32_t> dropped;

  [[nodiscard]] bool numbers_pieces() const { return overlong == Overlong::drop || overlong == Overlong::split; }
  [[nodiscard]] std::size_t add_plain(std::span<const std::int64_t> sizes);
  [[nodiscard]] Result<void> place(std::span<const std::int64_t> size, std::span<const std::int64_t> piece,
                                   std::int64_t begin);
  [[nodiscard]] Result<void> add_item(std::span<const std::int64_t> size);
  [[nodiscard]] Result<void> check_full() const;
  [[nodiscard]] Assignment::Work balance(Arrangement& arranged, std::size_t packs) const;
  void gather(std::vector<std::int32_t>& piece_numbers, Assignment& into) const;
  [[nodiscard]] std::size_t packs_with_padding() const;
  [[nodiscard]] Assignment assignment(Arrangement arranged) const;
};

Assigner::State::State(const Histogram& packed, const Plan& checked, const Limits& asked, const Fitting& fitting,
                       const AssignOptions& wanted)
    : histogram(packed),
      plan(checked),
      overlong(fitting.overlong),
      options(wanted),
      fitter(asked, fitting),
      k(packed.component_count()),
      index(k) {
  std::uint32_t begin = 0;
  for (std::size_t bin = 0; bin < packed.bins(); ++bin) {
    index.insert(packed.size(bin));
    const std::uint32_t end = begin + static_cast<std::uint32_t>(packed.counts[bin]);
    free.push_back({.next = begin, .end = end});
    begin = end;
  }
  by_bin.resize(begin);
}

Assigner::Assigner(std::unique_ptr<State> state) : state_(std::move(state)) {}
Assigner::~Assigner() = default;
Assigner::Assigner(Assigner&&) noexcept = default;
Assigner& Assigner::operator=(Assigner&&) noexcept = default;

Result<void> check(const AssignOptions& options, const Histogram& histogram) {
  const std::string multiple = std::to_string(options.packs_multiple);
  if (options.packs_multiple < 1) {
    return fail(ErrorCode::limit_not_positive, "the multiple of packs must be positive, not " + multiple);
  }
  if (options.packs_multiple > max_packs_multiple) {
    return fail(ErrorCode::too_large,
                "the multiple of packs is at most " + std::to_string(max_packs_multiple) + ", not " + multiple);
  }
  if (options.balance && options.balance->ranks < 1) {
    return fail(ErrorCode::limit_not_positive,
                "the number of ranks must be positive, not " + std::to_string(options.balance->ranks));
  }
  if (options.balance && options.balance->component >= histogram.component_count()) {
    return fail(ErrorCode::unknown_name, "no component " + std::to_string(options.balance->component) + " to balance");
  }
  return {};
}

static tl::unexpected<Error> too_many_items(const std::string& what) {
  return fail(ErrorCode::too_large,
              what + "; at most " + std::to_string(max_assigned_items) +
                  " can be assigned at once; assign more in shards, with the order plan or permute");
}

Result<Assigner> Assigner::create(const Histogram& histogram, const Plan& plan, const Limits& asked,
                                  const Fitting& fitting, const AssignOptions& options) {
  if (auto room = room_in_a_pack(histogram.components, asked, fitting); !room) return tl::unexpected(room.error());
  if (auto valid = check(options, histogram); !valid) return tl::unexpected(valid.error());
  if (const std::int64_t items = totals(histogram).items; items > max_assigned_items) {
    return too_many_items("the plan has " + std::to_string(items) + " items");
  }
  return Assigner(std::make_unique<State>(histogram, plan, asked, fitting, options));
}

/// The fast path: places leading items that are packed whole and need no record but their number. Returns how many; the
/// next one, if any, takes the slow path.
std::size_t Assigner::State::add_plain(std::span<const std::int64_t> sizes) {
  if (!fitter.is_identity() || numbers_pieces() || options.keep_sizes) return 0;
  const std::size_t rows = sizes.size() / k;
  const auto first = static_cast<std::int32_t>(items);
  std::int32_t* const out = by_bin.data();
  Free* const bins = free.data();
  std::size_t row = 0;
  for (; row < rows; ++row) {
    const std::uint32_t bin = index.find(sizes.subspan(row * k, k));
    if (bin == BinIndex::none || bins[bin].next == bins[bin].end) break;
    out[bins[bin].next++] = first + static_cast<std::int32_t>(row);
  }
  items += static_cast<std::int64_t>(row);
  pieces += static_cast<std::int64_t>(row);
  return row;
}

/// size    of the item
/// piece   the room it takes
Result<void> Assigner::State::place(std::span<const std::int64_t> size, std::span<const std::int64_t> piece,
                                    std::int64_t begin) {
  const std::uint32_t bin = index.find(piece);
  if (bin == BinIndex::none) return no_such_size(items, size, piece);
  if (free[bin].next == free[bin].end) return all_placed(items, size, piece, histogram.counts[bin]);
  by_bin[free[bin].next++] = static_cast<std::int32_t>(pieces++);
  if (numbers_pieces()) piece_items.push_back(static_cast<std::int32_t>(items));
  if (overlong == Overlong::split) piece_begins.push_back(begin);
  if (options.keep_sizes) {
    for (std::size_t c = 0; c < k; ++c) piece_sizes.push_back(std::min(size[c] - begin, fitter.room()[c]));
  }
  return {};
}

Result<void> Assigner::State::add_item(std::span<const std::int64_t> size) {
  if (auto checked = check_item(items, size); !checked) return checked;
  // A hostile size may be cut into more pieces than anyone can wait for.
  const std::int64_t room_for_pieces = static_cast<std::int64_t>(by_bin.size()) - pieces;
  if (overlong == Overlong::split && size[0] / fitter.room()[0] > room_for_pieces) {
    return too_many_pieces(items, size, room_for_pieces);
  }
  Result<void> outcome;
  const std::int64_t pieces_before = pieces;
  const bool allowed = fitter(size, [&](std::span<const std::int64_t> piece, std::int64_t begin) {
    if (outcome) outcome = place(size, piece, begin);
  });
  if (!allowed) return over_limit(items, size, fitter.room());
  if (!outcome) return outcome;
  if (pieces == pieces_before) dropped.push_back(static_cast<std::int32_t>(items));
  ++items;
  return {};
}

Result<void> Assigner::add(std::span<const std::int64_t> sizes) {
  State& state = *state_;
  const std::size_t k = state.k;
  assert(sizes.size() % k == 0);
  if (sizes.size() / k > static_cast<std::size_t>(max_assigned_items - state.items)) {
    return too_many_items("the input has too many items");
  }
  while (true) {
    sizes = sizes.subspan(state.add_plain(sizes) * k);
    if (sizes.size() < k) return {};
    if (auto added = state.add_item(sizes.first(k)); !added) return added;
    sizes = sizes.subspan(k);
  }
}

/// Whether every bin got all its pieces.
Result<void> Assigner::State::check_full() const {
  std::vector<std::int64_t> found = histogram.counts;
  for (std::size_t bin = 0; bin < found.size(); ++bin) found[bin] -= free[bin].end - free[bin].next;
  return check_found(histogram, found);
}

/// Groups packs of similar work.
Assignment::Work Assigner::State::balance(Arrangement& arranged, std::size_t packs) const {
  const Balance& wanted = *options.balance;
  const std::vector<double> by_strategy = quadratic_work(histogram, plan, wanted.component);
  const auto work = [&] {
    std::vector<double> of_packs;
    of_packs.reserve(arranged.strategies.size());
    for (const std::uint32_t strategy : arranged.strategies) of_packs.push_back(by_strategy[strategy]);
    return of_packs;
  };
  const std::vector<double> before = work();
  arranged = reorder(arranged, balanced_order(by_strategy, arranged.strategies, wanted.ranks), packs);
  return {.before = imbalance(before, wanted.ranks), .after = imbalance(work(), wanted.ranks)};
}

/// Replaces the pieces of an arrangement by their items, and collects their begins and sizes.
void Assigner::State::gather(std::vector<std::int32_t>& piece_numbers, Assignment& into) const {
  const auto piece = [&](std::size_t slot) { return static_cast<std::size_t>(piece_numbers[slot]); };
  const std::size_t n = piece_numbers.size();
  if (!piece_begins.empty()) {
    into.begins.resize(n);
    for (std::size_t slot = 0; slot < n; ++slot) into.begins[slot] = piece_begins[piece(slot)];
  }
  if (!piece_sizes.empty()) {
    into.sizes.resize(n * k);
    for (std::size_t slot = 0; slot < n; ++slot) {
      for (std::size_t c = 0; c < k; ++c) into.sizes[c * n + slot] = piece_sizes[piece(slot) * k + c];
    }
  }
  if (!piece_items.empty()) {
    for (std::size_t slot = 0; slot < n; ++slot) piece_numbers[slot] = piece_items[piece(slot)];
  }
  into.items = std::move(piece_numbers);
}

std::size_t Assigner::State::packs_with_padding() const {
  const std::int64_t multiple = options.packs_multiple;
  return static_cast<std::size_t>((pack_count(plan) + multiple - 1) / multiple * multiple);
}

Assignment Assigner::State::assignment(Arrangement arranged) const {
  const std::size_t packs = packs_with_padding();
  Assignment result;
  result.packs = pack_count(plan);
  if (options.balance) result.work = balance(arranged, packs);
  result.offsets = std::move(arranged.offsets);
  result.offsets.resize(packs + 1, result.offsets.back());
  gather(arranged.pieces, result);
  result.dropped = dropped;
  return result;
}

Result<Assignment> Assigner::shuffled(std::uint64_t seed) {
  State& state = *state_;
  if (auto full = state.check_full(); !full) return tl::unexpected(full.error());
  state.shuffled = state.by_bin;
  return state.assignment(arrange(state.plan, state.histogram.counts, state.shuffled, state.options.order, seed,
                                  state.packs_with_padding()));
}

Result<Assignment> Assigner::finish() && {
  State& state = *state_;
  if (auto full = state.check_full(); !full) return tl::unexpected(full.error());
  Arrangement arranged = arrange(state.plan, state.histogram.counts, state.by_bin, state.options.order,
                                 state.options.seed, state.packs_with_padding());
  state.by_bin = {};
  return state.assignment(std::move(arranged));
}

}  // namespace tuplepack::packing
