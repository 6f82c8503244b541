#pragma once

#include "tuplepack/formats/edges/edge_text.hpp"
#include "wide_rows.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// Whether text begins as KONECT's files do: "% sym|asym|bip WEIGHTS", and the comments end. None while too little is known.
[[nodiscard]] std::optional<bool> is_konect(std::string_view text, bool whole);

/// Whether the nodes of such a file are of two kinds, by its first line.
[[nodiscard]] bool is_bipartite_konect(std::string_view text);

/// Whether the comments at the begin are complete.
[[nodiscard]] bool konect_head_ends(std::string_view text);

/// The nodes at either end by the second line of comment, "% EDGES SOURCES DESTINATIONS"; 0: it does not say.
[[nodiscard]] std::array<std::int64_t, 2> konect_nodes(std::string_view text);

/// errors  unsupported (a bipartite network, and both ends of the edges are of one type)
[[nodiscard]] Result<void> check_konect(std::string_view text, const EdgeTextOptions& options);

/// Reads edges in two columns of ids. What a table of them leaves open is noted, or refused.
class PlainEdgesReader {
 public:
  /// konect  the nodes of a file of KONECT, whose ids count from 1
  PlainEdgesReader(const EdgeTextOptions& options, const EdgeTextSink& sink,
                   std::optional<std::array<std::int64_t, 2>> konect = {});
  [[nodiscard]] Result<void> feed(std::string_view bytes);
  [[nodiscard]] Result<void> finish();
  [[nodiscard]] std::array<std::int64_t, 2> nodes() const { return declared_; }

 private:
  /// What the sink of the rows learns.
  struct Seen {
    std::int64_t rows = 0;
    std::array<std::int64_t, 2> first{};
    std::int64_t largest = 0;        // id after the first row
    bool begins_with_words = false;  // the first line, which is read as an edge
    bool has_words = false;          // another one has an id that is not a number
    std::int64_t cells = 0;
    bool header = false;
    bool named_by_comment = false;
    std::size_t width = 0;
  };
  EdgeTextSink sink_;
  bool may_be_counts_;  // the first line
  bool may_be_ends_;    // two lines
  std::array<std::int64_t, 2> declared_{};
  std::unique_ptr<Seen> seen_ = std::make_unique<Seen>();
  IdTextReader reader_;
  std::string first_line_;  // after comments, as far as it is looked at
  bool is_first_line_ = true;
  WideRows wide_;

  [[nodiscard]] static IdTextOptions rows_of(const EdgeTextOptions& options, const EdgeTextSink& sink, bool konect,
                                             Seen* seen);
  void hold_first_line(std::string_view bytes);
  [[nodiscard]] std::optional<std::string> counts_in_first_row() const;
  [[nodiscard]] Result<void> check_first_row() const;
  [[nodiscard]] std::optional<std::string> as_matrix() const;
  [[nodiscard]] Result<void> check_words() const;
};

}  // namespace tuplepack::formats
