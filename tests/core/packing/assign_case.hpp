#pragma once

#include "tuplepack/packing/assign.hpp"
#include "tuplepack/packing/pack.hpp"

#include <optional>
#include <random>
#include <string>
#include <vector>

// Problems for the tests of assignments, and what holds of every assignment.
namespace tuplepack::tests {

using Sizes = std::vector<std::int64_t>;
using Indices = std::vector<std::int32_t>;

[[nodiscard]] packing::Histogram histogram_of(const Sizes& sizes, std::size_t k);

/// A problem from the sizes to the plan.
struct AssignCase {
  Sizes sizes;
  std::size_t k = 1;
  packing::Limits limits;
  packing::Fitting fitting{};
  packing::Fitted fitted{};
  packing::Plan plan{};

  void solve(const std::string& method = "lpfhp") {
    fitted = fit(histogram_of(sizes, k), limits, fitting).value();
    plan = pack(fitted.histogram, fitted.limits, {.method = method, .heuristic = {}, .distribute = {}}).value().plan;
  }
  [[nodiscard]] Result<packing::Assigner> assigner(const packing::AssignOptions& options) const {
    return packing::Assigner::create(fitted.histogram, plan, limits, fitting, options);
  }
  [[nodiscard]] Result<packing::Assignment> assign(const packing::AssignOptions& options) const {
    auto made = assigner(options);
    if (!made) return tl::unexpected(made.error());
    if (auto added = made->add(sizes); !added) return tl::unexpected(added.error());
    return std::move(*made).finish();
  }
  [[nodiscard]] std::size_t items() const { return sizes.size() / k; }
};

[[nodiscard]] AssignCase case_of(Sizes sizes, std::vector<std::int64_t> limits, packing::Fitting fitting = {});

/// Sizes 3, 5, 3, 4, 3 for packs of 8: two kinds of packs, 5 + 3 and 4 + 3, and a 3 alone.
[[nodiscard]] AssignCase small_case();

[[nodiscard]] AssignCase random_case(std::mt19937_64& random, packing::Overlong overlong);

/// A random problem with its plan, by each policy in turn; none if every item is dropped.
[[nodiscard]] std::optional<AssignCase> solved_case(std::mt19937_64& random, std::size_t round);

/// As many items of 3 as of 5, for packs of 8: a plan without its sizes.
[[nodiscard]] AssignCase case_of_many(std::int64_t pairs);

[[nodiscard]] packing::Fitting aligned_to(std::vector<std::int64_t> align_item);

/// Where a pack begins in Assignment::items.
[[nodiscard]] std::size_t begin_of(const packing::Assignment& assignment, std::size_t pack);

/// Checks what holds of any assignment: shape, cover, limits and depth, the strategies of the plan.
void check_assignment(const AssignCase& made, const packing::Assignment& assignment, std::int64_t multiple);

[[nodiscard]] bool equal(const packing::Assignment& a, const packing::Assignment& b);

}  // namespace tuplepack::tests
