#include "exact_problems.hpp"

#include "bench/measuring/bench.hpp"
#include "bench/measuring/draw.hpp"
#include "tuplepack/formats/json/json_writer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace tuplepack::bench {

namespace {

using Items = std::vector<std::vector<std::int64_t>>;

struct Drawn {
  Items items;
  std::vector<std::int64_t> limits;
};

/// Every pack can be filled by three items, without a rest.
Drawn triplets(Draw& draw, std::int64_t n) {
  Drawn drawn{.items = {}, .limits = {1000}};
  for (std::int64_t i = 0; i < n; i += 3) {
    const std::int64_t a = draw.between(380, 490);
    const std::int64_t b = draw.between(250, (1000 - a) / 2);
    for (const std::int64_t size : {a, b, 1000 - a - b}) drawn.items.push_back({size});
  }
  return drawn;
}

Drawn uniform(Draw& draw, std::int64_t n, std::int64_t largest, std::int64_t limit) {
  Drawn drawn{.items = {}, .limits = {limit}};
  for (std::int64_t i = 0; i < n; ++i) drawn.items.push_back({draw.between(1, largest)});
  return drawn;
}

Drawn distinct(Draw& draw, std::size_t n, std::int64_t largest, std::int64_t limit) {
  std::vector<std::int64_t> sizes;
  while (sizes.size() < n) {
    const std::int64_t size = draw.between(1, largest);
    if (std::find(sizes.begin(), sizes.end(), size) == sizes.end()) sizes.push_back(size);
  }
  Drawn drawn{.items = {}, .limits = {limit}};
  for (const std::int64_t size : sizes) drawn.items.push_back({size});
  return drawn;
}

/// Classes 1 to 5 and 9 have independent sizes, 6 to 8 of them in a smaller room, in 7 and 8 with correlation. In 9 the
/// limits hold a quarter of n packs' worth of items.
Drawn vectors(Draw& draw, std::int64_t kind, std::int64_t n) {
  struct Sizes {
    std::int64_t smallest;
    std::int64_t largest;
  };
  static constexpr std::array<Sizes, 9> sizes{
      {{100, 400}, {1, 1000}, {200, 800}, {50, 200}, {25, 100}, {20, 100}, {20, 100}, {20, 100}, {100, 400}}};
  const auto [smallest, largest] = sizes[static_cast<std::size_t>(kind - 1)];
  const std::int64_t limit = kind >= 6 && kind <= 8 ? 150 : 1000;
  Drawn drawn{.items = {}, .limits = {limit, limit}};
  std::vector<std::int64_t> sums(2);
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t a = draw.between(smallest, largest);
    std::int64_t b = kind == 7   ? draw.between(a - 10, a + 10)
                     : kind == 8 ? draw.between(110 - a, 130 - a)
                                 : draw.between(smallest, largest);
    b = std::max<std::int64_t>(b, 1);
    drawn.items.push_back({a, b});
    sums[0] += a;
    sums[1] += b;
  }
  for (std::size_t c = 0; kind == 9 && c < 2; ++c) drawn.limits[c] = (4 * sums[c] + n - 1) / n;
  return drawn;
}

ExactProblem problem_of(const Drawn& drawn) {
  const std::string what = "a random problem";
  packing::HistogramBuilder builder(drawn.limits.size());
  for (const auto& item : drawn.items) expect(builder.add(item, 1), what);
  std::vector<std::string> components;
  for (std::size_t c = 0; c < drawn.limits.size(); ++c) components.push_back("size" + std::to_string(c));
  return {
      .name = {}, .histogram = expect(std::move(builder).finish(components), what), .limits = {.sizes = drawn.limits}};
}

constexpr std::array<const char*, 16> shipped_names{"glue_wnli_128",
                                                    "glue_cola_128",
                                                    "glue_rte_128",
                                                    "glue_sst2_128",
                                                    "glue_stsb_128",
                                                    "squad_384",
                                                    "wikipedia_512",
                                                    "llm_azure2023_conv_total_tokens",
                                                    "molhiv_train",
                                                    "tu_collab",
                                                    "tu_reddit_binary",
                                                    "pcqm4mv2_train_digitized",
                                                    "ppa_synthetic",
                                                    "code2_synthetic",
                                                    "molpcba_train_digitized",
                                                    "code_ast_python_docstring"};

/// Every table of these, with every limit and depth.
ExactSet tables_with_limits(const std::string& data, std::size_t count) {
  ExactSet set{.name = "shipped tables, 3 limits, 4 depths", .problems = {}};
  for (std::size_t t = 0; t < count; ++t) {
    const packing::Histogram histogram = load(data, shipped_names[t]);
    for (const std::int64_t percent : {100, 137, 200}) {
      packing::Limits limits{.sizes = totals(histogram).maxima};
      for (std::int64_t& size : limits.sizes) size = std::max<std::int64_t>(size * percent / 100, 1);
      for (const std::int64_t depth : {std::int64_t{4}, std::int64_t{8}, std::int64_t{16}, packing::unlimited_depth}) {
        limits.depth = depth;
        set.problems.push_back(named_problem(histogram, shipped_names[t], limits));
      }
    }
  }
  return set;
}

