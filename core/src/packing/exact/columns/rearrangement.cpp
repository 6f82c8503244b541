#include "rearrangement.hpp"

#include "base/order.hpp"
#include "one_pack.hpp"
#include "packing/filling/rest.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::packing {

namespace {

/// A place in the packs of a strategy, and the members that come there.
struct Slot {
  std::size_t strategy;
  std::int64_t packs;
  std::int64_t filled = 0;
  std::vector<Run> members{};
};

/// The places of a plan, strategy by strategy.
///   of_group  groups: their places
struct Slots {
  std::vector<Slot> all;
  std::vector<std::vector<std::size_t>> of_group;
};

Slots slots_of(const Plan& plan, std::size_t groups) {
  Slots slots{.all = {}, .of_group = std::vector<std::vector<std::size_t>>(groups)};
  for (std::size_t s = 0; s < plan.strategies(); ++s) {
    for (auto r = static_cast<std::size_t>(plan.offsets[s]); r < static_cast<std::size_t>(plan.offsets[s + 1]); ++r) {
      for (std::int64_t copy = 0; copy < plan.copies[r]; ++copy) {
        slots.of_group[plan.bins[r]].push_back(slots.all.size());
        slots.all.push_back({.strategy = s, .packs = plan.repeats[s]});
      }
    }
  }
  return slots;
}

/// Deals members to slots, one after the other, such that each has its share of those dealt so far.
/// assumes  as many members as places
void deal(std::span<const Run> members, std::span<const std::size_t> places, std::vector<Slot>& slots) {
  double all = 0;
  for (const std::size_t place : places) all += static_cast<double>(slots[place].packs);
  double dealt = 0;
  std::vector<std::int64_t> given(places.size());
  std::vector<double> owed(places.size());
  for (const Run& member : members) {
    dealt += static_cast<double>(member.copies);
    std::int64_t left = member.copies;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const Slot& slot = slots[places[i]];
      owed[i] = static_cast<double>(slot.packs) * (dealt / all) - static_cast<double>(slot.filled);
      given[i] =
          std::clamp<std::int64_t>(static_cast<std::int64_t>(owed[i]), 0, std::min(left, slot.packs - slot.filled));
      owed[i] -= static_cast<double>(given[i]);
      left -= given[i];
    }
    if (left > 0) {
      const auto order =
          sorted_numbers(places.size(), [&](std::uint32_t a, std::uint32_t b) { return owed[a] > owed[b]; });
      for (std::size_t turn = 0; left > 0; turn = (turn + 1) % order.size()) {
        const Slot& slot = slots[places[order[turn]]];
        if (slot.filled + given[order[turn]] == slot.packs) continue;
        ++given[order[turn]];
        --left;
      }
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (given[i] == 0) continue;
      slots[places[i]].members.push_back({.bin = member.bin, .copies = given[i]});
      slots[places[i]].filled += given[i];
    }
  }
}

/// Equal packs of a strategy.
///   items   bins, one for every slot
///   tie     of a row among those of equal size
struct Row {
  std::int64_t size = 0;
  std::int64_t packs = 0;
  std::vector<std::uint32_t> items{};
  std::uint64_t tie = 0;
};

