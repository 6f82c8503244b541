#include "npz_edges.hpp"

#include "field_edges.hpp"
#include "files/files.hpp"
#include "npz_file.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace tuplepack::graph {

/// The only array of an archive: of edges, or with fields.
static Result<EdgeArrays> edges_of(Result<files::NpyFile> array, std::span<const std::string> wanted, EndIds ids) {
  if (array && !array->header.fields.empty()) return field_edges(std::move(*array), wanted, ids);
  array = require_numbers_or_text(std::move(array));
  if (!array) return tl::unexpected(std::move(array.error()));
  return edge_arrays(std::move(*array), std::nullopt, ids);
}

/// The array of edges among others: the only name wanted, or without a choice "edge_index", as PyG and OGB call it.
static std::optional<std::size_t> array_of_edges(std::span<const std::string> names,
                                                 std::span<const std::string> wanted) {
  if (wanted.size() > 1) return std::nullopt;
  const auto found = std::find(names.begin(), names.end(), wanted.empty() ? "edge_index" : wanted.front());
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

Result<EdgeArrays> npz_edges(const std::string& path, std::span<const std::string> wanted, EndIds ids,
                             const std::string& spill) {
  const auto archive = NpzFile::open(path);
  if (!archive) return tl::unexpected(archive.error());
  const auto& names = archive->names();
  if (names.size() == 1) {
    auto array = archive->open_array(0, spill);
    if (!array || wanted.empty() || !array->header.fields.empty()) return edges_of(std::move(array), wanted, ids);
  }
  const auto array = array_of_edges(names, wanted);
  if (array && wanted.empty() && formats::are_edge_columns(names, {})) {
    const Error error{.code = ErrorCode::unsupported,
                      .message =
                          "there are edges in the array 'edge_index' and in arrays of sources and destinations; "
                          "choose with --columns edge_index, or --columns and the names of those two"};
    return tl::unexpected(files::in_file(error, path));
  }
  if (array) return edges_of(archive->open_array(*array, spill), {}, ids);
  const auto chosen = formats::choose_edge_columns(names, names.size(), wanted);
  if (!chosen) return tl::unexpected(files::in_file(chosen.error(), path));
  auto sources = require_numbers_or_text(archive->open_array((*chosen)[0], spill));
  if (!sources) return tl::unexpected(std::move(sources.error()));
  auto targets = require_numbers_or_text(archive->open_array((*chosen)[1], spill));
  if (!targets) return tl::unexpected(std::move(targets.error()));
  return edge_arrays(std::move(*sources), std::move(*targets), ids);
}

}  // namespace tuplepack::graph
