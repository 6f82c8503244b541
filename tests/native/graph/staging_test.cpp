#include "graph/staging.hpp"

#include "temporary_folder.hpp"

#include <doctest/doctest.h>

#include <utility>

namespace tuplepack::tests::staging_test {

using tuplepack::tests::TemporaryFolder;

TEST_CASE("a staging folder takes its name when it is committed") {
  const TemporaryFolder folder;
  auto staging = StagingFolder::create(folder.file("out") + "/");
  REQUIRE(staging);
  CHECK(staging->path() == folder.file("out.partial"));
  folder.write("out.partial/a", "text");
  CHECK_FALSE(folder.has("out"));
  REQUIRE(staging->commit());
  CHECK(folder.read("out/a") == "text");
  CHECK_FALSE(folder.has("out.partial"));
}

TEST_CASE("without a commit nothing is left") {
  const TemporaryFolder folder;
  {
    auto staging = StagingFolder::create(folder.file("out"));
    REQUIRE(staging);
    std::filesystem::create_directory(folder.file("out.partial/deep"));
    folder.write("out.partial/deep/a", "text");
    const StagingFolder moved = std::move(*staging);
    CHECK(folder.has("out.partial/deep/a"));
  }
  CHECK_FALSE(folder.has("out.partial"));
}

TEST_CASE("what a run that was killed has left is replaced, and nothing else") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("out.partial"));
  folder.write("out.partial/mine", "text");
  CHECK(StagingFolder::create(folder.file("out")).error().message ==
        folder.file("out.partial") + ": is there already, and no run of this program has left it");
  CHECK(folder.read("out.partial/mine") == "text");
  folder.write("out.partial/.unfinished", "");
  std::filesystem::create_directory(folder.file("out.partial/deep"));
  folder.write("out.partial/deep/a", "text");
  auto staging = StagingFolder::create(folder.file("out"));
  REQUIRE(staging);
  CHECK_FALSE(folder.has("out.partial/mine"));
  CHECK_FALSE(folder.has("out.partial/deep"));
  REQUIRE(staging->commit());
  CHECK(std::filesystem::is_empty(folder.file("out")));
}

TEST_CASE("what the same run has left is kept, and that of another one is not") {
  const TemporaryFolder folder;
  struct Case {
    const char* run;
    bool resumes;
  };
  for (const auto& [run, resumes] : {Case{"one", false}, Case{"one", true}, Case{"other", false}, Case{"", false}}) {
    auto staging = StagingFolder::create(folder.file("out"), run);
    REQUIRE(staging);
    CHECK(staging->is_resumed() == resumes);
    CHECK(folder.has("out.partial/a") == resumes);
    CHECK(folder.read("out.partial/.unfinished") == run);
    folder.write("out.partial/a", "text");
    staging->keep(true);
  }
  auto staging = StagingFolder::create(folder.file("out"));
  REQUIRE(staging);
  CHECK_FALSE(folder.has("out.partial/a"));
}

TEST_CASE("an empty folder is replaced, and one with content refused") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("out"));
  auto staging = StagingFolder::create(folder.file("out"));
  REQUIRE(staging);
  CHECK(StagingFolder::create(folder.file("out")).error().message ==
        folder.file("out.partial") + ": another process writes to it");
  folder.write("out.partial/a", "text");
  REQUIRE(staging->commit());
  CHECK(StagingFolder::create(folder.file("out")).error().message == folder.file("out") + ": the folder is not empty");
  CHECK(folder.has("out/a"));
  CHECK(StagingFolder::create(folder.file("out/a")).error().message ==
        folder.file("out/a") + ": is there already, and not a folder");
  CHECK_FALSE(StagingFolder::create(folder.file("none/out")));
  CHECK_FALSE(StagingFolder::create(""));
}

TEST_CASE("a folder that was filled while it was staged stays as it is") {
  const TemporaryFolder folder;
  {
    auto staging = StagingFolder::create(folder.file("out"));
    REQUIRE(staging);
    std::filesystem::create_directory(folder.file("out"));
    folder.write("out/b", "other");
    CHECK_FALSE(staging->commit());
  }
  CHECK(folder.read("out/b") == "other");
  CHECK_FALSE(folder.has("out.partial"));
}

}  // namespace tuplepack::tests::staging_test
