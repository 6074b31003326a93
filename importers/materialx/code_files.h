#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "fragments/load/file_reader.h"
#include "importers/materialx/glsl_functions.h"
#include "importers/materialx/import.h"
#include "support/diagnostic.h"
#include "support/source.h"

namespace weft::materialx {

struct CodeFunction {
  const GlslFunction* function;
  FileId file;
};

struct UnreadCode {
  const UnreadGlsl* code;
  FileId file;
};

/// What a file of code has, with those that it includes.
struct CodeFunctions {
  /// In text order. An included file comes where it is first included. A function of GLSL sees only
  /// the functions before it.
  std::vector<CodeFunction> all = {};
  std::vector<UnreadCode> unread = {};
};

/// Why there are none.
struct CodeFileFault {
  Code code;
  std::string message;
};

/// The files of code of a document. Each is read and parsed once.
class CodeFiles {
 public:
  /// Adds the files to `sources`.
  CodeFiles(const ImportOptions& options, const FileReader& reader, Sources& sources)
      : options_(options), reader_(reader), sources_(sources) {}

  /// The functions of a file, found beside the document in `folder` or in the folders of `-I`. A
  /// file of a library may be outside of `--root`. `node` is for messages.
  tl::expected<CodeFunctions, CodeFileFault> functions_of(const std::string& folder,
                                                          const std::string& name, bool is_library,
                                                          const std::string& node);

 private:
  struct CodeFile {
    std::string path;
    FileId source;
    GlslFile code;
  };
  struct Found {
    const CodeFile* file = nullptr;  ///< null if there is none that can be read
    std::string unreadable = {};     ///< why a file that is there cannot be read
    bool is_outside = false;         ///< whether `--root` keeps it out
  };

  Found find(const std::string& folder, const std::string& name, bool is_library);

  const ImportOptions& options_;
  const FileReader& reader_;
  Sources& sources_;
  std::map<std::string, CodeFile> files_;  ///< by their identities
};

}  // namespace weft::materialx
