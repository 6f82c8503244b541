#include "tuplepack/packing/assign_shard.hpp"

#include "base/arithmetic.hpp"
#include "packing/bin_index.hpp"
#include "permutation.hpp"
#include "refusals.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace tuplepack::packing {

/// Where the plan has places for a bin: in `copies` places from `position` on, of every pack from `pack` on, until the next
/// run.
struct PlaceRun {
  std::int64_t first = 0;  ///< the places of the bin before this run
  std::int64_t pack = 0;
  std::int64_t position = 0;
  std::int64_t copies = 0;
};

/// The place after the last one of a bin, in the order of the plan: the next is computed by additions.
struct NextPlace {
  std::int64_t place = -1;  ///< its number in the bin
  std::int64_t end = 0;     ///< that at which its run ends
  std::int64_t pack = 0;
  std::int64_t position = 0;  ///< of the first copy
  std::int64_t copy = 0;
  std::int64_t copies = 0;
};

/// The runs of each bin, in the order of the plan.
static std::vector<std::vector<PlaceRun>> places_by_bin(const Plan& plan, std::size_t bins) {
  std::vector<std::vector<PlaceRun>> places(bins);
  std::vector<std::int64_t> so_far(bins);
  std::int64_t pack = 0;
  for (std::size_t strategy = 0; strategy < plan.strategies(); ++strategy) {
    std::int64_t position = 0;
    for (auto run = plan.offsets[strategy]; run < plan.offsets[strategy + 1]; ++run) {
      const auto r = static_cast<std::size_t>(run);
      const std::uint32_t bin = plan.bins[r];
      places[bin].push_back({.first = so_far[bin], .pack = pack, .position = position, .copies = plan.copies[r]});
      so_far[bin] += plan.copies[r] * plan.repeats[strategy];
      position += plan.copies[r];
    }
    pack += plan.repeats[strategy];
  }
  return places;
}

struct ShardAssigner::State {
  State(const Histogram& packed, const Plan& plan, const Limits& asked, const Fitting& fitting,
        const ShardOptions& wanted);

  std::vector<std::int64_t> counts;  // bins
  Overlong overlong;
  ShardOptions options;
  ItemFitter fitter;
  std::size_t k;
  BinIndex index;  // numbers sizes like the histogram
  std::vector<std::vector<PlaceRun>> places;
  std::vector<std::int64_t> taken;  // bins: pieces that have a place
  std::vector<NextPlace> next;      // bins, in the order of the plan
  std::int64_t left = 0;            // places that are not taken
  std::int64_t items = 0;           // of the shard, so far

  // For Order::permute.
  std::vector<Permutation> item_orders;  // bins
  Permutation pack_order;

  [[nodiscard]] bool numbers_pieces() const { return overlong == Overlong::drop || overlong == Overlong::split; }
  void take(std::uint32_t bin, std::int64_t count) {
    taken[bin] += count;
    left -= count;
  }
  [[nodiscard]] Result<void> pass(std::span<const std::int64_t> size, std::int64_t count);
  [[nodiscard]] const PlaceRun& run_of(std::uint32_t bin, std::int64_t place) const;
  void seek(std::uint32_t bin, NextPlace& at) const;
  [[nodiscard]] Place take_planned(std::uint32_t bin);
  [[nodiscard]] Place take_permuted(std::uint32_t bin);
  [[nodiscard]] Place take_place(std::uint32_t bin) {
    return options.order == Order::permute ? take_permuted(bin) : take_planned(bin);
  }
  [[nodiscard]] std::size_t add_plain(std::span<const std::int64_t> sizes, ShardPlaces& into);
  [[nodiscard]] Result<void> place(std::span<const std::int64_t> size, std::span<const std::int64_t> piece,
                                   ShardPlaces& into);
  [[nodiscard]] Result<void> add_item(std::span<const std::int64_t> size, ShardPlaces& into);
  [[nodiscard]] Result<void> collect(std::span<const std::int64_t> size, ShardPieces& into);
};

ShardAssigner::State::State(const Histogram& packed, const Plan& plan, const Limits& asked, const Fitting& fitting,
                            const ShardOptions& wanted)
    : counts(packed.counts),
      overlong(fitting.overlong),
      options(wanted),
      fitter(asked, fitting),
      k(packed.component_count()),
      index(k),
      places(places_by_bin(plan, packed.bins())),
      taken(packed.bins()),
      next(packed.bins()),
      pack_order(permuted_packs(wanted.seed, pack_count(plan))) {
  for (std::size_t bin = 0; bin < packed.bins(); ++bin) {
    index.insert(packed.size(bin));
    left += counts[bin];
    if (wanted.order == Order::permute) item_orders.push_back(permuted_items(wanted.seed, bin, counts[bin]));
  }
}

