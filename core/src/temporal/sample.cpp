// A node's events are sorted by time and by id: those visible to a root are one range, found by binary search, whose
// end holds the newest.

#include "tuplepack/temporal/sample.hpp"

#include "base/decimal_text.hpp"
#include "base/random.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

namespace tuplepack::temporal {

static constexpr std::int64_t max_slots = std::numeric_limits<std::int32_t>::max();

static Result<void> check_fanouts(std::span<const std::int64_t> fanouts, std::size_t roots) {
  if (fanouts.empty()) return fail(ErrorCode::limit_not_positive, "no fanouts; give one per layer");
  auto slots = static_cast<std::int64_t>(roots);
  for (const std::int64_t k : fanouts) {
    if (k < 1) {
      return fail(ErrorCode::limit_not_positive, "the fanout is " + std::to_string(k) + "; it must be at least 1");
    }
    if (slots > max_slots / k) {
      return fail(ErrorCode::too_large, std::to_string(slots) + " roots with " + std::to_string(k) +
                                            " neighbours each are 2^31 slots or more");
    }
    slots *= k;
  }
  return {};
}

static bool is_nan(std::int64_t) {
  return false;
}
static bool is_nan(double time) {
  return std::isnan(time);
}

template <typename Time>
static Result<void> check_window(Time window) {
  if (is_nan(window)) return fail(ErrorCode::malformed, "the window is not a number");
  if (window < 0) {
    return fail(ErrorCode::negative, "the window is " + number_text(window) + "; it must be at least 0");
  }
  return {};
}

template <typename Time>
Result<void> check_sample(const TemporalCsr<Time>& csr, const Roots<Time>& roots, const SampleOptions<Time>& options) {
  if (auto checked = check_fanouts(options.fanouts, roots.nodes.size()); !checked) return checked;
  if (options.window) {
    if (auto checked = check_window(*options.window); !checked) return checked;
  }
  for (std::size_t r = 0; r < roots.nodes.size(); ++r) {
    if (roots.nodes[r] < -1 || roots.nodes[r] >= csr.nodes()) {
      return fail(ErrorCode::out_of_range, "root " + std::to_string(r) + " is node " + std::to_string(roots.nodes[r]) +
                                               "; nodes are 0 to " + std::to_string(csr.nodes() - 1));
    }
    if (is_nan(roots.times[r])) {
      return fail(ErrorCode::malformed, "the time of root " + std::to_string(r) + " is not a number");
    }
  }
  return {};
}

/// Where in [begin, end) the entries that are `before` end; those are first. Without branches that depend on entries.
template <typename Before>
static std::int64_t end_of(std::int64_t begin, std::int64_t end, const Before& before) {
  std::int64_t length = end - begin;
  while (length > 0) {
    const std::int64_t half = (length + 1) / 2;
    begin += before(begin + half - 1) ? half : 0;
    length -= half;
  }
  return begin;
}

struct EntryRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// The earliest time that a window reaches back to; whole numbers stop at the smallest there is.
static std::int64_t window_begin(std::int64_t time, std::int64_t window) {
  constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
  return time < smallest + window ? smallest : time - window;
}
static double window_begin(double time, double window) {
  return time - window;
}

/// The entries that root r sees.
template <typename Time, typename RootId>
static EntryRange visible_range(const TemporalCsr<Time>& csr, const Roots<Time, RootId>& roots,
                                const SampleOptions<Time>& options, std::size_t r) {
  const auto node = static_cast<std::size_t>(roots.nodes[r]);
  const Time time = roots.times[r];
  const Time* times = csr.times.data();
  const Interaction* interactions = csr.interactions.data();
  EntryRange range{csr.offsets[node], csr.offsets[node + 1]};
  switch (options.visible) {
    case Visible::strict:
      range.end = end_of(range.begin, range.end, [&](std::int64_t i) { return times[i] < time; });
      break;
    case Visible::inclusive:
      range.end = end_of(range.begin, range.end, [&](std::int64_t i) { return times[i] <= time; });
      break;
    case Visible::batch_start:
      range.end =
          end_of(range.begin, range.end, [&](std::int64_t i) { return interactions[i].event < roots.before[r]; });
      break;
  }
  if (options.window) {
    const Time earliest = window_begin(time, *options.window);
    range.begin = end_of(range.begin, range.end, [&](std::int64_t i) { return times[i] < earliest; });
  }
  return range;
}

/// Chooses k = chosen.size() of n > k entries, last entry first. Draw i adds one of the first n − k + i + 1 entries, or
/// the last of these if that one is in already (Floyd, in Bentley 1987): each set of k is as likely.
static void choose(EntryRange range, std::uint64_t root_key, std::span<std::int64_t> chosen) {
  const std::int64_t first = range.end - range.begin - static_cast<std::int64_t>(chosen.size());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const std::int64_t last = first + static_cast<std::int64_t>(i);
    const std::int64_t drawn = range.begin + Random(root_key ^ i).below(static_cast<std::uint32_t>(last + 1));
    std::size_t place = i;
    while (place > 0 && chosen[place - 1] < drawn) --place;
    const bool is_in = place > 0 && chosen[place - 1] == drawn;
    if (is_in) place = 0;
    std::copy_backward(chosen.begin() + static_cast<std::ptrdiff_t>(place),
                       chosen.begin() + static_cast<std::ptrdiff_t>(i),
                       chosen.begin() + static_cast<std::ptrdiff_t>(i + 1));
    chosen[place] = is_in ? range.begin + last : drawn;
  }
}

