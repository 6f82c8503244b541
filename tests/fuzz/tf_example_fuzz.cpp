#include "tuplepack/formats/tf_example.hpp"

#include <cstdlib>

using namespace tuplepack;

static void require(bool holds) {
  if (!holds) std::abort();
}

/// One input of the reader of tf.Examples.
/// Holds for every input: names differ and are in order, there are no more values than bytes, and what is written of
/// them is read again as the same; or an error says something.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view example(reinterpret_cast<const char*>(data), size);
  ExampleReader reader;
  const auto features = reader.read(example);
  if (!features) {
    require(!features.error().message.empty() && features.error().message.size() < 200);
    return 0;
  }
  std::size_t values = 0;
  for (std::size_t i = 0; i < features->size(); ++i) {
    require(i == 0 || (*features)[i - 1].name < (*features)[i].name);
    values += size_of((*features)[i].values);
  }
  require(values <= size);
  std::string once, twice;
  append_example(once, *features);
  ExampleReader again;
  const auto same = again.read(once);
  require(same && same->size() == features->size());
  append_example(twice, *same);
  require(once == twice);
  return 0;
}
