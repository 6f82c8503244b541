#pragma once

#include "arguments.hpp"
#include "tuplepack/formats/sizes/sizes.hpp"
#include "tuplepack/packing/assign.hpp"
#include "tuplepack/packing/document.hpp"
#include "tuplepack/packing/estimate.hpp"
#include "tuplepack/packing/search.hpp"
#include "tuplepack/packing/stream.hpp"
#include "tuplepack/packing/sweep.hpp"

#include <optional>

namespace tuplepack::cli {

/// Reads the options of the packing commands that need more than their row; Arguments::settings reads the others. Every
/// function throws Failure, naming the option and the text.

[[nodiscard]] formats::ReadOptions read_options(const Arguments& arguments);
[[nodiscard]] packing::Limits limits(const Arguments& arguments, const packing::Histogram& histogram);
/// maxima  k: the values of "max"; empty: "max" is refused
[[nodiscard]] packing::Limits limits(const Arguments& arguments, std::span<const std::string> components,
                                     std::span<const std::int64_t> maxima);
[[nodiscard]] packing::Fitting fitting(const Arguments& arguments, std::span<const std::string> components);
[[nodiscard]] packing::PlanRequest plan_request(const Arguments& arguments, const packing::Histogram& histogram);
[[nodiscard]] packing::EstimateOptions estimate_options(const Arguments& arguments,
                                                        std::span<const std::string> components);
[[nodiscard]] std::vector<packing::Range> ranges(const Arguments& arguments, std::span<const std::string> components);
/// The target of a search; none for --pareto and --best.
[[nodiscard]] std::optional<double> search_target_of(const Arguments& arguments);
/// Of the limits that --packs asks for.
[[nodiscard]] packing::Proportions proportions(const Arguments& arguments, const packing::Histogram& histogram);
[[nodiscard]] packing::SearchOptions search_options(const Arguments& arguments, const packing::Histogram& histogram);
[[nodiscard]] packing::AssignOptions assign_options(const Arguments& arguments, const packing::PlanDocument& document);
[[nodiscard]] packing::StreamOptions stream_options(const Arguments& arguments,
                                                    std::span<const std::string> components);

/// What --emit asks for.
struct Emit {
  bool segment_ids = false;
  bool position_ids = false;
  bool cu_seqlens = false;
  [[nodiscard]] bool any() const { return segment_ids || position_ids || cu_seqlens; }
};
[[nodiscard]] Emit emit(const Arguments& arguments);

}  // namespace tuplepack::cli
