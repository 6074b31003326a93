# All external dependencies, in one place. Names are those of the Debian 12 packages; scripts/bootstrap
# installs them.

find_package(fmt CONFIG REQUIRED)
find_package(tl-expected CONFIG REQUIRED)
find_package(nlohmann_json CONFIG REQUIRED)
find_package(CLI11 CONFIG REQUIRED)

find_package(spirv_cross_c_shared CONFIG REQUIRED)
include(WeftShaderc)
if(NOT TARGET weft::shaderc)
  message(FATAL_ERROR "Weft needs ${Weft_shaderc_missing}")
endif()

if(WEFT_WITH_VULKAN)
  find_package(Vulkan REQUIRED)
  find_package(PNG REQUIRED)
  find_package(TinyGLTF CONFIG REQUIRED)
  find_path(WEFT_STB_INCLUDE_DIR stb/stb_image.h REQUIRED)  # one file, compiled into render/hdr.cpp
  mark_as_advanced(WEFT_STB_INCLUDE_DIR)
endif()

if(WEFT_WITH_VULKAN AND WEFT_WITH_VIEWER)
  # The window: GLFW opens it, Dear ImGui draws its widgets with OpenGL. Both GLFW and OpenGL are loaded when it is
  # opened: every other command would start a third slower. Only their headers are needed here.
  find_path(WEFT_GLFW_INCLUDE_DIR GLFW/glfw3.h REQUIRED)
  find_path(WEFT_IMGUI_INCLUDE_DIR imgui/imgui.h REQUIRED)
  find_library(WEFT_IMGUI_LIBRARY imgui REQUIRED)
  find_library(WEFT_STB_LIBRARY libstb.a REQUIRED)  # Dear ImGui's fonts
  mark_as_advanced(WEFT_GLFW_INCLUDE_DIR WEFT_IMGUI_INCLUDE_DIR WEFT_IMGUI_LIBRARY WEFT_STB_LIBRARY)
  add_library(weft::window INTERFACE IMPORTED)
  target_include_directories(weft::window INTERFACE "${WEFT_GLFW_INCLUDE_DIR}" "${WEFT_IMGUI_INCLUDE_DIR}"
    "${WEFT_IMGUI_INCLUDE_DIR}/imgui")
  target_link_libraries(weft::window INTERFACE "${WEFT_IMGUI_LIBRARY}" "${WEFT_STB_LIBRARY}" ${CMAKE_DL_LIBS})
endif()

if(WEFT_WITH_WEBSOCKET)
  # Its own CMake package needs modules that it does not install.
  find_path(WEFT_CIVETWEB_INCLUDE_DIR civetweb.h REQUIRED)
  find_library(WEFT_CIVETWEB_LIBRARY civetweb REQUIRED)
  mark_as_advanced(WEFT_CIVETWEB_INCLUDE_DIR WEFT_CIVETWEB_LIBRARY)
  add_library(weft::civetweb UNKNOWN IMPORTED)
  set_target_properties(weft::civetweb PROPERTIES
    IMPORTED_LOCATION "${WEFT_CIVETWEB_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${WEFT_CIVETWEB_INCLUDE_DIR}")
endif()

if(WEFT_WITH_MATERIALX)
  find_package(pugixml CONFIG REQUIRED)
endif()

# Programs that link it allocate with tcmalloc, which their libraries then do too. Sanitizers bring an allocator of
# their own.
add_library(weft_allocator INTERFACE)
if(WEFT_WITH_TCMALLOC AND NOT WEFT_SANITIZE)
  # The archive, so that installed programs need no further package.
  find_library(WEFT_TCMALLOC_LIBRARY NAMES libtcmalloc_minimal.a tcmalloc_minimal REQUIRED)
  mark_as_advanced(WEFT_TCMALLOC_LIBRARY)
  target_link_libraries(weft_allocator INTERFACE "${WEFT_TCMALLOC_LIBRARY}" Threads::Threads)
endif()

if(WEFT_BUILD_TESTS)
  # Either major version works: tests/support/catch.h hides the differences.
  find_package(Catch2 3 QUIET CONFIG)
  if(NOT Catch2_FOUND)
    find_package(Catch2 2 REQUIRED CONFIG)
  endif()
  find_package(benchmark CONFIG REQUIRED)
endif()
