#include "tuplepack/packing/fitting.hpp"

#include "base/arithmetic.hpp"
#include "base/decimal_text.hpp"
#include "base/name_table.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tuplepack::packing {

static constexpr NameTable<Overlong, 4> overlong_names{{
    {Overlong::error, "error"},
    {Overlong::drop, "drop"},
    {Overlong::truncate, "truncate"},
    {Overlong::split, "split"},
}};

std::string_view name(Overlong policy) {
  return name_in(overlong_names, policy);
}

Result<Overlong> overlong_by_name(std::string_view name) {
  return value_in(overlong_names, name);
}

std::vector<std::string_view> overlong_policies() {
  return names_in(overlong_names);
}

static std::int64_t or_default(const std::vector<std::int64_t>& values, std::size_t c, std::int64_t otherwise) {
  return values.empty() ? otherwise : values[c];
}

static std::int64_t down(std::int64_t value, std::int64_t multiple) {
  return value - value % multiple;
}
static std::int64_t up(std::int64_t value, std::int64_t multiple) {
  return down(value + multiple - 1, multiple);
}

/// What a pack can hold of component c. Items take multiples of align_item, so a remainder below one is of no use.
static std::int64_t room_for(const Limits& asked, const Fitting& fitting, std::size_t c) {
  const std::int64_t free = std::max<std::int64_t>(asked.sizes[c] - or_default(fitting.reserve, c, 0), 0);
  return down(down(free, or_default(fitting.align_total, c, 1)), or_default(fitting.align_item, c, 1));
}

std::int64_t taken_per_item(const Fitting& fitting, std::size_t component) {
  return or_default(fitting.per_item, component, 0);
}

/// What an item of this size takes.
static std::int64_t taken(std::int64_t size, const Fitting& fitting, std::size_t c) {
  return up(size + taken_per_item(fitting, c), or_default(fitting.align_item, c, 1));
}

ItemFitter::ItemFitter(const Limits& asked, const Fitting& fitting)
    : room_(asked.sizes.size()),
      per_item_(asked.sizes.size()),
      align_(asked.sizes.size()),
      piece_(asked.sizes.size()),
      overlong_(fitting.overlong),
      identity_(true) {
  for (std::size_t c = 0; c < room_.size(); ++c) {
    per_item_[c] = taken_per_item(fitting, c);
    room_[c] = room_for(asked, fitting, c) - per_item_[c];
    align_[c] = or_default(fitting.align_item, c, 1);
    identity_ = identity_ && align_[c] == 1 && per_item_[c] == 0;
  }
}

void ItemFitter::align_piece(std::span<const std::int64_t> sizes) {
  for (std::size_t c = 0; c < piece_.size(); ++c)
    piece_[c] = up(std::min(sizes[c], room_[c]) + per_item_[c], align_[c]);
}

Result<Limits> room_in_a_pack(std::span<const std::string> components, const Limits& limits, const Fitting& fitting) {
  const std::size_t k = components.size();
  const auto wrong_length = [&](const std::vector<std::int64_t>& values) {
    return !values.empty() && values.size() != k;
  };
  if (limits.sizes.size() != k || wrong_length(fitting.align_item) || wrong_length(fitting.align_total) ||
      wrong_length(fitting.reserve) || wrong_length(fitting.per_item)) {
    return fail(
        ErrorCode::component_mismatch,
        "limits, alignment, reserve and what every item takes need one value for each of " + counted(k, "component"));
  }
  const auto in_range = [](std::int64_t value, std::int64_t lowest) { return value >= lowest && value <= max_exact; };
  for (std::size_t c = 0; c < k; ++c) {
    const std::string& component = components[c];
    if (!in_range(limits.sizes[c], 1)) {
      return fail(limits.sizes[c] < 1 ? ErrorCode::limit_not_positive : ErrorCode::too_large,
                  "limit " + std::to_string(limits.sizes[c]) + " for " + component + " is not between 1 and 2^53");
    }
    if (!in_range(or_default(fitting.align_item, c, 1), 1) || !in_range(or_default(fitting.align_total, c, 1), 1)) {
      return fail(ErrorCode::limit_not_positive, "the alignment for " + component + " is not between 1 and 2^53");
    }
    if (!in_range(or_default(fitting.reserve, c, 0), 0)) {
      return fail(ErrorCode::negative, "the reserve for " + component + " is not between 0 and 2^53");
    }
    if (!in_range(taken_per_item(fitting, c), 0)) {
      return fail(ErrorCode::negative, "what every item takes of " + component + " is not between 0 and 2^53");
    }
    if (const std::int64_t room = room_for(limits, fitting, c); room >= 1 && room <= taken_per_item(fitting, c)) {
      return fail(ErrorCode::limit_not_positive, "limit " + std::to_string(limits.sizes[c]) + " for " + component +
                                                     " leaves no room besides the " +
                                                     std::to_string(taken_per_item(fitting, c)) + " of every item");
    }
    if (room_for(limits, fitting, c) < 1) {
      return fail(ErrorCode::limit_not_positive, "limit " + std::to_string(limits.sizes[c]) + " for " + component +
                                                     " leaves no room after reserve and alignment");
    }
  }
  if (fitting.reserve_items < 0) return fail(ErrorCode::negative, "the reserve for items is negative");
  if (limits.depth < 1 || (limits.depth != unlimited_depth && limits.depth <= fitting.reserve_items)) {
    return fail(ErrorCode::limit_not_positive,
                "depth " + std::to_string(limits.depth) +
                    (limits.depth < 1 ? " is not positive" : " leaves no slot after the reserve"));
  }
  if (fitting.overlong == Overlong::split && k != 1) {
    return fail(ErrorCode::unsupported, "only items of one component can be split");
  }
  Limits room{.sizes = std::vector<std::int64_t>(k), .depth = limits.depth};
  for (std::size_t c = 0; c < k; ++c) room.sizes[c] = room_for(limits, fitting, c);
  if (limits.depth != unlimited_depth) room.depth -= fitting.reserve_items;
  return room;
}

