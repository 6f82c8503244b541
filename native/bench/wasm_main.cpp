// The benchmark of the core as WebAssembly: node tuplepack_bench.js tests/data [optimal] [--json]

#include <cstdio>
#include <cstring>
#include <exception>

#include "bench.hpp"

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: tuplepack_bench.js DATA [optimal] [--json]\n", stderr);
    return 2;
  }
  try {
    const bool json = std::strcmp(argv[argc - 1], "--json") == 0;
    const bool optimal = argc > 2 && std::strcmp(argv[2], "optimal") == 0;
    const auto bench = optimal ? tuplepack::bench::bench_optimal : tuplepack::bench::bench_pack;
    const auto report = bench(argv[1], [](const std::string&) {});
    std::fputs((json ? tuplepack::bench::to_json(report) : tuplepack::bench::to_table(report)).c_str(), stdout);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tuplepack_bench: %s\n", error.what());
    return 2;
  }
}
