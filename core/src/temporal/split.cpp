#include "tuplepack/temporal/split.hpp"

#include "base/decimal_text.hpp"
#include "base/name_table.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace tuplepack::temporal {

static constexpr NameTable<LossScore, 2> score_names{{{LossScore::eq7, "eq7"}, {LossScore::eq8, "eq8"}}};
static constexpr NameTable<Ties, 2> ties_names{{{Ties::split, "split"}, {Ties::keep, "keep"}}};

std::string_view name(LossScore score) {
  return name_in(score_names, score);
}

Result<LossScore> loss_score_by_name(std::string_view name) {
  return value_in(score_names, name);
}

std::vector<std::string_view> loss_scores() {
  return names_in(score_names);
}

std::string_view name(Ties ties) {
  return name_in(ties_names, ties);
}

Result<Ties> ties_by_name(std::string_view name) {
  return value_in(ties_names, name);
}

std::vector<std::string_view> tie_policies() {
  return names_in(ties_names);
}

std::int64_t Split::largest_loss() const {
  return losses.empty() ? 0 : *std::max_element(losses.begin(), losses.end());
}

std::int64_t Split::largest_batch() const {
  std::int64_t largest = 0;
  for (std::size_t b = 1; b < offsets.size(); ++b) largest = std::max(largest, offsets[b] - offsets[b - 1]);
  return largest;
}

namespace {

/// The nodes of the current batch, stamped with its number, so that a new batch need not clear anything.
class BatchNodes {
 public:
  BatchNodes(const Events& events, LossScore score)
      : sources_(events.sources.data()),
        destinations_(events.destinations.data()),
        stamps_(static_cast<std::size_t>(events.nodes), batch_ - 1),
        self_loops_count_twice_(score == LossScore::eq8) {}

  void start_batch() { ++batch_; }

  /// Adds events and returns the increase of the batch's loss.
  std::int64_t add(std::size_t begin, std::size_t end) {
    std::int64_t lost = 0;
    for (std::size_t e = begin; e < end; ++e) {
      const std::int64_t source = sources_[e];
      const std::int64_t destination = destinations_[e];
      lost += occurs_again(source);
      if (source != destination || self_loops_count_twice_) lost += occurs_again(destination);
    }
    return lost;
  }

 private:
  const std::int64_t* sources_;
  const std::int64_t* destinations_;
  std::int32_t batch_ = 0;
  std::vector<std::int32_t> stamps_;
  bool self_loops_count_twice_;

  std::int64_t occurs_again(std::int64_t node) {
    std::int32_t& stamp = stamps_[static_cast<std::size_t>(node)];
    const bool again = stamp == batch_;
    stamp = batch_;
    return again ? 1 : 0;
  }
};

}  // namespace

/// Algorithm 1, corrected: the loss of a new batch starts with that of its first events, not 0, and the last events are
/// tested too.
/// group_end  the first event after the given one at which a batch may begin
template <typename GroupEnd>
static Split split_greedily(const Events& events, std::int64_t threshold, const SplitOptions& options,
                            GroupEnd group_end) {
  Split result{.offsets = {0}, .losses = {}};
  BatchNodes nodes(events, options.score);
  auto cut = options.cuts.begin();
  const std::size_t n = events.sources.size();
  std::size_t batch_begin = 0;
  std::int64_t loss = 0;
  for (std::size_t begin = 0; begin < n;) {
    const bool is_cut = cut != options.cuts.end() && static_cast<std::int64_t>(begin) == *cut;
    if (is_cut) ++cut;
    std::size_t end = group_end(begin);
    if (cut != options.cuts.end()) end = std::min(end, static_cast<std::size_t>(*cut));
    std::int64_t grown = loss + nodes.add(begin, end);
    if ((is_cut || grown > threshold) && begin > batch_begin) {
      result.offsets.push_back(static_cast<std::int64_t>(begin));
      result.losses.push_back(loss);
      batch_begin = begin;
      nodes.start_batch();
      grown = nodes.add(begin, end);
    }
    loss = grown;
    begin = end;
  }
  result.offsets.push_back(static_cast<std::int64_t>(n));
  result.losses.push_back(loss);
  return result;
}

template <typename Time>
static std::size_t end_of_time(const std::vector<Time>& times, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < times.size() && times[end] == times[begin]) ++end;
  return end;
}

