#include "importers/materialx/read_document.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "fragments/syntax/text_encoding.h"

namespace weft::materialx {
namespace {

constexpr std::size_t most_files = 1'000;
constexpr std::size_t most_elements = 1'000'000;

bool is_include(std::string_view tag) { return tag == "xi:include" || tag == "XInclude"; }

/// The place of the element's tag.
Span span_of(pugi::xml_node node, FileId file) {
  const auto begin = static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0));
  return {file, begin, begin + static_cast<std::uint32_t>(std::string_view(node.name()).size())};
}

/// A file whose elements are being added.
struct OpenFile {
  std::string path;
  std::string identity;
  pugi::xml_node next;  ///< the next child of the root to add
  ElementId root;
  FileId file;
};

class Reader {
 public:
  Reader(const FileReader& reader, const ReadOptions& options)
      : reader_(reader), options_(options) {
    if (options.roots) {
      allowed_ = identities_of(reader, *options.roots);
    }
  }

  ReadDocument read(const std::string& path, std::string text) {
    for (const std::string& library : options_.libraries) {
      read_library(library);
    }
    Document& document = result_.document;
    document.library_roots = std::exchange(document.roots, {});
    document.library_elements = document.elements.size();
    open(path, reader_.identity(path), std::move(text));
    read_open();
    return std::move(result_);
  }

 private:
  void read_library(const std::string& path) {
    ReadResult read = reader_.read_regular(path);
    const std::string identity = reader_.identity(path);
    if (read.status != ReadResult::Status::Text) {
      report(error(Code::FileUnreadable,
                   fmt::format("'{}' of the MaterialX libraries cannot be read{}{}", path,
                               read.reason.empty() ? "" : ": ", read.reason)));
    } else if (seen_.count(identity) == 0) {
      open(path, identity, std::move(read.text));
      read_open();
    }
  }

  void read_open() {
    while (!open_.empty()) {
      step();
    }
  }

  void report(Diagnostic diagnostic) { append(result_.diagnostics, std::move(diagnostic)); }

  void open(const std::string& path, const std::string& identity, std::string text) {
    const FileId file = result_.document.sources.add(SourceFile(path, std::move(text)));
    seen_.insert(identity);
    const std::string_view kept = result_.document.sources[file].text();
    // pugixml documents must outlive the nodes that are still to be added.
    parsed_.push_back(std::make_unique<pugi::xml_document>());
    const pugi::xml_parse_result parse =
        parsed_.back()->load_buffer(kept.data(), kept.size(), pugi::parse_default);
    if (!parse) {
      const auto at = static_cast<std::uint32_t>(std::min<std::size_t>(
          static_cast<std::size_t>(std::max<std::ptrdiff_t>(parse.offset, 0)), kept.size()));
      report(error_at(Code::SyntaxError, {file, at, at},
                      fmt::format("this is not XML: {}", lower_case(parse.description())),
                      "the document may be cut off here, or an element is not closed"));
      return;
    }
    const pugi::xml_node root = parsed_.back()->child("materialx");
    if (!root) {
      report(error_at(Code::SyntaxError, {file, 0, 0},
                      "this is not a MaterialX document: it has no element <materialx>"));
      return;
    }
    const ElementId id = add(root, file, std::nullopt, root.attribute("namespace").value());
    open_.push_back({path, identity, root.first_child(), id, file});
  }