/// Packs of one strategy of groups, whose items change places until they are about equally large: the rearrangement
/// algorithm (Puccetti and Rüschendorf 2012).
class Rearrangement {
 public:
  Rearrangement(const Histogram& histogram, std::span<Slot> slots) : histogram_(histogram), slots_(slots) {
    rows_.push_back({.size = 0, .packs = slots[0].packs, .items = std::vector<std::uint32_t>(slots.size())});
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) rearrange(slot);
  }

  /// Until all packs fit, nothing changes for the better, or it is stopped.
  [[nodiscard]] std::vector<Row> fit(std::int64_t limit, Stop& stop) && {
    constexpr int max_rounds = 20;
    double last = excess(limit);
    for (int round = 0; round < max_rounds && last > 0 && !stop.is_stopped(); ++round) {
      for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
        for (Row& row : rows_) row.size -= size(row.items[slot]);
        rearrange(slot);
        constexpr std::int64_t work_per_item = 20;
        stop.after(static_cast<std::int64_t>(rows_.size() * slots_.size()) * work_per_item);
      }
      const double now = excess(limit);
      if (now >= last) break;
      last = now;
    }
    return std::move(rows_);
  }

 private:
  const Histogram& histogram_;
  std::span<Slot> slots_;
  std::vector<Row> rows_;

  [[nodiscard]] std::int64_t size(std::uint32_t bin) const { return histogram_.size(bin)[0]; }

  [[nodiscard]] double excess(std::int64_t limit) const {
    double sum = 0;
    for (const Row& row : rows_)
      sum += static_cast<double>(std::max<std::int64_t>(row.size - limit, 0)) * static_cast<double>(row.packs);
    return sum;
  }

  /// The largest rows, without this slot, get its smallest members. Rows of equal size come in a random
  /// order: in that of their items, the members of two slots would make up for each other alone.
  void rearrange(std::size_t slot) {
    for (Row& row : rows_) {
      row.items[slot] = 0;
      row.tie = 0;
      for (const std::uint32_t item : row.items) row.tie = (row.tie + item + 1) * 0x9e3779b97f4a7c15U;
    }
    const auto order = sorted_numbers(rows_.size(), [&](std::uint32_t a, std::uint32_t b) {
      const Row& first = rows_[a];
      const Row& second = rows_[b];
      if (first.size != second.size) return first.size > second.size;
      return first.tie != second.tie ? first.tie < second.tie : first.items < second.items;
    });
    std::vector<Row> result;
    auto member = slots_[slot].members.begin();
    std::int64_t left = member->copies;
    const auto put = [&](Row& row, std::int64_t packs) {
      result.push_back(row);
      result.back().packs = packs;
      result.back().size += size(member->bin);
      result.back().items[slot] = member->bin;
      row.packs -= packs;
      left -= packs;
    };
    for (std::size_t i = 0; i < order.size(); ++i) {
      Row& row = rows_[order[i]];
      Row* const next = i + 1 < order.size() ? &rows_[order[i + 1]] : nullptr;
      if (next != nullptr && next->size == row.size && next->items == row.items) {
        next->packs += row.packs;
        continue;
      }
      while (row.packs > 0) {
        if (left == 0) left = (++member)->copies;
        put(row, std::min(row.packs, left));
      }
    }
    rows_ = std::move(result);
  }
};

/// Items that are in no pack for now.
class Loose {
 public:
  explicit Loose(const Histogram& histogram)
      : histogram_(histogram), counts_(histogram.bins()), skip_(numbers_below(histogram.bins() + 1)) {}

  [[nodiscard]] std::int64_t& operator[](std::uint32_t bin) { return counts_[bin]; }
  [[nodiscard]] const std::vector<std::int64_t>& counts() const { return counts_; }

  /// The largest one that fits, or `no_bin`. None may be added after the first question.
  [[nodiscard]] std::uint32_t largest_within(std::int64_t room) {
    const auto& sizes = histogram_.sizes;
    auto end = static_cast<std::uint32_t>(std::upper_bound(sizes.begin(), sizes.end(), room) - sizes.begin());
    while (end > 0 && counts_[end - 1] == 0) {
      if (skip_[end] == end) skip_[end] = end - 1;
      skip_[end] = skip_[skip_[end]];
      end = skip_[end];
    }
    return end == 0 ? no_bin : end - 1;
  }

 private:
  const Histogram& histogram_;
  std::vector<std::int64_t> counts_;
  std::vector<std::uint32_t> skip_;  // bin + 1: one that is no larger, with nothing left in between; paths are halved
};

