// The columns of tables that are stored column after column. Other code reads these; the core only chooses.
#include "call.hpp"
#include "options.hpp"
#include "tuplepack/formats/columnar/column_sizes.hpp"

#include <emscripten/bind.h>

namespace tuplepack::wasm {

static formats::SampledColumn sampled_column(const val& given) {
  const Options column(given, {{"name", "kind", "nested", "first"}});
  constexpr formats::ColumnKind kinds[] = {formats::ColumnKind::whole, formats::ColumnKind::floating,
                                           formats::ColumnKind::other, formats::ColumnKind::other};
  const std::size_t kind = column.one_of("kind", {"whole", "decimal", "lists", "other"}, 3);
  formats::SampledColumn sampled{.column = {.name = column.text("name", ""),
                                            .kind = kinds[kind],
                                            .lists = kind == 2,
                                            .nested = column.flag("nested")},
                                 .first = {}};
  if (column.has("first")) sampled.first = column.wholes("first");
  return sampled;
}

static val likely_columns(const val& given, const val& options) {
  return guarded([&] {
    if (!given.isArray()) refuse(ErrorCode::malformed, "columns is not an array");
    std::vector<formats::SampledColumn> columns;
    for (std::size_t i = 0; i < length_of(given, "columns"); ++i) columns.push_back(sampled_column(given[i]));
    const formats::LikelyColumns likely = value(formats::likely_columns(columns, read_options(options)));
    Object object;
    object.put("sizes", text_array(likely.sizes));
    object.put("count", likely.count ? text_value(*likely.count) : val::null());
    object.text("note", likely.note);
    object.flag("mayBeHistogram", likely.may_be_histogram);
    return object;
  });
}

EMSCRIPTEN_BINDINGS(columns) {
  emscripten::function("likelyColumns", &likely_columns);
}

}  // namespace tuplepack::wasm
