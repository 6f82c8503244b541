#include "graph/dispatch/appended_files.hpp"

#include "graph/dispatch/written_file.hpp"
#include "temporary_folder.hpp"

#include <doctest/doctest.h>

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tuplepack::tests::appended_files_test {

using namespace graph;

TEST_CASE("files have the hash of their bytes, whether these went through the buffer or not") {
  const TemporaryFolder folder;
  for (const std::size_t buffer : {0U, 8U, 64U}) {
    CAPTURE(buffer);
    auto files = AppendedFiles::create({folder.file("a"), "", folder.file("b")}, buffer);
    REQUIRE(files);
    std::array<std::string, 3> expected;
    for (const std::string_view piece : {"short", "more than 8 bytes", "", "8 bytes.", "end"}) {
      for (const std::size_t file : {0U, 1U, 2U}) {
        REQUIRE(files->append(file, std::as_bytes(std::span(piece))));
        expected[file] += piece;
      }
    }
    REQUIRE(files->finish());
    for (const auto& [file, name] : {std::pair(std::size_t{0}, "a"), std::pair(std::size_t{2}, "b")}) {
      CHECK(folder.read(name) == expected[file]);
      CHECK(files->size(file) == static_cast<std::int64_t>(expected[file].size()));
      CHECK(files->hash(file) == hash_of_file(folder.file(name)));
    }
  }
}

}  // namespace tuplepack::tests::appended_files_test
