#include "dgl_reader.hpp"
#include "dgl_records.hpp"
#include "formats/text/text.hpp"

#include <array>
#include <cstring>
#include <initializer_list>
#include <optional>

namespace tuplepack::formats {

static void take_end(DglReader& reader) {
  if (reader.left() > 0) {
    reader.wrong(ErrorCode::malformed, reader.position(), "trailing bytes after the end of the data");
  }
}

Result<std::vector<TensorView>> read_dgl_tensors(std::string_view file) {
  DglReader reader(file);
  reader.magic(dgl_magic::tensors, "a file of tensors of DGL");
  const std::size_t begin = reader.position();
  const std::uint64_t n = reader.number("the number of tensors");
  std::vector<TensorView> tensors = reader.tensors();
  if (n != tensors.size()) {
    reader.wrong(ErrorCode::malformed, begin,
                 std::to_string(tensors.size()) + " tensors follow a count of " + std::to_string(n));
  }
  take_end(reader);
  if (!reader.ok()) return reader.error();
  return tensors;
}

static std::int64_t id_at(const TensorView& ids, std::size_t i) {
  std::int64_t id = 0;
  std::memcpy(&id, ids.data.data() + i * sizeof id, sizeof id);
  return id;
}

/// An array of the graph of types.
static void expect_ids(DglReader& reader, std::initializer_list<std::int64_t> expected) {
  const std::size_t begin = reader.position();
  const TensorView found = reader.array();
  if (!reader.ok()) return;
  bool fits = found.type == TensorType::int64 && found.data.size() == expected.size() * sizeof(std::int64_t);
  for (std::size_t i = 0; fits && i < expected.size(); ++i) fits = id_at(found, i) == expected.begin()[i];
  if (!fits) reader.wrong(ErrorCode::unsupported, begin, "the graph of types is not that of a homogeneous graph");
}

/// The graph of types, which is the same for all homogeneous graphs.
static void skip_meta_graph(DglReader& reader) {
  reader.magic(dgl_magic::meta_graph, "a graph of types");
  reader.magic(dgl_magic::csr, "compressed rows");
  reader.expect(1, "the number of node types", ErrorCode::unsupported);
  reader.expect(1, "the number of node types", ErrorCode::unsupported);
  expect_ids(reader, {0, 1});
  expect_ids(reader, {0});
  expect_ids(reader, {0});
  (void)reader.flag("whether rows are sorted");
}

static void check_end_nodes(DglReader& reader, const TensorView& ids, std::size_t at) {
  if (ids.type != TensorType::int64) {
    reader.wrong(ErrorCode::unsupported, at, "node ids are not 64-bit integers");
  } else if (ids.shape.size() != 1) {
    reader.wrong(ErrorCode::malformed, at, "node ids have " + std::to_string(ids.shape.size()) + " dimensions");
  }
}

/// DGL searches edges that are said to be sorted as such.
static void check_order(DglReader& reader, const DglGraphView& graph, bool rows, bool columns, std::size_t at) {
  if (columns && !rows) reader.wrong(ErrorCode::malformed, at, "columns are said to be sorted, but rows are not");
  if (!rows) return;
  const std::size_t edges = graph.sources.data.size() / sizeof(std::int64_t);
  for (std::size_t i = 1; i < edges; ++i) {
    const std::int64_t before = id_at(graph.sources, i - 1), source = id_at(graph.sources, i);
    const bool ascends =
        !columns || before != source || id_at(graph.destinations, i - 1) <= id_at(graph.destinations, i);
    if (before <= source && ascends) continue;
    reader.wrong(ErrorCode::malformed, at, "edges that are said to be sorted are not, at edge " + std::to_string(i));
    return;
  }
}

static void take_coordinates(DglReader& reader, DglGraphView& graph) {
  skip_meta_graph(reader);
  reader.magic(dgl_magic::coo, "coordinates");
  const std::size_t begin = reader.position();
  const std::uint64_t columns = reader.number("columns");
  reader.expect(columns, "the number of rows");
  graph.nodes = static_cast<std::int64_t>(columns);
  if (graph.nodes < 0) reader.wrong(ErrorCode::malformed, begin, std::to_string(graph.nodes) + " nodes");
  const std::size_t arrays = reader.position();
  graph.sources = reader.array();
  graph.destinations = reader.array();
  if (reader.ok()) check_end_nodes(reader, graph.sources, arrays);
  if (reader.ok()) check_end_nodes(reader, graph.destinations, arrays);
  if (reader.ok() && graph.sources.shape != graph.destinations.shape) {
    reader.wrong(ErrorCode::malformed, arrays,
                 std::to_string(graph.sources.shape[0]) + " sources, but " +
                     std::to_string(graph.destinations.shape[0]) + " destinations");
  }
  const std::size_t edge_ids = reader.position();
  if (!reader.array().data.empty()) {
    reader.wrong(ErrorCode::unsupported, edge_ids, "edges that are not in the order of their ids");
  }
  const std::size_t flags = reader.position();
  const bool rows_sorted = reader.flag("whether rows are sorted");
  const bool columns_sorted = reader.flag("whether columns are sorted");
  if (reader.ok()) check_order(reader, graph, rows_sorted, columns_sorted, flags);
}

namespace {

/// Edges by one of their ends.
struct CompressedEdges {
  std::int64_t nodes = 0;
  TensorView offsets;   ///< nodes + 1
  TensorView others;    ///< the other ends
  TensorView ids;       ///< of the edges; empty: ascending
  bool sorted = false;  ///< the other ends of a node are said to ascend
  std::size_t at = 0;   ///< in the file

