// split → negatives → sample → unique → gather (Gao et al. 2024, §4), for one batch.

#include "tuplepack/temporal/training_batch.hpp"

#include "base/random.hpp"
#include "tuplepack/temporal/batch_requests.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <string>
#include <variant>

namespace tuplepack::temporal {

static std::size_t length(std::int64_t count) {
  return static_cast<std::size_t>(count);
}

// ---- checks ----

/// Roots and slots of all layers of a batch.
static Result<void> check_requests(std::int64_t events, std::int64_t negatives, std::span<const std::int64_t> fanouts) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  if (negatives > most / std::max<std::int64_t>(events, 1) - 2) {
    return fail(ErrorCode::too_large, std::to_string(negatives) + " negatives per event, in batches of up to " +
                                          std::to_string(events) +
                                          " events, are too many: a batch must have fewer than 2^31 roots");
  }
  const std::int64_t roots = (2 + negatives) * events;
  std::int64_t slots = roots, requests = roots;
  for (const std::int64_t k : fanouts) {
    if (slots > most / k || requests > most - slots * k) {
      return fail(ErrorCode::too_large,
                  "a batch with " + std::to_string(roots) + " roots and their neighbours has 2^31 requests or more");
    }
    slots *= k;
    requests += slots;
  }
  return {};
}

template <typename Time>
Result<void> check_batches(const BatchSource<Time>& source, std::int64_t largest) {
  auto checked = check_sample(source.csr, Roots<Time>{}, source.sampling);
  if (checked) checked = check_requests(largest, source.negatives.per_event(), source.sampling.fanouts);
  if (checked) checked = check_features(source.node_features, source.events.nodes, "nodes");
  if (checked) checked = check_features(source.edge_features, feature_row_count(source.events), "edges");
  return checked;
}

// ---- steps ----

template <typename Time>
BatchMaker<Time>::BatchMaker(const BatchSource<Time>& source)
    : source_(source), node_table_(source.events.nodes), edge_table_(feature_row_count(source.events)) {}

template <typename Time>
void BatchMaker<Time>::find_roots(std::uint64_t epoch, TrainingBatch<Time>& batch) const {
  const auto& all_times = std::get<std::vector<Time>>(source_.events.times);
  const std::size_t begin = length(batch.begin), size = length(batch.end) - begin;
  const std::size_t n = length(source_.negatives.per_event());
  batch.roots.resize((2 + n) * size);
  batch.root_times.resize(batch.roots.size());
  const std::span roots(batch.roots);
  for (std::size_t e = 0; e < size; ++e) {
    roots[e] = source_.events.sources[begin + e];
    roots[size + e] = source_.events.destinations[begin + e];
    batch.root_times[e] = batch.root_times[size + e] = all_times[begin + e];
    std::fill_n(batch.root_times.begin() + static_cast<std::ptrdiff_t>(2 * size + e * n), n, all_times[begin + e]);
  }
  source_.negatives.draw(source_.events, epoch, batch.begin, batch.end, roots.subspan(2 * size));
}

template <typename Time>
static void find_ages(std::span<const Time> of_roots, std::span<const Time> of_slots, std::span<float> ages) {
  const std::size_t k = of_roots.empty() ? 0 : of_slots.size() / of_roots.size();
  for (std::size_t root = 0, slot = 0; root < of_roots.size(); ++root) {
    for (const std::size_t end = slot + k; slot < end; ++slot) {
      ages[slot] = static_cast<float>(of_roots[root] - of_slots[slot]);
    }
  }
}

template <typename Time>
void BatchMaker<Time>::sample_layers(std::uint64_t epoch, TrainingBatch<Time>& batch) {
  SampleOptions<Time> options = source_.sampling;
  const std::uint64_t of_epoch = Random(Random(options.seed).next() ^ epoch).next();
  options.seed = Random(of_epoch ^ static_cast<std::uint64_t>(batch.begin)).next();
  before_.assign(batch.roots.size(), batch.begin);
  batch.layers.resize(options.fanouts.size());
  batch.ages.resize(options.fanouts.size());
  Roots<Time> of{.nodes = batch.roots, .times = batch.root_times, .before = before_};
  for (std::size_t layer = 0; layer < batch.layers.size(); ++layer) {
    Neighbours<Time>& found = batch.layers[layer];
    found.resize(of.nodes.size(), options.fanouts[layer]);
    fill_neighbours(source_.csr, of, options, layer, 0, static_cast<std::int64_t>(of.nodes.size()), found.arrays());
    batch.ages[layer].resize(found.times.size());
    find_ages<Time>(of.times, found.times, batch.ages[layer]);
    of = found.as_roots();
  }
}

