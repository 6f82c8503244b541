// The benchmarks of the core as WebAssembly, printed as JSON:
// node tuplepack_bench.js tests/data [pack|optimal|mask|loss]

#include "bench/measuring/bench.hpp"
#include "bench/measuring/share_bench.hpp"

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

namespace tuplepack::bench {

static std::string run(const std::string& name, const std::string& data) {
  const auto silent = [](const std::string&) {};
  if (name == "pack") return to_json(bench_pack(data, silent));
  if (name == "optimal") return to_json(bench_optimal(data, silent));
  if (name == "mask") return to_json(bench_mask({}, silent));
  if (name == "loss") return to_json(bench_loss({}, silent));
  throw std::runtime_error("no benchmark '" + name + "'; choose pack, optimal, mask or loss");
}

}  // namespace tuplepack::bench

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fputs("usage: tuplepack_bench.js DATA [pack|optimal|mask|loss]\n", stderr);
    return 2;
  }
  try {
    std::fputs(tuplepack::bench::run(argc == 3 ? argv[2] : "pack", argv[1]).c_str(), stdout);
    return 0;
  } catch (const std::exception& error) {
    std::fputs((std::string("tuplepack_bench: ") + error.what() + "\n").c_str(), stderr);
    return 2;
  }
}
