# cmake -DOUTPUT=file.cpp -DHEADER=path -DNAMES=name,... -DFILES=file,... -P WeftEmbedText.cmake
#
# Writes OUTPUT, a C++ file that includes HEADER and defines for each name a function of namespace weft
# that returns the file's text: `std::string_view NAME()`.
string(REPLACE "," ";" names "${NAMES}")
string(REPLACE "," ";" files "${FILES}")
set(text "#include \"${HEADER}\"\n\nnamespace weft {\n")
foreach(name file IN ZIP_LISTS names files)
  file(READ "${file}" content)
  string(APPEND text "\nstd::string_view ${name}() {\n  return R\"text(${content})text\";\n}\n")
endforeach()
string(APPEND text "\n}  // namespace weft\n")
file(WRITE "${OUTPUT}" "${text}")
