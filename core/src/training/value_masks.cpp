#include "mask_rows.hpp"

namespace tuplepack::training {

template <typename T>
void fill_additive_mask(std::span<const std::int32_t> ids, PackShape shape, const MaskOptions& options,
                        std::span<T> mask) {
  ValueRow<T> row(shape.capacity, T{}, additive_fill<T>(options));
  write_mask_rows(ids, shape, options, row, mask);
}

template void fill_additive_mask(std::span<const std::int32_t>, PackShape, const MaskOptions&, std::span<float>);
template void fill_additive_mask(std::span<const std::int32_t>, PackShape, const MaskOptions&, std::span<Float16>);
template void fill_additive_mask(std::span<const std::int32_t>, PackShape, const MaskOptions&, std::span<BFloat16>);

void fill_boolean_mask(std::span<const std::int32_t> ids, PackShape shape, const MaskOptions& options,
                       std::span<std::uint8_t> mask) {
  ValueRow<std::uint8_t> row(shape.capacity, 1, 0);
  write_mask_rows(ids, shape, options, row, mask);
}

}  // namespace tuplepack::training
