#include "composer/explain/graph_json.h"

#include "composer/explain/value_json.h"
#include "support/json.h"

namespace weft {

Json graph_json(const Library& library, const GraphDump& graph) {
  Json json;
  json["material"] = graph.material;
  json["parameters"] = Json::array();
  for (const GraphDump::Parameter& parameter : graph.parameters) {
    json["parameters"].push_back(
        {{"name", parameter.name},
         {"type", parameter.type},
         {"default",
          parameter.default_value ? value_json(*parameter.default_value, library) : Json()}});
  }
  json["nodes"] = Json::array();
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const GraphDump::Node& node = graph.nodes[i];
    json["nodes"].push_back({{"id", i},
                             {"name", node.name},
                             {"text", node.text},
                             {"inputs", node.inputs},
                             {"source", node.source}});
  }
  json["outputs"] = Json::array();
  for (const GraphDump::Output& output : graph.outputs) {
    json["outputs"].push_back({{"name", output.name}, {"node", output.node}});
  }
  return json;
}

}  // namespace weft
