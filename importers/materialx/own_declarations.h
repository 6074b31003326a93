#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/load/file_reader.h"
#include "importers/materialx/definitions.h"
#include "importers/materialx/document.h"
#include "importers/materialx/import.h"
#include "importers/materialx/module_text.h"

namespace weft::materialx {

/// The structs of a document (`<typedef>` with members), and the leaves of its definitions by
/// source code. Both become declarations of the module.
class OwnDeclarations {
 public:
  OwnDeclarations(const Document& document, const ImportOptions& options, const FileReader& reader,
                  ModuleText& module);

  /// Declares the structs among the elements.
  void declare_structs(const std::vector<ElementId>& elements);
  bool is_struct(std::string_view type) const;
  /// The data type of Weft for a type of MaterialX or a struct of the document, or an empty text.
  std::string type_name(std::string_view type) const;
  /// The literal of a value, `{1; 2}` for structs; nothing if the text is no value of the type.
  std::optional<std::string> literal(std::string_view type, std::string_view text) const;
  /// The leaf of a definition by source code, declared when it is first asked for. Empty if there
  /// is no code, or it is no single expression that Weft can read.
  std::string fragment_of(const Definition& definition);

 private:
  struct StructType {
    std::string name;
    std::vector<std::string> member_types = {};  ///< types of MaterialX
  };

  std::string declare_fragment(const Definition& definition);

  const Document& document_;
  const ImportOptions& options_;
  const FileReader& reader_;
  ModuleText& module_;
  std::map<std::string, StructType, std::less<>> structs_;  ///< by their names
  std::map<std::size_t, std::string> fragments_;            ///< by the definition's element
};

}  // namespace weft::materialx
