#include "exact_bench.hpp"

#include "bench.hpp"
#include "tuplepack/formats/json_writer.hpp"
#include "tuplepack/packing/pack.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <random>

namespace tuplepack::bench {

namespace {

/// The same numbers on every platform, which the standard's distributions do not promise.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  /// first ≤ result ≤ last
  std::int64_t between(std::int64_t first, std::int64_t last) {
    return first + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(last - first + 1));
  }

 private:
  std::mt19937_64 engine_;
};

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

double seconds_now() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

struct Solved {
  double seconds;
  bool proven;
};

Solved solve(const Drawn& drawn, const std::string& name) {
  constexpr double most_seconds = 10;
  HistogramBuilder builder(drawn.limits.size());
  for (const auto& item : drawn.items) expect(builder.add(item, 1), name);
  std::vector<std::string> components;
  for (std::size_t c = 0; c < drawn.limits.size(); ++c) components.push_back("size" + std::to_string(c));
  const Histogram histogram = expect(std::move(builder).finish(components), name);
  const Limits limits{.sizes = drawn.limits};
  const double start = seconds_now();
  PackOptions options{.method = "optimal"};
  options.is_timed = true;
  options.keep_going = [&](const PackProgress&) { return seconds_now() - start < most_seconds; };
  const Packed packed = expect(pack(histogram, limits, options), name);
  const double seconds = seconds_now() - start;
  expect(check(histogram, limits, packed.plan), name);
  const std::int64_t shown = expect(verify(histogram, limits, packed.proof.value().certificate), name);
  return {.seconds = seconds, .proven = shown == pack_count(packed.plan)};
}

template <typename Make>
ExactCase solve_all(std::string name, std::int64_t count, const Make& make) {
  ExactCase entry{.name = std::move(name), .problems = count};
  std::vector<double> seconds;
  for (std::int64_t i = 0; i < count; ++i) {
    const Solved solved = solve(make(i), entry.name);
    seconds.push_back(solved.seconds);
    if (solved.proven) ++entry.proven;
  }
  std::sort(seconds.begin(), seconds.end());
  entry.median = seconds[seconds.size() / 2];
  entry.percentile99 = seconds[seconds.size() * 99 / 100];
  entry.longest = seconds.back();
  return entry;
}

}  // namespace

ExactReport bench_exact(const ShareOptions& options, const Say& progress) {
  ExactReport report{.platform = platform(), .cases = {}};
  constexpr std::uint64_t seed = 2026;
  Draw draw(seed);
  const auto add = [&](const std::string& name, std::int64_t count, const auto& make) {
    progress(name);
    report.cases.push_back(solve_all(name, count, make));
  };
  const std::int64_t few = 2;
  for (const std::int64_t n : {60, 120, 249, 501}) {
    add("triplets, " + std::to_string(n) + " items", options.quick ? few : 20,
        [&](std::int64_t) { return triplets(draw, n); });
  }
  add("50 items of 1..100 in 100, 120 and 150", options.quick ? 30 : 10'000, [&](std::int64_t i) {
    constexpr std::array<std::int64_t, 3> limits{100, 120, 150};
    return uniform(draw, 50, 100, limits[static_cast<std::size_t>(i % 3)]);
  });
  add("200 items of 1..800 in 1000", options.quick ? few : 100,
      [&](std::int64_t) { return uniform(draw, 200, 800, 1000); });
  for (std::int64_t kind = 1; kind <= 9; ++kind) {
    add("vectors of class " + std::to_string(kind), options.quick ? 1 : 15, [&](std::int64_t i) {
      constexpr std::array<std::int64_t, 3> items{50, 100, 200};
      return vectors(draw, kind, items[static_cast<std::size_t>(i % 3)]);
    });
  }
  if (!options.quick) {
    add("1000 different sizes of 1..100000 in 131072", 10,
        [&](std::int64_t) { return distinct(draw, 1000, 100'000, 131'072); });
  }
  return report;
}

std::string to_json(const ExactReport& report) {
  return json_line([&](JsonWriter& json) {
    json.field("schema", "tuplepack.bench/1");
    json.field("bench", "exact");
    json.field("platform", report.platform);
    json.array("cases", [&] {
      for (const ExactCase& entry : report.cases) {
        json.new_line();
        json.object([&] {
          json.field("name", entry.name);
          json.field("problems", entry.problems);
          json.field("proven", entry.proven);
          json.field("median_seconds", entry.median);
          json.field("percentile_99_seconds", entry.percentile99);
          json.field("max_seconds", entry.longest);
        });
      }
    });
  });
}

}  // namespace tuplepack::bench
