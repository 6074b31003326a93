# weft_add_module(NAME
#   [SOURCES file...]             relative to the module's directory; never a glob
#   [PUBLIC_HEADERS file...]      headers to install, including all of ours that they include
#   [PUBLIC_LIBRARIES target...]  libraries that the module's headers include
#   [PRIVATE_LIBRARIES target...] libraries that only its .cpp files include
# )
#
# Makes the library weft_NAME with the alias weft::NAME. The include root is the repository, so files
# are included as "NAME/file.h" everywhere. A module without sources is an INTERFACE library, so that
# the dependency between modules exists from the start.
function(weft_add_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;PUBLIC_HEADERS;PUBLIC_LIBRARIES;PRIVATE_LIBRARIES")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "weft_add_module(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()

  set(target weft_${name})
  if(arg_SOURCES)
    add_library(${target} STATIC)
    target_sources(${target} PRIVATE ${arg_SOURCES})
    target_compile_features(${target} PUBLIC cxx_std_20)
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
    target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>")
    target_link_libraries(${target}
      PUBLIC ${arg_PUBLIC_LIBRARIES}
      PRIVATE ${arg_PRIVATE_LIBRARIES} "$<BUILD_INTERFACE:weft_options>")
    weft_precompile(${target})
  else()
    add_library(${target} INTERFACE)
    target_compile_features(${target} INTERFACE cxx_std_20)
    target_include_directories(${target} INTERFACE "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>")
    target_link_libraries(${target} INTERFACE ${arg_PUBLIC_LIBRARIES})
  endif()
  if(arg_PUBLIC_HEADERS)
    list(TRANSFORM arg_PUBLIC_HEADERS PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
    # X-macro tables are installed beside the headers, but cannot be compiled on their own.
    set(tables "${arg_PUBLIC_HEADERS}")
    list(FILTER tables INCLUDE REGEX "\\.def$")
    list(FILTER arg_PUBLIC_HEADERS EXCLUDE REGEX "\\.def$")
    target_sources(${target} PUBLIC
      FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}" FILES ${arg_PUBLIC_HEADERS}
      FILE_SET tables TYPE HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}" FILES ${tables})
    # The target all_verify_interface_header_sets compiles each header on its own.
    set_target_properties(${target} PROPERTIES
      VERIFY_INTERFACE_HEADER_SETS "${WEFT_BUILD_TESTS}"
      INTERFACE_HEADER_SETS_TO_VERIFY HEADERS)
  endif()
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  add_library(weft::${name} ALIAS ${target})
endfunction()

# weft_add_program(NAME SOURCES file... [LIBRARIES target...] [PRECOMPILE argument...])
#
# Makes the executable NAME with the options of the modules; PRECOMPILE: see weft_precompile().
function(weft_add_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES;PRECOMPILE")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "weft_add_program(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  add_executable(${name})
  target_sources(${name} PRIVATE ${arg_SOURCES})
  target_compile_features(${name} PRIVATE cxx_std_20)
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} weft_options)
  weft_precompile(${name} ${arg_PRECOMPILE})
endfunction()
