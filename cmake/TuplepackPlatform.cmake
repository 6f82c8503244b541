# What the build takes for granted of the machine and of the user's settings, each with a line where it does not hold.
include(CheckCXXSourceCompiles)

# Of a project that adds this source tree, the build type is its own.
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  message(STATUS "build type: Release, since none was given")
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

if(CMAKE_CXX_BYTE_ORDER STREQUAL "BIG_ENDIAN")
  message(FATAL_ERROR "tuplepack: this machine is big-endian; files of arrays and records would hold numbers in the wrong order")
endif()

check_cxx_source_compiles("__extension__ typedef __int128 wide; int main() { return static_cast<int>(wide{0}); }" TUPLEPACK_HAS_INT128)
if(NOT TUPLEPACK_HAS_INT128)
  message(FATAL_ERROR "tuplepack: the compiler has no __int128, which certificates are checked with; build for a 64-bit target")
endif()

if(PROJECT_IS_TOP_LEVEL AND BUILD_SHARED_LIBS)
  message(WARNING "tuplepack: BUILD_SHARED_LIBS is ignored; the libraries are static and position-independent")
endif()
