#include "tuplepack/cuda/stream.hpp"

#include "cuda/device/runtime.cuh"

namespace tuplepack::cuda {

Result<void> synchronize(Stream stream) {
  return checked(cudaStreamSynchronize(stream));
}

void OwnStream::Destroy::operator()(CUstream_st* stream) const {
  static_cast<void>(cudaStreamDestroy(stream));
}

Result<OwnStream> OwnStream::create() {
  OwnStream own;
  cudaStream_t stream = nullptr;
  const auto created = checked(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  if (!created) return tl::unexpected(created.error());
  own.stream_.reset(stream);
  return own;
}

void Event::Destroy::operator()(CUevent_st* event) const {
  static_cast<void>(cudaEventDestroy(event));
}

Result<Event> Event::create() {
  Event own;
  cudaEvent_t event = nullptr;
  const auto created = checked(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  if (!created) return tl::unexpected(created.error());
  own.event_.reset(event);
  return own;
}

Result<void> record(const Event& event, Stream stream) {
  return checked(cudaEventRecord(event.get(), stream));
}

Result<void> wait(Stream stream, const Event& event) {
  return checked(cudaStreamWaitEvent(stream, event.get(), 0));
}

Result<void> synchronize(const Event& event) {
  return checked(cudaEventSynchronize(event.get()));
}

}  // namespace tuplepack::cuda
