# Installs the program and the library; find_package(tuplepack) provides the target tuplepack::core.
include(CMakePackageConfigHelpers)
set(TUPLEPACK_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/tuplepack)

install(TARGETS tuplepack_core EXPORT tuplepackTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core/include/tuplepack DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT tuplepackTargets NAMESPACE tuplepack:: DESTINATION ${TUPLEPACK_PACKAGE_DIR})

configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/tuplepackConfig.cmake.in ${PROJECT_BINARY_DIR}/tuplepackConfig.cmake
  INSTALL_DESTINATION ${TUPLEPACK_PACKAGE_DIR})
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tuplepackConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tuplepackConfig.cmake ${PROJECT_BINARY_DIR}/tuplepackConfigVersion.cmake
  DESTINATION ${TUPLEPACK_PACKAGE_DIR})

if(TARGET tuplepack)
  install(TARGETS tuplepack RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
