#include "pass_bench.hpp"

#include "bench/measuring/bench.hpp"
#include "bench/measuring/process.hpp"
#include "bench/measuring/temporary_folder.hpp"
#include "graph/chunk/chunk_writer.hpp"
#include "graph/dispatch/dispatch.hpp"
#include "graphs.hpp"
#include "tuplepack/formats/dgl/chunk_metadata.hpp"
#include "tuplepack/graph/partition/random_partition.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

namespace tuplepack::bench {

namespace fs = std::filesystem;

static constexpr std::int64_t edge_files = 8;

/// Writes the edges as text or as arrays, with the metadata.
static graph::ChunkedGraph write_chunks(const graph::EdgeSpool& spool, std::int64_t nodes, graph::ChunkFormat format,
                                        const std::string& folder) {
  fs::create_directories(folder);
  graph::ChunkedGraph graph{
      .schema = {.name = "R-MAT",
                 .node_types = {{.name = "_N", .nodes = nodes}},
                 .edge_types = {{.source = 0, .relation = "_E", .target = 0, .edges = spool.edges()}}},
      .edges = {},
      .nodes_per_chunk = {graph::chunk_sizes(nodes, edge_files)},
      .node_features = {},
      .edge_features = {}};
  graph.edges.push_back(expect(
      write_edge_chunks(spool, "_N:_E:_N", format, graph::chunk_sizes(spool.edges(), edge_files), folder, {}), folder));
  auto metadata = expect(files::FileWriter::create(folder + "/metadata.json"), folder);
  expect(metadata.write(formats::chunk_metadata(graph)), folder);
  expect(metadata.close(), folder);
  return graph;
}

static std::int64_t folder_bytes(const std::string& folder) {
  std::int64_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) bytes += static_cast<std::int64_t>(entry.file_size());
  }
  return bytes;
}

/// Runs a pass and measures it.
static void measure_pass(PassCase& entry, const Say& progress, const std::function<void()>& pass) {
  progress(entry.graph + ", " + entry.pass);
  const double start = processor_seconds();
  entry.memory = memory_of(pass);
  entry.seconds = processor_seconds() - start;
}

static PassCase parse_case(PassCase entry, const graph::ChunkedGraph& graph, const std::string& folder,
                           const Say& progress) {
  entry.pass = "parse csv";
  entry.bytes = folder_bytes(folder + "/edges");
  std::int64_t edges = 0;
  const auto count = [&](const graph::EdgeBlock& block) -> Result<void> {
    edges += static_cast<std::int64_t>(block.sources.size());
    return {};
  };
  measure_pass(entry, progress, [&] { expect(read_edges(graph, folder, count), folder); });
  if (edges != entry.edges) throw std::runtime_error(folder + ": edges are missing");
  return entry;
}

static PassCase dispatch_case(PassCase entry, const graph::ChunkedGraph& graph, const std::string& folder,
                              const std::string& out, const Say& progress) {
  const graph::NodeAssignment assignment =
      expect(graph::random_partition(graph.schema.nodes(), {}, {.parts = entry.parts, .seed = 1}), "random");
  const graph::DispatchSource source{.graph = graph, .folder = folder, .assignment = assignment};
  entry.pass = "dispatch";
  measure_pass(entry, progress, [&] { (void)expect(dispatch(source, {}, out, {}), out); });
  entry.bytes = folder_bytes(out);
  return entry;
}

/// Writes as many bytes to as many files as dispatch has.
static PassCase write_case(PassCase entry, const std::string& folder, const Say& progress) {
  entry.pass = "write";
  fs::create_directories(folder);
  const std::vector<std::byte> block(std::size_t{1} << 20, std::byte{1});
  const std::int64_t size = entry.bytes / entry.parts;
  measure_pass(entry, progress, [&] {
    for (std::int64_t part = 0; part < entry.parts; ++part) {
      auto file = expect(files::FileWriter::create(folder + "/" + std::to_string(part), 0), folder);
      while (file.size() < size) {
        const auto left = static_cast<std::size_t>(size - file.size());
        expect(file.write(std::span(block).first(std::min(block.size(), left))), folder);
      }
      expect(file.close(), folder);
    }
  });
  return entry;
}

/// Draws the edges of R-MAT into a temporary file.
/// id_of  a permutation of the nodes
template <typename IdOf>
static graph::EdgeSpool drawn_edges(int scale, const std::string& path, IdOf id_of) {
  auto spool = expect(graph::EdgeSpool::create(path), path);
  draw_rmat(scale, 1, [&](std::uint32_t source, std::uint32_t target) {
    expect(spool.add(std::array<std::int64_t, 2>{id_of(source), id_of(target)}), spool.path());
  });
  expect(spool.finish(), spool.path());
  return spool;
}

graph::ChunkedGraph write_rmat(int scale, const std::string& folder) {
  const auto shuffled = [half = scale / 2, mask = (std::uint32_t{1} << scale) - 1](std::uint32_t node) {
    for (int round = 0; round < 2; ++round) node = ((node ^ (node >> half)) * 0x9e3779b1U) & mask;
    return node;
  };
  const graph::EdgeSpool spool = drawn_edges(scale, folder + ".spool", shuffled);
  graph::ChunkedGraph graph = write_chunks(spool, std::int64_t{1} << scale, graph::ChunkFormat::numpy, folder);
  fs::remove(spool.path());
  return graph;
}

static std::vector<PassCase> passes_over(int scale, std::int64_t parts, const Say& progress) {
  const TemporaryFolder folder;
  progress("R-MAT " + std::to_string(scale) + ", drawing edges");
  const graph::EdgeSpool spool = drawn_edges(scale, folder / "spool", [](std::uint32_t node) { return node; });
  const std::int64_t nodes = std::int64_t{1} << scale;
  const PassCase entry{.graph = "R-MAT " + std::to_string(scale), .edges = spool.edges(), .parts = parts};

  std::vector<PassCase> cases;
  const graph::ChunkedGraph text = write_chunks(spool, nodes, graph::ChunkFormat::csv, folder / "text");
  cases.push_back(parse_case(entry, text, folder / "text", progress));
  cases.back().parts = 0;
  fs::remove_all(folder / "text");
  const graph::ChunkedGraph arrays = write_chunks(spool, nodes, graph::ChunkFormat::numpy, folder / "arrays");
  fs::remove(spool.path());
  PassCase dispatched = dispatch_case(entry, arrays, folder / "arrays", folder / "parts", progress);
  fs::remove_all(folder / "parts");
  cases.push_back(write_case(dispatched, folder / "written", progress));
  dispatched.write_share = dispatched.rate() / cases.back().rate();
  cases.push_back(std::move(dispatched));
  return cases;
}

std::vector<PassCase> bench_passes(bool large, const ShareOptions& options, const Say& progress) {
  std::vector<PassCase> cases = passes_over(options.quick ? 10 : 20, 8, progress);
  if (!large) return cases;
  for (PassCase& entry : passes_over(22, 64, progress)) cases.push_back(std::move(entry));
  return cases;
}

}  // namespace tuplepack::bench
