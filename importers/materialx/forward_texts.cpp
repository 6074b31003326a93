#include "importers/materialx/forward_texts.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/materialx/edit_document.h"
#include "support/flag.h"

namespace weft::materialx {
namespace {

bool is_linked_text(const Element& input) {
  const std::string_view type = input.get("type");
  return input.tag == "input" && (type == "filename" || type == "string") && input.parent &&
         !input.get("nodename").empty();
}

class TextForwarding {
 public:
  explicit TextForwarding(Document& document)
      : document_(document), names_(document), is_seen_(document.elements.size(), false) {}

  /// Follows the links from an input on, and gives what their end states to each of them.
  void forward(ElementId input) {
    std::vector<ElementId> passed;
    std::optional<ElementId> at = input;
    while (at && is_linked_text(document_.elements[*at])) {
      if (is_seen_[at->index()]) {
        return;  // a cycle, or it leads nowhere
      }
      is_seen_[at->index()] = true;
      passed.push_back(*at);
      at = source_of(*at);
    }
    for (const ElementId each : passed) {
      if (at) {
        state(each, *at);
      }
    }
  }

 private:
  /// The input that a linked node passes on; nothing if it does more than that.
  std::optional<ElementId> source_of(ElementId input) const {
    const Element& link = document_.elements[input];
    const auto node = names_.find(document_, *link.parent, link.get("nodename"));
    if (!node) {
      return std::nullopt;
    }
    const std::string& tag = document_.elements[*node].tag;
    const std::string_view passed = tag == "constant" ? "value" : tag == "dot" ? "in" : "";
    const auto source =
        passed.empty() ? std::nullopt : find_child(document_, *node, passed, "input");
    const bool has_type = source && document_.elements[*source].get("type") == link.get("type");
    return has_type ? source : std::nullopt;
  }

  void state(ElementId input, ElementId source) {
    Element& changed = document_.elements[input];
    changed.remove("nodename");
    changed.remove("output");
    for (const char* attribute : {"value", "interfacename", "nodegraph", "output"}) {
      if (document_.elements[source].has(attribute)) {
        changed.set(attribute, std::string(document_.elements[source].get(attribute)));
      }
    }
    // What they inherit may be stated at a node.
    for (const char* attribute : {"colorspace", "fileprefix"}) {
      const std::string_view inherits = inherited(document_, source, attribute);
      if (inherits != inherited(document_, input, attribute)) {
        changed.set(attribute, std::string(inherits));
      }
    }
  }

  Document& document_;
  NodeNames names_;
  std::vector<Flag> is_seen_;  ///< linked inputs that were followed, by element
};

}  // namespace

void forward_texts(Document& document) {
  std::optional<TextForwarding> forwarding;
  for (std::size_t i = 0; i < document.elements.size(); ++i) {
    if (is_linked_text(document.elements[ElementId(i)])) {
      if (!forwarding) {
        forwarding.emplace(document);
      }
      forwarding->forward(ElementId(i));
    }
  }
}

}  // namespace weft::materialx
