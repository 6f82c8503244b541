#include "solver.hpp"

#include "base/arithmetic.hpp"

namespace tuplepack::packing {

SearchPace Solver::pace(std::string_view step) {
  if (stopped_) return SearchPace::stop;
  if (!options_.keep_going) return SearchPace::go_on;
  const SearchPace pace = options_.keep_going({.step = step,
                                               .boxes = search_.boxes,
                                               .attempts = attempts_,
                                               .open = static_cast<std::int64_t>(search_.open.size())});
  stopped_ = pace == SearchPace::stop;
  return pace;
}

bool Solver::is_stopped() {
  (void)pace("bounds");
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
  const auto& [method, is_timed, is_patient] = search_efforts[effort];
  if (is_timed && !options_.is_timed) return;
  const std::int64_t most = space_.max_packs(candidate.limits, least);
  if (stopped_ || candidate.bound.packs > most || candidate.packs == candidate.bound.packs) return;
  ++attempts_;
  PackOptions options{.method = method, .heuristic = {}, .distribute = {}};
  options.is_timed = is_timed;
  if (most < space_.real.items) options.fewer_than = most + 1;
  options.fewer_than = std::min(candidate.packs, options.fewer_than);
  options.keep_going = [&, step = method, stays = is_patient](const PackProgress& progress) {
    const bool is_reached = progress.packs > 0 && progress.packs <= most;
    if ((is_reached && until_reached) || progress.bound > most) return false;
    const SearchPace next = pace(step);
    return next == SearchPace::go_on || (next == SearchPace::next && stays);
  };
  auto packed = pack(histogram_, {.sizes = candidate.limits, .depth = space_.depth}, options);
  if (packed->proof && packed->proof->bound.packs > candidate.bound.packs) {
    candidate.bound = packed->proof->bound;
    candidate.certificate = packed->proof->certificate;
    candidate.at_most = space_.measure(candidate.bound.packs, candidate.limits);
  }
  if (pack_count(packed->plan) <= most) keep(candidate, std::move(*packed), method);
}

void Solver::pack_at_once(Candidate& candidate) const {
  constexpr std::size_t few_bins = 10'000;  // packed by lpfhp in a few milliseconds
  const char* const quickest = histogram_.bins() <= few_bins ? search_efforts[0].method : "next-fit";
  keep(candidate, *pack(histogram_, {.sizes = candidate.limits, .depth = space_.depth}, {.method = quickest}),
       quickest);
}

void Solver::solve(Candidate& candidate, double least) {
  for (std::size_t effort = 0; effort < first_timed_effort; ++effort) attempt(candidate, effort, least, false);
}

}  // namespace tuplepack::packing
