#include "temporal/tgn.hpp"

#include "repeated_nodes.hpp"
#include "temporal/prepare.hpp"
#include "temporal/random_events.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tuplepack::tests::tgn_test {

using namespace temporal;

namespace {

using Vector = std::vector<double>;

/// A row times rows [first, first + row) of a matrix.
Vector times(const Vector& row, const std::vector<float>& matrix, std::size_t columns, std::size_t first = 0) {
  Vector product(columns);
  for (std::size_t i = 0; i < row.size(); ++i) {
    for (std::size_t j = 0; j < columns; ++j) product[j] += row[i] * double{matrix[(first + i) * columns + j]};
  }
  return product;
}

Vector sum(const Vector& a, const Vector& b) {
  Vector result = a;
  for (std::size_t i = 0; i < b.size(); ++i) result[i] += b[i];
  return result;
}

Vector part(const Vector& row, std::size_t begin, std::size_t size) {
  const auto first = row.begin() + static_cast<std::ptrdiff_t>(begin);
  return {first, first + static_cast<std::ptrdiff_t>(size)};
}

/// The network one event at a time, in double precision, with every row where it is needed: no unique rows, no slots.
struct Reference {
  const Events& events;
  TgnShape shape;
  TgnWeights weights = random_weights(shape);
  const std::vector<float>&node_features, &edge_features;
  std::vector<Vector> memory, messages;

  Reference(const Events& list, const TgnShape& widths, const std::vector<float>& nodes,
            const std::vector<float>& edges)
      : events(list),
        shape(widths),
        node_features(nodes),
        edge_features(edges),
        memory(static_cast<std::size_t>(list.nodes), Vector(static_cast<std::size_t>(widths.memory))),
        messages(static_cast<std::size_t>(list.nodes), Vector(static_cast<std::size_t>(widths.message()))) {}

  [[nodiscard]] std::size_t d() const { return static_cast<std::size_t>(shape.memory); }

  [[nodiscard]] static Vector row(const std::vector<float>& table, std::int64_t id, std::int64_t width) {
    const auto first = table.begin() + static_cast<std::ptrdiff_t>(id * width);
    return {first, first + static_cast<std::ptrdiff_t>(width)};
  }

  [[nodiscard]] Vector updated(std::int64_t id) const {
    const auto v = static_cast<std::size_t>(id);
    const Vector x = times(messages[v], weights.update_message, 3 * d());
    const Vector h = times(memory[v], weights.update_memory, 3 * d());
    Vector result(d());
    for (std::size_t i = 0; i < d(); ++i) {
      const double reset = 1 / (1 + std::exp(-x[i] - h[i])), update = 1 / (1 + std::exp(-x[d() + i] - h[d() + i]));
      const double candidate = std::tanh(x[2 * d() + i] + reset * h[2 * d() + i]);
      result[i] = (1 - update) * candidate + update * memory[v][i];
    }
    return result;
  }

  [[nodiscard]] Vector projected(std::int64_t id) const {
    const Vector features = row(node_features, id, shape.node_features);
    return sum(times(updated(id), weights.node, 4 * d()), times(features, weights.node, 4 * d(), d()));
  }

  /// The k newest events of a node before a time; its own part and the attended.
  [[nodiscard]] Vector embedded(std::int64_t id, std::int64_t time, std::size_t k, double& newest_age) const {
    const auto& when = std::get<std::vector<std::int64_t>>(events.times);
    const Vector own = projected(id);
    std::vector<Vector> values;
    Vector matches;
    newest_age = 0;
    for (std::size_t e = when.size(); e-- > 0 && matches.size() < k;) {
      if (when[e] >= time || (events.sources[e] != id && events.destinations[e] != id)) continue;
      const std::int64_t neighbour = events.sources[e] == id ? events.destinations[e] : events.sources[e];
      const double age = std::log1p(static_cast<double>(time - when[e]));
      if (matches.empty()) newest_age = age;
      const Vector features = row(edge_features, static_cast<std::int64_t>(e), shape.edge_features);
      const Vector key_value =
          sum(sum(part(projected(neighbour), d(), 2 * d()), times(features, weights.edge, 2 * d())),
              times({age}, weights.age, 2 * d()));
      double match = 0;
      for (std::size_t i = 0; i < d(); ++i) match += own[i] * key_value[i];
      matches.push_back(std::exp(match / std::sqrt(static_cast<double>(d()))));
      values.push_back(part(key_value, d(), d()));
    }
    double total = 0;
    for (const double match : matches) total += match;
    Vector result = part(own, 3 * d(), d());
    for (std::size_t j = 0; j < values.size(); ++j) {
      for (std::size_t i = 0; i < d(); ++i) result[i] += matches[j] / total * values[j][i];
    }
    for (double& value : result) value = std::max(value, 0.0);
    return result;
  }

