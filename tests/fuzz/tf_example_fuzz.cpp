#include "require.hpp"
#include "targets.hpp"
#include "tuplepack/formats/tensorflow/example_schema.hpp"
#include "tuplepack/formats/tensorflow/graph_batch.hpp"
#include "tuplepack/formats/tensorflow/tf_example.hpp"

using namespace tuplepack;

/// A graph that fits the schema which was found in it is joined with itself.
static void check_batch(std::span<const formats::NamedFeature> features) {
  const auto sizes = set_sizes(features);
  if (!sizes) return;
  formats::ExampleSchema examples;
  examples.add(features, *sizes);
  const auto schema = examples.schema(nullptr);
  if (!schema) return;
  const auto graph = read_graph_tensor(features, *schema);
  if (!graph) return;
  auto batch = formats::GraphBatch::create(*schema);
  require(batch.has_value());
  if (!batch->add(*graph) || !batch->add(*graph)) return;
  const formats::GraphTensor both = batch->graph();
  for (std::size_t i = 0; i < both.edge_sets.size(); ++i) {
    require(both.edge_sets[i].source.size() == 2 * graph->edge_sets[i].source.size());
  }
  std::string text;
  append_graph_tensor(text, both);
}

/// One input of the reader of tf.Examples.
/// Holds for every input: names differ and are in order, there are no more values than bytes, and what is written of
/// them is read again as the same; or an error says something.
FUZZ_TARGET(tf_example) {
  const std::string_view example(reinterpret_cast<const char*>(data), size);
  formats::ExampleReader reader;
  const auto features = reader.read(example);
  if (!features) {
    require(!features.error().message.empty() && features.error().message.size() < 200);
    return 0;
  }
  check_batch(*features);
  std::size_t values = 0;
  for (std::size_t i = 0; i < features->size(); ++i) {
    require(i == 0 || (*features)[i - 1].name < (*features)[i].name);
    values += formats::size_of((*features)[i].values);
  }
  require(values <= size);
  std::string once, twice;
  append_example(once, *features);
  formats::ExampleReader again;
  const auto same = again.read(once);
  require(same && same->size() == features->size());
  append_example(twice, *same);
  require(once == twice);
  return 0;
}
