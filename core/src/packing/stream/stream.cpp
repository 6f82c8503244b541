// k-bounded best fit: Csirik and Johnson, Bounded space on-line bin packing: best is better than first, Algorithmica
// 2001. Steering by the mix of an optimal plan follows the idea of Gupta and Radovanovic, Interior-point-based online
// stochastic bin packing, Operations Research 2020, but keeps the number of open packs bounded.

#include "tuplepack/packing/stream.hpp"

#include "balanced.hpp"
#include "base/arithmetic.hpp"
#include "base/name_table.hpp"
#include "look_ahead.hpp"
#include "open_packs.hpp"
#include "tuplepack/packing/component.hpp"

#include <algorithm>
#include <cassert>
#include <utility>
#include <variant>

namespace tuplepack::packing {

static constexpr NameTable<StreamPolicy, 4> stream_policy_names{{
    {StreamPolicy::best_fit, "best-fit"},
    {StreamPolicy::look_ahead, "look-ahead"},
    {StreamPolicy::guided, "guided"},
    {StreamPolicy::balanced, "balanced"},
}};

std::string_view name(StreamPolicy policy) {
  return name_in(stream_policy_names, policy);
}

Result<StreamPolicy> stream_policy_by_name(std::string_view name) {
  return value_in(stream_policy_names, name);
}

std::vector<std::string_view> stream_policies() {
  return names_in(stream_policy_names);
}

std::vector<std::string_view> stream_efforts() {
  std::vector<std::string_view> names = efforts();
  names.pop_back();
  return names;
}

void ClosedPacks::clear() {
  offsets.resize(1);
  items.clear();
  begins.clear();
  numbers.clear();
  placed.clear();
}

/// And not packs.
static bool holds_items(StreamPolicy policy) {
  return policy == StreamPolicy::look_ahead || policy == StreamPolicy::balanced;
}

using Packing = std::variant<LookAhead, OpenPacks, BalancedBuffer>;

struct StreamPacker::State {
  State(const Limits& asked, const Fitting& how, const Limits& pack_room, const StreamOptions& options)
      : fitting(how),
        fitter(asked, how),
        room(pack_room),
        policy(options.policy),
        keeps_places(options.keeps_places),
        most(options.held),
        effort(options.effort),
        packing(make_packing(pack_room, options)) {
    totals.real.resize(room.sizes.size());
    totals.taken.resize(room.sizes.size());
  }

  Fitting fitting;
  ItemFitter fitter;
  Limits room;
  StreamPolicy policy;
  bool keeps_places;
  std::int64_t most;
  Effort effort;
  Packing packing;
  StreamTotals totals;

  static Packing make_packing(const Limits& room, const StreamOptions& options) {
    const auto most = static_cast<std::size_t>(options.held);
    if (options.policy == StreamPolicy::look_ahead) {
      return Packing(std::in_place_type<LookAhead>, room, most, options.effort);
    }
    if (options.policy == StreamPolicy::balanced) return Packing(std::in_place_type<BalancedBuffer>, room, most);
    std::optional<Guide> guide;
    if (options.policy == StreamPolicy::guided) guide.emplace(*options.guide, room.sizes);
    return Packing(std::in_place_type<OpenPacks>, room, most, std::move(guide), options.keeps_places);
  }

