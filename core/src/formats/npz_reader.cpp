#include "npz_reader.hpp"

#include "npy.hpp"
#include "size_columns.hpp"
#include "text.hpp"
#include "tuplepack/formats/zip_members.hpp"

namespace tuplepack {

NpzReader::NpzReader(ReadOptions options, RowSink sink) : options_(std::move(options)), sink_(std::move(sink)) {}

Result<void> NpzReader::feed(std::string_view bytes) {
  archive_ += bytes;
  return {};
}

/// An error of an array, with its name.
static tl::unexpected<Error> in_array(const ZipMember& array, Error error) {
  error.message = "array " + quote(array.name) + ": " + error.message;
  return tl::unexpected(std::move(error));
}

static Result<void> read_rows(const ZipMember& array, const ReadOptions& options, RowSink sink) {
  NpyReader reader(options, std::move(sink));
  auto ok = reader.feed(array.bytes);
  if (ok) ok = reader.finish();
  return ok ? ok : in_array(array, std::move(ok.error()));
}

/// errors  those of the header
static Result<std::size_t> dimensions(const ZipMember& array) {
  const auto header = npy_header_of(array.bytes);
  if (!header) return in_array(array, header.error());
  return header->shape.size();
}

static Result<NamedColumn> read_column(const ZipMember& array) {
  const auto count = dimensions(array);
  if (!count) return tl::unexpected(count.error());
  if (*count != 1) {
    return in_array(array, {.code = ErrorCode::unsupported,
                            .message = "it has " + std::to_string(*count) +
                                       " dimensions, and a column has one; choose columns, or this array alone"});
  }
  NamedColumn column{.name = array.name, .values = {}};
  const auto begin = [](const std::vector<std::string>&, bool) -> Result<void> { return {}; };
  const auto rows = [&](std::span<const std::int64_t> values, std::span<const std::int64_t>) -> Result<void> {
    column.values.insert(column.values.end(), values.begin(), values.end());
    return {};
  };
  const ReadOptions options{.format = Format::npy, .columns = {}, .count_column = ""};
  if (auto ok = read_rows(array, options, {.begin = begin, .rows = rows}); !ok) return tl::unexpected(ok.error());
  return column;
}

/// The array whose rows are wanted: the only one there is, or that is asked for. Nothing when columns are.
static Result<const ZipMember*> array_of_rows(std::span<const ZipMember> arrays, std::span<const std::string> wanted) {
  const ZipMember* alone = arrays.size() == 1 ? arrays.data() : nullptr;
  for (const ZipMember& array : arrays) {
    if (wanted.size() == 1 && wanted[0] == array.name) alone = &array;
  }
  if (alone == nullptr) return alone;
  const auto count = dimensions(*alone);
  if (!count) return tl::unexpected(count.error());
  return *count == 1 ? nullptr : alone;
}

Result<void> NpzReader::finish() {
  auto arrays = zip_members(archive_);
  if (!arrays) return tl::unexpected(arrays.error());
  if (arrays->empty()) return fail(ErrorCode::empty, "no items: the archive has no arrays");
  std::vector<NamedColumn> columns;
  for (ZipMember& array : *arrays) {
    if (array.name.ends_with(".npy")) array.name.resize(array.name.size() - 4);
    columns.push_back({.name = array.name, .values = {}});
  }
  const auto alone = array_of_rows(*arrays, options_.columns);
  if (!alone) return tl::unexpected(alone.error());
  if (*alone != nullptr) {
    if (options_.columns == std::vector{(*alone)->name}) options_.columns.clear();
    return read_rows(**alone, options_, std::move(sink_));
  }
  const auto chosen = choose_columns(columns, options_);
  if (!chosen) return tl::unexpected(chosen.error());
  for (const std::size_t array : chosen->used()) {
    auto column = read_column((*arrays)[array]);
    if (!column) return tl::unexpected(column.error());
    columns[array] = std::move(*column);
  }
  return hand_over_columns(columns, *chosen, sink_);
}

}  // namespace tuplepack