/// How many of some events a share is, rounded down; 0.7 of 90 are 63, though the product of doubles is a little less.
static std::int64_t part_of(std::int64_t events, double share) {
  constexpr double rounding = 1e-12;
  const double part = share * static_cast<double>(events);
  const double nearest = std::round(part);
  return static_cast<std::int64_t>(std::abs(part - nearest) <= rounding * nearest ? nearest : part);
}

Result<std::vector<std::int64_t>> find_cuts(const Events& events, std::span<const double> at) {
  const auto is_share = [](double one) { return one > 0 && one < 1; };
  const auto does_not_ascend = std::adjacent_find(at.begin(), at.end(), std::greater_equal<>());
  if (does_not_ascend != at.end()) {
    return fail(ErrorCode::malformed, "the parts must begin one after the other, and " +
                                          number_text(*(does_not_ascend + 1)) + " follows " +
                                          number_text(*does_not_ascend));
  }
  const bool are_shares = std::all_of(at.begin(), at.end(), is_share);
  if (!are_shares && std::any_of(at.begin(), at.end(), is_share)) {
    return fail(ErrorCode::malformed, "shares between 0 and 1 cannot be combined with times");
  }
  const double last = std::visit([](const auto& times) { return static_cast<double>(times.back()); }, events.times);
  if (are_shares && !at.empty() && last > 0 && last <= 1) {
    return fail(ErrorCode::malformed, number_text(at[0]) +
                                          " may be a share of the interactions or a time: none is later than " +
                                          number_text(last) + "; scale the times so that the last is above 1");
  }
  std::vector<std::int64_t> cuts{0};
  for (const double one : at) {
    const auto first_later = [&](const auto& times) {
      const auto is_later = [](double time, auto of_event) { return time < static_cast<double>(of_event); };
      return std::upper_bound(times.begin(), times.end(), one, is_later) - times.begin();
    };
    const std::int64_t by_time = std::visit(first_later, events.times);
    cuts.push_back(are_shares ? part_of(events.size(), one) : by_time);
    if (!(cuts.back() > *(cuts.end() - 2)) || cuts.back() >= events.size()) {
      const char* side = cuts.back() >= events.size() ? "after " : "in the part that ends at ";
      return fail(ErrorCode::out_of_range, "there are no interactions " + (side + number_text(one)));
    }
  }
  cuts.erase(cuts.begin());
  return cuts;
}

std::int64_t batches_within_a_time(const Events& events, const Split& batches) {
  return std::visit(
      [&](const auto& times) {
        return std::count_if(batches.offsets.begin() + 1, batches.offsets.end() - 1, [&](std::int64_t offset) {
          const auto event = static_cast<std::size_t>(offset);
          return times[event] == times[event - 1];
        });
      },
      events.times);
}

Result<Split> split(const Events& events, std::int64_t threshold, const SplitOptions& options) {
  if (threshold < 0) {
    return fail(ErrorCode::negative,
                "the largest loss of a batch is " + std::to_string(threshold) + "; it must be 0 or more");
  }
  if (options.ties == Ties::split) {
    return split_greedily(events, threshold, options, [](std::size_t begin) { return begin + 1; });
  }
  return std::visit(
      [&](const auto& times) {
        return split_greedily(events, threshold, options, [&](std::size_t begin) { return end_of_time(times, begin); });
      },
      events.times);
}

static Split split_evenly(const Events& events, std::int64_t batch_size, LossScore score) {
  const std::int64_t n = events.size();
  Split result{.offsets = {0}, .losses = {}};
  BatchNodes nodes(events, score);
  for (std::int64_t begin = 0; begin < n;) {
    const std::int64_t end = n - begin > batch_size ? begin + batch_size : n;
    result.offsets.push_back(end);
    result.losses.push_back(nodes.add(static_cast<std::size_t>(begin), static_cast<std::size_t>(end)));
    nodes.start_batch();
    begin = end;
  }
  return result;
}

Result<Split> split_fixed(const Events& events, std::int64_t batch_size, LossScore score) {
  if (batch_size < 1) {
    return fail(ErrorCode::limit_not_positive,
                "the batch size is " + std::to_string(batch_size) + "; it must be 1 or more");
  }
  return split_evenly(events, batch_size, score);
}

std::int64_t fixed_size_within(const Events& events, std::int64_t threshold, LossScore score) {
  std::int64_t fits = 1;
  std::int64_t exceeds = events.size() + 1;  // more than all events
  while (exceeds - fits > 1) {
    const std::int64_t middle = fits + (exceeds - fits) / 2;
    (split_evenly(events, middle, score).largest_loss() <= threshold ? fits : exceeds) = middle;
  }
  return fits;
}

}  // namespace tuplepack::temporal
