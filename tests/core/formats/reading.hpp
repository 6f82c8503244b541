#pragma once

#include "tuplepack/formats/sizes/sizes.hpp"

#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::tests {

/// All that a reader hands on, and how it ends.
struct Reading {
  std::vector<std::string> components;
  bool has_counts = false;
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> counts;
  std::optional<Error> error;
};

[[nodiscard]] Reading read(std::string_view bytes, const formats::ReadOptions& options = {});

/// The same, fed in pieces whose sizes are drawn at random: often a byte or two, sometimes thousands.
[[nodiscard]] Reading read_in_pieces(std::string_view bytes, const formats::ReadOptions& options,
                                     std::mt19937_64& random);

/// How the input is refused: "line:column code: message" with the parts that are there, or "" when it is not.
[[nodiscard]] std::string refusal(std::string_view bytes, const formats::ReadOptions& options = {});

/// Whether two readings are the same, errors included.
[[nodiscard]] bool same(const Reading& a, const Reading& b);

[[nodiscard]] std::string little_endian(std::uint64_t value, std::size_t bytes);

/// A .npy file. shape: as Python writes it, e.g. "(3, 2)"
[[nodiscard]] std::string npy(const std::string& type, const std::string& shape, const std::string& data,
                              bool fortran = false, int version = 1);

}  // namespace tuplepack::tests
