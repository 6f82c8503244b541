#include "cli/input/input.hpp"
#include "cli/input/record_files.hpp"
#include "sampling_input.hpp"

#include <sys/stat.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace tuplepack::cli {

namespace fs = std::filesystem;

/// All files of a partitioned graph.
static void add_folder(const std::string& folder, std::vector<std::string>& files) {
  std::error_code error;
  const std::size_t first = files.size();
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->is_regular_file(error)) files.push_back(entry->path().string());
  }
  std::sort(files.begin() + static_cast<std::ptrdiff_t>(first), files.end());
}

static void add_tables(const SamplingInput& input, std::vector<std::string>& files) {
  const fs::path folder = fs::path(input.schema_file).parent_path();
  const auto add = [&](const graph::SetMetadata& metadata) {
    if (metadata.filename.empty()) return;
    for (std::string& file : record_files((folder / metadata.filename).string())) files.push_back(std::move(file));
  };
  if (input.graph.schema.context) add(input.graph.schema.context->metadata);
  for (const graph::TensorNodeSet& set : input.graph.schema.node_sets) add(set.metadata);
  for (const graph::TensorEdgeSet& set : input.graph.schema.edge_sets) add(set.metadata);
}

std::string sampling_identity(const Arguments& arguments, const SamplingInput& input) {
  std::vector<std::string> files{input.spec_file};
  if (arguments.has("seeds")) files.push_back(arguments["seeds"]);
  if (input.schema_file.empty()) {
    add_folder(arguments["GRAPH"], files);
  } else {
    files.push_back(input.schema_file);
    if (input.schema_file != "-") add_tables(input, files);
  }
  if (std::find(files.begin(), files.end(), "-") != files.end()) return {};
  std::string text = "tuplepack.subgraphs/1\n";
  for (const std::string_view option :
       {"output", "features", "dangling", "paths", "seed", "seeds-per-subgraph", "prefix", "weight", "time"}) {
    text += fmt::format("--{} {}\n", option, arguments[option]);
  }
  text += fmt::format("--readout {}\n", name(input.readout_kind));
  for (const std::string& reversed : arguments.all("reverse")) text += fmt::format("--reverse {}\n", reversed);
  for (const std::string_view flag : {"induced", "remove-reverse"}) {
    if (arguments.has(flag)) text += fmt::format("--{}\n", flag);
  }
  for (const std::string& file : files) {
    struct stat status {};
    if (stat(file.c_str(), &status) != 0) continue;
    text += fmt::format("{} {} {}.{:09}\n", file, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
  }
  return text;
}

}  // namespace tuplepack::cli
