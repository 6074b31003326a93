#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/load/file_reader.h"
#include "importers/materialx/definitions.h"
#include "importers/materialx/document.h"
#include "importers/materialx/glsl_functions.h"
#include "importers/materialx/import.h"
#include "importers/materialx/module_text.h"
#include "importers/materialx/own_declarations.h"
#include "support/diagnostic.h"

namespace weft::materialx {

/// The leaf for a definition that is implemented by code, or why there is none.
struct CodeLeaf {
  std::string fragment;              ///< empty if there is none
  std::vector<std::string> ports;    ///< one for each input of the definition
  std::vector<std::string> results;  ///< one for each output; that of a single one is empty
  Code code = Code::Unsupported;     ///< of the fault
  std::optional<ElementId> place;    ///< of the fault; the node that uses it if there is none
  std::string fault;
};

/// Makes leaves of code: of source code that is one expression of Weft, and of functions of GLSL in
/// a file, with the functions that they call. Code that Weft does not read is a fault.
class CodeLeaves {
 public:
  CodeLeaves(const Document& document, const ImportOptions& options, const FileReader& reader,
             const OwnDeclarations& own, ModuleText& module);

  /// Declared when it is first asked for.
  const CodeLeaf& leaf_of(const Definition& definition);

 private:
  struct CodeFile {
    std::string path = {};  ///< empty if there is no such file
    ReadResult read = {};
    bool is_outside = false;  ///< whether `--root` keeps it out
  };
  using Functions = std::map<std::string, GlslFunction, std::less<>>;

  CodeLeaf expression_leaf(const Definition& definition);
  CodeLeaf file_leaf(const Definition& definition);
  /// Reads a file of code, beside the one that names it or in the folders of `-I`.
  CodeFile read_code(const std::string& folder, const std::string& name, bool is_library) const;
  /// Adds the functions of a file and of those that it includes; `other` is what else it has.
  /// Returns why it cannot.
  std::optional<CodeLeaf> read_functions(const Definition& definition, Functions& functions,
                                         std::string& other) const;
  /// Whether the function takes the inputs of the definition and then returns its outputs.
  bool fits(const Definition& definition, const GlslFunction& function) const;
  /// Adds declarations to the module if they load, else returns the first message.
  std::optional<std::string> declare(const std::vector<std::string>& declarations);

  const Document& document_;
  const ImportOptions& options_;
  const FileReader& reader_;
  const OwnDeclarations& own_;
  ModuleText& module_;
  std::map<std::size_t, CodeLeaf> leaves_;  ///< by the definition's element
};

}  // namespace weft::materialx
