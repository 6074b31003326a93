# weft_add_shaders(TARGET
#   MATERIALS FILE[:NAME[,NAME]...]...   .weft files; uses the material named like the file, or those named
#                                        after the colon
#   PROFILES name...
#   LANGUAGES glsl|hlsl|spirv...         spirv: the modules of both languages
#   [HEADER]                             MATERIAL.PROFILE.h, for programs in C99 and C++17
#   [PROFILE_HEADERS]                    PROFILE.h: the blocks that the host fills for all materials
#   [SELF_CONTAINED_HEADER]              these headers contain weft/host_math.h instead of including it
#   [HEADER_LANGUAGE c++|c]              without effect: one header serves both languages
#   [REFLECTION]                         MATERIAL.PROFILE.json
#   [PARAMETERS name=value...]           values of static parameters, for each material that has them
#   [INCLUDE_DIRECTORIES directory...]   where imports are looked up
#   [OPTIONS option...]                  other options of `weft compose`, like -g or --no-placement
#   [OUTPUT_DIR directory]               default: weft/TARGET in the current binary directory
# )
#
# Composes the materials for each of the profiles before TARGET is built, in one run of `weft`, and again
# whenever an input has changed: a material, its imports, the shipped library, the arguments of this
# function, the program `weft` itself. Unchanged outputs keep their timestamps, so dependents of an
# unchanged header are not recompiled. With HEADER, TARGET can include "MATERIAL.PROFILE.h". An error in a
# material fails the build with its location, and no output is written.
#
# WEFT_HOST_TOOL is the program to run, if set; when cross-compiling, `weft` is otherwise looked up on the
# build machine. Needs CMake 3.20 for dependency files under Makefiles.

if(CMAKE_VERSION VERSION_LESS 3.20)
  message(FATAL_ERROR "weft_add_shaders() needs CMake 3.20 or later; this is ${CMAKE_VERSION}")
endif()
cmake_policy(VERSION 3.20...3.25)  # the policies in effect for the functions below

# The version that `weft_shaders_tool` expects of an external program: this package's, or Weft's own.
if(NOT DEFINED WEFT_PACKAGE_VERSION)
  if(DEFINED Weft_VERSION)
    set(WEFT_PACKAGE_VERSION "${Weft_VERSION}")
  else()
    set(WEFT_PACKAGE_VERSION "${PROJECT_VERSION}")
  endif()
endif()
set_property(GLOBAL PROPERTY WEFT_PACKAGE_VERSION "${WEFT_PACKAGE_VERSION}")

# The program that composes, as an argument for COMMAND. An external one must run, and is expected to have
# this version.
function(weft_shaders_tool result)
  if(CMAKE_CROSSCOMPILING AND NOT WEFT_HOST_TOOL)
    find_program(WEFT_HOST_TOOL weft NO_CMAKE_FIND_ROOT_PATH
      DOC "The program weft that runs on the machine that builds")
    if(NOT WEFT_HOST_TOOL)
      message(FATAL_ERROR "weft_add_shaders: cross-compiling needs a `weft` that runs on this machine: "
        "set WEFT_HOST_TOOL to its path")
    endif()
  endif()
  if(NOT WEFT_HOST_TOOL)
    set(${result} "$<TARGET_FILE:weft::weft>" PARENT_SCOPE)
    return()
  endif()

  get_property(checked GLOBAL PROPERTY WEFT_CHECKED_TOOLS)
  if(NOT WEFT_HOST_TOOL IN_LIST checked)
    execute_process(COMMAND "${WEFT_HOST_TOOL}" --version
      RESULT_VARIABLE failure OUTPUT_VARIABLE answer ERROR_QUIET)
    if(failure OR NOT answer MATCHES "^weft ([0-9.]+)")
      message(FATAL_ERROR "weft_add_shaders: WEFT_HOST_TOOL, ${WEFT_HOST_TOOL}, is no `weft` that runs "
        "on this machine")
    endif()
    get_property(expected GLOBAL PROPERTY WEFT_PACKAGE_VERSION)
    if(NOT CMAKE_MATCH_1 VERSION_EQUAL expected)
      message(WARNING "weft_add_shaders: WEFT_HOST_TOOL is of version ${CMAKE_MATCH_1}, this package "
        "of ${expected}")
    endif()
    set_property(GLOBAL APPEND PROPERTY WEFT_CHECKED_TOOLS "${WEFT_HOST_TOOL}")
  endif()
  set(${result} "${WEFT_HOST_TOOL}" PARENT_SCOPE)
