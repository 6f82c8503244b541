#include "mask_rows.hpp"

namespace tuplepack {

void fill_boolean_mask(std::span<const std::int32_t> ids, PackShape shape, const MaskOptions& options,
                       std::span<std::uint8_t> mask) {
  ValueRow<std::uint8_t> row(shape.capacity, 1, 0);
  write_mask_rows(ids, shape, options, row, mask);
}

}  // namespace tuplepack
