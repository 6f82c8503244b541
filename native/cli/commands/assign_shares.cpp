// What a rank has to know of the others are the counts of the pieces that they have of each bin: with those of the ranks
// before it, the plan says where each of its pieces goes (assign_shard.hpp).

#include "assign_shares.hpp"

#include "cli/input/input.hpp"
#include "cli/input/rank_files.hpp"
#include "cli/input/record_files.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "cli/output/text.hpp"
#include "ranks/mailbox.hpp"
#include "slice_messages.hpp"
#include "tuplepack/packing/component.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>

namespace tuplepack::cli {

formats::RowSink item_sink(const std::vector<std::string>& planned,
                           std::function<Result<void>(std::span<const std::int64_t>)> add) {
  const auto begin = [planned](const std::vector<std::string>& found, bool has_counts) -> Result<void> {
    if (has_counts) {
      return fail(ErrorCode::unsupported,
                  "assign needs one row per item; this file is a histogram (it has counts); if every row is an item, "
                  "add --count-column ''");
    }
    const std::string names = join(planned, ",");
    if (found.size() != planned.size()) {
      return fail(ErrorCode::component_mismatch,
                  fmt::format("the input has {}, the plan {}; select columns with --columns (plan: {})",
                              counted(static_cast<std::int64_t>(found.size()), "column"), planned.size(), names));
    }
    if (packing::are_reordered(found, planned)) {
      return fail(
          ErrorCode::component_mismatch,
          fmt::format("the columns are in a different order than in the plan; use --columns {}", shell_word(names)));
    }
    return {};
  };
  return {.begin = begin,
          .rows = [add = std::move(add)](std::span<const std::int64_t> sizes, std::span<const std::int64_t>) {
            return add(sizes);
          }};
}

namespace {

/// The packs of each rank: as many, or one more on the first ranks.
class PackRanges {
 public:
  explicit PackRanges(std::int64_t packs) : each_(packs / ranks::count()), more_(packs % ranks::count()) {}

  [[nodiscard]] std::int64_t begin_of(int rank) const { return rank * each_ + std::min<std::int64_t>(rank, more_); }
  [[nodiscard]] int owner(std::int64_t pack) const {
    const std::int64_t in_longer = more_ * (each_ + 1);
    return static_cast<int>(pack < in_longer ? pack / (each_ + 1) : more_ + (pack - in_longer) / each_);
  }

 private:
  std::int64_t each_, more_;
};

/// A rank's part of the work.
class Share {
 public:
  Share(const ShareRequest& request, LongJob& job)
      : request_(request),
        job_(job),
        assigner_(value(packing::ShardAssigner::create(request.document.histogram, request.plan,
                                                       request.document.limits, request.document.fitting, {},
                                                       {.order = request.options.order, .seed = request.options.seed}),
                        request.plan_name)),
        order_(request.document.histogram, request.plan, request.options),
        ranges_(pack_count(request.plan)) {
    pieces_.keep_sizes = request.options.keep_sizes;
  }

  void read();
  void place();
  [[nodiscard]] AssignedShares outcome() const;
  void write(const std::function<void(const PackSlices&)>& write);

 private:
  const ShareRequest& request_;
  LongJob& job_;
  packing::ShardAssigner assigner_;
  packing::PackOrder order_;
  PackRanges ranges_;
  packing::ShardPieces pieces_;
  std::vector<std::string> shards_;  // the files of this rank
  Words begins_;                     // parallel: the first item of each
  packing::PackSlice packs_;         // of this rank
  std::int64_t items_before_ = 0;    // of the ranks before this one
  struct Totals {
    std::int64_t items = 0, pieces = 0, dropped = 0;
  };
  Totals all_;

