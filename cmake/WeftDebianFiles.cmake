# Run by cpack on the installed trees before packing: adds the files that Debian policy requires, and the
# lintian overrides with their reasons.
set(copyright [[Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Weft

Files: *
Copyright: 2026, The Weft developers
License: Apache-2.0
 On Debian systems the full text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.

Comment: What Weft generates belongs to whom it is generated for, without conditions.
]])
set(changelog "weft (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * What is new is listed in CHANGELOG.md of the source.

 -- ${CPACK_PACKAGE_CONTACT}  Sun, 22 Nov 2026 12:00:00 +0000
")
set(overrides_of_libweft1 "# cpack writes these scripts into every package with a shared library; the trigger is there too.
libweft1: maintscript-calls-ldconfig
")

foreach(package IN ITEMS weft libweft1 libweft-dev)
  set(root "${CPACK_TEMPORARY_DIRECTORY}/${package}/usr")
  if(NOT IS_DIRECTORY "${root}")
    message(FATAL_ERROR "there is no ${root}: cpack lays its trees out otherwise than was expected")
  endif()
  set(documents "${root}/share/doc/${package}")
  file(WRITE "${documents}/copyright" "${copyright}")
  file(WRITE "${documents}/changelog" "${changelog}")
  execute_process(COMMAND gzip -9 -n -f "${documents}/changelog" COMMAND_ERROR_IS_FATAL ANY)
  if(DEFINED overrides_of_${package})
    file(WRITE "${root}/share/lintian/overrides/${package}" "${overrides_of_${package}}")
  endif()
  if(EXISTS "${root}/share/man/man1/weft.1")
    execute_process(COMMAND gzip -9 -n -f "${root}/share/man/man1/weft.1" COMMAND_ERROR_IS_FATAL ANY)
  endif()
  # Policy requires 0644 and 0755, whatever the packager's umask.
  execute_process(COMMAND chmod -R u=rwX,go=rX "${root}" COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB_RECURSE archives "${root}/lib/*.a")
  if(archives)
    execute_process(COMMAND strip --strip-debug ${archives} COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
# Debian has its own copy of the license.
file(REMOVE_RECURSE "${CPACK_TEMPORARY_DIRECTORY}/weft/usr/share/doc/Weft")
