#include "collegemsg.hpp"

#include "tuplepack/formats/interactions/events.hpp"

#include <doctest/doctest.h>
#include <zlib.h>

#include <memory>
#include <string>
#include <vector>

tuplepack::temporal::Events read_collegemsg() {
  const std::unique_ptr<gzFile_s, decltype(&gzclose)> file(
      gzopen(TUPLEPACK_TESTS_DIR "/data/temporal_collegemsg.csv.gz", "rb"), gzclose);
  REQUIRE(file != nullptr);
  std::string bytes;
  std::vector<char> piece(1 << 16);
  for (int got = 1; got > 0;) {
    got = gzread(file.get(), piece.data(), static_cast<unsigned>(piece.size()));
    REQUIRE(got >= 0);
    bytes.append(piece.data(), static_cast<std::size_t>(got));
  }
  return tuplepack::formats::read_events(bytes, {}).value();
}
