#include "packing/assign_case.hpp"

#include "tuplepack/training/segments.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

namespace tuplepack::tests {

packing::Histogram histogram_of(const Sizes& sizes, std::size_t k) {
  const std::vector<std::int64_t> ones(sizes.size() / k, 1);
  std::vector<std::string> names;
  for (std::size_t c = 0; c < k; ++c) names.push_back("c" + std::to_string(c));
  return packing::make_histogram(names, sizes, ones).value();
}

packing::Fitting aligned_to(std::vector<std::int64_t> align_item) {
  packing::Fitting fitting;
  fitting.align_item = std::move(align_item);
  return fitting;
}

AssignCase case_of(Sizes sizes, std::vector<std::int64_t> limits, packing::Fitting fitting) {
  AssignCase made;
  made.sizes = std::move(sizes);
  made.k = limits.size();
  made.limits.sizes = std::move(limits);
  made.fitting = std::move(fitting);
  return made;
}

AssignCase small_case() {
  AssignCase made = case_of({3, 5, 3, 4, 3}, {8});
  made.fitted = fit(histogram_of(made.sizes, 1), made.limits).value();
  made.plan = {.offsets = {0, 2, 4, 5}, .bins = {2, 0, 1, 0, 0}, .copies = {1, 1, 1, 1, 1}, .repeats = {1, 1, 1}};
  REQUIRE(check(made.fitted.histogram, made.fitted.limits, made.plan));
  return made;
}

AssignCase random_case(std::mt19937_64& random, packing::Overlong overlong) {
  AssignCase made;
  made.k = overlong == packing::Overlong::split ? 1 : static_cast<std::size_t>(1 + random() % 3);
  const auto items = static_cast<std::size_t>(1 + random() % 60);
  const std::uint64_t largest = 1 + random() % 30;
  for (std::size_t i = 0; i < items * made.k; ++i) made.sizes.push_back(static_cast<std::int64_t>(random() % largest));
  for (std::size_t c = 0; c < made.k; ++c) {
    const bool cuts = overlong != packing::Overlong::error;
    const std::uint64_t fits_all = largest + 8;
    made.limits.sizes.push_back(static_cast<std::int64_t>((cuts ? 12 : fits_all) + random() % 40));
  }
  if (random() % 2 == 0) made.limits.depth = static_cast<std::int64_t>(2 + random() % 6);
  made.fitting.overlong = overlong;
  if (random() % 2 == 0) {
    for (std::size_t c = 0; c < made.k; ++c) {
      made.fitting.align_item.push_back(static_cast<std::int64_t>(1 + random() % 4));
      made.fitting.reserve.push_back(static_cast<std::int64_t>(random() % 3));
      made.fitting.per_item.push_back(static_cast<std::int64_t>(random() % 2));
    }
    made.fitting.reserve_items = 1;
  }
  return made;
}

std::optional<AssignCase> solved_case(std::mt19937_64& random, std::size_t round) {
  using packing::Overlong;
  const std::array policies{Overlong::error, Overlong::drop, Overlong::truncate, Overlong::split};
  AssignCase made = random_case(random, policies[round % policies.size()]);
  if (!fit(histogram_of(made.sizes, made.k), made.limits, made.fitting)) return std::nullopt;
  made.solve();
  return made;
}

AssignCase case_of_many(std::int64_t pairs) {
  AssignCase made = case_of({3, 5}, {8});
  made.solve();
  made.fitted.histogram.counts = {pairs, pairs};
  made.plan = {.offsets = {0, 2}, .bins = {1, 0}, .copies = {1, 1}, .repeats = {pairs}};
  return made;
}

std::size_t begin_of(const packing::Assignment& assignment, std::size_t pack) {
  return static_cast<std::size_t>(assignment.offsets[pack]);
}

/// Every piece the items are cut into, as (item, begin, length of each component), by the rules alone.
using Piece = std::tuple<std::int32_t, std::int64_t, Sizes>;
static std::multiset<Piece> pieces_by_the_rules(const AssignCase& made, Indices& dropped) {
  const packing::ItemFitter rules(made.limits, made.fitting);
  std::multiset<Piece> pieces;
  for (std::size_t i = 0; i < made.items(); ++i) {
    const auto item = static_cast<std::int32_t>(i);
    Sizes size(made.sizes.begin() + static_cast<std::ptrdiff_t>(i * made.k),
               made.sizes.begin() + static_cast<std::ptrdiff_t>((i + 1) * made.k));
    bool over = false;
    for (std::size_t c = 0; c < made.k; ++c) over = over || size[c] > rules.room()[c];
    if (over && made.fitting.overlong == packing::Overlong::drop) {
      dropped.push_back(item);
    } else if (over && made.fitting.overlong == packing::Overlong::split) {
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

static std::multiset<Content> contents_of(const AssignCase& made, const packing::Assignment& assignment) {
  std::multiset<Content> contents;
  for (std::size_t p = 0; p < static_cast<std::size_t>(assignment.packs); ++p) {
    Content content;
    for (std::size_t j = 0; j < assignment.lengths(p, 0).size(); ++j) {
      Sizes size;
      for (std::size_t c = 0; c < made.k; ++c) {
        const std::int64_t align = made.fitting.align_item.empty() ? 1 : made.fitting.align_item[c];
        size.push_back((assignment.lengths(p, c)[j] + taken_per_item(made.fitting, c) + align - 1) / align * align);
      }
      content.insert(size);
    }
    contents.insert(content);
  }
  return contents;
}

static std::multiset<Content> contents_of(const AssignCase& made) {
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

void check_assignment(const AssignCase& made, const packing::Assignment& assignment, std::int64_t multiple) {
  const std::size_t pieces = assignment.items.size();
  REQUIRE(assignment.packs == pack_count(made.plan));
  REQUIRE(assignment.offsets.front() == 0);
  REQUIRE(assignment.offsets.back() == static_cast<std::int64_t>(pieces));
  const std::size_t packs = assignment.offsets.size() - 1;
  CHECK(packs % static_cast<std::size_t>(multiple) == 0);
  CHECK(packs - static_cast<std::size_t>(assignment.packs) < static_cast<std::size_t>(multiple));
  REQUIRE(assignment.sizes.size() == made.k * pieces);
  REQUIRE(assignment.begins.size() == (made.fitting.overlong == packing::Overlong::split ? pieces : 0));

  Indices dropped;
  const std::multiset<Piece> expected = pieces_by_the_rules(made, dropped);
  CHECK(assignment.dropped == dropped);
  std::multiset<Piece> found;
  for (std::size_t p = 0; p < packs; ++p) {
    const auto items = begin_of(assignment, p + 1) - begin_of(assignment, p);
    CHECK((items == 0) == (p >= static_cast<std::size_t>(assignment.packs)));
    if (made.limits.depth != packing::unlimited_depth) {
      CHECK(static_cast<std::int64_t>(items) <= made.limits.depth - made.fitting.reserve_items);
    }
    for (std::size_t c = 0; c < made.k; ++c) {
      const std::int64_t align = made.fitting.align_item.empty() ? 1 : made.fitting.align_item[c];
      const std::int64_t reserve = made.fitting.reserve.empty() ? 0 : made.fitting.reserve[c];
      std::vector<std::int32_t> cu_seqlens(items + 1);
      training::fill_cu_seqlens(assignment.lengths(p, c), align, cu_seqlens);
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

bool equal(const packing::Assignment& a, const packing::Assignment& b) {
  return a.offsets == b.offsets && a.items == b.items && a.begins == b.begins && a.sizes == b.sizes &&
         a.dropped == b.dropped && a.packs == b.packs;
}

}  // namespace tuplepack::tests
