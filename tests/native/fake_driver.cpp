// A libcuda.so.1 for testing how the program starts where the driver cannot: FAKE_DRIVER_VERSION is the CUDA version it
// supports (1000 · major + 10 · minor), FAKE_DRIVER_INIT the code that cuInit returns.
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

int number_in(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::atoi(text);
}

int initialise(unsigned /*flags*/) {
  return number_in("FAKE_DRIVER_INIT", 0);
}

int driver_version(int* version) {
  *version = number_in("FAKE_DRIVER_VERSION", 99000);
  return 0;
}

int not_initialised() {
  return 3;  // CUDA_ERROR_NOT_INITIALIZED
}

}  // namespace

// The runtime asks this function for all others.
extern "C" int cuGetProcAddress_v2(const char* symbol, void** function, int /*version*/, std::uint64_t /*flags*/,
                                   void* /*status*/) {
  const std::string_view name = symbol;
  if (name == "cuInit") {
    *function = reinterpret_cast<void*>(initialise);
  } else if (name == "cuDriverGetVersion") {
    *function = reinterpret_cast<void*>(driver_version);
  } else if (name == "cuGetProcAddress") {
    *function = reinterpret_cast<void*>(cuGetProcAddress_v2);
  } else {
    *function = reinterpret_cast<void*>(not_initialised);
  }
  return 0;
}
