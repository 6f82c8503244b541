#include "tuplepack/packing/assign.hpp"

#include "files.hpp"
#include "tuplepack/packing/pack.hpp"
#include "tuplepack/training/segments.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace tuplepack;

namespace {

using Sizes = std::vector<std::int64_t>;
using Indices = std::vector<std::int32_t>;

Histogram histogram_of(const Sizes& sizes, std::size_t k) {
  const std::vector<std::int64_t> ones(sizes.size() / k, 1);
  std::vector<std::string> names;
  for (std::size_t c = 0; c < k; ++c) names.push_back("c" + std::to_string(c));
  return make_histogram(names, sizes, ones).value();
}

/// A problem from the sizes to the plan.
struct Case {
  Sizes sizes;
  std::size_t k = 1;
  Limits limits;
  Fitting fitting{};
  Fitted fitted{};
  Plan plan{};

  void solve(const std::string& method = "lpfhp") {
    fitted = fit(histogram_of(sizes, k), limits, fitting).value();
    plan = pack(fitted.histogram, fitted.limits, {.method = method, .heuristic = {}, .distribute = {}}).value().plan;
  }
  [[nodiscard]] Result<Assigner> assigner(const AssignOptions& options) const {
    return Assigner::create(fitted.histogram, plan, limits, fitting, options);
  }
  [[nodiscard]] Result<Assignment> assign(const AssignOptions& options) const {
    auto made = assigner(options);
    if (!made) return tl::unexpected(made.error());
    if (auto added = made->add(sizes); !added) return tl::unexpected(added.error());
    return std::move(*made).finish();
  }
  [[nodiscard]] std::size_t items() const { return sizes.size() / k; }
};

Fitting aligned_to(std::vector<std::int64_t> align_item) {
  Fitting fitting;
  fitting.align_item = std::move(align_item);
  return fitting;
}

Fitting with_policy(Overlong overlong) {
  Fitting fitting;
  fitting.overlong = overlong;
  return fitting;
}

Case case_of(Sizes sizes, std::vector<std::int64_t> limits, Fitting fitting = {}) {
  Case made;
  made.sizes = std::move(sizes);
  made.k = limits.size();
  made.limits.sizes = std::move(limits);
  made.fitting = std::move(fitting);
  return made;
}

/// Sizes 3, 5, 3, 4, 3 for packs of 8: two kinds of packs, 5 + 3 and 4 + 3, and a 3 alone.
Case small_case() {
  Case made = case_of({3, 5, 3, 4, 3}, {8});
  made.fitted = fit(histogram_of(made.sizes, 1), made.limits).value();
  made.plan = {.offsets = {0, 2, 4, 5}, .bins = {2, 0, 1, 0, 0}, .copies = {1, 1, 1, 1, 1}, .repeats = {1, 1, 1}};
  REQUIRE(check(made.fitted.histogram, made.fitted.limits, made.plan));
  return made;
}

Case random_case(std::mt19937_64& random, Overlong overlong) {
  Case made;
  made.k = overlong == Overlong::split ? 1 : static_cast<std::size_t>(1 + random() % 3);
  const auto items = static_cast<std::size_t>(1 + random() % 60);
  const std::uint64_t largest = 1 + random() % 30;
  for (std::size_t i = 0; i < items * made.k; ++i) made.sizes.push_back(static_cast<std::int64_t>(random() % largest));
  for (std::size_t c = 0; c < made.k; ++c) {
    const bool cuts = overlong != Overlong::error;
    const std::uint64_t fits_all = largest + 8;
    made.limits.sizes.push_back(static_cast<std::int64_t>((cuts ? 12 : fits_all) + random() % 40));
  }
  if (random() % 2 == 0) made.limits.depth = static_cast<std::int64_t>(2 + random() % 6);
  made.fitting.overlong = overlong;
  if (random() % 2 == 0) {
    for (std::size_t c = 0; c < made.k; ++c) {
      made.fitting.align_item.push_back(static_cast<std::int64_t>(1 + random() % 4));
      made.fitting.reserve.push_back(static_cast<std::int64_t>(random() % 3));
    }
    made.fitting.reserve_items = 1;
  }
  return made;
}

std::size_t begin_of(const Assignment& assignment, std::size_t pack) {
  return static_cast<std::size_t>(assignment.offsets[pack]);
}

/// Every piece the items are cut into, as (item, begin, length of each component), by the rules alone.
using Piece = std::tuple<std::int32_t, std::int64_t, Sizes>;
std::multiset<Piece> pieces_by_the_rules(const Case& made, Indices& dropped) {
  const ItemFitter rules(made.limits, made.fitting);
  std::multiset<Piece> pieces;
  for (std::size_t i = 0; i < made.items(); ++i) {
    const auto item = static_cast<std::int32_t>(i);
    Sizes size(made.sizes.begin() + static_cast<std::ptrdiff_t>(i * made.k),
               made.sizes.begin() + static_cast<std::ptrdiff_t>((i + 1) * made.k));
    bool over = false;
    for (std::size_t c = 0; c < made.k; ++c) over = over || size[c] > rules.room()[c];
    if (over && made.fitting.overlong == Overlong::drop) {
      dropped.push_back(item);
    } else if (over && made.fitting.overlong == Overlong::split) {
      for (std::int64_t begin = 0; begin < size[0]; begin += rules.room()[0]) {
        pieces.insert({item, begin, {std::min(size[0] - begin, rules.room()[0])}});
      }
    } else {
      for (std::size_t c = 0; c < made.k; ++c) size[c] = std::min(size[c], rules.room()[c]);
      pieces.insert({item, 0, size});
    }
  }
  return pieces;
}

/// The sizes in a pack as the plan knows them, sorted.
using Content = std::multiset<Sizes>;

std::multiset<Content> contents_of(const Case& made, const Assignment& assignment) {
  std::multiset<Content> contents;
  for (std::size_t p = 0; p < static_cast<std::size_t>(assignment.packs); ++p) {
    Content content;
    for (std::size_t j = 0; j < assignment.lengths(p, 0).size(); ++j) {
      Sizes size;
      for (std::size_t c = 0; c < made.k; ++c) {
        const std::int64_t align = made.fitting.align_item.empty() ? 1 : made.fitting.align_item[c];
        size.push_back((assignment.lengths(p, c)[j] + align - 1) / align * align);
      }
      content.insert(size);
    }
    contents.insert(content);
  }
  return contents;
}

std::multiset<Content> contents_of(const Case& made) {
  std::multiset<Content> contents;
  for (std::size_t s = 0; s < made.plan.strategies(); ++s) {
    Content content;
    for (auto run = static_cast<std::size_t>(made.plan.offsets[s]);
         run < static_cast<std::size_t>(made.plan.offsets[s + 1]); ++run) {
      const auto size = made.fitted.histogram.size(made.plan.bins[run]);
      for (std::int64_t copy = 0; copy < made.plan.copies[run]; ++copy) content.insert({size.begin(), size.end()});
    }
    for (std::int64_t repeat = 0; repeat < made.plan.repeats[s]; ++repeat) contents.insert(content);
  }
  return contents;
}

/// Everything that holds of any assignment: shape, cover, limits and depth, the strategies of the plan.
void check_assignment(const Case& made, const Assignment& assignment, std::int64_t multiple) {
  const std::size_t pieces = assignment.items.size();
  REQUIRE(assignment.packs == pack_count(made.plan));
  REQUIRE(assignment.offsets.front() == 0);
  REQUIRE(assignment.offsets.back() == static_cast<std::int64_t>(pieces));
  const std::size_t packs = assignment.offsets.size() - 1;
  CHECK(packs % static_cast<std::size_t>(multiple) == 0);
  CHECK(packs - static_cast<std::size_t>(assignment.packs) < static_cast<std::size_t>(multiple));
  REQUIRE(assignment.sizes.size() == made.k * pieces);
  REQUIRE(assignment.begins.size() == (made.fitting.overlong == Overlong::split ? pieces : 0));

  Indices dropped;
  const std::multiset<Piece> expected = pieces_by_the_rules(made, dropped);
  CHECK(assignment.dropped == dropped);
  std::multiset<Piece> found;
  for (std::size_t p = 0; p < packs; ++p) {
    const auto items = begin_of(assignment, p + 1) - begin_of(assignment, p);
    CHECK((items == 0) == (p >= static_cast<std::size_t>(assignment.packs)));
    if (made.limits.depth != unlimited_depth) {
      CHECK(static_cast<std::int64_t>(items) <= made.limits.depth - made.fitting.reserve_items);
    }
    for (std::size_t c = 0; c < made.k; ++c) {
      const std::int64_t align = made.fitting.align_item.empty() ? 1 : made.fitting.align_item[c];
      const std::int64_t reserve = made.fitting.reserve.empty() ? 0 : made.fitting.reserve[c];
      std::vector<std::int32_t> cu_seqlens(items + 1);
      fill_cu_seqlens(assignment.lengths(p, c), align, cu_seqlens);
      CHECK(cu_seqlens.back() <= made.limits.sizes[c] - reserve);
    }
    for (std::size_t j = 0; j < items; ++j) {
      const std::size_t at = begin_of(assignment, p) + j;
      Sizes lengths;
      for (std::size_t c = 0; c < made.k; ++c) lengths.push_back(assignment.lengths(p, c)[j]);
      found.insert({assignment.items[at], assignment.begins.empty() ? 0 : assignment.begins[at], lengths});
    }
  }
  CHECK(found == expected);
  CHECK(contents_of(made, assignment) == contents_of(made));
}

bool equal(const Assignment& a, const Assignment& b) {
  return a.offsets == b.offsets && a.items == b.items && a.begins == b.begins && a.sizes == b.sizes &&
         a.dropped == b.dropped && a.packs == b.packs;
}

}  // namespace

