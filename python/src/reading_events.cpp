// Tables of temporal interactions in the formats that the program reads.
#include "module.hpp"

#include "codecs/decompress.hpp"
#include "errors.hpp"
#include "indexed_events.hpp"
#include "pieces.hpp"
#include "tuplepack/formats/interactions/column_events.hpp"
#include "tuplepack/formats/interactions/event_ids.hpp"

#include <pybind11/stl.h>

#include <memory>
#include <optional>

namespace tuplepack::python {

static Result<temporal::Events> events_in(std::string_view bytes, const formats::EventReadOptions& options) {
  const auto format = formats::column_format(options.format, bytes);
  if (!format) return read_events(bytes, options);
  const auto file = formats::ColumnFile::open(bytes, *format, codecs::decompress);
  return file ? read_column_events(*file, options) : tl::unexpected(file.error());
}

/// [nodes] what each was called; bytes that are no UTF-8 become surrogates, as in names of files.
static py::list raw_ids(const formats::EventIds& ids, const temporal::Events& events) {
  py::list found;
  for (std::int64_t node = 0; node < events.nodes; ++node) {
    const std::string_view id = ids.id(node, events);
    PyObject* const text = PyUnicode_DecodeUTF8(id.data(), static_cast<py::ssize_t>(id.size()), "surrogateescape");
    if (text == nullptr) throw py::error_already_set();
    found.append(py::reinterpret_steal<py::str>(text));
  }
  return found;
}

/// read    a function that returns the next bytes of the file, which may be compressed; none at the end
/// result  the events, and what their nodes were called, or None
static py::tuple read_file(const py::function& read, const std::string& name, const std::string& format,
                           const std::vector<std::string>& columns, bool sort, std::int64_t nodes,
                           std::optional<bool> bipartite, bool relabel) {
  std::string notes;
  const auto add_note = [&](const std::string& text) { notes += (notes.empty() ? "" : "; ") + text; };
  formats::EventIds ids(add_note);
  const formats::EventReadOptions options{.format = value(formats::format_by_name(format)),
                                          .columns = columns,
                                          .events = {.sort = sort, .nodes = nodes},
                                          .bipartite = bipartite,
                                          .number = relabel ? ids.numbering() : formats::NumberNode(),
                                          .inflate = codecs::unpack_member,
                                          .note = add_note};
  std::string bytes;
  Pieces pieces(read, name);
  for (auto piece = pieces.next(); !piece.empty(); piece = pieces.next()) bytes += piece;
  auto found = [&] {
    const py::gil_scoped_release release;
    auto read_in = events_in(bytes, options);
    if (!read_in && !relabel) read_in = tl::unexpected(formats::offer_relabel(std::move(read_in.error())));
    return read_in;
  }();
  auto events = std::make_unique<IndexedEvents>(value(std::move(found), name));
  if (!notes.empty()) note(name + ": " + notes);
  const py::object called = relabel ? py::object(raw_ids(ids, events->events())) : py::none();
  return py::make_tuple(std::move(events), called);
}

void define_reading_events(py::module_& module) {
  module.def("read_events", &read_file, py::arg("read"), py::arg("name"), py::arg("format"), py::arg("columns"),
             py::arg("sort"), py::arg("nodes"), py::arg("bipartite"), py::arg("relabel"));
}

}  // namespace tuplepack::python
