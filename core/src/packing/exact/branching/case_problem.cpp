#include "case_problem.hpp"

#include "packing/room.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace tuplepack::packing {

/// Makes pricing tables as small as they can be; the same packs fit. Each component is counted in units of the greatest
/// common divisor of its sizes, and its limit is at most what all items have together.
void CaseProblem::reduce_sizes() {
  const std::size_t k = limits_.size();
  for (std::size_t c = 0; c < k; ++c) {
    std::int64_t unit = 0;
    std::int64_t total = 0;
    for (std::size_t bin = 0; bin < bins(); ++bin) {
      unit = std::gcd(unit, sizes_[bin * k + c]);
      total += counts_[bin] * sizes_[bin * k + c];
    }
    if (unit == 0) unit = 1;
    limits_[c] = std::max<std::int64_t>(std::min(limits_[c], total) / unit, 1);
    for (std::size_t bin = 0; bin < bins(); ++bin) sizes_[bin * k + c] /= unit;
  }
}

CaseProblem::CaseProblem(const OnePack& pack, std::span<const std::int64_t> counts)
    : limits_(pack.limits),
      sizes_(pack.sizes),
      counts_(counts.begin(), counts.end()),
      apart_(counts.size()),
      first_glued_(counts.size()) {
  reduce_sizes();
}

bool CaseProblem::may_share(std::uint32_t a, std::uint32_t b) const {
  if (counts_[a] < (a == b ? 2 : 1) || counts_[b] < 1) return false;
  for (std::size_t c = 0; c < limits_.size(); ++c) {
    if (size(a)[c] > limits_[c] - size(b)[c]) return false;
  }
  return std::find(apart_[a].begin(), apart_[a].end(), b) == apart_[a].end();
}

void CaseProblem::glue(std::uint32_t a, std::uint32_t b) {
  assert(may_share(a, b));
  const auto glued = static_cast<std::uint32_t>(bins());
  for (std::size_t c = 0; c < limits_.size(); ++c) sizes_.push_back(size(a)[c] + size(b)[c]);
  --counts_[a];
  --counts_[b];
  counts_.push_back(1);
  std::vector<std::uint32_t> others(apart_[a]);
  others.insert(others.end(), apart_[b].begin(), apart_[b].end());
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  for (const std::uint32_t other : others) apart_[other].push_back(glued);
  apart_.push_back(std::move(others));
  glued_.push_back({.a = a, .b = b});
}

void CaseProblem::unglue() {
  const auto [a, b] = glued_.back();
  for (const std::uint32_t other : apart_.back()) apart_[other].pop_back();
  glued_.pop_back();
  apart_.pop_back();
  counts_.pop_back();
  ++counts_[a];
  ++counts_[b];
  sizes_.resize(sizes_.size() - limits_.size());
}

void CaseProblem::separate(std::uint32_t a, std::uint32_t b) {
  apart_[a].push_back(b);
  if (a != b) apart_[b].push_back(a);
}

void CaseProblem::unseparate(std::uint32_t a, std::uint32_t b) {
  assert(apart_[a].back() == b && apart_[b].back() == a);
  apart_[a].pop_back();
  if (a != b) apart_[b].pop_back();
}

std::int64_t CaseProblem::most_alone(std::size_t bin) const {
  if (std::find(apart_[bin].begin(), apart_[bin].end(), bin) != apart_[bin].end()) return 1;
  return copies_that_fit(size(bin), limits_, counts_[bin]);
}

/// Takes one item of a bin out of a pack that has one.
static void take_out(std::vector<Run>& runs, std::uint32_t bin) {
  const auto run = std::find_if(runs.begin(), runs.end(), [bin](const Run& r) { return r.bin == bin; });
  if (--run->copies == 0) runs.erase(run);
}

static std::int64_t copies_of(std::span<const Run> runs, std::uint32_t bin) {
  for (const Run& run : runs) {
    if (run.bin == bin) return run.copies;
  }
  return 0;
}

Columns CaseProblem::adapted(const Columns& packs) const {
  Columns result;
  std::vector<Run> runs;
  std::vector<Run> kept;
  for (std::size_t pack = 0; pack < packs.size(); ++pack) {
    runs.assign(packs[pack].begin(), packs[pack].end());
    if (!glued_.empty()) {
      const auto [a, b] = glued_.back();
      const auto glued = static_cast<std::uint32_t>(bins() - 1);
      const bool has_both = copies_of(runs, a) >= (a == b ? 2 : 1) && copies_of(runs, b) >= 1;
      if (has_both && copies_of(runs, glued) == 0) {
        take_out(runs, a);
        take_out(runs, b);
        runs.push_back({.bin = glued, .copies = 1});
      }
    }
    // The first time the pack keeps what comes first, the second time what comes last.
    for (const bool reversed : {false, true}) {
      if (reversed) std::reverse(runs.begin(), runs.end());
      kept.clear();
      for (Run run : runs) {
        const bool is_apart = std::any_of(apart_[run.bin].begin(), apart_[run.bin].end(), [&](std::uint32_t other) {
          return other != run.bin && copies_of(kept, other) > 0;
        });
        if (is_apart) continue;
        run.copies = std::min({run.copies, counts_[run.bin], most_alone(run.bin)});
        if (run.copies > 0) kept.push_back(run);
      }
      if (!kept.empty()) result.add(kept);
      if (kept.size() == runs.size()) break;
    }
  }
  return result;
}

std::vector<Run> CaseProblem::unglued(std::span<const Run> pack) const {
  std::vector<std::int64_t> copies(bins());
  for (const Run& run : pack) copies[run.bin] += run.copies;
  for (std::size_t bin = bins(); bin-- > first_glued_;) {
    const auto [a, b] = glued_[bin - first_glued_];
    copies[a] += copies[bin];
    copies[b] += copies[bin];
  }
  std::vector<Run> runs;
  for (std::size_t bin = 0; bin < first_glued_; ++bin) {
    if (copies[bin] > 0) runs.push_back({.bin = static_cast<std::uint32_t>(bin), .copies = copies[bin]});
  }
  return runs;
}

}  // namespace tuplepack::packing
