// A tile of rows is contiguous where it is written: thread t takes the pieces t, t + 256, … of it, and looks up the row
// that each of them is in. All lanes work whatever the width.
#include "cuda/block.cuh"
#include "cuda/launch.cuh"
#include "cuda/temporal/access.hpp"
#include "cuda/temporal/plans.hpp"
#include "tuplepack/training/float16.hpp"

#include <cassert>

namespace tuplepack::cuda {

/// A field as a kernel takes it.
struct FieldCopy {
  const std::byte* from;
  std::byte* to;
  std::int64_t rows;  ///< there are
  std::int64_t width;
  std::int64_t pieces;
  std::int64_t tile_rows;
  std::int64_t end_block;  ///< after those of this field and of the ones before
  int piece;
  bool halved;
};

inline constexpr int most_fields = 8;
struct FieldCopies {
  FieldCopy of[most_fields];
};

/// Two floats as two BFloat16.
__device__ static int halved_pair(int first, int second) {
  const std::uint32_t low = to_bfloat16(float_of_bits(static_cast<std::uint32_t>(first))).bits;
  const std::uint32_t high = to_bfloat16(float_of_bits(static_cast<std::uint32_t>(second))).bits;
  return static_cast<int>(low | high << 16);
}

template <typename To, typename From>
__device__ static To converted(From piece) {
  if constexpr (sizeof(To) == sizeof(From)) {
    return piece;
  } else if constexpr (sizeof(From) == 16) {
    return make_int2(halved_pair(piece.x, piece.y), halved_pair(piece.z, piece.w));
  } else if constexpr (sizeof(From) == 8) {
    return halved_pair(piece.x, piece.y);
  } else {
    return to_bfloat16(float_of_bits(static_cast<std::uint32_t>(piece))).bits;
  }
}

/// Copies rows [first_row, first_row + rows) of the result.
template <typename From, typename To, typename Index>
__device__ static void copy_tile(const FieldCopy& field, const Index* indices, std::int64_t first_row,
                                 std::uint32_t rows, StatusWord* status) {
  constexpr int at_once = RowTiles::pieces_at_once;
  constexpr std::uint32_t threads = RowTiles::threads;
  const auto pieces = static_cast<std::uint32_t>(field.pieces);
  const std::uint32_t end = rows * pieces;
  To* const to = reinterpret_cast<To*>(field.to) + first_row * field.pieces;
  const std::uint32_t row_step = threads / pieces, column_step = threads % pieces;
  std::uint32_t row = threadIdx.x / pieces, column = threadIdx.x % pieces;
  for (std::uint32_t begin = threadIdx.x; begin < end; begin += at_once * threads) {
    std::int64_t index[at_once];
    std::uint32_t columns[at_once];
    From loaded[at_once] = {};
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
      index[i] = row < rows ? static_cast<std::int64_t>(indices[first_row + row]) : -1;
      columns[i] = column;
      row += row_step;
      column += column_step;
      if (column >= pieces) {
        column -= pieces;
        ++row;
      }
    }
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
      const bool is_row = index[i] >= 0 && index[i] < field.rows;
      if (is_row) loaded[i] = reinterpret_cast<const From*>(field.from + index[i] * field.width)[columns[i]];
    }
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
      const std::uint32_t at = begin + static_cast<std::uint32_t>(i) * threads;
      if (at >= end) continue;
      if (index[i] >= 0 && index[i] < field.rows) {
        __stcs(to + at, converted<To>(loaded[i]));
      } else {
        report(status, Fault::row_out_of_range, first_row + at / pieces);
      }
    }
  }
}

template <typename Index>
static __global__ void __launch_bounds__(RowTiles::threads)
    copy_rows_kernel(const __grid_constant__ FieldCopies fields, const Index* indices, std::int64_t count,
                     StatusWord* status) {
  int f = 0;
  while (blockIdx.x >= fields.of[f].end_block) ++f;
  const FieldCopy& field = fields.of[f];
  const std::int64_t first_row = (blockIdx.x - (f == 0 ? 0 : fields.of[f - 1].end_block)) * field.tile_rows;
  const auto rows = static_cast<std::uint32_t>(min(field.tile_rows, count - first_row));
  if (field.halved) {
    if (field.piece == 16) return copy_tile<int4, int2>(field, indices, first_row, rows, status);
    if (field.piece == 8) return copy_tile<int2, int>(field, indices, first_row, rows, status);
    return copy_tile<int, unsigned short>(field, indices, first_row, rows, status);
  }
  if (field.piece == 16) return copy_tile<int4, int4>(field, indices, first_row, rows, status);
  if (field.piece == 8) return copy_tile<int2, int2>(field, indices, first_row, rows, status);
  copy_tile<int, int>(field, indices, first_row, rows, status);
}

/// Queues copies of any number of fields, some at a time.
template <typename Index>
static Result<void> copy_rows(std::span<const Field> fields, std::span<const Index> indices, StatusWord* status,
                              Stream stream) {
  const auto count = static_cast<std::int64_t>(indices.size());
  while (!fields.empty()) {
    const std::size_t here = std::min<std::size_t>(fields.size(), most_fields);
    FieldCopies copies{};
    std::int64_t blocks = 0;
    for (std::size_t f = 0; f < here; ++f) {
      const Field& field = fields[f];
      const auto from = reinterpret_cast<std::uintptr_t>(field.unique.bytes.data());
      const auto to = reinterpret_cast<std::uintptr_t>(field.out.data());
      assert(field.unique.width % 4 == 0 && from % 4 == 0 && to % (field.to_bfloat16 ? 2 : 4) == 0);
      assert(static_cast<std::int64_t>(field.out.size()) == count * field.unique.width / (field.to_bfloat16 ? 2 : 1));
      const RowTiles tiles = row_tiles(count, field.unique.width, from, to, field.to_bfloat16);
      blocks += tiles.tiles;
      copies.of[f] = {field.unique.bytes.data(),
                      field.out.data(),
                      field.unique.count(),
                      field.unique.width,
                      tiles.pieces,
                      tiles.rows,
                      blocks,
                      tiles.piece,
                      field.to_bfloat16};
    }
    const auto queued =
        launch(copy_rows_kernel<Index>, blocks, RowTiles::threads, 0, stream, copies, indices.data(), count, status);
    if (!queued) return queued;
    fields = fields.subspan(here);
  }
  return {};
}

Result<void> gather(const Rows& table, std::span<const std::int64_t> ids, std::span<std::byte> out, StatusWord* status,
                    Stream stream) {
  const Field field{.unique = table, .out = out};
  return copy_rows(std::span(&field, 1), ids, status, stream);
}

Result<void> reconstruct(std::span<const Field> fields, std::span<const std::uint32_t> inverse, StatusWord* status,
                         Stream stream) {
  return copy_rows(fields, inverse, status, stream);
}

}  // namespace tuplepack::cuda
