// Writes an attention mask and token losses on the device and compares them with the core's. Exits with 77 where there is
// no device.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <span>
#include <string_view>
#include <tuplepack/cuda/devices.hpp>
#include <tuplepack/cuda/memory.hpp>
#include <tuplepack/cuda/status.hpp>
#include <tuplepack/cuda/stream.hpp>
#include <tuplepack/cuda/training/loss.hpp>
#include <tuplepack/cuda/training/mask.hpp>
#include <tuplepack/training/loss.hpp>
#include <tuplepack/training/mask.hpp>
#include <vector>

namespace {

namespace cuda = tuplepack::cuda;
using tuplepack::Result;

/// A copy of the values in device memory.
template <typename T>
Result<cuda::Array<T>> on_device(const std::vector<T>& values) {
  auto array = cuda::Array<T>::allocate(static_cast<std::int64_t>(values.size()));
  if (!array) return array;
  const auto copied = cuda::copy(std::as_bytes(std::span(values)), std::as_writable_bytes(array->values()), nullptr);
  if (!copied) return tl::unexpected(copied.error());
  return array;
}

/// Overwrites the values with those of the array.
template <typename T>
Result<void> read(const cuda::Array<T>& array, std::vector<T>& values) {
  const auto copied = cuda::copy(std::as_bytes(array.values()), std::as_writable_bytes(std::span(values)), nullptr);
  return copied ? cuda::synchronize(nullptr) : copied;
}

/// Two packs of eight positions: sequences of 3, 2 and 2 tokens, then of 5 and 3.
const std::vector<std::int32_t> ids{1, 1, 1, 2, 2, 3, 3, 0, 1, 1, 1, 1, 1, 2, 2, 2};
constexpr tuplepack::training::PackShape shape{.packs = 2, .capacity = 8, .segments = 3};

Result<bool> same_mask() {
  constexpr tuplepack::training::MaskOptions options{.causal = true};
  std::vector<std::uint8_t> expected(static_cast<std::size_t>(shape.packs * shape.capacity * shape.capacity));
  tuplepack::training::fill_boolean_mask(ids, shape, options, expected);

  std::vector<std::uint8_t> mask(expected.size(), 2);
  const auto device_ids = on_device(ids);
  const auto device_mask = on_device(mask);
  if (!device_ids) return tl::unexpected(device_ids.error());
  if (!device_mask) return tl::unexpected(device_mask.error());
  auto done = cuda::fill_boolean_mask(device_ids->values(), shape, options, device_mask->values(), nullptr);
  if (done) done = read(*device_mask, mask);
  if (!done) return tl::unexpected(done.error());
  return mask == expected;
}

Result<bool> same_losses() {
  constexpr std::int64_t vocabulary = 50;
  const auto tokens = static_cast<std::int64_t>(ids.size());
  std::vector<float> logits(static_cast<std::size_t>(tokens * vocabulary));
  for (std::size_t i = 0; i < logits.size(); ++i) logits[i] = static_cast<float>(i * 37 % 101) / 20.0F;
  std::vector<std::int32_t> labels(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) labels[i] = ids[i] == 0 ? -100 : static_cast<std::int32_t>(3 * i);
  std::vector<float> expected(ids.size());
  std::vector<std::uint8_t> expected_correct(ids.size());
  const tuplepack::training::LogitRows<const float> rows{logits.data(), tokens, vocabulary, vocabulary};
  if (auto done = tuplepack::training::fill_token_losses(rows, labels, {}, expected, expected_correct); !done)
    return tl::unexpected(done.error());

  std::vector<float> losses(ids.size(), -1);
  std::vector<std::uint8_t> correct(ids.size(), 2);
  std::vector<cuda::StatusWord> status{0};
  const auto device_logits = on_device(logits);
  const auto device_labels = on_device(labels);
  const auto device_losses = on_device(losses);
  const auto device_correct = on_device(correct);
  const auto device_status = on_device(status);
  if (!device_logits) return tl::unexpected(device_logits.error());
  if (!device_labels) return tl::unexpected(device_labels.error());
  if (!device_losses) return tl::unexpected(device_losses.error());
  if (!device_correct) return tl::unexpected(device_correct.error());
  if (!device_status) return tl::unexpected(device_status.error());
  const tuplepack::training::LogitRows<const float> device_rows{device_logits->values().data(), tokens, vocabulary,
                                                                vocabulary};
  auto done = cuda::fill_token_losses(device_rows, device_labels->values(), {}, device_losses->values(),
                                      device_correct->values(), device_status->values().data(), nullptr);
  if (done) done = read(*device_losses, losses);
  if (done) done = read(*device_correct, correct);
  if (done) done = read(*device_status, status);
  if (done) done = cuda::check_status(status[0]);
  if (!done) return tl::unexpected(done.error());
  const auto close = [](float a, float b) { return std::abs(a - b) <= 1e-5F * (1 + std::abs(b)); };
  return correct == expected_correct && std::equal(losses.begin(), losses.end(), expected.begin(), close);
}

bool report(std::string_view what, const Result<bool>& same) {
  std::cout << what << ": " << (!same ? same.error().message : *same ? "as the core's" : "differs") << "\n";
  return same && *same;
}

}  // namespace

int main() {
  const auto devices = cuda::devices();
  if (!devices) {
    std::cout << "skipped: " << devices.error().message << "\n";
    return 77;
  }
  std::cout << devices->front().name << "\n";
  const bool mask = report("boolean mask", same_mask());
  const bool losses = report("token losses", same_losses());
  return mask && losses ? 0 : 1;
}