/// Takes out the smallest item that has to go, or the largest ones, until the pack is within the limit.
void take_out_excess(Row& row, std::int64_t limit, const Histogram& histogram, Loose& loose) {
  while (row.size > limit) {
    const std::int64_t excess = row.size - limit;
    auto out = row.items.begin();
    for (auto item = row.items.begin(); item != row.items.end(); ++item) {
      const bool is_enough = histogram.size(*item)[0] >= excess;
      const bool was_enough = histogram.size(*out)[0] >= excess;
      if (is_enough && was_enough ? *item < *out : *item > *out) out = item;
    }
    row.size -= histogram.size(*out)[0];
    loose[*out] += row.packs;
    row.items.erase(out);
  }
}

/// Puts loose items into packs that have room for them: the largest that fit, into the largest room first.
/// result  all rows
std::vector<Row> fill_room(std::vector<Row> rows, const Histogram& histogram, const Limits& limits, Loose& loose) {
  const auto order =
      sorted_numbers(rows.size(), [&](std::uint32_t a, std::uint32_t b) { return rows[a].size < rows[b].size; });
  std::vector<Row> filled;
  for (const std::uint32_t number : order) {
    for (std::vector<Row> open{std::move(rows[number])}; !open.empty();) {
      Row row = std::move(open.back());
      open.pop_back();
      const bool has_place = static_cast<std::int64_t>(row.items.size()) < limits.depth;
      const std::uint32_t bin = has_place ? loose.largest_within(limits.sizes[0] - row.size) : no_bin;
      if (bin == no_bin) {
        filled.push_back(std::move(row));
        continue;
      }
      const std::int64_t packs = std::min(row.packs, loose[bin]);
      if (packs < row.packs) {
        open.push_back(row);
        open.back().packs -= packs;
      }
      row.packs = packs;
      row.size += histogram.size(bin)[0];
      row.items.push_back(bin);
      loose[bin] -= packs;
      open.push_back(std::move(row));
    }
  }
  return filled;
}

}  // namespace

std::optional<Plan> with_members(const Plan& plan, const MeanGroups& groups, const Histogram& histogram,
                                 const Limits& limits, Stop& stop) {
  Slots slots = slots_of(plan, groups.members.size());
  for (std::size_t group = 0; group < groups.members.size() && !stop.is_stopped(); ++group) {
    const auto& places = slots.of_group[group];
    deal(groups.members[group], places, slots.all);
    constexpr std::int64_t work_per_deal = 10;
    stop.after(static_cast<std::int64_t>(groups.members[group].size() * places.size()) * work_per_deal);
  }
  std::vector<Row> rows;
  Loose loose(histogram);
  for (std::size_t first = 0, end = 0; first < slots.all.size(); first = end) {
    if (stop.is_stopped()) return std::nullopt;
    while (end < slots.all.size() && slots.all[end].strategy == slots.all[first].strategy) ++end;
    const auto own = std::span(slots.all).subspan(first, end - first);
    if (own.size() > max_items_rearranged) {
      for (const Slot& slot : own) {
        for (const Run& member : slot.members) loose[member.bin] += member.copies;
      }
      continue;
    }
    for (Row& row : Rearrangement(histogram, own).fit(limits.sizes[0], stop)) {
      take_out_excess(row, limits.sizes[0], histogram, loose);
      rows.push_back(std::move(row));
    }
  }
  rows = fill_room(std::move(rows), histogram, limits, loose);
  PlanBuilder builder;
  for (Row& row : rows) builder.add(runs_of_items(std::move(row.items)), row.packs);
  const Rest rest = residual(histogram, loose.counts());
  if (rest.histogram.bins() > 0) {
    PackOptions options;
    stop.watch(options);
    options.method = "quick";
    options.keep_going = [&stop](const PackProgress& progress) {
      return !stop.ask_for(progress);
    };  // plans of the rest are not reported
    const Plan packed = pack(rest.histogram, limits, options)->plan;
    for (std::size_t s = 0; s < packed.strategies(); ++s) builder.add(rest.runs(packed, s), packed.repeats[s]);
  }
  return std::move(builder).finish();
}

}  // namespace tuplepack::packing
