#include "temporal/prepare.hpp"

#include "temporal/random_events.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

namespace tuplepack::tests::prepare_test {

using namespace temporal;

namespace {

using Ids = std::vector<std::int64_t>;

template <typename T>
std::vector<T> listed(std::span<const T> values) {
  return {values.begin(), values.end()};
}
template <typename T>
std::vector<T> listed(std::span<T> values) {
  return {values.begin(), values.end()};
}

/// Rows whose bytes tell which row they are.
struct Table {
  Table(std::int64_t count, std::int64_t width) {
    for (std::int64_t row = 0; row < count; ++row) {
      for (std::int64_t at = 0; at < width; ++at) bytes.push_back(static_cast<std::byte>(row * 7 + at));
    }
    rows = {.bytes = bytes, .width = width};
  }
  std::vector<std::byte> bytes;
  Rows rows;
};

struct Slot {
  explicit Slot(const BatchShape& shape)
      : memory(static_cast<std::size_t>(bytes_of_slot(shape)), std::byte{0xaa}), room(slot_in(shape, memory)) {}
  std::vector<std::byte> memory;
  PreparedBatch room;
};

Times as_doubles(const Times& times) {
  const auto& whole = std::get<std::vector<std::int64_t>>(times);
  return std::vector<double>(whole.begin(), whole.end());
}

void check_rows(const Table& table, const Ids& ids, std::span<const std::byte> rows) {
  const auto width = static_cast<std::size_t>(table.rows.width);
  REQUIRE(rows.size() == ids.size() * width);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    CHECK(std::memcmp(rows.data() + i * width, table.rows[ids[i]].data(), width) == 0);
  }
}

/// Against sample(), and against what each slot of the requests should be.
template <typename Time>
void check_batch(const Events& events, const PreparedBatch& batch, const PrepareOptions& options,
                 const std::vector<Time>& times, std::int64_t size) {
  REQUIRE(batch.size() == size);
  const auto k = static_cast<std::size_t>(options.neighbours), roots = batch.counts.size();
  const auto csr = temporal_csr<Time>(events.sources, events.destinations, times, events.nodes, options.direction);
  Ids root_nodes;
  std::vector<Time> root_times;
  for (const Ids* side : {&events.sources, &events.destinations}) {
    for (std::int64_t e = batch.first_event; e < batch.first_event + size; ++e) {
      root_nodes.push_back((*side)[static_cast<std::size_t>(e)]);
      root_times.push_back(times[static_cast<std::size_t>(e)]);
    }
  }
  const Ids before(roots, batch.first_event);
  SampleOptions<Time> sample_options;
  sample_options.fanouts = {options.neighbours};
  sample_options.visible = options.visible;
  const auto layers = sample<Time>(csr, {root_nodes, root_times, before}, sample_options).value();
  CHECK(listed(batch.counts) == layers[0].counts);

  std::map<std::int64_t, std::size_t> last_root;
  for (std::size_t e = 0; e < roots / 2; ++e) {
    CHECK(batch.edges[batch.edge_of[e]] == batch.first_event + static_cast<std::int64_t>(e));
    last_root[root_nodes[e]] = e;
    last_root[root_nodes[roots / 2 + e]] = roots / 2 + e;
  }
  for (std::size_t r = 0; r < roots; ++r) {
    CHECK(batch.nodes[batch.node_of[r]] == root_nodes[r]);
    for (std::size_t j = 0; j < k; ++j) {
      const std::size_t slot = r * k + j;
      const bool filled = layers[0].nodes[slot] >= 0;
      CHECK(batch.nodes[batch.node_of[roots + slot]] == (filled ? layers[0].nodes[slot] : root_nodes[r]));
      CHECK(batch.edges[batch.edge_of[roots / 2 + slot]] == (filled ? layers[0].events[slot] : batch.first_event));
      CHECK(batch.ages[slot] == static_cast<float>(root_times[r] - layers[0].times[slot]));
    }
  }
  CHECK(batch.last_writes.size() == last_root.size());
  for (const std::uint32_t root : batch.last_writes) CHECK(last_root.at(root_nodes[root]) == root);
}

}  // namespace

TEST_CASE("the example of the header") {
  Events events{.sources = {1, 3, 3, 0, 4, 4, 4, 0, 0},
                .destinations = {3, 3, 3, 1, 4, 4, 4, 1, 2},
                .times = std::vector<std::int64_t>{0, 0, 0, 1, 1, 1, 1, 5, 5},
                .nodes = 5};
  const Split batches{.offsets = {0, 7, 9}, .losses = {0, 0}};
  auto preparation = Preparation::make(events, batches, {}, {.neighbours = 1}).value();
  const Slot slot(preparation.shape());
  const PreparedBatch batch = preparation.prepare(1, slot.room);
  CHECK(batch.first_event == 7);
  CHECK(listed(batch.counts) == std::vector<std::int32_t>{1, 1, 1, 0});
  CHECK(listed(batch.ages) == std::vector<float>{4, 4, 4, 0});
  CHECK(listed(batch.nodes) == Ids{0, 1, 2});
  CHECK(listed(batch.node_of) == std::vector<std::uint32_t>{0, 0, 1, 2, 1, 1, 0, 2});
  CHECK(listed(batch.edges) == Ids{7, 8, 3});
  CHECK(listed(batch.edge_of) == std::vector<std::uint32_t>{0, 1, 2, 2, 2, 0});
  CHECK(listed(batch.last_writes) == std::vector<std::uint32_t>{1, 2, 3});
  CHECK(batch.node_rows.empty());
  CHECK(batch.edge_rows.empty());
}

