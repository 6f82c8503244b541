#pragma once

#include "arguments.hpp"
#include "tuplepack/formats/events.hpp"
#include "tuplepack/temporal/sample.hpp"
#include "tuplepack/temporal/split.hpp"

#include <optional>

namespace tuplepack::cli {

/// The user's texts as values, for the commands on timed interactions. Every function throws Failure, naming the option
/// and the text.

[[nodiscard]] EventReadOptions event_read_options(const Arguments& arguments);

/// What bounds the batches of split: a loss, or the size of fixed batches that lose as much.
struct SplitRequest {
  std::optional<std::int64_t> loss;
  std::int64_t batch_size = 0;  ///< where no loss is given
  SplitOptions options;
};
[[nodiscard]] SplitRequest split_request(const Arguments& arguments);

/// Batches of a fixed size, or else such as split makes.
struct BatchRequest {
  std::int64_t fixed_size = 0;  ///< 0: `bounded`
  SplitRequest bounded;
};
/// fallback  the size when nothing is asked for
[[nodiscard]] BatchRequest batch_request(const Arguments& arguments, std::int64_t fallback);
[[nodiscard]] Split batches_of(const Events& events, const BatchRequest& request);

/// What to sample, but for the window, whose type the events decide.
struct SampleRequest {
  std::vector<std::int64_t> fanouts;
  SampleStrategy strategy = SampleStrategy::recent;
  Visible visible = Visible::strict;
  Direction direction = Direction::both;
  std::uint64_t seed = 0;
  std::string window;                   ///< empty: none
  std::optional<BatchRequest> batches;  ///< with Visible::batch_start
  int threads = 0;
};
[[nodiscard]] SampleRequest sample_request(const Arguments& arguments);

/// Time is std::int64_t or double.
template <typename Time>
[[nodiscard]] SampleOptions<Time> sample_options(const SampleRequest& request);

}  // namespace tuplepack::cli
