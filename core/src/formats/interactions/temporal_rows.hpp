#pragma once

#include "formats/rows/temporal_columns.hpp"
#include "tuplepack/formats/interactions/events.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>

namespace tuplepack::formats {

struct TemporalRows {
  temporal::EventColumns columns;
  EndNames names = EndNames::nodes;                     ///< of sources and destinations
  std::string times{};                                  ///< what they are, for a note, where they are not plain numbers
  temporal::TimeUnit unit = temporal::TimeUnit::plain;  ///< of times
  std::int64_t features = 0;                            ///< as Events::features
  bool is_by_place = false;                             ///< nothing but their order tells which columns are what
  bool counts_from_zero = false;  ///< the first row is 0, 1, 2, as pandas names columns without names
  bool ends_open = false;         ///< the text may have been cut within its last number
  std::string format{};           ///< another than a table, for a note
  std::string feature_rows{};     ///< the name of the column of feature rows, if it was found by name
};

/// What to read, and how.
struct TemporalReading {
  TemporalTable table{};
  std::span<const std::string> wanted;  ///< as for choose_temporal_columns
  NumberNode number{};                  ///< empty: ids are numbers
  std::optional<bool> bipartite{};      ///< what was asked for
  Inflate inflate{};                    ///< for archives
};

/// Reads a table with a time in every row. Checks that ids that are not numbered are 0 … 2^53 − 1, nothing else.
/// result  with lines if the format has them, and not settled whether it is bipartite; for roots, sources are the nodes,
///         and there are no destinations
/// errors  as read_events
[[nodiscard]] Result<TemporalRows> read_temporal_rows(std::span<const char> bytes, Format format,
                                                      const TemporalReading& reading);

/// Notes what was taken for granted about rows of either table.
void note_rows(const TemporalRows& rows, const std::function<void(const std::string& text)>& note);

/// Makes events of the rows, with notes of what was taken for granted.
/// errors  as settle_bipartite and make_events
[[nodiscard]] Result<temporal::Events> make_events(TemporalRows rows, const EventReadOptions& options);

}  // namespace tuplepack::formats
