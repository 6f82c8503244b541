// The symbols of this folder for a build without CUDA: each says so.
#include "devices.hpp"

namespace tuplepack::cuda {

Result<std::vector<Device>> devices() {
  return fail(ErrorCode::unsupported, "built without CUDA");
}

}  // namespace tuplepack::cuda
