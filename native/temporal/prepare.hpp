#pragma once

#include "temporal/prepared_batch.hpp"
#include "tuplepack/temporal/access.hpp"
#include "tuplepack/temporal/sample.hpp"
#include "tuplepack/temporal/split.hpp"

#include <memory>

namespace tuplepack::temporal {

struct PrepareOptions {
  std::int64_t neighbours = 10;  ///< k
  SampleStrategy strategy = SampleStrategy::recent;
  Visible visible = Visible::strict;
  std::uint64_t seed = 0;  ///< of uniform sampling; each batch derives its own
  Direction direction = Direction::both;
  UniqueOrder order = UniqueOrder::first;
  int threads = 1;  ///< for sampling and gathering, including the caller; 0: all hardware threads
};

/// Static features: rows of nodes by node id, rows of edges by the events' feature rows. Empty if there are none.
struct Features {
  Rows nodes{};
  Rows edges{};
};

/// Prepares the batches of a list of events: samples neighbours of both ends of every event as of its time, finds
/// unique ids and gathers their features. Called by one thread, which may use more; with one thread it allocates
/// nothing per batch.
class Preparation {
 public:
  /// events, batches, features   must outlive the result unchanged
  /// errors  limit_not_positive (k below 1) · out_of_range (fewer rows of features than nodes or edges) · too_large (a
  ///         batch of 2^31 requests or more)
  /// cost    O(E + nodes): the T-CSR
  [[nodiscard]] static Result<Preparation> make(const Events& events, const Split& batches, const Features& features,
                                                const PrepareOptions& options);
  Preparation(Preparation&&) noexcept;
  Preparation& operator=(Preparation&&) noexcept;
  ~Preparation();

  /// The shape of the largest batch.
  [[nodiscard]] const BatchShape& shape() const;

  /// Prepares a batch.
  /// slot    slot_in of shape(); overwritten
  /// result  the filled parts of the slot
  /// A batch is always prepared to the same bytes, in any order of batches and with any number of threads.
  [[nodiscard]] PreparedBatch prepare(std::int64_t batch, const PreparedBatch& slot);

 private:
  struct State;
  explicit Preparation(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tuplepack::temporal
