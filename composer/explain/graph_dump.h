#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// A material's graph for people: the action of each node in the syntax of the language, with `%n`
/// for other nodes.
struct GraphDump {
  struct Parameter {
    std::string name;
    std::string type;
    std::optional<Constant> default_value;
  };
  struct Node {
    std::string name;  ///< may be empty
    std::string text;
    std::vector<std::uint32_t> inputs;  ///< nodes, in the order of the text
    std::string source;                 ///< `path:line:column`
  };
  struct Output {
    std::string name;
    std::uint32_t node = 0;
    std::string source;
  };
  std::string material;
  std::vector<Parameter> parameters;
  std::vector<Node> nodes;  ///< by NodeId
  std::vector<Output> outputs;
};

GraphDump dump_graph(const Library& library, const Material& material);

/// One node per line, then the outputs.
std::string graph_text(const GraphDump& graph);

/// `path:line:column` of the start of the span.
std::string place_text(const Library& library, const Span& span);

}  // namespace weft