/// Asks for the newest entries of a range, which are copied soon.
template <typename Time>
static void prefetch_newest(const TemporalCsr<Time>& csr, EntryRange range) {
  constexpr std::int64_t line = 64 / sizeof(Interaction);
  const std::int64_t begin = std::max(range.begin, range.end - line);
  __builtin_prefetch(csr.interactions.data() + begin);
  __builtin_prefetch(csr.interactions.data() + range.end);
  __builtin_prefetch(csr.times.data() + begin);
}

/// Writes a row of `count` neighbours and k − count empty slots.
/// entry_of   the entry in a slot
template <typename Time, typename Id, typename EntryOf>
static void write_row(const TemporalCsr<Time>& csr, const NeighbourArrays<Time, Id>& out, std::size_t row,
                      std::size_t k, std::size_t count, Time root_time, const EntryOf& entry_of) {
  Id* nodes = out.nodes.data() + row * k;
  Id* events = out.events.data() + row * k;
  Time* times = out.times.data() + row * k;
  for (std::size_t j = 0; j < count; ++j) {
    const auto entry = static_cast<std::size_t>(entry_of(j));
    const Interaction interaction = csr.interactions[entry];
    nodes[j] = interaction.neighbour;
    events[j] = interaction.event;
    times[j] = csr.times[entry];
  }
  std::fill(nodes + count, nodes + k, Id{-1});
  std::fill(events + count, events + k, Id{-1});
  std::fill(times + count, times + k, root_time);
  out.counts[row] = static_cast<std::int32_t>(count);
}

