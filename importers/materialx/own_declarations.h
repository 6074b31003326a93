#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/materialx/document.h"
#include "importers/materialx/module_text.h"

namespace weft::materialx {

/// Types of structs get the namespace that their definition is in, so that one name means one type
/// everywhere: `spec` becomes `lib:spec` within `lib`.
void qualify_types(Document& document);

/// The structs of a document (`<typedef>` with members), which become declarations of the module,
/// and its units.
class OwnDeclarations {
 public:
  OwnDeclarations(const Document& document, ModuleText& module);

  /// Declares the structs among the elements.
  void declare_structs(const std::vector<ElementId>& elements);
  /// Notes the units of the unit definitions among the elements.
  void note_units(const std::vector<ElementId>& elements);
  /// The names of these units.
  std::vector<std::string_view> unit_names() const;
  bool has_unit(std::string_view name) const;
  /// A unit of distances or angles of the document, in metres or degrees.
  std::optional<double> scale_of_unit(std::string_view name) const;
  bool is_struct(std::string_view type) const;
  /// The data type of Weft for a type of MaterialX or a struct of the document, or an empty text.
  std::string type_name(std::string_view type) const;
  /// The literal of a value, `{1; 2}` for structs; nothing if the text is no value of the type.
  std::optional<std::string> literal(std::string_view type, std::string_view text) const;

 private:
  struct StructType {
    std::string name;
    std::vector<std::string> member_types = {};  ///< types of MaterialX
    std::vector<std::string> defaults = {};      ///< literals
  };

  std::optional<std::string> literal(const StructType& type, std::string_view text) const;

  const Document& document_;
  ModuleText& module_;
  std::map<std::string, StructType, std::less<>> structs_;  ///< by their names
  std::map<std::string, std::optional<double>, std::less<>> units_;
};

}  // namespace weft::materialx
