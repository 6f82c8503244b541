// Stubs for a build without CUDA: each returns that error.
#include "tuplepack/cuda/devices.hpp"
#include "tuplepack/cuda/memory.hpp"
#include "tuplepack/cuda/stream.hpp"
#include "tuplepack/cuda/temporal/access.hpp"
#include "tuplepack/cuda/temporal/hot_rows.hpp"
#include "tuplepack/cuda/temporal/unique.hpp"
#include "tuplepack/cuda/training/loss.hpp"
#include "tuplepack/cuda/training/mask.hpp"
#include "tuplepack/cuda/training/segments.hpp"

namespace tuplepack::cuda {

static tl::unexpected<Error> absent() {
  return fail(ErrorCode::unsupported, "built without CUDA");
}

Result<std::vector<Device>> devices() {
  return absent();
}

Result<void> synchronize(Stream /*stream*/) {
  return absent();
}

void OwnStream::Destroy::operator()(CUstream_st* /*stream*/) const {}
Result<OwnStream> OwnStream::create() {
  return absent();
}
void Event::Destroy::operator()(CUevent_st* /*event*/) const {}
Result<Event> Event::create() {
  return absent();
}
Result<void> record(const Event& /*event*/, Stream /*stream*/) {
  return absent();
}
Result<void> wait(Stream /*stream*/, const Event& /*event*/) {
  return absent();
}
Result<void> synchronize(const Event& /*event*/) {
  return absent();
}

Result<Memory> Memory::allocate(std::int64_t /*bytes*/, Place /*place*/) {
  return absent();
}
void Memory::release(std::span<std::byte> /*bytes*/, Place /*place*/) {}
Result<void> copy(std::span<const std::byte> /*from*/, std::span<std::byte> /*to*/, Stream /*stream*/) {
  return absent();
}
Result<void> fill_bytes(std::span<std::byte> /*bytes*/, std::uint8_t /*value*/, Stream /*stream*/) {
  return absent();
}

Result<void> gather(const temporal::Rows& /*table*/, std::span<const std::int64_t> /*ids*/,
                    std::span<std::byte> /*out*/, StatusWord* /*status*/, Stream /*stream*/) {
  return absent();
}
Result<void> gather_zero_copy(const temporal::Rows& /*table*/, std::span<const std::int64_t> /*ids*/,
                              std::span<std::byte> /*out*/, StatusWord* /*status*/, Stream /*stream*/) {
  return absent();
}
Result<void> reconstruct(std::span<const temporal::Field> /*fields*/, std::span<const std::uint32_t> /*inverse*/,
                         StatusWord* /*status*/, Stream /*stream*/) {
  return absent();
}
Result<void> reconstruct(std::span<const CachedField> /*fields*/, std::span<const std::uint32_t> /*sources*/,
                         std::span<const std::uint32_t> /*inverse*/, StatusWord* /*status*/, Stream /*stream*/) {
  return absent();
}

Result<void> unique_inverse(UniqueTable& /*table*/, std::span<const std::int64_t> /*ids*/,
                            temporal::UniqueOrder /*order*/, std::span<std::int64_t> /*unique*/,
                            std::span<std::uint32_t> /*inverse*/, std::int64_t* /*count*/,
                            std::span<std::byte> /*workspace*/, StatusWord* /*status*/, Stream /*stream*/) {
  return absent();
}

Result<void> find_sources(std::span<const std::uint32_t> /*places*/, std::int64_t /*hot*/,
                          std::span<const std::int64_t> /*unique*/, const std::int64_t* /*count*/,
                          std::span<std::uint32_t> /*sources*/, std::span<std::int64_t> /*misses*/,
                          std::int64_t* /*missed*/, std::span<std::byte> /*workspace*/, StatusWord* /*status*/,
                          Stream /*stream*/) {
  return absent();
}

Result<void> derive_segments(std::span<const std::int32_t> /*ids*/, training::PackShape /*shape*/,
                             const training::SegmentArrays& /*out*/, std::span<std::byte> /*workspace*/,
                             StatusWord* /*status*/, Stream /*stream*/) {
  return absent();
}

template <typename T>
Result<void> fill_additive_mask(std::span<const std::int32_t> /*ids*/, training::PackShape /*shape*/,
                                const training::MaskOptions& /*options*/, std::span<T> /*mask*/, Stream /*stream*/) {
  return absent();
}
template Result<void> fill_additive_mask<float>(std::span<const std::int32_t>, training::PackShape,
                                                const training::MaskOptions&, std::span<float>, Stream);
template Result<void> fill_additive_mask<Float16>(std::span<const std::int32_t>, training::PackShape,
                                                  const training::MaskOptions&, std::span<Float16>, Stream);
template Result<void> fill_additive_mask<BFloat16>(std::span<const std::int32_t>, training::PackShape,
                                                   const training::MaskOptions&, std::span<BFloat16>, Stream);
Result<void> fill_boolean_mask(std::span<const std::int32_t> /*ids*/, training::PackShape /*shape*/,
                               const training::MaskOptions& /*options*/, std::span<std::uint8_t> /*mask*/,
                               Stream /*stream*/) {
  return absent();
}
Result<void> fill_bit_mask(std::span<const std::int32_t> /*ids*/, training::PackShape /*shape*/,
                           const training::MaskOptions& /*options*/, std::span<std::uint32_t> /*mask*/,
                           Stream /*stream*/) {
  return absent();
}
Result<void> fill_mask_ranges(std::span<const std::int32_t> /*ids*/, training::PackShape /*shape*/,
                              const training::MaskOptions& /*options*/, std::span<std::int32_t> /*ranges*/,
                              std::span<std::byte> /*workspace*/, StatusWord* /*status*/, Stream /*stream*/) {
  return absent();
}
Result<void> fill_block_tables(std::span<const std::int32_t> /*ids*/, training::PackShape /*shape*/,
                               const training::MaskOptions& /*options*/, std::int64_t /*block*/,
                               const training::BlockTables& /*out*/, std::span<std::byte> /*workspace*/,
                               Stream /*stream*/) {
  return absent();
}

Result<void> count_sequences(std::span<const std::int32_t> /*ids*/, training::PackShape /*shape*/,
                             const training::Counting& /*counting*/, std::int64_t* /*sequences*/,
                             std::span<std::byte> /*workspace*/, StatusWord* /*status*/, Stream /*stream*/) {
  return absent();
}
Result<void> fill_token_weights(std::span<const std::int32_t> /*ids*/, training::PackShape /*shape*/,
                                const training::Counting& /*counting*/, std::span<float> /*weights*/,
                                std::span<std::byte> /*workspace*/, StatusWord* /*status*/, Stream /*stream*/) {
  return absent();
}
Result<void> unpack_loss(std::span<const float> /*token_losses*/, std::span<const std::uint8_t> /*correct*/,
                         std::span<const std::int32_t> /*ids*/, training::PackShape /*shape*/,
                         const training::Counting& /*counting*/, const training::SequenceArrays& /*out*/,
                         training::PackedLoss* /*loss*/, std::span<std::byte> /*workspace*/, StatusWord* /*status*/,
                         Stream /*stream*/) {
  return absent();
}
template <typename T>
Result<void> fill_token_losses(training::LogitRows<const T> /*logits*/, std::span<const std::int32_t> /*labels*/,
                               std::span<const std::int64_t> /*row_list*/, std::span<float> /*losses*/,
                               std::span<std::uint8_t> /*correct*/, StatusWord* /*status*/, Stream /*stream*/) {
  return absent();
}
template Result<void> fill_token_losses<float>(training::LogitRows<const float>, std::span<const std::int32_t>,
                                               std::span<const std::int64_t>, std::span<float>, std::span<std::uint8_t>,
                                               StatusWord*, Stream);
template Result<void> fill_token_losses<Float16>(training::LogitRows<const Float16>, std::span<const std::int32_t>,
                                                 std::span<const std::int64_t>, std::span<float>,
                                                 std::span<std::uint8_t>, StatusWord*, Stream);
template Result<void> fill_token_losses<BFloat16>(training::LogitRows<const BFloat16>, std::span<const std::int32_t>,
                                                  std::span<const std::int64_t>, std::span<float>,
                                                  std::span<std::uint8_t>, StatusWord*, Stream);
template <typename T>
Result<void> replace_logits_by_gradient(training::LogitRows<T> /*logits*/, std::span<const std::int32_t> /*labels*/,
                                        std::span<const std::int64_t> /*row_list*/, std::span<const float> /*weights*/,
                                        std::span<float> /*losses*/, std::span<std::uint8_t> /*correct*/,
                                        StatusWord* /*status*/, Stream /*stream*/) {
  return absent();
}
template Result<void> replace_logits_by_gradient<float>(training::LogitRows<float>, std::span<const std::int32_t>,
                                                        std::span<const std::int64_t>, std::span<const float>,
                                                        std::span<float>, std::span<std::uint8_t>, StatusWord*, Stream);
template Result<void> replace_logits_by_gradient<Float16>(training::LogitRows<Float16>, std::span<const std::int32_t>,
                                                          std::span<const std::int64_t>, std::span<const float>,
                                                          std::span<float>, std::span<std::uint8_t>, StatusWord*,
                                                          Stream);
template Result<void> replace_logits_by_gradient<BFloat16>(training::LogitRows<BFloat16>, std::span<const std::int32_t>,
                                                           std::span<const std::int64_t>, std::span<const float>,
                                                           std::span<float>, std::span<std::uint8_t>, StatusWord*,
                                                           Stream);
template <typename T>
Result<void> next_sentence_loss(std::span<const T> /*logits*/, std::span<const std::int32_t> /*labels*/,
                                training::PackShape /*shape*/, std::span<T> /*gradient*/,
                                training::PackedLoss* /*loss*/, std::span<std::byte> /*workspace*/,
                                StatusWord* /*status*/, Stream /*stream*/) {
  return absent();
}
template Result<void> next_sentence_loss<float>(std::span<const float>, std::span<const std::int32_t>,
                                                training::PackShape, std::span<float>, training::PackedLoss*,
                                                std::span<std::byte>, StatusWord*, Stream);
template Result<void> next_sentence_loss<Float16>(std::span<const Float16>, std::span<const std::int32_t>,
                                                  training::PackShape, std::span<Float16>, training::PackedLoss*,
                                                  std::span<std::byte>, StatusWord*, Stream);
template Result<void> next_sentence_loss<BFloat16>(std::span<const BFloat16>, std::span<const std::int32_t>,
                                                   training::PackShape, std::span<BFloat16>, training::PackedLoss*,
                                                   std::span<std::byte>, StatusWord*, Stream);

}  // namespace tuplepack::cuda
