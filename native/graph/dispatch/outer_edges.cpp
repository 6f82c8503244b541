#include "graph/dispatch/outer_edges.hpp"

#include "files/files.hpp"
#include "files/input_file.hpp"
#include "tuplepack/graph/sampling/id_set.hpp"

#include <algorithm>
#include <vector>

namespace tuplepack::graph {

std::string outer_edges_name(std::size_t part) {
  return "part" + std::to_string(part) + ".outer";
}

std::string outer_edges_path(const std::string& folder, std::size_t part) {
  return folder + "/" + outer_edges_name(part);
}

Result<void> read_outer_edges(const std::string& path,
                              const std::function<Result<void>(std::span<const OuterEdge>)>& sink) {
  const auto file = files::InputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  constexpr std::int64_t block_bytes = 4096 * sizeof(OuterEdge);
  std::vector<OuterEdge> edges;
  for (std::int64_t at = 0; at < file->size(); at += block_bytes) {
    edges.resize(static_cast<std::size_t>(std::min(file->size() - at, block_bytes)) / sizeof(OuterEdge));
    if (auto read = file->read(at, std::as_writable_bytes(std::span(edges))); !read) return read;
    if (auto taken = sink(edges); !taken) return taken;
  }
  return {};
}

namespace {

/// Reads the edges that other parts own.
class OtherParts {
 public:
  OtherParts(const SpilledParts& spill, const IdRanges& nodes, const IdRanges& edges, std::size_t part,
             const KeepGoing& keep_going)
      : spill_(spill), nodes_(nodes), edges_(edges), part_(part), keep_going_(keep_going) {}

  /// Calls function(edge) for all of them, by ascending id.
  template <typename Function>
  Result<void> read(Function function) const {
    for (std::size_t part = 0; part < nodes_.parts(); ++part) {
      if (part == part_) continue;
      if (keep_going_ && !keep_going_(static_cast<double>(part) / static_cast<double>(nodes_.parts()))) {
        return fail(ErrorCode::stopped, "stopped");
      }
      std::int64_t id = edges_.of(part).begin;
      const auto first = static_cast<std::uint32_t>(nodes_.of(part).begin);
      auto done =
          read_spill(spill_, part, {.sources = true, .targets = true}, [&](const SpilledEdges& block) -> Result<void> {
            for (std::size_t i = 0; i < block.count; ++i) {
              function(OuterEdge{block.sources[i], first + block.targets[i], id++});
            }
            return {};
          });
      if (!done) return done;
    }
    return {};
  }

 private:
  const SpilledParts& spill_;
  const IdRanges& nodes_;
  const IdRanges& edges_;
  std::size_t part_;
  const KeepGoing& keep_going_;
};

}  // namespace

/// The HALO nodes that are at most hops − 1 hops away.
static Result<IdSet> near_nodes(const OtherParts& others, const SpilledParts& spill, std::size_t part,
                                std::int64_t nodes, IdRange inner, std::int64_t hops) {
  IdSet near(nodes);
  if (hops == 1) return near;
  auto own = read_spill(spill, part, {.sources = true}, [&](const SpilledEdges& block) -> Result<void> {
    for (const std::uint32_t source : block.sources) {
      if (!inner.contains(source)) near.add(source);
    }
    return {};
  });
  if (!own) return tl::unexpected(own.error());
  for (std::int64_t hop = 2; hop < hops; ++hop) {
    const IdSet frontier = near;
    auto read = others.read([&](const OuterEdge& edge) {
      if (frontier.contains(edge.target) && !inner.contains(edge.source)) near.add(edge.source);
    });
    if (!read) return tl::unexpected(read.error());
  }
  return near;
}

Result<std::int64_t> write_outer_edges(const SpilledParts& spill, const IdRanges& nodes, const IdRanges& edges,
                                       StoredEdges stored, std::size_t part, const KeepGoing& keep_going) {
  const OtherParts others(spill, nodes, edges, part, keep_going);
  const IdRange inner = nodes.of(part);
  const auto near = near_nodes(others, spill, part, nodes.total(), inner, stored.hops);
  if (!near) return tl::unexpected(near.error());
  auto file = files::FileWriter::create(outer_edges_path(spill.folder, part));
  if (!file) return tl::unexpected(file.error());
  Result<void> written;
  auto read = others.read([&](const OuterEdge& edge) {
    const bool leaves = stored.both && inner.contains(edge.source);
    if (written && (leaves || near->contains(edge.target))) written = file->write(std::as_bytes(std::span(&edge, 1)));
  });
  if (!read) return tl::unexpected(read.error());
  if (!written) return tl::unexpected(written.error());
  if (auto closed = file->close(); !closed) return tl::unexpected(closed.error());
  return file->size() / static_cast<std::int64_t>(sizeof(OuterEdge));
}

}  // namespace tuplepack::graph