  static std::string lower_case(std::string text) {
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') {
      text[0] = static_cast<char>(text[0] - 'A' + 'a');
    }
    return text;
  }

  /// Once per document: the module takes over names and values.
  void check_text(pugi::xml_node node, std::string_view text, FileId file) {
    if (!is_not_text_ && find_encoding_error(text)) {
      is_not_text_ = true;
      report(error_at(Code::NotText, span_of(node, file),
                      "the name or an attribute of this element is not UTF-8 text",
                      "state the encoding of the document: <?xml version=\"1.0\" "
                      "encoding=\"ISO-8859-1\"?>, or save it as UTF-8"));
    }
  }

  ElementId add(pugi::xml_node node, FileId file, std::optional<ElementId> parent,
                std::string space) {
    Element element;
    check_text(node, node.name(), file);
    element.tag = node.name();
    element.parent = parent;
    const pugi::xml_attribute own_space = node.attribute("namespace");
    element.space = own_space.empty() ? std::move(space) : std::string(own_space.value());
    for (const pugi::xml_attribute attribute : node.attributes()) {
      check_text(node, attribute.value(), file);
      element.attributes.emplace_back(attribute.name(), attribute.value());
    }
    element.name = element.get("name");
    element.span = span_of(node, file);
    const ElementId id = result_.document.elements.add(std::move(element));
    if (parent) {
      result_.document.elements[*parent].children.push_back(id);
    }
    return id;
  }

  /// Adds the next child of the innermost open file, with everything below it.
  void step() {
    OpenFile& file = open_.back();
    const pugi::xml_node node = file.next;
    if (!node || result_.document.elements.size() > most_elements) {
      if (node) {
        report(error_at(Code::ExpansionLimit, {file.file, 0, 0},
                        fmt::format("the document has more than {} elements", most_elements)));
      }
      result_.document.roots.push_back(file.root);
      open_.pop_back();
      return;
    }
    file.next = node.next_sibling();
    if (node.type() != pugi::node_element) {
      return;
    }
    if (is_include(node.name())) {
      include(node, file.path, file.file);
      return;
    }
    add_tree(node, file);
  }

  void add_tree(pugi::xml_node top, const OpenFile& file) {
    std::vector<std::pair<pugi::xml_node, ElementId>> left = {{top, file.root}};
    while (!left.empty() && result_.document.elements.size() <= most_elements) {
      const auto [node, parent] = left.back();
      left.pop_back();
      const ElementId id = add(node, file.file, parent, result_.document.elements[parent].space);
      for (pugi::xml_node child = node.last_child(); child; child = child.previous_sibling()) {
        if (child.type() == pugi::node_element) {
          left.emplace_back(child, id);
        }
      }
    }
  }

  bool is_allowed(const std::string& identity) const {
    return !options_.roots || is_inside_any(identity, allowed_);
  }

  void include(pugi::xml_node node, const std::string& importer, FileId file) {
    const std::string href = node.attribute("href").value();
    const Span span = span_of(node, file);
    std::vector<std::string> places = {joined_path(directory_of(importer), href)};
    for (const std::string& directory : options_.directories) {
      places.push_back(joined_path(directory, href));
    }
    bool is_outside = false;
    for (const std::string& place : places) {
      const std::string identity = reader_.identity(place);
      if (!is_allowed(identity)) {
        is_outside = true;
        continue;
      }
      const bool is_open = std::any_of(open_.begin(), open_.end(), [&](const OpenFile& other) {
        return other.identity == identity;
      });
      if (is_open) {
        report(error_at(Code::ImportCycle, span,
                        fmt::format("'{}' includes itself, directly or through others", href)));
        return;
      }
      if (seen_.count(identity) != 0) {
        return;  // its elements are part of the document already
      }
      ReadResult read = reader_.read_regular(place);
      if (read.status == ReadResult::Status::Unreadable) {
        report(error_at(Code::FileUnreadable, span,
                        fmt::format("'{}' cannot be read: {}", place, read.reason)));
        return;
      }
      if (read.status == ReadResult::Status::Text) {
        if (parsed_.size() >= most_files) {
          report(error_at(Code::ExpansionLimit, span,
                          fmt::format("more than {} files are included", most_files)));
          return;
        }
        open(place, identity, std::move(read.text));
        return;
      }
    }
    report(is_outside
               ? error_at(Code::ImportOutside, span,
                          fmt::format("'{}' is outside of the folders given by --root", href))
               : error_at(Code::FileNotFound, span,
                          fmt::format("there is no file '{}' to include", href),
                          "give the folder that it is in with -I"));
  }

  const FileReader& reader_;
  const ReadOptions& options_;
  std::vector<std::string> allowed_;
  std::vector<std::unique_ptr<pugi::xml_document>> parsed_;
  std::vector<OpenFile> open_;
  std::set<std::string> seen_;
  ReadDocument result_;
  bool is_not_text_ = false;  ///< reported
};

}  // namespace

ReadDocument read_document(const std::string& path, std::string text, const FileReader& reader,
                           const ReadOptions& options) {
  return Reader(reader, options).read(path, std::move(text));
}

}  // namespace weft::materialx
