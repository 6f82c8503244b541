#include "input.hpp"

#include "cli/output/failure.hpp"
#include "cli/output/interrupt.hpp"
#include "cli/output/output.hpp"
#include "cli/output/progress.hpp"
#include "codecs/decompress.hpp"
#include "codecs/unpacker.hpp"
#include "column_input.hpp"
#include "tuplepack/formats/detection/format_table.hpp"
#include "tuplepack/formats/interactions/column_events.hpp"
#include "tuplepack/formats/interactions/event_ids.hpp"
#include "tuplepack/formats/plan/plan_json.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

namespace tuplepack::cli {

std::string source_name(const std::string& path) {
  return path == "-" ? "<stdin>" : path;
}

static constexpr std::size_t piece_size = std::size_t{1} << 20;

struct ByteSource::State {
  std::string name;
  int descriptor = -1;
  std::int64_t size = 0;  // 0: unknown
  bool regular = false;
  std::int64_t consumed = 0;
  std::vector<char> raw = std::vector<char>(piece_size);
  bool first = true;
  Wait wait = Wait::for_full;
  std::function<void()> while_waiting;
  bool interrupted = false;

  bool (*is_zlib)(std::string_view) = nullptr;
  std::string_view packing;  // "gzip", "zlib", …; empty: none
  std::optional<codecs::Unpacker> unpacker;
  std::vector<char> unpacked;
  std::int64_t total_unpacked = 0;

  ~State() {
    if (descriptor > STDIN_FILENO) close(descriptor);
  }

