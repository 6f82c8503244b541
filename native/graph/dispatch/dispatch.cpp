#include "graph/dispatch/dispatch.hpp"

#include "graph/dispatch/edge_columns.hpp"
#include "graph/dispatch/feature_pass.hpp"
#include "graph/dispatch/node_spill.hpp"
#include "graph/dispatch/outer_edges.hpp"
#include "graph/dispatch/output_folder.hpp"
#include "graph/dispatch/part_writer.hpp"
#include "graph/dispatch/sizes.hpp"
#include "graph/dispatch/spill.hpp"
#include "graph/dispatch/spill_stage.hpp"
#include "graph/input_file.hpp"
#include "graph/staging.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>

namespace tuplepack {

static Result<void> check_source(const DispatchSource& source) {
  if (auto checked = check(source.assignment, source.graph.schema); !checked) return checked;
  constexpr auto most_types = static_cast<std::size_t>(std::numeric_limits<std::int16_t>::max());
  if (source.graph.schema.node_types.size() <= most_types) return {};
  return fail(ErrorCode::too_large, std::to_string(source.graph.schema.node_types.size()) + " node types; at most " +
                                        std::to_string(most_types));
}

Result<DispatchSize> measure_dispatch(const DispatchSource& source, const DispatchOptions& options,
                                      const DispatchProgress& progress) {
  if (auto checked = check_source(source); !checked) return tl::unexpected(checked.error());
  const auto memory = divide_memory(source, options, false);
  if (!memory) return tl::unexpected(memory.error());
  const auto counting = divide_memory(source, options, true);
  if (!counting) return tl::unexpected(counting.error());
  const auto features = read_feature_headers(source, options.format);
  if (!features) return tl::unexpected(features.error());
  const auto identity = identify(source, options);
  if (!identity) return tl::unexpected(identity.error());
  const KeepGoing keep_going = [&](double fraction) { return !progress || progress("reading edges", fraction); };
  auto plan =
      count_parts(source.graph, source.folder, source.assignment, renumber(source.assignment, source.graph.schema),
                  options.stored, counting->buffers, keep_going);
  if (!plan) return tl::unexpected(plan.error());
  DispatchSize size = total_size(*identity, std::move(*plan), *features);
  size.memory = memory->peak;
  return size;
}

namespace {

/// The owners of edges, from the files of spill_edges.
class EdgeOwners {
 public:
  EdgeOwners(std::string folder, const FeatureTables& tables) : folder_(std::move(folder)), tables_(tables) {}

  /// As RowOwners.
  Result<std::span<const std::uint16_t>> of_rows(std::size_t feature, std::int64_t first, std::size_t rows) {
    if (first == 0) {
      auto file = InputFile::open(owners_path(folder_, tables_.features[feature].type));
      if (!file) return tl::unexpected(std::move(file.error()));
      file_ = std::move(*file);
    }
    owners_.resize(rows);
    const std::int64_t offset = first * static_cast<std::int64_t>(sizeof(std::uint16_t));
    if (auto read = file_->read(offset, std::as_writable_bytes(std::span(owners_))); !read) {
      return tl::unexpected(std::move(read.error()));
    }
    return std::span<const std::uint16_t>(owners_);
  }

 private:
  std::string folder_;
  const FeatureTables& tables_;
  std::optional<InputFile> file_;
  std::vector<std::uint16_t> owners_;
};

/// A run of dispatch, step by step.
class DispatchRun {
 public:
  DispatchRun(const DispatchSource& source, const DispatchOptions& options, const DispatchProgress& progress,
              const OutputFolder& out, const DispatchIdentity& identity, const GraphFeatures& features,
              DispatchMemory memory)
      : source_(source),
        options_(options),
        progress_(progress),
        out_(out),
        identity_(identity),
        features_(features),
        memory_(memory),
        parts_(static_cast<std::size_t>(source.assignment.parts)),
        files_(parts_),
        finished_(parts_) {}

  Result<Dispatched> run() {
    find_finished_parts();
    Dispatched done;
    done.resumed_parts = finished();
    has_features_ = find_features();
    if (auto spilled = spill(); !spilled) return tl::unexpected(spilled.error());
    done.size = total_size(identity_, spilled_.plan, features_);
    done.size.memory = memory_.peak;
    if (auto room = check_room(done.size); !room) return tl::unexpected(room.error());
    if (auto features = write_all_features(); !features) return tl::unexpected(features.error());
    if (auto parts = write_parts(); !parts) return tl::unexpected(parts.error());
    if (auto documents = write_documents(done); !documents) return tl::unexpected(documents.error());
    return done;
  }

