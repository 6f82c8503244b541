// What ranks do together, on as many as mpirun starts. Prints the first thing that is wrong, and ends with status 1.

#include "ranks/ranks.hpp"
#include "ranks/mailbox.hpp"

#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace tuplepack;

void require(bool holds, const char* what, int line) {
  if (holds) return;
  std::fprintf(stderr, "ranks_test.cpp:%d: rank %d of %d: %s\n", line, ranks::rank(), ranks::count(), what);
  std::_Exit(1);
}
#define REQUIRE(condition) require(static_cast<bool>(condition), #condition, __LINE__)

void test_collectives() {
  const std::int64_t n = ranks::count(), own = ranks::rank();
  std::vector<std::int64_t> sums{own, 1}, most{own, -own};
  ranks::sum(sums);
  ranks::maximum(most);
  REQUIRE((sums == std::vector<std::int64_t>{n * (n - 1) / 2, n}));
  REQUIRE((most == std::vector<std::int64_t>{n - 1, 0}));
  std::vector<std::int64_t> before{own, 1};
  ranks::sum_before(before);
  REQUIRE((before == std::vector<std::int64_t>{own * (own - 1) / 2, own}));
  std::vector<std::uint64_t> bits{std::uint64_t{1} << static_cast<unsigned>(own)};
  ranks::unite(bits);
  REQUIRE(bits[0] == (std::uint64_t{1} << static_cast<unsigned>(n)) - 1);
  const auto texts = ranks::gather(std::string(static_cast<std::size_t>(own), 'x'));
  for (std::size_t i = 0; i < texts.size(); ++i) REQUIRE(texts[i] == std::string(i, 'x'));
  std::vector<std::uint16_t> all(static_cast<std::size_t>(2 * n)), ends_seen;
  std::vector<std::int64_t> ends;
  for (std::int64_t i = 0; i < n; ++i) ends.push_back(2 * i + (i + 1 == n ? 2 : 1));  // slices of 1, 2, …, 2 and 3
  const std::int64_t begin = own == 0 ? 0 : ends[static_cast<std::size_t>(own) - 1];
  for (auto i = begin; i < ends[static_cast<std::size_t>(own)]; ++i) {
    all[static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(i + 7);
  }
  ranks::gather_slices(std::span(all), ends);
  for (std::size_t i = 0; i < all.size(); ++i) REQUIRE(all[i] == i + 7);
  std::vector<int> told(3, static_cast<int>(own) + 5);
  ranks::broadcast(std::span(told), static_cast<int>(n) - 1);
  REQUIRE(told == std::vector<int>(3, static_cast<int>(n) + 4));
}

void test_common_memory() {
  auto array = ranks::SharedArray<std::uint32_t>::create(1000);
  REQUIRE(array);
  for (const std::uint32_t value : array->all()) REQUIRE(value == 0);
  array->fence();
  const auto n = static_cast<std::size_t>(ranks::count());
  for (std::size_t i = static_cast<std::size_t>(ranks::rank()); i < 1000; i += n) {
    array->all()[i] = static_cast<std::uint32_t>(3 * i);
  }
  array->fence();
  if (ranks::machines() == 1) {
    for (std::size_t i = 0; i < 1000; ++i) REQUIRE(array->all()[i] == 3 * i);
  }
  array->release();
}

void test_counter() {
  ranks::Counter counter;
  std::vector<std::int64_t> taken(100);
  const std::int64_t own = counter.next();
  REQUIRE(own == ranks::rank());
  ++taken[static_cast<std::size_t>(own)];
  for (auto next = counter.next(); next < 100; next = counter.next()) ++taken[static_cast<std::size_t>(next)];
  ranks::sum(taken);
  REQUIRE(taken == std::vector<std::int64_t>(100, 1));
}

/// Random messages in many small rounds: all arrive, those of a pair in their order.
void test_mailbox(unsigned seed) {
  struct Head {
    std::int64_t number = 0;
  };
  const auto n = static_cast<std::size_t>(ranks::count());
  std::vector<std::int64_t> sent(n), received(n);
  ranks::Mailbox mailbox(30'000, [&](int from, std::span<const std::byte> message) -> Result<void> {
    const auto head = ranks::take_head<Head>(message);
    REQUIRE(head.number == received[static_cast<std::size_t>(from)]++);
    for (const std::byte byte : message) REQUIRE(byte == static_cast<std::byte>(message.size()));
    return {};
  });
  std::mt19937 random(seed + static_cast<unsigned>(ranks::rank()));
  Result<void> outcome;
  const auto messages = random() % 2000;
  for (std::uint32_t i = 0; i < messages && outcome; ++i) {
    const std::size_t to = random() % n;
    const std::vector<std::byte> body(random() % 200, std::byte{});
    std::vector<std::byte> filled(body.size(), static_cast<std::byte>(body.size()));
    outcome = mailbox.send(static_cast<int>(to), ranks::head_of(Head{sent[to]++}), filled);
  }
  REQUIRE(mailbox.finish(std::move(outcome)));
  std::vector<std::int64_t> table(n * n);
  for (std::size_t to = 0; to < n; ++to) table[static_cast<std::size_t>(ranks::rank()) * n + to] = sent[to];
  ranks::sum(table);
  for (std::size_t from = 0; from < n; ++from) {
    REQUIRE(received[from] == table[from * n + static_cast<std::size_t>(ranks::rank())]);
  }
}

