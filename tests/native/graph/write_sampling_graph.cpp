// Writes a sampling graph for sampling_graph_test.py: typed|plain FILE.

#include "tuplepack/formats/dgl/pickle_zip.hpp"

#include <fstream>
#include <iostream>
#include <numeric>
#include <string_view>

using namespace tuplepack;

/// Types of nodes and edges, and features of every type and of up to three dimensions.
static formats::GraphboltGraph typed_graph() {
  formats::GraphboltGraph graph;
  graph.nodes = 300;
  graph.edges = 70'000;
  graph.indices = formats::TensorType::int32;
  graph.type_per_edge = formats::TensorType::uint8;
  graph.node_types = {"user", "Straße"};
  graph.edge_types = {"user:buys:Straße", "Straße:rev:user"};
  graph.node_data = {{.name = "_ID", .type = formats::TensorType::int64, .shape = {300}},
                     {.name = "i8", .type = formats::TensorType::int8, .shape = {300, 2, 3}},
                     {.name = "f2", .type = formats::TensorType::float16, .shape = {300, 1}},
                     {.name = "f4", .type = formats::TensorType::float32, .shape = {300, 0, 5}}};
  graph.edge_data = {{.name = "_ID", .type = formats::TensorType::int64, .shape = {70'000}},
                     {.name = "i2", .type = formats::TensorType::int16, .shape = {70'000}},
                     {.name = "f8", .type = formats::TensorType::float64, .shape = {70'000, 2}}};
  return graph;
}

/// No types, no features and no edges.
static formats::GraphboltGraph plain_graph() {
  formats::GraphboltGraph graph;
  graph.nodes = 2;
  return graph;
}

/// The bytes of the arrays are 0, 1 … 250, 0 …
int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const formats::GraphboltGraph graph = std::string_view(argv[1]) == "typed" ? typed_graph() : plain_graph();
  std::ofstream file(argv[2], std::ios::binary);
  formats::GraphboltWriter writer(graph, [&](std::span<const std::byte> bytes) {
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  });
  std::int64_t position = 0;
  for (const formats::Tensor& array : graphbolt_arrays(graph)) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(array.bytes()));
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(position++ % 251);
    writer.append(bytes);
  }
  writer.finish();
  std::cout << graphbolt_file_size(graph) << '\n';
  return file.flush() ? 0 : 1;
}
