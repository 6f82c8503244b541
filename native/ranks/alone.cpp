#include "ranks.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <new>

namespace tuplepack::ranks {

int rank() {
  return 0;
}

int count() {
  return 1;
}

int machines() {
  return 1;
}

int machine_of(int /*rank*/) {
  return 0;
}

const std::string& host_of(int /*rank*/) {
  static const std::string host = [] {
    std::array<char, 256> text{};
    return gethostname(text.data(), text.size() - 1) == 0 ? std::string(text.data()) : std::string("localhost");
  }();
  return host;
}

bool leads_machine() {
  return true;
}

int ranks_on_machine() {
  return 1;
}

Result<void> agree(Result<void> outcome) {
  return outcome;
}

bool failed_elsewhere() {
  return false;
}

double slowest_progress(double own) {
  return own;
}

void wait_for_all() {}

void with_first(int /*count*/, const std::function<void()>& work) {
  work();
}

void sum(std::span<std::int64_t> /*values*/) {}
void sum(std::span<std::uint32_t> /*values*/) {}
void sum(std::span<std::uint64_t> /*values*/) {}
void maximum(std::span<std::int64_t> /*values*/) {}
void sum_before(std::span<std::int64_t> values) {
  std::fill(values.begin(), values.end(), 0);
}
void unite(std::span<std::uint64_t> /*bits*/) {}
void broadcast_bytes(std::span<std::byte> /*bytes*/, int /*from*/) {}

std::vector<std::string> gather(std::string_view text) {
  return {std::string(text)};
}

void gather_byte_slices(std::span<std::byte> /*all*/, std::span<const std::int64_t> /*ends*/, std::size_t /*width*/) {}

void exchange(std::span<const std::vector<std::byte>> blocks, RoundState state, Round& round) {
  round.bytes = blocks.front();
  round.sizes = {static_cast<std::int64_t>(round.bytes.size())};
  round.state = state;
}

/// Arrays stay where they are when more are made.
static std::deque<std::vector<std::max_align_t>>& arrays() {
  static std::deque<std::vector<std::max_align_t>> all;
  return all;
}

Result<SharedBytes> SharedBytes::create(std::int64_t bytes) {
  SharedBytes shared;
  const auto size = static_cast<std::size_t>(bytes);
  try {
    auto& array = arrays().emplace_back(size / sizeof(std::max_align_t) + 1);
    shared.bytes_ = std::as_writable_bytes(std::span(array)).first(size);
  } catch (const std::bad_alloc&) {
    arrays().pop_back();
    return fail(ErrorCode::unsupported, "cannot allocate " + std::to_string(bytes) + " bytes of memory");
  }
  shared.window_ = arrays().size() - 1;
  return shared;
}

void SharedBytes::fence() {}

void SharedBytes::release() {
  arrays()[window_] = {};
  bytes_ = {};
}

Counter::Counter() = default;

std::int64_t Counter::next() {
  return taken_++;
}

Traffic traffic() {
  return {};
}

std::string_view program_name() {
  return "tuplepack";
}

bool is_distributed() {
  return false;
}

void begin(int& /*count*/, char**& /*words*/) {}

int conclude(const Ending& own, void (*report)(std::string_view message)) {
  if (own.message) report(*own.message);
  return own.status;
}

}  // namespace tuplepack::ranks
