#include "graph/dispatch/part_stage.hpp"

#include "files/staging.hpp"
#include "graph/dispatch/edge_columns.hpp"
#include "graph/dispatch/part_writer.hpp"

#include <algorithm>
#include <filesystem>

namespace tuplepack::graph {

void find_finished_parts(const DispatchJob& job, DispatchState& state) {
  std::vector<std::int64_t> finished(job.parts());
  for (std::size_t part = 0; part < job.parts(); ++part) {
    if (!job.is_own(part)) continue;
    const auto list = job.out.read(part_name(part) + ".done");
    if (!list) continue;
    auto files = read_list(*list);
    if (!are_there(job.out.path(), files, false)) continue;
    finished[part] = 1;
    state.files[part] = std::move(files);
  }
  ranks::sum(finished);
  for (std::size_t part = 0; part < job.parts(); ++part) state.finished[part] = finished[part] != 0;
}

namespace {

/// Writes one part after the other.
class PartStage {
 public:
  PartStage(const DispatchJob& job, const SpilledGraph& spilled, DispatchState& state)
      : job_(job),
        spilled_(spilled),
        state_(state),
        own_(std::count(job.places.begin(), job.places.end(), ranks::rank())) {}

  Result<void> run() {
    LocalNodes local(spilled_.plan.nodes.total());
    for (std::size_t part = 0; part < job_.parts(); ++part) {
      if (!job_.is_own(part)) continue;
      if (!keep_going()) return fail(ErrorCode::stopped, "stopped");
      if (!state_.finished[part]) {
        if (auto written = write_part(local, part); !written) return written;
      }
      ++done_;
    }
    return {};
  }

 private:
  using Degrees = Result<std::vector<std::uint32_t>>;

  [[nodiscard]] bool keep_going() const {
    return job_.keep_going("writing parts", static_cast<double>(done_) / static_cast<double>(own_));
  }

  Result<void> write_file(const PartContent& content, const PartFile& file, const PartSizes& sizes) {
    const std::string name = part_name(content.part) + "/" + file.name, path = job_.out.staging() + "/" + name;
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
    if (error) return fail(ErrorCode::system, path + ": " + error.message());
    auto writer = HashedWriter::create(path);
    if (!writer) return tl::unexpected(writer.error());
    const ByteSink sink = [&](std::span<const std::byte> block) -> Result<void> {
      if (!keep_going()) return fail(ErrorCode::stopped, "stopped");
      return writer->write(block);
    };
    if (auto content_written = write_part_file(content, file, sizes, sink); !content_written) return content_written;
    auto written = writer->close(name);
    if (!written) return tl::unexpected(written.error());
    if (written->bytes != file_size(file)) {
      return fail(ErrorCode::malformed, path + ": a temporary edge file was modified");
    }
    state_.files[content.part].push_back(std::move(*written));
    return {};
  }

  Result<void> write_part(LocalNodes& local, std::size_t part) {
    const PartSizes sizes = part_sizes(spilled_.plan, job_.options.stored, part);
    if (auto collected = collect_nodes(local, spilled_.parts, spilled_.plan, part); !collected) return collected;
    PartContent content{.part = part,
                        .spill = spilled_.parts,
                        .nodes = spilled_.plan.nodes,
                        .edges = spilled_.plan.edges,
                        .local = local,
                        .outer_edges = sizes.outer_edges,
                        .memory = column_memory(job_.memory.buffers)};
    const PartFiling& filing = job_.options.filing;
    auto in_degrees = filing.has_columns() ? count_degrees(content, EdgeEnd::target) : Degrees();
    if (!in_degrees) return tl::unexpected(in_degrees.error());
    content.in_degrees = *in_degrees;
    auto out_degrees = filing.has_rows() ? count_degrees(content, EdgeEnd::source) : Degrees();
    if (!out_degrees) return tl::unexpected(out_degrees.error());
    content.out_degrees = *out_degrees;
    for (const PartFile& file : part_files(filing, job_.source.graph.schema, sizes)) {
      if (auto written = write_file(content, file, sizes); !written) return written;
    }
    return publish(part);
  }

  /// Moves a part to its place, and forgets what it was written from.
  Result<void> publish(std::size_t part) {
    const std::string name = part_name(part);
    const OutputFolder& out = job_.out;
    for (const std::string_view folder : {"node_feat", "edge_feat", "orig_nids", "orig_eids"}) {
      if (job_.options.filing.format != PartFormat::npy) break;
      std::error_code ignored;  // there where there is no feature or no edge type
      std::filesystem::create_directories(out.staging() + "/" + name + "/" + std::string(folder), ignored);
    }
    if (auto synced = files::sync_tree(out.staging() + "/" + name); !synced) return synced;
    if (auto listed = out.write(name + ".done", list_text(state_.files[part])); !listed) return listed;
    std::error_code ignored;  // of an earlier run, and damaged since
    std::filesystem::remove_all(out.path() + "/" + name, ignored);
    if (auto published = out.publish(name); !published) return published;
    state_.finished[part] = true;
    for (const std::string& file : spilled_names(spilled_.parts, job_.options.stored, part)) out.remove(file);
    return {};
  }

  const DispatchJob& job_;
  const SpilledGraph& spilled_;
  DispatchState& state_;
  std::int64_t own_;  // parts
  std::int64_t done_ = 0;
};

}  // namespace

Result<void> write_parts(const DispatchJob& job, const SpilledGraph& spilled, DispatchState& state) {
  return PartStage(job, spilled, state).run();
}

}  // namespace tuplepack::graph
