// A tile of output rows is contiguous: thread t copies the pieces t, t + 256, … of it and looks up the source row of
// each piece, so that all lanes are busy at any width.
#include "cuda/device/block.cuh"
#include "cuda/device/runtime.cuh"
#include "cuda/temporal/plans.hpp"
#include "tuplepack/base/float16.hpp"
#include "tuplepack/cuda/temporal/access.hpp"

#include <cassert>

namespace tuplepack::cuda {

/// A field as a kernel argument.
struct FieldCopy {
  const std::byte* hot;   ///< the first rows
  const std::byte* from;  ///< the others
  std::byte* to;
  std::int64_t hot_rows;
  std::int64_t rows;  ///< there are, of both
  std::int64_t width;
  std::int64_t pieces;
  std::int64_t tile_rows;
  std::int64_t end_block;  ///< after those of this field and of the ones before
  int piece;
  bool halved;
};

inline constexpr int max_fields = 8;
struct FieldCopies {
  FieldCopy of[max_fields];
};

/// The source row of each output row; out of range where there is none.
template <typename Index>
struct Indices {
  const Index* indices;
  [[nodiscard]] __device__ std::int64_t operator()(std::int64_t row) const {
    return static_cast<std::int64_t>(indices[row]);
  }
};
struct IndicesOfSources {
  const std::uint32_t* inverse;
  const std::uint32_t* sources;
  std::int64_t unique;  ///< sources there are
  [[nodiscard]] __device__ std::int64_t operator()(std::int64_t row) const {
    const std::uint32_t of_row = inverse[row];
    return of_row < unique ? static_cast<std::int64_t>(sources[of_row]) : -1;
  }
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

/// Copies output rows [first_row, first_row + rows).
template <typename From, typename To, typename IndexOf>
__device__ static void copy_tile(const FieldCopy& field, const IndexOf& index_of, std::int64_t first_row,
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
      index[i] = row < rows ? index_of(first_row + row) : -1;
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
      if (index[i] < 0 || index[i] >= field.rows) continue;
      const std::byte* const source = index[i] < field.hot_rows
                                          ? field.hot + index[i] * field.width
                                          : field.from + (index[i] - field.hot_rows) * field.width;
      loaded[i] = reinterpret_cast<const From*>(source)[columns[i]];
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

template <typename IndexOf>
static __global__ void __launch_bounds__(RowTiles::threads)
    copy_rows_kernel(const __grid_constant__ FieldCopies fields, IndexOf index_of, std::int64_t count,
                     StatusWord* status) {
  int f = 0;
  while (blockIdx.x >= fields.of[f].end_block) ++f;
  const FieldCopy& field = fields.of[f];
  const std::int64_t first_row = (blockIdx.x - (f == 0 ? 0 : fields.of[f - 1].end_block)) * field.tile_rows;
  const auto rows = static_cast<std::uint32_t>(min(field.tile_rows, count - first_row));
  if (field.halved) {
    if (field.piece == 16) return copy_tile<int4, int2>(field, index_of, first_row, rows, status);
    if (field.piece == 8) return copy_tile<int2, int>(field, index_of, first_row, rows, status);
    return copy_tile<int, unsigned short>(field, index_of, first_row, rows, status);
  }
  if (field.piece == 16) return copy_tile<int4, int4>(field, index_of, first_row, rows, status);
  if (field.piece == 8) return copy_tile<int2, int2>(field, index_of, first_row, rows, status);
  copy_tile<int, int>(field, index_of, first_row, rows, status);
}

static FieldCopy copy_of(const CachedField& field, std::int64_t count) {
  const std::int64_t width = field.missed.width;
  const auto hot = reinterpret_cast<std::uintptr_t>(field.hot.bytes.data());
  const auto from = reinterpret_cast<std::uintptr_t>(field.missed.bytes.data());
  const auto to = reinterpret_cast<std::uintptr_t>(field.out.data());
  assert(width % 4 == 0 && hot % 4 == 0 && from % 4 == 0 && to % (field.to_bfloat16 ? 2 : 4) == 0);
  assert(field.hot.bytes.empty() || field.hot.width == width);
  assert(static_cast<std::int64_t>(field.out.size()) == count * width / (field.to_bfloat16 ? 2 : 1));
  const RowTiles tiles = row_tiles(count, width, hot | from, to, field.to_bfloat16);
  const std::int64_t hot_rows = field.hot.bytes.empty() ? 0 : field.hot.count();
  return {.hot = field.hot.bytes.data(),
          .from = field.missed.bytes.data(),
          .to = field.out.data(),
          .hot_rows = hot_rows,
          .rows = hot_rows + field.missed.count(),
          .width = width,
          .pieces = tiles.pieces,
          .tile_rows = tiles.rows,
          .end_block = tiles.tiles,
          .piece = tiles.piece,
          .halved = field.to_bfloat16};
}

static FieldCopy copy_of(const temporal::Field& field, std::int64_t count) {
  return copy_of(CachedField{.hot = {}, .missed = field.unique, .out = field.out, .to_bfloat16 = field.to_bfloat16},
                 count);
}

/// Queues copies of any number of fields, in groups.
template <typename AnyField, typename IndexOf>
static Result<void> copy_rows(std::span<const AnyField> fields, const IndexOf& index_of, std::int64_t count,
                              StatusWord* status, Stream stream) {
  while (!fields.empty()) {
    const std::size_t here = std::min<std::size_t>(fields.size(), max_fields);
    FieldCopies copies{};
    std::int64_t blocks = 0;
    for (std::size_t f = 0; f < here; ++f) {
      copies.of[f] = copy_of(fields[f], count);
      copies.of[f].end_block = blocks += copies.of[f].end_block;
    }
    const auto queued =
        launch(copy_rows_kernel<IndexOf>, blocks, RowTiles::threads, 0, stream, copies, index_of, count, status);
    if (!queued) return queued;
    fields = fields.subspan(here);
  }
  return {};
}

Result<void> gather(const temporal::Rows& table, std::span<const std::int64_t> ids, std::span<std::byte> out,
                    StatusWord* status, Stream stream) {
  const temporal::Field field{.unique = table, .out = out};
  return copy_rows(std::span(&field, 1), Indices<std::int64_t>{ids.data()}, static_cast<std::int64_t>(ids.size()),
                   status, stream);
}

Result<void> reconstruct(std::span<const temporal::Field> fields, std::span<const std::uint32_t> inverse,
                         StatusWord* status, Stream stream) {
  return copy_rows(fields, Indices<std::uint32_t>{inverse.data()}, static_cast<std::int64_t>(inverse.size()), status,
                   stream);
}

Result<void> reconstruct(std::span<const CachedField> fields, std::span<const std::uint32_t> sources,
                         std::span<const std::uint32_t> inverse, StatusWord* status, Stream stream) {
  const IndicesOfSources index_of{inverse.data(), sources.data(), static_cast<std::int64_t>(sources.size())};
  return copy_rows(fields, index_of, static_cast<std::int64_t>(inverse.size()), status, stream);
}

}  // namespace tuplepack::cuda