  [[nodiscard]] bool splits() const { return request_.document.fitting.overlong == packing::Overlong::split; }
  [[nodiscard]] std::size_t kept_sizes() const {
    return request_.options.keep_sizes ? request_.document.histogram.component_count() : 0;
  }
  [[nodiscard]] Words counts() const;
  [[nodiscard]] Error no_place(std::size_t piece) const;
  void require_planned(const Words& before, const Words& found);
  [[nodiscard]] Result<void> send_pieces(ranks::Mailbox& mailbox);
  [[nodiscard]] Words gather_dropped();
  [[nodiscard]] PackSlices slices(const reports::AssignmentCounts& counts, bool& passing);
  void answer_calls();
  void pass_slices(SliceParts needed, const UseSlice& use);
};

}  // namespace

// ---- reading ----

void Share::read() {
  const std::vector<std::string>& files = request_.files;
  const FileRange own = files_of_rank(files);
  FileNotes notes;
  job_.together([&] {
    for (std::size_t file = own.begin; file < own.end; ++file) {
      ByteSource source(files[file]);
      shards_.push_back(source.name());
      begins_.push_back(pieces_.items);
      pieces_.first = pieces_.items;
      formats::RowSink sink =
          item_sink(request_.document.histogram.components,
                    [&](std::span<const std::int64_t> sizes) { return assigner_.collect(sizes, pieces_); });
      sink.note = [&](const std::string& text) { notes.add(text, source.name()); };
      read_sizes(source, request_.reading, std::move(sink), [&](double fraction) {
        const auto done = static_cast<double>(file - own.begin) + fraction;
        job_.advance(done / static_cast<double>(own.end - own.begin), "reading sizes");
      });
    }
  });
  notes.note_all();
}

/// Pieces of each bin.
Words Share::counts() const {
  Words counts(request_.document.histogram.bins());
  for (const std::uint32_t bin : pieces_.bins) ++counts[bin];
  return counts;
}

// ---- giving pieces their places ----

/// The error about a piece for whose size the plan has no place left.
Error Share::no_place(std::size_t piece) const {
  const std::int64_t item = pieces_.number(piece);
  const auto after = std::upper_bound(begins_.begin(), begins_.end(), item);
  const auto shard = static_cast<std::size_t>(after - begins_.begin()) - 1;
  Error error = no_place_left(request_.document.histogram, pieces_.bins[piece], item - begins_[shard]);
  error.message.insert(0, shards_[shard] + ": ");
  return error;
}

/// Refuses items that are not those of the plan, before anything is sent.
/// before, found  pieces of each bin, of the ranks before this one and of all
void Share::require_planned(const Words& before, const Words& found) {
  const packing::Histogram& histogram = request_.document.histogram;
  if (found == histogram.counts) return;
  job_.together([&] {
    if (!assigner_.skip(before)) return;  // a rank before this one has too many
    for (std::size_t piece = 0; piece < pieces_.bins.size(); ++piece) {
      if (!assigner_.next(pieces_.bins[piece])) refuse(no_place(piece));
    }
  });
  value(check_found(histogram, found), name_of_all(request_.files));
}

Result<void> Share::send_pieces(ranks::Mailbox& mailbox) {
  constexpr std::size_t at_once = 4096;
  std::vector<Words> waiting(static_cast<std::size_t>(ranks::count()));
  const auto send = [&](std::size_t rank) {
    auto sent = mailbox.send(static_cast<int>(rank), std::as_bytes(std::span(waiting[rank])));
    waiting[rank].clear();
    return sent;
  };
  const std::size_t k = kept_sizes();
  for (std::size_t piece = 0; piece < pieces_.bins.size(); ++piece) {
    const auto place = assigner_.next(pieces_.bins[piece]);
    assert(place);
    const std::int64_t pack = order_(place->pack);
    const auto owner = static_cast<std::size_t>(ranges_.owner(pack));
    Words& words = waiting[owner];
    words.insert(words.end(), {pack, place->position, items_before_ + pieces_.number(piece)});
    if (splits()) words.push_back(pieces_.begins[piece]);
    words.insert(words.end(), pieces_.sizes.begin() + static_cast<std::ptrdiff_t>(piece * k),
                 pieces_.sizes.begin() + static_cast<std::ptrdiff_t>((piece + 1) * k));
    if (words.size() < at_once) continue;
    if (auto sent = send(owner); !sent) return sent;
    const double fraction = static_cast<double>(piece) / static_cast<double>(pieces_.bins.size());
    if (!job_.keep_going(fraction, "assigning")) return fail(ErrorCode::stopped, "stopped");
  }
  for (std::size_t rank = 0; rank < waiting.size(); ++rank) {
    if (waiting[rank].empty()) continue;
    if (auto sent = send(rank); !sent) return sent;
  }
  return {};
}

static constexpr std::int64_t mailbox_bytes = std::int64_t{1} << 26;

void Share::place() {
  const Words own = counts();
  Words before = own, all = own;
  ranks::sum_before(before);
  ranks::sum(std::span(all));
  std::array<std::int64_t, 3> totals{pieces_.items, static_cast<std::int64_t>(pieces_.bins.size()),
                                     static_cast<std::int64_t>(pieces_.dropped.size())};
  items_before_ = pieces_.items;
  ranks::sum_before(std::span(&items_before_, 1));
  ranks::sum(std::span(totals));
  all_ = {.items = totals[0], .pieces = totals[1], .dropped = totals[2]};

  require_planned(before, all);
  const bool skipped = assigner_.skip(before);
  assert(skipped);
  (void)skipped;

  const std::int64_t first = ranges_.begin_of(ranks::rank());
  packing::PackSliceBuilder builder(request_.plan, order_.strategies(first, ranges_.begin_of(ranks::rank() + 1)),
                                    kept_sizes(), splits());
  const std::size_t head = splits() ? 4 : 3, in_record = head + kept_sizes();
  ranks::Mailbox mailbox(mailbox_bytes, [&](int, std::span<const std::byte> message) -> Result<void> {
    const Words words = words_of(message);
    for (auto left = std::span(words); !left.empty(); left = left.subspan(in_record)) {
      builder.put(left[0] - first, left[1], left[2], splits() ? left[3] : 0, left.subspan(head, kept_sizes()));
    }
    return {};
  });
  job_.value(mailbox.finish(send_pieces(mailbox)));
  packs_ = std::move(builder).finish();
}

// ---- writing ----

/// Collective: passes the packs of all ranks to the first one, in their order.
void Share::pass_slices(SliceParts needed, const UseSlice& use) {
  job_.value(ranks::pass_to_first(
      [&](const ranks::SendMessage& send) {
        Result<void> sent;
        for_each_part(packs_, [&](std::size_t begin, std::size_t end) {
          if (!sent) return;
          const Words message = message_of(slice_of(packs_, begin, end), needed);
          sent = send(std::as_bytes(std::span(message)));
        });
        return sent;
      },
      [&](int, std::span<const std::byte> message) -> Result<void> {
        if (Interrupt::asked()) return fail(ErrorCode::stopped, "stopped");
        return result_of([&] { use(slice_in(message)); });
      }));
}

/// Collective: of all ranks, on the first.
Words Share::gather_dropped() {
  Words dropped = pieces_.dropped;
  for (std::int64_t& item : dropped) item += items_before_;
  const auto bytes = std::as_bytes(std::span(dropped));
  const auto all = job_.value(ranks::gather_on_first({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
  Words joined;
  for (const std::string& of_rank : all) {
    const Words words = words_of(std::as_bytes(std::span(of_rank)));
    joined.insert(joined.end(), words.begin(), words.end());
  }
  return joined;
}

AssignedShares Share::outcome() const {
  const std::int64_t packs = pack_count(request_.plan), multiple = request_.options.packs_multiple;
  const std::int64_t padding = (multiple - packs % multiple) % multiple;
  return {.counts = {.items = all_.items,
                     .packs = packs + padding,
                     .padding_packs = padding,
                     .dropped = all_.dropped,
                     .pieces = all_.pieces},
          .work = order_.work()};
}

namespace {

/// What the first rank calls all for.
struct SliceCall {
  bool done = false;
  SliceParts needed{};
};

}  // namespace

static SliceCall called(SliceCall own) {
  std::vector<SliceCall> call{own};
  ranks::broadcast(std::span(call), 0);
  return call.front();
}

/// All packs, which the other ranks pass as often as they are asked for.
/// passing  whether that goes on
PackSlices Share::slices(const reports::AssignmentCounts& counts, bool& passing) {
  return {.packs = counts.packs,
          .pieces = counts.pieces,
          .deepest = deepest(request_.plan),
          .split = splits(),
          .wide = counts.items > packing::max_assigned_items,
          .each = [this, padding = counts.padding_packs, &passing](SliceParts needed, const UseSlice& use) {
            (void)called({.needed = needed});
            passing = true;
            pass_slices(needed, use);
            passing = false;
            const packing::PackSlice empty{.offsets = {0, 0}};
            for (std::int64_t pack = 0; pack < padding; ++pack) use(empty);
          }};
}

/// Passes packs as the first rank calls for them, until it has written all.
void Share::answer_calls() {
  for (SliceCall call = called({}); !call.done; call = called({})) pass_slices(call.needed, {});
  job_.together([] {});
}

void Share::write(const std::function<void(const PackSlices&)>& write) {
  bool passing = false;
  PackSlices packs = slices(outcome().counts, passing);
  packs.dropped = gather_dropped();
  if (ranks::rank() > 0) return answer_calls();
  try {
    write(packs);
  } catch (const Failure& failure) {
    if (passing) throw;  // all ranks do
    (void)called({.done = true});
    job_.together([&] { throw failure; });
  }
  (void)called({.done = true});
  job_.together([] {});
}

/// Refuses packs that are too large for a message to the rank that writes them.
static void require_sendable(const ShareRequest& request) {
  const bool splits = request.document.fitting.overlong == packing::Overlong::split;
  const std::size_t kept = request.options.keep_sizes ? request.document.histogram.component_count() : 0;
  const auto words_of_piece = static_cast<std::int64_t>(1 + (splits ? 1 : 0) + kept);
  const std::int64_t most = max_sent_pieces(words_of_piece);
  if (const std::int64_t pieces = deepest(request.plan); ranks::count() > 1 && pieces > most) {
    throw Failure(fmt::format("{}: a pack of {} is too large to be sent to another rank (at most {}); use one rank",
                              request.plan_name, counted(pieces, "item"), grouped(most)));
  }
}

AssignedShares assign_in_shares(const ShareRequest& request, LongJob& job,
                                const std::function<void(const PackSlices&)>& write) {
  require_files(request.files);
  value(check(request.options, request.document.histogram));
  if (request.options.balance && pack_count(request.plan) > std::numeric_limits<std::uint32_t>::max()) {
    throw Failure("--balance takes fewer than 2^32 packs");
  }
  require_sendable(request);
  Share share(request, job);
  share.read();
  share.place();
  if (write) share.write(write);
  return share.outcome();
}

}  // namespace tuplepack::cli
