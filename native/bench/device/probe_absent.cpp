// Stubs of probe.cu for a build without CUDA: each returns that error.
#include "probe.hpp"

namespace tuplepack::bench {

static tl::unexpected<Error> absent() {
  return fail(ErrorCode::unsupported, "built without CUDA");
}

Result<DeviceStopwatch> DeviceStopwatch::create() {
  return absent();
}
Result<void> DeviceStopwatch::start(cuda::Stream) const {
  return absent();
}
Result<void> DeviceStopwatch::stop(cuda::Stream) const {
  return absent();
}
Result<double> DeviceStopwatch::seconds() const {
  return absent();
}
Result<void> launch_nothing(cuda::Stream) {
  return absent();
}
Result<void> sum_words(std::span<const std::uint32_t>, std::span<std::uint32_t>, cuda::Stream) {
  return absent();
}

}  // namespace tuplepack::bench
