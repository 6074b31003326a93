#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "composer/compose.h"
#include "tools/expression_value.h"
#include "tools/picture_description.h"
#include "tools/report.h"

namespace weft::tools {

/// A composed material with what its plan refers to.
struct Drawing {
  std::shared_ptr<const void> owner;  ///< of the library
  const Library* library = nullptr;
  std::vector<std::pair<std::string, Constant>> values;  ///< of parameters
  std::vector<NamedValue> features;                      ///< values of features
  PlacedPlan placed;
};

/// Composes the preview of `--node`, which is set. Reports all errors.
std::optional<Drawing> compose_node(const RenderOptions& options, const PictureDescription& picture,
                                    Report& report);

}  // namespace weft::tools
