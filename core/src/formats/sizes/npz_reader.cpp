#include "npz_reader.hpp"

#include "formats/numpy/npy.hpp"
#include "formats/numpy/npy_columns.hpp"
#include "formats/rows/size_columns.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/formats/bytes/zip_members.hpp"
#include "tuplepack/formats/detection/format_table.hpp"
#include "tuplepack/formats/numpy/npy_type.hpp"

#include <algorithm>
#include <cmath>

namespace tuplepack::formats {

// ---- arrays ----

namespace {

/// An array of an archive, unpacked when it is needed.
struct ArchivedArray {
  std::string name;
  ZipMember member;
  std::string unpacked{};
};

}  // namespace

/// An error of an array, with its name.
static tl::unexpected<Error> in_array(const ArchivedArray& array, Error error) {
  error.message = "array " + quote(array.name) + ": " + error.message;
  return tl::unexpected(std::move(error));
}

static Result<void> read_rows(const ArchivedArray& array, const ReadOptions& options, RowSink sink) {
  NpyReader reader(options, std::move(sink));
  auto ok = reader.feed(array.member.bytes);
  if (ok) ok = reader.finish();
  return ok ? ok : in_array(array, std::move(ok.error()));
}

/// Unpacks an array and reads its header.
static Result<NpyHeader> open_array(ArchivedArray& array, const Inflate& inflate) {
  if (array.unpacked.empty()) {
    if (auto ok = unpack_zip_member(array.member, inflate, array.unpacked); !ok) {
      if (ok.error().code == ErrorCode::unsupported) ok.error().message += "; save it with numpy.savez";
      return tl::unexpected(std::move(ok.error()));
    }
  }
  auto header = npy_header_of(array.member.bytes);
  if (!header) return in_array(array, header.error());
  return header;
}

static Result<NamedColumn> read_column(ArchivedArray& array, const Inflate& inflate) {
  const auto header = open_array(array, inflate);
  if (!header) return tl::unexpected(header.error());
  if (header->shape.size() != 1 || !header->fields.empty()) {
    const std::string what =
        header->fields.empty() ? "it has " + std::to_string(header->shape.size()) + " dimensions, but a column has one"
                               : "it has fields";
    return in_array(array, {.code = ErrorCode::unsupported, .message = what + "; choose columns, or this array alone"});
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
static Result<ArchivedArray*> array_of_rows(std::span<ArchivedArray> arrays, std::span<const std::string> wanted,
                                            const Inflate& inflate) {
  ArchivedArray* alone = arrays.size() == 1 ? arrays.data() : nullptr;
  for (ArchivedArray& array : arrays) {
    if (wanted.size() == 1 && wanted[0] == array.name) alone = &array;
  }
  if (alone == nullptr) return alone;
  const auto header = open_array(*alone, inflate);
  if (!header) return tl::unexpected(header.error());
  return header->shape.size() == 1 && header->fields.empty() ? nullptr : alone;
}

/// Of a column of floats.
static FirstCell first_cell_of_floats(std::string_view file) {
  const auto columns = npy_columns(file);
  const auto type = columns && columns->size() == 1 ? npy_type(columns->front().type) : Result<NpyType>(NpyType{});
  if (!columns || columns->size() != 1 || !type) return {};
  const double first = type->number(columns->front().at(0));
  return {.kind = std::isfinite(first) && std::floor(first) != first ? FirstCell::Kind::fraction
                                                                     : FirstCell::Kind::unknown};
}

FirstCell first_cell_of_array(std::string_view file) {
  const auto header = npy_header_of(file);
  if (!header || !header->fields.empty()) return {};
  const std::string type = npy_type_name(header->type);
  if (type == "bool") return {.kind = FirstCell::Kind::flag};
  if (type == "text" || type == "Python objects") return {.kind = FirstCell::Kind::text};
  return type.starts_with("float") ? first_cell_of_floats(file) : FirstCell{};
}

static Result<void> read_arrays(std::vector<ZipMember> members, ReadOptions options, RowSink sink,
                                const Inflate& inflate) {
  constexpr std::string_view extension = ".npy";
  std::vector<ArchivedArray> arrays;
  std::vector<NamedColumn> columns;
  for (ZipMember& member : members) {
    std::string name = member.name;
    if (name.ends_with(extension)) name.resize(name.size() - extension.size());
    columns.push_back({.name = name, .values = {}});
    arrays.push_back({.name = std::move(name), .member = std::move(member)});
  }
  const auto alone = array_of_rows(arrays, options.columns, inflate);
  if (!alone) return tl::unexpected(alone.error());
  if (*alone != nullptr) {
    if (options.columns == std::vector{(*alone)->name}) options.columns.clear();
    return read_rows(**alone, options, std::move(sink));
  }
  std::vector<FirstCell> cells;
  for (ArchivedArray& array : arrays) {
    if (!options.columns.empty()) continue;
    const auto header = open_array(array, inflate);
    cells.push_back(header ? first_cell_of_array(array.member.bytes) : FirstCell{});
  }
  auto chosen = choose_usual_columns(columns, options, cells);
  if (!chosen) return tl::unexpected(chosen.error());
  if (chosen->components == std::vector<std::string>{"arr_0"}) chosen->components = {"size"};  // it has no name
  std::vector<std::size_t> read = chosen->used();
  if (chosen->index) read.push_back(*chosen->index);
  for (const std::size_t array : read) {
    auto column = read_column(arrays[array], inflate);
    const bool is_choice = arrays.size() > 1 && options.columns.empty();
    if (!column) {
      return tl::unexpected(is_choice ? with_choice(column.error(), arrays[array].name) : column.error());
    }
    columns[array] = std::move(*column);
  }
  return hand_over_columns(columns, *chosen, sink);
}

// ---- other archives ----

/// Folders, and what macOS adds to an archive.
static bool is_beside(const ZipMember& member) {
  return member.name.ends_with('/') || member.name.starts_with("__MACOSX/");
}

static bool is_array(const ZipMember& member) {
  return member.name.ends_with(".npy");
}

static Result<void> read_only_file(ZipMember member, ReadOptions options, RowSink sink, const SizesBackends& backends) {
  std::string room;
  if (auto ok = unpack_zip_member(member, backends.inflate, room); !ok) return ok;
  options.format = Format::detect;
  options.likely = format_of_name(member.name);
  SizesReader reader(std::move(options), std::move(sink), backends);
  auto read = binary_format(member.bytes) == Format::npz
                  ? fail(ErrorCode::unsupported, "nested archive; extract the outer one first")
                  : reader.feed(member.bytes);
  if (read) read = std::move(reader).finish();
  if (!read) read.error().message = quote(member.name) + " in the archive: " + read.error().message;
  return read;
}

Result<void> read_archive_sizes(std::string_view archive, ReadOptions options, RowSink sink,
                                const SizesBackends& backends) {
  auto members = list_packed_members(archive);
  if (!members) return tl::unexpected(members.error());
  const std::string_view kind = foreign_archive(*members);
  if (!kind.empty()) return fail(ErrorCode::unsupported, "this is " + std::string(kind));
  members->erase(std::remove_if(members->begin(), members->end(), is_beside), members->end());
  if (members->empty()) return fail(ErrorCode::empty, "no items: the archive has no arrays");
  if (members->size() == 1 && !is_array(members->front())) {
    return read_only_file(std::move(members->front()), std::move(options), std::move(sink), backends);
  }
  if (std::none_of(members->begin(), members->end(), is_array)) {
    std::string names;
    for (const ZipMember& member : *members) names += (names.empty() ? "" : ", ") + member.name;
    return fail(ErrorCode::unsupported, "this is a ZIP archive of " + std::to_string(members->size()) +
                                            " files; extract it and pass one of them: " + visible(names, 200));
  }
  if (!options.lengths_of.empty()) return require_lists(Format::npz);
  return read_arrays(std::move(*members), std::move(options), std::move(sink), backends.inflate);
}

}  // namespace tuplepack::formats
