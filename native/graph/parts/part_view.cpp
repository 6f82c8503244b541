#include "part_view.hpp"

#include "tuplepack/formats/dgl/sampling_graph.hpp"
#include "tuplepack/formats/numpy/npy_header.hpp"

#include <algorithm>
#include <filesystem>

namespace tuplepack::graph {

namespace fs = std::filesystem;

const formats::TensorView* NamedArrays::find(std::string_view name) const {
  const auto found =
      std::find_if(arrays.begin(), arrays.end(), [=](const formats::TensorView& array) { return array.name == name; });
  return found == arrays.end() ? nullptr : &*found;
}

void PartView::release() const {
  for (const files::MappedFile& file : files) file.release();
}

/// What messages call a file: its path, as whoever reads them can open it.
static std::string path_of(const std::string& folder, const std::string& name) {
  return (fs::path(folder) / name).string();
}

/// Maps a file for as long as the part is open.
static Result<std::string_view> map_for(PartView& part, const std::string& folder, const std::string& name) {
  auto file = files::MappedFile::open(path_of(folder, name));
  if (!file) return tl::unexpected(std::move(file.error()));
  part.files.push_back(std::move(*file));
  part.names.push_back(name);
  return part.files.back().bytes();
}

/// The result, or its error with the path of the file.
template <typename T>
static Result<T> in_part_file(Result<T>&& result, const std::string& path) {
  if (!result) return tl::unexpected(files::in_file(result.error(), path));
  return std::move(result);
}

static Result<formats::TensorView> read_npy_view(std::string_view bytes) {
  auto header = formats::npy_header_of(bytes);
  if (!header) return tl::unexpected(std::move(header.error()));
  const auto type = formats::npy_tensor_type(header->type);
  if (!type) return tl::unexpected(type.error());
  if (header->fortran_order && header->shape.size() > 1) {
    return fail(ErrorCode::unsupported, "an array in Fortran's order");
  }
  formats::TensorView view{
      .name = {}, .type = *type, .shape = header->shape, .data = bytes.substr(*formats::npy_header_size(bytes))};
  const std::int64_t expected = formats::Tensor{.name = {}, .type = *type, .shape = header->shape}.bytes();
  if (auto whole = formats::check_npy_data(expected, static_cast<std::int64_t>(view.data.size())); !whole) {
    return tl::unexpected(std::move(whole.error()));
  }
  return view;
}

/// Every .npy file below a folder; arrays are named by their path without ".npy". Without arrays there is no folder.
static Result<NamedArrays> open_npy_folder(PartView& part, const std::string& folder, const std::string& name) {
  NamedArrays found{.file = path_of(folder, name), .arrays = {}};
  std::error_code error;
  std::vector<std::string> paths;
  const fs::path base = fs::path(folder) / name;
  if (!fs::exists(base)) return found;
  for (fs::recursive_directory_iterator at(base, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".npy") paths.push_back(fs::relative(at->path(), base).generic_string());
  }
  if (error) return fail(ErrorCode::system, found.file + ": " + error.message());
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) {
    const std::string file = name + "/" + path;
    const auto bytes = map_for(part, folder, file);
    if (!bytes) return tl::unexpected(bytes.error());
    auto view = in_part_file(read_npy_view(*bytes), path_of(folder, file));
    if (!view) return tl::unexpected(std::move(view.error()));
    view->name = path.substr(0, path.size() - std::string_view(".npy").size());
    found.arrays.push_back(std::move(*view));
  }
  return found;
}

/// npy  a folder of .npy files, which all of the part is in then
static Result<NamedArrays> open_arrays(PartView& part, const std::string& folder, const std::string& name, bool npy) {
  if (npy) return open_npy_folder(part, folder, name);
  const auto bytes = map_for(part, folder, name);
  if (!bytes) return tl::unexpected(bytes.error());
  auto arrays = in_part_file(formats::read_dgl_tensors(*bytes), path_of(folder, name));
  if (!arrays) return tl::unexpected(std::move(arrays.error()));
  return NamedArrays{.file = path_of(folder, name), .arrays = std::move(*arrays)};
}

/// The ends of the edges.
static Result<void> take_ends(PartView& part, const formats::TensorView& sources,
                              const formats::TensorView& destinations) {
  for (const formats::TensorView* ends : {&sources, &destinations}) {
    if (ends->type == formats::TensorType::int64 && ends->shape.size() == 1 && ends->data.size() == sources.data.size())
      continue;
    return fail(ErrorCode::malformed,
                part.graph_file + ": source and destination must be int64 arrays of equal length");
  }
  const std::int64_t bytes = width(formats::TensorType::int64);
  part.edges = PartEdges::coordinates({sources.data, bytes}, {destinations.data, bytes});
  return {};
}

/// Moves the arrays below a folder, "nodes/_ID", into a list of their own, as "_ID".
static NamedArrays arrays_below(const NamedArrays& all, std::string_view prefix) {
  NamedArrays found{.file = all.file, .arrays = {}};
  for (const formats::TensorView& array : all.arrays) {
    if (!array.name.starts_with(prefix)) continue;
    found.arrays.push_back(array);
    found.arrays.back().name.erase(0, prefix.size());
  }
  return found;
}

static Result<void> open_npy_graph(PartView& part, const std::string& folder, const std::string& graph) {
  auto all = open_npy_folder(part, folder, graph);
  if (!all) return tl::unexpected(std::move(all.error()));
  part.node_data = arrays_below(*all, "nodes/");
  part.edge_data = arrays_below(*all, "edges/");
  const formats::TensorView* const sources = all->find("src");
  const formats::TensorView* const destinations = all->find("dst");
  const formats::TensorView* const ids = part.node_data.find("_ID");
  for (const auto& [array, name] :
       {std::pair(sources, "src.npy"), std::pair(destinations, "dst.npy"), std::pair(ids, "nodes/_ID.npy")}) {
    if (array == nullptr || array->shape.size() != 1) {
      return fail(ErrorCode::malformed, part.graph_file + ": there is no " + std::string(name) + " of one dimension");
    }
  }
  part.nodes = ids->shape.front();
  return take_ends(part, *sources, *destinations);
}

