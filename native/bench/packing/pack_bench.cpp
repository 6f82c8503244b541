#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <random>
#include <span>
#include <sstream>
#include <stdexcept>

#include "bench/measuring/bench.hpp"
#include "tuplepack/formats/numpy/npz.hpp"
#include "tuplepack/formats/sizes/sizes.hpp"
#include "tuplepack/packing/assign.hpp"
#include "tuplepack/packing/pack.hpp"
#include "tuplepack/packing/sweep.hpp"

namespace tuplepack::bench {

packing::Histogram load(const std::string& data, const std::string& name) {
  const std::string path = data + "/" + name + ".csv";
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  const std::string text = bytes.str();
  return expect(formats::read_histogram(text), path);
}

std::vector<std::int64_t> shuffled_lengths(const packing::Histogram& histogram) {
  std::vector<std::int64_t> lengths;
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    lengths.insert(lengths.end(), static_cast<std::size_t>(histogram.counts[bin]), histogram.size(bin)[0]);
  }
  std::mt19937_64 random(2);
  for (std::size_t i = lengths.size(); i > 1; --i) std::swap(lengths[i - 1], lengths[random() % i]);
  return lengths;
}

namespace {

struct Packing {
  const char* file;
  std::vector<std::int64_t> limits;
  std::int64_t depth;
  std::vector<const char*> heuristics;
  double goal;  ///< seconds for all heuristics together
};

}  // namespace

