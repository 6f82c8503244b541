#include "histogram_files.hpp"

#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "cli/output/progress.hpp"
#include "input.hpp"
#include "rank_files.hpp"
#include "ranks/mailbox.hpp"
#include "tuplepack/base/visible.hpp"

#include <cstring>
#include <utility>

namespace tuplepack::cli {

static std::string listed(const std::vector<std::string>& components) {
  std::string text;
  for (const std::string& component : components) text += (text.empty() ? "" : ",") + csv_field(component);
  return text;
}

Result<void> same_components(const std::vector<std::string>& found, const std::vector<std::string>& expected) {
  if (found == expected) return {};
  return fail(ErrorCode::component_mismatch, "the components are " + visible(listed(found), 200) +
                                                 "; those of the first file are " + visible(listed(expected), 200));
}

/// A sink for the next file.
static formats::RowSink next_sink(formats::HistogramSink& collected) {
  formats::RowSink sink = collected.sink();
  sink.begin = [&collected, begin = std::move(sink.begin)](const std::vector<std::string>& components,
                                                           bool has_counts) -> Result<void> {
    if (auto begun = begin(components, has_counts); !begun) return begun;
    return same_components(components, collected.components());
  };
  return sink;
}

namespace {

/// What a rank has read.
struct ShareOfFiles {
  std::string first;  // of its files
  formats::HistogramSink collected;
  FileNotes notes{};
};

}  // namespace

static void read_share(const std::vector<std::string>& files, const formats::ReadOptions& options,
                       ShareOfFiles& share) {
  const auto all = static_cast<double>(files.size());
  Progress progress("reading " + (files.size() == 1 ? source_name(files.front()) : std::string("sizes")));
  ranks::Counter taken;
  for (auto file = static_cast<std::size_t>(taken.next()); file < files.size() && !ranks::failed_elsewhere();
       file = static_cast<std::size_t>(taken.next())) {
    ByteSource source(files[file]);
    if (share.first.empty()) share.first = source.name();
    formats::RowSink sink = next_sink(share.collected);
    sink.note = [&](const std::string& text) { share.notes.add(text, source.name()); };
    read_sizes(source, options, std::move(sink),
               [&](double fraction) { progress.update((static_cast<double>(file) + fraction) / all); });
  }
}

/// The components, which have to be the same on all ranks that have read any file.
static Result<std::vector<std::string>> common_components(const ShareOfFiles& share) {
  std::vector<std::string> components;
  for (std::vector<std::string>& of_rank : gather_lists(share.collected.components())) {
    if (components.empty()) components = std::move(of_rank);
  }
  Result<void> same;
  if (!share.first.empty()) same = same_components(share.collected.components(), components);
  if (!same) same.error().message.insert(0, share.first + ": ");
  if (auto agreed = ranks::agree(std::move(same)); !agreed) return tl::unexpected(std::move(agreed.error()));
  return components;
}

/// The rank that adds up a bin.
static int rank_of_bin(std::span<const std::int64_t> sizes) {
  std::uint64_t hash = 0;
  for (const std::int64_t size : sizes) {
    hash = (hash ^ static_cast<std::uint64_t>(size)) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29U;
  }
  return static_cast<int>(hash % static_cast<std::uint64_t>(ranks::count()));
}

/// Sends every bin to a rank, which adds up those it gets.
/// rank_of  of a bin, by its sizes
/// returns  what this rank got; empty if that is nothing
template <typename RankOf>
static Result<packing::Histogram> send_bins(const packing::Histogram& own, const std::vector<std::string>& components,
                                            RankOf rank_of) {
  constexpr std::int64_t memory = std::int64_t{1} << 26;
  const std::size_t k = components.size();
  packing::HistogramBuilder builder(k);
  bool any = false;
  std::vector<std::int64_t> sizes(k);
  ranks::Mailbox mailbox(memory, [&](int /*from*/, std::span<const std::byte> message) -> Result<void> {
    const auto count = ranks::take_head<std::int64_t>(message);
    std::memcpy(sizes.data(), message.data(), message.size());
    any = true;
    return builder.add(sizes, count);
  });
  Result<void> sent;
  for (std::size_t bin = 0; bin < own.bins() && sent; ++bin) {
    sent = mailbox.send(rank_of(own.size(bin)), ranks::head_of(own.counts[bin]), std::as_bytes(own.size(bin)));
  }
  if (auto done = mailbox.finish(sent); !done) return tl::unexpected(std::move(done.error()));
  if (!any) return packing::Histogram{.components = components, .sizes = {}, .counts = {}};
  return std::move(builder).finish(components);
}

static Result<packing::Histogram> merged(ShareOfFiles& share) {
  auto components = common_components(share);
  if (!components) return tl::unexpected(std::move(components.error()));
  packing::Histogram own{.components = *components, .sizes = {}, .counts = {}};
  if (!share.first.empty()) {
    if (auto read = std::move(share.collected).finish()) own = std::move(*read);
  }
  auto summed = send_bins(own, *components, rank_of_bin);
  if (!summed) return summed;
  return send_bins(*summed, *components, [](auto&&) { return 0; });
}

packing::Histogram read_histogram(const std::vector<std::string>& names, const formats::ReadOptions& options) {
  require_files(names);
  const std::vector<std::string> files = files_of_first(names);
  ShareOfFiles share;
  value(ranks::agree(result_of([&] { read_share(files, options, share); })));
  share.notes.note_all();
  if (ranks::count() == 1) return value(std::move(share.collected).finish(), share.first);
  packing::Histogram histogram = value(merged(share));
  if (ranks::rank() == 0 && histogram.bins() == 0) throw Failure(share.first + ": no items");
  return histogram;
}

}  // namespace tuplepack::cli
