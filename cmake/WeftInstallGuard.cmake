# Fails an installation before it starts if anything was not built, so that no prefix is left incomplete.
# Included before the modules, because install rules run in the order of their declaration.
#
# Programs and the shared library are stripped; WEFT_INSTALL_STRIP=OFF keeps their debug information.
option(WEFT_INSTALL_STRIP "Strip what `cmake --install` writes" ON)

function(weft_guard_component component)
  set(files)
  foreach(target IN LISTS ARGN)
    string(APPEND files " \"$<TARGET_FILE:${target}>\"")
  endforeach()
  install(CODE "
    foreach(file IN ITEMS${files})
      if(NOT EXISTS \"\${file}\")
        message(FATAL_ERROR
          \"Nothing was installed: the component '${component}' needs \${file}, which is not built. \"
          \"Build everything with\\n  cmake --build ${PROJECT_BINARY_DIR} --target installable\\n\"
          \"or install only the program with\\n  cmake --install ${PROJECT_BINARY_DIR} --component weft\")
      endif()
    endforeach()" COMPONENT ${component})
endfunction()

weft_guard_component(weft weft)
weft_guard_component(libweft1 weft_c)
weft_guard_component(libweft-dev weft_live weft_codegen weft_composer weft_conversions weft_fragments weft_support)
if(WEFT_INSTALL_STRIP)
  install(CODE "
    if(NOT \"\$ENV{WEFT_KEEP_DEBUG_INFORMATION}\")
      set(CMAKE_INSTALL_DO_STRIP TRUE)
    endif()" ALL_COMPONENTS)
endif()
