#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fragments/load/file_reader.h"
#include "importers/materialx/code_files.h"
#include "importers/materialx/definitions.h"
#include "importers/materialx/document.h"
#include "importers/materialx/import.h"
#include "importers/materialx/leaf_code.h"
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
  std::vector<Note> notes;  ///< places of the fault in files of code
};

/// Makes leaves of code: of source code that is one expression of Weft, and of functions of GLSL in
/// a file, with the functions that they call. Code that Weft does not read is a fault.
class CodeLeaves {
 public:
  /// Files of code are added to `sources`.
  CodeLeaves(const Document& document, const ImportOptions& options, const FileReader& reader,
             const OwnDeclarations& own, ModuleText& module, Sources& sources);

  /// Reads the code of definitions, which have some, and checks all of it at once.
  void read(const std::vector<const Definition*>& definitions);
  /// Declared when it is first asked for, and read then if it is not yet.
  const CodeLeaf& leaf_of(const Definition& definition);

 private:
  struct ReadLeaf {
    CodeLeaf leaf = {};
    std::vector<LeafCode> declarations = {};  ///< the functions that it calls come first
    bool is_declared = false;
  };

  ReadLeaf expression_leaf(const Definition& definition);
  ReadLeaf file_leaf(const Definition& definition);
  /// Whether the function takes the inputs of the definition and then returns its outputs.
  bool fits(const Definition& definition, const GlslFunction& function) const;

  const Document& document_;
  const ImportOptions& options_;
  const FileReader& reader_;
  const OwnDeclarations& own_;
  ModuleText& module_;
  CodeFiles files_;
  std::map<std::size_t, ReadLeaf> leaves_;  ///< by the definition's element
};

}  // namespace weft::materialx
