#include "graph/dispatch/spill.hpp"

#include "graph/dispatch/appended_files.hpp"
#include "graph/input_file.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace tuplepack {

// ---- Blocks: a header, then the columns ----

struct SpillHeader {
  std::uint32_t edges = 0;
  std::uint32_t id_bytes = 0;
};

/// Reads a column, if it is wanted, and passes over it.
template <typename T>
static Result<std::span<const T>> read_column(const InputFile& file, bool wanted, std::vector<T>& column,
                                              std::size_t count, std::int64_t& offset) {
  const std::int64_t at = offset;
  offset += static_cast<std::int64_t>(count * sizeof(T));
  if (!wanted) return std::span<const T>();
  column.resize(count);
  if (auto read = file.read(at, std::as_writable_bytes(std::span(column))); !read) return tl::unexpected(read.error());
  return std::span<const T>(column);
}

Result<void> read_spill(const std::string& path, SpillColumns columns,
                        const std::function<Result<void>(const SpilledEdges&)>& sink) {
  const auto file = InputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  std::vector<std::uint32_t> sources, targets;
  std::vector<std::byte> ids;
  for (std::int64_t offset = 0; offset < file->size();) {
    SpillHeader header;
    auto read = file->read(offset, std::as_writable_bytes(std::span(&header, 1)));
    if (!read) return read;
    offset += static_cast<std::int64_t>(sizeof header);
    const std::size_t count = header.edges;
    const auto source = read_column(*file, columns.sources, sources, count, offset);
    const auto target = read_column(*file, columns.targets, targets, count, offset);
    const auto id = read_column(*file, columns.ids, ids, header.id_bytes, offset);
    if (!source) return tl::unexpected(source.error());
    if (!target) return tl::unexpected(target.error());
    if (!id) return tl::unexpected(id.error());
    if (auto taken = sink({*source, *target, *id, count}); !taken) return taken;
  }
  return {};
}

// ---- Sizes ----

std::string spill_name(std::size_t part) {
  return "part" + std::to_string(part) + ".edges";
}

std::string spill_path(const std::string& folder, std::size_t part) {
  return folder + "/" + spill_name(part);
}

static std::string owners_name(std::size_t edge_type) {
  return "owners" + std::to_string(edge_type);
}

std::string owners_path(const std::string& folder, std::size_t edge_type) {
  return folder + "/" + owners_name(edge_type);
}

static std::vector<bool> types_with_features(const ChunkedGraph& graph) {
  std::vector<bool> has(graph.schema.edge_types.size());
  for (const FeatureChunks& feature : graph.edge_features) has[feature.type] = true;
  return has;
}

/// Two bytes of id per edge are enough for nearly all blocks; a block is written early when they are not.
static constexpr std::size_t id_bytes_per_edge = 2, longest_id = 10;
static constexpr std::size_t bytes_per_edge = 2 * sizeof(std::uint32_t) + id_bytes_per_edge;

/// Edges of a part that wait in memory.
static std::size_t edges_in_memory(std::int64_t parts, std::int64_t memory) {
  const std::int64_t room = memory / parts / static_cast<std::int64_t>(bytes_per_edge);
  return static_cast<std::size_t>(std::clamp<std::int64_t>(room, 64, 8192));
}

