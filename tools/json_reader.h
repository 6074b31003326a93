#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.h"
#include "support/json_fwd.h"
#include "support/result.h"
#include "support/source.h"
#include "tools/json_places.h"

namespace weft::tools {

/// Reads a JSON file of the user strictly: collects an error, at its place in the text, for every
/// member that is unknown and every value that is of another kind. Values are named by JSON
/// pointers. The source must outlive the reader.
class JsonReader {
 public:
  JsonReader(FileId file, const SourceFile& source) : file_(file), source_(source) {}

  /// The document. Error: `syntax-error`.
  Result<Json> parse() const;

  /// Reports an error about a value; if it is absent, at the innermost one around it.
  void complain(Code code, const std::string& where, std::string message, std::string hint = {});
  /// Where a value is, or the innermost one around it.
  Span place_of(const std::string& where);
  /// The error that a value is not of the kind that `wanted` describes.
  void expect(const std::string& where, std::string_view wanted, const Json& found);

  /// Whether `value` is an object; reports the members that are not in `known`.
  bool has_members(const Json& value, const std::string& where,
                   const std::vector<std::string_view>& known);

  /// `a boolean`, `an array`.
  static std::string kind_of(const Json& value);

  const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  const JsonPlaces& places();

  FileId file_;
  const SourceFile& source_;
  std::optional<JsonPlaces> places_;  // made for the first error
  Diagnostics diagnostics_;
};

}  // namespace weft::tools
