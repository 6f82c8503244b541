// What a training loop needs of a pack.
#include "call.hpp"
#include "options.hpp"
#include "tuplepack/training/loss.hpp"
#include "tuplepack/training/mask.hpp"

#include <algorithm>
#include <new>

#include <emscripten/bind.h>

namespace tuplepack::wasm {

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
      used += (length + stride - 1) / stride * stride;
      if (used > capacity) refuse(ErrorCode::item_over_limit, "the lengths take more than the capacity");
    }
    std::vector<std::int32_t> ids(static_cast<std::size_t>(capacity));
    std::vector<std::int32_t> starts(lengths.size() + 1);
    Object object;
    training::fill_segment_ids(lengths, stride, ids);
    object.put("segmentIds", typed_array<std::int32_t>(ids));
    training::fill_position_ids(lengths, stride, ids);
    object.put("positionIds", typed_array<std::int32_t>(ids));
    training::fill_cu_seqlens(lengths, stride, starts);
    object.put("cuSeqlens", typed_array<std::int32_t>(starts));
    return object;
  });
}

/// One pack.
static training::PackShape shape_of(std::span<const std::int32_t> ids) {
  const std::int64_t segments = ids.empty() ? 0 : *std::max_element(ids.begin(), ids.end());
  return {.packs = 1, .capacity = static_cast<std::int64_t>(ids.size()), .segments = segments};
}

static training::MaskOptions mask_options(const val& given) {
  const Options options(given, {{"causal", "padding"}});
  return {.causal = options.flag("causal"),
          .padding = static_cast<training::PaddingRows>(options.one_of("padding", padding_names, 1))};
}

static val bit_mask(const val& given, const val& options) {
  return guarded([&] {
    const auto ids = indices(given, "segmentIds");
    const auto words = (static_cast<std::uint64_t>(ids.size()) + 31) / 32 * ids.size();
    if (words > PTRDIFF_MAX / sizeof(std::uint32_t)) throw std::bad_alloc();
    std::vector<std::uint32_t> mask(static_cast<std::size_t>(words));
    fill_bit_mask(ids, shape_of(ids), mask_options(options), mask);
    return typed_array<std::uint32_t>(mask);
  });
}

static val token_weights(const val& given, const val& items) {
  return guarded([&] {
    const auto ids = indices(given, "segmentIds");
    training::Counting counting;
    if (!is_missing(items)) {
      counting = {.mode = training::SequenceCount::declared, .declared = whole(items, "items")};
      if (counting.declared < 1) refuse(ErrorCode::limit_not_positive, "items is not positive");
    }
    std::vector<float> weights(ids.size());
    fill_token_weights(ids, shape_of(ids), counting, weights);
    return typed_array<float>(weights);
  });
}

EMSCRIPTEN_BINDINGS(training) {
  emscripten::function("segments", &segments);
  emscripten::function("bitMask", &bit_mask);
  emscripten::function("tokenWeights", &token_weights);
}

}  // namespace tuplepack::wasm
