#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fragments/model/library.h"
#include "live/session/call_path.h"
#include "live/session/edit.h"

namespace weft::live {

/// A port as an expression that means the same at the end of its material or, inside graph
/// fragments, of the innermost one.
struct PreviewSource {
  std::uint32_t material = 0;  ///< in DocumentText::graphs()
  CallPath path;               ///< of the node
  /// Per call of the path: the name of a copy of the called graph, and the call with that name, an
  /// expression at the end of the material or graph around it.
  struct Copy {
    std::string name;
    std::string call;
  };
  std::vector<Copy> copies;
  std::string expression;
  /// The type that the value is converted to: that of the port, where it is stated without
  /// variables. Empty: its own.
  std::string type;
  bool is_function = false;
  /// The type of the parameter or port that the value is, if that is a texture.
  std::optional<DataType> texture;
  /// The `min` and `max` of a port or parameter.
  std::optional<std::pair<double, double>> range;
  /// An input that the text leaves open. `expression` is the call then.
  struct OpenInput {
    std::string callee;
    std::string port;                 ///< by name, if the request names it
    std::size_t position = 0;         ///< else by position
    std::vector<std::string> around;  ///< the `with (…)` around the call, innermost first
  };
  std::optional<OpenInput> open;
};

/// Finds what a node or one of its ports reads. `node`: see find_call_path(). `port`: an input, by
/// name or position; a result, by name; empty: the node's own value. `library` is one of the
/// document's. A name is followed to the binding that it stands for, so that equal values have
/// equal expressions. Errors: those of find_call_path(), `unknown-port`; `unsupported` for values
/// that depend on the parameters of a function or the state of a loop. O(nodes on the way).
Result<PreviewSource> find_preview_source(const EditContext& context, const Library& library,
                                          std::string_view node, std::string_view port);

/// The text of what an open input reads. `stitched`: the source that was found by meaning, or null
/// if the input has its default.
Result<PreviewSource> closed_input(const PreviewSource& open, const Library& library,
                                   std::string_view node, std::string_view port,
                                   const std::string* stitched);

}  // namespace weft::live
