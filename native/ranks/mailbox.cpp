#include "mailbox.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace tuplepack::ranks {

using MessageSize = std::uint32_t;

/// A third of the memory is for what waits, one for the round that it is sent in, and one for what arrives: as much from
/// every rank as one may send to another.
Mailbox::Mailbox(std::int64_t memory, Deliver deliver)
    : capacity_(std::min(memory, std::int64_t{1} << 30) / 3 / std::max(count() - 1, 1)),
      deliver_(std::move(deliver)),
      waiting_(static_cast<std::size_t>(count())) {}

void Mailbox::deliver_all() {
  std::span<const std::byte> all = round_.bytes;
  for (int from = 0; from < count(); ++from) {
    const auto size = static_cast<std::size_t>(round_.sizes[static_cast<std::size_t>(from)]);
    std::span<const std::byte> messages = all.first(size);
    all = all.subspan(size);
    while (!messages.empty() && delivered_) {
      const auto length = take_head<MessageSize>(messages);
      delivered_ = deliver_(from, messages.first(length));
      messages = messages.subspan(length);
    }
  }
}

Result<void> exchange_unless_failed(std::span<const std::vector<std::byte>> blocks, Result<void> own, Round& round) {
  exchange(blocks, own ? RoundState::more : RoundState::failed, round);
  return round.state == RoundState::failed ? agree(std::move(own)) : Result<void>();
}

Result<void> Mailbox::run_round(RoundState state, Result<void> sent) {
  if (!sent || !delivered_) state = RoundState::failed;
  exchange(waiting_, state, round_);
  for (auto& block : waiting_) block.clear();
  if (round_.state == RoundState::failed) {
    ended_ = agree(delivered_ ? std::move(sent) : std::move(delivered_));
    return ended_;
  }
  deliver_all();
  return {};
}

Result<void> Mailbox::send(int to, std::span<const std::byte> head, std::span<const std::byte> body) {
  if (!ended_) return ended_;
  const auto append = [&](std::vector<std::byte>& bytes) {
    bytes.insert(bytes.end(), head.begin(), head.end());
    bytes.insert(bytes.end(), body.begin(), body.end());
  };
  if (to == rank()) {
    if (body.empty()) return deliver_(to, head);
    own_.clear();
    append(own_);
    return deliver_(to, own_);
  }
  assert(static_cast<std::int64_t>(head.size() + body.size()) <= max_message);
  std::vector<std::byte>& block = waiting_[static_cast<std::size_t>(to)];
  const auto length = static_cast<MessageSize>(head.size() + body.size());
  if (!block.empty() && static_cast<std::int64_t>(block.size() + sizeof length + length) > capacity_) {
    if (auto done = run_round(RoundState::more, {}); !done) return done;
  }
  if (block.empty()) block.reserve(static_cast<std::size_t>(capacity_));
  const auto size = head_of(length);
  block.insert(block.end(), size.begin(), size.end());
  append(block);
  return {};
}

Result<void> Mailbox::finish(const Result<void>& sent) {
  while (ended_) {
    if (auto done = run_round(RoundState::finished, sent); !done) return done;
    // What the last round brought may have failed to be delivered.
    if (round_.state == RoundState::finished) return ended_ = agree(delivered_);
  }
  return ended_;
}

Result<void> pass_to_first(const std::function<Result<void>(const SendMessage& send)>& give,
                           const Mailbox::Deliver& take) {
  constexpr std::int64_t memory = std::int64_t{1} << 26;
  for (int turn = 0; turn < count(); ++turn) {
    Mailbox mailbox(memory, take);
    Result<void> sent;
    if (turn == rank()) sent = give([&](std::span<const std::byte> message) { return mailbox.send(0, message); });
    if (auto finished = mailbox.finish(sent); !finished) return finished;
  }
  return {};
}

Result<std::vector<std::string>> gather_on_first(std::string_view text) {
  constexpr std::size_t piece = std::size_t{1} << 24;
  std::vector<std::string> texts(static_cast<std::size_t>(count()));
  auto passed = pass_to_first(
      [&](const SendMessage& send) {
        Result<void> sent;
        for (; !text.empty() && sent; text.remove_prefix(std::min(piece, text.size()))) {
          sent = send(std::as_bytes(std::span(text.substr(0, piece))));
        }
        return sent;
      },
      [&](int from, std::span<const std::byte> message) -> Result<void> {
        texts[static_cast<std::size_t>(from)].append(reinterpret_cast<const char*>(message.data()), message.size());
        return {};
      });
  if (!passed) return tl::unexpected(std::move(passed.error()));
  return texts;
}

std::string text_of_first(std::string text) {
  std::vector<std::uint64_t> size{text.size()};
  broadcast(std::span(size), 0);
  text.resize(size.front());
  broadcast(std::span(text.data(), text.size()), 0);
  return text;
}

}  // namespace tuplepack::ranks
