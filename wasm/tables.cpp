// What does not change: the core's tables, by their names.
#include "call.hpp"
#include "options.hpp"
#include "tuplepack/packing/assign.hpp"
#include "tuplepack/packing/stream.hpp"
#include "tuplepack/training/loader_code.hpp"

#include <initializer_list>

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
  for (const Method& method : methods()) {
    Object object = named(method);
    object.flag("usesHeuristic", method.uses_heuristic);
    object.flag("usesDistribute", method.uses_distribute);
    object.flag("published", method.published);
    object.flag("searches", method.searches);
    push(array, object);
  }
  return array;
}

static val names(std::initializer_list<std::string_view> all) {
  val array = val::array();
  for (const std::string_view name : all) push(array, text_value(name));
  return array;
}

static val tables() {
  Object object;
  object.text("version", TUPLEPACK_VERSION);
  object.put("methods", method_rows());
  object.put("boundMethods", named_rows(bound_methods()));
  object.put("loaderFrameworks", named_rows(loader_frameworks()));
  object.put("formats", names({name(Format::detect), name(Format::csv), name(Format::json), name(Format::json_lines),
                               name(Format::npy)}));
  object.put("orders", names({name(Order::plan), name(Order::input), name(Order::shuffle)}));
  object.put("streamPolicies",
             names({name(StreamPolicy::best_fit), name(StreamPolicy::look_ahead), name(StreamPolicy::guided)}));
  object.put("overlongPolicies",
             names({name(Overlong::error), name(Overlong::drop), name(Overlong::truncate), name(Overlong::split)}));
  object.put("paddingPolicies", names(padding_names));
  object.whole("maxComponents", max_components);
  return object;
}

static val heuristics(const val& components) {
  return listed([&] {
    const auto known = component_names(components);
    val array = val::array();
    for (const Heuristic& heuristic : all_heuristics(known.size()))
      push(array, text_value(to_string(heuristic, known)));
    return array;
  });
}

EMSCRIPTEN_BINDINGS(tables) {
  emscripten::function("tables", &tables);
  emscripten::function("heuristics", &heuristics);
}

}  // namespace tuplepack::wasm