TEST_CASE("plan order: strategy by strategy, items of equal size as they came") {
  const auto assignment = small_case().assign({.keep_sizes = true});
  REQUIRE(assignment);
  CHECK(assignment->offsets == Sizes{0, 2, 4, 5});
  CHECK(assignment->items == Indices{1, 0, 3, 2, 4});
  CHECK(assignment->sizes == Sizes{5, 3, 4, 3, 3});
  CHECK(assignment->lengths(1, 0)[0] == 4);
  CHECK(assignment->packs == 3);
  CHECK(assignment->begins.empty());
  CHECK(assignment->dropped.empty());
}

TEST_CASE("copies and repeats of a strategy take items in turn") {
  Case made = case_of({2, 2, 1, 2, 2, 1}, {5});
  made.fitted = fit(histogram_of(made.sizes, 1), made.limits).value();
  made.plan = {.offsets = {0, 2}, .bins = {1, 0}, .copies = {2, 1}, .repeats = {2}};
  REQUIRE(check(made.fitted.histogram, made.fitted.limits, made.plan));
  const auto assignment = made.assign({});
  REQUIRE(assignment);
  CHECK(assignment->offsets == Sizes{0, 3, 6});
  CHECK(assignment->items == Indices{0, 1, 2, 3, 4, 5});
  CHECK(assignment->sizes.empty());
}