/// indptr or indices; null: it has no such array of one dimension, of 32 or 64 bits.
static const formats::TensorView* structural_array(const PartView& part, std::string_view name) {
  const formats::TensorView* const array = part.structure.find("independent_tensors/" + std::string(name));
  const bool fits = array != nullptr && array->shape.size() == 1 &&
                    (array->type == formats::TensorType::int32 || array->type == formats::TensorType::int64);
  return fits ? array : nullptr;
}

/// Compressed columns can be walked through if their indptr never falls, from 0 to the number of edges.
static Result<void> take_columns(PartView& part) {
  const formats::TensorView* const indptr = structural_array(part, "indptr");
  const formats::TensorView* const indices = structural_array(part, "indices");
  if (indptr == nullptr || indices == nullptr || indptr->shape.front() == 0) {
    return fail(ErrorCode::malformed,
                part.graph_file + ": missing one-dimensional int32 or int64 arrays indptr and indices");
  }
  const IntegerColumn ends(indptr->data, width(indptr->type));
  const std::int64_t edges = indices->shape.front();
  std::int64_t before = 0;
  for (std::int64_t i = 0; i < ends.size(); ++i) {
    const bool last = i + 1 == ends.size();
    if (ends[i] >= before && (i > 0 || ends[i] == 0) && (!last || ends[i] == edges)) {
      before = ends[i];
      continue;
    }
    return fail(ErrorCode::malformed, part.graph_file + ": indptr[" + std::to_string(i) + "] is " +
                                          std::to_string(ends[i]) + "; it must ascend from 0 to the number of edges, " +
                                          std::to_string(edges));
  }
  part.nodes = ends.size() - 1;
  part.edges = PartEdges::columns(ends, {indices->data, width(indices->type)});
  return {};
}

/// The members of an archive against their checksums. Not more than a slice of it stays in memory.
static Result<void> check_archive(const PartView& part, const std::vector<formats::ZipMember>& members) {
  for (const formats::ZipMember& member : members) {
    auto whole = check_zip_member(member, [&] { part.release(); });
    if (!whole) return tl::unexpected(files::in_file(whole.error(), part.graph_file));
  }
  return {};
}

static Result<void> open_sampling_graph(PartView& part, const std::string& folder, const std::string& name,
                                        Checksums checksums) {
  const auto bytes = map_for(part, folder, name);
  if (!bytes) return tl::unexpected(bytes.error());
  auto graph = in_part_file(formats::read_sampling_graph(*bytes), part.graph_file);
  if (!graph) return tl::unexpected(std::move(graph.error()));
  part.structure = {.file = part.graph_file, .arrays = std::move(graph->tensors)};
  part.node_data = arrays_below(part.structure, "node_attributes/");
  part.edge_data = arrays_below(part.structure, "edge_attributes/");
  std::erase_if(part.structure.arrays, [](const formats::TensorView& array) {
    return array.name.starts_with("node_attributes/") || array.name.starts_with("edge_attributes/");
  });
  auto taken = take_columns(part);
  return taken && checksums == Checksums::compared ? check_archive(part, graph->members) : taken;
}

static Result<void> open_graph(PartView& part, const std::string& folder, const PartFiles& files, Checksums checksums) {
  if (files.graphbolt) return open_sampling_graph(part, folder, files.graph, checksums);
  if (!files.graph.ends_with(".dgl")) return open_npy_graph(part, folder, files.graph);
  const auto bytes = map_for(part, folder, files.graph);
  if (!bytes) return tl::unexpected(bytes.error());
  auto graph = in_part_file(formats::read_dgl_graph(*bytes), part.graph_file);
  if (!graph) return tl::unexpected(std::move(graph.error()));
  part.nodes = graph->nodes;
  part.node_data = {.file = part.graph_file, .arrays = std::move(graph->node_data)};
  part.edge_data = {.file = part.graph_file, .arrays = std::move(graph->edge_data)};
  part.ends = graph->ends;
  return take_ends(part, graph->sources, graph->destinations);
}

/// A file beside that of the graph: one of DGL, or a folder.
static std::string beside_graph(const PartFiles& files, const std::string& name) {
  const fs::path path(files.graph);
  const std::string ending = files.graphbolt ? ".dgl" : path.extension().string();
  return (path.parent_path() / (name + ending)).generic_string();
}

Result<PartView> open_part(const std::string& folder, const PartFiles& files, Checksums checksums, bool original_ids) {
  PartView part;
  part.graph_file = path_of(folder, files.graph);
  if (auto ok = open_graph(part, folder, files, checksums); !ok) return tl::unexpected(std::move(ok.error()));
  for (const auto& [arrays, name] :
       {std::pair(&part.node_ids, beside_graph(files, "orig_nids")),
        std::pair(&part.edge_ids, beside_graph(files, "orig_eids")),
        std::pair(&part.node_features, files.node_features), std::pair(&part.edge_features, files.edge_features)}) {
    const bool is_of_ids = arrays == &part.node_ids || arrays == &part.edge_ids;
    if (is_of_ids && !original_ids) continue;
    auto opened = open_arrays(part, folder, name, !files.graphbolt && !files.graph.ends_with(".dgl"));
    if (!opened) return tl::unexpected(std::move(opened.error()));
    *arrays = std::move(*opened);
  }
  return part;
}

}  // namespace tuplepack::graph