template <typename Time, typename RootId, typename Id>
void fill_neighbours(const TemporalCsr<Time>& csr, const Roots<Time, RootId>& roots, const SampleOptions<Time>& options,
                     std::size_t layer, std::int64_t begin, std::int64_t end, const NeighbourArrays<Time, Id>& out) {
  const auto k = static_cast<std::size_t>(options.fanouts[layer]);
  assert(roots.times.size() == roots.nodes.size() && out.counts.size() == roots.nodes.size());
  assert(out.nodes.size() == out.counts.size() * k && out.events.size() == out.nodes.size());
  assert(out.times.size() == out.nodes.size());
  assert(options.visible != Visible::batch_start || roots.before.size() == roots.nodes.size());

  const std::uint64_t layer_key = Random(Random(options.seed).next() ^ layer).next();
  std::int64_t first_root = options.first_root;  // in the layer's whole list
  for (std::size_t above = 0; above < layer; ++above) first_root *= options.fanouts[above];
  std::vector<std::int64_t> chosen(options.strategy == SampleStrategy::uniform ? k : 0);
  std::array<EntryRange, 16> ranges;  // of roots side by side: while one waits for the memory, the others continue
  auto r = static_cast<std::size_t>(begin);
  while (r < static_cast<std::size_t>(end)) {
    const std::size_t block = std::min(ranges.size(), static_cast<std::size_t>(end) - r);
    for (std::size_t i = 0; i < block; ++i) {
      ranges[i] = roots.nodes[r + i] < 0 ? EntryRange{} : visible_range(csr, roots, options, r + i);
      prefetch_newest(csr, ranges[i]);
    }
    for (std::size_t i = 0; i < block; ++i, ++r) {
      const EntryRange range = ranges[i];
      const auto seen = static_cast<std::size_t>(range.end - range.begin);
      if (options.strategy == SampleStrategy::uniform && seen > k) {
        choose(range, Random(layer_key ^ (static_cast<std::uint64_t>(first_root) + r)).next(), chosen);
        write_row(csr, out, r, k, k, roots.times[r], [&](std::size_t j) { return chosen[j]; });
      } else {
        write_row(csr, out, r, k, std::min(seen, k), roots.times[r],
                  [&](std::size_t j) { return range.end - 1 - static_cast<std::int64_t>(j); });
      }
    }
  }
}

template <typename Time, typename Id>
Result<std::vector<Neighbours<Time, Id>>> sample(const TemporalCsr<Time>& csr, const Roots<Time>& roots,
                                                 const SampleOptions<Time>& options, const ForPieces& for_pieces) {
  if (auto checked = check_sample(csr, roots, options); !checked) {
    return tl::unexpected<Error>(std::move(checked.error()));
  }
  std::vector<Neighbours<Time, Id>> layers;
  layers.reserve(options.fanouts.size());
  const auto add_layer = [&](const auto& layer_roots) {
    const std::size_t layer = layers.size(), count = layer_roots.nodes.size();
    const NeighbourArrays<Time, Id> out = layers.emplace_back(count, options.fanouts[layer]).arrays();
    const auto fill = [&](std::int64_t begin, std::int64_t end) {
      fill_neighbours(csr, layer_roots, options, layer, begin, end, out);
    };
    if (for_pieces) {
      for_pieces(static_cast<std::int64_t>(count), fill);
    } else {
      fill(0, static_cast<std::int64_t>(count));
    }
  };
  add_layer(roots);
  while (layers.size() < options.fanouts.size()) add_layer(layers.back().as_roots());
  return layers;
}

template Result<void> check_sample(const TemporalCsr<std::int64_t>&, const Roots<std::int64_t>&,
                                   const SampleOptions<std::int64_t>&);
template Result<void> check_sample(const TemporalCsr<double>&, const Roots<double>&, const SampleOptions<double>&);
template void fill_neighbours(const TemporalCsr<std::int64_t>&, const Roots<std::int64_t>&,
                              const SampleOptions<std::int64_t>&, std::size_t, std::int64_t, std::int64_t,
                              const NeighbourArrays<std::int64_t>&);
template void fill_neighbours(const TemporalCsr<double>&, const Roots<double>&, const SampleOptions<double>&,
                              std::size_t, std::int64_t, std::int64_t, const NeighbourArrays<double>&);
template Result<std::vector<Neighbours<std::int64_t>>> sample(const TemporalCsr<std::int64_t>&,
                                                              const Roots<std::int64_t>&,
                                                              const SampleOptions<std::int64_t>&, const ForPieces&);
template Result<std::vector<Neighbours<double>>> sample(const TemporalCsr<double>&, const Roots<double>&,
                                                        const SampleOptions<double>&, const ForPieces&);
template Result<std::vector<Neighbours<std::int64_t, std::int32_t>>> sample(const TemporalCsr<std::int64_t>&,
                                                                            const Roots<std::int64_t>&,
                                                                            const SampleOptions<std::int64_t>&,
                                                                            const ForPieces&);
template Result<std::vector<Neighbours<double, std::int32_t>>> sample(const TemporalCsr<double>&, const Roots<double>&,
                                                                      const SampleOptions<double>&, const ForPieces&);

}  // namespace tuplepack::temporal
