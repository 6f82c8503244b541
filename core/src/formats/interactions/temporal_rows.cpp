#include "temporal_rows.hpp"

#include "formats/detection/opening.hpp"
#include "temporal_arrays.hpp"
#include "temporal_text.hpp"
#include "tuplepack/base/words.hpp"
#include "tuplepack/formats/detection/format_table.hpp"
#include "tuplepack/formats/text/line_ends.hpp"

namespace tuplepack::formats {

Result<TemporalRows> read_temporal_rows(std::span<const char> bytes, Format format, const TemporalReading& reading) {
  Opening opening(format);
  const auto known = opening.add(std::string_view(bytes.data(), bytes.size()), true);
  if (!known) return tl::unexpected(known.error());
  if (*known == Format::csv) return read_temporal_text(opening.text(), reading);
  if (*known == Format::npy) return read_temporal_npy(opening.text(), reading);
  if (*known == Format::npz) return read_temporal_npz(opening.text(), reading);
  return fail(ErrorCode::unsupported, std::string(rows_of(reading.table)) + " are read from " +
                                          alternatives(formats_of(Content::interactions)) + ", not from " +
                                          std::string(name(**known)));
}

void note_rows(const TemporalRows& rows, const std::function<void(const std::string& text)>& note) {
  if (!note) return;
  if (!rows.format.empty()) note("read as " + rows.format);
  if (rows.ends_open) note(std::string(cut_note));
  if (!rows.times.empty()) note("times are " + rows.times);
}

}  // namespace tuplepack::formats
