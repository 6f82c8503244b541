#include "tuplepack/formats/dgl/sampling_graph.hpp"

#include "formats/text/text.hpp"
#include "torch_archive.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace tuplepack::formats {

static constexpr std::string_view graph_class = "dgl.graphbolt.impl.fused_csc_sampling_graph\nFusedCSCSamplingGraph";
static constexpr std::string_view script_class = "torch\nScriptObject";
static constexpr std::string_view state_class = "__torch__.torch.classes.graphbolt.FusedCSCSamplingGraph";

static constexpr auto state_entries = std::to_array<std::string_view>(
    {"independent_tensors", "node_type_to_id", "edge_type_to_id", "node_attributes", "edge_attributes"});

static tl::unexpected<Error> no_sampling_graph() {
  return fail(ErrorCode::unsupported, "data.pkl: the object is not a GraphBolt FusedCSCSamplingGraph");
}

/// The state of an object of a class; null: it is another value.
static const PickleValue* state_of(const TorchArchive& archive, const PickleValue& object, std::string_view name) {
  if (object.kind != PickleKind::object || object.items.size() != 3) return nullptr;
  const PickleValue& kind = archive.item(object, 0);
  return kind.kind == PickleKind::global && kind.text == name ? &archive.item(object, 2) : nullptr;
}

/// The value of a key in a dictionary; null: there is none.
static const PickleValue* dictionary_entry(const TorchArchive& archive, const PickleValue& dictionary,
                                           std::string_view key) {
  if (dictionary.kind != PickleKind::dict) return nullptr;
  for (std::size_t i = 0; i < dictionary.items.size(); i += 2) {
    const PickleValue& found = archive.item(dictionary, i);
    if (found.kind == PickleKind::text && found.text == key) return &archive.item(dictionary, i + 1);
  }
  return nullptr;
}

/// The dictionary of dictionaries that GetState() of the C++ class returned.
static const PickleValue* graph_state(const TorchArchive& archive) {
  const PickleValue* const graph = state_of(archive, archive.root(), graph_class);
  const PickleValue* const script = graph == nullptr ? nullptr : dictionary_entry(archive, *graph, "_c_csc_graph");
  const PickleValue* const pair = script == nullptr ? nullptr : state_of(archive, *script, script_class);
  if (pair == nullptr || pair->kind != PickleKind::tuple || pair->items.size() != 2) return nullptr;
  const PickleValue& name = archive.item(*pair, 1);
  const PickleValue& state = archive.item(*pair, 0);
  return name.kind == PickleKind::text && name.text == state_class && state.kind == PickleKind::dict ? &state : nullptr;
}

/// Appends the tensors of one of the dictionaries.
static Result<void> take_tensors(const TorchArchive& archive, std::string_view entry, const PickleValue& dictionary,
                                 std::vector<TensorView>& tensors) {
  if (dictionary.kind != PickleKind::dict) {
    return fail(ErrorCode::malformed, std::string(entry) + " is not a dictionary of tensors");
  }
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < dictionary.items.size(); i += 2) {
    const PickleValue& key = archive.item(dictionary, i);
    const std::string path = std::string(entry) + "/" + std::string(key.text);
    if (key.kind != PickleKind::text) return fail(ErrorCode::malformed, std::string(entry) + " has a non-string key");
    if (!names.insert(key.text).second) {
      return fail(ErrorCode::malformed, std::string(entry) + " contains the key " + quote(key.text) + " twice");
    }
    auto tensor = torch_tensor(archive, archive.item(dictionary, i + 1));
    if (!tensor) return fail(tensor.error().code, quote(path) + ": " + tensor.error().message);
    tensor->name = path;
    tensors.push_back(std::move(*tensor));
  }
  return {};
}

Result<SamplingGraphView> read_sampling_graph(std::string_view file) {
  auto archive = open_torch_archive(file);
  if (!archive) return tl::unexpected(std::move(archive.error()));
  const PickleValue* const state = graph_state(*archive);
  if (state == nullptr) return no_sampling_graph();
  SamplingGraphView graph;
  std::set<std::string_view> entries;
  for (std::size_t i = 0; i < state->items.size(); i += 2) {
    const PickleValue& key = archive->item(*state, i);
    const bool known = key.kind == PickleKind::text &&
                       std::find(state_entries.begin(), state_entries.end(), key.text) != state_entries.end();
    if (!known || !entries.insert(key.text).second) {
      return fail(ErrorCode::malformed, "the state of the graph has the entry " + quote(key.text) +
                                            (known ? " twice" : ", which GraphBolt does not know"));
    }
    if (auto ok = take_tensors(*archive, key.text, archive->item(*state, i + 1), graph.tensors); !ok) {
      return tl::unexpected(std::move(ok.error()));
    }
  }
  graph.members = std::move(archive->members);
  return graph;
}

}  // namespace tuplepack::formats
