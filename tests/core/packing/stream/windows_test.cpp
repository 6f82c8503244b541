// A stream against its windows: so many items at a time, each window packed by itself by the default method.
#include "base/random.hpp"
#include "files.hpp"
#include "streams.hpp"
#include "tuplepack/packing/pack.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <span>
#include <utility>

namespace tuplepack::tests::windows_test {

using namespace packing;

using Sizes = std::vector<std::int64_t>;

namespace {

std::int64_t packs_of_windows(const Stream& stream, std::size_t window) {
  std::int64_t packs = 0;
  for (std::size_t at = 0; at < stream.items(); at += window) {
    const auto part = stream.part(at, std::min(stream.items(), at + window));
    const Sizes ones(part.size() / stream.k(), 1);
    packs += pack_count(pack(make_histogram(stream.components, part, ones).value(), stream.limits)->plan);
  }
  return packs;
}

std::int64_t packs_of(Stream stream, std::size_t held, Effort effort = Effort::quick) {
  stream.options = options_of(StreamPolicy::look_ahead, static_cast<std::int64_t>(held));
  stream.options.effort = effort;
  const ClosedPacks closed = stream.pack_all();
  check_packing(stream, closed);
  return static_cast<std::int64_t>(closed.packs());
}

/// Items of a file, drawn without replacement.
Stream drawn(const char* file, Limits limits, std::size_t most, std::uint64_t seed) {
  const Histogram histogram = tests::load(file);
  Stream stream;
  stream.components = histogram.components;
  stream.limits = std::move(limits);
  std::vector<std::uint32_t> bins;
  for (std::uint32_t bin = 0; bin < histogram.bins(); ++bin) {
    bins.insert(bins.end(), static_cast<std::size_t>(histogram.counts[bin]), bin);
  }
  tuplepack::Random random(seed);
  for (; most > 0 && !bins.empty(); --most) {
    std::swap(bins[random.below(static_cast<std::uint32_t>(bins.size()))], bins.back());
    const auto size = histogram.size(bins.back());
    bins.pop_back();
    stream.sizes.insert(stream.sizes.end(), size.begin(), size.end());
  }
  return stream;
}

/// Of one to three components, uniform between two sizes each, with a depth or without.
Stream uniform(Random& random, std::size_t items) {
  Stream stream;
  const auto k = static_cast<std::size_t>(random.between(1, 3));
  stream.components.clear();
  Sizes least;
  Sizes most;
  for (std::size_t c = 0; c < k; ++c) {
    stream.components.push_back("c" + std::to_string(c));
    stream.limits.sizes.push_back(random.between(50, 1'000));
    most.push_back(random.between(stream.limits.sizes[c] / 10, stream.limits.sizes[c]));
    least.push_back(random.between(0, most[c]));
  }
  if (random.one_in(2)) stream.limits.depth = random.between(2, 8);
  for (std::size_t i = 0; i < items * k; ++i) stream.sizes.push_back(random.between(least[i % k], most[i % k]));
  return stream;
}

}  // namespace

TEST_CASE("stream: shipped data in a buffer of 1,024 takes no more packs than windows of 1,024") {
  struct Case {
    const char* file;
    Limits limits;
  };
  const std::vector<Case> cases{{"squad_384.csv", {.sizes = {384}}},
                                {"wikipedia_512.csv", {.sizes = {512}}},
                                {"wikipedia_512.csv", {.sizes = {512}, .depth = 4}},
                                {"glue_sst2_128.csv", {.sizes = {66}, .depth = 8}},
                                {"glue_cola_128.csv", {.sizes = {47}}},
                                {"llm_azure2023_conv_total_tokens.csv", {.sizes = {14'089}}},
                                {"molhiv_train.csv", {.sizes = {222, 502}}},
                                {"molhiv_train.csv", {.sizes = {222, 502}, .depth = 8}},
                                {"tu_collab.csv", {.sizes = {492, 80'239}}}};
  const std::size_t tried = repeats(4) == 4 ? cases.size() : 1;  // with sanitizers the first
  for (const Case& each : std::span(cases).first(tried)) {
    constexpr std::uint64_t seed = 3;
    CAPTURE(seed);
    CAPTURE(each.file);
    CAPTURE(each.limits.depth);
    const Stream stream = drawn(each.file, each.limits, std::size_t{5} * 1'024, seed);
    const std::int64_t packs = packs_of(stream, 1'024);
    CHECK(packs <= packs_of_windows(stream, 1'024));
    CHECK(packs <= packs_of(stream, 64));
    CHECK(packs_of(stream, 4'096) <= packs + 1);
  }
}

TEST_CASE("stream: with usual effort, uniform sizes take no more packs than windows of the buffer's length") {
  constexpr std::uint64_t seed = 8;
  CAPTURE(seed);
  Random random(seed);
  for (int round = 0; round < repeats(8); ++round) {
    CAPTURE(round);
    constexpr std::size_t held = 128;
    const Stream stream = uniform(random, 12 * held);
    CHECK(packs_of(stream, held, Effort::usual) <= packs_of_windows(stream, held));
  }
}

TEST_CASE("stream: a stream that fits the buffer takes no more packs than a plan of all its items") {
  constexpr std::uint64_t seed = 9;
  CAPTURE(seed);
  Random random(seed);
  for (int round = 0; round < repeats(100); ++round) {
    CAPTURE(round);
    const Stream stream = uniform(random, static_cast<std::size_t>(random.between(1, 60)));
    CHECK(packs_of(stream, 60) <= packs_of_windows(stream, 60));
  }
}

TEST_CASE("auto of little work ends after it, with a plan") {
  constexpr std::uint64_t seed = 10;
  CAPTURE(seed);
  Random random(seed);
  for (int round = 0; round < repeats(20); ++round) {
    CAPTURE(round);
    const Stream stream = uniform(random, 1'000);
    const Histogram histogram = make_histogram(stream.components, stream.sizes, Sizes(1'000, 1)).value();
    std::int64_t done = 0;
    PackOptions options{.method = "auto"};
    options.work = random.between(1, 20'000'000);
    options.keep_going = [&](const PackProgress& progress) {
      done += progress.work;
      return true;
    };
    const Plan plan = pack(histogram, stream.limits, options)->plan;
    CHECK(check(histogram, stream.limits, plan));
    CHECK(pack_count(plan) <= pack_count(pack(histogram, stream.limits, {.method = "lpfhp"})->plan));
    CHECK(done <= options.work + 4'000'000);
  }
}

}  // namespace tuplepack::tests::windows_test