TEST_CASE("input order: packs by their first item, items ascending") {
  Case made = small_case();
  made.sizes = {4, 3, 3, 5, 3};
  const auto assignment = made.assign({.order = Order::input});
  REQUIRE(assignment);
  const Indices firsts{assignment->items[begin_of(*assignment, 0)], assignment->items[begin_of(*assignment, 1)],
                       assignment->items[begin_of(*assignment, 2)]};
  CHECK(std::is_sorted(firsts.begin(), firsts.end()));
  CHECK(firsts[0] == 0);
}

TEST_CASE("input order puts items together that came close to one another") {
  Case made = case_of({}, {64});
  std::mt19937_64 random(4);
  constexpr std::int32_t items = 60'000;
  for (std::int32_t i = 0; i < items; ++i) {
    made.sizes.push_back(static_cast<std::int64_t>(1 + random() % 40 * (random() % 40) / 40));
  }
  made.solve();
  const auto mean_spread = [&](Order order) {
    const Assignment assignment = made.assign({.order = order}).value();
    std::int64_t sum = 0;
    for (std::size_t p = 0; p + 1 < assignment.offsets.size(); ++p) {
      const auto first = assignment.items.begin() + static_cast<std::ptrdiff_t>(begin_of(assignment, p));
      const auto last = assignment.items.begin() + static_cast<std::ptrdiff_t>(begin_of(assignment, p + 1));
      sum += *std::max_element(first, last) - *std::min_element(first, last);
    }
    return sum / assignment.packs;
  };
  CHECK(mean_spread(Order::input) < items / 50);
  CHECK(mean_spread(Order::plan) > items / 20);
}

TEST_CASE("empty packs fill up to a multiple") {
  const auto assignment = small_case().assign({.packs_multiple = 4});
  REQUIRE(assignment);
  CHECK(assignment->offsets == Sizes{0, 2, 4, 5, 5});
  CHECK(assignment->packs == 3);
  CHECK(small_case().assign({.packs_multiple = 3})->offsets.size() == 4);
}

