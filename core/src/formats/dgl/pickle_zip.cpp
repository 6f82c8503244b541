#include "tuplepack/formats/dgl/pickle_zip.hpp"

#include "formats/bytes/crc32.hpp"
#include "formats/bytes/stored_members.hpp"
#include "formats/bytes/zip_records.hpp"
#include "pickle.hpp"

#include <algorithm>
#include <cassert>

namespace tuplepack::formats {

std::vector<Tensor> graphbolt_arrays(const GraphboltGraph& graph) {
  std::vector<Tensor> arrays{{.name = "indptr", .type = graph.indptr, .shape = {graph.nodes + 1}},
                             {.name = "indices", .type = graph.indices, .shape = {graph.edges}}};
  if (graph.type_per_edge) {
    arrays.push_back({.name = "type_per_edge", .type = *graph.type_per_edge, .shape = {graph.edges}});
  }
  arrays.insert(arrays.end(), graph.node_data.begin(), graph.node_data.end());
  arrays.insert(arrays.end(), graph.edge_data.begin(), graph.edge_data.end());
  return arrays;
}

/// The values of the storages that come before those of the arrays: the version of the state, then the ids of types.
static std::vector<std::int64_t> known_values(const GraphboltGraph& graph) {
  constexpr std::int64_t version = 6199;
  std::vector<std::int64_t> values{version};
  for (std::size_t i = 0; i < graph.node_types.size(); ++i) values.push_back(static_cast<std::int64_t>(i));
  for (std::size_t i = 0; i < graph.edge_types.size(); ++i) values.push_back(static_cast<std::int64_t>(i));
  return values;
}

/// Types and their ids, each a tensor without dimensions.
static void put_type_ids(PickleWriter& pickle, std::string_view name, const std::vector<std::string>& types,
                         std::size_t& storage) {
  if (types.empty()) return;
  pickle.text(name);
  pickle.begin_dict();
  for (const std::string& type : types) {
    pickle.text(type);
    put_torch_tensor(pickle, {.name = type, .type = TensorType::int64, .shape = {}}, storage++);
  }
  pickle.end_dict();
}

/// An entry of a dictionary for every tensor.
static void put_tensors(PickleWriter& pickle, std::span<const Tensor> tensors, std::size_t& storage) {
  for (const Tensor& tensor : tensors) {
    pickle.text(tensor.name);
    put_torch_tensor(pickle, tensor, storage++);
  }
}

static void put_attributes(PickleWriter& pickle, std::string_view name, std::span<const Tensor> tensors,
                           std::size_t& storage) {
  pickle.text(name);
  pickle.begin_dict();
  put_tensors(pickle, tensors, storage);
  pickle.end_dict();
}

/// What the graph's GetState() returns: dictionaries of tensors.
static void put_state(PickleWriter& pickle, const GraphboltGraph& graph) {
  const std::vector<Tensor> arrays = graphbolt_arrays(graph);
  const std::size_t structure = graph.type_per_edge ? 3 : 2;
  std::size_t known = 0;
  std::size_t streamed = known_values(graph).size();
  pickle.begin_dict();
  pickle.text("independent_tensors");
  pickle.begin_dict();
  const Tensor version{.name = "version_number", .type = TensorType::int64, .shape = {1}};
  put_tensors(pickle, std::span(&version, 1), known);
  put_tensors(pickle, std::span(arrays).first(structure), streamed);
  pickle.end_dict();
  put_type_ids(pickle, "node_type_to_id", graph.node_types, known);
  put_type_ids(pickle, "edge_type_to_id", graph.edge_types, known);
  put_attributes(pickle, "node_attributes", graph.node_data, streamed);
  put_attributes(pickle, "edge_attributes", graph.edge_data, streamed);
  pickle.end_dict();
}

static std::string pickle_of(const GraphboltGraph& graph) {
  std::string text;
  PickleWriter pickle(text);
  pickle.global("dgl.graphbolt.impl.fused_csc_sampling_graph", "FusedCSCSamplingGraph");
  pickle.create();
  pickle.begin_dict();
  pickle.text("_c_csc_graph");
  pickle.global("torch", "ScriptObject");
  pickle.create();
  pickle.begin_tuple();
  put_state(pickle, graph);
  pickle.text("__torch__.torch.classes.graphbolt.FusedCSCSamplingGraph");
  pickle.end_tuple();
  pickle.set_state();
  pickle.end_dict();
  pickle.set_state();
  pickle.end();
  return text;
}

static std::string bytes_of_number(std::int64_t value) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 255U);
  return bytes;
}

