#include "cuda/temporal/tgn_pass.hpp"

#include <utility>

namespace tuplepack::cuda {

TgnPass::TgnPass(const temporal::TgnShape& shape, Prefetch prefetch, TgnStep step, TgnRows rows, OwnStream stream)
    : shape_(shape),
      prefetch_(std::move(prefetch)),
      step_(std::move(step)),
      rows_(std::move(rows)),
      stream_(std::move(stream)) {}

Result<std::unique_ptr<TgnPass>> TgnPass::create(temporal::Preparation preparation, const temporal::Features& tables,
                                                 const temporal::TgnShape& shape, const PrefetchOptions& options) {
  auto prefetch = Prefetch::create(std::move(preparation), tables, options);
  if (!prefetch) return tl::unexpected(std::move(prefetch.error()));
  auto step = TgnStep::create(shape, prefetch->shape());
  if (!step) return tl::unexpected(std::move(step.error()));
  auto rows = TgnRows::zeros(shape, prefetch->shape().node_requests());
  if (!rows) return tl::unexpected(std::move(rows.error()));
  auto stream = OwnStream::create();
  if (!stream) return tl::unexpected(std::move(stream.error()));
  return std::unique_ptr<TgnPass>(
      new TgnPass(shape, std::move(*prefetch), std::move(*step), std::move(*rows), std::move(*stream)));
}

TgnPass::~TgnPass() {
  static_cast<void>(synchronize(stream_.get()));
}

Result<void> TgnPass::compute(std::size_t slot, const TgnRows& state, std::span<float> scores) const {
  const Stream stream = stream_.get();
  const auto batch = prefetch_.acquire(slot, stream);
  if (!batch) return tl::unexpected(batch.error());
  const auto first = static_cast<std::size_t>(batch->first_event), size = static_cast<std::size_t>(batch->size());
  auto done = read_state(shape_, state, batch->nodes, rows_, prefetch_.status(), stream);
  if (done) done = step_.compute(*batch, rows_, scores.subspan(first, size), stream);
  if (done) done = step_.write_back(*batch, state, stream);
  if (done) done = prefetch_.release(slot, stream);
  return done;
}

temporal::PipelineStages TgnPass::stages(const TgnRows& state, std::span<float> scores) {
  return {.prepare = [this](std::int64_t batch, std::size_t slot) { return prefetch_.prepare(batch, slot); },
          .compute = [this, &state, scores](std::int64_t, std::size_t slot) { return compute(slot, state, scores); }};
}

Result<void> TgnPass::wait() const {
  auto done = synchronize(stream_.get());
  return done ? prefetch_.wait() : done;
}

Result<void> TgnPass::finish() const {
  auto done = synchronize(stream_.get());
  return done ? prefetch_.finish() : done;
}

}  // namespace tuplepack::cuda
