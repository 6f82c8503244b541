#pragma once

#include "tuplepack/formats/bytes/zip_members.hpp"
#include "tuplepack/formats/edges/id_text.hpp"
#include "tuplepack/formats/sizes/sizes.hpp"
#include "tuplepack/temporal/events.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::formats {

struct EventReadOptions {
  Format format = Format::detect;  ///< csv, npy or npz
  /// Names or 1-based numbers of the columns of sources, destinations and times, and perhaps of feature rows (see Events).
  /// Empty: found by name (in any case): src, source, u or user_id · dst, destination, target, v, i or item_id · time,
  /// timestamp, ts or t · idx, e_idx, edge_idx, eid or edge_id, with a note; without a header, three columns in this
  /// order. The last name of a header of JODIE's files (Kumar et al. 2019),
  /// comma_separated_list_of_features, stands for any number of fields, which are counted.
  std::vector<std::string> columns{};
  temporal::EventOptions events{};
  /// Whether sources and destinations are two kinds of nodes, both numbered from 0: the destinations follow the sources then
  /// (see EventColumns). None: columns named user_id and item_id, or user and item, are, with a note; where names of columns
  /// that were chosen tell nothing, and ids occur in both, it is an error.
  std::optional<bool> bipartite{};
  /// Numbers nodes, whose ids are any text; of users and items, each of them from 0. Empty: ids are numbers.
  NumberNode number{};
  Inflate inflate{};  ///< for members of .npz archives; empty: compressed ones are refused
  /// What was taken for granted, and the option that decides. May be empty.
  std::function<void(const std::string& text)> note{};
};

/// Which columns of a table with these names are read: of sources, destinations and times, and perhaps of feature rows.
/// names, wanted  of all columns; as EventReadOptions::columns
/// errors         as read_events
[[nodiscard]] Result<std::vector<std::size_t>> event_columns(std::span<const std::string> names,
                                                             std::span<const std::string> wanted);

/// Reads a table of interactions, one per row: csv as for sizes (see Format), a .npy array of n × k or with fields
/// that are columns, or a .npz archive of such an array or of columns. Ids of arrays are whole numbers from 0 to 2^53 − 1,
/// or text that is numbered.
/// Times are integers if none has a fraction or an exponent: then they are exact, within ±2^62. Otherwise all
/// are doubles, and integers among them must be exact too.
/// errors  as SizesReader, with line and column where the format has them; as make_events, with the line, or the number
///         of the event in an array; malformed (a time that is text or NaN); unsupported (another format; see bipartite)
/// cost    O(bytes); memory of 32 bytes per event while it reads, 24 in the result
[[nodiscard]] Result<temporal::Events> read_events(std::span<const char> bytes, const EventReadOptions& options = {});

}  // namespace tuplepack::formats
