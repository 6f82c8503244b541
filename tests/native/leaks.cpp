/// Where LeakSanitizer looks for pointers when the program ends: in the globals of shared libraries, and not in the program's
/// own. Those are 18 MB of descriptions of checks, and each of the thousands of processes that the tests start would read
/// them page by page. What only a global of the program holds is a leak, then, too.
#include <link.h>
#include <sanitizer/lsan_interface.h>

#include <cstddef>
#include <span>

extern "C" const char* __lsan_default_options();
extern "C" const char* __lsan_default_options() {
  return "use_globals=0";
}

namespace {

int register_globals(dl_phdr_info* object, std::size_t, void*) {
  const bool is_program = object->dlpi_name[0] == '\0';
  if (is_program) return 0;
  for (const auto& segment : std::span(object->dlpi_phdr, object->dlpi_phnum))
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_W) != 0)
      __lsan_register_root_region(reinterpret_cast<const void*>(object->dlpi_addr + segment.p_vaddr), segment.p_memsz);
  return 0;
}

const int registered = dl_iterate_phdr(register_globals, nullptr);

}  // namespace
