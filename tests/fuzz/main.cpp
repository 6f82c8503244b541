#include "targets.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

// All targets are one program under many names: to link each by itself takes longer than to run them.

namespace tuplepack::tests {

static std::map<std::string, FuzzOne, std::less<>>& targets() {
  static std::map<std::string, FuzzOne, std::less<>> all;
  return all;
}

static FuzzOne chosen = nullptr;

FuzzTarget::FuzzTarget(std::string_view name, FuzzOne one) {
  targets().emplace(std::string(name) + "_fuzz", one);
}

}  // namespace tuplepack::tests

using namespace tuplepack::tests;

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** argv) {
  const auto target = targets().find(std::filesystem::path((*argv)[0]).filename().string());
  if (target == targets().end()) {
    std::fputs("there is no target of this name; call the program by one of:", stderr);
    for (const auto& [name, one] : targets()) std::fprintf(stderr, " %s", name.c_str());
    std::fputs("\n", stderr);
    std::exit(2);
  }
  chosen = target->second;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return chosen(data, size);
}
