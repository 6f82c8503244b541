#include "tuplepack/formats/sizes/preview.hpp"

#include "formats/detection/formats.hpp"
#include "formats/detection/opening.hpp"
#include "formats/rows/previewing.hpp"
#include "npz_reader.hpp"
#include "tuplepack/formats/bytes/zip_members.hpp"

#include <utility>

namespace tuplepack::formats {

static void preview_npz(std::string_view archive, Preview& found) {
  const auto arrays = zip_members(archive);
  if (!arrays) return;
  if (arrays->size() == 1) {
    if (std::vector<PreviewColumn> columns = previewed_columns(arrays->front().bytes); columns.size() > 1) {
      found.form = RowForm::arrays;
      found.columns = std::move(columns);
      add_roles({}, found);
      return;
    }
  }
  std::vector<FirstCell> cells;
  for (const ZipMember& array : *arrays) {
    const std::vector<PreviewColumn> columns = previewed_columns(array.bytes);
    const std::string_view name = array.name;
    const bool whole = columns.size() == 1 && columns[0].whole;
    found.columns.push_back(
        {.name = std::string(name.substr(0, name.size() - (name.ends_with(".npy") ? 4 : 0))), .whole = whole});
    cells.push_back(first_cell_of_array(array.bytes));
  }
  found.form = RowForm::columns;
  add_roles(cells, found);
}

/// Of Parquet and Arrow nothing, see likely_columns().
Result<Preview> preview(std::span<const char> first, bool whole) {
  Opening opening(Format::detect);
  const auto format = opening.add({first.data(), first.size()}, true);
  if (!format) return tl::unexpected(format.error());
  Preview found;
  found.format = format->value_or(Format::csv);
  const FormatReader& known = reader_of(found.format);
  if (known.preview != nullptr) known.preview(opening.text(), whole, found);
  if (found.format == Format::npz) preview_npz(opening.text(), found);
  return found;
}

}  // namespace tuplepack::formats