  [[nodiscard]] std::int64_t finished() const { return std::count(finished_.begin(), finished_.end(), true); }

 private:
  static std::string part_name(std::size_t part) { return "part" + std::to_string(part); }

  void find_finished_parts() {
    for (std::size_t part = 0; part < parts_; ++part) {
      const auto list = out_.read(part_name(part) + ".done");
      if (!list) continue;
      files_[part] = read_list(*list);
      finished_[part] = are_there(out_.path(), files_[part], false);
      if (!finished_[part]) files_[part].clear();
    }
  }

  // ---- Edges and nodes by part ----

  /// Whether what an earlier run has spilled is still needed and as it was.
  [[nodiscard]] bool is_spilled(const SpilledGraph& graph, bool owners) const {
    std::vector<WrittenFile> needed;
    for (const WrittenFile& file : graph.files) {
      const auto part = part_of_spill(file);
      if (part ? *part < parts_ && !finished_[*part] : owners) needed.push_back(file);
    }
    return are_there(out_.staging(), needed, true);
  }

  Result<void> spill() {
    if (const auto text = out_.read("spilled")) {
      auto earlier = read_spilled(*text, source_);
      if (earlier && is_spilled(*earlier, !has_features_)) {
        spilled_ = std::move(*earlier);
        return {};
      }
    }
    // Without the sizes of HALOs, which are not known yet.
    const DispatchPlan least{
        .nodes =
            IdRanges(nodes_by_part(source_.assignment, source_.graph.schema), source_.graph.schema.node_types.size()),
        .edges = IdRanges(std::vector<std::int64_t>(parts_ * source_.graph.schema.edge_types.size()),
                          source_.graph.schema.edge_types.size()),
        .halo_nodes = std::vector<std::int64_t>(parts_),
        .outer_edges = std::vector<std::int64_t>(parts_)};
    const std::int64_t needed = source_.graph.schema.edges() * least_bytes_per_edge + temporary_bytes(identity_, least);
    if (auto room = check_free_space(out_.path(), needed - bytes_there()); !room) return room;
    auto graph = spill_graph(source_, options_.stored, out_.staging(), memory_.buffers, progress_);
    if (!graph) return tl::unexpected(graph.error());
    spilled_ = std::move(*graph);
    return out_.write("spilled", spilled_text(spilled_));
  }

  /// Bytes of the output that are written: of finished parts, and features of the others.
  [[nodiscard]] std::int64_t bytes_there() const {
    std::int64_t bytes = 0;
    for (const auto& of_part : files_) {
      for (const WrittenFile& file : of_part) bytes += file.bytes;
    }
    return bytes;
  }

  /// Room for what is not yet written. The spilled edges make more as parts are finished, which is not counted.
  [[nodiscard]] Result<void> check_room(const DispatchSize& size) const {
    return check_free_space(out_.path(), size.bytes - bytes_there());
  }

  // ---- Features ----

  /// Whether an earlier run has written the features of all parts, and nothing has changed them.
  [[nodiscard]] bool find_features() {
    const auto text = out_.read("features");
    if (!text) return false;
    std::vector<std::vector<WrittenFile>> files(parts_);
    for (WrittenFile& file : read_list(*text)) {
      const auto part = part_of_spill(file);
      if (part && *part < parts_ && !finished_[*part]) files[*part].push_back(std::move(file));
    }
    for (const auto& of_part : files) {
      if (!are_there(out_.staging(), of_part, true)) return false;
    }
    for (std::size_t part = 0; part < parts_; ++part) {
      if (!finished_[part]) files_[part] = std::move(files[part]);
    }
    return true;
  }

