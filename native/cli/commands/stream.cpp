// The command `stream`: reads items of one or more files as they come and writes packs as they close.

#include "cli/input/column_input.hpp"
#include "cli/input/histogram_files.hpp"
#include "cli/input/input.hpp"
#include "cli/input/record_files.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/file_lock.hpp"
#include "cli/output/interrupt.hpp"
#include "cli/output/stopwatch.hpp"
#include "cli/output/text.hpp"
#include "cli/reports/reports.hpp"
#include "cli/requests/request.hpp"
#include "commands.hpp"
#include "pack_file.hpp"
#include "tuplepack/formats/detection/format_table.hpp"
#include "tuplepack/formats/json/json_writer.hpp"
#include "tuplepack/formats/plan/stream_state.hpp"

#include <fmt/format.h>

#include <csignal>
#include <filesystem>

namespace tuplepack::cli {

namespace {

/// One run of the command.
class Streaming {
 public:
  explicit Streaming(const Arguments& arguments);

  /// False when interrupted before the end.
  [[nodiscard]] bool read();
  void finish();
  void save();
  [[nodiscard]] StreamReport report() const;

 private:
  const Arguments& arguments_;
  double state_every_;
  std::vector<std::string> files_;
  std::optional<ByteSource> source_;  // the file that is being read
  std::optional<FileLock> lock_;
  std::optional<formats::StreamState> state_;  // given --state: as last saved
  bool unsaved_ = false;                       // more came since then
  Stopwatch since_saved_;
  Stopwatch watch_;
  std::optional<packing::StreamPacker> packer_;  // from the first row on
  std::optional<PackFile> file_;                 // the same, given -o
  packing::ClosedPacks closed_;
  packing::StreamOptions options_;
  packing::Fitting fitting_;
  std::optional<packing::StreamPacker> unguided_;  // given --guide: the first items packed without it, to compare
  std::int64_t compared_ = 0;                      // how many items those are
  StreamReport report_;
  std::int64_t to_skip_ = 0;  // items that the state covers
  std::uint64_t seen_ = 0;

