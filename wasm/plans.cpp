// What follows from a plan file: places of items, and code that loads them.
#include "call.hpp"
#include "objects.hpp"
#include "options.hpp"
#include "tuplepack/formats/numpy/npz.hpp"
#include "tuplepack/formats/plan/plan_json.hpp"
#include "tuplepack/training/loader_code.hpp"

#include <emscripten/bind.h>

namespace tuplepack::wasm {

static val read_plan(const val& json) {
  return guarded([&] { return to_object(value(formats::parse_plan(bytes(json, "the plan"))), false); });
}

static val assign(const val& sizes, const val& plan_json, const val& given) {
  return guarded([&] {
    const Options options(given, {{"packsMultiple", "keepSizes"}}, rows_of({"assign"}));
    const packing::PlanDocument document = value(formats::parse_plan(bytes(plan_json, "the plan")));
    packing::AssignOptions how = options.settings(document.histogram.components).assign;
    how.packs_multiple = options.whole("packsMultiple", document.packs_multiple);
    how.keep_sizes = options.flag("keepSizes");
    packing::Assigner assigner = value(
        packing::Assigner::create(document.histogram, document.packed.plan, document.limits, document.fitting, how));
    const auto rows = wholes(sizes, "sizes");
    if (rows.size() % document.histogram.component_count() != 0) {
      refuse(ErrorCode::component_mismatch, "the number of sizes is not a multiple of the plan's " +
                                                std::to_string(document.histogram.component_count()) + " components");
    }
    value(assigner.add(rows));
    const packing::Assignment assignment = value(std::move(assigner).finish());
    Object object;
    object.put("offsets", float64_array(assignment.offsets));
    object.put("items", typed_array<std::int32_t>(assignment.items));
    object.put("begins", float64_array(assignment.begins));
    object.put("sizes", float64_array(assignment.sizes));
    object.put("dropped", typed_array<std::int32_t>(assignment.dropped));
    object.whole("packs", assignment.packs);
    return object;
  });
}

static val assignment_npz(const val& assignment) {
  return guarded([&] {
    if (is_missing(assignment)) refuse(ErrorCode::malformed, "there is no assignment");
    const auto begins = wholes(assignment["begins"], "begins");
    const auto dropped = indices(assignment["dropped"], "dropped");
    std::vector<std::uint8_t> archive;
    formats::NpzWriter writer([&](std::span<const std::byte> more) {
      const auto* first = reinterpret_cast<const std::uint8_t*>(more.data());
      archive.insert(archive.end(), first, first + more.size());
    });
    writer.add("offsets", std::span<const std::int64_t>(wholes(assignment["offsets"], "offsets")));
    writer.add("items", std::span<const std::int32_t>(indices(assignment["items"], "items")));
    if (!begins.empty()) writer.add("begins", std::span<const std::int64_t>(begins));
    if (!dropped.empty()) writer.add("dropped", std::span<const std::int32_t>(dropped));
    writer.finish();
    return typed_array<std::uint8_t>(archive);
  });
}

static val loader_code(const val& framework, const val& request) {
  return guarded([&] {
    const Options options(request, {{"limits", "components", "file"}, room_keys}, rows_of({"bound"}));
    const auto components = texts(options["components"], "components");
    const packing::PlanRequest room = options.settings(components).plan;
    return val(value(training::loader_code(text(framework, "framework"), {.components = components,
                                                                          .limits = room.limits,
                                                                          .fitting = room.fitting,
                                                                          .file = options.text("file", "packs.npz")})));
  });
}

EMSCRIPTEN_BINDINGS(plans) {
  emscripten::function("readPlan", &read_plan);
  emscripten::function("assign", &assign);
  emscripten::function("assignmentNpz", &assignment_npz);
  emscripten::function("loaderCode", &loader_code);
}

}  // namespace tuplepack::wasm