/// result  how many different ids there are; the ids were checked with their events
static std::size_t find_unique(UniqueTable& table, std::span<const std::int64_t> ids, std::vector<std::int64_t>& unique,
                               std::vector<std::uint32_t>& inverse, std::vector<std::int64_t>& wide_inverse) {
  unique.resize(ids.size());
  inverse.resize(ids.size());
  const auto count = unique_inverse(table, ids, UniqueOrder::first, unique, inverse);
  assert(count);
  unique.resize(length(*count));
  wide_inverse.assign(inverse.begin(), inverse.end());
  return unique.size();
}

/// Memory is kept for larger batches to come.
static void gather_features(const Rows& table, std::span<const std::int64_t> ids, std::vector<std::byte>& rows) {
  if (table.bytes.empty()) return;
  const std::size_t needed = ids.size() * length(table.width);
  if (rows.size() < needed) rows.resize(needed);
  [[maybe_unused]] const auto copied = gather(table, ids, std::span(rows).first(needed));
  assert(copied);
}

/// Room at the end of requests for those of a layer, which are written there.
static std::span<std::int64_t> append(std::vector<std::int64_t>& requests, std::span<const std::int64_t> of_layer) {
  requests.insert(requests.end(), of_layer.begin(), of_layer.end());
  return std::span(requests).last(of_layer.size());
}

template <typename Time>
void BatchMaker<Time>::find_requests(const TrainingBatch<Time>& batch) {
  const std::size_t ends = 2 * length(batch.end - batch.begin), n = length(source_.negatives.per_event());
  std::size_t all = batch.roots.size();
  for (const Neighbours<Time>& layer : batch.layers) all += layer.nodes.size();
  node_requests_.reserve(all);  // spans into it stay valid
  node_requests_ = batch.roots;
  for (std::size_t i = ends; i < node_requests_.size(); ++i) {
    if (node_requests_[i] < 0) node_requests_[i] = node_requests_[(i - ends) / n];
  }
  edge_requests_.resize(ends / 2);
  std::iota(edge_requests_.begin(), edge_requests_.end(), batch.begin);
  std::span<const std::int64_t> of = node_requests_;
  for (const Neighbours<Time>& layer : batch.layers) {
    const std::span<std::int64_t> nodes = append(node_requests_, layer.nodes);
    fill_empty_slots(of, batch.begin, nodes, append(edge_requests_, layer.events));
    of = nodes;
  }
  find_feature_rows(source_.events, edge_requests_);
}

template <typename Time>
void BatchMaker<Time>::find_rows(TrainingBatch<Time>& batch) {
  find_unique(edge_table_, edge_requests_, batch.edges, inverse_, batch.edge_of);
  gather_features(source_.edge_features, batch.edges, batch.edge_rows);
  const std::size_t found = find_unique(node_table_, node_requests_, batch.nodes, inverse_, batch.node_of);
  gather_features(source_.node_features, batch.nodes, batch.node_rows);
  last_root_.resize(found);
  last_writes_.resize(found);
  const auto events = length(batch.end - batch.begin);
  const std::size_t written = find_last_writes(inverse_, events, last_root_, last_writes_);
  batch.last_writes.assign(last_writes_.begin(), last_writes_.begin() + static_cast<std::ptrdiff_t>(written));
}

template <typename Time>
void BatchMaker<Time>::make(std::int64_t begin, std::int64_t end, std::uint64_t epoch, TrainingBatch<Time>& batch) {
  assert(0 <= begin && begin <= end && end <= source_.events.size());
  batch.begin = begin;
  batch.end = end;
  find_roots(epoch, batch);
  sample_layers(epoch, batch);
  find_requests(batch);
  find_rows(batch);
}

template Result<void> check_batches(const BatchSource<std::int64_t>&, std::int64_t);
template Result<void> check_batches(const BatchSource<double>&, std::int64_t);
template class BatchMaker<std::int64_t>;
template class BatchMaker<double>;

}  // namespace tuplepack::temporal
