// A tiled product: a block computes 64 × 64 values, each of its 256 threads 4 × 4 of them, in steps of 16 inputs staged
// in shared memory.
#include "cuda/device/runtime.cuh"
#include "cuda/temporal/matrix_product.hpp"
#include "cuda/temporal/plans.hpp"

#include <cassert>

namespace tuplepack::cuda {

struct Product {
  const float* left;
  const float* right;
  float* out;
  std::int64_t rows, inputs, columns;
  std::int64_t column_tiles;
  bool add;
};

static __global__ void __launch_bounds__(ProductTiles::threads) product_kernel(const Product product) {
  constexpr int side = ProductTiles::side, step = ProductTiles::step, lane_rows = ProductTiles::lane_rows;
  constexpr int each = side / lane_rows;  // values per thread in each dimension
  __shared__ float left[step][side + 1];  // padded against bank conflicts when columns are written
  __shared__ float right[step][side];
  const std::int64_t first_row = blockIdx.x / product.column_tiles * side;
  const std::int64_t first_column = blockIdx.x % product.column_tiles * side;
  const auto thread = static_cast<int>(threadIdx.x);
  const int down = thread / lane_rows, across = thread % lane_rows;
  float sums[each][each] = {};
  for (std::int64_t begin = 0; begin < product.inputs; begin += step) {
    for (int at = thread; at < side * step; at += ProductTiles::threads) {
      const std::int64_t row = first_row + at / step, input = begin + at % step;
      const bool there = row < product.rows && input < product.inputs;
      left[at % step][at / step] = there ? product.left[row * product.inputs + input] : 0;
    }
    for (int at = thread; at < side * step; at += ProductTiles::threads) {
      const std::int64_t input = begin + at / side, column = first_column + at % side;
      const bool there = input < product.inputs && column < product.columns;
      right[at / side][at % side] = there ? product.right[input * product.columns + column] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < step; ++i) {
#pragma unroll
      for (int r = 0; r < each; ++r) {
#pragma unroll
        for (int c = 0; c < each; ++c) sums[r][c] += left[i][down + lane_rows * r] * right[i][across + lane_rows * c];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int r = 0; r < each; ++r) {
#pragma unroll
    for (int c = 0; c < each; ++c) {
      const std::int64_t row = first_row + down + lane_rows * r, column = first_column + across + lane_rows * c;
      if (row >= product.rows || column >= product.columns) continue;
      float* const out = product.out + row * product.columns + column;
      *out = product.add ? *out + sums[r][c] : sums[r][c];
    }
  }
}

Result<void> multiply(std::span<const float> left, std::span<const float> right, std::int64_t inputs,
                      std::span<float> out, Store store, Stream stream) {
  assert(inputs >= 1 && left.size() % static_cast<std::size_t>(inputs) == 0);
  const std::int64_t rows = static_cast<std::int64_t>(left.size()) / inputs;
  const std::int64_t columns = static_cast<std::int64_t>(right.size()) / inputs;
  assert(static_cast<std::int64_t>(out.size()) == rows * columns);
  const ProductTiles tiles = product_tiles(rows, columns);
  const Product product{.left = left.data(),
                        .right = right.data(),
                        .out = out.data(),
                        .rows = rows,
                        .inputs = inputs,
                        .columns = columns,
                        .column_tiles = tiles.columns,
                        .add = store == Store::add};
  return launch(product_kernel, tiles.rows * tiles.columns, ProductTiles::threads, 0, stream, product);
}

}  // namespace tuplepack::cuda
