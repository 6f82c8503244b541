#pragma once

#include "temporal/prepare.hpp"
#include "temporal/tgn.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

namespace tuplepack::tests {

/// A batch in which node 0 meets 1, then 2, then itself; node 1 meets 2 last. Edges have their index + 1 as feature.
class RepeatedNodes {
 public:
  static constexpr temporal::TgnShape shape{.memory = 2, .edge_features = 1};
  static constexpr std::int64_t nodes = 4;

  RepeatedNodes() : memory_(static_cast<std::size_t>(bytes_of_slot(preparation_.shape()))) {}
  [[nodiscard]] temporal::BatchShape batch_shape() const { return preparation_.shape(); }
  [[nodiscard]] temporal::PreparedBatch batch() {
    return preparation_.prepare(0, slot_in(preparation_.shape(), memory_));
  }

  /// Of every node the last event has left its message: of memory twice, the edge's feature and the age.
  static void check_messages(const std::vector<float>& messages) {
    REQUIRE(messages.size() == static_cast<std::size_t>(nodes * shape.message()));
    const std::vector<float> edges{3, 4, 4, 0}, ages{1, 3, 2, 0};
    for (std::size_t node = 0; node < edges.size(); ++node) {
      CAPTURE(node);
      CHECK(messages[node * 6 + 4] == edges[node]);
      CHECK(messages[node * 6 + 5] == doctest::Approx(std::log1p(ages[node])).epsilon(1e-6));
    }
  }

 private:
  temporal::Events events_{.sources = {0, 2, 0, 1},
                           .destinations = {1, 0, 0, 2},
                           .times = std::vector<std::int64_t>{1, 2, 3, 4},
                           .nodes = nodes};
  std::vector<float> features_{1, 2, 3, 4};
  temporal::Split batches_ = split_fixed(events_, 4).value();
  temporal::Preparation preparation_ =
      temporal::Preparation::make(events_, batches_,
                                  {.nodes = {}, .edges = {.bytes = std::as_bytes(std::span(features_)), .width = 4}},
                                  {.neighbours = 2})
          .value();
  std::vector<std::byte> memory_;
};

}  // namespace tuplepack::tests
