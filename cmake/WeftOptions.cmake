# weft_options: compile options of our own code. Linked privately by every target of ours, so that a
# consumer gets only cxx_std_20.
add_library(weft_options INTERFACE)

# -Wswitch (part of -Wall) makes switches without `default` exhaustive; -Wswitch-enum would also forbid a
# `default` that means "everything else".
target_compile_options(weft_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wswitch)

# The interpreter rounds every operation to float, so processors with fused operations must not differ.
# Set for all code, so that every target can use the one precompiled header.
target_compile_options(weft_options INTERFACE -ffp-contract=off)

# Paths in messages of failed checks are relative to the source tree: programs built from two checkouts
# are identical, and share one compiler cache.
target_compile_options(weft_options INTERFACE "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=")

# g++ spends up to a fifth of its time on garbage collection. Start collecting at 600 MB instead; the largest process
# then needs 1.2 GB instead of 1.0.
target_compile_options(weft_options INTERFACE "$<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-heapsize=600000>")

if(WEFT_WERROR)
  target_compile_options(weft_options INTERFACE -Werror)
endif()

if(WEFT_SANITIZE)
  # g++ 12 reports false uninitialized variants in instrumented code (GCC bug 105562 and similar).
  target_compile_options(weft_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  set(weft_sanitize_flags -fsanitize=${WEFT_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  if(WEFT_SANITIZE MATCHES "undefined")
    # Debian builds glslang with -fno-rtti: the vptr check would need its type information.
    list(APPEND weft_sanitize_flags -fno-sanitize=vptr)
  endif()
  target_compile_options(weft_options INTERFACE ${weft_sanitize_flags})
  target_link_options(weft_options INTERFACE ${weft_sanitize_flags})
endif()

# weft_precompile(TARGET [LIKE OTHER | HEADERS header...])
#
# TARGET gets the standard library, and HEADERS, from a precompiled header: the one that the modules
# share, that of OTHER, or (with HEADERS) a separate one. CMAKE_DISABLE_PRECOMPILE_HEADERS=ON disables
# it: every file includes what it uses.
set(weft_precompiled_headers
  <algorithm> <array> <cmath> <cstdint> <cstring> <deque> <filesystem> <map> <memory> <optional> <set>
  <string> <string_view> <tuple> <unordered_map> <unordered_set> <utility> <variant> <vector>
  <fmt/format.h> <tl/expected.hpp>)
function(weft_precompile target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LIKE" "HEADERS")
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_link_libraries(${target} PRIVATE "$<BUILD_INTERFACE:fmt::fmt>" "$<BUILD_INTERFACE:tl::expected>")
  if(arg_HEADERS)
    target_precompile_headers(${target} PRIVATE ${weft_precompiled_headers} ${arg_HEADERS})
    return()
  endif()
  if(NOT arg_LIKE)
    set(arg_LIKE weft_standard_library)
    if(NOT TARGET weft_standard_library)
      file(WRITE "${PROJECT_BINARY_DIR}/standard_library.cpp" "")
      add_library(weft_standard_library OBJECT "${PROJECT_BINARY_DIR}/standard_library.cpp")
      set_target_properties(weft_standard_library PROPERTIES UNITY_BUILD OFF)
      target_link_libraries(weft_standard_library PRIVATE weft_options)
      weft_precompile(weft_standard_library HEADERS <utility>)
    endif()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${arg_LIKE})
endfunction()
