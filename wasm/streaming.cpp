// Online packing of items drawn from a histogram.
#include "call.hpp"
#include "options.hpp"
#include "tuplepack/formats/plan/plan_json.hpp"
#include "tuplepack/packing/draw.hpp"
#include "tuplepack/reports/stream.hpp"

#include <emscripten/bind.h>

namespace tuplepack::wasm {

static packing::StreamOptions stream_options(const Options& options, Effort effort) {
  packing::StreamOptions result;
  result.policy = value(packing::stream_policy_by_name(options.text("policy", "look-ahead")));
  result.held = options.whole("held", result.held);
  result.effort = effort;
  if (result.policy == packing::StreamPolicy::guided && options.has("guide")) {
    packing::PlanDocument document = value(formats::parse_plan(bytes(options["guide"], "guide")));
    result.guide = {.histogram = std::move(document.histogram), .plan = std::move(document.packed.plan)};
  }
  return result;
}

static Object to_object(const packing::StreamPacker& packer, const packing::Limits& asked) {
  const packing::StreamTotals& totals = packer.totals();
  Object object;
  object.whole("items", totals.items);
  object.whole("packs", totals.packs);
  object.whole("bound", packer.lower_bound());
  object.put("efficiency", number_array(reports::stream_efficiency(totals, asked)));
  return object;
}

static val stream(const val& given, const val& request) {
  return guarded([&] {
    const Options options(request, {{"limits", "policy", "held", "guide", "items", "seed"}, room_keys},
                          rows_of({"stream"}));
    const packing::Histogram source = histogram(given);
    const auto settings = options.settings(source.components);
    const packing::PlanRequest& asked = settings.plan;
    const std::int64_t items = options.whole("items", 100'000);
    const std::int64_t seed = options.whole("seed", 0);
    if (items < 0) refuse(ErrorCode::negative, "items is negative");
    if (seed < 0) refuse(ErrorCode::negative, "seed is negative");
    packing::StreamPacker packer = value(packing::StreamPacker::create(source.components, asked.limits, asked.fitting,
                                                                       stream_options(options, settings.effort)));
    packing::ClosedPacks closed;
    value(packer.add(draw(source, items, static_cast<std::uint64_t>(seed)), closed));
    packer.finish(closed);
    return to_object(packer, asked.limits);
  });
}

EMSCRIPTEN_BINDINGS(streaming) {
  emscripten::function("stream", &stream);
}

}  // namespace tuplepack::wasm
