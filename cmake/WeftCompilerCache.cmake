# Uses ccache if it is installed, unless the user or the enclosing project chose a launcher.
#
# Checkouts in different places share cache entries: paths below the checkout are hashed relative to it,
# and the working directory is not hashed. The sloppiness settings are those that ccache's manual requires
# for precompiled headers.
if(PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(WEFT_CCACHE ccache)
  mark_as_advanced(WEFT_CCACHE)
  if(WEFT_CCACHE)
    set(weft_launcher "${CMAKE_COMMAND}" -E env
      "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros "${WEFT_CCACHE}")
    set(CMAKE_CXX_COMPILER_LAUNCHER "${weft_launcher}")
    set(CMAKE_C_COMPILER_LAUNCHER "${weft_launcher}")
  endif()
endif()
