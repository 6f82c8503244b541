// Reads TFRecords of tf.Examples on standard input and writes them again on standard output.

#include "tuplepack/formats/tf_example.hpp"
#include "tuplepack/formats/tf_record.hpp"

#include <cstdio>
#include <iostream>
#include <iterator>

using namespace tuplepack;

static int fail_with(const Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return 2;
}

int main() {
  const std::string file{std::istreambuf_iterator<char>(std::cin), {}};
  RecordReader records(pieces_of(file));
  ExampleReader reader;
  Record record;
  std::string example, out;
  while (true) {
    const auto more = records.next(record);
    if (!more) return fail_with(more.error());
    if (!*more) break;
    const auto features = reader.read(record.data);
    if (!features) return fail_with(features.error());
    example.clear();
    append_example(example, *features);
    append_record(out, example);
  }
  std::cout << out;
  return 0;
}
