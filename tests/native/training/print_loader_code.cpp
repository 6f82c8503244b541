// Prints loader code for loader_code_test.py: FRAMEWORK FILE POLICY, then NAME LIMIT ALIGN RESERVE for each component.

#include "tuplepack/training/loader_code.hpp"

#include <cstdlib>
#include <iostream>

int main(int argc, char** argv) {
  using namespace tuplepack;
  training::LoaderRequest request;
  request.file = argv[2];
  request.fitting.overlong = packing::overlong_by_name(argv[3]).value();
  for (int at = 4; at + 3 < argc; at += 4) {
    request.components.emplace_back(argv[at]);
    request.limits.sizes.push_back(std::atoll(argv[at + 1]));
    request.fitting.align_item.push_back(std::atoll(argv[at + 2]));
    request.fitting.reserve.push_back(std::atoll(argv[at + 3]));
  }
  const auto code = loader_code(argv[1], request);
  if (!code) {
    std::cerr << code.error().message << '\n';
    return 2;
  }
  std::cout << *code;
  return 0;
}