  [[nodiscard]] std::size_t edges() const { return others.data.size() / sizeof(std::int64_t); }
  [[nodiscard]] std::int64_t id(std::size_t i) const {
    return ids.data.empty() ? static_cast<std::int64_t>(i) : id_at(ids, i);
  }
};

}  // namespace

static bool are_ids(const TensorView& array, std::size_t count) {
  return array.type == TensorType::int64 && array.data.size() == count * sizeof(std::int64_t);
}

static CompressedEdges take_compressed(DglReader& reader) {
  skip_meta_graph(reader);
  CompressedEdges edges;
  edges.at = reader.position();
  reader.magic(dgl_magic::csr, "compressed rows");
  const std::uint64_t columns = reader.number("columns");
  reader.expect(columns, "the number of rows");
  edges.nodes = static_cast<std::int64_t>(columns);
  edges.offsets = reader.array();
  edges.others = reader.array();
  edges.ids = reader.array();
  edges.sorted = reader.flag("whether rows are sorted");
  if (!reader.ok()) return edges;
  const bool fits = edges.nodes >= 0 && edges.offsets.data.size() / sizeof(std::int64_t) == columns + 1 &&
                    are_ids(edges.offsets, static_cast<std::size_t>(columns) + 1) &&
                    are_ids(edges.others, edges.edges()) &&
                    (edges.ids.data.empty() || are_ids(edges.ids, edges.edges()));
  if (!fits) {
    reader.wrong(ErrorCode::malformed, edges.at,
                 "compressed edges whose arrays do not fit together, or are not 64-bit");
  }
  return edges;
}

/// Calls visit(edge id, the node that edges are compressed by, the other end) for every edge; it returns what is wrong, if
/// anything. Every id comes once.
template <typename Visit>
static void for_compressed(DglReader& reader, const CompressedEdges& edges, Visit visit) {
  const auto count = static_cast<std::int64_t>(edges.edges());
  const auto wrong = [&](const std::string& what) { reader.wrong(ErrorCode::malformed, edges.at, what); };
  std::vector<bool> seen(edges.edges());
  std::int64_t begin = id_at(edges.offsets, 0);
  for (std::int64_t node = 0; node < edges.nodes; ++node) {
    const std::int64_t end = id_at(edges.offsets, static_cast<std::size_t>(node) + 1);
    if (begin < 0 || end < begin || end > count)
      return wrong("offsets of node " + std::to_string(node) + " do not ascend");
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int64_t id = edges.id(static_cast<std::size_t>(i));
      const std::int64_t other = id_at(edges.others, static_cast<std::size_t>(i));
      if (id < 0 || id >= count || seen[static_cast<std::size_t>(id)]) {
        return wrong("edge id " + std::to_string(id) + " is out of range, or a duplicate");
      }
      if (edges.sorted && i > begin && other < id_at(edges.others, static_cast<std::size_t>(i) - 1)) {
        return wrong("edges of node " + std::to_string(node) + " that are said to be sorted are not");
      }
      if (other < 0 || other >= edges.nodes) return wrong("node id " + std::to_string(other) + " is out of range");
      seen[static_cast<std::size_t>(id)] = true;
      if (const std::string what = visit(static_cast<std::size_t>(id), node, other); !what.empty()) return wrong(what);
    }
    begin = end;
  }
  if (id_at(edges.offsets, 0) != 0 || begin != count)
    wrong("offsets do not span the " + std::to_string(count) + " edges");
}