TEST_CASE("a prepared batch holds what sampling, unique ids and gathering give") {
  std::mt19937 random(6);
  for (int round = 0; round < 60; ++round) {
    Events events = random_events(random, 1 + random() % 12, 1 + random() % 80, 1 + random() % 4);
    const bool fractional = random() % 2 == 0;
    if (fractional) events.times = as_doubles(events.times);
    const Split batches = split_fixed(events, 1 + static_cast<std::int64_t>(random() % 20)).value();
    const Table nodes(events.nodes, 5), edges(events.size(), 3);
    const PrepareOptions options{.neighbours = 1 + static_cast<std::int64_t>(random() % 4),
                                 .visible = random() % 2 == 0 ? Visible::strict : Visible::batch_start,
                                 .order = random() % 2 == 0 ? UniqueOrder::first : UniqueOrder::sorted};
    auto preparation = Preparation::make(events, batches, {.nodes = nodes.rows, .edges = edges.rows}, options).value();
    const Slot slot(preparation.shape());
    for (std::size_t b = 0; b < batches.losses.size(); ++b) {
      const PreparedBatch batch = preparation.prepare(static_cast<std::int64_t>(b), slot.room);
      CHECK(batch.first_event == batches.offsets[b]);
      std::visit(
          [&](const auto& times) {
            check_batch(events, batch, options, times, batches.offsets[b + 1] - batches.offsets[b]);
          },
          events.times);
      for (const auto& unique : {listed(batch.nodes), listed(batch.edges)}) {
        Ids sorted = unique;
        std::sort(sorted.begin(), sorted.end());
        CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
        if (options.order == UniqueOrder::sorted) CHECK(sorted == unique);
      }
      check_rows(nodes, listed(batch.nodes), batch.node_rows);
      check_rows(edges, listed(batch.edges), batch.edge_rows);
    }
  }
}

TEST_CASE("uniform neighbours of a batch depend on the seed and the batch, not on what was prepared before") {
  std::mt19937 random(7);
  const Events events = random_events(random, 4, 400, 1);
  const Split batches = split_fixed(events, 40).value();
  const auto edges_of = [&](std::uint64_t seed, const Ids& order) {
    auto preparation =
        Preparation::make(events, batches, {}, {.neighbours = 3, .strategy = SampleStrategy::uniform, .seed = seed})
            .value();
    const Slot slot(preparation.shape());
    std::map<std::int64_t, Ids> edges;
    for (const std::int64_t batch : order) edges[batch] = listed(preparation.prepare(batch, slot.room).edges);
    return edges;
  };
  CHECK(edges_of(1, {3, 9, 5}) == edges_of(1, {9, 5, 3}));
  CHECK(edges_of(1, {9}) != edges_of(2, {9}));
}

TEST_CASE("any number of threads prepares the same bytes") {
  std::mt19937 random(9);
  const Events events = random_events(random, 900, 4000, 3);  // so many that every stage of a batch is divided
  const Split batches = split_fixed(events, 1500).value();
  const Table nodes(events.nodes, 9), edges(events.size(), 7);
  for (const SampleStrategy strategy : {SampleStrategy::recent, SampleStrategy::uniform}) {
    std::vector<std::byte> wanted;
    for (const int threads : {1, 2, 3, 8, 0}) {
      auto preparation = Preparation::make(events, batches, {.nodes = nodes.rows, .edges = edges.rows},
                                           {.neighbours = 5, .strategy = strategy, .threads = threads})
                             .value();
      Slot slot(preparation.shape());
      std::vector<std::byte> memory;
      for (std::int64_t b = 0; b < batches.batches(); ++b) {
        const PreparedBatch batch = preparation.prepare(b, slot.room);
        CHECK(batch.nodes.size() > 600);
        memory.insert(memory.end(), slot.memory.begin(), slot.memory.end());
      }
      if (threads == 1) wanted = memory;
      CHECK(memory == wanted);
    }
  }
}

TEST_CASE("what cannot be prepared is refused") {
  std::mt19937 random(8);
  const Events events = random_events(random, 6, 50, 2);
  const Split batches = split_fixed(events, 10).value();
  const auto error = [&](const Features& features, std::int64_t k) {
    const auto made = Preparation::make(events, batches, features, {.neighbours = k});
    REQUIRE_FALSE(made);
    return made.error();
  };
  CHECK(error({}, 0).message == "the number of neighbours is 0; it must be at least 1");
  CHECK(error({}, 0).code == ErrorCode::limit_not_positive);
  CHECK(error({}, std::int64_t{1} << 40).code == ErrorCode::too_large);
  const Table few_nodes(5, 4), few_edges(49, 4);
  CHECK(error({.nodes = few_nodes.rows, .edges = {}}, 2).message ==
        "there are features for 5 nodes, but there are 6 nodes");
  CHECK(error({.nodes = {}, .edges = few_edges.rows}, 2).message ==
        "there are features for 49 edges, but there are 50 edges");
  CHECK(error({.nodes = {}, .edges = few_edges.rows}, 2).code == ErrorCode::out_of_range);
}

}  // namespace tuplepack::tests::prepare_test