static constexpr std::string_view archive_version = "3\n";

/// The pickle, the storages by number, and the version of the format.
static StoredMembers members_of(const GraphboltGraph& graph, std::uint64_t pickle_bytes) {
  std::vector<StoredMember> members;
  const auto add = [&](std::string name, std::uint64_t size) {
    members.push_back({.name = "archive/" + std::move(name), .size = size, .offset = 0, .header = {}});
  };
  add("data.pkl", pickle_bytes);
  std::size_t storage = 0;
  for (std::size_t n = known_values(graph).size(); n > 0; --n) add("data/" + std::to_string(storage++), 8);
  for (const Tensor& array : graphbolt_arrays(graph)) {
    add("data/" + std::to_string(storage++), static_cast<std::uint64_t>(array.bytes()));
  }
  add("version", archive_version.size());
  return place_members(std::move(members));
}

std::int64_t graphbolt_file_size(const GraphboltGraph& graph) {
  return static_cast<std::int64_t>(members_of(graph, pickle_of(graph).size()).bytes);
}

static std::span<const std::byte> bytes_of_text(std::string_view text) {
  return std::as_bytes(std::span<const char>(text.data(), text.size()));
}

struct GraphboltWriter::State {
  std::function<void(std::span<const std::byte>)> write;
  StoredMembers archive;
  std::vector<std::uint32_t> crcs;  // of the members that have been begun
  std::uint64_t due = 0;            // bytes of the last of them that are still to come

  [[nodiscard]] const StoredMember& member() const { return archive.members[crcs.size() - 1]; }
  void put(std::string_view text) const { write(bytes_of_text(text)); }

  void begin() {
    assert(due == 0 && crcs.size() < archive.members.size());
    crcs.push_back(0);
    due = member().size;
    put(member().header);
    if (due == 0) put(zip_descriptor(0, 0));
  }
  void take(std::span<const std::byte> bytes) {
    assert(bytes.size() <= due);
    crcs.back() = crc32(crcs.back(), bytes);
    write(bytes);
    due -= bytes.size();
    if (due == 0) put(zip_descriptor(member().size, crcs.back()));
  }
  /// A member whose bytes are in memory.
  void add(std::string_view bytes) {
    begin();
    take(bytes_of_text(bytes));
  }
};

GraphboltWriter::GraphboltWriter(const GraphboltGraph& graph, std::function<void(std::span<const std::byte>)> write)
    : state_(std::make_unique<State>()) {
  const std::string pickle = pickle_of(graph);
  state_->write = std::move(write);
  state_->archive = members_of(graph, pickle.size());
  state_->add(pickle);
  for (const std::int64_t value : known_values(graph)) state_->add(bytes_of_number(value));
}

GraphboltWriter::GraphboltWriter(GraphboltWriter&& other) noexcept = default;
GraphboltWriter& GraphboltWriter::operator=(GraphboltWriter&& other) noexcept = default;
GraphboltWriter::~GraphboltWriter() = default;

void GraphboltWriter::append(std::span<const std::byte> elements) {
  while (!elements.empty()) {
    while (state_->due == 0) state_->begin();  // past empty arrays
    const auto taken = static_cast<std::size_t>(std::min<std::uint64_t>(elements.size(), state_->due));
    state_->take(elements.first(taken));
    elements = elements.subspan(taken);
  }
}

void GraphboltWriter::finish() {
  assert(state_->due == 0);
  const std::vector<StoredMember>& members = state_->archive.members;
  while (state_->crcs.size() + 1 < members.size()) {
    state_->begin();  // an empty array
    assert(state_->due == 0);
  }
  state_->add(archive_version);
  std::uint64_t directory_bytes = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::string entry = zip_directory_entry(members[i].name, members[i].offset, members[i].size, state_->crcs[i]);
    directory_bytes += entry.size();
    state_->put(entry);
  }
  state_->put(zip_end(members.size(), state_->archive.directory, directory_bytes));
}

}  // namespace tuplepack::formats
