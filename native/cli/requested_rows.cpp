#include "requested_rows.hpp"

#include "failure.hpp"

#include <algorithm>
#include <random>

namespace tuplepack::cli {

static std::vector<std::int64_t> draw_negatives(const Events& events, const AccessRequest& request) {
  std::mt19937_64 random(request.seed);
  std::vector<std::int64_t> negatives(events.sources.size() * static_cast<std::size_t>(request.negatives));
  for (std::int64_t& node : negatives) {
    // A share of 32 random bits, like a fraction times the number of nodes, which is less than 2^32.
    node = static_cast<std::int64_t>(((random() >> 32) * static_cast<std::uint64_t>(events.nodes)) >> 32);
  }
  return negatives;
}

RequestedRows::RequestedRows(const Events& events, const Split& batches, AccessRequest request)
    : events_(events), batches_(batches), request_(std::move(request)), negatives_(draw_negatives(events, request_)) {
  const auto build = [&](const auto& times) {
    csr_ = temporal_csr(std::span(events.sources), std::span(events.destinations), std::span(times), events.nodes,
                        Direction::both);
  };
  std::visit(build, events.times);
}

/// roots  of the events [begin, end): sources, destinations, and the negatives of one event after the other
template <typename Time>
void RequestedRows::add_neighbours(const TemporalCsr<Time>& csr, std::span<const std::int64_t> roots, std::size_t begin,
                                   std::size_t end) {
  const auto& event_times = std::get<std::vector<Time>>(events_.times);
  std::vector<Time> times;
  times.reserve(roots.size());
  for (int ends = 0; ends < 2; ++ends) {
    times.insert(times.end(), event_times.begin() + static_cast<std::ptrdiff_t>(begin),
                 event_times.begin() + static_cast<std::ptrdiff_t>(end));
  }
  for (std::size_t e = begin; e < end; ++e) {
    times.insert(times.end(), static_cast<std::size_t>(request_.negatives), event_times[e]);
  }
  const SampleOptions<Time> options{.fanouts = request_.fanouts};
  for (const auto& layer : value(sample(csr, {.nodes = roots, .times = times}, options))) {
    const auto& found = request_.table == TableOf::nodes ? layer.nodes : layer.events;
    std::copy_if(found.begin(), found.end(), std::back_inserter(ids_), [](std::int64_t id) { return id >= 0; });
  }
}

std::span<const std::int64_t> RequestedRows::of(std::int64_t batch) {
  const auto begin = static_cast<std::size_t>(batches_.offsets[static_cast<std::size_t>(batch)]);
  const auto end = static_cast<std::size_t>(batches_.offsets[static_cast<std::size_t>(batch) + 1]);
  const auto n = static_cast<std::size_t>(request_.negatives);
  std::vector<std::int64_t> roots;
  roots.reserve((2 + n) * (end - begin));
  const auto add = [&](const std::vector<std::int64_t>& nodes, std::size_t first, std::size_t last) {
    roots.insert(roots.end(), nodes.begin() + static_cast<std::ptrdiff_t>(first),
                 nodes.begin() + static_cast<std::ptrdiff_t>(last));
  };
  add(events_.sources, begin, end);
  add(events_.destinations, begin, end);
  add(negatives_, begin * n, end * n);
  ids_.clear();
  if (request_.table == TableOf::nodes) {
    ids_ = roots;
  } else {
    for (std::size_t e = begin; e < end; ++e) ids_.push_back(static_cast<std::int64_t>(e));
  }
  std::visit([&](const auto& csr) { add_neighbours(csr, roots, begin, end); }, csr_);
  return ids_;
}

}  // namespace tuplepack::cli
