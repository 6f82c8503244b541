#pragma once

#include "column_edges.hpp"
#include "files/input_file.hpp"
#include "tuplepack/formats/edges/id_text.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tuplepack::graph {

/// Edges in arrays of numpy: an edge in each row of a two-column array, as DGL's chunking writes them; or sources and
/// targets as the two rows of an array; or in two arrays of one dimension. An array of shape (2, 2) holds an edge in each
/// row.
struct EdgeArrays {
  files::NpyFile first;
  std::optional<files::NpyFile> targets;  ///< where first has only sources
  std::int64_t edges = 0;
  bool by_edge = false;                 ///< the two ids of an edge lie together
  std::array<std::int64_t, 2> nodes{};  ///< at either end, by what the file says beside the edges; 0: it does not say
};

/// Whether an array has one dimension, so that another one has the targets.
[[nodiscard]] bool is_one_end(const files::NpyFile& array);

/// What the elements of arrays may be.
enum class EndIds : std::uint8_t {
  numbers,
  any,  ///< or text; they are numbered
};
[[nodiscard]] EndIds end_ids(const formats::EdgeEnds& ends);

/// errors  FILE: not whole numbers, or text that is not numbered (not_an_integer); another shape; sources and targets of
///         different lengths
[[nodiscard]] Result<EdgeArrays> edge_arrays(files::NpyFile first, std::optional<files::NpyFile> targets,
                                             EndIds ids = EndIds::numbers);

/// Room for reading edges, used again for every piece.
struct EdgeRoom {
  std::vector<std::byte> bytes, target_bytes;
  std::vector<std::int64_t> ids;
};

/// Edges to read at a time: as many as a processor's cache holds with all that is made of them.
inline constexpr std::int64_t edges_in_piece = 8192;

/// That, or fewer where elements are wide, or far apart: long texts, or fields beside others. At least 1.
[[nodiscard]] std::int64_t edges_at_once(const EdgeArrays& arrays);

/// Reads some edges as source, target, source, …
/// first   the first edge; there are pairs.size() / 2 from there on
/// limits  of sources and targets
/// errors  of the system; FILE: an id out of range, with its index in the array
[[nodiscard]] Result<void> read_pairs(const EdgeArrays& arrays, std::int64_t first,
                                      std::span<const formats::IdLimit, 2> limits, std::span<std::int64_t> pairs,
                                      EdgeRoom& room);

/// The same, of ids that are numbered, in the order of edges, a source before its target.
/// errors  of the system; FILE: an id that is missing, or not a non-negative integer; what `number` returned, without FILE
[[nodiscard]] Result<void> read_numbered_pairs(const EdgeArrays& arrays, std::int64_t first, const NumberEnd& number,
                                               std::span<std::int64_t> pairs, EdgeRoom& room);

}  // namespace tuplepack::graph