ExactSet bound_by_depth(const std::string& data) {
  ExactSet set{.name = "tables bound by size and depth", .problems = {}};
  const auto add = [&](const char* table, const packing::Limits& limits) {
    set.problems.push_back(named_problem(load(data, table), table, limits));
  };
  add("molhiv_train", {.sizes = {304, 687}, .depth = 12});
  add("molpcba_train_digitized", {.sizes = {428, 871}, .depth = 16});
  add("molhiv_train", {.sizes = {444, 1004}, .depth = 18});
  return set;
}

/// Log-normal sizes up to a largest one.
ExactProblem log_normal(const std::string& name, double median, double sigma, std::int64_t items, std::int64_t largest,
                        std::int64_t fewest_of_a_size, std::int64_t depth) {
  std::vector<double> shares;
  double sum = 0;
  for (std::int64_t size = 1; size <= largest; ++size) {
    const double deviation = std::log(static_cast<double>(size) / median) / sigma;
    shares.push_back(std::exp(-deviation * deviation / 2) / static_cast<double>(size));
    sum += shares.back();
  }
  ExactProblem problem{.name = name,
                       .histogram = {.components = {"length"}, .sizes = {}, .counts = {}},
                       .limits = {.sizes = {largest}, .depth = depth}};
  for (std::int64_t size = 1; size <= largest; ++size) {
    const double share = shares[static_cast<std::size_t>(size - 1)] / sum;
    const auto count = fewest_of_a_size + static_cast<std::int64_t>(static_cast<double>(items) * share);
    if (count == 0) continue;
    problem.histogram.sizes.push_back(size);
    problem.histogram.counts.push_back(count);
  }
  return problem;
}

ExactSet large_histograms() {
  return {.name = "large histograms",
          .problems = {log_normal("100,000 sizes in 100,000, depth 4", 12'500, 1, 1'000'000, 100'000, 1, 4),
                       log_normal("16 M lengths in 4,096, depth 8", 400, 1, 16'000'000, 4096, 0, 8)}};
}

}  // namespace

std::span<const char* const> shipped_tables() {
  return shipped_names;
}

ExactProblem named_problem(const packing::Histogram& histogram, const std::string& table,
                           const packing::Limits& limits) {
  std::string name = table + " ";
  for (std::size_t c = 0; c < limits.sizes.size(); ++c) name += (c == 0 ? "" : ",") + std::to_string(limits.sizes[c]);
  if (limits.depth != packing::unlimited_depth) name += " depth " + std::to_string(limits.depth);
  return {.name = std::move(name), .histogram = histogram, .limits = limits};
}

void for_each_exact_set(const std::string& data, bool quick, const std::function<void(const ExactSet&)>& use) {
  constexpr std::uint64_t seed = 2026;
  Draw draw(seed);
  const auto add = [&](std::string name, std::int64_t count, const auto& make) {
    ExactSet set{.name = std::move(name), .problems = {}};
    for (std::int64_t i = 0; i < count; ++i) set.problems.push_back(problem_of(make(i)));
    use(set);
  };
  const std::int64_t few = 2;
  for (const std::int64_t n : {60, 120, 249, 501}) {
    add("triplets, " + std::to_string(n) + " items", quick ? few : 20, [&](std::int64_t) { return triplets(draw, n); });
  }
  add("50 items of 1..100 in 100, 120 and 150", quick ? 30 : 10'000, [&](std::int64_t i) {
    constexpr std::array<std::int64_t, 3> limits{100, 120, 150};
    return uniform(draw, 50, 100, limits[static_cast<std::size_t>(i % 3)]);
  });
  add("200 items of 1..800 in 1000", quick ? few : 100, [&](std::int64_t) { return uniform(draw, 200, 800, 1000); });
  for (std::int64_t kind = 1; kind <= 9; ++kind) {
    add("vectors of class " + std::to_string(kind), quick ? 1 : 15, [&](std::int64_t i) {
      constexpr std::array<std::int64_t, 3> items{50, 100, 200};
      return vectors(draw, kind, items[static_cast<std::size_t>(i % 3)]);
    });
  }
  use(tables_with_limits(data, quick ? 1 : shipped_names.size()));
  if (quick) return;
  add("1000 different sizes of 1..100000 in 131072", 10,
      [&](std::int64_t) { return distinct(draw, 1000, 100'000, 131'072); });
  use(bound_by_depth(data));
  use(large_histograms());
}

std::string exact_problems_json(const std::string& data, bool quick) {
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.problems/1");
    json.array("sets", [&] {
      for_each_exact_set(data, quick, [&](const ExactSet& set) {
        json.object([&] {
          json.field("name", set.name);
          json.array("problems", [&] {
            for (const ExactProblem& problem : set.problems) {
              json.new_line();
              json.object([&] {
                const std::int64_t depth = problem.limits.depth;
                json.field("name", problem.name);
                json.field("limits", problem.limits.sizes);
                json.field("depth", depth == packing::unlimited_depth ? std::nullopt : std::optional(depth));
                json.field("sizes", problem.histogram.sizes);
                json.field("counts", problem.histogram.counts);
              });
            }
          });
        });
      });
    });
  });
}

}  // namespace tuplepack::bench