/// The coordinates, of edges whose ends are [source, destination] by id.
static void expand(DglReader& reader, const CompressedEdges& edges, bool by_source, DglGraphView& graph) {
  const std::size_t count = edges.edges();
  graph.nodes = edges.nodes;
  const auto ends = std::make_shared<std::vector<std::int64_t>>(2 * count);
  const std::span<std::int64_t> sources = std::span(*ends).first(count), destinations = std::span(*ends).last(count);
  for_compressed(reader, edges, [&](std::size_t id, std::int64_t node, std::int64_t other) {
    sources[id] = by_source ? node : other;
    destinations[id] = by_source ? other : node;
    return std::string();
  });
  const auto view = [&](std::span<const std::int64_t> ids) {
    return TensorView{.name = {},
                      .type = TensorType::int64,
                      .shape = {static_cast<std::int64_t>(count)},
                      .data = {reinterpret_cast<const char*>(ids.data()), ids.size_bytes()}};
  };
  graph.sources = view(sources);
  graph.destinations = view(destinations);
  graph.ends = ends;
}

/// Compressed edges against the coordinates.
static void compare(DglReader& reader, const CompressedEdges& edges, bool by_source, const DglGraphView& graph) {
  const std::size_t count = graph.sources.data.size() / sizeof(std::int64_t);
  if (edges.edges() != count || edges.nodes != graph.nodes) {
    reader.wrong(ErrorCode::malformed, edges.at,
                 std::to_string(edges.edges()) + " compressed edges of " + std::to_string(edges.nodes) +
                     " nodes; expected " + std::to_string(count) + " of " + std::to_string(graph.nodes));
    return;
  }
  const TensorView& ends = by_source ? graph.sources : graph.destinations;
  const TensorView& others = by_source ? graph.destinations : graph.sources;
  for_compressed(reader, edges, [&](std::size_t id, std::int64_t node, std::int64_t other) {
    if (id_at(ends, id) == node && id_at(others, id) == other) return std::string();
    return "compressed edge " + std::to_string(id) + " is not that of the coordinates";
  });
}

static void take_compressed(DglReader& reader, DglGraphView& graph, bool by_source, bool first) {
  const CompressedEdges edges = take_compressed(reader);
  if (!reader.ok()) return;
  if (first) {
    expand(reader, edges, by_source, graph);
  } else {
    compare(reader, edges, by_source, graph);
  }
}

/// A set of formats, or the one that DGL before 0.5 wrote: 1, 2 or 3. None: neither.
static std::optional<std::int64_t> format_set(std::int64_t code) {
  constexpr std::int64_t all = dgl_saves_coo | dgl_saves_csr | dgl_saves_csc;
  constexpr std::array<std::int64_t, 4> single{0, dgl_saves_coo, dgl_saves_csr, dgl_saves_csc};
  if ((code & dgl_is_mask) != 0) return (code & ~(dgl_is_mask | all)) == 0 ? std::optional(code & all) : std::nullopt;
  if (code < 0 || code >= static_cast<std::int64_t>(single.size())) return std::nullopt;
  return single[static_cast<std::size_t>(code)];
}

/// The formats that are in the file.
static std::int64_t take_formats(DglReader& reader) {
  const std::size_t begin = reader.position();
  const auto saved = format_set(static_cast<std::int64_t>(reader.number("the formats")));
  const std::size_t allowed_at = reader.position();
  const auto allowed_code = static_cast<std::int64_t>(reader.number("the formats"));
  const auto allowed = format_set(allowed_code);
  if (!saved) reader.wrong(ErrorCode::malformed, begin, "a set of formats other than coo, csr and csc");
  if (!allowed) reader.wrong(ErrorCode::malformed, allowed_at, "a set of formats other than coo, csr and csc");
  if (!reader.ok()) return 0;
  if (*saved == 0) reader.wrong(ErrorCode::malformed, begin, "a graph without edges in any form");
  constexpr std::int64_t any = 0;  // before 0.5
  if (allowed_code != any && (*saved & ~*allowed) != 0) {
    reader.wrong(ErrorCode::malformed, allowed_at, "edges in a form that the graph does not allow");
  }
  return *saved;
}

