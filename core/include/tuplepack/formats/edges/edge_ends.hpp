#pragma once

#include "tuplepack/base/result.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tuplepack::formats {

/// What is known of the edges of a type before its files are read.
struct EdgeEndOptions {
  std::vector<std::string> columns{};  ///< wanted, see choose_edge_columns; empty: found by name
  std::array<std::string, 2> types{};  ///< the names of the node types of sources and of destinations
  bool one_numbering = false;          ///< of users and items by name, also where their ids overlap
  bool are_numbered = false;           ///< ids may be any text, and become numbers
  [[nodiscard]] bool one_type() const { return types[0] == types[1]; }
};

/// A table of edges, in any format.
struct EdgeTable {
  std::span<const std::string> names;  ///< of its columns; empty without a header
  std::size_t width = 0;               ///< the number of columns
  std::string_view part = "column";    ///< what messages call a column: "array", "field"
  std::vector<std::string> known{};    ///< columns that are not missed: they are used otherwise
  bool is_chosen = false;              ///< what is wanted is the table, not columns of it
};

/// Which columns of tables hold the two ends of edges, and whether these are the nodes that they seem to be: the same for
/// text, arrays, Parquet and Arrow.
class EdgeEnds {
 public:
  /// Takes what was taken for granted.
  using Note = std::function<void(const std::string& text)>;

  explicit EdgeEnds(EdgeEndOptions options) : options_(std::move(options)) {}
  [[nodiscard]] const EdgeEndOptions& options() const { return options_; }

  /// The columns of sources and of destinations: those that choose_edge_columns finds, turned round if they are named as the
  /// two node types the other way round; or, where it finds none, those that are named as the node types are (user, user_id
  /// or userId for nodes of type user or users).
  /// errors  those of choose_edge_columns
  [[nodiscard]] Result<std::vector<std::size_t>> choose(const EdgeTable& table) const;

  /// Whether a line, which is not all numbers, names columns rather than two nodes whose ids are text: see are_edge_columns;
  /// so do two columns that are named as the node types are.
  [[nodiscard]] bool is_header(std::span<const std::string> names) const;

  /// A file begins, of edges without names.
  void begin() { may_merge_ = false; }
  /// A table begins, whose columns were chosen. Notes those that are ignored, and how those chosen are taken.
  void begin(const EdgeTable& table, std::span<const std::size_t> chosen, const Note& note);
  /// Notes the columns of a table that are not used.
  void note_ignored(const EdgeTable& table, std::span<const std::size_t> used, const Note& note) const;

  /// Follows ids: source, destination, source, …
  /// cost  nothing, but for users and items of one type: then memory for a bit per node where ids are text
  void add(std::span<const std::int64_t> pairs);
  /// Whether all edges were between the nodes that they seem to be.
  /// errors  unsupported: users and items of one type have the same ids
  [[nodiscard]] Result<void> check() const;

 private:
  [[nodiscard]] std::span<const std::string> wanted(const EdgeTable& table) const;

  EdgeEndOptions options_;
  bool may_merge_ = false;  // users and items by name, which are of one type
  std::int64_t last_user_ = -1, first_item_ = std::numeric_limits<std::int64_t>::max();
  std::vector<bool> users_{}, items_{};  // by id, where ids are numbered
  bool both_ = false;                    // one is a user and an item
};

}  // namespace tuplepack::formats