/// Adds what becomes of `count` items of one size: to `packed` as they take room, to `real` as they carry data.
static Result<void> add_fitted(std::span<const std::int64_t> size, std::int64_t count, ItemFitter& fitter,
                               const Fitting& fitting, HistogramBuilder& packed, HistogramBuilder& real,
                               OverlongCount& overlong) {
  const std::span<const std::int64_t> room = fitter.room();
  const auto add_both = [&](std::span<const std::int64_t> kept, std::int64_t items) -> Result<void> {
    std::vector<std::int64_t> aligned(kept.size());
    for (std::size_t c = 0; c < kept.size(); ++c) aligned[c] = taken(kept[c], fitting, c);
    if (auto added = real.add(kept, items); !added) return added;
    return packed.add(aligned, items);
  };
  bool fits = true;
  for (std::size_t c = 0; c < size.size(); ++c) fits = fits && size[c] <= room[c];
  if (fits) return add_both(size, count);  // room is a multiple of the alignment, so the aligned size fits too

  if (count > max_exact - overlong.items) return fail(ErrorCode::too_large, "more than 2^53 items");
  overlong.items += count;
  switch (fitting.overlong) {
    case Overlong::error:
      for (std::size_t c = 0; c < size.size(); ++c) {
        if (size[c] > room[c]) {
          return fail(ErrorCode::item_over_limit,
                      "an item of size " + size_text(size) + " is over the limit " + size_text(room));
        }
      }
      break;
    case Overlong::drop:
      for (std::size_t c = 0; c < size.size(); ++c) overlong.lost[c] += count * size[c];
      break;
    case Overlong::truncate: {
      std::vector<std::int64_t> cut(size.size());
      for (std::size_t c = 0; c < size.size(); ++c) {
        cut[c] = std::min(size[c], room[c]);
        overlong.lost[c] += count * (size[c] - cut[c]);
      }
      overlong.pieces += count;
      return add_both(cut, count);
    }
    case Overlong::split: {
      const std::int64_t whole = size[0] / room[0];
      const std::int64_t rest = size[0] % room[0];
      const std::int64_t pieces = whole + (rest > 0 ? 1 : 0);
      if (pieces > (max_exact - overlong.pieces) / count) return fail(ErrorCode::too_large, "more than 2^53 pieces");
      overlong.pieces += pieces * count;
      if (auto added = add_both(room, whole * count); !added) return added;
      if (rest > 0) return add_both(std::span(&rest, 1), count);
    }
  }
  return {};
}

/// The error of an item that does not fit, with the limits that were asked for where less is left of them for it.
static Error with_limits(Error error, const Limits& asked, const Fitting& fitting) {
  const ItemFitter fitter(asked, fitting);
  const auto room = fitter.room();
  if (error.code == ErrorCode::item_over_limit && !std::equal(room.begin(), room.end(), asked.sizes.begin())) {
    error.message += ", that is " + size_text(asked.sizes) + " minus reserve" +
                     (fitting.per_item.empty() ? " and alignment" : ", alignment and the extra space per item");
  }
  return error;
}

Result<Fitted> fit(const Histogram& histogram, const Limits& limits, const Fitting& fitting) {
  auto room = room_in_a_pack(histogram.components, limits, fitting);
  if (!room) return tl::unexpected(room.error());
  const std::size_t k = histogram.component_count();
  if (histogram.bins() == 0) {
    return Fitted{.histogram = histogram,
                  .limits = std::move(*room),
                  .real = totals(histogram),
                  .overlong = {.items = 0, .lost = std::vector<std::int64_t>(k), .pieces = 0}};
  }
  ItemFitter fitter(limits, fitting);
  HistogramBuilder packed(k);
  HistogramBuilder real(k);
  OverlongCount overlong{.items = 0, .lost = std::vector<std::int64_t>(k), .pieces = 0};
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    auto added = add_fitted(histogram.size(bin), histogram.counts[bin], fitter, fitting, packed, real, overlong);
    if (!added) return tl::unexpected(with_limits(std::move(added.error()), limits, fitting));
  }
  auto packed_histogram = std::move(packed).finish(histogram.components);
  if (!packed_histogram) {
    return fail(ErrorCode::empty, "every item is over the limit and was dropped");
  }
  auto real_histogram = std::move(real).finish(histogram.components);
  Fitted fitted;
  fitted.histogram = std::move(*packed_histogram);
  fitted.limits = std::move(*room);
  fitted.real = totals(*real_histogram);
  fitted.overlong = std::move(overlong);
  if (auto valid = validate(fitted.histogram, fitted.limits); !valid) return tl::unexpected(valid.error());
  return fitted;
}

}  // namespace tuplepack::packing
