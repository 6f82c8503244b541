#pragma once

#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

// The processes that do a job together: MPI's ranks, or this process alone. The linker chooses: exchange.cpp makes
// tuplepack-mpi, alone.cpp the plain program, which knows nothing of MPI. A pass that is written for ranks does the same
// for one.
//
// Whatever is called a collective has to be called by all ranks, in the same order. A rank that fails does not leave: it
// continues to the next agree(), which tells the others; so all ranks leave with the same error. One thread at a
// time may call these functions.
namespace tuplepack::ranks {

// ---- Who is there ----

[[nodiscard]] int rank();   ///< of this process: 0 … count − 1
[[nodiscard]] int count();  ///< of processes

/// Ranks that share memory are on one machine. Machines are numbered in the order of their first ranks.
[[nodiscard]] int machines();
[[nodiscard]] int machine_of(int rank);
/// The host's name.
[[nodiscard]] const std::string& host_of(int rank);
/// Whether this is the first rank of its machine.
[[nodiscard]] bool leads_machine();
[[nodiscard]] int ranks_on_machine();

// ---- Failing together ----

/// Collective: success if it is everywhere; else the error of the first rank that has one, told as "rank 2 on HOST: …".
/// A rank that was stopped has none of its own if another rank has one.
[[nodiscard]] Result<void> agree(Result<void> outcome);
template <typename T>
[[nodiscard]] Result<T> agree(Result<T> outcome) {
  Result<void> own;
  if (!outcome) own = tl::unexpected(outcome.error());
  auto agreed = agree(std::move(own));
  if (!agreed) return tl::unexpected(std::move(agreed.error()));
  return outcome;
}

/// Whether another rank has failed and waits in agree(): there is no use in continuing. Cheap, and no collective.
[[nodiscard]] bool failed_elsewhere();

/// Tells how far this rank is. Returns how far the slowest one is, as rank 0 knows it; at the other ranks `own`.
[[nodiscard]] double slowest_progress(double own);

// ---- Collectives ----

void wait_for_all();

/// Collective: does work with the first ranks only, as if there were no others; those wait for them, idle.
void with_first(int count, const std::function<void()>& work);

/// Every element becomes that of all ranks together.
void sum(std::span<std::int64_t> values);
void sum(std::span<std::uint32_t> values);
void sum(std::span<std::uint64_t> values);  ///< modulo 2^64
void maximum(std::span<std::int64_t> values);
/// Every element becomes that of the ranks before this one together; on the first rank 0.
void sum_before(std::span<std::int64_t> values);
void unite(std::span<std::uint64_t> bits);  ///< bitwise or

/// Replaces the bytes by those of a rank.
void broadcast_bytes(std::span<std::byte> bytes, int from);
template <typename T>
requires std::is_trivially_copyable_v<T>
void broadcast(std::span<T> values, int from) {
  broadcast_bytes(std::as_writable_bytes(values), from);
}

/// The texts of all ranks.
[[nodiscard]] std::vector<std::string> gather(std::string_view text);

/// Completes an array of elements of so many bytes, see gather_slices.
void gather_byte_slices(std::span<std::byte> all, std::span<const std::int64_t> ends, std::size_t width);
/// Completes an array of which each rank has filled a slice: that of rank r ends at element ends[r], where the next begins.
/// Less than 2^31 bytes.
template <typename T>
requires std::is_trivially_copyable_v<T>
void gather_slices(std::span<T> all, std::span<const std::int64_t> ends) {
  gather_byte_slices(std::as_writable_bytes(all), ends, sizeof(T));
}

// ---- Rounds of messages, see Mailbox ----

enum class RoundState : std::int64_t { more, finished, failed };

/// What the ranks sent to this one.
struct Round {
  std::vector<std::byte> bytes;     ///< one rank's after another's
  std::vector<std::int64_t> sizes;  ///< per rank
  RoundState state{};               ///< finished: of all ranks; failed: of any
};

/// Collective: sends blocks[r] to rank r. All blocks of a round, sent or received, are together less than 2^31 bytes.
void exchange(std::span<const std::vector<std::byte>> blocks, RoundState state, Round& round);

// ---- Memory and numbers in common ----

/// An array that the ranks of a machine have in common, zero at first: a window of shared memory. It is freed when the
/// program ends, or by release().
class SharedBytes {
 public:
  /// Collective.
  /// errors  unsupported (there is not so much shared memory)
  [[nodiscard]] static Result<SharedBytes> create(std::int64_t bytes);

  [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }
  /// Collective: makes what the ranks wrote visible to all of the machine.
  void fence();
  /// Collective: frees the memory.
  void release();

 private:
  std::span<std::byte> bytes_;
  std::size_t window_ = 0;  // its number
};

/// Elements in common. See SharedBytes.
template <typename T>
requires std::is_trivially_copyable_v<T>
class SharedArray {
 public:
  SharedArray() = default;
  [[nodiscard]] static Result<SharedArray> create(std::int64_t size) {
    auto bytes = SharedBytes::create(size * static_cast<std::int64_t>(sizeof(T)));
    if (!bytes) return tl::unexpected(std::move(bytes.error()));
    SharedArray array;
    array.bytes_ = *bytes;
    return array;
  }

  [[nodiscard]] std::span<T> all() const {
    // The memory of a window is aligned for any type.
    return {reinterpret_cast<T*>(bytes_.bytes().data()), bytes_.bytes().size() / sizeof(T)};  // NOLINT
  }
  void fence() { bytes_.fence(); }
  void release() { bytes_.release(); }

 private:
  SharedBytes bytes_{};
};

/// Numbers 0, 1, 2, … of which each goes to one rank: its own to each, then the next to whoever asks first.
class Counter {
 public:
  /// Collective.
  Counter();
  [[nodiscard]] std::int64_t next();

 private:
  [[maybe_unused]] std::size_t window_ = 0;  // its number; a process alone needs none
  std::int64_t taken_ = 0;                   // numbers, by this rank
};

// ---- What it cost ----

struct Traffic {
  std::int64_t sent = 0;         ///< bytes from this rank to others
  std::int64_t received = 0;     ///< bytes from others
  std::int64_t collectives = 0;  ///< calls
  double waiting = 0;            ///< seconds in them
};
[[nodiscard]] Traffic traffic();

// ---- The program ----

[[nodiscard]] std::string_view program_name();  ///< tuplepack-mpi, or tuplepack
[[nodiscard]] bool is_distributed();            ///< whether this is tuplepack-mpi

/// Begins the work of the ranks. To be called once, first of all.
void begin(int& count, char**& words);

/// How the program ends on this rank.
struct Ending {
  int status = 0;
  std::optional<std::string> message{};  ///< what is to be reported
};

/// Ends the work of the ranks. When the others wait for a rank that failed by itself, all are ended.
/// report   called on one of those that failed, with its message
/// returns  the largest status, on all ranks
[[nodiscard]] int conclude(const Ending& own, void (*report)(std::string_view message));

}  // namespace tuplepack::ranks
