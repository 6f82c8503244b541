#include "graph/dispatch/dispatch.hpp"

#include "graph/dispatch/dispatch_job.hpp"
#include "graph/dispatch/feature_stage.hpp"
#include "graph/dispatch/part_stage.hpp"
#include "graph/dispatch/spill_stage.hpp"
#include "tuplepack/formats/dgl/part_metadata.hpp"
#include "tuplepack/graph/partition/place_parts.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <set>

namespace tuplepack::graph {

static Result<void> check_source(const DispatchSource& source) {
  if (auto checked = check(source.assignment, source.graph.schema); !checked) return checked;
  constexpr auto max_types = static_cast<std::size_t>(std::numeric_limits<std::int16_t>::max());
  if (source.graph.schema.node_types.size() <= max_types) return {};
  return fail(ErrorCode::too_large, std::to_string(source.graph.schema.node_types.size()) + " node types; at most " +
                                        std::to_string(max_types));
}

namespace {

/// What is known before an edge is read.
struct Prepared {
  DispatchMemory memory;
  GraphFeatures features;
  DispatchIdentity identity;
};

}  // namespace

/// Collective.
static Result<Prepared> prepare(const DispatchSource& source, const DispatchOptions& options) {
  auto checked = ranks::agree(check_source(source));
  if (!checked) return tl::unexpected(checked.error());
  auto memory = ranks::agree(divide_memory(source, options, false));
  if (!memory) return tl::unexpected(memory.error());
  auto features = ranks::agree(read_feature_headers(source, options.filing.format));
  if (!features) return tl::unexpected(features.error());
  auto identity = ranks::agree(identify(source, options));
  if (!identity) return tl::unexpected(identity.error());
  return Prepared{.memory = *memory, .features = std::move(*features), .identity = std::move(*identity)};
}

static std::vector<int> places_of_parts(std::int64_t parts) {
  std::vector<int> machine_of;
  machine_of.reserve(static_cast<std::size_t>(ranks::count()));
  for (int rank = 0; rank < ranks::count(); ++rank) machine_of.push_back(ranks::machine_of(rank));
  return place_parts(parts, machine_of);
}

/// Counts with the new ids of all nodes, one copy for the ranks of a machine.
static Result<DispatchPlan> count_renumbered(const DispatchSource& source, const DispatchOptions& options,
                                             std::int64_t memory, const KeepGoing& keep_going) {
  NodeMap map{.ranges = node_ranges(source.assignment, source.graph.schema), .new_id = {}};
  auto ids = renumber_shared(source, map.ranges);
  if (!ids) return tl::unexpected(ids.error());
  map.new_id = ids->all();
  auto plan = count_parts(source.graph, source.folder, source.assignment, map, options.stored, memory, keep_going);
  ids->release();
  return plan;
}

Result<DispatchSize> measure_dispatch(const DispatchSource& source, const DispatchOptions& options,
                                      const DispatchProgress& progress) {
  const auto prepared = prepare(source, options);
  if (!prepared) return tl::unexpected(prepared.error());
  const auto counting = ranks::agree(divide_memory(source, options, true));
  if (!counting) return tl::unexpected(counting.error());
  const KeepGoing keep_going = [&](double fraction) { return !progress || progress("reading edges", fraction); };
  auto plan = count_renumbered(source, options, counting->buffers, keep_going);
  if (!plan) return tl::unexpected(plan.error());
  DispatchSize size = total_size(prepared->identity, std::move(*plan), prepared->features);
  size.memory = prepared->memory.peak;
  return size;
}

// ---- The spill of edges, perhaps of an earlier run ----

/// What an earlier run of as many ranks has told about what it spilled.
static std::string spilled_name() {
  return "spilled." + std::to_string(ranks::rank());
}

/// Whether what an earlier run has spilled is still needed and as it was.
static bool is_spilled(const DispatchJob& job, const DispatchState& state, const SpilledGraph& graph) {
  std::vector<std::string> needed;
  for (std::size_t part = 0; part < job.parts(); ++part) {
    if (!state.is_due(job, part)) continue;
    const auto names = spilled_names(graph.parts, job.options.stored, part);
    needed.insert(needed.end(), names.begin(), names.end());
  }
  const auto with_owners = types_with_features(job.source.graph);
  for (std::size_t type = 0; type < with_owners.size() && !state.has_features; ++type) {
    if (with_owners[type]) needed.push_back(owners_name(type, ranks::rank()));
  }
  std::vector<WrittenFile> files;
  for (const WrittenFile& file : graph.files) {
    if (std::find(needed.begin(), needed.end(), file.path) != needed.end()) files.push_back(file);
  }
  return files.size() == needed.size() && are_there(job.out.staging(), files, true);
}

/// Collective.
static std::optional<SpilledGraph> find_spilled(const DispatchJob& job, const DispatchState& state) {
  const auto text = job.out.read(spilled_name());
  auto graph = text ? read_spilled(*text, job.source, job.out.staging()) : std::nullopt;
  std::int64_t missing = graph && is_spilled(job, state, *graph) ? 0 : 1;
  ranks::maximum(std::span(&missing, 1));
  if (missing != 0) graph.reset();
  return graph;
}

/// Bytes of each part that are written: of finished parts, and features of the others. Collective.
static std::vector<std::int64_t> bytes_there(const DispatchJob& job, const DispatchState& state) {
  std::vector<std::int64_t> bytes(job.parts());
  for (std::size_t part = 0; part < job.parts(); ++part) {
    for (const WrittenFile& file : state.files[part]) bytes[part] += file.bytes;
  }
  ranks::sum(bytes);
  return bytes;
}

/// Room for the spill and for the least that the parts can take: without the sizes of HALOs, which are not known yet.
/// With --local nobody knows how much of it a machine will have.
static Result<void> check_room_before(const DispatchJob& job, const DispatchState& state) {
  const auto there = bytes_there(job, state);
  if (job.options.local || !job.out.leads()) return ranks::agree(Result<void>());
  const GraphSchema& schema = job.source.graph.schema;
  const std::size_t types = schema.edge_types.size();
  const DispatchPlan least{.nodes = node_ranges(job.source.assignment, schema),
                           .edges = IdRanges(std::vector<std::int64_t>(job.parts() * types), types),
                           .halo_nodes = std::vector<std::int64_t>(job.parts()),
                           .outer_edges = std::vector<std::int64_t>(job.parts())};
  // Both ends, the id, its original and the type of an edge, and whether it is inner.
  constexpr std::int64_t min_bytes_per_edge = 8 + 8 + 8 + 8 + 4 + 1;
  const std::int64_t needed = schema.edges() * min_bytes_per_edge + temporary_bytes(job.identity, least);
  return ranks::agree(
      check_free_space(job.out.path(), std::accumulate(there.begin(), there.end(), needed, std::minus<>())));
}

/// Room for what is not yet written. The spilled edges make more as parts are finished, which is not counted.
static Result<void> check_room(const DispatchJob& job, const DispatchState& state, const DispatchSize& size) {
  const auto there = bytes_there(job, state);
  Result<void> room;
  if (job.out.leads()) {
    std::int64_t needed = size.bytes - std::accumulate(size.part_bytes.begin(), size.part_bytes.end(), std::int64_t{0});
    for (std::size_t part = 0; part < job.parts(); ++part) {
      const bool here = !job.options.local || ranks::machine_of(job.places[part]) == ranks::machine_of(ranks::rank());
      needed += here ? size.part_bytes[part] - there[part] : 0;
    }
    room = check_free_space(job.out.path(), needed);
  }
  return ranks::agree(std::move(room));
}

/// Collective.
static Result<SpilledGraph> spill(const DispatchJob& job, const DispatchState& state) {
  if (auto earlier = find_spilled(job, state)) return std::move(*earlier);
  if (auto room = check_room_before(job, state); !room) return tl::unexpected(room.error());
  auto graph =
      spill_graph(job.source, job.options.stored, job.places, job.out.staging(), job.memory.buffers, job.progress);
  if (!graph) return graph;
  auto told = ranks::agree(job.out.write(spilled_name(), spilled_text(*graph)));
  if (!told) return tl::unexpected(told.error());
  return graph;
}

// ---- The end ----

/// Writes metadata.json and manifest.json, once in each folder.
static Result<void> write_documents(const DispatchJob& job, const std::string& metadata, const std::string& manifest) {
  const OutputFolder& out = job.out;
  Result<void> done;
  if (out.leads()) done = out.write("metadata.json", metadata);
  if (out.leads() && done) done = out.write("manifest.json", manifest);
  done = ranks::agree(std::move(done));
  if (!done) return done;
  if (out.leads()) done = out.publish("metadata.json");
  if (out.leads() && done) done = out.publish("manifest.json");
  done = ranks::agree(std::move(done));
  if (!done) return done;
  return ranks::agree(out.leads() ? out.finish() : Result<void>());
}

/// The files of all parts in their order, from all ranks. Collective.
static std::vector<WrittenFile> gather_files(const DispatchJob& job, const DispatchState& state) {
  std::string own;
  for (std::size_t part = 0; part < job.parts(); ++part) {
    if (job.is_own(part)) own += list_text(state.files[part]);
  }
  // Each rank lists its parts in their order, and all files of a part are of one rank.
  const auto lists = ranks::gather(own);
  std::vector<std::vector<WrittenFile>> of_rank;
  of_rank.reserve(lists.size());
  for (const std::string& list : lists) of_rank.push_back(read_list(list));
  std::vector<std::size_t> next(of_rank.size());
  std::vector<WrittenFile> files;
  for (std::size_t part = 0; part < job.parts(); ++part) {
    const auto rank = static_cast<std::size_t>(job.places[part]);
    const std::string folder = part_name(part) + "/";
    for (; next[rank] < of_rank[rank].size() && of_rank[rank][next[rank]].path.starts_with(folder); ++next[rank]) {
      files.push_back(std::move(of_rank[rank][next[rank]]));
    }
  }
  return files;
}

static std::string manifest_of(const DispatchJob& job, const DispatchState& state, const DispatchSize& size,
                               const std::string& metadata) {
  auto files = gather_files(job, state);
  Hash hash;
  hash.add(metadata);
  files.push_back({.path = "metadata.json", .bytes = static_cast<std::int64_t>(metadata.size()), .hash = hash.text()});
  return manifest_text(job.identity, size.plan, size.part_bytes, files);
}

/// Whether all files that the manifest lists are there, with their sizes; with --local those of the parts of this machine.
static Result<void> check_complete(const OutputFolder& out, const std::vector<int>& places, bool local) {
  const std::string text = out.manifest().value_or("");
  const auto manifest = formats::read_part_manifest(text);
  if (!manifest) return tl::unexpected(files::in_file(manifest.error(), out.path() + "/manifest.json"));
  std::set<std::string> elsewhere;  // folders
  for (std::size_t part = 0; part < places.size() && local; ++part) {
    if (ranks::machine_of(places[part]) != ranks::machine_of(ranks::rank())) elsewhere.insert(part_name(part));
  }
  for (const formats::ListedFile& file : manifest->files) {
    if (elsewhere.count(file.path.substr(0, file.path.find('/'))) > 0) continue;
    if (are_there(out.path(), {{.path = file.path, .bytes = file.bytes, .hash = file.hash}}, false)) continue;
    return fail(ErrorCode::unsupported, out.path() + "/" + file.path +
                                            ": missing, or not of the size in manifest.json; delete the directory to "
                                            "write it again");
  }
  return {};
}

// ---- The whole ----

static Result<Dispatched> run(const DispatchJob& job, DispatchState& state) {
  find_finished_parts(job, state);
  Dispatched done;
  done.resumed_parts = std::count(state.finished.begin(), state.finished.end(), true);
  find_features(job, state);
  auto spilled = spill(job, state);
  if (!spilled) return tl::unexpected(spilled.error());
  done.size = total_size(job.identity, spilled->plan, job.features);
  done.size.memory = job.memory.peak;
  if (auto room = check_room(job, state, done.size); !room) return tl::unexpected(room.error());
  if (auto features = write_all_features(job, *spilled, state); !features) return tl::unexpected(features.error());
  auto parts = ranks::agree(write_parts(job, *spilled, state));
  if (!parts) return tl::unexpected(parts.error());
  auto unchanged = check_unchanged(job.identity, job.content, job.source, job.progress);
  if (!unchanged) return tl::unexpected(unchanged.error());
  const std::string metadata = metadata_text(job.identity, spilled->plan);
  done.manifest = manifest_of(job, state, done.size, metadata);
  if (auto documents = write_documents(job, metadata, done.manifest); !documents) {
    return tl::unexpected(documents.error());
  }
  return done;
}

Result<Dispatched> dispatch(const DispatchSource& source, const DispatchOptions& options, const std::string& folder,
                            const DispatchProgress& progress) {
  auto prepared = prepare(source, options);
  if (!prepared) return tl::unexpected(prepared.error());
  auto earlier = OutputFolder::find_run(folder, manifest_beginning_without_content(prepared->identity), options.local);
  if (!earlier) return tl::unexpected(earlier.error());
  const auto content = read_content(prepared->identity, source, *earlier, progress);
  if (!content) return tl::unexpected(content.error());
  const auto out = OutputFolder::open(folder, content->run, manifest_beginning(prepared->identity), options.local);
  if (!out) return tl::unexpected(out.error());
  const auto places = places_of_parts(source.assignment.parts);
  if (out->state() == OutputFolder::State::complete) {
    auto complete = ranks::agree(out->leads() ? check_complete(*out, places, options.local) : Result<void>());
    if (!complete) return tl::unexpected(complete.error());
    auto finished = ranks::agree(out->leads() ? out->finish() : Result<void>());
    if (!finished) return tl::unexpected(finished.error());
    return Dispatched{.manifest = *out->manifest(), .resumed_parts = 0, .was_complete = true, .size = {}};
  }
  const DispatchJob job{.source = source,
                        .options = options,
                        .progress = progress,
                        .out = *out,
                        .identity = prepared->identity,
                        .content = *content,
                        .features = prepared->features,
                        .memory = prepared->memory,
                        .places = places};
  DispatchState state{.finished = std::vector<bool>(job.parts()),
                      .files = std::vector<std::vector<WrittenFile>>(job.parts())};
  auto done = run(job, state);
  if (done) return done;
  std::int64_t finished = std::count(state.finished.begin(), state.finished.end(), true);
  ranks::maximum(std::span(&finished, 1));
  if (finished == 0 && out->leads()) out->discard();
  return done;
}

}  // namespace tuplepack::graph
