#include "graph/dispatch/spill_edges.hpp"

#include "graph/chunk/edge_reader.hpp"
#include "graph/dispatch/appended_files.hpp"
#include "graph/dispatch/spill_buffers.hpp"
#include "ranks/mailbox.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace tuplepack::graph {

// ---- Memory ----

/// Edges of a part that wait in memory.
static std::size_t edges_in_memory(std::int64_t parts, std::int64_t memory) {
  constexpr std::size_t bytes_per_edge = 2 * sizeof(std::uint32_t) + id_bytes_per_edge;
  const std::int64_t room = memory / parts / static_cast<std::int64_t>(bytes_per_edge);
  return static_cast<std::size_t>(std::clamp<std::int64_t>(room, 64, 8192));
}

/// Of edges on their way to other ranks.
static std::int64_t mailbox_memory(std::int64_t memory, std::int64_t readers) {
  return readers == 1 ? 0 : std::clamp<std::int64_t>(memory / 4, std::int64_t{1} << 20, std::int64_t{1} << 26);
}

std::int64_t spill_memory(std::int64_t parts, std::int64_t memory, std::int64_t readers, std::int64_t edges) {
  // What a rank sends waits, is sent and arrives.
  constexpr std::int64_t bytes_per_edge = 10;
  const std::int64_t sent = edges * bytes_per_edge / readers * (readers - 1) / readers;
  return SpillBuffers::bytes(parts, edges_in_memory(parts, memory)) +
         std::min(mailbox_memory(memory, readers), 3 * sent);
}

// ---- What arrives ----

namespace {

/// The files of this rank's parts.
class SpillFiles {
 public:
  static Result<SpillFiles> create(std::span<const int> places, const std::string& folder) {
    SpillFiles spill;
    std::vector<std::string> paths;
    for (std::size_t part = 0; part < places.size(); ++part) {
      spill.first_file_.push_back(paths.size());
      for (int reader = 0; places[part] == ranks::rank() && reader < ranks::count(); ++reader) {
        spill.names_.push_back(spill_name(part, reader));
        paths.push_back(folder + "/" + spill.names_.back());
      }
    }
    auto files = AppendedFiles::create(std::move(paths), 0);
    if (!files) return tl::unexpected(files.error());
    spill.files_ = std::move(*files);
    return spill;
  }

  /// A block of a part from a rank.
  Result<void> append(int from, std::span<const std::byte> block) {
    std::span<const std::byte> rest = block;
    const auto header = ranks::take_head<SpillHeader>(rest);
    return files_.append(first_file_[header.part] + static_cast<std::size_t>(from), block);
  }

  [[nodiscard]] std::vector<WrittenFile> written() const {
    std::vector<WrittenFile> written;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      written.push_back({.path = names_[i], .bytes = files_.size(i), .hash = files_.hash(i)});
    }
    return written;
  }

 private:
  AppendedFiles files_;
  std::vector<std::string> names_;
  std::vector<std::size_t> first_file_;  // by part
};

// ---- What is read ----

class EdgeSpiller {
  static constexpr std::size_t edges_per_step = 2048;

 public:
  EdgeSpiller(const EdgeSpilling& spilling, ranks::Mailbox& mailbox)
      : graph_(spilling.graph),
        assignment_(spilling.assignment),
        map_(spilling.map),
        places_(spilling.places),
        folder_(spilling.target),
        node_offsets_(graph_.schema.node_offsets()),
        with_owners_(types_with_features(graph_)),
        parts_(places_.size()),
        part_of_(RangeLookup::of_parts(map_.ranges)),
        mailbox_(mailbox),
        buffers_(parts_, edges_in_memory(assignment_.parts, spilling.memory)),
        counts_(parts_),
        edges_(parts_ * with_owners_.size()) {
    for (std::size_t part = 0; part < parts_; ++part) {
      first_.push_back(static_cast<std::uint32_t>(map_.ranges.of(part).begin));
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

  /// After the last block: the rest, and what each file ends with.
  Result<void> finish() {
    if (auto begun = begin_type(with_owners_.size()); !begun) return begun;
    for (std::size_t part = 0; part < parts_; ++part) {
      if (const auto rest = buffers_.take(part); !rest.empty()) {
        if (auto sent = mailbox_.send(places_[part], rest); !sent) return sent;
      }
      const SpillHeader last{.part = static_cast<std::uint32_t>(part)};
      const auto edges = std::span(edges_).subspan(part * with_owners_.size(), with_owners_.size());
      if (auto sent = mailbox_.send(places_[part], ranks::head_of(last), std::as_bytes(edges)); !sent) return sent;
    }
    return {};
  }

  /// Those that this rank has read: entry part × types + type.
  [[nodiscard]] std::vector<std::int64_t>& edges() { return edges_; }
  [[nodiscard]] std::vector<WrittenFile>& written() { return written_; }

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
      if (auto sent = mailbox_.send(places_[part], buffers_.take(part)); !sent) return sent;
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
      auto file = HashedWriter::create(folder_ + "/" + owners_name(begun_, ranks::rank()));
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
    auto closed = owners_->close(owners_name(type, ranks::rank()));
    owners_.reset();
    if (!closed) return tl::unexpected(closed.error());
    written_.push_back(std::move(*closed));
    return {};
  }

  const ChunkedGraph& graph_;
  const NodeParts& assignment_;
  const NodeMap& map_;
  std::span<const int> places_;
  const std::string& folder_;
  std::vector<std::int64_t> node_offsets_;
  std::vector<bool> with_owners_;
  std::size_t parts_;
  RangeLookup part_of_;  // by new id
  ranks::Mailbox& mailbox_;
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

Result<Spill> spill_edges(const EdgeSpilling& spilling, const KeepGoing& keep_going) {
  auto files = ranks::agree(SpillFiles::create(spilling.places, spilling.target));
  if (!files) return tl::unexpected(files.error());
  const EdgeRun run = run_of_rank(spilling.graph, spilling.source);
  ranks::Mailbox mailbox(mailbox_memory(spilling.memory, ranks::count()),
                         [&](int from, std::span<const std::byte> block) { return files->append(from, block); });
  EdgeSpiller spiller(spilling, mailbox);
  const auto read = read_edges(
      spilling.graph, spilling.source, run, [&](const EdgeBlock& block) { return spiller.take(block); }, keep_going);
  Result<void> sent = read ? spiller.finish() : Result<void>(tl::unexpected(read.error()));
  if (auto finished = mailbox.finish(sent); !finished) return tl::unexpected(finished.error());
  auto starts = starts_of_runs(spilling.graph, spilling.source, run, *read);
  if (!starts) return tl::unexpected(starts.error());
  Spill spill{.edges = std::move(spiller.edges()),
              .parts = {.folder = spilling.target, .readers = ranks::count(), .starts = std::move(*starts)},
              .files = std::move(spiller.written())};
  ranks::sum(spill.edges);
  const auto written = files->written();
  spill.files.insert(spill.files.end(), written.begin(), written.end());
  return spill;
}

}  // namespace tuplepack::graph
