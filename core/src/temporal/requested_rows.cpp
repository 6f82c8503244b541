#include "tuplepack/temporal/requested_rows.hpp"

#include "../name_table.hpp"
#include "tuplepack/names.hpp"

#include <algorithm>
#include <iterator>
#include <random>

namespace tuplepack {

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

static std::vector<std::int64_t> draw_negatives(const Events& events, const RowRequest& request) {
  std::mt19937_64 random(request.seed);
  std::vector<std::int64_t> negatives(events.sources.size() * static_cast<std::size_t>(request.negatives));
  for (std::int64_t& node : negatives) {
    // A share of 32 random bits, like a fraction times the number of nodes, which is less than 2^32.
    node = static_cast<std::int64_t>(((random() >> 32) * static_cast<std::uint64_t>(events.nodes)) >> 32);
  }
  return negatives;
}

RequestedRows::RequestedRows(const Events& events, std::span<const std::int64_t> offsets, RowRequest request)
    : events_(events), offsets_(offsets), request_(std::move(request)), negatives_(draw_negatives(events, request_)) {
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

/// What is found for each layer, in the order of the roots, is the same however many are sampled at once.
template <typename Time>
static Result<void> add_neighbours(const TemporalCsr<Time>& csr, const Roots<Time>& roots, const RowRequest& request,
                                   std::vector<std::int64_t>& ids) {
  const SampleOptions<Time> options{.fanouts = request.fanouts};
  if (const auto checked = check_sample(csr, roots, options); !checked) return tl::unexpected(checked.error());
  const std::size_t at_once = roots_at_once(request);
  std::vector<std::vector<std::int64_t>> found(request.fanouts.size());
  for (std::size_t begin = 0; begin < roots.nodes.size(); begin += at_once) {
    const std::size_t count = std::min(at_once, roots.nodes.size() - begin);
    const auto layers =
        sample(csr, Roots<Time>{.nodes = roots.nodes.subspan(begin, count), .times = roots.times.subspan(begin, count)},
               options);
    if (!layers) return tl::unexpected(layers.error());
    for (std::size_t layer = 0; layer < layers->size(); ++layer) {
      const auto& all = request.table == FeatureTableOf::nodes ? (*layers)[layer].nodes : (*layers)[layer].events;
      std::copy_if(all.begin(), all.end(), std::back_inserter(found[layer]), [](std::int64_t id) { return id >= 0; });
    }
  }
  for (const auto& layer : found) ids.insert(ids.end(), layer.begin(), layer.end());
  return {};
}

Result<std::span<const std::int64_t>> RequestedRows::of(std::int64_t batch) {
  const auto begin = static_cast<std::size_t>(offsets_[static_cast<std::size_t>(batch)]);
  const auto end = static_cast<std::size_t>(offsets_[static_cast<std::size_t>(batch) + 1]);
  const auto n = static_cast<std::size_t>(request_.negatives);
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
  const auto add = [&]<typename Time>(const TemporalCsr<Time>& csr) {
    const auto times = root_times(std::get<std::vector<Time>>(events_.times), n, begin, end);
    return add_neighbours(csr, Roots<Time>{.nodes = roots, .times = times}, request_, ids_);
  };
  if (const auto added = std::visit(add, csr_); !added) return tl::unexpected(added.error());
  if (request_.table == FeatureTableOf::edges) find_feature_rows(events_, ids_);
  return std::span<const std::int64_t>(ids_);
}

}  // namespace tuplepack
