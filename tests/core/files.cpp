#include "files.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace tuplepack::tests {

std::string read_file(const std::string& path) {
  std::ifstream file(std::string(TUPLEPACK_TESTS_DIR) + "/" + path, std::ios::binary);
  REQUIRE_MESSAGE(file.good(), "cannot read tests/" << path);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

bool updates_golden_files() {
  const char* value = std::getenv("TUPLEPACK_UPDATE_GOLDEN");
  return value != nullptr && std::string(value) == "1";
}

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream file(std::string(TUPLEPACK_TESTS_DIR) + "/" + path, std::ios::binary);
  file << bytes;
  REQUIRE_MESSAGE(file.flush().good(), "cannot write tests/" << path);
}

packing::Histogram load(const std::string& name) {
  std::istringstream file(read_file("data/" + name));
  std::string line;
  std::getline(file, line);
  std::vector<std::string> names;
  std::istringstream header(line);
  for (std::string column; std::getline(header, column, ',');) names.push_back(column);
  names.pop_back();
  packing::HistogramBuilder builder(names.size());
  while (std::getline(file, line)) {
    std::vector<std::int64_t> row;
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) row.push_back(std::stoll(field));
    const std::int64_t count = row.back();
    row.pop_back();
    REQUIRE(builder.add(row, count));
  }
  return std::move(builder).finish(names).value();
}

}  // namespace tuplepack::tests
