# tuplepack_compiler: what every target of ours is compiled with. The presets turn warnings into errors; a plain
# configuration does not, so that a newer compiler's new warnings stop nobody from using the library.
add_library(tuplepack_compiler INTERFACE)
target_compile_options(tuplepack_compiler INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wconversion -Wshadow -ffp-contract=off>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wshadow,-ffp-contract=off>
  # A kernel that spills registers, or keeps an array in local memory, is a warning.
  $<$<COMPILE_LANGUAGE:CUDA>:-Xptxas=-warn-spills,-warn-lmem-usage>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 warns wrongly about `"literal" + std::string` (GCC bug 105651).
  target_compile_options(tuplepack_compiler INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()

# Large headers are read once instead of in every file. Not with GCC 12, which then warns wrongly of std::string's own
# code; there a missing #include is found.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(TUPLEPACK_PRECOMPILE ON)
endif()

if(EMSCRIPTEN)
  target_compile_options(tuplepack_compiler INTERFACE -fwasm-exceptions -msimd128)
  # Without this, libc++ keeps the mangled names of all that a std::function has held, for target_type().
  target_compile_definitions(tuplepack_compiler INTERFACE _LIBCPP_NO_RTTI)
  target_link_options(tuplepack_compiler INTERFACE -fwasm-exceptions)
  # Optimised as a whole: a twentieth smaller, and faster. Whoever links the library elsewhere decides there.
  if(PROJECT_IS_TOP_LEVEL)
    add_compile_options(-flto)
    add_link_options(-flto)
  endif()
endif()

if(TUPLEPACK_SANITIZE)
  target_compile_options(tuplepack_compiler INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(tuplepack_compiler INTERFACE -fsanitize=address,undefined)
endif()
