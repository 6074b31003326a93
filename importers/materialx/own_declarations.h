#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/materialx/document.h"
#include "importers/materialx/module_text.h"

namespace weft::materialx {

/// The structs of a document (`<typedef>` with members), which become declarations of the module.
class OwnDeclarations {
 public:
  OwnDeclarations(const Document& document, ModuleText& module);

  /// Declares the structs among the elements.
  void declare_structs(const std::vector<ElementId>& elements);
  bool is_struct(std::string_view type) const;
  /// The data type of Weft for a type of MaterialX or a struct of the document, or an empty text.
  std::string type_name(std::string_view type) const;
  /// The literal of a value, `{1; 2}` for structs; nothing if the text is no value of the type.
  std::optional<std::string> literal(std::string_view type, std::string_view text) const;

 private:
  struct StructType {
    std::string name;
    std::vector<std::string> member_types = {};  ///< types of MaterialX
  };

  const Document& document_;
  ModuleText& module_;
  std::map<std::string, StructType, std::less<>> structs_;  ///< by their names
};

}  // namespace weft::materialx
