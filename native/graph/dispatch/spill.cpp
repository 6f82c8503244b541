#include "graph/dispatch/spill.hpp"

#include "files/input_file.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::graph {

// ---- Files ----

/// Reads a column, if it is wanted, and skips it.
template <typename T>
static Result<std::span<const T>> read_column(const files::InputFile& file, bool wanted, std::vector<T>& column,
                                              std::size_t count, std::int64_t& offset) {
  const std::int64_t at = offset;
  offset += static_cast<std::int64_t>(count * sizeof(T));
  if (!wanted) return std::span<const T>();
  column.resize(count);
  if (auto read = file.read(at, std::as_writable_bytes(std::span(column))); !read) return tl::unexpected(read.error());
  return std::span<const T>(column);
}

/// The bytes that a file ends with: how many edges of each type are in it.
static std::int64_t ending_bytes(std::size_t types) {
  return static_cast<std::int64_t>(sizeof(SpillHeader) + types * sizeof(std::int64_t));
}

/// The blocks of a file.
static Result<void> read_blocks(const files::InputFile& file, std::size_t types, SpillColumns columns,
                                const std::function<Result<void>(const SpilledEdges&)>& sink) {
  std::vector<std::uint32_t> sources, targets;
  std::vector<std::byte> ids;
  const std::int64_t end = file.size() - ending_bytes(types);
  for (std::int64_t offset = 0; offset < end;) {
    SpillHeader header;
    auto read = file.read(offset, std::as_writable_bytes(std::span(&header, 1)));
    if (!read) return read;
    offset += static_cast<std::int64_t>(sizeof header);
    const std::size_t count = header.edges;
    const auto source = read_column(file, columns.sources, sources, count, offset);
    const auto target = read_column(file, columns.targets, targets, count, offset);
    const auto id = read_column(file, columns.ids, ids, header.id_bytes, offset);
    if (!source) return tl::unexpected(source.error());
    if (!target) return tl::unexpected(target.error());
    if (!id) return tl::unexpected(id.error());
    if (auto taken = sink({*source, *target, *id, count}); !taken) return taken;
  }
  return {};
}

std::string spill_name(std::size_t part, int reader) {
  return "part" + std::to_string(part) + ".edges." + std::to_string(reader);
}

std::string owners_name(std::size_t edge_type, int reader) {
  return "owners" + std::to_string(edge_type) + "." + std::to_string(reader);
}

static Result<files::InputFile> open_spill(const SpilledParts& spill, std::size_t part, int reader) {
  return files::InputFile::open(spill.folder + "/" + spill_name(part, reader));
}

Result<void> read_spill(const SpilledParts& spill, std::size_t part, SpillColumns columns,
                        const std::function<Result<void>(const SpilledEdges&)>& sink) {
  for (int reader = 0; reader < spill.readers; ++reader) {
    const auto file = open_spill(spill, part, reader);
    if (!file) return tl::unexpected(file.error());
    if (auto read = read_blocks(*file, spill.starts.types, columns, sink); !read) return read;
  }
  return {};
}

/// The places of a type's edges among those of a file.
static Result<IdRange> places_of(const files::InputFile& file, std::size_t type, std::size_t types) {
  std::vector<std::int64_t> edges(types);
  const std::int64_t offset = file.size() - ending_bytes(types) + static_cast<std::int64_t>(sizeof(SpillHeader));
  if (offset < 0) return fail(ErrorCode::malformed, file.path() + ": truncated");
  if (auto read = file.read(offset, std::as_writable_bytes(std::span(edges))); !read) {
    return tl::unexpected(read.error());
  }
  const std::int64_t begin =
      std::accumulate(edges.begin(), edges.begin() + static_cast<std::ptrdiff_t>(type), std::int64_t{0});
  return IdRange{begin, begin + edges[type]};
}

Result<void> read_edge_ids(const SpilledParts& spill, std::size_t part, std::size_t type,
                           const std::function<Result<void>(std::span<const std::int64_t>)>& sink) {
  std::vector<std::int64_t> ids;
  for (int reader = 0; reader < spill.readers; ++reader) {
    const auto file = open_spill(spill, part, reader);
    if (!file) return tl::unexpected(file.error());
    const auto places = places_of(*file, type, spill.starts.types);
    if (!places) return tl::unexpected(places.error());
    if (places->size() == 0) continue;
    EdgeIdDecoder decoder(*places, spill.starts.of(reader, type));
    auto read = read_blocks(*file, spill.starts.types, {.ids = true}, [&](const SpilledEdges& edges) {
      ids.clear();
      decoder.decode(edges, [&](std::int64_t id) { ids.push_back(id); });
      return ids.empty() ? Result<void>() : sink(ids);
    });
    if (!read) return read;
  }
  return {};
}

// ---- Sizes ----

std::vector<bool> types_with_features(const ChunkedGraph& graph) {
  std::vector<bool> has(graph.schema.edge_types.size());
  for (const FeatureChunks& feature : graph.edge_features) has[feature.type] = true;
  return has;
}

/// Bytes of the ids of edges beyond the first of each. A difference of 128^n or more takes n of them, and is found at most
/// edges / 128^n times in each part.
static std::int64_t long_id_bytes(std::int64_t edges, std::int64_t parts) {
  std::int64_t bytes = 0;
  for (std::int64_t most = edges; most > 0;) {
    most /= 128;
    bytes += std::min(edges, (most + 1) * parts);
  }
  return bytes;
}

std::int64_t spill_bytes(const ChunkedGraph& graph, std::int64_t parts, std::int64_t readers) {
  constexpr std::int64_t per_block = 64;  // edges, at least
  const auto with_owners = types_with_features(graph);
  std::int64_t bytes = parts * readers * ending_bytes(with_owners.size());
  for (std::size_t type = 0; type < with_owners.size(); ++type) {
    const std::int64_t edges = graph.schema.edge_types[type].edges;
    bytes += edges * (with_owners[type] ? 11 : 9) + long_id_bytes(edges, parts * readers);
    bytes += (edges / per_block + parts * readers) * static_cast<std::int64_t>(sizeof(SpillHeader));
  }
  return bytes;
}

}  // namespace tuplepack::graph
