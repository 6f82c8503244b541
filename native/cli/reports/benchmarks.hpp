#pragma once

#include "bench/graph/graph_bench.hpp"
#include "bench/graph/subgraph_bench.hpp"
#include "bench/measuring/bench.hpp"
#include "bench/measuring/share_report.hpp"
#include "bench/packing/default_bench.hpp"
#include "bench/packing/exact_bench.hpp"
#include "bench/temporal/temporal_bench.hpp"
#include "cli/output/text.hpp"

#include <string>

// The reports of native/bench in the forms of the program. Their JSON is written there.
namespace tuplepack::cli {

[[nodiscard]] std::string benchmark_text(const bench::Report& report, const Terminal& terminal);
[[nodiscard]] std::string benchmark_text(const bench::ShareReport& report, const Terminal& terminal);
[[nodiscard]] std::string benchmark_text(const bench::TemporalReport& report, const Terminal& terminal);
[[nodiscard]] std::string benchmark_text(const bench::GraphReport& report, const Terminal& terminal);
[[nodiscard]] std::string benchmark_text(const bench::SubgraphReport& report, const Terminal& terminal);
[[nodiscard]] std::string benchmark_text(const bench::ExactReport& report, const Terminal& terminal);
/// The summary, and the rows that miss what every row should have.
[[nodiscard]] std::string benchmark_text(const bench::DefaultReport& report, const Terminal& terminal);

/// A row per ceiling and case.
[[nodiscard]] std::string benchmark_csv(const bench::ShareReport& report);
[[nodiscard]] std::string benchmark_csv(const bench::TemporalReport& report);

/// A roofline plot, SVG: bytes per second over operations per byte on logarithmic axes, ceilings as lines, cases as
/// dots.
[[nodiscard]] std::string roofline_svg(const bench::ShareReport& report);

}  // namespace tuplepack::cli
