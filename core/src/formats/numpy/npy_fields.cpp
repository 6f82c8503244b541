#include "tuplepack/formats/numpy/npy_fields.hpp"

#include "formats/text/text.hpp"
#include "tuplepack/formats/numpy/npy_type.hpp"

#include <optional>

namespace tuplepack::formats {

/// Bytes of a field in a row; none where they are not in the file, or too many.
static std::optional<std::int64_t> field_bytes(const NpyField& field) {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  auto bytes = npy_element_width(field.type);
  for (const std::int64_t extent : field.shape) {
    if (!bytes || (extent > 0 && *bytes > most / extent)) return std::nullopt;
    *bytes *= extent;
  }
  return bytes && *bytes <= most ? bytes : std::nullopt;
}

Result<std::vector<std::int64_t>> npy_field_places(const NpyHeader& header) {
  std::vector<std::int64_t> places{0};
  for (const NpyField& field : header.fields) {
    const auto bytes = field_bytes(field);
    if (!bytes) {
      return fail(ErrorCode::unsupported, "field " + quote(field.name) + ": the array holds " +
                                              npy_type_name(field.type) + " that cannot be skipped");
    }
    places.push_back(places.back() + *bytes);
  }
  return places;
}

}  // namespace tuplepack::formats
