#pragma once

#include "tuplepack/packing/histogram.hpp"

#include <string>

namespace tuplepack::tests {

/// The bytes of a file below tests/, e.g. "data/molhiv_train.csv". Fails the test when it is not there.
[[nodiscard]] std::string read_file(const std::string& path);

/// Whether golden files are to be written anew: TUPLEPACK_UPDATE_GOLDEN=1 in the environment of the native tests.
[[nodiscard]] bool updates_golden_files();
void write_file(const std::string& path, const std::string& bytes);

/// A histogram of tests/data, e.g. "molhiv_train.csv".
[[nodiscard]] packing::Histogram load(const std::string& name);

}  // namespace tuplepack::tests
