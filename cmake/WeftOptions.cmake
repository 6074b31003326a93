# weft_options: what our own code is compiled with. Linked privately by every target of ours, so
# that a consumer gets cxx_std_20 and nothing else.
add_library(weft_options INTERFACE)

# -Wswitch (part of -Wall) holds switches without `default` to all enumerators; -Wswitch-enum would
# also forbid those that mean "everything else".
target_compile_options(weft_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wswitch)

if(WEFT_WERROR)
  target_compile_options(weft_options INTERFACE -Werror)
endif()

if(WEFT_SANITIZE)
  # g++ 12 sees uninitialised variants in instrumented code that is none the worse (GCC bug 105562 and kin).
  target_compile_options(weft_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  set(weft_sanitize_flags -fsanitize=${WEFT_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  if(WEFT_SANITIZE MATCHES "undefined")
    # Debian builds glslang with -fno-rtti: the vptr check would need type information it lacks.
    list(APPEND weft_sanitize_flags -fno-sanitize=vptr)
  endif()
  target_compile_options(weft_options INTERFACE ${weft_sanitize_flags})
  target_link_options(weft_options INTERFACE ${weft_sanitize_flags})
endif()
