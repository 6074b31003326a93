# Uses ccache where it is installed, unless the user or the enclosing project chose a launcher.
if(PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(WEFT_CCACHE ccache)
  mark_as_advanced(WEFT_CCACHE)
  if(WEFT_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${WEFT_CCACHE}")
    set(CMAKE_C_COMPILER_LAUNCHER "${WEFT_CCACHE}")
  endif()
endif()
