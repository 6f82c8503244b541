#include "solver.hpp"

#include "../arithmetic.hpp"

namespace tuplepack {

bool Solver::goes_on(std::string_view step) {
  if (stopped_) return false;
  if (!options_.keep_going) return true;
  const SearchPace pace = options_.keep_going({.step = step,
                                               .boxes = search_.boxes,
                                               .attempts = attempts_,
                                               .open = static_cast<std::int64_t>(search_.open.size())});
  stopped_ = pace == SearchPace::stop;
  return pace == SearchPace::go_on;
}

bool Solver::is_stopped() {
  (void)goes_on("bounds");
  return stopped_;
}

void Solver::keep(Candidate& candidate, Packed packed, std::string_view method) const {
  const std::int64_t packs = pack_count(packed.plan);
  if (packs == 0 || packs >= candidate.packs) return;
  candidate.packs = packs;
  candidate.packed = std::move(packed);
  candidate.method = method;
  candidate.measure = space_.measure(packs, candidate.limits);
  candidate.efficiency.clear();
  for (std::size_t c = 0; c < candidate.limits.size(); ++c) {
    candidate.efficiency.push_back(efficiency(space_.real.sums[c], packs, candidate.limits[c]));
  }
}

void Solver::attempt(Candidate& candidate, std::size_t effort, double least, bool until_reached) {
  const std::int64_t most = space_.most_packs(candidate.limits, least);
  if (stopped_ || candidate.bound.packs > most || candidate.packs == candidate.bound.packs) return;
  ++attempts_;
  PackOptions options{.method = efforts[effort], .heuristic = {}, .distribute = {}};
  if (most < space_.real.items) options.fewer_than = most + 1;
  options.fewer_than = std::min(candidate.packs, options.fewer_than);
  options.keep_going = [&](const PackProgress& progress) {
    const bool is_reached = progress.packs > 0 && progress.packs <= most;
    if ((is_reached && until_reached) || progress.bound > most) return false;
    return goes_on(efforts[effort]);
  };
  auto packed = pack(histogram_, {.sizes = candidate.limits, .depth = space_.depth}, options);
  if (packed->proof && packed->proof->bound.packs > candidate.bound.packs) {
    candidate.bound = packed->proof->bound;
    candidate.certificate = packed->proof->certificate;
    candidate.at_most = space_.measure(candidate.bound.packs, candidate.limits);
  }
  if (pack_count(packed->plan) <= most) keep(candidate, std::move(*packed), efforts[effort]);
}

void Solver::pack_at_once(Candidate& candidate) const {
  constexpr std::size_t few_bins = 10'000;  // packed by lpfhp in a few milliseconds
  const char* const quickest = histogram_.bins() <= few_bins ? efforts[0] : "next-fit";
  keep(candidate, *pack(histogram_, {.sizes = candidate.limits, .depth = space_.depth}, {.method = quickest}),
       quickest);
}

void Solver::solve(Candidate& candidate, double least) {
  for (std::size_t effort = 0; effort < efforts.size(); ++effort) attempt(candidate, effort, least, false);
}

}  // namespace tuplepack
