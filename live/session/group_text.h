#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "live/session/document_text.h"

namespace weft::live {

/// A node whose value passes the edge of a group, and its type as source text.
struct GroupEdge {
  std::uint32_t node;
  std::string type;
};

/// The declaration of a graph `name` that has these members of a graph as its bindings, the inputs
/// as ports, and the results. Type parameters of the graph around the group that these name come
/// along. O(text of the members).
std::string text_of_group(const DocumentText& document, std::string_view name,
                          const std::vector<std::uint32_t>& members,
                          const std::vector<GroupEdge>& inputs,
                          const std::vector<GroupEdge>& results);

/// A statement with the comment at the end of its line.
std::string_view line_of(const DocumentText& document, const DocumentNode& node);

}  // namespace weft::live
