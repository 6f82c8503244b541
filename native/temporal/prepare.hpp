#pragma once

#include "temporal/prepared_batch.hpp"
#include "tuplepack/temporal/access.hpp"
#include "tuplepack/temporal/sample.hpp"
#include "tuplepack/temporal/split.hpp"

#include <memory>

namespace tuplepack {

struct PrepareOptions {
  std::int64_t neighbours = 10;  ///< k
  SampleStrategy strategy = SampleStrategy::recent;
  Visible visible = Visible::strict;
  std::uint64_t seed = 0;  ///< of uniform sampling; each batch has its own, made of it
  Direction direction = Direction::both;
  UniqueOrder order = UniqueOrder::first;
  int threads = 1;  ///< for neighbours and features, the caller's among them; 0: as many as the machine has
};

/// Features that no batch changes: rows of nodes by their ids, rows of edges by their events. Without bytes there are
/// none.
struct Features {
  Rows nodes{};
  Rows edges{};
};

/// What prepares the batches of a list of events: neighbours of both ends of every event as of its time, unique ids,
/// their features. One thread calls it, which more may help; alone it allocates nothing from batch to batch.
class Preparation {
 public:
  /// events, batches, features   must outlive the result and not change
  /// errors  limit_not_positive (k below 1) · out_of_range (features of fewer nodes or edges than there are) ·
  ///         too_large (a batch of 2^31 requests or more)
  /// cost    O(E + nodes): the T-CSR
  [[nodiscard]] static Result<Preparation> make(const Events& events, const Split& batches, const Features& features,
                                                const PrepareOptions& options);
  Preparation(Preparation&&) noexcept;
  Preparation& operator=(Preparation&&) noexcept;
  ~Preparation();

  /// That of the largest batch.
  [[nodiscard]] const BatchShape& shape() const;

  /// Prepares a batch.
  /// slot    slot_in of shape(); what was in it before is lost
  /// result  the parts of the slot that the batch fills
  /// The same batch is prepared to the same bytes, whatever was prepared before, and by any number of threads.
  [[nodiscard]] PreparedBatch prepare(std::int64_t batch, const PreparedBatch& slot);

 private:
  struct State;
  explicit Preparation(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tuplepack