  [[noreturn]] void refuse(const std::string& reason, ErrorCode code = ErrorCode::malformed) const {
    throw Failure(name + ": " + reason, code);
  }
  [[noreturn]] void refuse_by_system() const { refuse(std::strerror(errno), ErrorCode::system); }
  [[nodiscard]] bool wait_for_any();
  std::span<const char> read_raw(std::size_t least, std::size_t filled = 0);
  std::span<const char> read_first();
  [[nodiscard]] formats::Compression compression_in(std::span<const char> piece) const;
  void start_unpacking(std::span<const char> piece, formats::Compression compression);
  bool refill();
  void check_ratio() const;
  std::span<const char> read_packed();
};

/// False when interrupted before anything came. Wakes up regularly, because a signal may arrive just before poll().
bool ByteSource::State::wait_for_any() {
  constexpr int milliseconds = 100;
  pollfd waiting{.fd = descriptor, .events = POLLIN, .revents = 0};
  while (!Interrupt::asked()) {
    if (poll(&waiting, 1, milliseconds) > 0) return true;
    if (while_waiting) while_waiting();
  }
  interrupted = true;
  return false;
}

/// Fills the buffer, or when waiting for any, reads at least `least` bytes. Returns fewer only at the end.
/// filled  what is in the buffer already
std::span<const char> ByteSource::State::read_raw(std::size_t least, std::size_t filled) {
  const std::size_t before = filled;
  while (filled < raw.size()) {
    if (wait == Wait::for_any && (filled >= least || !wait_for_any())) break;
    const ssize_t got = ::read(descriptor, raw.data() + filled, raw.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse_by_system();
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  consumed += static_cast<std::int64_t>(filled - before);
  return std::span(raw).first(filled);
}

/// So many bytes that they tell how the file is compressed.
std::span<const char> ByteSource::State::read_first() {
  auto piece = read_raw(1);
  while (formats::may_be_signature({piece.data(), piece.size()}) && !interrupted) {
    const std::size_t before = piece.size();
    piece = read_raw(before + 1, before);
    if (piece.size() == before) break;
  }
  return piece;
}

formats::Compression ByteSource::State::compression_in(std::span<const char> piece) const {
  constexpr std::size_t looked_at = 12;
  const std::string_view head(piece.data(), std::min(piece.size(), formats::signature_bytes));
  const formats::Compression compression = formats::compression_of(head);
  const bool is_packed = is_zlib != nullptr && is_zlib(head.substr(0, looked_at));
  if (is_zlib != nullptr && !is_packed) return formats::Compression::none;  // its first bytes may look like any format
  return is_packed && compression == formats::Compression::none ? formats::Compression::gzip : compression;
}

void ByteSource::State::start_unpacking(std::span<const char> piece, formats::Compression compression) {
  const std::string_view packed(piece.data(), piece.size());
  auto created = codecs::Unpacker::create(compression);
  if (!created) refuse(created.error().message);
  unpacker.emplace(std::move(*created));
  packing = compression == formats::Compression::gzip && formats::compression_of(packed) != compression
                ? "zlib"
                : formats::name(compression);
  unpacked.resize(piece_size);
  unpacker->feed(packed);
}

/// Provides compressed bytes; false at the end of the file.
bool ByteSource::State::refill() {
  if (unpacker->left() > 0) return true;
  const auto piece = read_raw(1);
  unpacker->feed({piece.data(), piece.size()});
  return !piece.empty();
}

static double max_ratio = 200;

void set_max_gzip_ratio(double ratio) {
  max_ratio = ratio;
}

/// Refuses decompression bombs. Legitimate files of repetitive rows can compress just as well, but stay small.
void ByteSource::State::check_ratio() const {
  constexpr std::int64_t harmless = std::int64_t{1} << 28;
  const std::int64_t packed = consumed - static_cast<std::int64_t>(unpacker->left());
  if (max_ratio == 0 || total_unpacked <= harmless) return;
  if (static_cast<double>(total_unpacked) <= max_ratio * static_cast<double>(packed)) return;
  refuse(
      fmt::format("the {} data decompresses to more than {} times its size; if that is right, raise --max-gzip-ratio",
                  packing, max_ratio));
}

std::span<const char> ByteSource::State::read_packed() {
  std::size_t filled = 0;
  while (filled < unpacked.size()) {
    if (wait == Wait::for_any && filled > 0 && unpacker->left() == 0) break;
    if (!refill()) {
      if (unpacker->inside_member() && !interrupted) refuse(fmt::format("the {} data is truncated", packing));
      break;
    }
    const auto some = unpacker->unpack(std::span(unpacked).subspan(filled));
    if (!some) refuse(fmt::format("the {} data is corrupt", packing));
    filled += *some;
  }
  total_unpacked += static_cast<std::int64_t>(filled);
  check_ratio();
  return std::span(unpacked).first(filled);
}

ByteSource::ByteSource(const std::string& path, Wait wait, bool (*is_zlib)(std::string_view))
    : state_(std::make_unique<State>()) {
  state_->wait = wait;
  state_->is_zlib = is_zlib;
  state_->name = source_name(path);
  state_->descriptor = path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (state_->descriptor == -1 || fstat(state_->descriptor, &status) != 0) state_->refuse_by_system();
  if (S_ISDIR(status.st_mode)) state_->refuse("is a directory, not a file");
  if (S_ISREG(status.st_mode)) state_->size = status.st_size;
  state_->regular = S_ISREG(status.st_mode) && path != "-";
}

ByteSource::~ByteSource() = default;

std::span<const char> ByteSource::next() {
  State& state = *state_;
  if (!state.packing.empty()) return state.read_packed();
  if (!state.first) return state.read_raw(1);
  state.first = false;
  const auto piece = state.read_first();
  const formats::Compression compression = state.compression_in(piece);
  if (compression == formats::Compression::none) return piece;
  state.start_unpacking(piece, compression);
  return state.read_packed();
}

void ByteSource::while_waiting(std::function<void()> task) {
  state_->while_waiting = std::move(task);
}

const std::string& ByteSource::name() const {
  return state_->name;
}

bool ByteSource::is_plain_file() const {
  return state_->regular && state_->packing.empty();
}

void require_plain_file(const ByteSource& source) {
  if (source.is_plain_file()) return;
  throw Failure(
      source.name() +
      ": arrays, Parquet and Arrow are read from regular files that are not compressed as a whole; decompress it "
      "first, or write it to one");
}

std::optional<double> ByteSource::fraction_read() const {
  if (state_->size == 0) return std::nullopt;
  return static_cast<double>(state_->consumed) / static_cast<double>(state_->size);
}

/// What reading a source gives. Where the memory does not suffice, the error says for which file.
template <typename Read>
static auto within_memory(const ByteSource& source, const Read& read) {
  const auto refuse = [&]() -> Failure {
    return Failure(source.name() + ": out of memory: its content needs more than this machine or its limits allow");
  };
  try {
    return read();
  } catch (const std::bad_alloc&) {
    throw refuse();
  } catch (const std::length_error&) {  // a container asked for more than any memory
    throw refuse();
  }
}

std::string read_all(const std::string& path) {
  ByteSource source(path);
  return within_memory(source, [&] {
    std::string bytes;
    for (auto piece = source.next(); !piece.empty(); piece = source.next()) bytes.append(piece.data(), piece.size());
    return bytes;
  });
}

static formats::TextPieces pieces_of(ByteSource& source) {
  return [&source] {
    const auto piece = source.next();
    return std::string_view(piece.data(), piece.size());
  };
}

packing::PlanDocument read_plan(const std::string& path) {
  ByteSource source(path);
  return within_memory(source, [&] { return value(formats::parse_plan(pieces_of(source)), source.name()); });
}

formats::PlanVerification verify_plan_file(const std::string& path, packing::CheckingWork work) {
  ByteSource source(path);
  return within_memory(source,
                       [&] { return value(formats::verify_plan(pieces_of(source), std::move(work)), source.name()); });
}

static void read_all_sizes(ByteSource& source, formats::ReadOptions options, formats::RowSink sink,
                           const std::function<void(double)>& read) {
  options.likely = formats::format_of_name(source.name());
  auto piece = source.next();
  if (is_column_file(piece, options)) {
    value(read_column_sizes(source, piece, options, std::move(sink), read), source.name());
    return;
  }
  formats::SizesReader reader(options, std::move(sink), sizes_backends());
  for (; !piece.empty(); piece = source.next()) {
    value(reader.feed(piece), source.name());
    if (const auto fraction = source.fraction_read()) read(*fraction);
  }
  value(std::move(reader).finish(), source.name());
}

void read_sizes(ByteSource& source, const formats::ReadOptions& options, formats::RowSink sink,
                const std::function<void(double)>& read) {
  if (!sink.note) sink.note = [&](const std::string& text) { note(source.name() + ": " + text); };
  within_memory(source, [&] { read_all_sizes(source, options, std::move(sink), read); });
}

void read_sizes(ByteSource& source, const formats::ReadOptions& options, formats::RowSink sink) {
  Progress progress("reading " + source.name());
  read_sizes(source, options, std::move(sink), [&](double fraction) { progress.update(fraction); });
}

Input read_input(const std::string& path, const formats::ReadOptions& options) {
  ByteSource source(path);
  formats::HistogramSink collected;
  read_sizes(source, options, collected.sink());
  return {.histogram = value(std::move(collected).finish(), source.name()), .name = source.name()};
}

/// bytes  outlive the file
static formats::ColumnFile column_file(const std::string& bytes, formats::ColumnFormat format,
                                       const std::string& path) {
  return value(formats::ColumnFile::open(bytes, format, codecs::decompress), source_name(path));
}

temporal::Events read_events(const std::string& path, formats::EventReadOptions options, std::string_view beyond) {
  options.note = [&](const std::string& text) { note(source_name(path) + ": " + text); };
  options.inflate = codecs::unpack_member;
  const std::string bytes = read_all(path);
  const auto format = formats::column_format(options.format, bytes);
  auto events =
      format ? read_column_events(column_file(bytes, *format, path), options) : formats::read_events(bytes, options);
  if (!events && events.error().code == ErrorCode::out_of_order) events.error().message += "; --sort sorts them";
  if (!events && events.error().code == ErrorCode::out_of_range) events.error().message += beyond;
  if (!events && !options.number) events = tl::unexpected(formats::offer_relabel(std::move(events.error())));
  return value(std::move(events), source_name(path));
}

formats::RootTable read_roots(const std::string& path, std::int64_t nodes, formats::RootReadOptions options) {
  options.note = [&](const std::string& text) { note(source_name(path) + ": " + text); };
  options.inflate = codecs::unpack_member;
  const std::string bytes = read_all(path);
  const auto format = formats::column_format(options.format, bytes);
  auto roots = format ? read_column_roots(column_file(bytes, *format, path), nodes, options)
                      : formats::read_roots(bytes, nodes, options);
  if (!roots && !options.number) roots = tl::unexpected(formats::offer_relabel(std::move(roots.error())));
  return value(std::move(roots), source_name(path));
}

FeatureFile::FeatureFile(const std::string& path)
    : bytes_(read_all(path)), table_(value(formats::read_features(bytes_), source_name(path))) {}

}  // namespace tuplepack::cli
