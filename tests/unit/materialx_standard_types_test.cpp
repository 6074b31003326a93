// Standard nodes of all types: one that no declaration of Weft fits is refused at its element, and
// what is made of the others types.

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/parsed_files.h"
#include "importers/materialx/standard_nodes.h"
#include "tests/support/catch.h"
#include "tests/support/materialx_elements.h"
#include "tests/support/places.h"

namespace weft::testing::materialx_standard_types_test {
namespace {

/// A node `v_TYPE` of each type.
const std::vector<std::pair<std::string, std::string>> sources = {
    {"float", "constant"},       {"integer", "constant"}, {"boolean", "constant"},
    {"color3", "constant"},      {"color4", "constant"},  {"vector2", "constant"},
    {"vector3", "constant"},     {"vector4", "constant"}, {"matrix33", "constant"},
    {"matrix44", "constant"},    {"EDF", "uniform_edf"},  {"BSDF", "oren_nayar_diffuse_bsdf"},
    {"surfaceshader", "surface"}};

std::string input(const std::string& name, const std::string& type) {
  return fmt::format("<input name=\"{0}\" type=\"{1}\" nodename=\"v_{1}\"/>", name, type);
}

class Document {
 public:
  Document() {
    for (const auto& [type, node] : sources) {
      text_ += fmt::format("<{} name=\"v_{}\" type=\"{}\"/>\n", node, type, type);
    }
  }
  void add(const std::string& node, const std::string& type, const std::string& inputs) {
    const std::size_t i = count_++;
    text_ += fmt::format("<{} name=\"n{}\" type=\"{}\">{}</{}>", node, i, type, inputs, node);
    const bool is_closure = type == "BSDF" || type == "EDF";
    if (is_closure) {
      text_ += fmt::format(
          "<surface name=\"s{0}\" type=\"surfaceshader\"><input name=\"{1}\" "
          "type=\"{2}\" nodename=\"n{0}\"/></surface>",
          i, type == "BSDF" ? "bsdf" : "edf", type);
    }
    text_ += fmt::format("<output name=\"o{0}\" type=\"{1}\" nodename=\"{2}{0}\"/>\n", i,
                         is_closure ? "surfaceshader" : type, is_closure ? "s" : "n");
  }
  const std::string& text() const { return text_; }
  std::size_t count() const { return count_; }

 private:
  std::string text_;
  std::size_t count_ = 0;
};

/// Calls of an overload with one type at all generic ports, with a float at one of them, and with a
/// color at all but the first; of one that is not generic, with nothing and with one input.
void add_calls(Document& document, const std::string& node,
               const materialx::NodeSignature& signature, const std::string& type) {
  std::vector<std::string> generic;
  for (const materialx::NodePort& port : signature.ports) {
    if (signature.is_generic(port.type)) {
      generic.push_back(port.name);
    }
  }
  document.add(node, type, "");
  if (generic.empty() && !signature.ports.empty()) {
    document.add(node, type, input(signature.ports.front().name, type));
  }
  for (std::size_t other = 0; other <= generic.size() + 1 && !generic.empty(); ++other) {
    std::string inputs;
    for (std::size_t i = 0; i < generic.size(); ++i) {
      const bool is_color = other == generic.size() + 1 && i != 0;
      inputs += input(generic[i], is_color ? "color3" : other == i + 1 ? "float" : type);
    }
    document.add(node, type, inputs);
  }
}

}  // namespace

TEST_CASE("materialx: standard nodes of any type are refused at their elements, or type",
          "[materialx]") {
  const std::string shaders = (repository_root() / "shaders").string();
  LoadOptions options;
  options.shipped_directories = {shaders};
  const ParsedFiles files({shaders + "/materialx.weft"}, DiskReader(), options);
  const materialx::StandardNodes standard(files);
  Document text;
  for (const std::string& name : standard.names()) {
    const bool is_typed = name.find('_') != std::string::npos || name.starts_with("default");
    for (const materialx::NodeSignature& signature : standard.overloads(name)) {
      for (std::size_t i = 0; !is_typed && i < sources.size(); ++i) {
        add_calls(text, name, signature, sources[i].first);
      }
    }
  }
  const LoadedDocument document = load_document(text.text());
  CHECK(document.module.elements.size() == text.count());
  std::size_t accepted = 0;
  for (const materialx::ImportedElement& element : document.module.elements) {
    accepted += element.material.empty() ? 0 : 1;
  }
  CHECK(accepted > 1'000);
  CHECK(accepted < text.count());
  for (const Diagnostic& found : document.module.diagnostics) {
    CHECK(!found.node.empty());
  }
  REQUIRE(render_text(document.loaded->diagnostics, document.loaded->library.sources) == "");
  const Composer composer(document.loaded->library);
  for (std::size_t i = 0; i < document.loaded->library.materials.size(); ++i) {
    const Diagnostics found = check_material(composer, document.loaded->library.materials.id_at(i));
    if (has_errors(found)) {
      FAIL_CHECK(render_text(found, document.loaded->library.sources));
    }
  }
}

TEST_CASE("materialx: a node of surfaces that none of Weft's fits leaves the others",
          "[materialx]") {
  const LoadedDocument document = load_document(R"(
<surface name="s" type="surfaceshader"/>
<multiply name="m" type="surfaceshader">
  <input name="in1" type="surfaceshader" nodename="s"/><input name="in2" type="surfaceshader" nodename="s"/>
</multiply>
<surfacematerial name="bad" type="material"><input name="surfaceshader" type="surfaceshader" nodename="m"/></surfacematerial>
<surfacematerial name="good" type="material"><input name="surfaceshader" type="surfaceshader" nodename="s"/></surfacematerial>
)");
  REQUIRE(document.module.elements.size() == 2);
  CHECK(document.module.elements[0].material.empty());
  CHECK(document.module.elements[1].material == "good");
  REQUIRE(document.module.diagnostics.size() == 1);
  const Diagnostic& found = document.module.diagnostics.front();
  CHECK(found.node == "m");
  CHECK(found.message ==
        "no node 'multiply' of the type 'surfaceshader' takes (in1: surfaceshader, in2: "
        "surfaceshader)");
  CHECK(found.hint.starts_with("the types of a node 'multiply' are float, integer, color3"));
  CHECK(document.module.sources[found.span->file].position(found.span->begin) == Position{4, 2});
}

TEST_CASE("materialx: a call that several overloads fit states the defaults that choose",
          "[materialx]") {
  const LoadedDocument document = load_document(R"(
<constant name="c" type="color3"><input name="value" type="color3" value="1, 0.5, 0.25"/></constant>
<ifequal name="n" type="color3"><input name="in1" type="color3" nodename="c"/></ifequal>
<output name="o" type="color3" nodename="n"/>
)");
  CHECK(document.messages() == "");
  CHECK(drawn(document, "o") == std::array<double, 4>{1, 0.5, 0.25, 1});
  CHECK(document.module.text.find("mx_ifequal(value1: 0.0, value2: 0.0,") != std::string::npos);
  // The other overload of mx_normalmap needs a scale.
  const LoadedDocument one = load_document(
      "<normalmap name=\"n\" type=\"vector3\"/><output name=\"o\" type=\"vector3\" "
      "nodename=\"n\"/>");
  CHECK(one.module.text.find("mx_normalmap()") != std::string::npos);
}

}  // namespace weft::testing::materialx_standard_types_test
