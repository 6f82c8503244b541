#include "sample_records.hpp"

#include "threads.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_pipeline.h>

#include <algorithm>
#include <atomic>
#include <memory>

namespace tuplepack::graph {

static constexpr std::int64_t subgraphs_per_batch = 16;

static void add_each(std::vector<std::int64_t>& sums, const std::vector<std::int64_t>& more) {
  sums.resize(std::max(sums.size(), more.size()));
  for (std::size_t i = 0; i < more.size(); ++i) sums[i] += more[i];
}

void SampledCounts::add(const SampledCounts& more) {
  subgraphs += more.subgraphs;
  bytes += more.bytes;
  add_each(nodes, more.nodes);
  add_each(edges, more.edges);
}

void count_subgraph(const Subgraph& subgraph, SampledCounts& counts) {
  ++counts.subgraphs;
  counts.nodes.resize(subgraph.nodes.size());
  counts.edges.resize(subgraph.edge_sets.size());
  for (std::size_t i = 0; i < subgraph.nodes.size(); ++i) {
    counts.nodes[i] += static_cast<std::int64_t>(subgraph.nodes[i].size());
  }
  for (std::size_t i = 0; i < subgraph.edge_sets.size(); ++i) {
    counts.edges[i] += static_cast<std::int64_t>(subgraph.edge_sets[i].source.size());
  }
}

void SampledNodes::prepare(const HeterogeneousGraph& graph) {
  for (const std::uint64_t nodes : graph.nodes) sets.emplace_back(static_cast<std::int64_t>(nodes));
}

void SampledNodes::add(const Subgraph& subgraph, const HeterogeneousGraph& graph) {
  if (sets.empty()) prepare(graph);
  for (std::size_t set = 0; set < subgraph.nodes.size(); ++set) {
    for (const std::uint32_t node : subgraph.nodes[set]) sets[set].add(node);
  }
}

void SampledNodes::add(const SampledNodes& more) {
  if (sets.empty()) {
    sets = more.sets;
    return;
  }
  for (std::size_t set = 0; set < more.sets.size(); ++set) sets[set].unite(more.sets[set]);
}

std::int64_t SampledNodes::count(std::size_t node_set) const {
  return sets.empty() ? 0 : sets[node_set].count();
}

std::int64_t RecordSampling::seeds_of(std::int64_t subgraph, std::vector<SubgraphSeed>& to) const {
  const std::int64_t first = subgraph * seeds_each;
  to.clear();
  for (std::int64_t number = first; number < std::min(first + seeds_each, seeds); ++number) {
    to.push_back(seed_at(number));
  }
  return first;
}

namespace {

/// What a thread samples with.
struct SamplingThread {
  SubgraphSampler sampler;
  formats::SubgraphRecords records;
  std::vector<SubgraphSeed> seeds{};
  SampledNodes sampled{};

  explicit SamplingThread(const RecordSampling& sampling)
      : sampler(sampling.prepared), records(sampling.prepared.graph, sampling.schema, sampling.layout) {}
};

/// Records on their way to the sink.
struct RecordBatch {
  SubgraphRange subgraphs{};
  formats::RecordBuffer bytes{};
  SampledCounts counts{};
};

}  // namespace

static void sample_batch(const RecordSampling& sampling, SamplingThread& thread, RecordBatch& batch, bool note_nodes) {
  batch.bytes.clear();
  batch.counts = {};
  for (std::int64_t number = batch.subgraphs.begin; number < batch.subgraphs.end; ++number) {
    const std::int64_t first = sampling.seeds_of(number, thread.seeds);
    const Subgraph& subgraph = thread.sampler.sample(thread.seeds);
    thread.records.append(batch.bytes, subgraph, thread.seeds, static_cast<std::size_t>(first));
    count_subgraph(subgraph, batch.counts);
    if (note_nodes) thread.sampled.add(subgraph, sampling.prepared.graph);
  }
  batch.counts.bytes = static_cast<std::int64_t>(batch.bytes.view().size());
}

namespace {

/// Cuts the subgraphs into batches, and keeps the first error of the sink.
struct BatchQueue {
  SubgraphRange left;
  Result<void> outcome{};
  std::atomic<bool> failed = false;  // the next batch is cut by one thread while another one writes

  bool next(RecordBatch& batch) {
    if (left.begin >= left.end || failed) return false;
    batch.subgraphs = {.begin = left.begin, .end = std::min(left.end, left.begin + subgraphs_per_batch)};
    left.begin = batch.subgraphs.end;
    return true;
  }
  void write(const RecordBatch& batch, const RecordSink& sink) {
    if (failed) return;
    outcome = sink(batch.bytes.view(), batch.counts);
    failed = !outcome.has_value();
  }
};

}  // namespace

static Result<void> sample_alone(const RecordSampling& sampling, SubgraphRange subgraphs, const RecordSink& sink,
                                 SampledNodes* sampled) {
  SamplingThread thread(sampling);
  BatchQueue queue{.left = subgraphs};
  for (RecordBatch batch; queue.next(batch);) {
    sample_batch(sampling, thread, batch, sampled != nullptr);
    queue.write(batch, sink);
  }
  if (sampled != nullptr) sampled->add(thread.sampled);
  return queue.outcome;
}

Result<void> sample_records(const RecordSampling& sampling, SubgraphRange subgraphs, int threads,
                            const RecordSink& sink, SampledNodes* sampled) {
  Threads pool(threads);
  if (pool.count() == 1) return sample_alone(sampling, subgraphs, sink, sampled);
  const auto in_flight = 2 * static_cast<std::size_t>(pool.count());
  std::vector<RecordBatch> batches(in_flight);  // the pipeline has no more than these on the way, in their order
  std::size_t next_batch = 0;
  BatchQueue queue{.left = subgraphs};
  tbb::enumerable_thread_specific<std::unique_ptr<SamplingThread>> own;
  const auto take = tbb::make_filter<void, RecordBatch*>(tbb::filter_mode::serial_in_order,
                                                         [&](tbb::flow_control& control) -> RecordBatch* {
                                                           RecordBatch& batch = batches[next_batch++ % in_flight];
                                                           if (!queue.next(batch)) control.stop();
                                                           return &batch;
                                                         });
  const auto sample = tbb::make_filter<RecordBatch*, RecordBatch*>(tbb::filter_mode::parallel, [&](RecordBatch* batch) {
    std::unique_ptr<SamplingThread>& thread = own.local();
    if (!thread) thread = std::make_unique<SamplingThread>(sampling);
    sample_batch(sampling, *thread, *batch, sampled != nullptr);
    return batch;
  });
  const auto write = tbb::make_filter<RecordBatch*, void>(tbb::filter_mode::serial_in_order,
                                                          [&](RecordBatch* batch) { queue.write(*batch, sink); });
  pool.run([&] { tbb::parallel_pipeline(in_flight, take & sample & write); });
  for (const std::unique_ptr<SamplingThread>& thread : own) {
    if (sampled != nullptr && thread) sampled->add(thread->sampled);
  }
  return queue.outcome;
}

}  // namespace tuplepack::graph