TEST_CASE("over-long items are dropped, cut or split") {
  Case made = case_of({9, 2, 25, 4}, {10});
  SUBCASE("drop") {
    made.fitting.overlong = Overlong::drop;
    made.solve();
    const auto assignment = made.assign({});
    REQUIRE(assignment);
    CHECK(assignment->dropped == Indices{2});
    CHECK(assignment->items == Indices{0, 3, 1});
  }
  SUBCASE("truncate") {
    made.fitting.overlong = Overlong::truncate;
    made.solve();
    const auto assignment = made.assign({.keep_sizes = true});
    REQUIRE(assignment);
    CHECK(assignment->items == Indices{2, 0, 3, 1});
    CHECK(assignment->sizes == Sizes{10, 9, 4, 2});
    CHECK(assignment->begins.empty());
  }
  SUBCASE("split") {
    made.fitting.overlong = Overlong::split;
    made.solve();
    const auto assignment = made.assign({.keep_sizes = true});
    REQUIRE(assignment);
    CHECK(assignment->items == Indices{2, 2, 0, 2, 3, 1});
    CHECK(assignment->begins == Sizes{0, 10, 0, 20, 0, 0});
    CHECK(assignment->sizes == Sizes{10, 10, 9, 5, 4, 2});
  }
}

TEST_CASE("sizes are kept as they are, not as they were aligned") {
  Case made = case_of({5, 1, 3, 7}, {8, 16}, aligned_to({4, 8}));
  made.solve("none");
  const auto assignment = made.assign({.keep_sizes = true});
  REQUIRE(assignment);
  CHECK(assignment->items == Indices{0, 1});
  CHECK(assignment->sizes == Sizes{5, 3, 1, 7});
  CHECK(assignment->lengths(1, 0)[0] == 3);
  CHECK(assignment->lengths(1, 1)[0] == 7);
}

TEST_CASE("shuffle: reproducible, changes with the seed, draws partners and packs") {
  Case made = case_of({}, {8});
  for (int i = 0; i < 200; ++i) made.sizes.insert(made.sizes.end(), {5, 3, 8});
  made.solve();
  const auto shuffled = [&](std::uint64_t seed) {
    return made.assign({.order = Order::shuffle, .seed = seed, .keep_sizes = true}).value();
  };
  const Assignment once = shuffled(1);
  CHECK(equal(once, shuffled(1)));
  CHECK_FALSE(once.items == shuffled(2).items);
  // Packs of one 8 and of 5 + 3 alternate at random, and a 3 hardly ever meets the same 5.
  int changes = 0;
  for (std::size_t p = 1; p + 1 < once.offsets.size(); ++p) {
    changes += once.lengths(p, 0).size() != once.lengths(p - 1, 0).size() ? 1 : 0;
  }
  CHECK(changes > 120);
  const auto partners = [&](const Assignment& assignment) {
    std::map<std::int32_t, std::int32_t> met;
    for (std::size_t p = 0; p + 1 < assignment.offsets.size(); ++p) {
      const std::size_t begin = begin_of(assignment, p);
      if (assignment.lengths(p, 0).size() == 2) met[assignment.items[begin]] = assignment.items[begin + 1];
    }
    return met;
  };
  const auto met_once = partners(once);
  int same = 0;
  for (const auto& [item, partner] : partners(shuffled(2))) same += met_once.at(item) == partner ? 1 : 0;
  CHECK(met_once.size() == 200);
  CHECK(same < 10);
}

TEST_CASE("shuffle gives the same packs on every platform") {
  Case made = small_case();
  const auto assignment = made.assign({.order = Order::shuffle, .seed = 42});
  REQUIRE(assignment);
  CHECK(assignment->offsets == Sizes{0, 1, 3, 5});  // worked out apart from this code
  CHECK(assignment->items == Indices{0, 1, 4, 3, 2});
}

