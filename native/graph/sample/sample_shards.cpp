#include "sample_shards.hpp"

#include "files/files.hpp"
#include "files/within_memory.hpp"
#include "graph/dispatch/hash.hpp"
#include "ranks/ranks.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

namespace tuplepack::graph {

namespace fs = std::filesystem;

// ---- what is finished ----

namespace {

/// Shards that are complete and on the disk, and what is in them.
struct FinishedShards {
  IdSet shards;
  SampledCounts counts;
  SampledNodes nodes;

  FinishedShards(const HeterogeneousGraph& graph, std::size_t shard_count)
      : shards(static_cast<std::int64_t>(shard_count)) {
    counts.nodes.resize(graph.nodes.size());
    counts.edges.resize(graph.edge_sets.size());
    nodes.prepare(graph);
  }

  /// Calls visit(bytes) for all that there is.
  template <typename Visit>
  void for_each_array(const Visit& visit) {
    visit(std::as_writable_bytes(shards.words()));
    visit(std::as_writable_bytes(std::span(&counts.subgraphs, 1)));
    visit(std::as_writable_bytes(std::span(&counts.bytes, 1)));
    visit(std::as_writable_bytes(std::span(counts.nodes)));
    visit(std::as_writable_bytes(std::span(counts.edges)));
    for (IdSet& set : nodes.sets) visit(std::as_writable_bytes(set.words()));
  }
};

}  // namespace

static const std::string list_prefix = "finished-";  // NOLINT: a small string does not throw

static std::string list_path(const std::string& folder, int rank) {
  return folder + "/" + list_prefix + std::to_string(rank);
}

/// The lists that ranks have left, that of rank 0 first.
static std::vector<std::string> find_lists(const std::string& folder) {
  std::vector<std::string> lists;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with(list_prefix) && !name.ends_with(".new")) lists.push_back(entry->path().string());
  }
  std::sort(lists.begin(), lists.end());
  return lists;
}

/// The list is there whole or not at all.
static Result<void> write_list(const std::string& path, FinishedShards& finished) {
  auto file = files::FileWriter::create(path + ".new");
  if (!file) return tl::unexpected(std::move(file.error()));
  Hash hash;
  Result<void> outcome;
  finished.for_each_array([&](std::span<const std::byte> bytes) {
    hash.add(bytes);
    if (outcome) outcome = file->write(bytes);
  });
  if (outcome) outcome = file->write(hash.text());
  if (outcome) outcome = file->close();
  if (!outcome) return outcome;
  std::error_code error;
  fs::rename(path + ".new", path, error);
  if (error) return fail(ErrorCode::system, path + ": " + error.message());
  return {};
}

/// Whether a list could be read.
static bool read_list(const std::string& path, FinishedShards& finished) {
  const auto file = files::MappedFile::open(path);
  if (!file) return false;
  std::string_view content = file->bytes();
  Hash hash;
  bool complete = true;
  finished.for_each_array([&](std::span<std::byte> bytes) {
    complete = complete && content.size() >= bytes.size();
    if (!complete) return;
    std::copy_n(std::as_bytes(std::span(content)).begin(), bytes.size(), bytes.begin());
    content.remove_prefix(bytes.size());
    hash.add(bytes);
  });
  return complete && content == hash.text();
}

static void add_finished(FinishedShards& all, const FinishedShards& more) {
  all.shards.unite(more.shards);
  all.counts.add(more.counts);
  all.nodes.add(more.nodes);
}

/// The bytes of the shards that are said to be finished.
static std::int64_t bytes_there(const files::ShardFiles& files, const FinishedShards& finished) {
  std::int64_t bytes = 0;
  for (std::size_t shard = 0; shard < files.count(); ++shard) {
    std::error_code error;
    const bool is_there = finished.shards.contains(static_cast<std::uint32_t>(shard));
    const auto size = is_there ? fs::file_size(files.staged(shard), error) : 0;
    if (!error) bytes += static_cast<std::int64_t>(size);
  }
  return bytes;
}

