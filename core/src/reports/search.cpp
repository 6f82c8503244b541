#include "tuplepack/reports/search.hpp"

#include <utility>

namespace tuplepack::reports {

double harmonic_mean(std::span<const double> efficiency) {
  double sum = 0;
  for (const double one : efficiency) sum += 1 / one;
  return static_cast<double>(efficiency.size()) / sum;
}

double candidate_count(std::span<const packing::Range> ranges) {
  double product = ranges.empty() ? 0 : 1;
  for (const packing::Range& range : ranges) product *= static_cast<double>(range.size());
  return product;
}

/// By quick methods, and for about half a second: a search that failed may have taken all the time there was.
static Result<packing::Search> quickly_find_best(const packing::Histogram& histogram,
                                                 const packing::SearchOptions& options) {
  constexpr int max_questions = 150;
  packing::SearchOptions quick = options;
  quick.is_timed = false;
  quick.keep_going = [asked = 0](const packing::SearchProgress& progress) mutable {
    if (++asked > max_questions) return packing::SearchPace::stop;
    return progress.step == "optimal" ? packing::SearchPace::next : packing::SearchPace::go_on;
  };
  return search_best(histogram, quick);
}

Result<TargetAnswer> answer_target(const packing::Histogram& histogram, double target,
                                   const packing::SearchOptions& options) {
  auto search = search_target(histogram, target, options);
  if (!search) return tl::unexpected(search.error());
  TargetAnswer answer{.search = std::move(*search), .best = {}};
  if (!answer.search.found.empty()) return answer;
  auto best = quickly_find_best(histogram, options);
  if (!best) return tl::unexpected(best.error());
  answer.best = std::move(*best);
  return answer;
}

Result<packing::PlanDocument> document_of(const packing::Histogram& histogram, const packing::Candidate& found,
                                          std::int64_t depth) {
  packing::PlanDocument document;
  document.histogram = histogram;
  document.real = totals(histogram);
  document.source_bins = histogram.bins();
  document.limits = document.room = {.sizes = found.limits, .depth = depth};
  document.overlong.lost.assign(found.limits.size(), 0);
  document.packed = found.packed;
  if (found.certificate)
    document.packed.proof = packing::Proof{.bound = found.bound, .certificate = *found.certificate};
  if (auto evaluated = evaluate(document); !evaluated) return tl::unexpected(evaluated.error());
  return document;
}

}  // namespace tuplepack::reports
