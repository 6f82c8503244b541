#include "tuplepack/packing/pack_slice.hpp"

#include "packing/assign_case.hpp"

#include <doctest/doctest.h>

#include <string>

namespace tuplepack::tests::pack_slice_test {

using namespace packing;

/// The packs [begin, end), of items that are collected in shards which end where `cuts` say.
static PackSlice slice_by_shards(const AssignCase& made, const std::vector<std::size_t>& cuts,
                                 const AssignOptions& options, std::int64_t begin, std::int64_t end) {
  const PackOrder order(made.fitted.histogram, made.plan, options);
  const bool split = made.fitting.overlong == Overlong::split;
  PackSliceBuilder builder(made.plan, order.strategies(begin, end), made.k, split);
  Sizes before(made.fitted.histogram.bins());
  std::size_t first = 0;
  for (const std::size_t cut : cuts) {
    auto assigner = ShardAssigner::create(made.fitted.histogram, made.plan, made.limits, made.fitting, {},
                                          {.order = options.order, .seed = options.seed});
    REQUIRE(assigner);
    ShardPieces pieces{.keep_sizes = true};
    REQUIRE(assigner->collect(std::span(made.sizes).subspan(first * made.k, (cut - first) * made.k), pieces));
    REQUIRE(assigner->skip(before));
    for (std::size_t piece = 0; piece < pieces.bins.size(); ++piece) {
      ++before[pieces.bins[piece]];
      const auto place = assigner->next(pieces.bins[piece]);
      REQUIRE(place);
      const std::int64_t pack = order(place->pack);
      if (pack < begin || pack >= end) continue;
      builder.put(pack - begin, place->position, static_cast<std::int64_t>(first) + pieces.number(piece),
                  split ? pieces.begins[piece] : 0, std::span(pieces.sizes).subspan(piece * made.k, made.k));
    }
    first = cut;
  }
  CHECK(check_found(made.fitted.histogram, before));
  return std::move(builder).finish();
}

static bool same(const PackSlice& a, const PackSlice& b) {
  return a.offsets == b.offsets && a.items == b.items && a.begins == b.begins && a.sizes == b.sizes;
}

TEST_CASE("slices whose pieces come from shards are those of the whole assignment") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (std::size_t round = 0; round < 40; ++round) {
    const auto solved = solved_case(random, round);
    if (!solved) continue;
    const AssignCase& made = *solved;
    AssignOptions options{.order = round % 3 == 0 ? Order::permute : Order::plan, .seed = random(), .keep_sizes = true};
    if (round % 5 == 0) options.balance = Balance{.ranks = 3};
    const auto whole = made.assign(options);
    REQUIRE(whole);
    CHECK(PackOrder(made.fitted.histogram, made.plan, options).work().has_value() == options.balance.has_value());
    const auto packs = static_cast<std::size_t>(whole->packs);
    const auto cut = static_cast<std::size_t>(random() % (packs + 1));
    const std::vector<std::size_t> cuts{made.items() / 3, made.items() / 2, made.items()};
    for (const auto& [begin, end] : {std::pair{std::size_t{0}, cut}, std::pair{cut, packs}}) {
      const PackSlice slice =
          slice_by_shards(made, cuts, options, static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end));
      CHECK(same(slice, slice_of(*whole, begin, end)));
      CHECK(same(slice_of(slice, 0, slice.packs() / 2), slice_of(*whole, begin, begin + slice.packs() / 2)));
    }
  }
}

TEST_CASE("a slice of a plan for 2 * 10^10 items takes the memory of its packs, and items beyond 2^31") {
  constexpr std::int64_t many = 10'000'000'000;
  const AssignCase made = case_of_many(many);
  auto assigner = ShardAssigner::create(made.fitted.histogram, made.plan, made.limits, made.fitting, {}).value();
  REQUIRE(assigner.skip(Sizes{many - 2, many - 2}));
  const PackOrder order(made.fitted.histogram, made.plan, {});
  PackSliceBuilder builder(made.plan, order.strategies(many - 2, many), 0, false);
  ShardPieces pieces;
  REQUIRE(assigner.collect(Sizes{5, 3, 3, 5}, pieces));
  for (std::size_t piece = 0; piece < 4; ++piece) {
    const auto place = assigner.next(pieces.bins[piece]);
    REQUIRE(place);
    builder.put(order(place->pack) - (many - 2), place->position, 2 * many - 4 + pieces.number(piece), 0, {});
  }
  CHECK(std::move(builder).finish().items == Sizes{2 * many - 4, 2 * many - 3, 2 * many - 1, 2 * many - 2});
  CHECK(!assigner.next(0));
  CHECK(!assigner.skip(Sizes{1, 0}));
  CHECK(no_place_left(made.fitted.histogram, 0, 7).message ==
        "item 7 of size 3: the plan has only 10000000000 of this size, and all are placed");
}

TEST_CASE("items without a place are refused by the number in their file") {
  const AssignCase made = small_case();  // 3 three times, 4, 5
  auto assigner = ShardAssigner::create(made.fitted.histogram, made.plan, made.limits, made.fitting, {}).value();
  ShardPieces pieces;
  REQUIRE(assigner.collect(Sizes{3, 3, 3, 3}, pieces));
  pieces.first = pieces.items;
  CHECK(assigner.collect(Sizes{4, 6}, pieces).error().message == "item 1 of size 6: the plan has no such size");
  CHECK(check_found(made.fitted.histogram, Sizes{2, 1, 0}).error().message ==
        "items of size 3: 3 in the plan, but only 2 in the input; 1 other size is also missing items");
}

}  // namespace tuplepack::tests::pack_slice_test
