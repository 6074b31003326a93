# The files that `cmake --install` writes, in three components (`cmake --build DIR --target installable` builds all):
#   weft         the program, the shipped library, the CMake package with weft_add_shaders()
#   libweft1     the shared library with the C interface
#   libweft-dev  the libraries and their headers, for programs that compose at run time
# All references are relative paths: a prefix may be moved as a whole.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_custom_target(installable DEPENDS weft weft_words weft_c)
foreach(weft_library IN ITEMS live codegen composer conversions fragments support)
  add_dependencies(installable weft_${weft_library})
endforeach()

set(weft_data_dir "${CMAKE_INSTALL_DATADIR}/weft")
set(weft_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Weft")
set(weft_header_dir "${CMAKE_INSTALL_INCLUDEDIR}/weft")  # files are included as "composer/compose.h"
set(weft_library_names live codegen composer conversions fragments support)  # in link order
list(TRANSFORM weft_library_names PREPEND weft_ OUTPUT_VARIABLE weft_library_targets)

install(TARGETS weft EXPORT WeftTool
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT weft)
# What generated headers include, as <weft/host_math.h>.
install(TARGETS weft_host EXPORT WeftTool
  FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT weft)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/shaders/" DESTINATION "${weft_data_dir}/shaders"
  COMPONENT weft FILES_MATCHING PATTERN "*.weft")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT weft)

install(TARGETS ${weft_library_targets} EXPORT WeftLibraries
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT libweft-dev
  FILE_SET HEADERS DESTINATION "${weft_header_dir}" COMPONENT libweft-dev
  FILE_SET tables DESTINATION "${weft_header_dir}" COMPONENT libweft-dev)

# C needs only the shared library and weft.h: a separate export, without the libraries' dependencies.
install(TARGETS weft_c EXPORT WeftC
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT libweft1 NAMELINK_COMPONENT libweft-dev
  FILE_SET HEADERS DESTINATION "${weft_header_dir}" COMPONENT libweft-dev)
install(EXPORT WeftC NAMESPACE weft:: FILE WeftC.cmake
  DESTINATION "${weft_package_dir}" COMPONENT libweft-dev)

install(EXPORT WeftTool NAMESPACE weft:: FILE WeftTool.cmake
  DESTINATION "${weft_package_dir}" COMPONENT weft)
install(EXPORT WeftLibraries NAMESPACE weft:: FILE WeftLibraries.cmake
  DESTINATION "${weft_package_dir}" COMPONENT libweft-dev)

set(WEFT_INSTALL_SHADERS_DIR "${weft_data_dir}/shaders")
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/WeftConfig.cmake.in" "${PROJECT_BINARY_DIR}/package/WeftConfig.cmake"
  INSTALL_DESTINATION "${weft_package_dir}"
  PATH_VARS WEFT_INSTALL_SHADERS_DIR
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# The program serves targets of any word size; WeftConfig.cmake itself checks that of the libraries.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/package/WeftConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(
  FILES
    "${PROJECT_BINARY_DIR}/package/WeftConfig.cmake"
    "${PROJECT_BINARY_DIR}/package/WeftConfigVersion.cmake"
    "${PROJECT_SOURCE_DIR}/cmake/WeftAddShaders.cmake"
    "${PROJECT_SOURCE_DIR}/cmake/WeftShaderc.cmake"
  DESTINATION "${weft_package_dir}" COMPONENT weft)

# pkg-config: a relative path from the .pc file to the prefix, which may then be moved.
file(RELATIVE_PATH WEFT_PC_PREFIX
  "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" WEFT_PC_PREFIX "${WEFT_PC_PREFIX}")
list(TRANSFORM weft_library_targets PREPEND -l OUTPUT_VARIABLE weft_pc_libraries)
list(JOIN weft_pc_libraries " " WEFT_PC_LIBRARIES)
configure_file("${PROJECT_SOURCE_DIR}/cmake/weft.pc.in" "${PROJECT_BINARY_DIR}/package/weft.pc" @ONLY)
configure_file("${PROJECT_SOURCE_DIR}/cmake/weft-c.pc.in" "${PROJECT_BINARY_DIR}/package/weft-c.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/package/weft.pc" "${PROJECT_BINARY_DIR}/package/weft-c.pc"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT libweft-dev)
