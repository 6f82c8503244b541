// The command `stream`: bytes are read as they come, packs are written as they close.

#include "commands.hpp"
#include "failure.hpp"
#include "input.hpp"
#include "interrupt.hpp"
#include "pack_file.hpp"
#include "reports/reports.hpp"
#include "request.hpp"
#include "stopwatch.hpp"
#include "stream_state.hpp"
#include "text.hpp"

#include <fmt/format.h>

#include <csignal>

namespace tuplepack::cli {

/// One stream from its first row to its last.
class Streaming {
 public:
  explicit Streaming(const Arguments& arguments);

  /// False when the user asked to stop before the end.
  [[nodiscard]] bool read();
  void finish();
  void save();
  [[nodiscard]] StreamReport report() const;

 private:
  const Arguments& arguments_;
  ByteSource source_;
  std::optional<StreamState> state_;  // given --state: as last saved
  double state_every_ = 0;
  Stopwatch since_saved_;
  Stopwatch watch_;
  std::optional<StreamPacker> packer_;  // from the first row on
  std::optional<PackFile> file_;        // the same, given -o
  ClosedPacks closed_;
  StreamReport report_;
  std::int64_t to_skip_ = 0;  // items that the state has seen
  std::uint64_t seen_ = 0;

  [[nodiscard]] Result<void> begin(const std::vector<std::string>& components, bool has_counts);
  [[nodiscard]] Result<void> add(std::span<const std::int64_t> sizes);
  void skip(std::span<const std::int64_t> sizes);
  void note_seen(std::span<const std::int64_t> sizes);
  void write_closed();
};

Streaming::Streaming(const Arguments& arguments)
    : arguments_(arguments), source_(arguments.operand(), ByteSource::Wait::for_any) {
  const bool resumable = arguments.has("state");
  if (arguments.has("output")) PackFile::require_writable(arguments["output"], resumable);
  if (!resumable) return;
  state_every_ = arguments.decimal("state-every");
  state_ = read_state(arguments["state"]);
  if (!state_) {
    state_ = StreamState{.output = arguments["output"], .mark = {}, .seen = 0, .numbers = {}};
  } else if (state_->output != arguments["output"]) {
    throw Failure(
        fmt::format("{}: was saved with -o '{}', not '{}'", arguments["state"], state_->output, arguments["output"]));
  }
}

Result<void> Streaming::begin(const std::vector<std::string>& components, bool has_counts) {
  if (has_counts) {
    return fail(ErrorCode::unsupported,
                "a histogram has no items to stream; give a table with one row per item and no count column");
  }
  const StreamOptions options = stream_options(arguments_);
  report_.components = components;
  report_.limits = limits(arguments_, components, {});
  report_.policy = options.policy;
  report_.most = options.held;
  const Fitting how = fitting(arguments_, components);
  packer_ = value(StreamPacker::create(components, report_.limits, how, options));
  std::optional<PackFile::Mark> mark;
  if (state_) mark = state_->mark;
  if (state_ && !state_->numbers.empty()) {
    value(packer_->restore(state_->numbers), arguments_["state"]);
    to_skip_ = packer_->totals().items;
    report_.resumed = to_skip_;
  }
  if (arguments_.has("output")) file_.emplace(arguments_["output"], how.overlong == Overlong::split, mark);
  return {};
}

/// A number that other items are unlikely to lead to.
void Streaming::note_seen(std::span<const std::int64_t> sizes) {
  if (!state_) return;
  for (const std::int64_t size : sizes) {
    seen_ = (seen_ ^ static_cast<std::uint64_t>(size)) * 0x9e3779b97f4a7c15U;
    seen_ ^= seen_ >> 29;
  }
}

static std::int64_t exact(std::uint64_t seen) {
  return static_cast<std::int64_t>(seen >> 11);
}

void Streaming::skip(std::span<const std::int64_t> sizes) {
  note_seen(sizes);
  to_skip_ -= static_cast<std::int64_t>(sizes.size() / report_.components.size());
  if (to_skip_ == 0 && exact(seen_) != state_->seen) {
    throw Failure(
        fmt::format("{}: these are not the items that {} was saved for", source_.name(), arguments_["state"]));
  }
}

void Streaming::write_closed() {
  if (file_) file_->write(closed_);
  closed_.clear();
}

Result<void> Streaming::add(std::span<const std::int64_t> sizes) {
  const std::size_t k = report_.components.size();
  if (to_skip_ > 0) {
    const std::size_t skipped = std::min(sizes.size(), static_cast<std::size_t>(to_skip_) * k);
    skip(sizes.first(skipped));
    sizes = sizes.subspan(skipped);
  }
  note_seen(sizes);
  auto added = packer_->add(sizes, closed_);
  if (!added && added.error().code == ErrorCode::item_over_limit) {
    added.error().message += "; raise --limits, or say with --overlong what to do";
  }
  write_closed();
  return added;
}

bool Streaming::read() {
  SizesReader reader(
      read_options(arguments_),
      {.begin = [this](const auto& components, bool has_counts) { return begin(components, has_counts); },
       .rows = [this](auto sizes, auto) { return add(sizes); }});
  for (auto piece = source_.next(); !piece.empty(); piece = source_.next()) {
    value(reader.feed(piece), source_.name());
    value(reader.flush(), source_.name());
    if (file_) file_->flush();
    if (state_ && packer_ && since_saved_.seconds() >= state_every_) save();
    if (Interrupt::asked()) return false;
  }
  if (Interrupt::asked()) return false;
  value(std::move(reader).finish(), source_.name());
  if (to_skip_ > 0) {
    throw Failure(fmt::format("{}: ends {} before the place where {} was saved", source_.name(),
                              counted(to_skip_, "item"), arguments_["state"]));
  }
  return true;
}

void Streaming::finish() {
  const std::int64_t before = packer_->totals().packs;
  packer_->finish(closed_);
  report_.flushed = packer_->totals().packs - before;
  write_closed();
  if (file_) {
    file_->flush();
    report_.arrays = file_->arrays();
  }
  if (state_) save();
  if (file_) file_->finish();
}

void Streaming::save() {
  since_saved_ = {};
  if (!packer_ || to_skip_ > 0) return;  // what was saved before is still right
  if (file_) {
    file_->flush();
    state_->mark = file_->mark();
  }
  state_->seen = exact(seen_);
  state_->numbers = packer_->save();
  write_state(arguments_["state"], *state_);
}

StreamReport Streaming::report() const {
  StreamReport report = report_;
  report.totals = packer_->totals();
  report.lower_bound = packer_->lower_bound();
  report.output = arguments_["output"];
  report.seconds = watch_.seconds();
  return report;
}

int run_stream(const Arguments& arguments) {
  std::optional<Interrupt> interrupt;
  if (arguments.has("state")) interrupt.emplace({SIGINT, SIGTERM, SIGHUP});
  Streaming streaming(arguments);
  if (!streaming.read()) {
    streaming.save();
    fmt::print(stderr, "tuplepack: note: stopped; the same command goes on from {}\n", arguments["state"]);
    Interrupt::obey();
  }
  streaming.finish();
  if (arguments["output"] == "-") return 0;
  print(arguments.has("json") ? stream_json(streaming.report()) : stream_text(streaming.report(), standard_output()));
  return 0;
}

}  // namespace tuplepack::cli
