#include "tuplepack/temporal/time_unit.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::time_unit_test {

using namespace temporal;

namespace {

using Whole = std::vector<std::int64_t>;

Whole converted(Whole times, TimeUnit from, TimeUnit to) {
  Times in{std::move(times)};
  const auto done = convert(in, from, to);
  REQUIRE(done.has_value());
  return std::get<Whole>(in);
}

std::string refusal(Times times, TimeUnit from, TimeUnit to) {
  const auto done = convert(times, from, to);
  return done ? "converted" : std::string(name(done.error().code)) + ": " + done.error().message;
}

}  // namespace

TEST_CASE("units have numpy's abbreviations") {
  CHECK(time_unit_of("D") == TimeUnit::days);
  CHECK(time_unit_of("m") == TimeUnit::minutes);
  CHECK(time_unit_of("ns") == TimeUnit::nanoseconds);
  for (const std::string_view other : {"", "10s", "ps", "N"}) CHECK(time_unit_of(other) == TimeUnit::unknown);
  CHECK(describe_times(TimeUnit::milliseconds) == "milliseconds since 1970");
  CHECK(describe_times(TimeUnit::plain) == "plain numbers");
}

TEST_CASE("plain numbers may count anything; other units must be equal") {
  CHECK(comparable(TimeUnit::plain, TimeUnit::days));
  CHECK(comparable(TimeUnit::unknown, TimeUnit::plain));
  CHECK(comparable(TimeUnit::seconds, TimeUnit::seconds));
  CHECK(!comparable(TimeUnit::seconds, TimeUnit::days));
  CHECK(comparable(TimeUnit::unknown, TimeUnit::unknown));
  CHECK(comparable(TimeUnit::months, TimeUnit::months));
  CHECK(!comparable(TimeUnit::months, TimeUnit::years));
}

TEST_CASE("times are converted to a finer unit, exactly") {
  CHECK(converted({-1, 0, 2}, TimeUnit::days, TimeUnit::seconds) == Whole{-86'400, 0, 172'800});
  CHECK(converted({2}, TimeUnit::weeks, TimeUnit::days) == Whole{14});
  CHECK(converted({3}, TimeUnit::hours, TimeUnit::minutes) == Whole{180});
  CHECK(converted({1'600'000'000}, TimeUnit::seconds, TimeUnit::nanoseconds) == Whole{1'600'000'000'000'000'000});
  CHECK(converted({7}, TimeUnit::microseconds, TimeUnit::microseconds) == Whole{7});
  const std::string coarser = "cannot be converted to days since 1970";
  CHECK(refusal(Whole{86'400}, TimeUnit::seconds, TimeUnit::days) ==
        "unsupported: times that are seconds since 1970 " + coarser);
  CHECK(refusal(Whole{1}, TimeUnit::unknown, TimeUnit::days) ==
        "unsupported: times that are dates in an unknown unit " + coarser);
  CHECK(refusal(Whole{1}, TimeUnit::months, TimeUnit::days) ==
        "unsupported: times that are months since 1970 " + coarser);
  CHECK(refusal(Whole{1}, TimeUnit::years, TimeUnit::months).starts_with("unsupported"));
  CHECK(refusal(std::vector<double>{1}, TimeUnit::days, TimeUnit::seconds).starts_with("unsupported"));
  CHECK(refusal(Whole{0, 60'000}, TimeUnit::days, TimeUnit::nanoseconds) ==
        "too_large: time 60000 (days since 1970) exceeds 2^62 nanoseconds since 1970");
}

}  // namespace tuplepack::tests::time_unit_test
