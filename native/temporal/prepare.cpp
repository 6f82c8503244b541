// split → sample → unique → gather, one batch at a time (Gao et al. 2024, §4).

#include "temporal/prepare.hpp"

#include "temporal/parallel_sample.hpp"
#include "threads.hpp"
#include "tuplepack/temporal/batch_requests.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tuplepack::temporal {

using Ids = std::vector<std::int64_t>;

/// What sampling needs for times of one type.
template <typename Time>
struct Sampling {
  std::span<const Time> times;
  TemporalCsr<Time> csr;
  SampleOptions<Time> options;
  std::vector<Time> root_times;       // [2B]
  std::vector<Time> neighbour_times;  // [2B,k]
};

/// Arrays are as large as the largest batch needs.
struct Preparation::State {
  const Events* events;
  const Split* batches;
  Features features;
  PrepareOptions options;
  BatchShape shape;
  std::variant<Sampling<std::int64_t>, Sampling<double>> sampling;
  UniqueTable node_table, edge_table;
  Ids node_requests;                     // [2B + 2B·k]: roots, then their neighbours
  Ids edge_requests;                     // [B + 2B·k]: the batch's events, then those of the neighbours
  Ids before;                            // [2B]
  std::vector<std::uint32_t> last_root;  // [U]
  std::unique_ptr<Threads> threads;
};

static std::size_t length(std::int64_t count) {
  return static_cast<std::size_t>(count);
}

// ---- once ----

static std::int64_t width_of(const Rows& rows) {
  return rows.bytes.empty() ? 0 : rows.width;
}

static Result<BatchShape> checked_shape(const Events& events, const Split& batches, const Features& features,
                                        std::int64_t neighbours) {
  if (neighbours < 1) {
    return fail(ErrorCode::limit_not_positive,
                "the number of neighbours is " + std::to_string(neighbours) + "; it must be at least 1");
  }
  const BatchShape shape{.events = batches.largest_batch(),
                         .neighbours = neighbours,
                         .node_width = width_of(features.nodes),
                         .edge_width = width_of(features.edges)};
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  if (neighbours >= most || shape.roots() > most / (1 + neighbours)) {
    return fail(ErrorCode::too_large, std::to_string(shape.roots()) + " roots with " + std::to_string(neighbours) +
                                          " neighbours each are 2^31 requests or more");
  }
  auto checked = check_features(features.nodes, events.nodes, "nodes");
  if (checked) checked = check_features(features.edges, feature_row_count(events), "edges");
  if (!checked) return tl::unexpected(std::move(checked.error()));
  return shape;
}

template <typename Time>
static Sampling<Time> sampling_for(const Events& events, std::span<const Time> times, const PrepareOptions& options,
                                   const BatchShape& shape) {
  SampleOptions<Time> sample_options;
  sample_options.fanouts = {options.neighbours};
  sample_options.strategy = options.strategy;
  sample_options.visible = options.visible;
  return {.times = times,
          .csr = temporal_csr<Time>(events.sources, events.destinations, times, events.nodes, options.direction),
          .options = std::move(sample_options),
          .root_times = std::vector<Time>(length(shape.roots())),
          .neighbour_times = std::vector<Time>(length(shape.roots() * shape.neighbours))};
}

Result<Preparation> Preparation::make(const Events& events, const Split& batches, const Features& features,
                                      const PrepareOptions& options) {
  const auto shape = checked_shape(events, batches, features, options.neighbours);
  if (!shape) return tl::unexpected(shape.error());
  using AnySampling = decltype(State::sampling);
  return Preparation(std::make_unique<State>(
      State{.events = &events,
            .batches = &batches,
            .features = features,
            .options = options,
            .shape = *shape,
            .sampling = std::visit(
                [&](const auto& times) { return AnySampling(sampling_for(events, std::span(times), options, *shape)); },
                events.times),
            .node_table = UniqueTable(events.nodes),
            .edge_table = UniqueTable(feature_row_count(events)),
            .node_requests = Ids(length(shape->node_requests())),
            .edge_requests = Ids(length(shape->edge_requests())),
            .before = Ids(length(shape->roots())),
            .last_root = std::vector<std::uint32_t>(length(shape->node_requests())),
            .threads = std::make_unique<Threads>(options.threads)}));
}

Preparation::Preparation(std::unique_ptr<State> state) : state_(std::move(state)) {}
Preparation::Preparation(Preparation&&) noexcept = default;
Preparation& Preparation::operator=(Preparation&&) noexcept = default;
Preparation::~Preparation() = default;

const BatchShape& Preparation::shape() const {
  return state_->shape;
}

// ---- for each batch ----

/// What a batch asks for.
struct Requests {
  std::span<std::int64_t> nodes;             // [2B + 2B·k]
  std::span<std::int64_t> edges;             // [B + 2B·k]
  std::span<const std::int64_t> roots;       // [2B] of the nodes
  std::span<std::int64_t> neighbours;        // [2B,k] of the nodes
  std::span<std::int64_t> neighbour_events;  // [2B,k] of the edges
};

/// The first part of the slot and of the requests: what so many events fill whatever they are.
static PreparedBatch part_of(const PreparedBatch& slot, const BatchShape& part) {
  PreparedBatch batch = slot;
  batch.counts = slot.counts.first(length(part.roots()));
  batch.ages = slot.ages.first(length(part.roots() * part.neighbours));
  batch.node_of = slot.node_of.first(length(part.node_requests()));
  batch.edge_of = slot.edge_of.first(length(part.edge_requests()));
  return batch;
}

