#include "tuplepack/temporal/requested_rows.hpp"

#include "base/name_table.hpp"

#include <algorithm>
#include <iterator>

namespace tuplepack::temporal {

static constexpr NameTable<FeatureTableOf, 2> feature_table_names{{
    {FeatureTableOf::nodes, "nodes"},
    {FeatureTableOf::edges, "edges"},
}};

std::string_view name(FeatureTableOf table) {
  return name_in(feature_table_names, table);
}

Result<FeatureTableOf> feature_table_by_name(std::string_view name) {
  return value_in(feature_table_names, name);
}

std::vector<std::string_view> feature_tables() {
  return names_in(feature_table_names);
}

RequestedRows::RequestedRows(const Events& events, std::span<const std::int64_t> offsets, RowRequest request)
    : events_(events),
      offsets_(offsets),
      request_(std::move(request)),
      negatives_(draw_negatives(events, request_.negatives)) {
  const auto build = [&](const auto& times) {
    csr_ = temporal_csr(std::span(events.sources), std::span(events.destinations), std::span(times), events.nodes,
                        Direction::both);
  };
  std::visit(build, events.times);
}

template <typename T>
static void append(std::vector<T>& all, const std::vector<T>& from, std::size_t begin, std::size_t end) {
  all.insert(all.end(), from.begin() + static_cast<std::ptrdiff_t>(begin),
             from.begin() + static_cast<std::ptrdiff_t>(end));
}

/// The times of the roots of the events [begin, end): sources, destinations, negatives.
template <typename Time>
static std::vector<Time> root_times(const std::vector<Time>& of_events, std::size_t negatives, std::size_t begin,
                                    std::size_t end) {
  std::vector<Time> times;
  times.reserve((2 + negatives) * (end - begin));
  append(times, of_events, begin, end);
  append(times, of_events, begin, end);
  for (std::size_t e = begin; e < end; ++e) times.insert(times.end(), negatives, of_events[e]);
  return times;
}

/// How many roots are sampled at once: a slot for a neighbour takes 24 bytes, and a batch may hold all events.
static std::size_t roots_at_once(const RowRequest& request) {
  constexpr std::size_t slots = std::size_t{1} << 20;
  std::size_t per_root = 1;
  for (const std::int64_t fanout : request.fanouts) {
    per_root *= static_cast<std::size_t>(std::clamp<std::int64_t>(fanout, 1, slots));
    if (per_root >= slots) return 1;
  }
  return slots / per_root;
}

namespace {

/// What is found in a layer, in the order of its roots.
struct Found {
  std::vector<std::int64_t> ids;
  std::vector<std::int32_t> counts;  ///< of its roots, empty slots of the layer before left out
};

}  // namespace

/// The same however many roots are sampled at once.
template <typename Time>
static Result<std::vector<Found>> find_neighbours(const TemporalCsr<Time>& csr, const Roots<Time>& roots,
                                                  const RowRequest& request) {
  const SampleOptions<Time> options{.fanouts = request.fanouts};
  if (const auto checked = check_sample(csr, roots, options); !checked) return tl::unexpected(checked.error());
  const std::size_t at_once = roots_at_once(request);
  std::vector<Found> found(request.fanouts.size());
  for (std::size_t begin = 0; begin < roots.nodes.size(); begin += at_once) {
    const std::size_t count = std::min(at_once, roots.nodes.size() - begin);
    const Roots<Time> some{.nodes = roots.nodes.subspan(begin, count), .times = roots.times.subspan(begin, count)};
    const auto layers = sample(csr, some, options);
    if (!layers) return tl::unexpected(layers.error());
    std::span<const std::int64_t> of = some.nodes;
    for (std::size_t layer = 0; layer < layers->size(); ++layer) {
      const Neighbours<Time>& now = (*layers)[layer];
      const auto& all = request.table == FeatureTableOf::nodes ? now.nodes : now.events;
      std::copy_if(all.begin(), all.end(), std::back_inserter(found[layer].ids), [](auto id) { return id >= 0; });
      for (std::size_t root = 0; root < of.size(); ++root) {
        if (of[root] >= 0) found[layer].counts.push_back(now.counts[root]);
      }
      of = now.nodes;
    }
  }
  return found;
}

Result<std::span<const std::int64_t>> RequestedRows::of(std::int64_t batch) {
  const auto begin = static_cast<std::size_t>(offsets_[static_cast<std::size_t>(batch)]);
  const auto end = static_cast<std::size_t>(offsets_[static_cast<std::size_t>(batch) + 1]);
  const auto n = static_cast<std::size_t>(request_.negatives.per_event);
  std::vector<std::int64_t> roots;
  roots.reserve((2 + n) * (end - begin));
  append(roots, events_.sources, begin, end);
  append(roots, events_.destinations, begin, end);
  append(roots, negatives_, begin * n, end * n);
  ids_.clear();
  if (request_.table == FeatureTableOf::nodes) {
    ids_ = roots;
  } else {
    for (std::size_t e = begin; e < end; ++e) ids_.push_back(static_cast<std::int64_t>(e));
  }
  const auto find = [&]<typename Time>(const TemporalCsr<Time>& csr) {
    const auto times = root_times(std::get<std::vector<Time>>(events_.times), n, begin, end);
    return find_neighbours(csr, Roots<Time>{.nodes = roots, .times = times}, request_);
  };
  const auto layers = std::visit(find, csr_);
  if (!layers) return tl::unexpected(layers.error());
  counts_.clear();
  for (const Found& layer : *layers) {
    ids_.insert(ids_.end(), layer.ids.begin(), layer.ids.end());
    counts_.insert(counts_.end(), layer.counts.begin(), layer.counts.end());
  }
  if (request_.table == FeatureTableOf::edges) find_feature_rows(events_, ids_);
  return std::span<const std::int64_t>(ids_);
}

}  // namespace tuplepack::temporal
