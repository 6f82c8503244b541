#include "npz_edges.hpp"

#include "field_edges.hpp"
#include "files/files.hpp"
#include "npz_file.hpp"
#include "tuplepack/formats/numpy/npy_type.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace tuplepack::graph {

namespace {

/// An archive that is read.
struct EdgeArchive {
  const NpzFile& file;
  const std::string& path;
  const std::string& spill;
  formats::EdgeEnds& ends;
  const formats::EdgeEnds::Note& note;

  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const {
    const auto& names = file.names();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
  }
  [[nodiscard]] bool has(std::string_view name) const { return find(name).has_value(); }
  [[nodiscard]] tl::unexpected<Error> refuse(ErrorCode code, std::string message) const {
    return tl::unexpected(files::in_file(Error{.code = code, .message = std::move(message)}, path));
  }
};

}  // namespace

// ---- the numbers of nodes ----

namespace {

/// What an archive says of its nodes.
struct DeclaredNodes {
  std::array<std::int64_t, 2> nodes{};  // at either end; 0: it does not say
  std::vector<std::string> arrays{};    // that say so, or how
};

}  // namespace

/// The whole numbers of an array of one dimension or none; empty if it is another one, or has more or fewer.
static std::vector<std::int64_t> numbers_of(const EdgeArchive& archive, std::string_view name, std::int64_t count) {
  const auto index = archive.find(name);
  if (!index) return {};
  const auto array = archive.file.open_array(*index, archive.spill);
  if (!array) return {};
  const auto& shape = array->header.shape;
  const auto type = formats::npy_type(array->header.type);
  if (!type || shape.size() > 1 || (shape.empty() ? 1 : shape[0]) != count) return {};
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(count));
  std::vector<std::byte> bytes(numbers.size() * type->width);
  if (!array->file.read(array->data, bytes)) return {};
  type->decode(reinterpret_cast<const char*>(bytes.data()), numbers.size(), numbers.data());
  const bool are_counts = std::all_of(numbers.begin(), numbers.end(), [](std::int64_t number) { return number >= 0; });
  return are_counts ? numbers : std::vector<std::int64_t>{};
}

/// used  the arrays of edges
static DeclaredNodes declared_nodes(const EdgeArchive& archive, std::span<const std::size_t> used) {
  const auto& names = archive.file.names();
  const formats::EdgeEndOptions& options = archive.ends.options();
  if (options.are_numbered) return {};
  if (used.size() == 2 && names[used[0]] == "row" && names[used[1]] == "col") {
    const auto shape = numbers_of(archive, "shape", 2);
    if (!shape.empty()) return {.nodes = {shape[0], shape[1]}, .arrays = {"shape", "format"}};
  }
  const auto nodes = options.one_type() ? numbers_of(archive, "num_nodes", 1) : std::vector<std::int64_t>{};
  if (nodes.empty()) return {};
  return {.nodes = {nodes[0], nodes[0]}, .arrays = {"num_nodes"}};
}

static Result<EdgeArrays> with_nodes(const EdgeArchive& archive, Result<EdgeArrays> edges,
                                     const DeclaredNodes& declared) {
  if (!edges) return edges;
  edges->nodes = declared.nodes;
  if (edges->nodes[0] == edges->nodes[1] || !archive.ends.options().one_type()) return edges;
  return archive.refuse(ErrorCode::unsupported, "a matrix of " + std::to_string(edges->nodes[0]) + " × " +
                                                    std::to_string(edges->nodes[1]) +
                                                    " has nodes of two types; name them, as in row:entry:column=FILE");
}

// ---- the edges ----

/// An array of edges, or with fields.
/// is_chosen  it is what is wanted, not two fields
static Result<EdgeArrays> edges_of(const EdgeArchive& archive, Result<files::NpyFile> array, bool is_chosen) {
  if (array && !array->header.fields.empty()) {
    return field_edges(std::move(*array), archive.ends, archive.note, is_chosen);
  }
  array = require_numbers_or_text(std::move(array));
  if (!array) return tl::unexpected(std::move(array.error()));
  return edge_arrays(std::move(*array), std::nullopt, end_ids(archive.ends));
}

/// The array of edges among others: the only name wanted, or without a choice "edge_index", as PyG and OGB call it.
static std::optional<std::size_t> array_of_edges(const EdgeArchive& archive) {
  const auto& wanted = archive.ends.options().columns;
  if (wanted.size() > 1) return std::nullopt;
  return archive.find(wanted.empty() ? "edge_index" : wanted.front());
}

/// Two arrays of one dimension.
static Result<EdgeArrays> edges_of_two(const EdgeArchive& archive) {
  const auto& names = archive.file.names();
  formats::EdgeTable table{.names = names, .width = names.size(), .part = "array"};
  const auto chosen = archive.ends.choose(table);
  if (!chosen) return archive.refuse(chosen.error().code, chosen.error().message);
  const DeclaredNodes declared = declared_nodes(archive, *chosen);
  table.known = declared.arrays;
  archive.ends.begin(table, *chosen, archive.note);
  auto sources = require_numbers_or_text(archive.file.open_array((*chosen)[0], archive.spill));
  if (!sources) return tl::unexpected(std::move(sources.error()));
  auto targets = require_numbers_or_text(archive.file.open_array((*chosen)[1], archive.spill));
  if (!targets) return tl::unexpected(std::move(targets.error()));
  return with_nodes(archive, edge_arrays(std::move(*sources), std::move(*targets), end_ids(archive.ends)), declared);
}

Result<EdgeArrays> npz_edges(const std::string& path, formats::EdgeEnds& ends, const formats::EdgeEnds::Note& note,
                             const std::string& spill) {
  const auto file = NpzFile::open(path);
  if (!file) return tl::unexpected(file.error());
  const EdgeArchive archive{.file = *file, .path = path, .spill = spill, .ends = ends, .note = note};
  const auto& names = file->names();
  const auto& wanted = ends.options().columns;
  if (names.size() == 1) {
    auto array = file->open_array(0, spill);
    const bool is_chosen = wanted.size() == 1 && wanted.front() == names.front();
    if (!array || wanted.empty() || is_chosen || !array->header.fields.empty()) {
      return edges_of(archive, std::move(array), is_chosen);
    }
  }
  const auto array = array_of_edges(archive);
  if (array && wanted.empty() && formats::are_edge_columns(names, {})) {
    return archive.refuse(ErrorCode::unsupported,
                          "there are edges in the array 'edge_index' and in arrays of sources and destinations; "
                          "choose with --columns edge_index, or --columns and the names of those two");
  }
  if (array) {
    const std::array used{*array};
    const DeclaredNodes declared = declared_nodes(archive, used);
    const formats::EdgeTable table{.names = names, .width = names.size(), .part = "array", .known = declared.arrays};
    if (wanted.empty()) ends.note_ignored(table, used, note);
    return with_nodes(archive, edges_of(archive, file->open_array(*array, spill), true), declared);
  }
  if (archive.has("indptr") && archive.has("indices") && wanted.empty() && !formats::are_edge_columns(names, {})) {
    return archive.refuse(ErrorCode::unsupported,
                          "this is a compressed sparse matrix (csr or csc), as SciPy saves it; save its entries, by "
                          "scipy.sparse.save_npz(FILE, matrix.tocoo())");
  }
  return edges_of_two(archive);
}

}  // namespace tuplepack::graph
