// Additive and boolean masks. A thread keeps the ids of the columns of one 16-byte chunk and writes that chunk for many
// rows: per row, one id is loaded, and the chunk is stored. Without causality the values are selected only where the id
// is another than in the row that the thread wrote before, a few rows above where rows are aligned; that is the same for
// all threads of a warp if a row has 32 chunks.
#include "cuda/device/runtime.cuh"
#include "cuda/training/plans.hpp"
#include "tuplepack/cuda/training/mask.hpp"

#include <cstring>

namespace tuplepack::cuda {

/// Values are only copied, as bits: Word is an unsigned integer of the size of a value.
template <typename Word>
struct MaskValues {
  Word attends;
  Word blocked;
};

/// The chunk of a row at columns `column` and up, whose ids are `keys`.
template <bool causal, typename Word>
__device__ static int4 chunk_of(const std::int32_t (&keys)[16 / sizeof(Word)], std::int32_t id, std::int32_t row,
                                std::int32_t column, training::PaddingRows padding, MaskValues<Word> values) {
  constexpr int width = 16 / sizeof(Word);
  Word chunk[width];
  if (id != 0 || padding == training::PaddingRows::block) {
#pragma unroll
    for (int i = 0; i < width; ++i) {
      const bool is_open = keys[i] == id && (!causal || column + i <= row);
      chunk[i] = is_open ? values.attends : values.blocked;
    }
  } else {
    const std::int32_t self = padding == training::PaddingRows::self ? row : -1;
#pragma unroll
    for (int i = 0; i < width; ++i) chunk[i] = column + i == self ? values.attends : values.blocked;
  }
  int4 bits;
  memcpy(&bits, chunk, sizeof bits);
  return bits;
}

/// Writes a chunk of the rows `first_row`, `first_row` + step, … below `end_row`, at columns `column` and up, which may
/// begin before the row or end after it. The chunk is aligned to 16 bytes in all of these rows.
template <bool causal, typename Word>
__device__ static void write_chunks(const std::int32_t* __restrict__ ids, std::int32_t capacity,
                                    training::PaddingRows padding, MaskValues<Word> values, std::int32_t column,
                                    std::int32_t first_row, std::int32_t end_row, std::int32_t step,
                                    Word* __restrict__ mask) {
  constexpr int width = 16 / sizeof(Word);
  std::int32_t keys[width];
#pragma unroll
  for (int i = 0; i < width; ++i) {
    const bool inside = column + i >= 0 && column + i < capacity;
    keys[i] = inside ? ids[column + i] : 0;
  }
  const bool is_whole = column >= 0 && column + width <= capacity;
  const bool differs_in_padding = padding == training::PaddingRows::self;
  std::int32_t last_id = 0;
  int4 bits{};
  for (std::int32_t row = first_row; row < end_row; row += step) {
    const std::int32_t id = ids[row];
    const bool as_before = !causal && row != first_row && id == last_id && (id != 0 || !differs_in_padding);
    if (!as_before) bits = chunk_of<causal>(keys, id, row, column, padding, values);
    last_id = id;
    Word* const out = mask + (std::int64_t{row} * capacity + column);
    if (is_whole) {
      __stcs(reinterpret_cast<int4*>(out), bits);
    } else {
      Word chunk[width];
      memcpy(chunk, &bits, sizeof bits);
#pragma unroll
      for (int i = 0; i < width; ++i) {
        if (column + i >= 0 && column + i < capacity) out[i] = chunk[i];
      }
    }
  }
}

template <bool causal, typename Word>
static __global__ void __launch_bounds__(MaskTiles::threads, 2)
    value_mask_kernel(const std::int32_t* __restrict__ ids, training::PackShape shape, training::PaddingRows padding,
                      MaskValues<Word> values, MaskTiles tiles, Word* __restrict__ mask) {
  constexpr int width = 16 / sizeof(Word);
  const int lane = static_cast<int>(threadIdx.x) & (tiles.lanes - 1);
  const int line = static_cast<int>(threadIdx.x) / tiles.lanes;
  const auto capacity = static_cast<std::int32_t>(shape.capacity);
  const std::int64_t items = shape.packs * tiles.tiles_down * tiles.tiles_across;
  for (std::int64_t item = blockIdx.x; item < items; item += gridDim.x) {
    const std::int64_t across = item % tiles.tiles_across;
    const std::int64_t down = item / tiles.tiles_across % tiles.tiles_down;
    const std::int64_t pack = item / tiles.tiles_across / tiles.tiles_down;
    Word* const pack_mask = mask + pack * shape.capacity * shape.capacity;
    const std::int64_t first_row = down * tiles.rows;
    const std::int64_t end_row = min(shape.capacity, first_row + tiles.rows);
    for (std::int64_t top = first_row; top < min(end_row, first_row + tiles.period); ++top) {
      const auto address = reinterpret_cast<std::uintptr_t>(pack_mask + top * shape.capacity);
      const auto lead = static_cast<std::int64_t>(address % 16 / sizeof(Word));  // values since the last boundary
      const std::int64_t column = (across * tiles.lanes + lane) * width - lead;
      if (column >= shape.capacity) continue;
      write_chunks<causal>(ids + pack * shape.capacity, capacity, padding, values, static_cast<std::int32_t>(column),
                           static_cast<std::int32_t>(top + std::int64_t{line} * tiles.period),
                           static_cast<std::int32_t>(end_row), tiles.rows_at_once() * tiles.period, pack_mask);
    }
  }
}

template <typename Word>
static Result<void> fill_value_mask(std::span<const std::int32_t> ids, training::PackShape shape,
                                    const training::MaskOptions& options, MaskValues<Word> values, Word* mask,
                                    Stream stream) {
  if (auto fine = check_shape(shape); !fine) return fine;
  if (shape.packs == 0 || shape.capacity == 0) return {};
  const MaskTiles tiles = mask_tiles(shape, sizeof(Word), reinterpret_cast<std::uintptr_t>(mask));
  const std::int64_t blocks = std::min(shape.packs * tiles.tiles_down * tiles.tiles_across, max_blocks);
  const auto kernel = options.causal ? value_mask_kernel<true, Word> : value_mask_kernel<false, Word>;
  return launch(kernel, blocks, tiles.threads, 0, stream, ids.data(), shape, options.padding, values, tiles, mask);
}

template <typename T>
Result<void> fill_additive_mask(std::span<const std::int32_t> ids, training::PackShape shape,
                                const training::MaskOptions& options, std::span<T> mask, Stream stream) {
  using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint16_t>;
  const T fill = additive_fill<T>(options);
  MaskValues<Word> values{0, 0};
  std::memcpy(&values.blocked, &fill, sizeof fill);
  return fill_value_mask(ids, shape, options, values, reinterpret_cast<Word*>(mask.data()), stream);
}
template Result<void> fill_additive_mask<float>(std::span<const std::int32_t>, training::PackShape,
                                                const training::MaskOptions&, std::span<float>, Stream);
template Result<void> fill_additive_mask<Float16>(std::span<const std::int32_t>, training::PackShape,
                                                  const training::MaskOptions&, std::span<Float16>, Stream);
template Result<void> fill_additive_mask<BFloat16>(std::span<const std::int32_t>, training::PackShape,
                                                   const training::MaskOptions&, std::span<BFloat16>, Stream);

Result<void> fill_boolean_mask(std::span<const std::int32_t> ids, training::PackShape shape,
                               const training::MaskOptions& options, std::span<std::uint8_t> mask, Stream stream) {
  return fill_value_mask(ids, shape, options, MaskValues<std::uint8_t>{1, 0}, mask.data(), stream);
}

}  // namespace tuplepack::cuda
