// Reads TFRecords of tf.Examples on standard input and writes them again on standard output. With the name of a file that
// has a GraphSchema, it reads them as GraphTensors.

#include "tuplepack/formats/tensorflow/graph_tensor.hpp"
#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"
#include "tuplepack/formats/tensorflow/tf_example.hpp"
#include "tuplepack/formats/tensorflow/tf_record.hpp"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>

using namespace tuplepack;

static int fail_with(const Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return 2;
}

static std::string all_of(std::istream& stream) {
  return {std::istreambuf_iterator<char>(stream), {}};
}

static Result<void> rewrite(std::string& out, std::span<const formats::NamedFeature> features,
                            const std::optional<graph::TensorSchema>& schema) {
  if (!schema) {
    append_example(out, features);
    return {};
  }
  return read_graph_tensor(features, *schema).map([&](const formats::GraphTensor& graph) {
    append_graph_tensor(out, graph);
  });
}

int main(int count, char** words) {
  std::optional<graph::TensorSchema> schema;
  if (count > 1) {
    std::ifstream text(words[1]);
    auto read = formats::read_tensor_schema(all_of(text));
    if (!read) return fail_with(read.error());
    schema = std::move(*read);
  }
  const std::string file = all_of(std::cin);
  formats::RecordReader records(formats::pieces_of(file));
  formats::ExampleReader reader;
  formats::Record record;
  std::string example, out;
  while (true) {
    const auto more = records.next(record);
    if (!more) return fail_with(more.error());
    if (!*more) break;
    const auto features = reader.read(record.data);
    if (!features) return fail_with(features.error());
    example.clear();
    const auto written = rewrite(example, *features, schema);
    if (!written) return fail_with(written.error());
    formats::append_record(out, example);
  }
  std::cout << out;
  return 0;
}
