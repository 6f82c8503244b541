#include "cuda/temporal/tgn.hpp"

#include "device_arrays.hpp"
#include "temporal/prepare.hpp"
#include "temporal/random_events.hpp"
#include "temporal/repeated_nodes.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::tgn_test {

using namespace temporal;

namespace {

std::vector<float> random_floats(std::mt19937& random, std::int64_t count) {
  std::vector<float> values(static_cast<std::size_t>(count));
  for (float& value : values) value = static_cast<float>(random() >> 8) * 0x1p-23F - 1;
  return values;
}

Rows rows_of(const std::vector<float>& values, std::int64_t floats) {
  return values.empty() ? Rows{} : Rows{.bytes = std::as_bytes(std::span(values)), .width = 4 * floats};
}

template <typename T>
std::vector<T> copied(std::span<T> values) {
  return {values.begin(), values.end()};
}

/// A batch with its arrays on the device.
struct DeviceBatch {
  DeviceArray<std::int32_t> counts;
  DeviceArray<float> ages;
  DeviceArray<std::int64_t> nodes;
  DeviceArray<std::uint32_t> node_of, edge_of, last_writes;
  DeviceArray<std::byte> node_rows, edge_rows;
  PreparedBatch batch;

  explicit DeviceBatch(const PreparedBatch& host)
      : counts(copied(host.counts)),
        ages(copied(host.ages)),
        nodes(copied(host.nodes)),
        node_of(copied(host.node_of)),
        edge_of(copied(host.edge_of)),
        last_writes(copied(host.last_writes)),
        node_rows(copied(host.node_rows)),
        edge_rows(copied(host.edge_rows)),
        batch(host) {
    batch.counts = counts.values();
    batch.ages = ages.values();
    batch.nodes = nodes.values();
    batch.node_of = node_of.values();
    batch.edge_of = edge_of.values();
    batch.last_writes = last_writes.values();
    batch.node_rows = node_rows.values();
    batch.edge_rows = edge_rows.values();
  }
};

/// What a network and its state need on the device.
struct OnDevice {
  cuda::TgnStep step;
  cuda::TgnRows state, rows;

  OnDevice(const TgnShape& shape, const BatchShape& largest, std::int64_t nodes)
      : step(cuda::TgnStep::create(shape, largest).value()),
        state(cuda::TgnRows::zeros(shape, nodes).value()),
        rows(cuda::TgnRows::zeros(shape, largest.node_requests()).value()) {}

  /// The scores of a batch.
  std::vector<float> run(const TgnShape& shape, const PreparedBatch& host) {
    const DeviceBatch on_device(host);
    const DeviceArray<float> scores(static_cast<std::size_t>(host.size()), 1);
    const Status status;
    require(cuda::read_state(shape, state, on_device.batch.nodes, rows, status.word(), nullptr));
    require(step.compute(on_device.batch, rows, scores.values(), nullptr));
    require(step.write_back(on_device.batch, state, nullptr));
    require(status.check());
    return scores.read();
  }
};

/// Both add the same terms, of which there are at most 300; each sum is rounded to 2^-24 in another way, a few sums
/// follow one another in a step, and the gates of later steps make no error larger.
constexpr double tolerance = 5e-6;

}  // namespace

TEST_CASE("steps on the device are those of the CPU, batch after batch, but for rounding") {
  std::mt19937 random(static_cast<std::uint32_t>(test_seed()));
  for (int round = 0; round < 9; ++round) {
    const Events events = random_events(random, 2 + random() % 12, 10 + random() % 60, 1 + random() % 3);
    const bool of_nodes = round % 3 == 1, of_edges = round % 3 != 2;
    const TgnShape shape{.memory = round == 0 ? 33 : 1 + static_cast<std::int64_t>(random() % 9),
                         .node_features = of_nodes ? 3 : 0,
                         .edge_features = of_edges ? 5 : 0};
    const auto nodes = random_floats(random, events.nodes * shape.node_features);
    const auto edges = random_floats(random, events.size() * shape.edge_features);
    const Split batches = split(events, static_cast<std::int64_t>(random() % 20)).value();
    const auto k = 1 + static_cast<std::int64_t>(random() % 4);
    auto preparation =
        Preparation::make(events, batches,
                          {.nodes = rows_of(nodes, shape.node_features), .edges = rows_of(edges, shape.edge_features)},
                          {.neighbours = k})
            .value();
    const BatchShape largest = preparation.shape();
    std::vector<std::byte> memory(static_cast<std::size_t>(bytes_of_slot(largest)));
    TgnStep step(shape, largest);
    TgnState state(shape, events.nodes);
    TgnRows rows(shape, largest.node_requests());
    OnDevice device(shape, largest, events.nodes), again(shape, largest, events.nodes);
    for (std::int64_t b = 0; b < batches.batches(); ++b) {
      const PreparedBatch batch = preparation.prepare(b, slot_in(largest, memory));
      std::vector<float> scores(static_cast<std::size_t>(batch.size()));
      read_state(shape, state, batch.nodes, rows);
      step.compute(batch, rows, scores);
      step.write_back(batch, state);
      const std::vector<float> found = device.run(shape, batch);
      CHECK(distance(scores, found) <= tolerance);
      CHECK(same_bytes(found, again.run(shape, batch)));
    }
    CHECK(distance(state.memory, to_host(device.state.memory.values())) <= tolerance);
    CHECK(distance(state.messages, to_host(device.state.messages.values())) <= tolerance);
    CHECK(same_bytes(to_host(device.state.memory.values()), to_host(again.state.memory.values())));
    CHECK(same_bytes(to_host(device.state.messages.values()), to_host(again.state.messages.values())));
  }
}

TEST_CASE("of several events of a node in a batch the last one writes, on the device too") {
  RepeatedNodes repeated;
  OnDevice device(repeated.shape, repeated.batch_shape(), repeated.nodes);
  static_cast<void>(device.run(repeated.shape, repeated.batch()));
  repeated.check_messages(to_host(device.state.messages.values()));
}

TEST_CASE("a node that is none of the state's is reported") {
  const TgnShape shape{.memory = 2};
  const auto state = cuda::TgnRows::zeros(shape, 3).value(), rows = cuda::TgnRows::zeros(shape, 2).value();
  const DeviceArray nodes(std::vector<std::int64_t>{2, 3});
  const Status status;
  require(cuda::read_state(shape, state, nodes.input(), rows, status.word(), nullptr));
  REQUIRE_FALSE(status.check().has_value());
  CHECK(status.check().error().message == "row id out of range at index 1 of the batch");
}

}  // namespace tuplepack::tests::tgn_test
