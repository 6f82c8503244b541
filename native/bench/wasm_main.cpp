// The benchmark of the core as WebAssembly: node tuplepack_bench.js tests/data [pack|optimal|mask|loss] [--json]

#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>

#include "bench.hpp"
#include "training_bench.hpp"

namespace tuplepack::bench {

template <typename Report>
static std::string text_of(const Report& report, bool json) {
  return json ? to_json(report) : to_table(report);
}

static std::string run(const std::string& name, const std::string& data, bool json) {
  const auto silent = [](const std::string&) {};
  if (name == "pack") return text_of(bench_pack(data, silent), json);
  if (name == "optimal") return text_of(bench_optimal(data, silent), json);
  if (name == "mask") return text_of(bench_mask({}, silent), json);
  if (name == "loss") return text_of(bench_loss({}, silent), json);
  throw std::runtime_error("there are the benchmarks pack, optimal, mask and loss");
}

}  // namespace tuplepack::bench

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: tuplepack_bench.js DATA [pack|optimal|mask|loss] [--json]\n", stderr);
    return 2;
  }
  try {
    const bool json = std::strcmp(argv[argc - 1], "--json") == 0;
    const std::string name = argc - (json ? 1 : 0) > 2 ? argv[2] : "pack";
    std::fputs(tuplepack::bench::run(name, argv[1], json).c_str(), stdout);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tuplepack_bench: %s\n", error.what());
    return 2;
  }
}