static Requests part_of(std::span<std::int64_t> nodes, std::span<std::int64_t> edges, const BatchShape& part) {
  const std::span<std::int64_t> own_nodes = nodes.first(length(part.node_requests()));
  const std::span<std::int64_t> own_edges = edges.first(length(part.edge_requests()));
  return {.nodes = own_nodes,
          .edges = own_edges,
          .roots = own_nodes.first(length(part.roots())),
          .neighbours = own_nodes.subspan(length(part.roots())),
          .neighbour_events = own_edges.subspan(length(part.events))};
}

/// The batch's own events and their ends.
static void request_own(const Events& events, std::size_t first_event, std::size_t size, const Requests& requests) {
  for (std::size_t e = 0; e < size; ++e) {
    requests.edges[e] = static_cast<std::int64_t>(first_event + e);
    requests.nodes[e] = events.sources[first_event + e];
    requests.nodes[size + e] = events.destinations[first_event + e];
  }
}

template <typename Time>
static void sample_neighbours(Sampling<Time>& sampling, std::size_t first_event, std::span<const std::int64_t> before,
                              const Requests& requests, const PreparedBatch& batch, Threads& threads) {
  const std::size_t roots = requests.roots.size(), k = requests.neighbours.size() / roots;
  const std::span<const Time> times = sampling.times.subspan(first_event, roots / 2);
  std::copy(times.begin(), times.end(), std::copy(times.begin(), times.end(), sampling.root_times.begin()));
  const NeighbourArrays<Time> found{requests.neighbours, requests.neighbour_events,
                                    std::span(sampling.neighbour_times).first(requests.neighbours.size()),
                                    batch.counts};
  const Roots<Time> as_of{requests.roots, std::span(sampling.root_times).first(roots), before};
  threads.for_pieces(static_cast<std::int64_t>(roots), min_roots, [&](std::int64_t begin, std::int64_t end) {
    fill_neighbours(sampling.csr, as_of, sampling.options, 0, begin, end, found);
    for (std::size_t slot = length(begin) * k; slot < length(end) * k; ++slot) {
      batch.ages[slot] = static_cast<float>(sampling.root_times[slot / k] - found.times[slot]);
    }
  });
}

/// How many different ids there are. They are those of events, which were checked.
static std::size_t find_unique(UniqueTable& table, std::span<const std::int64_t> ids, UniqueOrder order,
                               std::span<std::int64_t> unique, std::span<std::uint32_t> inverse) {
  return length(unique_inverse(table, ids, order, unique, inverse).value());
}

static std::span<std::byte> gather_features(const Rows& table, std::span<const std::int64_t> ids,
                                            std::span<std::byte> rows, Threads& threads) {
  constexpr std::int64_t least = 256;
  const std::size_t width = length(width_of(table));
  const std::span<std::byte> gathered = rows.first(ids.size() * width);
  if (gathered.empty()) return gathered;
  threads.for_pieces(static_cast<std::int64_t>(ids.size()), least, [&](std::int64_t begin, std::int64_t end) {
    const std::size_t first = length(begin), count = length(end - begin);
    [[maybe_unused]] const Result<void> copied =
        gather(table, ids.subspan(first, count), gathered.subspan(first * width, count * width));
    assert(copied);
  });
  return gathered;
}

PreparedBatch Preparation::prepare(std::int64_t batch, const PreparedBatch& slot) {
  State& state = *state_;
  const std::int64_t first_event = state.batches->offsets[length(batch)];
  BatchShape part = state.shape;
  part.events = state.batches->offsets[length(batch) + 1] - first_event;
  PreparedBatch result = part_of(slot, part);
  result.first_event = first_event;
  const Requests requests = part_of(state.node_requests, state.edge_requests, part);
  const std::span<std::int64_t> before = std::span(state.before).first(length(part.roots()));

  request_own(*state.events, length(first_event), length(part.events), requests);
  std::fill(before.begin(), before.end(), first_event);
  std::visit(
      [&](auto& sampling) {
        constexpr std::uint64_t step = 0x9e3779b97f4a7c15U;
        sampling.options.seed = state.options.seed + static_cast<std::uint64_t>(batch) * step;
        sample_neighbours(sampling, length(first_event), before, requests, result, *state.threads);
      },
      state.sampling);
  fill_empty_slots(requests.roots, first_event, requests.neighbours, requests.neighbour_events);
  find_feature_rows(*state.events, requests.edges);

  const UniqueOrder order = state.options.order;
  const std::size_t nodes = find_unique(state.node_table, requests.nodes, order, slot.nodes, result.node_of);
  const std::size_t edges = find_unique(state.edge_table, requests.edges, order, slot.edges, result.edge_of);
  result.nodes = slot.nodes.first(nodes);
  result.edges = slot.edges.first(edges);
  result.node_rows = gather_features(state.features.nodes, result.nodes, slot.node_rows, *state.threads);
  result.edge_rows = gather_features(state.features.edges, result.edges, slot.edge_rows, *state.threads);
  const auto last_root = std::span(state.last_root).first(nodes);
  const auto written = find_last_writes(result.node_of, length(result.size()), last_root, slot.last_writes);
  result.last_writes = slot.last_writes.first(written);
  return result;
}

}  // namespace tuplepack::temporal
