#include "packing/assign_case.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace tuplepack::tests::assign_order_test {

using namespace packing;

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

TEST_CASE("plan order is the plan written out") {
  std::mt19937_64 random(8);
  for (int round = 0; round < 100; ++round) {
    AssignCase made = random_case(random, Overlong::error);
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

TEST_CASE("input order: packs by their first item, items ascending") {
  AssignCase made = small_case();
  made.sizes = {4, 3, 3, 5, 3};
  const auto assignment = made.assign({.order = Order::input});
  REQUIRE(assignment);
  const Indices firsts{assignment->items[begin_of(*assignment, 0)], assignment->items[begin_of(*assignment, 1)],
                       assignment->items[begin_of(*assignment, 2)]};
  CHECK(std::is_sorted(firsts.begin(), firsts.end()));
  CHECK(firsts[0] == 0);
}

TEST_CASE("input order puts items together that came close to one another") {
  AssignCase made = case_of({}, {64});
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

TEST_CASE("input order holds for packs and within them") {
  std::mt19937_64 random(9);
  for (int round = 0; round < 200; ++round) {
    AssignCase made = random_case(random, round % 2 == 0 ? Overlong::truncate : Overlong::split);
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

TEST_CASE("shuffle: reproducible, changes with the seed, draws partners and packs") {
  AssignCase made = case_of({}, {8});
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
  AssignCase made = small_case();
  const auto assignment = made.assign({.order = Order::shuffle, .seed = 42});
  REQUIRE(assignment);
  CHECK(assignment->offsets == Sizes{0, 1, 3, 5});  // worked out apart from this code
  CHECK(assignment->items == Indices{0, 1, 4, 3, 2});
}

TEST_CASE("every partner of a shuffle is as likely") {
  const AssignCase made = small_case();
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
    AssignCase made = random_case(random, Overlong::error);
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
    std::vector<std::uint32_t> kinds(before.size());
    std::iota(kinds.begin(), kinds.end(), std::uint32_t{0});
    const auto order = balanced_order(before, kinds, ranks);
    for (std::size_t p = 0; p < filled; ++p) CHECK(packs[p] == plain[order[p]]);
    for (std::size_t p = filled; p < packs.size(); ++p) CHECK(packs[p].empty());
  }
}

TEST_CASE("orders are known by name") {
  for (const Order order : {Order::plan, Order::input, Order::shuffle}) CHECK(order_by_name(name(order)) == order);
  CHECK(order_by_name("random").error().code == ErrorCode::unknown_name);
}

}  // namespace tuplepack::tests::assign_order_test