ShardAssigner::ShardAssigner(std::unique_ptr<State> state) : state_(std::move(state)) {}
ShardAssigner::~ShardAssigner() = default;
ShardAssigner::ShardAssigner(ShardAssigner&&) noexcept = default;
ShardAssigner& ShardAssigner::operator=(ShardAssigner&&) noexcept = default;

// ---- the shards before ----

/// Takes the places of `count` items of a size.
Result<void> ShardAssigner::State::pass(std::span<const std::int64_t> size, std::int64_t count) {
  const auto refused = [&](const std::string& why) {
    return fail(ErrorCode::plan_mismatch, "the shards before have " + std::to_string(count) + " items of size " +
                                              size_text(size) + ", and the plan " + why);
  };
  if (overlong == Overlong::split && size[0] / fitter.room()[0] > left)
    return refused("does not have that many places");
  Result<void> outcome;
  const bool allowed = fitter(size, [&](std::span<const std::int64_t> piece, std::int64_t) {
    const std::uint32_t bin = index.find(piece);
    if (bin == BinIndex::none) {
      outcome = refused("has no such size");
    } else if (counts[bin] - taken[bin] < count) {
      outcome = refused("has only " + std::to_string(counts[bin]));
    } else {
      take(bin, count);
    }
  });
  return allowed ? outcome : refused("has the limit " + size_text(fitter.room()));
}

// ---- the items of the shard ----

/// The run that a place of a bin is in.
const PlaceRun& ShardAssigner::State::run_of(std::uint32_t bin, std::int64_t place) const {
  const std::vector<PlaceRun>& runs = places[bin];
  const auto after = std::upper_bound(runs.begin(), runs.end(), place,
                                      [](std::int64_t wanted, const PlaceRun& run) { return wanted < run.first; });
  return *std::prev(after);
}

/// Moves to the first place of a bin that is not taken.
void ShardAssigner::State::seek(std::uint32_t bin, NextPlace& at) const {
  const PlaceRun& run = run_of(bin, taken[bin]);
  const bool is_last = &run == &places[bin].back();
  const std::int64_t within = taken[bin] - run.first;
  at = {.place = taken[bin],
        .end = is_last ? counts[bin] : (&run + 1)->first,
        .pack = run.pack + within / run.copies,
        .position = run.position,
        .copy = within % run.copies,
        .copies = run.copies};
}

/// The next place of a bin, which has one, in the order of the plan.
ShardAssigner::Place ShardAssigner::State::take_planned(std::uint32_t bin) {
  NextPlace& at = next[bin];
  if (at.place != taken[bin] || at.place == at.end) seek(bin, at);
  const Place found{.pack = at.pack, .position = at.position + at.copy};
  take(bin, 1);
  ++at.place;
  if (++at.copy == at.copies) {
    at.copy = 0;
    ++at.pack;
  }
  return found;
}

/// The same for Order::permute.
ShardAssigner::Place ShardAssigner::State::take_permuted(std::uint32_t bin) {
  const auto in = [](const Permutation& order, std::int64_t number) {
    return static_cast<std::int64_t>(order(static_cast<std::uint64_t>(number)));
  };
  const std::int64_t place = in(item_orders[bin], taken[bin]);
  const PlaceRun& run = run_of(bin, place);
  take(bin, 1);
  return {.pack = in(pack_order, run.pack + (place - run.first) / run.copies),
          .position = run.position + (place - run.first) % run.copies};
}

/// The fast path: places leading items that are packed whole. Returns how many; the next one, if any, takes the slow path.
std::size_t ShardAssigner::State::add_plain(std::span<const std::int64_t> sizes, ShardPlaces& into) {
  if (!fitter.is_identity() || numbers_pieces()) return 0;
  const std::size_t rows = sizes.size() / k;
  std::size_t row = 0;
  for (; row < rows; ++row) {
    const std::uint32_t bin = index.find(sizes.subspan(row * k, k));
    if (bin == BinIndex::none || taken[bin] == counts[bin]) break;
    const Place found = take_place(bin);
    into.packs.push_back(found.pack);
    into.positions.push_back(found.position);
  }
  items += static_cast<std::int64_t>(row);
  return row;
}

Result<void> ShardAssigner::State::place(std::span<const std::int64_t> size, std::span<const std::int64_t> piece,
                                         ShardPlaces& into) {
  const std::uint32_t bin = index.find(piece);
  if (bin == BinIndex::none) return no_such_size(items, size, piece);
  if (counts[bin] == taken[bin]) return all_placed(items, size, piece, counts[bin]);
  const Place found = take_place(bin);
  into.packs.push_back(found.pack);
  into.positions.push_back(found.position);
  return {};
}

