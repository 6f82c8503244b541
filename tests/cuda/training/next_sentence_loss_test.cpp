#include "tuplepack/cuda/training/loss.hpp"

#include "device_arrays.hpp"
#include "instances.hpp"
#include "training/close_values.hpp"

#include <doctest/doctest.h>

#include <type_traits>

namespace tuplepack::tests::next_sentence_loss_test {

using namespace training;

TEST_CASE_TEMPLATE("next-sentence losses on the device are those of the core", T, float, Float16, BFloat16) {
  Random random(test_seed());
  // The last have more pairs than threads.
  for (const std::int64_t packs : {0, 1, 31, 33, 1023, 5001, std::is_same_v<T, float> ? 101'500 : 1024}) {
    CAPTURE(packs);
    const PackShape shape{packs, 0, 2};
    std::vector<std::int32_t> labels(static_cast<std::size_t>(2 * packs));
    std::vector<T> logits(2 * labels.size());
    for (auto& label : labels) label = static_cast<std::int32_t>(random.between(-1, 1));
    for (auto& logit : logits) logit = rounded_to<T>(static_cast<float>(random.between(-40, 40)) * 0.25F);
    std::vector<T> gradient(logits.size());
    const auto expected = next_sentence_loss<T>(logits, labels, shape, gradient);
    REQUIRE(expected.has_value());

    const DeviceArray device_logits(logits, 1);
    const DeviceArray device_labels(labels, 1);
    const DeviceArray<T> device_gradient(logits.size(), 3);
    const DeviceArray<PackedLoss> loss(1);
    const Workspace workspace(cuda::next_sentence_loss_workspace(shape));
    const Status status;
    const auto run = [&] {
      require(cuda::next_sentence_loss<T>(device_logits.input(), device_labels.input(), shape, device_gradient.values(),
                                          loss.values().data(), workspace.bytes(), status.word(), nullptr));
      return loss.read();
    };
    const auto found = run();
    require(status.check());
    workspace.check();
    CHECK(found[0].loss == doctest::Approx(expected->loss).epsilon(2e-6));
    CHECK(found[0].accuracy == doctest::Approx(expected->accuracy).epsilon(1e-11));
    CHECK(found[0].sequences == expected->sequences);
    CHECK(found[0].tokens == expected->tokens);
    CHECK(close_gradients(device_gradient.read(), gradient));
    CHECK(same_bytes(run(), found));
  }
}

TEST_CASE("a gradient that is not wanted is not written, wherever its empty span begins") {
  const DeviceArray logits(std::vector<float>(128, 0.5F));
  const DeviceArray labels(std::vector<std::int32_t>(64, 1));
  const std::vector<float> before(8, 7.0F);
  const DeviceArray arena(before);
  const DeviceArray<PackedLoss> loss(1);
  const PackShape shape{64, 0, 1};
  const Workspace workspace(cuda::next_sentence_loss_workspace(shape));
  const Status status;
  require(cuda::next_sentence_loss<float>(logits.input(), labels.input(), shape, nothing_within(arena),
                                          loss.values().data(), workspace.bytes(), status.word(), nullptr));
  require(status.check());
  CHECK(arena.read() == before);
  CHECK(loss.read()[0].sequences == 64);
}

TEST_CASE("a next-sentence label above 1 is reported") {
  const DeviceArray logits(std::vector<float>{0, 0, 0, 0});
  const DeviceArray labels(std::vector<std::int32_t>{1, 2});
  const DeviceArray<PackedLoss> loss(1);
  const PackShape shape{1, 0, 2};
  const Workspace workspace(cuda::next_sentence_loss_workspace(shape));
  const Status status;
  require(cuda::next_sentence_loss<float>(logits.input(), labels.input(), shape, {}, loss.values().data(),
                                          workspace.bytes(), status.word(), nullptr));
  CHECK(status.check().error().message == "label out of range at index 1");
  CHECK(loss.read()[0].sequences == 1);
}

}  // namespace tuplepack::tests::next_sentence_loss_test
