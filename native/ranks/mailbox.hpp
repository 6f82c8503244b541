#pragma once

#include "ranks.hpp"

#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tuplepack::ranks {

/// Bytes of a message, at most: a round of one fits into what exchange() takes.
inline constexpr std::int64_t max_message = std::int64_t{1} << 30;

/// Messages between ranks, in rounds: they wait in memory until there is enough for a round. The messages of one rank to
/// another arrive in the order in which they were sent; those to the rank itself at once.
///
///   Mailbox mailbox(memory, deliver);
///   Result<void> sent = … mailbox.send(…) …;
///   return mailbox.finish(sent);
///
/// All ranks make one at the same place and finish it, whatever happens in between.
class Mailbox {
 public:
  /// Takes a message. An error ends the work of all ranks.
  using Deliver = std::function<Result<void>(int from, std::span<const std::byte> message)>;

  /// memory  bytes for messages that wait and those that arrive, 2^31 − 1 at most; one message always fits
  Mailbox(std::int64_t memory, Deliver deliver);

  /// Sends a message of two pieces, which arrive as one. Takes part in a round when it has to.
  /// assumes  max_message bytes at most, of a message to another rank
  /// errors   of any rank: they end the rounds
  [[nodiscard]] Result<void> send(int to, std::span<const std::byte> head, std::span<const std::byte> body = {});

  /// Takes part in rounds until all ranks have finished.
  /// sent     how the sending went on this rank
  /// returns  the same on all ranks
  [[nodiscard]] Result<void> finish(const Result<void>& sent);

 private:
  std::int64_t capacity_;  // bytes for each rank
  Deliver deliver_;
  std::vector<std::vector<std::byte>> waiting_;  // by rank
  std::vector<std::byte> own_;                   // a message to this rank
  Round round_;
  Result<void> delivered_{};  // the first error of deliver_
  Result<void> ended_{};      // the error that the ranks agreed on

  [[nodiscard]] Result<void> run_round(RoundState state, Result<void> sent);
  void deliver_all();
};

/// Collective: exchange(), if no rank has failed.
/// own     how it went on this rank
/// errors  of any rank, the same on all
[[nodiscard]] Result<void> exchange_unless_failed(std::span<const std::vector<std::byte>> blocks, Result<void> own,
                                                  Round& round);

/// Collective: every rank in its turn gives messages, which arrive on the first one in that order.
/// give     called in the turn of this rank, with a function that sends a message; calls nothing else that is collective
/// take     called on the first rank
/// errors   of any rank, the same on all
using SendMessage = std::function<Result<void>(std::span<const std::byte>)>;
[[nodiscard]] Result<void> pass_to_first(const std::function<Result<void>(const SendMessage& send)>& give,
                                         const Mailbox::Deliver& take);

/// Collective: the texts of all ranks, of any length, on the first one; on the others they are empty.
[[nodiscard]] Result<std::vector<std::string>> gather_on_first(std::string_view text);

/// Collective: the text of the first rank.
[[nodiscard]] std::string text_of_first(std::string text);

/// The bytes of a value, as the head of a message.
template <typename T>
requires std::is_trivially_copyable_v<T>
[[nodiscard]] std::span<const std::byte> head_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

/// The head of a message, which is taken off.
template <typename T>
requires std::is_trivially_copyable_v<T>
[[nodiscard]] T take_head(std::span<const std::byte>& message) {
  T value;
  std::memcpy(&value, message.data(), sizeof value);
  message = message.subspan(sizeof value);
  return value;
}

/// A mailbox for records of one type, thousands of which travel in a message.
template <typename Record>
requires std::is_trivially_copyable_v<Record>
class RecordMailbox {
 public:
  /// Takes a record. An error ends the work of all ranks.
  using Take = std::function<Result<void>(const Record& record)>;

  /// memory  as a mailbox's
  RecordMailbox(std::int64_t memory, Take take)
      : take_(std::move(take)),
        mailbox_(memory, [this](int, std::span<const std::byte> message) { return deliver(message); }),
        waiting_(static_cast<std::size_t>(count())) {}

  /// Takes part in a round when it has to. Records for this rank are taken at once.
  [[nodiscard]] Result<void> send(int to, const Record& record) {
    if (to == rank()) return take_(record);
    constexpr std::size_t in_message = 4096;
    std::vector<Record>& message = waiting_[static_cast<std::size_t>(to)];
    message.push_back(record);
    return message.size() < in_message ? Result<void>() : send_message(to);
  }

  /// Takes part in rounds until all ranks have finished.
  /// sent     how the sending went on this rank
  /// returns  the same on all ranks
  [[nodiscard]] Result<void> finish(Result<void> sent) {
    for (int to = 0; to < count() && sent; ++to) sent = send_message(to);
    return mailbox_.finish(sent);
  }

 private:
  Take take_;
  Mailbox mailbox_;
  std::vector<std::vector<Record>> waiting_;  // by rank

  [[nodiscard]] Result<void> send_message(int to) {
    std::vector<Record>& message = waiting_[static_cast<std::size_t>(to)];
    if (message.empty()) return {};
    auto sent = mailbox_.send(to, std::as_bytes(std::span(message)));
    message.clear();
    return sent;
  }
  [[nodiscard]] Result<void> deliver(std::span<const std::byte> message) {
    while (!message.empty()) {
      if (auto taken = take_(take_head<Record>(message)); !taken) return taken;
    }
    return {};
  }
};

}  // namespace tuplepack::ranks