static void take_edges(DglReader& reader, DglGraphView& graph) {
  reader.magic(dgl_magic::unit_graph, "the edges of a type");
  const std::int64_t saved = take_formats(reader);
  graph.forms = {
      .coo = (saved & dgl_saves_coo) != 0, .csr = (saved & dgl_saves_csr) != 0, .csc = (saved & dgl_saves_csc) != 0};
  if (graph.forms.coo) take_coordinates(reader, graph);
  if (graph.forms.csr) take_compressed(reader, graph, true, !graph.forms.coo);
  if (graph.forms.csc) take_compressed(reader, graph, false, !graph.forms.coo && !graph.forms.csr);
}

/// The data of the only type, one row per node or edge.
static std::vector<TensorView> take_data(DglReader& reader, std::int64_t rows, std::string_view what) {
  reader.expect(1, "the number of types", ErrorCode::unsupported);
  const std::size_t begin = reader.position();
  std::vector<TensorView> tensors = reader.tensors();
  for (const TensorView& tensor : tensors) {
    if (!reader.ok()) return {};
    if (!tensor.shape.empty() && tensor.shape[0] == rows) continue;
    const std::string found = tensor.shape.empty() ? "no" : std::to_string(tensor.shape[0]);
    reader.wrong(ErrorCode::malformed, begin,
                 quote(tensor.name) + " has " + found + " rows for " + std::to_string(rows) + " " + std::string(what));
  }
  return tensors;
}

/// Graphs without types have these, as DGL names what it makes homogeneous.
static void expect_name(DglReader& reader, std::string_view name, std::string_view what) {
  reader.expect(1, "the number of types", ErrorCode::unsupported);
  const std::size_t begin = reader.position();
  const std::string_view found = reader.bytes(reader.length(1, "bytes of a name"), "a name");
  if (found == name) return;
  reader.wrong(
      ErrorCode::unsupported, begin,
      "the " + std::string(what) + " type is " + quote(found) + "; that of a homogeneous graph is " + quote(name));
}

static DglGraphView take_graph(DglReader& reader) {
  DglGraphView graph;
  reader.magic(dgl_magic::hetero_graph, "a graph");
  skip_meta_graph(reader);
  reader.expect(1, "the number of edge types", ErrorCode::unsupported);
  take_edges(reader, graph);
  reader.expect(1, "the number of node types", ErrorCode::unsupported);
  reader.expect(static_cast<std::uint64_t>(graph.nodes), "the number of nodes");
  if (!reader.ok()) return graph;
  graph.node_data = take_data(reader, graph.nodes, "nodes");
  graph.edge_data = take_data(reader, graph.sources.shape[0], "edges");
  expect_name(reader, dgl_node_type, "node");
  expect_name(reader, dgl_edge_type, "edge");
  return graph;
}

/// Where each graph begins, as a string that holds a list, and the bytes of that string.
static void take_index(DglReader& reader, std::size_t graph_begin) {
  constexpr std::uint64_t index_bytes = 16;
  reader.expect(index_bytes, "the size of the index");
  reader.expect(1, "the number of graphs in the index");
  reader.expect(graph_begin, "where the graph begins, in the index");
  reader.expect(index_bytes, "the size of the index");
}

Result<DglGraphView> read_dgl_graph(std::string_view file) {
  DglReader reader(file);
  reader.magic(dgl_magic::graphs, "a file of graphs of DGL");
  reader.expect(dgl_graphs_version, "the version of the file", ErrorCode::unsupported);
  reader.expect(dgl_hetero_graphs, "the kind of graphs", ErrorCode::unsupported);
  reader.expect(1, "the number of graphs", ErrorCode::unsupported);
  (void)reader.bytes(dgl_graphs_head - reader.position(), "the head");
  const std::size_t begin_at = reader.position();
  const std::uint64_t begin = reader.number("where the graph begins");
  (void)reader.tensors();  // labels
  if (begin != reader.position()) {
    reader.wrong(ErrorCode::malformed, begin_at,
                 "the graph begins at byte " + std::to_string(begin) + ", its labels end at " +
                     std::to_string(reader.position()));
  }
  DglGraphView graph = take_graph(reader);
  take_index(reader, static_cast<std::size_t>(begin));
  take_end(reader);
  if (!reader.ok()) return reader.error();
  return graph;
}

}  // namespace tuplepack::formats