static const std::vector<Packing> packings{
    {"wikipedia_512", {512}, packing::unlimited_depth, {"product"}, 0.5e-3},
    {"molhiv_train",
     {222, 502},
     256,
     {"product", "sum", "max", "min", "component:num_nodes", "component:num_edges"},
     0.5e-3},
    {"code2_synthetic",
     {36'123, 36'122},
     256,
     {"product", "sum", "max", "min", "component:num_nodes", "component:num_edges"},
     3e-3},
    {"ppa_synthetic",
     {300, 36'138},
     256,
     {"product", "sum", "max", "min", "component:num_nodes", "component:num_edges"},
     40e-3},
};

/// The published LPFHP on one file, every heuristic once.
static Case bench_packing(const std::string& data, const Packing& packing) {
  const packing::Histogram histogram = load(data, packing.file);
  const packing::Limits limits{.sizes = packing.limits, .depth = packing.depth};
  std::vector<packing::PackOptions> options;
  Case result{.name = std::string("lpfhp ") + packing.file, .timing = {}, .goal = packing.goal};
  for (const char* heuristic : packing.heuristics) {
    options.push_back({.method = "lpfhp",
                       .heuristic = expect(packing::parse_heuristic(heuristic, histogram.components), heuristic),
                       .paper = true});
    const auto packed = expect(pack(histogram, limits, options.back()), packing.file);
    expect(check(histogram, limits, packed.plan), packing.file);
    std::string text;
    for (const std::int64_t limit : packing.limits) text += (text.empty() ? "" : ",") + std::to_string(limit);
    std::string name(heuristic);
    if (name.starts_with("component:")) name = "component:" + std::to_string(options.back().heuristic.component);
    std::string peer = std::string(packing.file) + ".csv --limits " + text + " --heuristic " + name;
    if (packing.depth != packing::unlimited_depth) peer += " --depth " + std::to_string(packing.depth);
    result.peer.push_back(peer);
  }
  if (options.size() > 1) result.name += ", " + std::to_string(options.size()) + " heuristics";
  result.timing = measure([&] {
    for (const packing::PackOptions& option : options) expect(pack(histogram, limits, option), packing.file);
  });
  return result;
}

/// The grid of Krell et al. 2022, Figure 5.
static Case bench_sweep(const std::string& data, bool prune) {
  const packing::Histogram histogram = load(data, "pcqm4mv2_train_digitized");
  const std::vector<packing::Range> ranges{{.first = 20, .last = 59, .step = 1}, {.first = 54, .last = 160, .step = 2}};
  packing::SweepOptions options;
  options.pack.paper = true;
  options.prune = prune;
  Case result{
      .name = prune ? "sweep 40 x 54, pruned" : "sweep 40 x 54, in full", .timing = {}, .goal = prune ? 15e-3 : 0.15};
  result.timing = measure([&] { expect(sweep(histogram, ranges, options), "sweep"); });
  return result;
}

/// Items like subgraphs sampled from a graph of four node and four edge types, nearly all different, by `auto`.
static Case bench_balancing() {
  constexpr std::int64_t items = 100'000;
  constexpr std::array<std::int64_t, 8> per_mille{310, 53, 1'502, 47, 49, 7, 3'158, 409};
  std::mt19937_64 random(3);
  std::vector<std::int64_t> sizes;
  for (std::int64_t i = 0; i < items; ++i) {
    const auto scale =
        static_cast<std::int64_t>(random() % 20 == 0 ? 1'400 + random() % 2'600 : 200 + random() % 1'200);
    for (const std::int64_t size : per_mille) {
      sizes.push_back(size * scale * static_cast<std::int64_t>(80 + random() % 41) / 100'000);
    }
  }
  const packing::Histogram histogram = expect(
      packing::make_histogram({"a", "b", "c", "d", "e", "f", "g", "h"}, sizes, std::vector<std::int64_t>(items, 1)),
      "items");
  const packing::Totals sums = totals(histogram);
  packing::Limits limits;
  for (std::size_t c = 0; c < per_mille.size(); ++c) {
    limits.sizes.push_back(std::max(16 * sums.sums[c] / items + 1, sums.maxima[c]));
  }
  const auto packed = expect(pack(histogram, limits), "balancing");
  expect(check(histogram, limits, packed.plan), "balancing");
  const std::int64_t packs = pack_count(packed.plan);
  const std::int64_t bound = lower_bound(histogram, limits).packs;
  Case result{.name = "auto, 100,000 different items of 8 components: " + std::to_string(packs) + " packs of " +
                      std::to_string(bound) + " at least",
              .timing = {},
              .goal = 2};
  result.timing = measure([&] { expect(pack(histogram, limits), "balancing"); });
  return result;
}

/// A million rows of two numbers, parsed to a histogram.
static Case bench_parse() {
  std::mt19937_64 random(1);
  std::string csv = "length,count\n";
  for (int row = 0; row < 1'000'000; ++row) {
    csv += std::to_string(1 + random() % 4096) + "," + std::to_string(1 + random() % 1000) + "\n";
  }
  Case result{.name = "parse 1,000,000 CSV rows", .timing = {}, .goal = 60e-3};
  result.timing = measure([&] { expect(formats::read_histogram(csv), "parse"); });
  return result;
}

/// The bytes of a .npy file.
static std::string npy_of(std::span<const std::int64_t> lengths) {
  const std::int64_t shape = static_cast<std::int64_t>(lengths.size());
  std::string npy = npy_header(formats::Dtype::int64, std::span(&shape, 1));
  npy.append(reinterpret_cast<const char*>(lengths.data()), lengths.size() * sizeof(std::int64_t));
  return npy;
}

/// From the bytes of a .npy file of lengths to the finished assignment, without file I/O.
static Case bench_assign(const std::string& data) {
  const packing::Histogram histogram = load(data, "wikipedia_512");
  const packing::Limits limits{.sizes = {512}, .depth = packing::unlimited_depth};
  const packing::Plan plan = expect(pack(histogram, limits, {.method = "lpfhp"}), "pack").plan;
  const std::string npy = npy_of(shuffled_lengths(histogram));
  Case result{.name = "assign 16,279,552 items", .timing = {}, .goal = 0.5};
  result.timing = measure([&] {
    packing::Assigner assigner = expect(packing::Assigner::create(histogram, plan, limits, {}, {}), "assign");
    formats::RowSink sink{.begin = [](const auto&, bool) -> Result<void> { return {}; },
                          .rows = [&](std::span<const std::int64_t> sizes,
                                      std::span<const std::int64_t>) { return assigner.add(sizes); }};
    formats::SizesReader reader({}, std::move(sink));
    constexpr std::size_t piece = std::size_t{1} << 20;
    for (std::size_t begin = 0; begin < npy.size(); begin += piece) {
      expect(reader.feed(std::span(npy).subspan(begin, std::min(piece, npy.size() - begin))), "read");
    }
    expect(std::move(reader).finish(), "read");
    expect(std::move(assigner).finish(), "assign");
  });
  return result;
}

std::string platform() {
#ifdef __EMSCRIPTEN__
  return "WebAssembly, clang " __clang_version__;
#elif defined(__clang__)
  return "native, clang " __clang_version__;
#else
  return "native, gcc " __VERSION__;
#endif
}

Report bench_pack(const std::string& data, const std::function<void(const std::string&)>& progress) {
  Report report{.bench = "pack", .platform = platform(), .cases = {}};
  for (const Packing& packing : packings) {
    progress(packing.file);
    report.cases.push_back(bench_packing(data, packing));
  }
  progress("sweep");
  report.cases.push_back(bench_sweep(data, false));
  report.cases.push_back(bench_sweep(data, true));
  progress("balancing");
  report.cases.push_back(bench_balancing());
  progress("parse");
  report.cases.push_back(bench_parse());
  progress("assign");
  report.cases.push_back(bench_assign(data));
  return report;
}

}  // namespace tuplepack::bench
