// Files and rows to histograms.
#include "call.hpp"
#include "objects.hpp"
#include "options.hpp"
#include "tuplepack/formats/sizes/preview.hpp"
#include "tuplepack/reports/stats.hpp"

#include <optional>

#include <emscripten/bind.h>

namespace tuplepack::wasm {

static val index_or_null(std::optional<std::size_t> index) {
  return index ? val(number(static_cast<std::int64_t>(*index))) : val::null();
}

static val preview(const val& given, const val& whole) {
  return guarded([&] {
    const std::string first = bytes(given, "bytes");
    const formats::Preview found = value(formats::preview(first, is_missing(whole) || flag(whole, "whole")));
    val columns = val::array();
    for (const formats::PreviewColumn& column : found.columns) {
      Object object;
      object.text("name", column.name);
      object.text("role", name(column.role));
      object.flag("whole", column.whole);
      object.flag("lists", column.lists);
      push(columns, object);
    }
    Object object;
    object.text("format", name(found.format));
    object.text("form", name(found.form));
    object.put("separator", found.separator.empty() ? val::null() : text_value(found.separator));
    object.put("columns", columns);
    object.put("count", index_or_null(found.count));
    object.put("possibleCount", index_or_null(found.possible_count));
    return object;
  });
}

static val read_histogram(const val& given, const val& options) {
  return guarded([&] {
    const std::string input = bytes(given, "bytes");
    bool counted = false;
    std::vector<std::string> notes;
    formats::HistogramSink collected;
    formats::RowSink sink = collected.sink();
    sink.note = [&notes](const std::string& note) { notes.push_back(note); };
    sink.begin = [&counted, begin = sink.begin](const std::vector<std::string>& names, bool has_counts) {
      counted = has_counts;
      return begin(names, has_counts);
    };
    formats::SizesReader reader(read_options(options), std::move(sink));
    value(reader.feed(input));
    value(std::move(reader).finish());
    Object object = to_object(value(std::move(collected).finish()));
    object.flag("hasCounts", counted);
    object.put("notes", text_array(notes));
    return object;
  });
}

static val read_table(const val& given, const val& options) {
  return guarded([&] {
    const std::string input = bytes(given, "bytes");
    std::vector<std::string> components;
    std::vector<double> sizes;
    std::vector<double> counts;
    bool counted = false;
    formats::SizesReader reader(read_options(options),
                                {.begin = [&](const std::vector<std::string>& names, bool has_counts) -> Result<void> {
                                   components = names;
                                   counted = has_counts;
                                   return {};
                                 },
                                 .rows = [&](std::span<const std::int64_t> more_sizes,
                                             std::span<const std::int64_t> more_counts) -> Result<void> {
                                   sizes.insert(sizes.end(), more_sizes.begin(), more_sizes.end());
                                   counts.insert(counts.end(), more_counts.begin(), more_counts.end());
                                   return {};
                                 }});
    value(reader.feed(input));
    value(std::move(reader).finish());
    Object object;
    object.put("components", text_array(components));
    object.put("sizes", typed_array<double>(sizes));
    object.put("counts", counted ? typed_array<double>(counts) : val::null());
    return object;
  });
}

static val make_histogram(const val& components, const val& sizes, const val& counts) {
  return guarded([&] {
    const auto names = texts(components, "components");
    const auto rows = wholes(sizes, "sizes");
    auto how_often = wholes(counts, "counts");
    if (is_missing(counts) && !names.empty()) how_often.assign(rows.size() / names.size(), 1);
    return to_object(value(packing::make_histogram(names, rows, how_often)));
  });
}

static val stats(const val& given) {
  return guarded([&] {
    const packing::Histogram source = histogram(given);
    std::vector<std::int64_t> sums, smallest, largest;
    std::vector<double> padding;
    const auto components = reports::component_stats(source);
    for (const reports::ComponentStats& one : components) {
      sums.push_back(one.total);
      smallest.push_back(one.smallest());
      largest.push_back(one.largest());
      padding.push_back(one.padding());
    }
    Object object;
    object.whole("items", components.front().items);
    object.whole("bins", static_cast<std::int64_t>(source.bins()));
    object.put("totals", number_array(sums));
    object.put("smallest", number_array(smallest));
    object.put("largest", number_array(largest));
    object.put("padding", number_array(padding));
    return object;
  });
}

EMSCRIPTEN_BINDINGS(formats) {
  emscripten::function("preview", &preview);
  emscripten::function("readHistogram", &read_histogram);
  emscripten::function("readTable", &read_table);
  emscripten::function("makeHistogram", &make_histogram);
  emscripten::function("stats", &stats);
}

}  // namespace tuplepack::wasm