/// The error of a rank, while it sends or when it is sent to, is that of all.
void test_failure(bool delivering) {
  const int n = ranks::count();
  ranks::Mailbox mailbox(100, [&](int, std::span<const std::byte>) -> Result<void> {
    if (delivering && ranks::rank() == n - 1) return fail(ErrorCode::malformed, "bad message");
    return {};
  });
  Result<void> sent;
  const std::vector<std::byte> body(60);
  for (int i = 0; i < 50 && sent; ++i) {
    if (!delivering && ranks::rank() == n - 1 && i == 20) {
      sent = fail(ErrorCode::malformed, "bad message");
      break;
    }
    for (int to = 0; to < n && sent; ++to) sent = mailbox.send(to, body);
  }
  const auto finished = mailbox.finish(std::move(sent));
  REQUIRE(!finished);
  REQUIRE(finished.error().code == ErrorCode::malformed);
  REQUIRE(finished.error().message.ends_with("bad message"));
  REQUIRE(n == 1 || finished.error().message.starts_with("rank " + std::to_string(n - 1) + " on "));
}

void test_agreement() {
  REQUIRE(ranks::agree(Result<void>()));
  Result<int> value = 3;
  if (ranks::rank() == ranks::count() / 2) value = fail(ErrorCode::too_large, "too much", 3, 4);
  const auto agreed = ranks::agree(std::move(value));
  REQUIRE(!agreed && agreed.error().code == ErrorCode::too_large && agreed.error().line == 3);
  Result<void> stopped = fail(ErrorCode::stopped, "stopped");
  if (ranks::rank() == ranks::count() - 1) stopped = fail(ErrorCode::malformed, "wrong");
  REQUIRE(ranks::agree(stopped).error().code == ErrorCode::malformed);
}

void test_first_ranks() {
  const int all = ranks::count(), own = ranks::rank();
  for (int some = 1; some <= all; ++some) {
    bool worked = false;
    ranks::with_first(some, [&] {
      worked = true;
      REQUIRE(ranks::count() == some && ranks::rank() == own);
      std::vector<std::int64_t> one{1};
      ranks::sum(one);
      REQUIRE(one[0] == some);
      ranks::Counter counter;
      std::vector<std::int64_t> taken{counter.next()};
      ranks::sum(taken);
      REQUIRE(taken[0] == some * (some - 1) / 2);
    });
    REQUIRE(worked == (own < some) && ranks::count() == all);
  }
}

/// What goes to the first rank, or comes from it: in the order of the ranks, also texts of several messages and empty ones.
void test_first_rank() {
  const int n = ranks::count(), own = ranks::rank();
  const auto text_of = [](int rank) {
    const std::size_t length = rank == 1 ? (std::size_t{1} << 25) + 5 : static_cast<std::size_t>(rank % 2);
    return std::string(length, static_cast<char>('a' + rank));
  };
  const auto texts = ranks::gather_on_first(text_of(own));
  REQUIRE(texts && texts->size() == static_cast<std::size_t>(n));
  for (int from = 0; from < n; ++from) {
    REQUIRE((*texts)[static_cast<std::size_t>(from)] == (own == 0 ? text_of(from) : ""));
  }
  std::vector<int> arrived, expected;
  const auto give = [&](const ranks::SendMessage& send) {
    Result<void> sent;
    for (int i = 0; i < 3 && sent; ++i) sent = send(ranks::head_of(10 * own + i));
    return sent;
  };
  REQUIRE(ranks::pass_to_first(give, [&](int from, std::span<const std::byte> message) -> Result<void> {
    arrived.push_back(ranks::take_head<int>(message));
    REQUIRE(arrived.back() / 10 == from);
    return {};
  }));
  for (int i = 0; own == 0 && i < 3 * n; ++i) expected.push_back(10 * (i / 3) + i % 3);
  REQUIRE(arrived == expected);
  REQUIRE(ranks::text_of_first(own == 0 ? "first" : std::string(static_cast<std::size_t>(own), 'x')) == "first");
  REQUIRE(ranks::text_of_first(own == 0 ? "" : "x").empty());
}

}  // namespace

int main(int count, char** words) {
  ranks::begin(count, words);
  const unsigned seed = std::random_device()();
  std::vector<std::int64_t> common{ranks::rank() == 0 ? static_cast<std::int64_t>(seed) : 0};
  ranks::sum(common);
  if (ranks::rank() == 0) std::printf("seed %lld\n", static_cast<long long>(common[0]));
  test_collectives();
  test_common_memory();
  test_counter();
  for (unsigned round = 0; round < 5; ++round) test_mailbox(static_cast<unsigned>(common[0]) + 1000 * round);
  test_failure(false);
  test_failure(true);
  test_agreement();
  test_first_ranks();
  test_first_rank();
  return ranks::conclude({}, [](std::string_view) {});
}
