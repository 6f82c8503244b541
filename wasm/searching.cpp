// Limits found by the machine.
#include "call.hpp"
#include "objects.hpp"
#include "options.hpp"
#include "tuplepack/reports/search.hpp"

#include <algorithm>
#include <cmath>

#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

namespace tuplepack::wasm {

/// Ends when the time is over or JavaScript says so.
static std::function<packing::SearchPace(const packing::SearchProgress&)> paced(double seconds,
                                                                                const val& on_progress) {
  const double began = emscripten_get_now();
  const double most = 1000 * seconds;
  return [=, pace = packing::TimedPace()](const packing::SearchProgress& progress) mutable {
    const double done = (emscripten_get_now() - began) / most;
    if (done < 1 && !is_missing(on_progress) && on_progress(done).isFalse()) return packing::SearchPace::stop;
    return pace.after(progress, done);
  };
}

/// Limits are searched for items as they are.
static void refuse_fitting(const packing::Fitting& asked) {
  const auto any_above = [](const std::vector<std::int64_t>& numbers, std::int64_t usual) {
    return std::any_of(numbers.begin(), numbers.end(), [=](std::int64_t number) { return number > usual; });
  };
  if (any_above(asked.per_item, 0) || any_above(asked.align_item, 1) || any_above(asked.align_total, 1) ||
      any_above(asked.reserve, 0) || asked.reserve_items > 0 || asked.overlong != packing::Overlong::error) {
    refuse(ErrorCode::unsupported,
           "a search for limits does not support alignment, reserve or a policy for overlong items");
  }
}

static packing::SearchOptions search_options(const Options& options, const packing::Histogram& source,
                                             const val& on_progress) {
  const options::Settings settings = options.settings(source.components);
  refuse_fitting(settings.plan.fitting);
  const auto multiples = options.wholes("multipleOf");
  packing::SearchOptions result = settings.search;
  result.ranges = value(usual_ranges(source, multiples));
  result.weights = options.wholes("weights");
  result.depth = settings.plan.limits.depth;
  if (options.has("ranges")) {
    result.ranges = ranges(options["ranges"]);
    value(validate(source, result.ranges));
    for (std::size_t c = 0; c < multiples.size(); ++c) {
      result.ranges[c] = value(multiples_in(result.ranges[c], multiples[c], source.components[c]));
    }
  }
  result.is_timed = std::isfinite(settings.time_limit);
  result.keep_going = paced(settings.time_limit, on_progress);
  return result;
}

static reports::TargetAnswer search_for(const packing::Histogram& source, const Options& options,
                                        const val& on_progress) {
  const std::string goal = options.text("goal", "");
  const packing::SearchOptions how = search_options(options, source, on_progress);
  if (goal == "target") return value(reports::answer_target(source, real(options["target"], "target"), how));
  if (goal == "best") return {.search = value(search_best(source, how)), .best = {}};
  if (goal == "pareto") return {.search = value(search_front(source, how)), .best = {}};
  refuse(ErrorCode::unknown_name, "'" + goal + "' is not target, best or pareto");
}

static Object to_object(const packing::Candidate& candidate) {
  Object object;
  object.put("limits", number_array(candidate.limits));
  object.whole("cost", candidate.cost);
  object.whole("packs", candidate.packs);
  object.whole("bound", candidate.bound.packs);
  object.put("efficiency", number_array(candidate.efficiency));
  object.number("harmonicMean", reports::harmonic_mean(candidate.efficiency));
  object.text("method", candidate.method);
  return object;
}

static Object to_object(const packing::Range& range) {
  Object object;
  object.whole("first", range.first);
  object.whole("last", range.last);
  object.whole("step", range.step);
  return object;
}

static val search(const val& given, const val& request, const val& on_progress) {
  return guarded([&] {
    const Options options(request, {{"goal", "target", "weights", "multipleOf", "ranges"}, room_keys},
                          rows_of({"search", "bound"}));
    const reports::TargetAnswer answer = search_for(histogram(given), options, on_progress);
    const packing::Search& found = answer.search;
    val points = val::array();
    for (const packing::Candidate& candidate : found.found) push(points, to_object(candidate));
    val searched = val::array();
    for (const packing::Range& range : found.ranges) push(searched, to_object(range));
    const bool has_best = answer.best && !answer.best->found.empty();
    Object object;
    object.put("points", points);
    object.put("ranges", searched);
    object.put("best", val::null());
    if (has_best) object.put("best", to_object(answer.best->found[0]));
    object.put("atMost", has_best ? val(answer.best->at_most) : val::null());
    // what was not looked at is open too, however much it is
    object.whole("open", std::max<std::int64_t>(static_cast<std::int64_t>(found.open.size()), found.complete ? 0 : 1));
    object.number("candidates", reports::candidate_count(found.ranges));
    return object;
  });
}

EMSCRIPTEN_BINDINGS(searching) {
  emscripten::function("search", &search);
}

}  // namespace tuplepack::wasm
