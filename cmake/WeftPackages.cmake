# `cpack` makes Debian packages of the install components: weft, libweft1 and libweft-dev (see WeftInstall.cmake).
# `cmake --workflow --preset package` builds them properly: optimized, and for the prefix /usr, with the
# machine's library directory.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME weft)
set(CPACK_PACKAGE_VENDOR "The Weft developers")
set(CPACK_PACKAGE_CONTACT "The Weft developers <weft@weft.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
# cpack itself moves debug information into separate packages (weft-dbgsym, libweft1-dbgsym).
set(CPACK_STRIP_FILES OFF)
set(CPACK_DEBIAN_DEBUGINFO_PACKAGE ON)
set(CPACK_INSTALL_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/WeftKeepDebugInformation.cmake")
set(CPACK_COMPONENTS_ALL weft libweft1 libweft-dev)
set(CPACK_COMPONENTS_GROUPING IGNORE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/WeftDebianFiles.cmake")

set(CPACK_DEBIAN_WEFT_PACKAGE_NAME weft)
set(CPACK_DEBIAN_WEFT_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_WEFT_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_WEFT_PACKAGE_SUGGESTS "cmake (>= 3.20), libweft-dev")
if(WEFT_WITH_VULKAN)
  # `weft render` draws with any driver but requires the validation layer.
  set(CPACK_DEBIAN_WEFT_PACKAGE_RECOMMENDS "mesa-vulkan-drivers, vulkan-validationlayers")
  if(WEFT_WITH_VIEWER)
    set(CPACK_DEBIAN_WEFT_PACKAGE_SUGGESTS "${CPACK_DEBIAN_WEFT_PACKAGE_SUGGESTS}, libglfw3")  # loaded by --view
  endif()
endif()
set(CPACK_COMPONENT_WEFT_DESCRIPTION
"Weft composes shaders from fragments whose inputs and outputs say what
their values mean, finds the conversions in between, and writes GLSL, HLSL
and SPIR-V.
.
This package has the program, the library of fragments that ships, and a
CMake package that generates a program's shaders as part of its build.")

set(CPACK_DEBIAN_LIBWEFT1_PACKAGE_NAME libweft1)
set(CPACK_DEBIAN_LIBWEFT1_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBWEFT1_PACKAGE_SHLIBDEPS ON)
# Declares the package of the library, and triggers ldconfig.
set(CPACK_DEBIAN_LIBWEFT1_PACKAGE_CONTROL_EXTRA
  "${PROJECT_SOURCE_DIR}/cmake/debian/shlibs" "${PROJECT_SOURCE_DIR}/cmake/debian/triggers")
set(CPACK_DEBIAN_LIBWEFT1_PACKAGE_RECOMMENDS "weft (= ${PROJECT_VERSION})")  # the shipped library
set(CPACK_COMPONENT_LIBWEFT1_DESCRIPTION
"Weft composes shaders from fragments whose inputs and outputs say what
their values mean, finds the conversions in between, and writes GLSL, HLSL
and SPIR-V.
.
This package has the shared library that programs in C, and in languages
that call C, compose with.")

set(CPACK_DEBIAN_LIBWEFT-DEV_PACKAGE_NAME libweft-dev)
set(CPACK_DEBIAN_LIBWEFT-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBWEFT-DEV_PACKAGE_DEPENDS
"weft (= ${PROJECT_VERSION}), libweft1 (= ${PROJECT_VERSION}), libfmt-dev, libexpected-dev, glslang-dev, spirv-tools, libshaderc-dev, \
libspirv-cross-c-shared-dev, libstdc++-12-dev | libstdc++-dev")
set(CPACK_COMPONENT_LIBWEFT-DEV_DESCRIPTION
"Weft composes shaders from fragments whose inputs and outputs say what
their values mean, finds the conversions in between, and writes GLSL, HLSL
and SPIR-V.
.
This package has the libraries for programs that compose while they run,
their headers, and what CMake and pkg-config know of them.")

include(CPack)
