#include "graph/verify/verify_parts.hpp"

#include "graph/chunk/chunked_graph.hpp"
#include "graph/inspect/inspect_parts.hpp"
#include "graph/verify/checks.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace tuplepack::graph {

namespace {

/// In an order in which each may rely on those before it.
struct CheckRow {
  std::string_view name;
  std::string_view what;
  Result<Finding> (*check)(PartsCase& parts);
  bool needed = true;  ///< by those after it
};

}  // namespace

static constexpr auto check_rows = std::to_array<CheckRow>({
    {"metadata", "types and counts match the chunked graph, and ranges tile all new ids", check_metadata},
    {"files", "the files of every part are complete", check_files},
    {"manifest", "sizes and hashes match the manifest, and there are no unexpected files", check_manifest, false},
    {"arrays", "every array exists, with DGL's type and the right shape", check_arrays},
    {"node ids", "original ids are a permutation of the nodes of every type", check_node_ids},
    {"edge ids", "original edge ids are in range and unique within each part", check_edge_ids},
    {"nodes", "inner nodes come first; ids, types and owners are right", check_nodes},
    {"edges", "inner edges come first; ids and types are right", check_edges},
    {"ends", "every edge is stored once, with its ends, by the part that owns its destination", check_ends},
    {"HALO", "HALO nodes are exactly the ends of a part's edges that lie in other parts", check_halo, false},
    {"node features", "features of nodes equal the originals row by row", check_node_features, false},
    {"edge features", "features of edges equal the originals row by row", check_edge_features, false},
});

bool PartsVerification::holds() const {
  return std::none_of(checks.begin(), checks.end(),
                      [](const PartsCheck& check) { return check.outcome == PartsCheck::Outcome::fails; });
}

/// Progress within one check.
static KeepGoing within_check(const VerifyProgress& progress, std::size_t row) {
  if (!progress) return {};
  return [&progress, row](double fraction) {
    return progress((static_cast<double>(row) + fraction) / static_cast<double>(check_rows.size()),
                    check_rows[row].name);
  };
}

bool is_own(std::size_t number) {
  return static_cast<int>(number % static_cast<std::size_t>(ranks::count())) == ranks::rank();
}

Result<Finding> first_wrong_part(PartsCase& parts, const std::function<Result<Finding>(std::size_t part)>& check) {
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (!is_own(part)) continue;
    parts.place = static_cast<std::int64_t>(part);
    auto finding = check(part);
    if (!finding || !finding->empty()) return finding;
  }
  return Finding();
}

Result<Finding> first_finding(Result<Finding> found, std::int64_t place) {
  found = ranks::agree(std::move(found));
  if (!found) return found;
  std::string message;
  if (!found->empty()) {
    message.append(reinterpret_cast<const char*>(&place), sizeof place);
    message += *found;
  }
  std::int64_t first = 0;
  Finding finding;
  for (const std::string& one : ranks::gather(message)) {
    if (one.empty()) continue;
    std::int64_t at = 0;
    std::memcpy(&at, one.data(), sizeof at);
    if (!finding.empty() && first <= at) continue;
    first = at;
    finding = one.substr(sizeof at);
  }
  return finding;
}

/// What a check finds on all ranks.
static Result<Finding> run_check(const CheckRow& row, PartsCase& parts) {
  parts.place = 0;
  if (parts.keep_going && !parts.keep_going(0)) return first_finding(fail(ErrorCode::stopped, "stopped"), 0);
  auto found = row.check(parts);
  return first_finding(std::move(found), parts.place);
}

Result<PartsVerification> verify_parts(const std::string& out, const std::string& chunked,
                                       const VerifyProgress& progress) {
  auto partitioned = ranks::agree(read_partitioned_graph(out));
  if (!partitioned) return tl::unexpected(std::move(partitioned.error()));
  auto graph = ranks::agree(read_chunked_graph(chunked));
  if (!graph) return tl::unexpected(std::move(graph.error()));
  PartsVerification report{.graph = *partitioned, .checks = {}};
  std::error_code unknown;
  const std::string folder = parts_folder(out);
  const bool ours = std::filesystem::exists(std::filesystem::path(folder) / "manifest.json", unknown);
  if (!ours) order_types(*graph, *partitioned);
  PartsCase parts{.folder = folder,
                  .source = chunked,
                  .graph = std::move(*graph),
                  .parts = std::move(*partitioned),
                  .keep_going = {},
                  .ours = ours};
  std::string_view failed;
  for (std::size_t i = 0; i < check_rows.size(); ++i) {
    const CheckRow& row = check_rows[i];
    PartsCheck check{.name = std::string(row.name), .what = std::string(row.what), .found = {}};
    if (!failed.empty()) {
      check.found = "not checked: it relies on " + std::string(failed);
      report.checks.push_back(std::move(check));
      continue;
    }
    parts.keep_going = within_check(progress, i);
    auto finding = run_check(row, parts);
    if (!finding) return tl::unexpected(std::move(finding.error()));
    check.outcome = finding->empty() ? PartsCheck::Outcome::holds : PartsCheck::Outcome::fails;
    check.found = std::move(*finding);
    if (!parts.note.empty()) check.what = std::exchange(parts.note, {});
    if (!parts.skipped.empty()) {
      check.outcome = PartsCheck::Outcome::skipped;
      check.found = std::exchange(parts.skipped, {});
    }
    if (check.outcome == PartsCheck::Outcome::fails && row.needed) failed = row.name;
    report.checks.push_back(std::move(check));
  }
  return report;
}

}  // namespace tuplepack::graph