  void open(const std::string& file);
  [[nodiscard]] bool after_piece();
  [[nodiscard]] bool read_columns(std::span<const char> first, formats::RowSink sink);
  [[nodiscard]] bool read_pieces(std::span<const char> first, formats::RowSink sink);
  [[nodiscard]] bool read_file();
  [[nodiscard]] packing::StreamPacker new_packer(const packing::StreamOptions& options) const;
  [[nodiscard]] Result<void> begin(const std::vector<std::string>& components, bool has_counts);
  [[nodiscard]] Result<void> add(std::span<const std::int64_t> sizes);
  [[nodiscard]] Result<void> pack(std::span<const std::int64_t> sizes);
  [[nodiscard]] std::size_t to_compare(std::span<const std::int64_t> sizes) const;
  void compare(const packing::StreamTotals& guided);
  void skip(std::span<const std::int64_t> sizes);
  void note(std::span<const std::int64_t> sizes);
  void write_closed();
  void save_when_due();
};

}  // namespace

/// JSON cannot hold a name that is not UTF-8 as it is.
static std::string as_json(const std::string& name) {
  return formats::json_line([&](formats::JsonWriter& json) { json.field("name", name); });
}

/// The saved state, or an initial one if there is no such file.
static formats::StreamState read_state(const Arguments& arguments) {
  const std::string& path = arguments["state"];
  if (!std::filesystem::exists(path)) return {.output = arguments["output"], .numbers = {}};
  formats::StreamState state = value(formats::parse_stream_state(read_all(path)), path);
  if (as_json(state.output) != as_json(arguments["output"])) {
    throw Failure(fmt::format("{}: was saved with -o '{}', not '{}'", path, state.output, arguments["output"]));
  }
  return state;
}

Streaming::Streaming(const Arguments& arguments)
    : arguments_(arguments), state_every_(arguments.decimal("state-every")), files_(files_of(arguments.all("SIZES"))) {
  open(files_.front());
  const bool resumable = arguments.has("state");
  if (arguments.has("output")) PackFile::require_writable(arguments["output"], resumable);
  if (!resumable) return;
  lock_.emplace(arguments["state"]);
  state_ = read_state(arguments);
}

void Streaming::open(const std::string& file) {
  source_.emplace(file, ByteSource::Wait::for_any);
  source_->while_waiting([this] { save_when_due(); });
}

packing::StreamPacker Streaming::new_packer(const packing::StreamOptions& options) const {
  return value(packing::StreamPacker::create(report_.components, report_.limits, fitting_, options));
}

// A guide is compared on so many items that the packs left open at their end hardly matter.
static constexpr std::int64_t min_compared = std::int64_t{1} << 15;
static constexpr std::int64_t compared_per_open_pack = 16;

Result<void> Streaming::begin(const std::vector<std::string>& components, bool has_counts) {
  if (has_counts) {
    return fail(ErrorCode::unsupported,
                "a histogram has no items to stream; use a table with one row per item and no count column");
  }
  if (packer_) return same_components(components, report_.components);
  options_ = stream_options(arguments_, components);
  fitting_ = fitting(arguments_, components);
  report_.components = components;
  report_.limits = limits(arguments_, components, {});
  report_.policy = options_.policy;
  report_.most = options_.held;
  packer_ = new_packer(options_);
  if (options_.guide) {
    unguided_ = new_packer({.policy = packing::StreamPolicy::best_fit, .held = options_.held});
    compared_ = std::max<std::int64_t>(min_compared, compared_per_open_pack * options_.held);
  }
  std::optional<PackFile::Mark> mark;
  if (state_) mark = {.bytes = state_->bytes, .packs = state_->packs};
  if (state_ && !state_->numbers.empty()) {
    value(packer_->restore(state_->numbers), arguments_["state"]);
    to_skip_ = packer_->totals().items;
    report_.resumed = to_skip_;
  }
  if (arguments_.has("output"))
    file_.emplace(arguments_["output"], fitting_.overlong == packing::Overlong::split, mark);
  return {};
}

/// Sizes of the items that are still compared with a stream without the guide.
std::size_t Streaming::to_compare(std::span<const std::int64_t> sizes) const {
  if (!unguided_) return 0;
  const auto items = static_cast<std::size_t>(compared_ - unguided_->totals().items);
  return std::min(sizes.size(), items * report_.components.size());
}

/// guided  totals of the same items, with all packs closed
void Streaming::compare(const packing::StreamTotals& guided) {
  packing::ClosedPacks closed;
  unguided_->finish(closed);
  report_.guide = {.items = guided.items, .packs = guided.packs, .unguided_packs = unguided_->totals().packs};
  unguided_.reset();
}

/// Hashes all items, and packs the first without the guide, including those that the state covers.
void Streaming::note(std::span<const std::int64_t> sizes) {
  if (const auto first = sizes.first(to_compare(sizes)); !first.empty()) {
    packing::ClosedPacks closed;
    (void)unguided_->add(first, closed);  // errors are those of the packer
  }
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
  note(sizes);
  if (unguided_ && unguided_->totals().items == compared_) unguided_.reset();  // the saved run compared them
  to_skip_ -= static_cast<std::int64_t>(sizes.size() / report_.components.size());
  if (to_skip_ == 0 && exact(seen_) != state_->seen) {
    throw Failure(fmt::format("{}: the input differs from the one that checkpoint {} was saved for", source_->name(),
                              arguments_["state"]));
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
  const auto first = sizes.first(to_compare(sizes));
  if (auto packed = pack(first); !packed) return packed;
  if (unguided_ && unguided_->totals().items == compared_) {
    packing::StreamPacker guided = new_packer(options_);  // as if the stream ended here
    packing::ClosedPacks closed;
    value(guided.restore(packer_->save()), source_->name());
    guided.finish(closed);
    compare(guided.totals());
  }
  return pack(sizes.subspan(first.size()));
}

Result<void> Streaming::pack(std::span<const std::int64_t> sizes) {
  if (sizes.empty()) return {};
  note(sizes);
  unsaved_ = true;
  auto added = packer_->add(sizes, closed_);
  if (!added && added.error().code == ErrorCode::item_over_limit) {
    added.error().message += "; raise --limits, or choose a policy with --overlong";
  }
  write_closed();
  return added;
}

/// False when interrupted.
bool Streaming::after_piece() {
  if (file_) file_->flush();
  save_when_due();
  return !Interrupt::asked();
}

/// Reads a Parquet or Arrow file. False when interrupted.
bool Streaming::read_columns(std::span<const char> first, formats::RowSink sink) {
  sink.rows = [this](std::span<const std::int64_t> sizes, auto) -> Result<void> {
    if (auto added = add(sizes); !added) return added;
    if (!after_piece()) return fail(ErrorCode::stopped, "interrupted");
    return {};
  };
  auto read = read_column_sizes(*source_, first, read_options(arguments_), std::move(sink), [](double) {});
  if (Interrupt::asked()) return false;
  value(std::move(read), source_->name());
  return true;
}

bool Streaming::read_pieces(std::span<const char> first, formats::RowSink sink) {
  formats::ReadOptions options = read_options(arguments_);
  options.likely = formats::format_of_name(source_->name());
  formats::SizesReader reader(std::move(options), std::move(sink), sizes_backends());
  for (auto piece = first; !piece.empty(); piece = source_->next()) {
    value(reader.feed(piece), source_->name());
    value(reader.flush(), source_->name());
    if (!after_piece()) return false;
  }
  if (Interrupt::asked()) return false;
  value(std::move(reader).finish(), source_->name());
  return true;
}

bool Streaming::read_file() {
  formats::RowSink sink{
      .begin = [this](const auto& components, bool has_counts) { return begin(components, has_counts); },
      .rows = [this](auto sizes, auto) { return add(sizes); },
      .note = [this](const std::string& text) { cli::note(source_->name() + ": " + text); }};
  const auto first = source_->next();
  return is_column_file(first, read_options(arguments_)) ? read_columns(first, std::move(sink))
                                                         : read_pieces(first, std::move(sink));
}

bool Streaming::read() {
  for (std::size_t file = 0; file < files_.size(); ++file) {
    if (file > 0) open(files_[file]);
    if (!read_file()) return false;
  }
  if (to_skip_ > 0) {
    throw Failure(fmt::format("{}: the input ends {} before the position recorded in checkpoint {}", source_->name(),
                              counted(to_skip_, "item"), arguments_["state"]));
  }
  return true;
}

void Streaming::finish() {
  const std::int64_t before = packer_->totals().packs;
  packer_->finish(closed_);
  report_.flushed = packer_->totals().packs - before;
  write_closed();
  if (unguided_) compare(packer_->totals());
  if (file_) report_.arrays = file_->arrays();
  if (state_) save();
  if (file_) file_->finish();
}

void Streaming::save_when_due() {
  if (state_ && unsaved_ && since_saved_.seconds() >= state_every_) save();
}

/// The output reaches the disk before the state that counts on it.
void Streaming::save() {
  since_saved_ = {};
  if (!packer_ || to_skip_ > 0) return;  // the saved state is still right
  if (file_) {
    file_->sync();
    state_->bytes = file_->mark().bytes;
    state_->packs = file_->mark().packs;
  }
  state_->seen = exact(seen_);
  state_->numbers = packer_->save();
  write_file(arguments_["state"], to_json(*state_));
  unsaved_ = false;
}

StreamReport Streaming::report() const {
  StreamReport report = report_;
  report.totals = packer_->totals();
  report.lower_bound = packer_->lower_bound();
  report.output = arguments_["output"];
  report.seconds = watch_.seconds();
  return report;
}

/// None when interrupted; the state to resume from is saved.
static std::optional<StreamReport> stream(const Arguments& arguments) {
  Streaming streaming(arguments);
  if (!streaming.read()) {
    streaming.save();
    return std::nullopt;
  }
  streaming.finish();
  return streaming.report();
}

int run_stream(const Arguments& arguments) {
  std::optional<Interrupt> interrupt;
  if (arguments.has("state")) interrupt.emplace({SIGINT, SIGTERM, SIGHUP});
  const std::optional<StreamReport> report = stream(arguments);
  if (!report) {
    note(fmt::format("stopped; run the same command to resume from {}", visible(arguments["state"])));
    show_notes();
    Interrupt::obey();
  }
  if (arguments["output"] == "-") {
    if (is_worse_guided(*report)) note(guide_text(*report));
    return 0;
  }
  print(arguments.has("json") ? with_notes(stream_json(*report)) : stream_text(*report, standard_output()));
  return 0;
}

}  // namespace tuplepack::cli