/// What an earlier run has finished, as one list of rank 0.
static Result<void> take_over(const HeterogeneousGraph& graph, const files::ShardFiles& files,
                              FinishedShards& finished) {
  const std::vector<std::string> lists = find_lists(files.folder());
  if (lists.empty()) return {};
  FinishedShards all(graph, files.count());
  for (const std::string& list : lists) {
    FinishedShards one(graph, files.count());
    // An overlap: a run ended after it had taken over that list.
    if (read_list(list, one) && !all.shards.meets(one.shards)) add_finished(all, one);
  }
  if (bytes_there(files, all) == all.counts.bytes) finished = std::move(all);
  const std::string own = list_path(files.folder(), 0);
  if (auto written = write_list(own, finished); !written) return written;
  for (const std::string& list : lists) {
    std::error_code ignored;
    if (list != own) fs::remove(list, ignored);
  }
  return {};
}

/// One shard needs no list: it is all or nothing.
static Result<void> note_finished(const files::ShardFiles& files, std::size_t shard, FinishedShards& finished) {
  finished.shards.add(static_cast<std::uint32_t>(shard));
  return files.count() == 1 ? Result<void>() : write_list(list_path(files.folder(), ranks::rank()), finished);
}

// ---- sampling ----

static Result<void> sample_shard(const RecordSampling& sampling, SubgraphRange subgraphs, const std::string& path,
                                 int threads, const KeepGoing& keep_going, FinishedShards& finished) {
  auto file = files::FileWriter::create(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  std::int64_t sampled = 0;
  const auto sink = [&](std::string_view records, const SampledCounts& counts) -> Result<void> {
    finished.counts.add(counts);
    sampled += counts.subgraphs;
    if (auto written = file->write(records); !written) return written;
    const double fraction = static_cast<double>(sampled) / static_cast<double>(subgraphs.end - subgraphs.begin);
    if (keep_going && !keep_going(fraction)) return fail(ErrorCode::stopped, "stopped");
    return {};
  };
  if (auto done = sample_records(sampling, subgraphs, threads, sink, &finished.nodes); !done) return done;
  return file->sync_and_close();
}

/// Takes one shard after the other until there is none.
static Result<void> sample_in_turn(const RecordSampling& sampling, const files::ShardFiles& files, int threads,
                                   const KeepGoing& keep_going, const IdSet& done, ranks::Counter& counter,
                                   FinishedShards& finished) {
  const auto shards = static_cast<std::int64_t>(files.count());
  for (std::int64_t shard = counter.next(); shard < shards; shard = counter.next()) {
    const auto index = static_cast<std::size_t>(shard);
    if (done.contains(static_cast<std::uint32_t>(shard))) continue;
    const auto go_on = [&](double fraction) {
      return !keep_going || keep_going((static_cast<double>(shard) + fraction) / static_cast<double>(shards));
    };
    if (auto sampled = sample_shard(sampling, subgraphs_of_shard(sampling.subgraphs(), shard, shards),
                                    files.staged(index), threads, go_on, finished);
        !sampled) {
      return sampled;
    }
    if (auto noted = note_finished(files, index, finished); !noted) return noted;
  }
  return {};
}

// ---- sampling where edges are divided ----

namespace {

/// The shard that a rank is at, while all sample some subgraphs at a time.
struct ShardAtWork {
  std::int64_t number = -1;
  SubgraphRange left{};  // those of it that are not sampled yet
  std::optional<files::FileWriter> file{};
};

}  // namespace

/// Goes on to the next shard where one is complete. None is left: the file is none.
static Result<void> next_subgraphs(ShardAtWork& work, std::int64_t subgraphs, const files::ShardFiles& files,
                                   const IdSet& done, ranks::Counter& counter, FinishedShards& finished) {
  const auto shards = static_cast<std::int64_t>(files.count());
  while (work.number < shards && work.left.begin == work.left.end) {
    if (work.file) {
      if (auto closed = work.file->sync_and_close(); !closed) return closed;
      work.file.reset();
      if (auto noted = note_finished(files, static_cast<std::size_t>(work.number), finished); !noted) return noted;
    }
    do {
      work.number = counter.next();
    } while (work.number < shards && done.contains(static_cast<std::uint32_t>(work.number)));
    if (work.number >= shards) return {};
    work.left = subgraphs_of_shard(subgraphs, work.number, shards);
    auto file = files::FileWriter::create(files.staged(static_cast<std::size_t>(work.number)));
    if (!file) return tl::unexpected(std::move(file.error()));
    work.file.emplace(std::move(*file));
  }
  return {};
}

static Result<void> write_sampled(const RecordSampling& sampling, const DistributedSampler& sampler,
                                  SubgraphRange subgraphs, formats::SubgraphRecords& records,
                                  formats::RecordBuffer& bytes, files::FileWriter& file, FinishedShards& finished) {
  bytes.clear();
  std::vector<SubgraphSeed> seeds;
  for (std::int64_t number = subgraphs.begin; number < subgraphs.end; ++number) {
    const Subgraph& subgraph = sampler.subgraph(static_cast<std::size_t>(number - subgraphs.begin));
    const std::int64_t first = sampling.seeds_of(number, seeds);
    records.append(bytes, subgraph, seeds, static_cast<std::size_t>(first));
    count_subgraph(subgraph, finished.counts);
    finished.nodes.add(subgraph, sampler.graph());
  }
  finished.counts.bytes += static_cast<std::int64_t>(bytes.view().size());
  return file.write(bytes.view());
}

/// Shards are taken in turn, and their subgraphs sampled by all ranks in step.
static Result<void> sample_in_step(const RecordSampling& sampling, const DistributedNodes& distributed,
                                   const files::ShardFiles& files, const KeepGoing& keep_going, const IdSet& done,
                                   ranks::Counter& counter, FinishedShards& finished) {
  DistributedSampler sampler(sampling, distributed);
  formats::SubgraphRecords records(sampler.graph(), sampling.schema, sampling.layout);
  formats::RecordBuffer bytes;
  ShardAtWork work;
  Result<void> outcome;
  while (true) {
    if (outcome) {
      outcome = files::within_memory(
          [&] { return next_subgraphs(work, sampling.subgraphs(), files, done, counter, finished); });
    }
    const double fraction = static_cast<double>(work.number) / static_cast<double>(files.count());
    if (outcome && keep_going && !keep_going(std::clamp(fraction, 0.0, 1.0))) {
      outcome = fail(ErrorCode::stopped, "stopped");
    }
    const bool has_more = outcome && work.file;
    SubgraphRange now;
    if (has_more) now = {.begin = work.left.begin, .end = std::min(work.left.end, work.left.begin + sampler.batch())};
    const auto state = !outcome   ? ranks::RoundState::failed
                       : has_more ? ranks::RoundState::more
                                  : ranks::RoundState::finished;
    if (sampler.sample(now, state) != ranks::RoundState::more) return outcome;
    if (!has_more) continue;
    work.left.begin = now.end;
    outcome = files::within_memory(
        [&] { return write_sampled(sampling, sampler, now, records, bytes, *work.file, finished); });
  }
}

// ---- all of it ----

static void add_ranks(FinishedShards& finished) {
  ranks::sum(std::span(&finished.counts.subgraphs, 1));
  ranks::sum(std::span(&finished.counts.bytes, 1));
  ranks::sum(finished.counts.nodes);
  ranks::sum(finished.counts.edges);
  for (IdSet& set : finished.nodes.sets) ranks::unite(set.words());
}

Result<SampledShards> sample_shards(const RecordSampling& sampling, files::ShardFiles& files, int threads,
                                    const KeepGoing& keep_going, const DistributedNodes* distributed) {
  const HeterogeneousGraph& graph = sampling.prepared.graph;
  FinishedShards finished({}, 0);
  auto begun = ranks::agree(files::within_memory([&]() -> Result<void> {
    finished = FinishedShards(graph, files.count());
    return files.is_resumed() ? take_over(graph, files, finished) : Result<void>();
  }));
  if (!begun) {
    if (files.is_resumed()) files.keep();
    return tl::unexpected(std::move(begun.error()));
  }
  IdSet done = finished.shards;
  ranks::unite(done.words());
  SampledShards all;
  all.resumed_shards = done.count();
  ranks::Counter counter;
  auto sampled = ranks::agree(
      distributed != nullptr ? sample_in_step(sampling, *distributed, files, keep_going, done, counter, finished)
                             : files::within_memory([&] {
                                 return sample_in_turn(sampling, files, threads, keep_going, done, counter, finished);
                               }));
  if (!find_lists(files.folder()).empty()) files.keep();
  if (!sampled) return tl::unexpected(std::move(sampled.error()));
  add_ranks(finished);
  all.counts = std::move(finished.counts);
  all.nodes = std::move(finished.nodes);
  return all;
}

}  // namespace tuplepack::graph