std::int64_t spill_memory(std::int64_t parts, std::int64_t memory) {
  const std::size_t edges = edges_in_memory(parts, memory);
  return parts * static_cast<std::int64_t>(edges * bytes_per_edge + longest_id + sizeof(SpillHeader));
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

std::int64_t spill_bytes(const ChunkedGraph& graph, std::int64_t parts) {
  constexpr std::int64_t per_block = 64;  // edges, at least
  const auto with_owners = types_with_features(graph);
  std::int64_t bytes = 0;
  for (std::size_t type = 0; type < with_owners.size(); ++type) {
    const std::int64_t edges = graph.schema.edge_types[type].edges;
    bytes += edges * (with_owners[type] ? 11 : 9) + long_id_bytes(edges, parts);
    bytes += (edges / per_block + parts) * static_cast<std::int64_t>(sizeof(SpillHeader));
  }
  return bytes;
}

// ---- Writing ----

namespace {

/// An edge whose ends have their new ids.
struct NewEdge {
  std::uint32_t source = 0;
  std::uint32_t target = 0;  ///< less the first id of its part
  std::uint32_t part = 0;
};

/// The edges that wait in memory, by part.
class SpillBuffers {
 public:
  SpillBuffers(std::size_t parts, std::size_t capacity)
      : capacity_(capacity),
        id_capacity_(capacity * id_bytes_per_edge + longest_id),
        sources_(parts * capacity),
        targets_(parts * capacity),
        ids_(parts * id_capacity_),
        waiting_(parts) {}

  /// The next edges are of another type.
  void begin_type() {
    for (Waiting& waiting : waiting_) waiting.last = -1;
  }

  /// Adds edges until the buffer of a part is full: that of the last edge added. Returns how many were added.
  /// first  the type-wise id of the first one
  std::size_t add(std::span<const NewEdge> edges, std::int64_t first) {
    // Not the members: the compiler cannot know that bytes written below are not those of a pointer.
    std::uint32_t* const sources = sources_.data();
    std::uint32_t* const targets = targets_.data();
    std::byte* const ids = ids_.data();
    Waiting* const all = waiting_.data();
    const std::size_t capacity = capacity_, id_capacity = id_capacity_;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const NewEdge edge = edges[i];
      Waiting& waiting = all[edge.part];
      const std::size_t at = edge.part * capacity + waiting.edges;
      sources[at] = edge.source;
      targets[at] = edge.target;
      const std::int64_t id = first + static_cast<std::int64_t>(i);
      auto difference = static_cast<std::uint64_t>(id - waiting.last);
      std::byte* to = ids + edge.part * id_capacity + waiting.id_bytes;
      std::uint32_t used = 1;
      for (; difference >= 128; difference >>= 7U, ++used) *to++ = static_cast<std::byte>(difference | 128U);
      *to = static_cast<std::byte>(difference);
      waiting.last = id;
      waiting.id_bytes += used;
      if (++waiting.edges == capacity || waiting.id_bytes + longest_id > id_capacity) return i + 1;
    }
    return edges.size();
  }

  [[nodiscard]] bool is_full(std::size_t part) const {
    return waiting_[part].edges == capacity_ || waiting_[part].id_bytes + longest_id > id_capacity_;
  }

  /// The waiting edges as a block; none wait after that.
  [[nodiscard]] std::span<const std::byte> take(std::size_t part) {
    const SpillHeader header{.edges = std::exchange(waiting_[part].edges, 0),
                             .id_bytes = std::exchange(waiting_[part].id_bytes, 0)};
    block_.resize(header.edges == 0
                      ? 0
                      : sizeof header + header.edges * std::size_t{2} * sizeof(std::uint32_t) + header.id_bytes);
    if (header.edges == 0) return block_;
    auto to = block_.begin();
    const auto put = [&](std::span<const std::byte> bytes) { to = std::copy(bytes.begin(), bytes.end(), to); };
    put(std::as_bytes(std::span(&header, 1)));
    put(std::as_bytes(std::span(sources_).subspan(part * capacity_, header.edges)));
    put(std::as_bytes(std::span(targets_).subspan(part * capacity_, header.edges)));
    put(std::span(ids_).subspan(part * id_capacity_, header.id_bytes));
    return block_;
  }

 private:
  struct Waiting {
    std::uint32_t edges = 0;
    std::uint32_t id_bytes = 0;
    std::int64_t last = -1;  ///< id of the last edge of the type
  };
  std::size_t capacity_, id_capacity_;
  std::vector<std::uint32_t> sources_, targets_;
  std::vector<std::byte> ids_;
  std::vector<Waiting> waiting_;
  std::vector<std::byte> block_;
};

class EdgeSpiller {
  static constexpr std::size_t edges_per_step = 2048;

 public:
  EdgeSpiller(const ChunkedGraph& graph, const NodeAssignment& assignment, const NodeMap& map,
              const std::string& folder, AppendedFiles files, std::size_t capacity)
      : graph_(graph),
        assignment_(assignment),
        map_(map),
        folder_(folder),
        node_offsets_(graph.schema.node_offsets()),
        with_owners_(types_with_features(graph)),
        parts_(static_cast<std::size_t>(assignment.parts)),
        part_of_(RangeLookup::of_parts(map.ranges)),
        files_(std::move(files)),
        buffers_(parts_, capacity),
        counts_(parts_),
        edges_(parts_ * graph.schema.edge_types.size()) {
    for (std::size_t part = 0; part < parts_; ++part) {
      first_.push_back(static_cast<std::uint32_t>(map.ranges.of(part).begin));
    }
  }

  Result<void> take(const EdgeBlock& block) {
    if (auto begun = begin_type(block.type); !begun) return begun;
    const EdgeType& type = graph_.schema.edge_types[block.type];
    for (std::size_t at = 0; at < block.sources.size(); at += edges_per_step) {
      const std::size_t count = std::min(edges_per_step, block.sources.size() - at);
      renumber_edges(type, block.sources.subspan(at, count), block.targets.subspan(at, count));
      const auto first = block.first + static_cast<std::int64_t>(at);
      if (auto added = add(std::span(step_).first(count), first); !added) return added;
    }
    if (!owners_) return {};
    const std::uint16_t* const part_of = assignment_.part_of.data() + node_offsets_[type.target];
    block_owners_.clear();
    for (const std::uint32_t target : block.targets) block_owners_.push_back(part_of[target]);
    return owners_->write(std::as_bytes(std::span(block_owners_)));
  }

  Result<Spill> finish() {
    if (auto begun = begin_type(with_owners_.size()); !begun) return tl::unexpected(begun.error());
    Spill spill;
    for (std::size_t part = 0; part < parts_; ++part) {
      if (const auto rest = buffers_.take(part); !rest.empty()) {
        if (auto written = files_.append(part, rest); !written) return tl::unexpected(written.error());
      }
    }
    if (auto finished = files_.finish(); !finished) return tl::unexpected(finished.error());
    spill.edges = std::move(edges_);
    spill.files = std::move(written_);
    for (std::size_t part = 0; part < parts_; ++part) {
      spill.files.push_back({.path = spill_name(part), .bytes = files_.size(part), .hash = files_.hash(part)});
    }
    return spill;
  }

 private:
  /// Looks up the new ids of edges by themselves, so that the memory answers many questions at a time.
  void renumber_edges(const EdgeType& type, std::span<const std::uint32_t> sources,
                      std::span<const std::uint32_t> targets) {
    const std::uint32_t* const source_ids = map_.new_id.data() + node_offsets_[type.source];
    const std::uint32_t* const target_ids = map_.new_id.data() + node_offsets_[type.target];
    for (std::size_t i = 0; i < sources.size(); ++i) {
      step_[i].source = source_ids[sources[i]];
      step_[i].target = target_ids[targets[i]];
    }
    for (NewEdge& edge : std::span(step_).first(sources.size())) {
      const std::size_t part = part_of_(edge.target);
      ++counts_[part];
      edge.part = static_cast<std::uint32_t>(part);
      edge.target -= first_[part];
    }
  }

  Result<void> add(std::span<const NewEdge> edges, std::int64_t first) {
    while (!edges.empty()) {
      const std::size_t added = buffers_.add(edges, first);
      const std::size_t part = edges[added - 1].part;
      edges = edges.subspan(added);
      first += static_cast<std::int64_t>(added);
      if (!buffers_.is_full(part)) continue;
      if (auto written = files_.append(part, buffers_.take(part)); !written) return written;
    }
    return {};
  }

  /// Ends the type before it, and passes through all empty ones between them.
  Result<void> begin_type(std::size_t type) {
    for (; begun_ <= type; ++begun_) {
      if (begun_ > 0) {
        if (auto ended = end_type(begun_ - 1); !ended) return ended;
      }
      buffers_.begin_type();
      if (begun_ == with_owners_.size() || !with_owners_[begun_]) continue;
      auto file = HashedWriter::create(owners_path(folder_, begun_));
      if (!file) return tl::unexpected(file.error());
      owners_.emplace(std::move(*file));
    }
    return {};
  }

  Result<void> end_type(std::size_t type) {
    for (std::size_t part = 0; part < parts_; ++part) {
      edges_[part * with_owners_.size() + type] = std::exchange(counts_[part], 0);
    }
    if (!owners_) return {};
    auto closed = owners_->close(owners_name(type));
    owners_.reset();
    if (!closed) return tl::unexpected(closed.error());
    written_.push_back(std::move(*closed));
    return {};
  }

  const ChunkedGraph& graph_;
  const NodeAssignment& assignment_;
  const NodeMap& map_;
  std::string folder_;
  std::vector<std::int64_t> node_offsets_;
  std::vector<bool> with_owners_;
  std::size_t parts_;
  RangeLookup part_of_;  // by new id
  AppendedFiles files_;
  SpillBuffers buffers_;
  std::vector<std::uint32_t> first_;  // new id of each part's first node
  std::vector<NewEdge> step_ = std::vector<NewEdge>(edges_per_step);
  std::vector<std::int64_t> counts_;  // edges of the type, by part
  std::vector<std::int64_t> edges_;
  std::size_t begun_ = 0;               // types, of which the last is being read
  std::optional<HashedWriter> owners_;  // of the type's edges
  std::vector<WrittenFile> written_;
  std::vector<std::uint16_t> block_owners_;
};

}  // namespace

Result<Spill> spill_edges(const ChunkedGraph& graph, const std::string& source, const NodeAssignment& assignment,
                          const NodeMap& map, const std::string& target, std::int64_t memory,
                          const KeepGoing& keep_going) {
  std::vector<std::string> paths;
  for (std::size_t part = 0; part < static_cast<std::size_t>(assignment.parts); ++part) {
    paths.push_back(spill_path(target, part));
  }
  auto files = AppendedFiles::create(std::move(paths), 0);
  if (!files) return tl::unexpected(files.error());
  EdgeSpiller spiller(graph, assignment, map, target, std::move(*files), edges_in_memory(assignment.parts, memory));
  auto read = read_edges(
      graph, source, [&](const EdgeBlock& block) { return spiller.take(block); }, keep_going);
  if (!read) return tl::unexpected(read.error());
  return spiller.finish();
}

}  // namespace tuplepack
