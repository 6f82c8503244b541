// Tables of sizes in the formats that the program reads.
#include "module.hpp"

#include "arrays.hpp"
#include "codecs/decompress.hpp"
#include "errors.hpp"
#include "pieces.hpp"
#include "tuplepack/formats/columnar/column_sizes.hpp"
#include "tuplepack/formats/detection/format_table.hpp"
#include "tuplepack/formats/edges/graph_text.hpp"
#include "tuplepack/formats/sizes/shards.hpp"
#include "tuplepack/formats/sizes/sizes.hpp"
#include "tuplepack/options/options.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <optional>

namespace tuplepack::python {

namespace {

/// The rows that a reader finds.
struct Rows {
  std::vector<std::string> components{};
  std::vector<std::int64_t> sizes{}, counts{};
  bool has_counts = false;
  std::string note{};

  formats::RowSink sink() {
    return {.begin = [this](const std::vector<std::string>& names, bool counted) -> Result<void> {
              components = names;
              has_counts = counted;
              return {};
            },
            .rows = [this](std::span<const std::int64_t> rows, std::span<const std::int64_t> of_each) -> Result<void> {
              sizes.insert(sizes.end(), rows.begin(), rows.end());
              counts.insert(counts.end(), of_each.begin(), of_each.end());
              return {};
            },
            .possible_histogram = formats::refuse_possible_histogram,
            .note = [this](const std::string& text) { note += (note.empty() ? "" : "; ") + text; }};
  }

  /// (components, sizes, counts or None), and a warning of what was taken for granted
  py::tuple arrays(const std::string& name) && {
    if (!note.empty()) python::note(name + ": " + note);
    const std::size_t width = components.size();
    return py::make_tuple(components, to_numpy(std::move(sizes), width == 1 ? 0 : width),
                          has_counts ? py::object(to_numpy(std::move(counts))) : py::none());
  }
};

}  // namespace

/// "gzip", "Zstandard", "xz", "bzip2" or "none"
static std::string_view compression_name(std::string_view first) {
  return name(formats::compression_of(first));
}

static bool is_column_file(std::string_view first) {
  return formats::column_format(first).has_value();
}

static Result<void> read_columns(std::string_view bytes, formats::Format format, const formats::ReadOptions& options,
                                 formats::RowSink sink) {
  const auto file = formats::ColumnFile::open(bytes, *formats::column_format(format, bytes), codecs::decompress);
  if (!file) return tl::unexpected(file.error());
  return file->read_sizes(options, std::move(sink));
}

/// bytes  of a Parquet or Arrow file
static py::tuple read_column_sizes(const py::buffer& bytes, const std::string& name,
                                   const std::vector<std::string>& columns, const std::string& count_column,
                                   const std::vector<std::string>& lengths_of) {
  const py::buffer_info all = bytes.request();
  const std::string_view text(static_cast<const char*>(all.ptr), static_cast<std::size_t>(all.size * all.itemsize));
  Rows rows;
  Result<void> read = [&]() -> Result<void> {
    const py::gil_scoped_release release;
    return read_columns(text, formats::Format::detect,
                        {.columns = columns, .count_column = count_column, .lengths_of = lengths_of}, rows.sink());
  }();
  value(std::move(read), name);
  return std::move(rows).arrays(name);
}

/// Reads pieces of a file, which may be compressed, until there are none.
/// read  a function that returns bytes; none at the end
static py::tuple read_sizes(const py::function& read, const std::string& name, const std::string& format,
                            const std::vector<std::string>& columns, const std::string& count_column,
                            const std::vector<std::string>& lengths_of) {
  Rows rows;
  formats::SizesReader reader(
      {.format = value(formats::format_by_name(format)),
       .columns = columns,
       .count_column = count_column,
       .lengths_of = lengths_of,
       .likely = formats::format_of_name(name)},
      rows.sink(),
      {.inflate = codecs::unpack_member, .read_columns = read_columns, .check_text = formats::refuse_graph_text});
  Pieces pieces(read, name);
  for (auto bytes = pieces.next(); !bytes.empty(); bytes = pieces.next()) {
    Result<void> fed = [&] {
      const py::gil_scoped_release release;
      return reader.feed(bytes);
    }();
    value(std::move(fed), name);
  }
  value(std::move(reader).finish(), name);
  return std::move(rows).arrays(name);
}

static std::optional<std::vector<std::string>> shard_names_of(const std::string& name) {
  const auto sharded = formats::sharded_name(name);
  if (!sharded) return std::nullopt;
  return shard_names(*sharded);
}

/// The contents that a format has, and what is taken from it for them.
static py::list held(const formats::Holds& holds) {
  py::list found;
  for (const formats::ContentRow& row : formats::content_table()) {
    const std::string_view what = holds[static_cast<std::size_t>(row.content)];
    if (!what.empty()) found.append(py::make_tuple(row.name, what));
  }
  return found;
}

/// Where a content is read, without Python.
static py::list places(const formats::ContentRow& row) {
  const auto commands = options::commands_reading(row.content);
  const bool many_ranks =
      std::any_of(commands.begin(), commands.end(), [](const auto* one) { return one->many_ranks; });
  py::list found;
  if (!commands.empty()) found.append("program");
  if (many_ranks) found.append("MPI");
  if (row.page) found.append("page");
  return found;
}

/// What is read from files, as docs/formats.md lists it: formats, contents with the places that read them, and how files may
/// be compressed.
static py::tuple format_rows() {
  py::list formats, compressions;
  py::dict contents;
  for (const formats::FormatRow& row : formats::format_table()) {
    formats.append(py::make_tuple(row.name, row.title, row.extensions, held(row.holds)));
  }
  for (const formats::SpecialFormatRow& row : formats::special_formats()) {
    formats.append(py::make_tuple("", row.title, row.extensions, held(row.holds)));
  }
  for (const formats::ContentRow& row : formats::content_table()) contents[py::str(row.name)] = places(row);
  for (const formats::CompressionRow& row : formats::compression_table()) {
    compressions.append(py::make_tuple(row.title, row.extension, row.page));
  }
  return py::make_tuple(formats, contents, compressions);
}

void define_reading(py::module_& module) {
  module.def("format_table", &format_rows);
  module.def("shard_names", &shard_names_of, py::arg("name"));
  module.def("compression_of", &compression_name, py::arg("first"));
  module.def("is_column_file", &is_column_file, py::arg("first"));
  module.def("read_column_sizes", &read_column_sizes, py::arg("bytes"), py::arg("name"), py::arg("columns"),
             py::arg("count_column"), py::arg("lengths_of"));
  module.def("read_sizes", &read_sizes, py::arg("read"), py::arg("name"), py::arg("format"), py::arg("columns"),
             py::arg("count_column"), py::arg("lengths_of"));
}

}  // namespace tuplepack::python