  [[nodiscard]] PackWriter writer(ClosedPacks& closed) {
    return {closed, fitting.overlong == Overlong::split, totals.packs};
  }
  [[nodiscard]] std::string item_text(const std::int64_t* size, std::int64_t number) const {
    return "item " + std::to_string(number) + " of size " + size_text(std::span(size, room.sizes.size()));
  }
  /// taken   by the items before it
  [[nodiscard]] Result<void> check_size(const std::int64_t* size, std::int64_t number,
                                        std::span<const std::int64_t> taken) const;
  [[nodiscard]] bool is_over_limit(const std::int64_t* size) const {
    return !fits(size, fitter.room().data(), room.sizes.size());
  }
  /// Hands over the pieces of an item, each with its beginning; false where it is over the limit, and that is an error.
  template <typename Use>
  [[nodiscard]] bool fit(const std::int64_t* size, bool is_over, const Use& use);
  [[nodiscard]] tl::unexpected<Error> over_limit(const std::int64_t* size, std::int64_t number) const {
    return fail(ErrorCode::item_over_limit, item_text(size, number) + " is over the limit " + size_text(fitter.room()));
  }
  template <typename Into>
  [[nodiscard]] Result<void> add_item(const std::int64_t* size, Into& into, PackWriter& out);
  [[nodiscard]] std::vector<std::int64_t> settings() const;
};

StreamPacker::StreamPacker(std::unique_ptr<State> state) : state_(std::move(state)) {}
StreamPacker::~StreamPacker() = default;
StreamPacker::StreamPacker(StreamPacker&&) noexcept = default;
StreamPacker& StreamPacker::operator=(StreamPacker&&) noexcept = default;

static Result<void> check_guide(std::span<const std::string> components, const Limits& room,
                                const StreamOptions& options) {
  if (!options.guide) return fail(ErrorCode::plan_mismatch, "guided packing needs a plan");
  const StreamGuide& guide = *options.guide;
  if (guide.histogram.component_count() != components.size()) {
    return fail(ErrorCode::component_mismatch, "the guide has " + std::to_string(guide.histogram.component_count()) +
                                                   " components, the items " + std::to_string(components.size()));
  }
  const std::vector<std::string>& planned = guide.histogram.components;
  if (are_reordered(components, planned)) {
    return fail(ErrorCode::component_mismatch,
                "the guide has the components of the items in a different order: " + component_list(planned));
  }
  auto checked = check(guide.histogram, room, guide.plan);
  if (!checked) checked.error().message = "the guide plan violates the limits: " + checked.error().message;
  return checked;
}

Result<StreamPacker> StreamPacker::create(std::span<const std::string> components, const Limits& asked,
                                          const Fitting& fitting, const StreamOptions& options) {
  auto room = room_in_a_pack(components, asked, fitting);
  if (!room) return tl::unexpected(room.error());
  room->depth = std::min(room->depth, max_items_in_a_pack);
  if (options.held < 1 || options.held > max_held) {
    return fail(options.held < 1 ? ErrorCode::limit_not_positive : ErrorCode::too_large,
                (holds_items(options.policy) ? "buffer size " : "number of open packs ") +
                    std::to_string(options.held) + " is not between 1 and " + std::to_string(max_held));
  }
  if (options.keeps_places && holds_items(options.policy)) {
    return fail(ErrorCode::unsupported, "items that are held back have no pack yet; keep packs open instead");
  }
  if (options.effort == Effort::full) {
    return fail(ErrorCode::unsupported, "a buffer is planned with effort quick or usual, not full");
  }
  if (options.effort != Effort::quick && options.policy != StreamPolicy::look_ahead) {
    return fail(ErrorCode::unsupported,
                "effort usual is for the look-ahead, not for a balanced buffer or open packs; choose quick");
  }
  if (options.policy == StreamPolicy::guided) {
    if (auto good = check_guide(components, *room, options); !good) return tl::unexpected(good.error());
  }
  return StreamPacker(std::make_unique<State>(asked, fitting, *room, options));
}

/// number  of the item
Result<void> StreamPacker::State::check_size(const std::int64_t* size, std::int64_t number,
                                             std::span<const std::int64_t> taken) const {
  for (std::size_t c = 0; c < room.sizes.size(); ++c) {
    if (size[c] < 0) return fail(ErrorCode::negative, item_text(size, number) + " is negative");
    // What an item takes is below its size and one multiple more.
    if (size[c] > max_exact || taken[c] > max_exact - size[c] - room.sizes[c]) {
      return fail(ErrorCode::too_large, item_text(size, number) + " brings the total beyond 2^53");
    }
  }
  if (fitting.overlong == Overlong::split && size[0] / fitter.room()[0] >= max_items_in_a_pack) {
    return fail(ErrorCode::too_large, item_text(size, number) + " would be split into more than " +
                                          std::to_string(max_items_in_a_pack) + " pieces");
  }
  return {};
}

template <typename Use>
bool StreamPacker::State::fit(const std::int64_t* size, bool is_over, const Use& use) {
  const std::span item(size, room.sizes.size());
  if (is_over || !fitter.is_identity()) return fitter(item, use);
  use(item, 0);
  return true;
}

template <typename Into>
Result<void> StreamPacker::State::add_item(const std::int64_t* size, Into& into, PackWriter& out) {
  const std::size_t k = room.sizes.size();
  if (auto good = check_size(size, totals.items, totals.taken); !good) return good;
  const std::int64_t pieces_before = totals.pieces;
  const bool is_over = is_over_limit(size);
  const auto use = [&](std::span<const std::int64_t> piece, std::int64_t begin) {
    for (std::size_t c = 0; c < k; ++c) {
      totals.real[c] += std::min(size[c] - begin, fitter.room()[c]);
      totals.taken[c] += piece[c];
    }
    ++totals.pieces;
    into.add({.item = totals.items, .begin = begin, .sizes = piece.data()}, out);
  };
  if (!fit(size, is_over, use)) return over_limit(size, totals.items);
  if (is_over) ++totals.overlong;
  if (totals.pieces == pieces_before) {
    ++totals.dropped;
    if (keeps_places) out.place_nowhere();
  }
  ++totals.items;
  return {};
}

Result<void> StreamPacker::add(std::span<const std::int64_t> sizes, ClosedPacks& closed) {
  State& state = *state_;
  const std::size_t k = state.room.sizes.size();
  assert(sizes.size() % k == 0);
  PackWriter out = state.writer(closed);
  return std::visit(
      [&](auto& packing) -> Result<void> {
        for (std::size_t at = 0; at < sizes.size(); at += k) {
          if (auto added = state.add_item(sizes.data() + at, packing, out); !added) return added;
        }
        return {};
      },
      state.packing);
}

Result<void> StreamPacker::check(std::span<const std::int64_t> sizes) const {
  State& state = *state_;
  const std::size_t k = state.room.sizes.size();
  assert(sizes.size() % k == 0);
  std::int64_t number = state.totals.items;
  std::vector<std::int64_t> taken(state.totals.taken.begin(), state.totals.taken.end());
  const auto take = [&](std::span<const std::int64_t> piece, std::int64_t) {
    for (std::size_t c = 0; c < k; ++c) taken[c] += piece[c];
  };
  for (std::size_t at = 0; at < sizes.size(); at += k, ++number) {
    const std::int64_t* const size = sizes.data() + at;
    if (auto good = state.check_size(size, number, taken); !good) return good;
    if (!state.fit(size, state.is_over_limit(size), take)) return state.over_limit(size, number);
  }
  return {};
}

void StreamPacker::finish(ClosedPacks& closed) {
  PackWriter out = state_->writer(closed);
  std::visit([&](auto& packing) { packing.finish(out); }, state_->packing);
}

const StreamTotals& StreamPacker::totals() const {
  return state_->totals;
}

std::int64_t StreamPacker::held() const {
  return std::visit([](const auto& packing) { return static_cast<std::int64_t>(packing.held()); }, state_->packing);
}

std::int64_t StreamPacker::lower_bound() const {
  const StreamTotals& totals = state_->totals;
  std::int64_t packs = divide_up(totals.pieces, state_->room.depth);
  for (std::size_t c = 0; c < totals.taken.size(); ++c) {
    packs = std::max(packs, divide_up(totals.taken[c], state_->room.sizes[c]));
  }
  return packs;
}

/// What a restored packer must have in common with the saved one.
std::vector<std::int64_t> StreamPacker::State::settings() const {
  const std::int64_t version =
      (keeps_places ? 2 : 1) + (fitting.per_item.empty() ? 0 : 2) + (effort == Effort::quick ? 0 : 4);
  const auto* packs = std::get_if<OpenPacks>(&packing);
  std::vector<std::int64_t> numbers{version,
                                    static_cast<std::int64_t>(policy),
                                    most,
                                    room.depth,
                                    static_cast<std::int64_t>(fitting.overlong),
                                    packs == nullptr ? 0 : packs->guide_fingerprint(),
                                    static_cast<std::int64_t>(fitting.align_item.size())};
  numbers.insert(numbers.end(), fitting.align_item.begin(), fitting.align_item.end());
  numbers.insert(numbers.end(), fitting.per_item.begin(), fitting.per_item.end());
  numbers.insert(numbers.end(), room.sizes.begin(), room.sizes.end());
  return numbers;
}

std::vector<std::int64_t> StreamPacker::save() const {
  std::vector<std::int64_t> numbers = state_->settings();
  const StreamTotals& totals = state_->totals;
  for (const std::int64_t total : {totals.items, totals.overlong, totals.dropped, totals.pieces, totals.packs}) {
    numbers.push_back(total);
  }
  numbers.insert(numbers.end(), totals.real.begin(), totals.real.end());
  numbers.insert(numbers.end(), totals.taken.begin(), totals.taken.end());
  std::visit([&](const auto& packing) { packing.save(numbers); }, state_->packing);
  return numbers;
}

Result<void> StreamPacker::restore(std::span<const std::int64_t> saved) {
  const std::vector<std::int64_t> settings = state_->settings();
  if (saved.size() < settings.size() || !std::equal(settings.begin(), settings.end(), saved.begin())) {
    return fail(ErrorCode::plan_mismatch,
                "the checkpoint was saved with different limits or options, or a different plan");
  }
  SavedNumbers numbers(saved.subspan(settings.size()));
  StreamTotals& totals = state_->totals;
  for (std::int64_t* total : {&totals.items, &totals.overlong, &totals.dropped, &totals.pieces, &totals.packs}) {
    *total = numbers.next(0, max_exact);
  }
  for (std::int64_t& sum : totals.real) sum = numbers.next(0, max_exact);
  for (std::int64_t& sum : totals.taken) sum = numbers.next(0, max_exact);
  std::visit([&](auto& packing) { packing.restore(numbers, totals.items); }, state_->packing);
  if (numbers.bad() || !numbers.at_end()) return fail(ErrorCode::malformed, "the state is damaged");
  return {};
}

}  // namespace tuplepack::packing