  Result<void> write_features_of(const FeatureTables& tables, const RowOwners& owners,
                                 const std::vector<std::vector<std::int64_t>>& counts, std::string_view step) {
    std::vector<bool> wanted;
    for (const bool finished : finished_) wanted.push_back(!finished);
    const FeaturePass pass{.tables = tables,
                           .format = options_.format,
                           .source = source_.folder,
                           .target = out_.staging(),
                           .counts = counts,
                           .wanted = wanted,
                           .memory = memory_.buffers};
    auto written = write_features(pass, owners, [&](double fraction) { return go_on(step, fraction); });
    if (!written) return tl::unexpected(written.error());
    for (std::size_t part = 0; part < parts_; ++part) {
      files_[part].insert(files_[part].end(), (*written)[part].begin(), (*written)[part].end());
    }
    return {};
  }

  Result<void> write_all_features() {
    if (has_features_) return {};
    std::vector<std::vector<std::int64_t>> nodes, edges;
    for (std::size_t part = 0; part < parts_; ++part) {
      PartSizes sizes = part_sizes(spilled_.plan, options_.stored, part);
      nodes.push_back(std::move(sizes.nodes_by_type));
      edges.push_back(std::move(sizes.edges_by_type));
    }
    const auto offsets = source_.graph.schema.node_offsets();
    const RowOwners node_owners = [&](std::size_t feature, std::int64_t first, std::size_t rows) {
      const auto at = static_cast<std::size_t>(offsets[features_.nodes.features[feature].type] + first);
      return Result<std::span<const std::uint16_t>>(std::span(source_.assignment.part_of).subspan(at, rows));
    };
    auto of_nodes = write_features_of(features_.nodes, node_owners, nodes, "writing node features");
    if (!of_nodes) return of_nodes;
    EdgeOwners owners(out_.staging(), features_.edges);
    const RowOwners edge_owners = [&](std::size_t feature, std::int64_t first, std::size_t rows) {
      return owners.of_rows(feature, first, rows);
    };
    auto of_edges = write_features_of(features_.edges, edge_owners, edges, "writing edge features");
    if (!of_edges) return of_edges;
    std::string list;
    for (std::size_t part = 0; part < parts_; ++part) {
      if (!finished_[part]) list += list_text(files_[part]);
    }
    if (auto written = out_.write("features", list); !written) return written;
    for (std::size_t type = 0; type < source_.graph.schema.edge_types.size(); ++type) {
      out_.remove("owners" + std::to_string(type));
    }
    return {};
  }

  // ---- Parts ----

  Result<void> write_file(const PartContent& content, const PartFile& file, const PartSizes& sizes) {
    const std::string name = part_name(content.part) + "/" + file.name, path = out_.staging() + "/" + name;
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
    if (error) return fail(ErrorCode::unsupported, path + ": " + error.message());
    auto writer = HashedWriter::create(path);
    if (!writer) return tl::unexpected(writer.error());
    const ByteSink sink = [&](std::span<const std::byte> block) -> Result<void> {
      if (!go_on("writing parts", fraction_written())) return fail(ErrorCode::stopped, "stopped");
      return writer->write(block);
    };
    if (auto content_written = write_part_file(content, file, sizes, sink); !content_written) return content_written;
    auto written = writer->close(name);
    if (!written) return tl::unexpected(written.error());
    if (written->bytes != file_size(file)) {
      return fail(ErrorCode::malformed, path + ": the spilled edges have changed");
    }
    files_[content.part].push_back(std::move(*written));
    return {};
  }

  Result<void> write_part(LocalNodes& local, std::size_t part) {
    const PartSizes sizes = part_sizes(spilled_.plan, options_.stored, part);
    if (auto collected = collect_nodes(local, out_.staging(), spilled_.plan, part); !collected) return collected;
    PartContent content{.part = part,
                        .folder = out_.staging(),
                        .nodes = spilled_.plan.nodes,
                        .edges = spilled_.plan.edges,
                        .local = local,
                        .outer_edges = sizes.outer_edges,
                        .memory = column_memory(memory_.buffers)};
    std::vector<std::uint32_t> in_degrees;
    if (options_.format == PartFormat::graphbolt) {
      auto counted = count_in_degrees(content);
      if (!counted) return tl::unexpected(counted.error());
      in_degrees = std::move(*counted);
      content.in_degrees = in_degrees;
    }
    for (const PartFile& file : part_files(options_.format, source_.graph.schema, sizes)) {
      if (auto written = write_file(content, file, sizes); !written) return written;
    }
    return publish_part(part);
  }

