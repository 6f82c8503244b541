#include "files/staging.hpp"

#include "files/shard_files.hpp"
#include "temporary_folder.hpp"

#include <doctest/doctest.h>

#include <sys/stat.h>

#include <string>
#include <utility>

namespace tuplepack::tests::staging_test {

using tuplepack::tests::TemporaryFolder;

TEST_CASE("a staging folder takes its name when it is committed") {
  const TemporaryFolder folder;
  auto staging = files::StagingFolder::create(folder.file("out") + "/");
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
    auto staging = files::StagingFolder::create(folder.file("out"));
    REQUIRE(staging);
    std::filesystem::create_directory(folder.file("out.partial/deep"));
    folder.write("out.partial/deep/a", "text");
    const files::StagingFolder moved = std::move(*staging);
    CHECK(folder.has("out.partial/deep/a"));
  }
  CHECK_FALSE(folder.has("out.partial"));
}

TEST_CASE("what a run that was killed has left is replaced, and nothing else") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("out.partial"));
  folder.write("out.partial/mine", "text");
  CHECK(files::StagingFolder::create(folder.file("out")).error().message ==
        folder.file("out.partial") +
            ": already exists and was not created by tuplepack; remove it or choose another name");
  CHECK(folder.read("out.partial/mine") == "text");
  folder.write("out.partial/.unfinished", "");
  std::filesystem::create_directory(folder.file("out.partial/deep"));
  folder.write("out.partial/deep/a", "text");
  auto staging = files::StagingFolder::create(folder.file("out"));
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
    auto staging = files::StagingFolder::create(folder.file("out"), run);
    REQUIRE(staging);
    CHECK(staging->is_resumed() == resumes);
    CHECK(folder.has("out.partial/a") == resumes);
    CHECK(folder.read("out.partial/.unfinished") == run);
    folder.write("out.partial/a", "text");
    staging->keep(true);
  }
  auto staging = files::StagingFolder::create(folder.file("out"));
  REQUIRE(staging);
  CHECK_FALSE(folder.has("out.partial/a"));
}

TEST_CASE("an empty folder is replaced, and one with content refused") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("out"));
  auto staging = files::StagingFolder::create(folder.file("out"));
  REQUIRE(staging);
  CHECK(files::StagingFolder::create(folder.file("out")).error().message ==
        folder.file("out.partial") + ": another process writes to it");
  folder.write("out.partial/a", "text");
  REQUIRE(staging->commit());
  CHECK(files::StagingFolder::create(folder.file("out")).error().message ==
        folder.file("out") + ": directory is not empty");
  CHECK(folder.has("out/a"));
  CHECK(files::StagingFolder::create(folder.file("out/a")).error().message ==
        folder.file("out/a") + ": already exists and is not a directory");
  CHECK_FALSE(files::StagingFolder::create(folder.file("none/out")));
  CHECK_FALSE(files::StagingFolder::create(""));
}

TEST_CASE("a folder that was filled while it was staged stays as it is") {
  const TemporaryFolder folder;
  {
    auto staging = files::StagingFolder::create(folder.file("out"));
    REQUIRE(staging);
    std::filesystem::create_directory(folder.file("out"));
    folder.write("out/b", "other");
    CHECK_FALSE(staging->commit());
  }
  CHECK(folder.read("out/b") == "other");
  CHECK_FALSE(folder.has("out.partial"));
}

TEST_CASE("a folder that took its name and still has the mark is done again") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("out"));
  folder.write("out/a", "text");
  folder.write("out/.unfinished", "");
  auto staging = files::StagingFolder::create(folder.file("out"));
  REQUIRE(staging);
  CHECK_FALSE(folder.has("out"));
  CHECK_FALSE(folder.has("out.partial/a"));
  REQUIRE(staging->commit());
  CHECK(std::filesystem::is_empty(folder.file("out")));
}

static std::string inode_of(const std::string& path) {
  struct stat status {};
  REQUIRE(stat(path.c_str(), &status) == 0);
  return std::to_string(status.st_ino);
}

TEST_CASE("files of a set that was being published are taken back, and nobody else's") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("x@3.partial"));
  folder.write("x@3.partial/.unfinished", "run");
  folder.write("x@3.partial/x-2", "2");
  folder.write("x-0", "0");
  folder.write("x-1", "mine");
  folder.write("x@3.partial/.publishing",
               inode_of(folder.file("x-0")) + " x-0\n0 x-1\n" + inode_of(folder.file("x@3.partial/x-2")) + " x-2\n");
  CHECK(files::is_being_published(folder.file("x@3")));
  auto staging = files::StagingFolder::create_for_files(folder.file("x@3"), "run");
  REQUIRE(staging);
  CHECK(staging->is_resumed());
  CHECK_FALSE(files::is_being_published(folder.file("x@3")));
  CHECK(folder.read("x@3.partial/x-0") == "0");
  CHECK(folder.read("x@3.partial/x-2") == "2");
  CHECK(folder.read("x-1") == "mine");
  SUBCASE("then published, unless a name is taken") {
    CHECK(staging->publish({"x-0", "x-2"}));
    CHECK(folder.read("x-0") == "0");
    CHECK(folder.read("x-2") == "2");
    CHECK_FALSE(folder.has("x@3.partial"));
  }
  SUBCASE("none where a name is taken") {
    folder.write("x@3.partial/x-1", "1");
    staging->keep(true);
    CHECK(staging->publish({"x-0", "x-1", "x-2"}).error().message == folder.file("x-1") + ": already exists");
    CHECK(folder.read("x-1") == "mine");
    CHECK(folder.read("x@3.partial/x-0") == "0");
    CHECK_FALSE(folder.has("x-0"));
    CHECK_FALSE(files::is_being_published(folder.file("x@3")));
  }
}

TEST_CASE("a run that is refused keeps the work that it would continue, and leaves no folder without any") {
  for (const bool has_work : {false, true}) {
    CAPTURE(has_work);
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.file("out.partial"));
    folder.write("out.partial/.unfinished", "run");
    if (has_work) folder.write("out.partial/a", "text");
    folder.write("out", "");
    CHECK(files::ShardFiles::create(folder.file("out"), "run").error().message ==
          folder.file("out") + ": already exists");
    CHECK(folder.has("out.partial") == has_work);
  }
}

}  // namespace tuplepack::tests::staging_test
