// What does not change: the core's tables, by their names.
#include "call.hpp"
#include "options.hpp"
#include "tuplepack/formats/rows/read_options.hpp"
#include "tuplepack/packing/assign.hpp"
#include "tuplepack/packing/fitting.hpp"
#include "tuplepack/packing/stream.hpp"
#include "tuplepack/training/loader_code.hpp"

#include <emscripten/bind.h>

namespace tuplepack::wasm {

template <typename Row>
static Object named(const Row& row) {
  Object object;
  object.text("name", row.name);
  object.text("summary", row.summary);
  return object;
}

template <typename Rows>
static val named_rows(const Rows& rows) {
  val array = val::array();
  for (const auto& row : rows) push(array, named(row));
  return array;
}

static val method_rows() {
  val array = val::array();
  for (const packing::Method& method : packing::methods()) {
    Object object = named(method);
    object.flag("usesHeuristic", method.uses_heuristic);
    object.flag("usesDistribute", method.uses_distribute);
    object.flag("published", method.published);
    object.flag("searches", method.searches);
    object.flag("quick", method.is_quick());
    push(array, object);
  }
  return array;
}

static val tables() {
  Object object;
  object.text("version", TUPLEPACK_VERSION);
  object.put("methods", method_rows());
  object.put("boundMethods", named_rows(packing::bound_methods()));
  object.put("loaderFrameworks", named_rows(training::loader_frameworks()));
  object.put("formats", name_array(formats::format_names()));
  object.put("orders", name_array(packing::orders()));
  object.put("streamPolicies", name_array(packing::stream_policies()));
  object.put("overlongPolicies", name_array(packing::overlong_policies()));
  object.put("paddingPolicies", name_array(std::vector<std::string_view>(padding_names)));
  object.whole("maxComponents", max_components);
  return object;
}

static val heuristics(const val& components) {
  return listed([&] {
    const auto known = component_names(components);
    val array = val::array();
    for (const packing::Heuristic& heuristic : packing::all_heuristics(known.size()))
      push(array, text_value(to_string(heuristic, known)));
    return array;
  });
}

EMSCRIPTEN_BINDINGS(tables) {
  emscripten::function("tables", &tables);
  emscripten::function("heuristics", &heuristics);
}

}  // namespace tuplepack::wasm
