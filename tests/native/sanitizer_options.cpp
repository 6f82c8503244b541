/// What the sanitizers do in the program, which the tests start thousands of times: half of the time of a short run went into
/// what these defaults leave out. ASAN_OPTIONS and LSAN_OPTIONS of the environment come after them.
#include <link.h>
#include <sanitizer/lsan_interface.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

/// Of the calls that lead to an allocation only the last three are remembered; malloc_context_size=30 shows where the memory of
/// a report comes from. With two, what a thread has allocated before it knows its own stack is a leak if the program ends just
/// then: the sanitizer recognises it by its unknown caller, for which it looks only from three on.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "malloc_context_size=3";
}

/// When the program ends, pointers are not looked for in its own globals, which are 18 MB of descriptions of checks: what only
/// one of them holds is a leak, then, too.
extern "C" const char* __lsan_default_options();
extern "C" const char* __lsan_default_options() {
  return "use_globals=0";
}

namespace {

/// The shared libraries that hold memory by their globals until the end. For each of them /proc/self/maps is read.
bool holds_memory(std::string_view path) {
  constexpr std::array<std::string_view, 2> names{"/libstdc++.so", "/libtbb.so"};
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view name) { return path.find(name) != std::string_view::npos; });
}

int register_globals(dl_phdr_info* object, std::size_t, void*) {
  if (!holds_memory(object->dlpi_name)) return 0;
  for (const auto& segment : std::span(object->dlpi_phdr, object->dlpi_phnum))
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_W) != 0)
      __lsan_register_root_region(reinterpret_cast<const void*>(object->dlpi_addr + segment.p_vaddr), segment.p_memsz);
  return 0;
}

const int registered = dl_iterate_phdr(register_globals, nullptr);

}  // namespace
