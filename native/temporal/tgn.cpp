#include "temporal/tgn.hpp"

#include "tuplepack/temporal/access.hpp"

#include <cassert>
#include <cmath>
#include <random>

namespace tuplepack::temporal {

static std::vector<float> random_matrix(std::mt19937& random, std::int64_t inputs, std::int64_t outputs) {
  std::vector<float> matrix(static_cast<std::size_t>(inputs * outputs));
  const float bound = 1 / std::sqrt(static_cast<float>(inputs));
  for (float& weight : matrix) weight = bound * (static_cast<float>(random() >> 8) * 0x1p-23F - 1);
  return matrix;
}

TgnWeights random_weights(const TgnShape& shape) {
  const std::int64_t d = shape.memory;
  std::mt19937 random(1);
  TgnWeights weights;
  weights.update_message = random_matrix(random, shape.message(), 3 * d);
  weights.update_memory = random_matrix(random, d, 3 * d);
  weights.node = random_matrix(random, d + shape.node_features, 4 * d);
  if (shape.edge_features > 0) weights.edge = random_matrix(random, shape.edge_features, 2 * d);
  weights.age = random_matrix(random, 1, 2 * d);
  return weights;
}

static void read_rows(const std::vector<float>& table, std::int64_t floats, std::span<const std::int64_t> ids,
                      std::vector<float>& rows) {
  const Rows table_rows{.bytes = std::as_bytes(std::span(table)),
                        .width = floats * static_cast<std::int64_t>(sizeof(float))};
  const auto out = std::as_writable_bytes(std::span(rows).first(ids.size() * static_cast<std::size_t>(floats)));
  [[maybe_unused]] const Result<void> copied = gather(table_rows, ids, out);
  assert(copied);
}

void read_state(const TgnShape& shape, const TgnState& state, std::span<const std::int64_t> nodes, TgnRows& rows) {
  read_rows(state.memory, shape.memory, nodes, rows.memory);
  read_rows(state.messages, shape.message(), nodes, rows.messages);
}

}  // namespace tuplepack::temporal