TEST_CASE("every partner of a shuffle is as likely") {
  const Case made = small_case();
  std::map<std::int32_t, int> partners;  // of the 5
  std::map<std::size_t, int> places;     // of its pack
  constexpr int seeds = 3000;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Assignment assignment = made.assign({.order = Order::shuffle, .seed = seed}).value();
    const auto at = std::find(assignment.items.begin(), assignment.items.end(), 1);
    ++partners[*(at + 1)];
    const auto slot = at - assignment.items.begin();
    ++places[static_cast<std::size_t>(std::upper_bound(assignment.offsets.begin(), assignment.offsets.end(), slot) -
                                      assignment.offsets.begin())];
  }
  REQUIRE(partners.size() == 3);
  REQUIRE(places.size() == 3);
  for (const auto& [item, count] : partners) CHECK(std::abs(count - seeds / 3) < 100);  // four standard deviations
  for (const auto& [pack, count] : places) CHECK(std::abs(count - seeds / 3) < 100);
}

TEST_CASE("random problems under every policy and order") {
  std::mt19937_64 random(2024);
  for (const Overlong overlong : {Overlong::error, Overlong::drop, Overlong::truncate, Overlong::split}) {
    for (int round = 0; round < 150; ++round) {
      Case made = random_case(random, overlong);
      auto fitted = fit(histogram_of(made.sizes, made.k), made.limits, made.fitting);
      if (!fitted) {  // everything dropped
        REQUIRE(fitted.error().code == ErrorCode::empty);
        continue;
      }
      made.solve(random() % 2 == 0 ? "lpfhp" : "next-fit");
      const auto multiple = static_cast<std::int64_t>(1 + random() % 5);
      for (const Order order : {Order::plan, Order::input, Order::shuffle}) {
        CAPTURE(name(overlong));
        CAPTURE(name(order));
        CAPTURE(round);
        const AssignOptions options{.order = order, .seed = random(), .packs_multiple = multiple, .keep_sizes = true};
        const auto assignment = made.assign(options);
        REQUIRE_MESSAGE(assignment, assignment.error().message);
        check_assignment(made, *assignment, multiple);

        // Pieces of any size, and nothing at all, give the same.
        auto pieces = made.assigner(options).value();
        for (std::size_t begin = 0; begin < made.items();) {
          const std::size_t count = std::min(static_cast<std::size_t>(random() % 9), made.items() - begin);
          REQUIRE(pieces.add(std::span(made.sizes).subspan(begin * made.k, count * made.k)));
          begin += count;
        }
        CHECK(equal(std::move(pieces).finish().value(), *assignment));

        // Without sizes to keep, another path is taken.
        AssignOptions plain = options;
        plain.keep_sizes = false;
        const Assignment without = made.assign(plain).value();
        CHECK(without.items == assignment->items);
        CHECK(without.offsets == assignment->offsets);
        CHECK(without.begins == assignment->begins);
        CHECK(without.sizes.empty());
      }
    }
  }
}

TEST_CASE("balance changes the order of packs and nothing else") {
  std::mt19937_64 random(9);
  const auto packs_of = [](const Assignment& assignment) {
    std::vector<Indices> packs;
    for (std::size_t pack = 0; pack + 1 < assignment.offsets.size(); ++pack) {
      const std::int32_t* const items = assignment.items.data();
      packs.emplace_back(items + assignment.offsets[pack], items + assignment.offsets[pack + 1]);
    }
    return packs;
  };
  for (int round = 0; round < 300; ++round) {
    Case made = random_case(random, Overlong::error);
    made.solve("next-fit");
    const auto ranks = static_cast<std::int64_t>(1 + random() % 5);
    AssignOptions options{.order = static_cast<Order>(random() % 3), .seed = random(), .packs_multiple = ranks};
    options.keep_sizes = random() % 2 == 0;
    const auto plain = packs_of(made.assign(options).value());
    options.balance = Balance{.ranks = ranks, .component = static_cast<std::size_t>(random() % made.k)};
    const Assignment balanced = made.assign(options).value();
    if (options.keep_sizes) check_assignment(made, balanced, ranks);

    // The work of a pack, from the items themselves.
    ItemFitter fitter(made.limits, made.fitting);
    std::vector<double> before;
    std::vector<double> after;
    const auto add_work = [&](const Indices& pack, std::vector<double>& to) {
      double work = 0;
      for (const std::int32_t item : pack) {
        const auto size = std::span(made.sizes).subspan(static_cast<std::size_t>(item) * made.k, made.k);
        REQUIRE(fitter(size, [&](std::span<const std::int64_t> piece, std::int64_t) {
          const auto length = static_cast<double>(piece[options.balance->component]);
          work += length * length;
        }));
      }
      to.push_back(work);
    };
    const auto packs = packs_of(balanced);
    const auto filled = static_cast<std::size_t>(balanced.packs);
    for (std::size_t p = 0; p < filled; ++p) {
      add_work(plain[p], before);
      add_work(packs[p], after);
    }
    CHECK(balanced.work->before == imbalance(before, ranks));
    CHECK(balanced.work->after == imbalance(after, ranks));
    const auto order = balanced_order(before, ranks);
    for (std::size_t p = 0; p < filled; ++p) CHECK(packs[p] == plain[order[p]]);
    for (std::size_t p = filled; p < packs.size(); ++p) CHECK(packs[p].empty());
  }
}

