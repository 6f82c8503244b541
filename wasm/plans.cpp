// Plans to places, and what a training loop needs of them.
#include "call.hpp"
#include "objects.hpp"
#include "options.hpp"
#include "tuplepack/formats/npz.hpp"
#include "tuplepack/formats/plan_json.hpp"
#include "tuplepack/packing/assign.hpp"
#include "tuplepack/training/loader_code.hpp"
#include "tuplepack/training/segments.hpp"

#include <emscripten/bind.h>

namespace tuplepack::wasm {

static val read_plan(const val& json) {
  return guarded([&] { return to_object(value(parse_plan(bytes(json, "the plan"))), false); });
}

static val assign(const val& sizes, const val& plan_json, const val& given) {
  return guarded([&] {
    const Options options(given, {{"order", "seed", "packsMultiple", "keepSizes"}});
    const PlanDocument document = value(parse_plan(bytes(plan_json, "the plan")));
    const std::int64_t seed = options.whole("seed", 0);
    if (seed < 0) refuse(ErrorCode::negative, "seed is negative");
    Assigner assigner =
        value(Assigner::create(document.histogram, document.packed.plan, document.limits, document.fitting,
                               {.order = value(order_by_name(options.text("order", "plan"))),
                                .seed = static_cast<std::uint64_t>(seed),
                                .packs_multiple = options.whole("packsMultiple", document.packs_multiple),
                                .keep_sizes = options.flag("keepSizes")}));
    const auto rows = wholes(sizes, "sizes");
    if (rows.size() % document.histogram.component_count() != 0) {
      refuse(ErrorCode::component_mismatch, "sizes do not come in rows of the plan's components");
    }
    value(assigner.add(rows));
    const Assignment assignment = value(std::move(assigner).finish());
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

static std::vector<std::int32_t> item_numbers(const val& array, const std::string& what) {
  std::vector<std::int32_t> result;
  for (const std::int64_t item : wholes(array, what)) {
    if (item < 0 || item > INT32_MAX) refuse(ErrorCode::too_large, what + " are not below 2^31");
    result.push_back(static_cast<std::int32_t>(item));
  }
  return result;
}

static val assignment_npz(const val& assignment) {
  return guarded([&] {
    if (is_missing(assignment)) refuse(ErrorCode::malformed, "there is no assignment");
    const auto begins = wholes(assignment["begins"], "begins");
    const auto dropped = item_numbers(assignment["dropped"], "dropped");
    std::vector<std::uint8_t> archive;
    NpzWriter writer([&](std::span<const std::byte> more) {
      const auto* first = reinterpret_cast<const std::uint8_t*>(more.data());
      archive.insert(archive.end(), first, first + more.size());
    });
    writer.add("offsets", std::span<const std::int64_t>(wholes(assignment["offsets"], "offsets")));
    writer.add("items", std::span<const std::int32_t>(item_numbers(assignment["items"], "items")));
    if (!begins.empty()) writer.add("begins", std::span<const std::int64_t>(begins));
    if (!dropped.empty()) writer.add("dropped", std::span<const std::int32_t>(dropped));
    writer.finish();
    return typed_array<std::uint8_t>(archive);
  });
}

static val segments(const val& given, const val& capacity_given, const val& stride_given) {
  return guarded([&] {
    const auto lengths = wholes(given, "lengths");
    const std::int64_t capacity = whole(capacity_given, "capacity");
    const std::int64_t stride = is_missing(stride_given) ? 1 : whole(stride_given, "stride");
    if (stride < 1) refuse(ErrorCode::limit_not_positive, "stride is not positive");
    if (capacity < 0) refuse(ErrorCode::negative, "capacity is negative");
    if (capacity > INT32_MAX) refuse(ErrorCode::too_large, "capacity is not below 2^31");
    std::int64_t used = 0;
    for (const std::int64_t length : lengths) {
      if (length < 0) refuse(ErrorCode::negative, "a length is negative");
      if (length > capacity) refuse(ErrorCode::item_over_limit, "a length is over the capacity");
      const std::int64_t rest = length % stride;
      used += rest == 0 ? length : length - rest + stride;
      if (used > capacity + stride - 1) break;
    }
    if (used > capacity) refuse(ErrorCode::item_over_limit, "the lengths take more than the capacity");
    std::vector<std::int32_t> ids(static_cast<std::size_t>(capacity));
    std::vector<std::int32_t> starts(lengths.size() + 1);
    Object object;
    fill_segment_ids(lengths, stride, ids);
    object.put("segmentIds", typed_array<std::int32_t>(ids));
    fill_position_ids(lengths, stride, ids);
    object.put("positionIds", typed_array<std::int32_t>(ids));
    fill_cu_seqlens(lengths, stride, starts);
    object.put("cuSeqlens", typed_array<std::int32_t>(starts));
    return object;
  });
}

static val loader_code(const val& framework, const val& request) {
  return guarded([&] {
    const Options options(request, {{"components", "limits", "file"}, room_keys});
    return val(value(
        tuplepack::loader_code(text(framework, "framework"), {.components = texts(options["components"], "components"),
                                                              .limits = limits(options),
                                                              .fitting = fitting(options),
                                                              .file = options.text("file", "packs.npz")})));
  });
}

EMSCRIPTEN_BINDINGS(plans) {
  emscripten::function("readPlan", &read_plan);
  emscripten::function("assign", &assign);
  emscripten::function("assignmentNpz", &assignment_npz);
  emscripten::function("segments", &segments);
  emscripten::function("loaderCode", &loader_code);
}

}  // namespace tuplepack::wasm
