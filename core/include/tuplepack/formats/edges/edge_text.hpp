#pragma once

#include "edge_ends.hpp"
#include "id_text.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// How edges are written in text. `detect` decides by the first lines.
///
///   csv      two columns of ids, see IdTextReader; so are SNAP's files
///   metis    METIS's graphs: a line of counts, then the neighbours of a node per line, from 1. An undirected edge is in
///            the lines of both ends. Weights are ignored
///   mtx      MatrixMarket's coordinate form, from 1: an edge from row to column for each entry; its value is ignored
///   konect   KONECT's files: as csv, after a line of comment that says so; ids count from 1
///
/// Ids that count from 1 become those from 0.
enum class EdgeText : std::uint8_t { detect, csv, metis, mtx, konect };
[[nodiscard]] std::string_view name(EdgeText format);
[[nodiscard]] Result<EdgeText> edge_text_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> edge_texts();

/// How an edge without a direction is written: METIS's, and the entries of symmetric matrices off the diagonal.
enum class UndirectedEdges : std::uint8_t {
  once,  ///< in one direction
  both,  ///< in both
};
[[nodiscard]] std::string_view name(UndirectedEdges edges);
[[nodiscard]] Result<UndirectedEdges> undirected_edges_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> undirected_edges();

struct EdgeTextOptions {
  EdgeText format = EdgeText::detect;
  std::vector<IdLimit> limits;  ///< of sources and of destinations
  /// Chooses the columns, and is told when they are. It must outlive the reader, and has no columns wanted for metis and mtx.
  EdgeEnds* ends;
  UndirectedEdges undirected = UndirectedEdges::once;
  bool is_only_text = true;  ///< whether no other one has edges of this type; else two long lines may be its last edges
  /// Numbers the ids of sources (0) and destinations (1), which are any text. Empty: they are numbers.
  std::function<Result<std::int64_t>(std::string_view id, std::size_t end)> number{};
};

struct EdgeTextSink {
  IdSink pairs;  ///< source, destination, source, …
  /// What was taken for granted, and the option that decides. May be empty.
  std::function<void(const std::string& text)> note{};
};

/// Reads edges of text in pieces of any size.
/// cost    linear in the bytes. Memory does not grow with the edges; up to 1 MiB is held until the format is known
class EdgeTextReader {
 public:
  EdgeTextReader(EdgeTextOptions options, EdgeTextSink sink);
  ~EdgeTextReader();
  EdgeTextReader(EdgeTextReader&&) noexcept;
  EdgeTextReader& operator=(EdgeTextReader&&) noexcept;

  /// errors  those of IdTextReader · malformed (counts that do not hold, an edge listed at one end only, …) · unsupported (a
  ///         dense matrix; of nodes of one type: a matrix that is not square, a bipartite KONECT file) · what the sink
  ///         returned.
  ///         After an error the reader must not be used again.
  [[nodiscard]] Result<void> feed(std::string_view bytes);
  /// errors  also malformed, where the first line may be an edge or the counts of nodes and edges
  [[nodiscard]] Result<void> finish();

  /// How many nodes the file says there are at either end; 0: it does not say.
  [[nodiscard]] std::array<std::int64_t, 2> nodes() const;
  /// Whether ids count the nodes, in a format that has no other ids.
  [[nodiscard]] bool counts_nodes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tuplepack::formats