TEST_CASE("plan order is the plan written out") {
  std::mt19937_64 random(8);
  for (int round = 0; round < 100; ++round) {
    Case made = random_case(random, Overlong::error);
    made.solve();
    std::map<Sizes, std::vector<std::int32_t>> waiting;  // items by the room they take, the next one last
    ItemFitter fitter(made.limits, made.fitting);
    for (std::size_t i = made.items(); i-- > 0;) {
      REQUIRE(fitter(std::span(made.sizes).subspan(i * made.k, made.k), [&](std::span<const std::int64_t> room, auto) {
        waiting[{room.begin(), room.end()}].push_back(static_cast<std::int32_t>(i));
      }));
    }
    Indices expected;
    for (std::size_t s = 0; s < made.plan.strategies(); ++s) {
      for (std::int64_t repeat = 0; repeat < made.plan.repeats[s]; ++repeat) {
        for (auto run = static_cast<std::size_t>(made.plan.offsets[s]);
             run < static_cast<std::size_t>(made.plan.offsets[s + 1]); ++run) {
          const auto size = made.fitted.histogram.size(made.plan.bins[run]);
          auto& items = waiting[{size.begin(), size.end()}];
          for (std::int64_t copy = 0; copy < made.plan.copies[run]; ++copy) {
            expected.push_back(items.back());
            items.pop_back();
          }
        }
      }
    }
    CHECK(made.assign({}).value().items == expected);
  }
}

TEST_CASE("input order holds for packs and within them") {
  std::mt19937_64 random(9);
  for (int round = 0; round < 200; ++round) {
    Case made = random_case(random, round % 2 == 0 ? Overlong::truncate : Overlong::split);
    made.solve();
    const Assignment assignment = made.assign({.order = Order::input}).value();
    const auto piece = [&](std::size_t at) {
      return std::pair(assignment.items[at], assignment.begins.empty() ? 0 : assignment.begins[at]);
    };
    for (std::size_t p = 0; p < static_cast<std::size_t>(assignment.packs); ++p) {
      for (std::size_t at = begin_of(assignment, p) + 1; at < begin_of(assignment, p + 1); ++at) {
        CHECK(piece(at - 1) < piece(at));
      }
      if (p > 0) CHECK(piece(begin_of(assignment, p - 1)) < piece(begin_of(assignment, p)));
    }
  }
}

TEST_CASE("sizes that are not those of the plan are named") {
  const auto message = [](const Sizes& sizes, Fitting fitting = {}) {
    Case made = small_case();
    made.sizes = sizes;
    made.fitting = std::move(fitting);
    const auto assignment = made.assign({});
    REQUIRE_FALSE(assignment);
    return std::string(name(assignment.error().code)) + ": " + assignment.error().message;
  };
  CHECK(message({3, 5, 6}) == "plan_mismatch: item 2 of size 6: the plan has no such size");
  CHECK(message({3, 5, 3, 4, 5}) ==
        "plan_mismatch: item 4 of size 5: the plan has only 1 of this size, and all are placed");
  CHECK(message({3, 5, 4}) == "plan_mismatch: items of size 3: 3 in the plan, but only 1 in the input");
  CHECK(message({}) ==
        "plan_mismatch: items of size 3: 3 in the plan, but only 0 in the input; 2 other sizes are short too");
  CHECK(message({3, 4, 3, 3}) == "plan_mismatch: items of size 5: 1 in the plan, but only 0 in the input");
  CHECK(message({3, -5}) == "negative: item 1 of size -5 is negative");
  CHECK(message({3, 9}) == "item_over_limit: item 1 of size 9 is over the limit 8");
  CHECK(message({std::int64_t{1} << 53}) == "too_large: item 0 of size 9007199254740992 is beyond 2^53");
  CHECK(message({std::numeric_limits<std::int64_t>::min()}).substr(0, 9) == "negative:");
  CHECK(message({std::numeric_limits<std::int64_t>::max()}, with_policy(Overlong::split)).substr(0, 10) ==
        "too_large:");
  CHECK(message({max_exact}, with_policy(Overlong::split)) ==
        "plan_mismatch: item 0 of size 9007199254740991 is cut into more than the 5 pieces the plan has left");
  CHECK(message({2}, aligned_to({2})) == "plan_mismatch: item 0 of size 2: the plan has no such size");
  CHECK(message({5}, aligned_to({2})) == "plan_mismatch: item 0 of size 5, packed as 6: the plan has no such size");
}

