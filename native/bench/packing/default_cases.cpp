#include "default_cases.hpp"

#include "bench/measuring/bench.hpp"
#include "bench/measuring/draw.hpp"
#include "tuplepack/packing/pack.hpp"

#include <algorithm>
#include <bit>
#include <span>

namespace tuplepack::bench {

namespace {

/// The sizes of an item, or limits.
using Components = std::vector<std::int64_t>;

/// A table that is drawn, with the limits of its kind.
struct DrawnTable {
  const char* name;
  std::int64_t items;
  Components limits;
  Components (*item)(Draw&);
};

/// About log-normal: the sum of twelve even draws is nearly normal, and a power of two is taken of it, linear between
/// whole exponents.
/// median          of the sizes
/// halves          the standard deviation, in powers of two, doubled
std::int64_t log_normal_size(Draw& draw, std::int64_t median, std::int64_t halves, std::int64_t largest) {
  constexpr std::int64_t one = 1 << 16;
  std::int64_t sum = -6 * one;
  for (int i = 0; i < 12; ++i) sum += draw.between(0, one - 1);
  const std::int64_t exponent = sum * halves / 2 + 16 * one;
  const std::int64_t scale = (one + exponent % one) * (std::int64_t{1} << (exponent / one));
  return std::clamp<std::int64_t>(
      static_cast<std::int64_t>(static_cast<double>(scale) * 0x1p-32 * static_cast<double>(median)), 1, largest);
}

/// A graph of `nodes` nodes and about twice as many edges.
Components graph_size(Draw& draw, std::int64_t nodes) {
  return {nodes, nodes * draw.between(150, 280) / 100};
}

Components subgraph_size(Draw& draw) {
  constexpr std::int64_t per_mille[]{310, 53, 1'502, 47, 49, 7, 3'158, 409};
  const std::int64_t scale = draw.between(1, 20) == 1 ? draw.between(1'400, 4'000) : draw.between(200, 1'400);
  Components sizes;
  for (const std::int64_t size : per_mille) sizes.push_back(size * scale * draw.between(80, 120) / 100'000 + 1);
  return sizes;
}

const std::vector<DrawnTable> drawn_tables{
    {"even 3000..5000", 4'000, {16'384}, [](Draw& draw) -> Components { return {draw.between(3'000, 5'000)}; }},
    {"even 1..1000", 20'000, {1'024}, [](Draw& draw) -> Components { return {draw.between(1, 1'000)}; }},
    {"log-normal to 2048",
     10'000,
     {2'048},
     [](Draw& draw) -> Components { return {log_normal_size(draw, 180, 2, 2'048)}; }},
    {"log-normal to 32768",
     3'000,
     {32'768},
     [](Draw& draw) -> Components { return {log_normal_size(draw, 2'000, 3, 32'768)}; }},
    {"short and long",
     20'000,
     {4'096},
     [](Draw& draw) -> Components {
       return {draw.between(1, 4) == 1 ? draw.between(1'500, 4'096) : draw.between(8, 200)};
     }},
    {"graphs", 5'000, {256, 512}, [](Draw& draw) -> Components { return graph_size(draw, draw.between(5, 180)); }},
    {"three components",
     1'000,
     {500, 500, 500},
     [](Draw& draw) -> Components {
       return {draw.between(10, 250), draw.between(10, 250), draw.between(10, 250)};
     }},
    {"subgraphs of 8 components", 2'000, {5'000, 900, 24'000, 800, 800, 128, 50'000, 6'500}, subgraph_size},
};

packing::Histogram histogram_of(const DrawnTable& table, std::uint64_t seed) {
  Draw draw(seed);
  packing::HistogramBuilder builder(table.limits.size());
  for (std::int64_t i = 0; i < table.items; ++i) expect(builder.add(table.item(draw), 1), table.name);
  std::vector<std::string> components;
  for (std::size_t c = 0; c < table.limits.size(); ++c) components.push_back("size" + std::to_string(c));
  return expect(std::move(builder).finish(components), table.name);
}

ExactSet set_of(const std::string& name, const packing::Histogram& histogram, const Components& usual, bool quick) {
  static constexpr std::int64_t percents[]{100, 137, 200};
  static constexpr std::int64_t depths[]{3, 4, 8, 16, 64, packing::unlimited_depth};
  ExactSet set{.name = name, .problems = {}};
  for (const std::int64_t percent : std::span(percents).first(quick ? 2 : std::size(percents))) {
    packing::Limits limits{.sizes = usual};
    for (std::int64_t& size : limits.sizes) size = std::max<std::int64_t>(size * percent / 100, 1);
    for (const std::int64_t depth : std::span(depths).last(quick ? 3 : std::size(depths))) {
      limits.depth = depth;
      set.problems.push_back(named_problem(histogram, name, limits));
    }
  }
  return set;
}

}  // namespace

void for_each_default_set(const std::string& data, bool quick, const std::function<void(const ExactSet&)>& use) {
  for (const char* name : shipped_tables().first(quick ? 1 : shipped_tables().size())) {
    const packing::Histogram histogram = load(data, name);
    use(set_of(name, histogram, totals(histogram).maxima, quick));
  }
  for (std::size_t t = 0; t < drawn_tables.size(); ++t) {
    const DrawnTable& table = drawn_tables[quick ? drawn_tables.size() - 2 : t];
    constexpr std::uint64_t first_seed = 37;
    use(set_of(table.name, histogram_of(table, first_seed + t), table.limits, quick));
    if (quick) return;
  }
}

}  // namespace tuplepack::bench
