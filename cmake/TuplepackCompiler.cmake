# tuplepack_compiler: the compile options of all our targets. The presets turn warnings into errors; a plain
# configuration does not, so that a newer compiler's warnings do not break a build of the library.
add_library(tuplepack_compiler INTERFACE)
target_compile_options(tuplepack_compiler INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wconversion -Wshadow>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wshadow>
  # Whatever a user's flags say: plans must not depend on them.
  $<$<COMPILE_LANGUAGE:CXX>:-fno-fast-math -ffp-contract=off>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-fno-fast-math,-ffp-contract=off>
  # A kernel that spills registers, or keeps an array in local memory, is a warning.
  $<$<COMPILE_LANGUAGE:CUDA>:-Xptxas=-warn-spills,-warn-lmem-usage>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # A false positive of GCC 12 for `"literal" + std::string` (GCC bug 105651).
  target_compile_options(tuplepack_compiler INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
  if(CMAKE_UNITY_BUILD)
    # Collecting garbage takes GCC a twentieth of its time, to compile such a source in 0.8 GB instead of 1.1.
    target_compile_options(tuplepack_compiler INTERFACE $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=2097152>)
  endif()
endif()

# Sets `result` to the C++ sources in these folders and below them; every build looks for new ones.
function(tuplepack_sources result)
  list(TRANSFORM ARGN APPEND /*.cpp OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE sources RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${patterns})
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

# Of an inline function that several define the linker keeps the first, and what a template makes in a test, or with sanitizers in
# the command line, is not optimised: the libraries come before them, else they would run at half their speed.
function(tuplepack_link_first target)
  foreach(library IN LISTS ARGN)
    target_link_options(${target} PRIVATE "SHELL:-Wl,--whole-archive $<TARGET_FILE:${library}> -Wl,--no-whole-archive")
    target_link_libraries(${target} PRIVATE ${library})
  endforeach()
endfunction()

# Precompile large headers. Not with GCC 12, which then has false positives in std::string; that build also finds
# missing includes.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(TUPLEPACK_PRECOMPILE ON)
endif()

if(EMSCRIPTEN)
  target_compile_options(tuplepack_compiler INTERFACE -fwasm-exceptions -msimd128)
  # Otherwise libc++ keeps the mangled names of all targets of std::function, for target_type().
  target_compile_definitions(tuplepack_compiler INTERFACE _LIBCPP_NO_RTTI)
  target_link_options(tuplepack_compiler INTERFACE -fwasm-exceptions)
  # Link-time optimisation: 5 % smaller, and faster. A project that embeds the library decides for itself.
  if(PROJECT_IS_TOP_LEVEL)
    add_compile_options(-flto)
    add_link_options(-flto)
  endif()
endif()

if(TUPLEPACK_SANITIZE)
  # At a fixed address: the descriptors of UndefinedBehaviorSanitizer are 470,000 pointers, which would be relocated
  # whenever a program starts, and the tests start it thousands of times.
  target_compile_options(tuplepack_compiler INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -fno-pie)
  target_link_options(tuplepack_compiler INTERFACE -fsanitize=address,undefined -no-pie)
  # LLVM's linker, which Emscripten needs, if it is there: a third of the time of GNU's for programs of 80 MB.
  find_program(TUPLEPACK_LLD ld.lld)
  mark_as_advanced(TUPLEPACK_LLD)
  if(TUPLEPACK_LLD)
    target_link_options(tuplepack_compiler INTERFACE -fuse-ld=lld)
  endif()
endif()
