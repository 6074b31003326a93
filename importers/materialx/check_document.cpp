#include "importers/materialx/check_document.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "importers/materialx/edit_document.h"
#include "importers/materialx/findings.h"
#include "importers/materialx/versions.h"

namespace weft::materialx {
namespace {

void check_versions(const Document& document, Diagnostics& diagnostics) {
  for (const ElementId root : document.roots) {
    const std::string_view version = document.elements[root].get("version");
    if (version.empty() || is_known_version(version)) {
      continue;
    }
    const std::string read_as = fmt::format("the file is read as {}", newest_version);
    warn_at(document, diagnostics, Code::Unsupported, root,
            is_version(version)
                ? fmt::format("the version {} of MaterialX is not known: {}", version, read_as)
                : fmt::format("'{}' is no version of MaterialX: {}", version, read_as),
            fmt::format("write version=\"{}\", or the version that the file was made for",
                        newest_version));
  }
}

/// Elements that links and nodes find by their names, with inputs and outputs apart.
enum class Kind { Input, Output, Node, Other };

Kind kind_of(const Document& document, const Element& element) {
  constexpr std::array<std::string_view, 4> untyped = {"nodegraph", "opgraph", "nodedef",
                                                       "implementation"};
  if (element.name.empty() || !element.parent) {
    return Kind::Other;
  }
  if (element.tag == "input" || element.tag == "parameter") {
    return Kind::Input;
  }
  if (element.tag == "output") {
    return Kind::Output;
  }
  const Element& parent = document.elements[*element.parent];
  const bool is_in_scope = !parent.parent || parent.tag == "nodegraph" || parent.tag == "opgraph";
  const bool is_node = element.has("type") ||
                       std::find(untyped.begin(), untyped.end(), element.tag) != untyped.end();
  return is_in_scope && is_node ? Kind::Node : Kind::Other;
}

/// Whether an element is part of a definition. Files that are included together may have copies of
/// one.
bool is_definition(const Element& element) {
  return element.tag == "nodedef" || element.tag == "implementation" || element.has("nodedef");
}

class NameCheck {
 public:
  NameCheck(Document& document, Diagnostics& diagnostics)
      : document_(document), diagnostics_(diagnostics) {}

  void run() {
    for (const ElementId root : document_.roots) {  // what a file includes comes before it
      check_children(root);
    }
    for (std::size_t i = document_.library_elements; i < document_.elements.size(); ++i) {
      if (document_.elements[ElementId(i)].parent) {
        check_children(ElementId(i));
      }
    }
    remove_elements(document_, repeated_);
  }

 private:
  void check_children(ElementId parent) {
    const bool is_root = !document_.elements[parent].parent;
    std::unordered_map<std::string, ElementId> seen;
    for (const ElementId id : document_.elements[parent].children) {
      const Element& element = document_.elements[id];
      const Kind kind = kind_of(document_, element);
      if (kind == Kind::Other) {
        continue;
      }
      const std::string key =
          fmt::format("{} {}", static_cast<int>(kind), qualified_name(element.space, element.name));
      const bool is_shared = is_root && kind == Kind::Node && !is_definition(element);
      const auto [first, is_new] = (is_shared ? seen_in_files_ : seen).try_emplace(key, id);
      if (!is_new) {
        warn(kind, id, first->second);
        repeated_.insert(id.index());
      }
    }
  }

  void warn(Kind kind, ElementId repeated, ElementId first) {
    const Element& element = document_.elements[repeated];
    const std::string owner = path_of(document_, *element.parent);
    const bool is_node = kind == Kind::Node || owner.empty();
    warn_at(document_, diagnostics_, Code::DuplicateName, repeated,
            is_node ? fmt::format("'{}' is the name of two elements; the first one counts",
                                  path_of(document_, repeated))
                    : fmt::format("'{}' states its {} '{}' twice; the first one counts", owner,
                                  kind == Kind::Input ? "input" : "output", element.name),
            is_node ? "rename one of them" : "remove one of them",
            {{"the first one is here", document_.elements[first].span}});
  }

  Document& document_;
  Diagnostics& diagnostics_;
  std::unordered_set<std::size_t> repeated_;
  std::unordered_map<std::string, ElementId> seen_in_files_;  ///< nodes of the document's scope
};

}  // namespace

void check_document(Document& document, Diagnostics& diagnostics) {
  check_versions(document, diagnostics);
  NameCheck(document, diagnostics).run();
}

}  // namespace weft::materialx
