// What a plan proves, and what it brings.
#include "call.hpp"
#include "options.hpp"
#include "tuplepack/formats/plan/plan_json.hpp"

#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

namespace tuplepack::wasm {

/// A page must not hang: without options, a certificate that takes too many steps is refused.
static val verify(const val& json, const val& given) {
  return guarded([&] {
    const options::Settings settings = Options(given, {}, rows_of({"verify"})).settings({});
    const double end = emscripten_get_now() + 1000 * settings.time_limit;
    packing::CheckingWork work(settings.max_work, [=](std::int64_t) { return emscripten_get_now() <= end; });
    formats::PlanVerification verified = value(formats::verify_plan(bytes(json, "the plan"), std::move(work)));
    const std::int64_t proven = value(std::move(verified.proven));
    if (!verified.differences.empty()) refuse(ErrorCode::plan_mismatch, verified.differences.front());
    return val(number(proven));
  });
}

static val to_object(const packing::Estimate& estimate) {
  val scaling = val::array();
  for (const packing::ScalingPoint& point : estimate.scaling) {
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
  Object over;
  over.number("limit", estimate.over.limit);
  over.number("random", estimate.over.random);
  over.number("sorted", estimate.over.sorted);
  over.number("greedy", estimate.over.greedy);
  object.put("speedupOver", over);
  object.number("ceilingOverRandom", estimate.ceiling_over_random);
  object.put("scaling", scaling);
  object.put("fasterFrom", estimate.faster_from ? val(number(*estimate.faster_from)) : val::null());
  object.put("optimizer", optimizer);
  object.put("advice", text_array(estimate.advice));
  return object;
}

static val estimate(const val& given, const val& request) {
  return guarded([&] {
    const Options options(request, {{"limits", "overhead", "json"}, room_keys}, rows_of({"pack", "estimate"}));
    const packing::Histogram source = histogram(given);
    options::Settings settings = options.settings(source.components);
    if (options.has("overhead")) settings.estimate.overhead = options.real("overhead", 0);
    return to_object(value(packing::estimate(plan_of(source, settings, val::undefined()), settings.estimate)));
  });
}

EMSCRIPTEN_BINDINGS(estimating) {
  emscripten::function("verify", &verify);
  emscripten::function("estimate", &estimate);
}

}  // namespace tuplepack::wasm
