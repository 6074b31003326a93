#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/load/load.h"
#include "fragments/model/library.h"

namespace weft::testing {

/// A library from one text without imports.
struct CheckedText {
  LoadedLibrary loaded;
  const Library& library() const { return loaded.library; }

  /// The first leaf or conversion of that name.
  const Fragment& fragment(std::string_view name) const;
  /// Its body for the instance at that index.
  const Body& body(std::string_view name, std::size_t instance = 0) const;
  /// All diagnostics in the order shown to users: `slug at 'source': message (hint)`, one per line.
  std::string errors() const;
};

CheckedText check_text(std::string text);

/// A body as text to compare, one statement per line. `$x` is a port, `@x` a leaf, `!x` a called
/// port.
std::string body_text(const Library& library, const Fragment& fragment, const Body& body);
std::string expr_text(const Library& library, const Fragment& fragment, const Body& body,
                      BodyExprId id);

}  // namespace weft::testing
