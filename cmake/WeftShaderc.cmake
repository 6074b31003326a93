# weft::shaderc: the SPIR-V compiler, found the same way by Weft's own build and by the installed package.
# If a part is missing, the target does not exist and Weft_shaderc_missing names the part.
#
# libshaderc.so of Debian 12 lacks symbols and conflicts with a static glslang: never -lshaderc.
# libshaderc_combined.a contains only shaderc's own objects and is linked with the static glslang.
if(TARGET weft::shaderc)
  return()
endif()

set(Weft_shaderc_missing)
# Threads before glslang, whose targets name Threads::Threads without finding it; Debian 12 has only
# SPIRV-Tools-static; the link interface of glslang::SPIRV names the linker library.
foreach(weft_package IN ITEMS Threads SPIRV-Tools SPIRV-Tools-opt SPIRV-Tools-link glslang)
  if(weft_package STREQUAL "Threads")
    find_package(Threads QUIET)
  else()
    find_package(${weft_package} CONFIG QUIET)
  endif()
  if(NOT ${weft_package}_FOUND)
    list(APPEND Weft_shaderc_missing ${weft_package})
  endif()
endforeach()
unset(weft_package)

find_library(WEFT_SHADERC_COMBINED NAMES libshaderc_combined.a)
find_path(WEFT_SHADERC_INCLUDE_DIR shaderc/shaderc.hpp)
mark_as_advanced(WEFT_SHADERC_COMBINED WEFT_SHADERC_INCLUDE_DIR)
if(NOT WEFT_SHADERC_COMBINED OR NOT WEFT_SHADERC_INCLUDE_DIR)
  list(APPEND Weft_shaderc_missing libshaderc_combined.a)
endif()
list(JOIN Weft_shaderc_missing ", " Weft_shaderc_missing)

if(Weft_shaderc_missing STREQUAL "")
  add_library(weft::shaderc INTERFACE IMPORTED)
  target_include_directories(weft::shaderc SYSTEM INTERFACE "${WEFT_SHADERC_INCLUDE_DIR}")
  target_link_libraries(weft::shaderc INTERFACE
    "${WEFT_SHADERC_COMBINED}"
    glslang::SPIRV glslang::glslang glslang::HLSL glslang::glslang-default-resource-limits
    SPIRV-Tools-opt SPIRV-Tools-static Threads::Threads)
endif()
