#include "objects.hpp"

#include "tuplepack/formats/plan/plan_json.hpp"

namespace tuplepack::wasm {

Object to_object(const packing::Histogram& histogram) {
  Object object;
  object.put("components", text_array(histogram.components));
  object.put("sizes", float64_array(histogram.sizes));
  object.put("counts", float64_array(histogram.counts));
  return object;
}

Object to_object(const packing::LowerBound& bound, std::span<const std::string> components) {
  Object object;
  object.whole("packs", bound.packs);
  object.text("name", bound.name);
  object.put("component", bound.component ? text_value(components[*bound.component]) : val::null());
  object.whole("parameter", bound.parameter);
  return object;
}

static Object to_object(const packing::Metrics& metrics) {
  Object object;
  object.whole("packs", metrics.packs);
  object.whole("paddingPacks", metrics.padding_packs);
  object.whole("strategies", metrics.strategies);
  object.put("efficiency", number_array(metrics.efficiency));
  object.put("tightEfficiency", number_array(metrics.tight_efficiency));
  object.put("largestPack", number_array(metrics.largest_pack));
  object.put("padding", number_array(metrics.padding));
  object.number("packingFactor", metrics.packing_factor);
  object.whole("depthUsed", metrics.depth_used);
  return object;
}

static Object to_object(const packing::Plan& plan) {
  Object object;
  object.put("offsets", float64_array(plan.offsets));
  object.put("bins", typed_array<std::uint32_t>(plan.bins));
  object.put("copies", float64_array(plan.copies));
  object.put("repeats", float64_array(plan.repeats));
  return object;
}

Object metrics_object(const packing::Packed& packed, const packing::Metrics& metrics, const packing::LowerBound& bound,
                      bool certified, std::span<const std::string> components) {
  Object object;
  object.text("method", packed.method);
  object.text("heuristic", to_string(packed.heuristic, components));
  object.flag("distribute", packed.distribute);
  object.flag("paper", packed.paper);
  object.put("metrics", to_object(metrics));
  object.put("bound", to_object(bound, components));
  object.whole("gap", metrics.packs - metrics.padding_packs - bound.packs);
  object.flag("certified", certified);
  return object;
}

Object metrics_object(const packing::PlanDocument& document) {
  return metrics_object(document.packed, document.metrics, document.bound, document.certificate.has_value(),
                        document.histogram.components);
}

static Object to_object(const packing::OverlongCount& count) {
  Object object;
  object.whole("items", count.items);
  object.put("lost", number_array(count.lost));
  object.whole("pieces", count.pieces);
  return object;
}

Object to_object(const packing::PlanDocument& document, bool with_json) {
  Object object = metrics_object(document);
  object.put("histogram", to_object(document.histogram));
  object.whole("items", document.real.items);
  object.put("totals", number_array(document.real.sums));
  object.put("limits", number_array(document.limits.sizes));
  object.put("depth",
             document.limits.depth == packing::unlimited_depth ? val::null() : val(number(document.limits.depth)));
  object.put("room", number_array(document.room.sizes));
  object.put("overlong", to_object(document.overlong));
  object.flag("spread", document.spread);
  object.put("plan", to_object(document.packed.plan));
  object.put("json", with_json ? text_value(value(formats::to_json(document))) : val::null());
  return object;
}

}  // namespace tuplepack::wasm