  /// Moves a part to its place, and forgets what it was written from.
  Result<void> publish_part(std::size_t part) {
    const std::string name = part_name(part);
    for (const std::string_view folder : {"node_feat", "edge_feat", "orig_nids", "orig_eids"}) {
      if (options_.format != PartFormat::npy) break;
      std::error_code ignored;  // there where there is no feature or no edge type
      std::filesystem::create_directories(out_.staging() + "/" + name + "/" + std::string(folder), ignored);
    }
    if (auto synced = sync_tree(out_.staging() + "/" + name); !synced) return synced;
    if (auto listed = out_.write(name + ".done", list_text(files_[part])); !listed) return listed;
    std::error_code ignored;  // of an earlier run, and damaged since
    std::filesystem::remove_all(out_.path() + "/" + name, ignored);
    if (auto published = out_.publish(name); !published) return published;
    finished_[part] = true;
    out_.remove(spill_name(part));
    out_.remove(node_spill_name(part));
    std::filesystem::remove(outer_edges_path(out_.staging(), part), ignored);
    return {};
  }

  Result<void> write_parts() {
    LocalNodes local(spilled_.plan.nodes.total());
    for (std::size_t part = 0; part < parts_; ++part) {
      if (finished_[part]) continue;
      if (!go_on("writing parts", fraction_written())) return fail(ErrorCode::stopped, "stopped");
      if (auto written = write_part(local, part); !written) return written;
    }
    return {};
  }

  // ---- The end ----

  Result<void> write_documents(Dispatched& done) {
    std::vector<WrittenFile> files;
    for (const auto& of_part : files_) files.insert(files.end(), of_part.begin(), of_part.end());
    const std::string metadata = metadata_text(identity_, spilled_.plan);
    Hash hash;
    hash.add(metadata);
    files.push_back(
        {.path = "metadata.json", .bytes = static_cast<std::int64_t>(metadata.size()), .hash = hash.text()});
    done.manifest = manifest_text(identity_, spilled_.plan, done.size.part_bytes, files);
    if (auto written = out_.write("metadata.json", metadata); !written) return written;
    if (auto written = out_.write("manifest.json", done.manifest); !written) return written;
    if (auto published = out_.publish("metadata.json"); !published) return published;
    if (auto published = out_.publish("manifest.json"); !published) return published;
    return out_.finish();
  }

  [[nodiscard]] bool go_on(std::string_view step, double fraction) const {
    return !progress_ || progress_(step, fraction);
  }
  [[nodiscard]] double fraction_written() const {
    return static_cast<double>(finished()) / static_cast<double>(parts_);
  }

  /// Both ends, the id, its original and the type of an edge, and whether it is inner.
  static constexpr std::int64_t least_bytes_per_edge = 8 + 8 + 8 + 8 + 4 + 1;

  const DispatchSource& source_;
  const DispatchOptions& options_;
  const DispatchProgress& progress_;
  const OutputFolder& out_;
  const DispatchIdentity& identity_;
  const GraphFeatures& features_;
  DispatchMemory memory_;
  std::size_t parts_;
  SpilledGraph spilled_;
  std::vector<std::vector<WrittenFile>> files_;  // by part
  std::vector<bool> finished_;
  bool has_features_ = false;
};

}  // namespace

Result<Dispatched> dispatch(const DispatchSource& source, const DispatchOptions& options, const std::string& folder,
                            const DispatchProgress& progress) {
  if (auto checked = check_source(source); !checked) return tl::unexpected(checked.error());
  const auto memory = divide_memory(source, options, false);
  if (!memory) return tl::unexpected(memory.error());
  const auto features = read_feature_headers(source, options.format);
  if (!features) return tl::unexpected(features.error());
  const auto identity = identify(source, options);
  if (!identity) return tl::unexpected(identity.error());
  const auto out = OutputFolder::open(folder, run_text(source, *identity), manifest_beginning(*identity));
  if (!out) return tl::unexpected(out.error());
  if (out->state() == OutputFolder::State::complete) {
    if (auto finished = out->finish(); !finished) return tl::unexpected(finished.error());
    return Dispatched{.manifest = *out->manifest(), .resumed_parts = 0, .was_complete = true, .size = {}};
  }
  DispatchRun run(source, options, progress, *out, *identity, *features, *memory);
  auto done = run.run();
  if (!done && run.finished() == 0) out->discard();
  return done;
}

}  // namespace tuplepack
