#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "live/language_server/cursor_context.h"
#include "live/language_server/open_document.h"
#include "live/language_server/source_index.h"

namespace weft::lsp {

/// Which values fit the argument that is being written: those that satisfy its port, or have the
/// port's data type and every meaning that it names, so that only conversions may be missing.
/// Outside of calls nothing is told apart.
class FittingTypes {
 public:
  /// `document` must outlive the object.
  FittingTypes(OpenDocument& document, const CursorContext& context);

  bool fits_value(std::string_view name, std::uint32_t near) const;
  /// Whether some fragment of that name has one result, which fits.
  bool fits_result(std::string_view fragment) const;
  bool fits_feature(std::string_view path) const;

 private:
  bool fits(const SemanticType& type) const;

  OpenDocument& document_;
  std::vector<Demand> demands_;  ///< of the port, one per overload
};

/// A value with a name (`enum`) of a port.
struct PortChoice {
  std::string name;
  std::int64_t value;
  std::string port;
};
/// Those of the port that the argument goes to; of all overloads, each name once.
std::vector<PortChoice> choices_of_argument(const Library& library, const CursorContext& context);

/// The fragment or struct whose fields a local value has; empty if that takes types.
std::string owner_of_name(const IndexedFile& file, const std::string& name, std::uint32_t near);

}  // namespace weft::lsp
