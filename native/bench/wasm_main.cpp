// The benchmark of the core as WebAssembly: node tuplepack_bench.js tests/data [--json]

#include <cstdio>
#include <cstring>
#include <exception>

#include "bench.hpp"

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: tuplepack_bench.js DATA [--json]\n", stderr);
    return 2;
  }
  try {
    const auto report = tuplepack::bench::bench_pack(argv[1], [](const std::string&) {});
    const bool json = argc > 2 && std::strcmp(argv[2], "--json") == 0;
    std::fputs((json ? tuplepack::bench::to_json(report) : tuplepack::bench::to_table(report)).c_str(), stdout);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tuplepack_bench: %s\n", error.what());
    return 2;
  }
}