TEST_CASE("sizes of several components are named as a whole") {
  Case made = case_of({1, 2, 3, 4}, {9, 9});
  made.solve();
  made.sizes = {1, 2, 2, 1};
  CHECK(made.assign({}).error().message == "item 1 of size (2, 1): the plan has no such size");
  made.sizes = {3, 4};
  CHECK(made.assign({}).error().message == "items of size (1, 2): 1 in the plan, but only 0 in the input");
}

TEST_CASE("what cannot be assigned is refused before the first item") {
  const Case made = small_case();
  const auto code = [&](const AssignOptions& options) { return made.assigner(options).error().code; };
  CHECK(code({.packs_multiple = 0}) == ErrorCode::limit_not_positive);
  CHECK(code({.packs_multiple = std::numeric_limits<std::int64_t>::min()}) == ErrorCode::limit_not_positive);
  CHECK(code({.packs_multiple = max_packs_multiple + 1}) == ErrorCode::too_large);
  CHECK(code({.balance = Balance{.ranks = 0}}) == ErrorCode::limit_not_positive);
  CHECK(code({.balance = Balance{.ranks = 2, .component = 1}}) == ErrorCode::unknown_name);
  CHECK(small_case().assign({.packs_multiple = max_packs_multiple})->offsets.size() == max_packs_multiple + 1);

  Case huge;
  huge.limits = {.sizes = {1}};
  huge.fitted.histogram = {.components = {"length"}, .sizes = {1}, .counts = {std::int64_t{1} << 31}};
  huge.plan = {.offsets = {0, 1}, .bins = {0}, .copies = {1}, .repeats = {std::int64_t{1} << 31}};
  CHECK(huge.assigner({}).error().code == ErrorCode::too_large);

  Case wrong = small_case();
  wrong.limits.sizes = {8, 8};
  CHECK(wrong.assigner({}).error().code == ErrorCode::component_mismatch);
  wrong = small_case();
  wrong.fitting.align_item = {0};
  CHECK(wrong.assigner({}).error().code == ErrorCode::limit_not_positive);
  wrong = small_case();
  wrong.fitting.align_item = {3, 3};
  CHECK(wrong.assigner({}).error().code == ErrorCode::component_mismatch);
}

TEST_CASE("nothing to assign gives no packs") {
  Case made = case_of({}, {8});
  made.fitted.histogram.components = {"length"};
  for (const Order order : {Order::plan, Order::input, Order::shuffle}) {
    const auto assignment = made.assign({.order = order, .packs_multiple = 4});
    REQUIRE(assignment);
    CHECK(assignment->offsets == Sizes{0});
    CHECK(assignment->items.empty());
  }
}

TEST_CASE("orders are known by name") {
  for (const Order order : {Order::plan, Order::input, Order::shuffle}) CHECK(order_by_name(name(order)) == order);
  CHECK(order_by_name("random").error().code == ErrorCode::unknown_name);
}

TEST_CASE("a real data set: every molecule once") {
  const Histogram histogram = tests::load("molhiv_train.csv");
  Case made = case_of({}, {222, 502});
  made.limits.depth = 256;
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    for (std::int64_t i = 0; i < histogram.counts[bin]; ++i) {
      made.sizes.insert(made.sizes.end(), histogram.size(bin).begin(), histogram.size(bin).end());
    }
  }
  made.solve();
  for (const Order order : {Order::plan, Order::input, Order::shuffle}) {
    const auto assignment = made.assign({.order = order, .seed = 1, .packs_multiple = 8, .keep_sizes = true});
    REQUIRE(assignment);
    check_assignment(made, *assignment, 8);
  }
}
