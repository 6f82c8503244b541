#include "cuda/temporal/tgn.hpp"

#include "cuda/temporal/tgn_workspace.hpp"
#include "tuplepack/cuda/temporal/access.hpp"

#include <cassert>
#include <utility>

namespace tuplepack::cuda {

namespace {

/// Allocates, one array after the other, for as long as nothing fails.
class Allocation {
 public:
  [[nodiscard]] Array<float> zeros(std::int64_t count) {
    if (count == 0) return {};
    auto array = Array<float>::allocate(count);
    if (!array) {
      keep(tl::unexpected(array.error()));
      return {};
    }
    keep(fill_bytes(std::as_writable_bytes(array->values()), 0, nullptr));
    return std::move(*array);
  }
  [[nodiscard]] Array<float> copy_of(const std::vector<float>& values) {
    Array<float> array = zeros(static_cast<std::int64_t>(values.size()));
    if (done_ && !values.empty()) {
      keep(copy(std::as_bytes(std::span(values)), std::as_writable_bytes(array.values()), nullptr));
    }
    return array;
  }
  /// What failed first, or that all is there.
  [[nodiscard]] Result<void> finish() {
    keep(synchronize(nullptr));
    return done_;
  }

 private:
  Result<void> done_;

  void keep(const Result<void>& next) {
    if (done_) done_ = next;
  }
};

}  // namespace

Result<TgnRows> TgnRows::zeros(const temporal::TgnShape& shape, std::int64_t rows) {
  Allocation allocation;
  TgnRows fields{.memory = allocation.zeros(rows * shape.memory), .messages = allocation.zeros(rows * shape.message())};
  if (auto done = allocation.finish(); !done) return tl::unexpected(std::move(done.error()));
  return fields;
}

static Result<void> read_rows(const Array<float>& table, std::int64_t floats, std::span<const std::int64_t> ids,
                              const Array<float>& rows, StatusWord* status, Stream stream) {
  const temporal::Rows table_rows{.bytes = std::as_bytes(table.values()),
                                  .width = floats * static_cast<std::int64_t>(sizeof(float))};
  const std::span<float> out = rows.values().first(ids.size() * static_cast<std::size_t>(floats));
  return gather(table_rows, ids, std::as_writable_bytes(out), status, stream);
}

Result<void> read_state(const temporal::TgnShape& shape, const TgnRows& state, std::span<const std::int64_t> nodes,
                        const TgnRows& rows, StatusWord* status, Stream stream) {
  auto done = read_rows(state.memory, shape.memory, nodes, rows.memory, status, stream);
  if (done) done = read_rows(state.messages, shape.message(), nodes, rows.messages, status, stream);
  return done;
}

Result<TgnStep> TgnStep::create(const temporal::TgnShape& shape, const temporal::BatchShape& largest) {
  assert(largest.node_width == 4 * shape.node_features && largest.edge_width == 4 * shape.edge_features);
  const temporal::TgnWeights weights = random_weights(shape);
  const std::int64_t d = shape.memory, nodes = largest.node_requests();
  const std::int64_t neighbour_slots = largest.roots() * largest.neighbours;
  Allocation allocation;
  auto workspace =
      std::make_unique<TgnWorkspace>(TgnWorkspace{.shape = shape,
                                                  .neighbours = largest.neighbours,
                                                  .update_message = allocation.copy_of(weights.update_message),
                                                  .update_memory = allocation.copy_of(weights.update_memory),
                                                  .node_weights = allocation.copy_of(weights.node),
                                                  .edge_weights = allocation.copy_of(weights.edge),
                                                  .age_weights = allocation.copy_of(weights.age),
                                                  .from_message = allocation.zeros(nodes * 3 * d),
                                                  .from_memory = allocation.zeros(nodes * 3 * d),
                                                  .updated = allocation.zeros(nodes * d),
                                                  .node = allocation.zeros(nodes * 4 * d),
                                                  .edge = allocation.zeros(largest.edge_requests() * 2 * d),
                                                  .ages = allocation.zeros(neighbour_slots),
                                                  .attention = allocation.zeros(neighbour_slots),
                                                  .embedded = allocation.zeros(largest.roots() * d)});
  if (auto done = allocation.finish(); !done) return tl::unexpected(std::move(done.error()));
  return TgnStep(std::move(workspace));
}

TgnStep::TgnStep(std::unique_ptr<TgnWorkspace> workspace) : workspace_(std::move(workspace)) {}
TgnStep::TgnStep(TgnStep&&) noexcept = default;
TgnStep& TgnStep::operator=(TgnStep&&) noexcept = default;
TgnStep::~TgnStep() = default;

}  // namespace tuplepack::cuda
