#include "parser_fuzz.hpp"
#include "targets.hpp"
#include "tuplepack/formats/interactions/features.hpp"

#include <cstdlib>

using namespace tuplepack;

/// Holds for every input: the rows are all of the array's bytes, at the end of the file, or an error says something.
static bool features_hold(std::span<const char> bytes) {
  const auto features = formats::read_features(bytes);
  if (!features) return !features.error().message.empty() && features.error().message.size() < 1000;
  const temporal::Rows& rows = features->rows;
  const std::int64_t count = rows.width > 0 ? rows.count() : 0;
  return count > 0 && features->columns > 0 && rows.width % features->columns == 0 &&
         static_cast<std::int64_t>(rows.bytes.size()) == count * rows.width &&
         rows.bytes.data() + rows.bytes.size() == std::as_bytes(bytes).data() + bytes.size();
}

FUZZ_TARGET(npy) {
  tests::check_parser(formats::Format::npy, data, size);
  if (size > 0 && !features_hold({reinterpret_cast<const char*>(data) + 1, size - 1})) std::abort();
  return 0;
}