Result<void> ShardAssigner::State::add_item(std::span<const std::int64_t> size, ShardPlaces& into) {
  if (auto checked = check_item(items, size); !checked) return checked;
  if (overlong == Overlong::split && size[0] / fitter.room()[0] > left) return too_many_pieces(items, size, left);
  Result<void> outcome;
  const bool allowed = fitter(size, [&](std::span<const std::int64_t> piece, std::int64_t begin) {
    if (outcome) outcome = place(size, piece, into);
    if (overlong == Overlong::split) into.begins.push_back(begin);
  });
  return allowed ? outcome : over_limit(items, size, fitter.room());
}

// ---- the shards before are not counted yet ----

Result<void> ShardAssigner::State::collect(std::span<const std::int64_t> size, ShardPieces& into) {
  const std::int64_t item = into.items - into.first;
  if (auto checked = check_item(item, size); !checked) return checked;
  if (overlong == Overlong::split && size[0] / fitter.room()[0] > left) return too_many_pieces(item, size, left);
  Result<void> outcome;
  const std::size_t before = into.bins.size();
  const bool allowed = fitter(size, [&](std::span<const std::int64_t> piece, std::int64_t begin) {
    const std::uint32_t bin = index.find(piece);
    if (bin == BinIndex::none && outcome) outcome = no_such_size(item, size, piece);
    into.bins.push_back(bin);
    if (numbers_pieces()) into.numbers.push_back(into.items);
    if (overlong == Overlong::split) into.begins.push_back(begin);
    for (std::size_t c = 0; into.keep_sizes && c < k; ++c) {
      into.sizes.push_back(std::min(size[c] - begin, fitter.room()[c]));
    }
  });
  if (!allowed) return over_limit(item, size, fitter.room());
  if (into.bins.size() == before) into.dropped.push_back(into.items);
  ++into.items;
  return outcome;
}

Result<void> ShardAssigner::collect(std::span<const std::int64_t> sizes, ShardPieces& into) {
  State& state = *state_;
  assert(sizes.size() % state.k == 0);
  for (; !sizes.empty(); sizes = sizes.subspan(state.k)) {
    if (auto collected = state.collect(sizes.first(state.k), into); !collected) return collected;
  }
  return {};
}

bool ShardAssigner::skip(std::span<const std::int64_t> counts) {
  State& state = *state_;
  bool has_them = true;
  for (std::uint32_t bin = 0; bin < counts.size(); ++bin) {
    has_them = has_them && counts[bin] <= state.counts[bin] - state.taken[bin];
    if (has_them) state.take(bin, counts[bin]);
  }
  return has_them;
}

std::optional<ShardAssigner::Place> ShardAssigner::next(std::uint32_t bin) {
  if (state_->taken[bin] == state_->counts[bin]) return std::nullopt;
  return state_->take_place(bin);
}

Result<ShardAssigner> ShardAssigner::create(const Histogram& histogram, const Plan& plan, const Limits& asked,
                                            const Fitting& fitting, const Histogram& before,
                                            const ShardOptions& options) {
  if (auto room = room_in_a_pack(histogram.components, asked, fitting); !room) return tl::unexpected(room.error());
  if (options.order != Order::plan && options.order != Order::permute) {
    return fail(ErrorCode::unsupported, "order " + std::string(name(options.order)) +
                                            " takes all items at once; shards have the orders plan and permute");
  }
  if (before.bins() > 0 && before.component_count() != histogram.component_count()) {
    return fail(ErrorCode::component_mismatch, "the shards before have " + std::to_string(before.component_count()) +
                                                   " sizes per item, and the plan has " +
                                                   std::to_string(histogram.component_count()));
  }
  auto state = std::make_unique<State>(histogram, plan, asked, fitting, options);
  for (std::size_t bin = 0; bin < before.bins(); ++bin) {
    if (auto passed = state->pass(before.size(bin), before.counts[bin]); !passed) {
      return tl::unexpected(passed.error());
    }
  }
  return ShardAssigner(std::move(state));
}

Result<void> ShardAssigner::add(std::span<const std::int64_t> sizes, ShardPlaces& into) {
  State& state = *state_;
  assert(sizes.size() % state.k == 0);
  const bool numbers = state.numbers_pieces();
  if (numbers && into.offsets.empty()) into.offsets.push_back(0);
  while (true) {
    sizes = sizes.subspan(state.add_plain(sizes, into) * state.k);
    if (sizes.empty()) return {};
    if (auto added = state.add_item(sizes.first(state.k), into); !added) return added;
    if (numbers) into.offsets.push_back(static_cast<std::int64_t>(into.packs.size()));
    ++state.items;
    sizes = sizes.subspan(state.k);
  }
}

}  // namespace tuplepack::packing
