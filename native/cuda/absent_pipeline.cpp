// Stubs of the pipelined pass for a build without CUDA: see absent.cpp.
#include "cuda/temporal/matrix_product.hpp"
#include "cuda/temporal/tgn.hpp"

namespace tuplepack::cuda {

static tl::unexpected<Error> no_step() {
  return fail(ErrorCode::unsupported, "built without CUDA");
}

Result<void> multiply(std::span<const float> /*left*/, std::span<const float> /*right*/, std::int64_t /*inputs*/,
                      std::span<float> /*out*/, Store /*store*/, Stream /*stream*/) {
  return no_step();
}
Result<void> TgnStep::compute(const temporal::PreparedBatch& /*batch*/, const TgnRows& /*rows*/,
                              std::span<float> /*scores*/, Stream /*stream*/) const {
  return no_step();
}
Result<void> TgnStep::write_back(const temporal::PreparedBatch& /*batch*/, const TgnRows& /*state*/,
                                 Stream /*stream*/) const {
  return no_step();
}

}  // namespace tuplepack::cuda
