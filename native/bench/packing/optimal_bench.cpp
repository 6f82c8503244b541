#include <chrono>

#include "bench/measuring/bench.hpp"
#include "tuplepack/packing/pack.hpp"
#include "tuplepack/packing/search.hpp"
#include "tuplepack/packing/stream.hpp"

namespace tuplepack::bench {

namespace {

struct Problem {
  const char* file;
  std::vector<std::int64_t> limits;  ///< empty: the largest sizes
  std::int64_t depth;
  const char* method;
  std::optional<std::int64_t> goal;  ///< packs
  double seconds;                    ///< to find them and prove optimality
};

}  // namespace

static constexpr double search_seconds = 10;
static constexpr std::int64_t any_depth = packing::unlimited_depth;

static const std::vector<Problem> problems{
    {"wikipedia_512", {512}, any_depth, "optimal", 8'135'727, 0.01},
    {"wikipedia_512", {512}, 3, "optimal", 8'143'829, 0.5},
    {"wikipedia_512", {512}, 4, "optimal", 8'135'727, 1},
    {"wikipedia_512", {512}, 8, "optimal", 8'135'727, 1},
    {"squad_384", {384}, 3, "optimal", 40'195, 0.1},
    {"squad_384", {384}, any_depth, "optimal", 40'195, 0.1},
    {"glue_cola_128", {128}, any_depth, "optimal", {}, 0.02},
    {"glue_sst2_128", {128}, any_depth, "optimal", {}, 0.02},
    {"glue_rte_128", {128}, any_depth, "optimal", {}, 0.02},
    {"glue_stsb_128", {128}, any_depth, "optimal", {}, 0.02},
    {"glue_wnli_128", {128}, any_depth, "optimal", {}, 0.02},
    {"molhiv_train", {222, 502}, 256, "optimal", 3'744, 1},
    {"molpcba_train_digitized", {313, 636}, 256, "optimal", 30'499, 0.3},
    {"pcqm4mv2_train_digitized", {20, 54}, any_depth, "optimal", 3'131'867, 0.05},
    {"pcqm4mv2_train_digitized", {30, 62}, any_depth, "optimal", 1'601'574, 0.05},
    {"pcqm4mv2_train_digitized", {59, 122}, any_depth, "optimal", 809'103, 0.05},
    {"ppa_synthetic", {300, 36'138}, 256, "optimal", 63'854, 10},
    {"code2_synthetic", {36'123, 36'122}, 256, "optimal", 1'595, 0.05},
    {"code_ast_python_docstring", {}, 256, "optimal", 3'884, 0.05},
    {"wikipedia_512", {512}, 3, "nnlshp", {}, 0.3},
    {"wikipedia_512", {512}, 3, "ennlshp", {}, 1.5},
};

static std::string name_of(const Problem& problem) {
  std::string name = std::string(problem.method) + " " + problem.file;
  for (std::size_t c = 0; c < problem.limits.size(); ++c) {
    name += (c == 0 ? " " : ",") + std::to_string(problem.limits[c]);
  }
  return problem.depth == any_depth ? name : name + " depth " + std::to_string(problem.depth);
}

static Case search_for_plan(const std::string& data, const Problem& problem) {
  using Clock = std::chrono::steady_clock;
  const packing::Histogram histogram = load(data, problem.file);
  const packing::Limits limits{.sizes = problem.limits.empty() ? totals(histogram).maxima : problem.limits,
                               .depth = problem.depth};
  packing::Packed packed;
  Case result{.name = name_of(problem), .timing = {}, .goal = problem.seconds};
  result.timing = measure([&] {
    const auto start = Clock::now();
    packing::PackOptions options{.method = problem.method};
    options.keep_going = [&](const packing::PackProgress&) {
      return std::chrono::duration<double>(Clock::now() - start).count() < search_seconds;
    };
    options.is_timed = true;
    packed = expect(pack(histogram, limits, options), result.name);
  });
  expect(check(histogram, limits, packed.plan), result.name);
  Outcome outcome{
      .packs = pack_count(packed.plan), .bound = lower_bound(histogram, limits).packs, .goal = problem.goal};
  if (packed.proof) outcome.bound = expect(verify(histogram, limits, packed.proof->certificate), result.name);
  result.outcome = outcome;
  return result;
}

/// The most efficient of 40 × 54 limits over all packings (Krell et al. 2022, Figure 5, uses one heuristic).
static Case search_for_limits(const std::string& data) {
  const packing::Histogram histogram = load(data, "pcqm4mv2_train_digitized");
  packing::SearchOptions options;
  options.ranges = {{.first = 20, .last = 59, .step = 1}, {.first = 54, .last = 160, .step = 2}};
  Case result{.name = "search pcqm4mv2_train_digitized, best of 40 x 54", .timing = {}, .goal = 0.3};
  packing::Search found;
  result.timing = measure([&] { found = expect(search_best(histogram, options), result.name); });
  const packing::Candidate& best = found.found.front();
  expect(check(histogram, {.sizes = best.limits}, best.packed.plan), result.name);
  result.outcome = Outcome{.packs = best.packs, .bound = best.bound.packs, .goal = 809'103};
  return result;
}

/// Online packing of Wikipedia. The goals: ten million items per second; an efficiency of 99.3 %, or 99.0 % guided.
static Case pack_stream(const std::string& data, std::int64_t depth, packing::StreamOptions options) {
  const packing::Histogram histogram = load(data, "wikipedia_512");
  const packing::Limits limits{.sizes = {512}, .depth = depth};
  const std::vector<std::int64_t> lengths = shuffled_lengths(histogram);
  const bool guided = options.policy == packing::StreamPolicy::guided;
  if (guided) {
    const packing::Plan guide = expect(pack(histogram, limits, {.method = "optimal"}), "guide").plan;
    options.guide = packing::StreamGuide{.histogram = histogram, .plan = guide};
  }
  Case result{.name = "stream wikipedia_512, " + std::string(name(options.policy)), .timing = {}, .goal = {}};
  if (depth != any_depth) result.name += " depth " + std::to_string(depth);
  result.goal = static_cast<double>(lengths.size()) / 10e6;
  packing::StreamTotals totals;
  result.timing = measure([&] {
    packing::StreamPacker packer =
        expect(packing::StreamPacker::create(histogram.components, limits, {}, options), result.name);
    packing::ClosedPacks closed;
    constexpr std::size_t piece = 4096;
    for (std::size_t begin = 0; begin < lengths.size(); begin += piece) {
      closed.clear();
      expect(packer.add(std::span(lengths).subspan(begin, std::min(piece, lengths.size() - begin)), closed),
             result.name);
    }
    packer.finish(closed);
    totals = packer.totals();
  });
  const double share = guided ? 0.990 : 0.993;
  const std::int64_t goal = static_cast<std::int64_t>(static_cast<double>(totals.real[0]) / (512 * share));
  result.outcome = Outcome{.packs = totals.packs, .bound = lower_bound(histogram, limits).packs, .goal = goal};
  return result;
}

Report bench_optimal(const std::string& data, const std::function<void(const std::string&)>& progress) {
  Report report{.bench = "optimal", .platform = platform(), .cases = {}};
  for (const Problem& problem : problems) {
    progress(name_of(problem));
    report.cases.push_back(search_for_plan(data, problem));
  }
  progress("search");
  report.cases.push_back(search_for_limits(data));
  progress("stream");
  report.cases.push_back(pack_stream(data, any_depth, {}));
  report.cases.push_back(pack_stream(data, 3, {.policy = packing::StreamPolicy::guided, .held = 1024, .guide = {}}));
  return report;
}

}  // namespace tuplepack::bench