endfunction()

# Makes paths absolute, relative to the current source directory.
function(weft_shaders_absolute result)
  set(paths)
  foreach(path IN LISTS ARGN)
    get_filename_component(path "${path}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
    list(APPEND paths "${path}")
  endforeach()
  set(${result} "${paths}" PARENT_SCOPE)
endfunction()

# Splits FILE:NAME,... items into absolute files and the names of all materials, in the given order.
function(weft_shaders_materials files_result names_result)
  set(files)
  set(names)
  foreach(item IN LISTS ARGN)
    if(item MATCHES "^(.*\\.weft):([A-Za-z_0-9,]+)$")
      set(file "${CMAKE_MATCH_1}")
      string(REPLACE "," ";" of_file "${CMAKE_MATCH_2}")
    else()
      set(file "${item}")
      get_filename_component(of_file "${item}" NAME_WE)
    endif()
    weft_shaders_absolute(file "${file}")
    get_source_file_property(is_generated "${file}" GENERATED)
    if(IS_DIRECTORY "${file}" OR (NOT EXISTS "${file}" AND NOT is_generated))
      message(FATAL_ERROR "weft_add_shaders: MATERIALS: there is no file '${file}'")
    endif()
    foreach(name IN LISTS of_file)
      if(NOT name MATCHES "^[A-Za-z_][A-Za-z_0-9]*$")
        message(FATAL_ERROR "weft_add_shaders: MATERIALS: '${name}' cannot be the name of a material; "
          "write ${item}:NAME")
      endif()
    endforeach()
    list(APPEND files "${file}")
    list(APPEND names ${of_file})
  endforeach()
  list(REMOVE_DUPLICATES files)
  set(${files_result} "${files}" PARENT_SCOPE)
  set(${names_result} "${names}" PARENT_SCOPE)
endfunction()

# Quotes one argument for a response file, escaping quotes and backslashes.
function(weft_shaders_quoted result text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  set(${result} "\"${text}\"" PARENT_SCOPE)
endfunction()

function(weft_add_shaders target)
  cmake_parse_arguments(PARSE_ARGV 1 arg
    "HEADER;PROFILE_HEADERS;SELF_CONTAINED_HEADER;REFLECTION" "HEADER_LANGUAGE;OUTPUT_DIR"
    "MATERIALS;PROFILES;LANGUAGES;PARAMETERS;INCLUDE_DIRECTORIES;OPTIONS")
  set(call "weft_add_shaders(${target})")
  if(arg_UNPARSED_ARGUMENTS)
    list(JOIN arg_UNPARSED_ARGUMENTS " " words)
    message(FATAL_ERROR "${call}: unknown arguments: ${words}")
  endif()
  if(arg_KEYWORDS_MISSING_VALUES)
    list(JOIN arg_KEYWORDS_MISSING_VALUES ", " words)
    message(FATAL_ERROR "${call}: nothing is given for ${words}")
  endif()
  foreach(keyword IN ITEMS MATERIALS PROFILES LANGUAGES)
    if(NOT arg_${keyword})
      message(FATAL_ERROR "${call}: ${keyword} is missing")
    endif()
  endforeach()
  foreach(language IN LISTS arg_LANGUAGES)
    if(NOT language MATCHES "^(glsl|hlsl|spirv)$")
      message(FATAL_ERROR "${call}: LANGUAGES are glsl, hlsl and spirv, not '${language}'")
    endif()
  endforeach()
  if(arg_HEADER_LANGUAGE AND NOT arg_HEADER AND NOT arg_PROFILE_HEADERS)
    message(FATAL_ERROR "${call}: HEADER_LANGUAGE is of a HEADER, which is missing")
  endif()
  if(arg_HEADER_LANGUAGE AND NOT arg_HEADER_LANGUAGE MATCHES "^(c|c\\+\\+)$")
    message(FATAL_ERROR "${call}: HEADER_LANGUAGE is c++ or c, not '${arg_HEADER_LANGUAGE}'")
  endif()
  foreach(profile IN LISTS arg_PROFILES)
    if(NOT profile MATCHES "^[A-Za-z_][A-Za-z_0-9]*$")
      message(FATAL_ERROR "${call}: PROFILES: '${profile}' cannot be the name of a profile")
    endif()
  endforeach()
  foreach(parameter IN LISTS arg_PARAMETERS)
    if(NOT parameter MATCHES "^[A-Za-z_][A-Za-z_0-9]*=.")
      message(FATAL_ERROR "${call}: PARAMETERS are NAME=VALUE, not '${parameter}'")
    endif()
  endforeach()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "${call}: there is no target '${target}'; add it before its shaders")
  endif()
  get_target_property(original ${target} ALIASED_TARGET)
  if(original)
    set(target ${original})
  endif()
  get_target_property(is_imported ${target} IMPORTED)
  if(is_imported)
    message(FATAL_ERROR "${call}: '${target}' is imported: it is not built here")
  endif()

  weft_shaders_materials(files materials ${arg_MATERIALS})
  weft_shaders_absolute(include_directories ${arg_INCLUDE_DIRECTORIES})
  if(NOT arg_OUTPUT_DIR)
    set(arg_OUTPUT_DIR "weft/${target}")
  endif()
  get_filename_component(output_dir "${arg_OUTPUT_DIR}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")

  # Headers and reflections are declared as byproducts. Which texts and modules exist depends on the profile
  # (a depth-only one may have no fragment stage).
  set(byproducts)
  set(possible)
  foreach(material IN LISTS materials)
    foreach(profile IN LISTS arg_PROFILES)
      set(stem "${output_dir}/${material}.${profile}")
      get_property(earlier GLOBAL PROPERTY "WEFT_SHADERS_OF_${stem}")
      if(earlier)
        message(FATAL_ERROR "${call}: two outputs would be called ${stem}.*; the other one is of "
          "${earlier}; give another OUTPUT_DIR")
      endif()
      set_property(GLOBAL PROPERTY "WEFT_SHADERS_OF_${stem}" "${call}")
      foreach(suffix IN ITEMS vert.glsl frag.glsl comp.glsl vs.hlsl ps.hlsl cs.hlsl)
        list(APPEND possible "${stem}.${suffix}" "${stem}.${suffix}.spv")
      endforeach()
      if(arg_HEADER)
        list(APPEND byproducts "${stem}.h")
      endif()
      if(arg_REFLECTION)
        list(APPEND byproducts "${stem}.json")
      endif()
    endforeach()
  endforeach()

  if(arg_PROFILE_HEADERS)
    foreach(profile IN LISTS arg_PROFILES)
      set(file "${output_dir}/${profile}.h")
      get_property(earlier GLOBAL PROPERTY "WEFT_SHADERS_OF_${file}")
      if(earlier)
        message(FATAL_ERROR "${call}: two calls would write ${file}; the other one is ${earlier}; one "
          "PROFILE_HEADERS is enough")
      endif()
      set_property(GLOBAL PROPERTY "WEFT_SHADERS_OF_${file}" "${call}")
      list(APPEND byproducts "${file}")
    endforeach()
  endif()

  get_target_property(batches ${target} WEFT_SHADER_BATCHES)
  if(NOT batches)
    set(batches 0)
  endif()
  math(EXPR batches "${batches} + 1")
  set_property(TARGET ${target} PROPERTY WEFT_SHADER_BATCHES ${batches})
  set(name "${target}_shaders")
  if(batches GREATER 1)
    string(APPEND name "_${batches}")
  endif()
  set(stem "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir/weft")

  # All arguments are in a file that is written only if it changes: Makefiles do not notice changed commands.
  set(arguments ${files} -o "${output_dir}" -MD -MF "${stem}.d" -MT "${stem}.stamp")
  set(options -m -p -t -D -I)
  set(lists materials arg_PROFILES arg_LANGUAGES arg_PARAMETERS include_directories)
  foreach(option list IN ZIP_LISTS options lists)
    foreach(value IN LISTS ${list})
      list(APPEND arguments ${option} "${value}")
    endforeach()
  endforeach()
  if(arg_HEADER)
    list(APPEND arguments --header)
  endif()
  if(arg_PROFILE_HEADERS)
    list(APPEND arguments --profile-header)
  endif()
  if(arg_SELF_CONTAINED_HEADER)
    list(APPEND arguments --self-contained-header)
  endif()
  if(arg_REFLECTION)
    list(APPEND arguments --reflect)
  endif()
  set(lines "compose\n")
  foreach(argument IN LISTS arguments arg_OPTIONS)
    weft_shaders_quoted(line "${argument}")
    string(APPEND lines "${line}\n")
  endforeach()
  file(GENERATE OUTPUT "${stem}.rsp" CONTENT "${lines}")

  # Makefiles remember the dependencies of all earlier runs, so a deleted file would trigger this command
  # forever (CMake 3.25 adds a depfile's names to its own, see cmDependsCompiler): clear that record.
  set(forget)
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    get_filename_component(remembered "${stem}.d" DIRECTORY)
    set(forget COMMAND "${CMAKE_COMMAND}" -E rm -f "${remembered}/compiler_depend.internal")
  endif()

  weft_shaders_tool(tool)
  list(LENGTH materials count)
  set(comment "Composing ${count} materials for ${target}")
  if(count EQUAL 1)
    set(comment "Composing the material ${materials} for ${target}")
  endif()
  add_custom_command(
    OUTPUT "${stem}.stamp"
    BYPRODUCTS ${byproducts}
    COMMAND "${tool}" "@${stem}.rsp"
    ${forget}
    COMMAND "${CMAKE_COMMAND}" -E touch "${stem}.stamp"
    DEPENDS ${files} "${stem}.rsp" "${tool}"
    DEPFILE "${stem}.d"
    WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}"
    COMMENT "${comment}"
    VERBATIM)
  add_custom_target(${name} DEPENDS "${stem}.stamp")
  # Ninja makes a deleted byproduct again. Makefiles know only the stamp: without a byproduct, it is deleted.
  if(CMAKE_GENERATOR MATCHES "Makefiles" AND byproducts)
    file(GENERATE OUTPUT "${stem}.check.cmake" CONTENT
      "set(outputs [==[${byproducts}]==])
foreach(output IN LISTS outputs)
  if(NOT EXISTS \"\${output}\")
    file(REMOVE [==[${stem}.stamp]==])
  endif()
endforeach()
")
    add_custom_target(${name}_check COMMAND "${CMAKE_COMMAND}" -P "${stem}.check.cmake" VERBATIM)
    add_dependencies(${name} ${name}_check)
  endif()
  set_property(TARGET ${name} PROPERTY ADDITIONAL_CLEAN_FILES ${possible})
  add_dependencies(${target} ${name})

  if(arg_HEADER OR arg_PROFILE_HEADERS)
    # Headers include <weft/host_math.h>.
    set(runtime "$<TARGET_PROPERTY:weft::host,INTERFACE_INCLUDE_DIRECTORIES>")
    get_target_property(kind ${target} TYPE)
    if(kind STREQUAL "INTERFACE_LIBRARY")
      target_include_directories(${target} INTERFACE "$<BUILD_INTERFACE:${output_dir};${runtime}>")
    elseif(NOT kind STREQUAL "UTILITY")
      target_include_directories(${target} PRIVATE "${output_dir}" "${runtime}")
    endif()
  endif()
endfunction()
