// What a plan proves, and what it brings.
#include "call.hpp"
#include "options.hpp"
#include "tuplepack/formats/plan_json.hpp"
#include "tuplepack/packing/estimate.hpp"

#include <algorithm>

#include <emscripten/bind.h>

namespace tuplepack::wasm {

static val verify(const val& json) {
  return guarded([&] {
    PlanVerification verified = value(verify_plan(bytes(json, "the plan")));
    const std::int64_t proven = value(std::move(verified.proven));
    if (!verified.differences.empty()) refuse(ErrorCode::plan_mismatch, verified.differences.front());
    return val(number(proven));
  });
}

static val to_object(const Estimate& estimate) {
  val scaling = val::array();
  for (const ScalingPoint& point : estimate.scaling) {
    Object object;
    object.whole("devices", point.devices);
    object.number("unpadded", point.unpadded);
    object.number("published", point.published);
    push(scaling, object);
  }
  Object optimizer;
  optimizer.number("effectiveBatch", estimate.optimizer.effective_batch);
  optimizer.whole("packsForBatch", estimate.optimizer.packs_for_batch);
  optimizer.number("effectiveBatchOfThem", estimate.optimizer.effective_batch_of_them);
  optimizer.number("beta1", estimate.optimizer.beta1);
  optimizer.number("beta2", estimate.optimizer.beta2);
  Object object;
  object.number("overhead", estimate.overhead);
  object.number("packingFactor", estimate.packing_factor);
  object.number("speedup", estimate.speedup);
  object.number("ceiling", estimate.ceiling);
  object.put("scaling", scaling);
  object.put("fasterFrom", estimate.faster_from ? val(number(*estimate.faster_from)) : val::null());
  object.put("optimizer", optimizer);
  object.put("advice", text_array(estimate.advice));
  return object;
}

static std::size_t component_of(const Options& options, std::span<const std::string> components) {
  if (!options.has("component")) return 0;
  const std::string name = options.text("component", "");
  const auto found = std::find(components.begin(), components.end(), name);
  if (found == components.end()) refuse(ErrorCode::unknown_name, "unknown component '" + name + "'");
  return static_cast<std::size_t>(found - components.begin());
}

static val estimate(const val& given, const val& request) {
  return guarded([&] {
    const Options options(
        request, {{"overhead", "devices", "batch", "beta1", "beta2", "component"}, pack_keys, room_keys, method_keys});
    const PlanDocument document = plan_of(given, options, val::undefined());
    const EstimateOptions usual;
    std::optional<double> overhead;
    if (options.has("overhead")) overhead = options.real("overhead", 0);
    return to_object(
        value(tuplepack::estimate(document, {.overhead = overhead,
                                             .devices = options.whole("devices", usual.devices),
                                             .batch = options.whole("batch", usual.batch),
                                             .beta1 = options.real("beta1", usual.beta1),
                                             .beta2 = options.real("beta2", usual.beta2),
                                             .component = component_of(options, document.histogram.components)})));
  });
}

EMSCRIPTEN_BINDINGS(estimating) {
  emscripten::function("verify", &verify);
  emscripten::function("estimate", &estimate);
}

}  // namespace tuplepack::wasm
