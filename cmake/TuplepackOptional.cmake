# What is optional at build time: TUPLEPACK_<NAME> is AUTO, ON or OFF.

# Declares TUPLEPACK_<name>. Sets TUPLEPACK_WANTS_<name>: whether to look for what it needs.
#   title     as messages call it
#   purpose   what the option is for
function(tuplepack_option name title purpose)
  set(TUPLEPACK_${name} AUTO CACHE STRING "${purpose}: AUTO, ON or OFF")
  set_property(CACHE TUPLEPACK_${name} PROPERTY STRINGS AUTO ON OFF)
  if(NOT TUPLEPACK_${name} MATCHES "^(AUTO|ON|OFF)$")
    message(FATAL_ERROR "TUPLEPACK_${name} is '${TUPLEPACK_${name}}'; expected AUTO, ON or OFF")
  endif()
  set(TUPLEPACK_WANTS_${name} ON PARENT_SCOPE)
  if(TUPLEPACK_${name} STREQUAL "OFF")
    set(TUPLEPACK_WANTS_${name} OFF PARENT_SCOPE)
    message(STATUS "${title}: off (TUPLEPACK_${name}=OFF)")
  endif()
endfunction()

# Says what came of looking. Fails where what was not found is insisted on.
#   found     whether it was
#   what      what was found
#   missing   what was not
#   advice    how to get it
function(tuplepack_report name title found what missing advice)
  if(found)
    message(STATUS "${title}: on, ${what}")
  elseif(TUPLEPACK_${name} STREQUAL "ON")
    message(FATAL_ERROR "TUPLEPACK_${name}=ON, but ${missing} was not found; ${advice}")
  else()
    message(STATUS "${title}: off, ${missing} was not found (TUPLEPACK_${name}=AUTO)")
  endif()
endfunction()

# Looks for a library for the option `name`: sets TUPLEPACK_HAS_<LIBRARY>, and makes the target tuplepack_<library>.
#   package   Debian's, with the header
function(tuplepack_library name title library header package)
  string(TOUPPER ${library} LIBRARY)
  set(TUPLEPACK_HAS_${LIBRARY} OFF PARENT_SCOPE)
  if(NOT TUPLEPACK_WANTS_${name})
    return()
  endif()
  find_path(${LIBRARY}_INCLUDE_DIR ${header})
  find_library(${LIBRARY}_LIBRARY ${library})
  mark_as_advanced(${LIBRARY}_INCLUDE_DIR ${LIBRARY}_LIBRARY)
  set(found OFF)
  if(${LIBRARY}_INCLUDE_DIR AND ${LIBRARY}_LIBRARY)
    set(found ON)
    add_library(tuplepack_${library} INTERFACE)
    target_include_directories(tuplepack_${library} SYSTEM INTERFACE ${${LIBRARY}_INCLUDE_DIR})
    target_link_libraries(tuplepack_${library} INTERFACE ${${LIBRARY}_LIBRARY})
  endif()
  set(TUPLEPACK_HAS_${LIBRARY} ${found} PARENT_SCOPE)
  tuplepack_report(${name} ${title} ${found} "${${LIBRARY}_LIBRARY}" lib${library} "install ${package}")
endfunction()