  /// The scores of the events [begin, end); then writes, later events over earlier ones.
  Vector step(std::int64_t begin, std::int64_t end, std::size_t k) {
    Vector scores;
    auto next_memory = memory, next_messages = messages;
    for (auto e = static_cast<std::size_t>(begin); e < static_cast<std::size_t>(end); ++e) {
      const std::int64_t time = std::get<std::vector<std::int64_t>>(events.times)[e];
      const std::int64_t ends[] = {events.sources[e], events.destinations[e]};
      double ages[2] = {};
      const Vector source = embedded(ends[0], time, k, ages[0]), destination = embedded(ends[1], time, k, ages[1]);
      double score = 0;
      for (std::size_t i = 0; i < d(); ++i) score += source[i] * destination[i];
      scores.push_back(score);
      for (std::size_t side = 0; side < 2; ++side) {
        const auto v = static_cast<std::size_t>(ends[side]);
        next_memory[v] = updated(ends[side]);
        Vector message = next_memory[v];
        for (const Vector& more : {updated(ends[1 - side]),
                                   row(edge_features, static_cast<std::int64_t>(e), shape.edge_features),
                                   {ages[side]}}) {
          message.insert(message.end(), more.begin(), more.end());
        }
        next_messages[v] = message;
      }
    }
    memory = next_memory;
    messages = next_messages;
    return scores;
  }
};

std::vector<float> random_floats(std::mt19937& random, std::int64_t count) {
  std::vector<float> values;
  for (std::int64_t i = 0; i < count; ++i) values.push_back(static_cast<float>(random() >> 8) * 0x1p-23F - 1);
  return values;
}

Rows rows_of(const std::vector<float>& values, std::int64_t floats) {
  return values.empty() ? Rows{} : Rows{.bytes = std::as_bytes(std::span(values)), .width = 4 * floats};
}

void check_close(const Vector& wanted, std::span<const float> got) {
  REQUIRE(wanted.size() == got.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    CHECK(std::abs(wanted[i] - double{got[i]}) <= 2e-5 * (1 + std::abs(wanted[i])));
  }
}

}  // namespace

TEST_CASE("steps agree with the network written down plainly in double precision") {
  std::mt19937 random(3);
  for (int round = 0; round < 12; ++round) {
    const Events events = random_events(random, 2 + random() % 8, 10 + random() % 50, 1 + random() % 3);
    const bool featured = round % 3 != 0;
    const TgnShape shape{.memory = 3 + static_cast<std::int64_t>(random() % 6),
                         .node_features = featured ? 2 : 0,
                         .edge_features = featured ? 5 : 0};
    const auto nodes = random_floats(random, events.nodes * shape.node_features);
    const auto edges = random_floats(random, events.size() * shape.edge_features);
    const Split batches = split_fixed(events, 1 + static_cast<std::int64_t>(random() % 9)).value();
    const std::int64_t k = 1 + static_cast<std::int64_t>(random() % 4);
    auto preparation =
        Preparation::make(events, batches,
                          {.nodes = rows_of(nodes, shape.node_features), .edges = rows_of(edges, shape.edge_features)},
                          {.neighbours = k})
            .value();
    std::vector<std::byte> memory(static_cast<std::size_t>(bytes_of_slot(preparation.shape())));
    const PreparedBatch slot = slot_in(preparation.shape(), memory);
    TgnStep step(shape, preparation.shape());
    TgnState state(shape, events.nodes);
    TgnRows rows(shape, preparation.shape().node_requests());
    Reference reference(events, shape, nodes, edges);
    for (std::int64_t b = 0; b < batches.batches(); ++b) {
      const PreparedBatch batch = preparation.prepare(b, slot);
      std::vector<float> scores(static_cast<std::size_t>(batch.size()));
      read_state(shape, state, batch.nodes, rows);
      step.compute(batch, rows, scores);
      step.write_back(batch, state);
      check_close(reference.step(batch.first_event, batch.first_event + batch.size(), static_cast<std::size_t>(k)),
                  scores);
    }
    for (std::size_t v = 0; v < static_cast<std::size_t>(events.nodes); ++v) {
      const auto row = [&](const std::vector<float>& table, std::int64_t width) {
        return std::span(table).subspan(v * static_cast<std::size_t>(width), static_cast<std::size_t>(width));
      };
      check_close(reference.memory[v], row(state.memory, shape.memory));
      check_close(reference.messages[v], row(state.messages, shape.message()));
    }
  }
}

TEST_CASE("of several events of a node in a batch the last one writes") {
  tests::RepeatedNodes repeated;
  const PreparedBatch batch = repeated.batch();
  TgnStep step(repeated.shape, repeated.batch_shape());
  TgnState state(repeated.shape, repeated.nodes);
  TgnRows rows(repeated.shape, repeated.batch_shape().node_requests());
  read_state(repeated.shape, state, batch.nodes, rows);
  std::vector<float> scores(4);
  step.compute(batch, rows, scores);
  step.write_back(batch, state);
  repeated.check_messages(state.messages);
}

}  // namespace tuplepack::tests::tgn_test
