#pragma once

#include "cli/output/progress.hpp"
#include "input.hpp"
#include "tuplepack/formats/text/text_pieces.hpp"

#include <string>
#include <vector>

namespace tuplepack::cli {

/// The files that a name stands for: "base@4" and "base-?????-of-00004" for all their shards, other names with * or ?
/// for the files that match, in order of their names; the name itself where a file has it. Throws Failure when there is
/// none, or a shard is missing.
[[nodiscard]] std::vector<std::string> record_files(const std::string& name);

/// Whether TFRecords are in gzip or zlib, by the first bytes of the file.
[[nodiscard]] bool is_packed_records(std::string_view first_bytes);

/// The content of a file, with a progress bar. Both must outlive it.
[[nodiscard]] formats::TextPieces pieces_of(ByteSource& source, Progress& progress);

/// Those of several names.
[[nodiscard]] std::vector<std::string> files_of(const std::vector<std::string>& names);

/// What messages about all of these files call them: "a.csv", "a.csv and 3 other files".
/// assumes  there is one
[[nodiscard]] std::string name_of_all(const std::vector<std::string>& files);

}  // namespace tuplepack::cli
