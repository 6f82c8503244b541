#include "tuplepack/formats/interactions/features.hpp"

#include "tuplepack/base/limits.hpp"
#include "tuplepack/formats/numpy/npy_header.hpp"
#include "tuplepack/formats/numpy/npy_type.hpp"

namespace tuplepack::formats {

/// Numbers in a row.
static Result<std::int64_t> columns_of(const NpyHeader& header, std::int64_t element) {
  const std::vector<std::int64_t>& shape = header.shape;
  const std::string what = describe_shape(shape);
  if (shape.size() != 1 && shape.size() != 2) {
    return fail(ErrorCode::unsupported, what + "; features are n × d, one row for each node or event");
  }
  const std::int64_t columns = shape.size() == 1 ? 1 : shape[1];
  if (shape[0] == 0) return fail(ErrorCode::empty, "no rows of features: " + what);
  if (columns == 0) return fail(ErrorCode::empty, "feature rows are empty: " + what);
  if (columns > max_exact / element / shape[0]) return fail(ErrorCode::too_large, what + " is too large");
  if (header.fortran_order && columns > 1) {
    return fail(ErrorCode::unsupported,
                what + " is in Fortran order, so its rows are not contiguous; save numpy.ascontiguousarray(a) instead");
  }
  return columns;
}

Result<FeatureTable> read_features(std::span<const char> bytes) {
  const std::string_view text(bytes.data(), bytes.size());
  if (text.empty()) return fail(ErrorCode::empty, "the file is empty");
  auto header = npy_header_of(text);
  if (!header) return tl::unexpected(header.error());
  const auto element = npy_number_width(header->type);
  if (!element) return tl::unexpected(element.error());
  const auto columns = columns_of(*header, *element);
  if (!columns) return tl::unexpected(columns.error());
  const std::int64_t width = *columns * *element;
  const std::span<const char> data = bytes.subspan(*npy_header_size(text));
  if (auto ok = check_npy_data(header->shape[0] * width, static_cast<std::int64_t>(data.size())); !ok) {
    return tl::unexpected(ok.error());
  }
  return FeatureTable{.type = std::move(header->type), .columns = *columns, .rows = {std::as_bytes(data), width}};
}

}  // namespace tuplepack::formats
