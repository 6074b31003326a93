# Everything that is found outside, in one place. Names are those of the Debian 12 packages;
# scripts/bootstrap installs them.

find_package(Threads REQUIRED)  # before glslang, whose targets name Threads::Threads without finding it
find_package(fmt CONFIG REQUIRED)
find_package(tl-expected CONFIG REQUIRED)
find_package(nlohmann_json CONFIG REQUIRED)
find_package(CLI11 CONFIG REQUIRED)

# Debian 12 has SPIRV-Tools-static only; glslang::SPIRV's link interface names the linker library.
find_package(SPIRV-Tools CONFIG REQUIRED)
find_package(SPIRV-Tools-opt CONFIG REQUIRED)
find_package(SPIRV-Tools-link CONFIG REQUIRED)
find_package(glslang CONFIG REQUIRED)
find_package(spirv_cross_c_shared CONFIG REQUIRED)

# libshaderc.so of Debian 12 lacks symbols and mixes with a static glslang: never -lshaderc.
# libshaderc_combined.a holds shaderc's own objects only and is linked over the static glslang.
find_library(WEFT_SHADERC_COMBINED NAMES libshaderc_combined.a REQUIRED)
find_path(WEFT_SHADERC_INCLUDE_DIR shaderc/shaderc.hpp REQUIRED)
mark_as_advanced(WEFT_SHADERC_COMBINED WEFT_SHADERC_INCLUDE_DIR)
add_library(weft_shaderc INTERFACE)
target_include_directories(weft_shaderc SYSTEM INTERFACE "${WEFT_SHADERC_INCLUDE_DIR}")
target_link_libraries(weft_shaderc INTERFACE
  "${WEFT_SHADERC_COMBINED}"
  glslang::SPIRV glslang::glslang glslang::HLSL glslang::glslang-default-resource-limits
  SPIRV-Tools-opt SPIRV-Tools-static Threads::Threads)

if(WEFT_WITH_VULKAN)
  find_package(Vulkan REQUIRED)
  find_package(PNG REQUIRED)
endif()

if(WEFT_BUILD_TESTS)
  # Either version will do: tests/support/catch.h hides what differs.
  find_package(Catch2 3 QUIET CONFIG)
  if(NOT Catch2_FOUND)
    find_package(Catch2 2 REQUIRED CONFIG)
  endif()
  find_package(benchmark CONFIG REQUIRED)
endif()
