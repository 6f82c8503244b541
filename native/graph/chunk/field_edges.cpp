#include "field_edges.hpp"

#include "files/files.hpp"
#include "tuplepack/base/visible.hpp"
#include "tuplepack/formats/numpy/npy_fields.hpp"

#include <utility>
#include <vector>

namespace tuplepack::graph {

static Result<files::NpyFile> field_of(const files::NpyFile& array, std::size_t field,
                                       std::span<const std::int64_t> places) {
  const formats::NpyField& wanted = array.header.fields[field];
  if (!wanted.shape.empty()) {
    return fail(ErrorCode::unsupported,
                array.file.path() + ": field '" + visible(wanted.name) + "' holds arrays, not node ids");
  }
  auto file = array.file.duplicate();
  if (!file) return tl::unexpected(std::move(file.error()));
  return files::NpyFile{.file = std::move(*file),
                        .header = {.type = wanted.type, .shape = array.header.shape},
                        .data = array.data + places[field],
                        .stride = places.back()};
}

Result<EdgeArrays> field_edges(files::NpyFile array, formats::EdgeEnds& ends, const formats::EdgeEnds::Note& note,
                               bool is_chosen) {
  const formats::NpyHeader& header = array.header;
  const auto in_array = [&](const Error& error) { return tl::unexpected(files::in_file(error, array.file.path())); };
  const auto places = npy_field_places(header);
  if (!places) return in_array(places.error());
  if (header.shape.size() != 1 ||
      (header.shape[0] > 0 && places->back() > (array.data + array.bytes) / header.shape[0])) {
    return in_array(
        {.code = ErrorCode::malformed, .message = formats::describe_shape(header.shape) + " does not fit its file"});
  }
  if (auto ok = formats::check_npy_data(header.shape[0] * places->back(), array.bytes); !ok) {
    return in_array(ok.error());
  }
  std::vector<std::string> names;
  std::vector<std::size_t> fields;
  for (std::size_t field = 0; field < header.fields.size(); ++field) {
    if (header.fields[field].name.empty()) continue;  // only filling
    names.push_back(header.fields[field].name);
    fields.push_back(field);
  }
  const formats::EdgeTable table{
      .names = names, .width = names.size(), .part = "field", .known = {}, .is_chosen = is_chosen};
  const auto chosen = ends.choose(table);
  if (!chosen) return in_array(chosen.error());
  ends.begin(table, *chosen, note);
  auto sources = field_of(array, fields[(*chosen)[0]], *places);
  if (!sources) return tl::unexpected(std::move(sources.error()));
  auto targets = field_of(array, fields[(*chosen)[1]], *places);
  if (!targets) return tl::unexpected(std::move(targets.error()));
  return edge_arrays(std::move(*sources), std::move(*targets), end_ids(ends));
}

}  // namespace tuplepack::graph
