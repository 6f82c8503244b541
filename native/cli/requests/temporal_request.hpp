#pragma once

#include "arguments.hpp"
#include "tuplepack/formats/interactions/event_ids.hpp"
#include "tuplepack/formats/interactions/events.hpp"
#include "tuplepack/formats/interactions/roots.hpp"
#include "tuplepack/reports/split.hpp"
#include "tuplepack/temporal/access.hpp"
#include "tuplepack/temporal/requested_rows.hpp"
#include "tuplepack/temporal/sample.hpp"

#include <array>
#include <optional>
#include <string>

namespace tuplepack::cli {

/// Reads the options of the commands on temporal interactions. Every function throws Failure, naming the option and the
/// text.

/// Node ids that are any text, if they are: numbers and collects them while interactions are read.
class RawNodes {
 public:
  explicit RawNodes(const Arguments& arguments);

  /// The numbering of interactions, or none; refers to *this.
  [[nodiscard]] formats::NumberNode numbering();
  /// That of roots, which are nodes of interactions that were read; refers to *this.
  [[nodiscard]] formats::NumberNode numbering_of_roots(const temporal::Events& events);
  /// Writes OUT.ids.csv beside an output, and notes where the ids are.
  void write(const std::string& output, const temporal::Events& events) const;

 private:
  bool asked_;
  formats::EventIds ids_;
};

[[nodiscard]] formats::EventReadOptions event_read_options(const Arguments& arguments);

[[nodiscard]] reports::SplitRequest split_request(const Arguments& arguments);

/// Batches of a fixed size, or of bounded loss as split makes them.
struct BatchRequest {
  std::int64_t fixed_size = 0;  ///< 0: use `bounded`
  reports::SplitRequest bounded;
};
/// fallback  the fixed size if no option sets one
[[nodiscard]] BatchRequest batch_request(const Arguments& arguments, std::int64_t fallback);
[[nodiscard]] temporal::Split batches_of(const temporal::Events& events, const BatchRequest& request);

/// What to sample. The window is still text: its type is that of the times of the events.
struct SampleRequest {
  std::vector<std::int64_t> fanouts;
  temporal::SampleStrategy strategy = temporal::SampleStrategy::recent;
  temporal::Visible visible = temporal::Visible::strict;
  temporal::Direction direction = temporal::Direction::both;
  std::uint64_t seed = 0;
  std::string window;                   ///< empty: none
  std::string roots;                    ///< a file of roots; empty: the nodes of all events
  formats::RootReadOptions reading;     ///< of that file
  std::optional<BatchRequest> batches;  ///< with Visible::batch_start
  int threads = 0;
};
[[nodiscard]] SampleRequest sample_request(const Arguments& arguments);

/// Time is std::int64_t or double.
template <typename Time>
[[nodiscard]] temporal::SampleOptions<Time> sample_options(const SampleRequest& request);

/// What the batches look up, and in which table.
struct AccessRequest {
  temporal::RowRequest rows;
  BatchRequest batches;
  std::int64_t table_rows = 0;  ///< 0: as many as the events need
  std::int64_t width = 0;       ///< of a row, in floats; 0: as the data have it
  std::string features;         ///< the file of the table, which also sets its rows and width; empty: none
  std::int64_t hot_rows = 0;    ///< most rows to keep on the device; 0: none
  temporal::UniqueOrder order = temporal::UniqueOrder::first;
};
[[nodiscard]] AccessRequest access_request(const Arguments& arguments);

}  // namespace tuplepack::cli
