// Tables of temporal interactions in the formats that the program reads.
#include "module.hpp"

#include "codecs/decompress.hpp"
#include "errors.hpp"
#include "indexed_events.hpp"
#include "pieces.hpp"
#include "tuplepack/formats/interactions/column_events.hpp"

#include <pybind11/stl.h>

#include <memory>
#include <optional>

namespace tuplepack::python {

static Result<temporal::Events> events_in(std::string_view bytes, const formats::EventReadOptions& options) {
  const bool detects = options.format == formats::Format::detect;
  const auto format = detects ? formats::column_format(bytes) : std::nullopt;
  if (!format) return read_events(bytes, options);
  const auto file = formats::ColumnFile::open(bytes, *format, codecs::decompress);
  return file ? read_column_events(*file, options) : tl::unexpected(file.error());
}

/// read  a function that returns the next bytes of the file, which may be compressed; none at the end
static std::unique_ptr<IndexedEvents> read_file(const py::function& read, const std::string& name,
                                                const std::string& format, const std::vector<std::string>& columns,
                                                bool sort, std::int64_t nodes, std::optional<bool> bipartite) {
  std::string notes;
  const formats::EventReadOptions options{
      .format = value(formats::format_by_name(format)),
      .columns = columns,
      .events = {.sort = sort, .nodes = nodes},
      .bipartite = bipartite,
      .inflate = codecs::unpack_member,
      .note = [&](const std::string& text) { notes += (notes.empty() ? "" : "; ") + text; }};
  std::string bytes;
  Pieces pieces(read, name);
  for (auto piece = pieces.next(); !piece.empty(); piece = pieces.next()) bytes += piece;
  auto found = [&] {
    const py::gil_scoped_release release;
    return events_in(bytes, options);
  }();
  auto events = std::make_unique<IndexedEvents>(value(std::move(found), name));
  if (!notes.empty()) note(name + ": " + notes);
  return events;
}

void define_reading_events(py::module_& module) {
  module.def("read_events", &read_file, py::arg("read"), py::arg("name"), py::arg("format"), py::arg("columns"),
             py::arg("sort"), py::arg("nodes"), py::arg("bipartite"));
}

}  // namespace tuplepack::python
