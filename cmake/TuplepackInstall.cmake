# Installs the program and the library: find_package(tuplepack) provides the target tuplepack::core, and with COMPONENTS cuda
# tuplepack::cuda.
include(CMakePackageConfigHelpers)
set(TUPLEPACK_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/tuplepack)

install(TARGETS tuplepack_core EXPORT tuplepackTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core/include/tuplepack DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT tuplepackTargets NAMESPACE tuplepack:: DESTINATION ${TUPLEPACK_PACKAGE_DIR})
if(TUPLEPACK_HAS_CUDA)
  install(TARGETS tuplepack_cuda EXPORT tuplepackCudaTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/native/cuda/include/tuplepack DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT tuplepackCudaTargets NAMESPACE tuplepack:: DESTINATION ${TUPLEPACK_PACKAGE_DIR})
endif()

configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/tuplepackConfig.cmake.in ${PROJECT_BINARY_DIR}/tuplepackConfig.cmake
  INSTALL_DESTINATION ${TUPLEPACK_PACKAGE_DIR})
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tuplepackConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tuplepackConfig.cmake ${PROJECT_BINARY_DIR}/tuplepackConfigVersion.cmake
  DESTINATION ${TUPLEPACK_PACKAGE_DIR})

# For builds with pkg-config.
file(RELATIVE_PATH TUPLEPACK_PREFIX_FROM_PKGCONFIG /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${PROJECT_SOURCE_DIR}/cmake/tuplepack.pc.in ${PROJECT_BINARY_DIR}/tuplepack.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tuplepack.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# OPTIONAL: where only the program was built, as tools/demo.sh does, the rest is left out.
set(programs)
foreach(program tuplepack tuplepack-mpi)
  if(TARGET ${program})
    list(APPEND programs ${program})
    list(APPEND program_files $<TARGET_FILE:${program}>)
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL)
  endif()
endforeach()
if(programs)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
  install(FILES ${PROJECT_SOURCE_DIR}/THIRD_PARTY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()

# Manual pages and completions come from the programs' own tables, so that the build has to run them.
if(programs AND CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
  message(STATUS "manual pages and completions: left out, since this machine cannot run the programs"
    " (CMAKE_CROSSCOMPILING_EMULATOR names what can)")
elseif(programs AND NOT TUPLEPACK_SANITIZE) # a sanitizer would report what MPI's libraries keep
  set(documents ${PROJECT_BINARY_DIR}/documents)
  add_custom_command(OUTPUT ${documents}/written
    COMMAND ${CMAKE_COMMAND} "-DPROGRAMS=${program_files}" "-DEMULATOR=${CMAKE_CROSSCOMPILING_EMULATOR}"
      "-DOUT=${documents}" -P ${PROJECT_SOURCE_DIR}/cmake/WriteDocuments.cmake
    DEPENDS ${programs} ${PROJECT_SOURCE_DIR}/cmake/WriteDocuments.cmake
    COMMENT "Writing manual pages and completions" VERBATIM)
  add_custom_target(documents ALL DEPENDS ${documents}/written)
  install(DIRECTORY ${documents}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} OPTIONAL)
  set(share ${CMAKE_INSTALL_DATADIR})
  foreach(program ${programs})
    install(FILES ${documents}/${program}.bash DESTINATION ${share}/bash-completion/completions RENAME ${program} OPTIONAL)
    install(FILES ${documents}/${program}.zsh DESTINATION ${share}/zsh/vendor-completions RENAME _${program} OPTIONAL)
    install(FILES ${documents}/${program}.fish DESTINATION ${share}/fish/vendor_completions.d OPTIONAL)
  endforeach()
endif()

# `cpack --config build/release/CPackConfig.cmake -G DEB` makes a Debian package.
set(CPACK_PACKAGE_NAME tuplepack)
set(CPACK_PACKAGE_VENDOR tuplepack)
set(CPACK_PACKAGE_CONTACT "the tuplepack engineers <tuplepack@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR TGZ)
find_program(TUPLEPACK_DPKG dpkg-shlibdeps)
mark_as_advanced(TUPLEPACK_DPKG)
if(TUPLEPACK_DPKG)
  list(APPEND CPACK_GENERATOR DEB)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON) # what the programs are linked to
include(CPack)
