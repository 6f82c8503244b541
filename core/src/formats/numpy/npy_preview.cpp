#include "formats/rows/previewing.hpp"
#include "npy.hpp"

#include <algorithm>

namespace tuplepack::formats {

std::vector<PreviewColumn> previewed_columns(std::string_view file) {
  const auto header = npy_header_of(file);
  if (!header || header->shape.empty() || header->shape.size() > 2) return {};
  if (!header->fields.empty()) {
    std::vector<PreviewColumn> fields;
    for (const NpyField& field : header->fields) {
      const bool is_number = field.shape.empty() && npy_size_type(field.type).has_value();
      if (!field.name.empty()) fields.push_back({.name = field.name, .whole = is_number});
    }
    return fields;
  }
  const std::int64_t width = header->shape.size() == 1 ? 1 : std::min<std::int64_t>(header->shape[1], 1 << 16);
  return {static_cast<std::size_t>(width), {.name = "", .whole = npy_size_type(header->type).has_value()}};
}

void preview_npy(std::string_view file, bool /*whole*/, Preview& found) {
  found.form = RowForm::arrays;
  found.columns = previewed_columns(file);
  add_roles({}, found);
}

}  // namespace tuplepack::formats
