// libFuzzer: reads any bytes as a MaterialX document without a crash; every message can be shown,
// and the module of what is accepted parses.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>

#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "fragments/load/parsed_files.h"
#include "fragments/syntax/parser.h"
#include "importers/materialx/import.h"
#include "importers/materialx/standard_nodes.h"
#include "support/check.h"
#include "tests/fuzz/checks.h"

namespace {

/// The shipped node library from disk; documents include nothing.
class ShippedReader final : public weft::FileReader {
 public:
  weft::ReadResult read(const std::string& path) const override {
    return path.ends_with(".weft") ? disk_.read_regular(path) : weft::ReadResult{};
  }
  std::string identity(const std::string& path) const override {
    return weft::normalized_path(path);
  }

 private:
  weft::DiskReader disk_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ShippedReader reader;
  static const std::string shaders = WEFT_FUZZ_SHADERS_DIRECTORY;
  weft::LoadOptions load;
  load.shipped_directories = {shaders};
  static const weft::ParsedFiles files({shaders + "/materialx.weft"}, reader, load);
  static const weft::materialx::StandardNodes standard(files);
  weft::materialx::ImportOptions options;
  options.shipped_directory = shaders;
  options.parameters =
      size % 2 == 0 ? weft::materialx::Parameters::Authored : weft::materialx::Parameters::None;
  const weft::materialx::ImportedModule imported = weft::materialx::import_document(
      "fuzz.mtlx", std::string(reinterpret_cast<const char*>(data), size), standard, reader,
      options);
  weft::fuzz::check_messages(imported.diagnostics, imported.sources, true);
  weft::Interner names;
  const weft::SourceFile source("module", imported.text);
  const weft::ParsedModule parsed = weft::parse_module(weft::FileId(0), source, names);
  if (weft::has_errors(parsed.diagnostics)) {
    weft::Sources sources;
    sources.add(weft::SourceFile("module", imported.text));
    std::fputs(weft::render_text(parsed.diagnostics, sources).c_str(), stderr);
  }
  WEFT_CHECK(!weft::has_errors(parsed.diagnostics), "a module was made that cannot be parsed");
  return 0;
}
