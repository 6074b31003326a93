#include "importers/materialx/textures.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "importers/materialx/color_spaces.h"
#include "importers/materialx/edit_document.h"
#include "importers/materialx/values.h"

namespace weft::materialx {

AddressModes address_modes_of(const Document& document, ElementId node) {
  // The image in MaterialX's graph of this node goes on behind the poles.
  const bool is_mirrored = document.elements[node].tag == "latlongimage";
  const auto mode = [&](std::string_view name, std::string_view name_of_usd,
                        const char* unstated) -> std::string {
    std::optional<ElementId> input = find_child(document, node, name);
    input = input ? input : find_child(document, node, name_of_usd);
    if (input && is_linked(document.elements[*input])) {
      return {};
    }
    std::string value(input ? document.elements[*input].get("value") : std::string_view());
    value = value == "black" ? "constant" : value;
    return value == "constant" || value == "clamp" || value == "mirror" ? value : unstated;
  };
  return {mode("uaddressmode", "wrapS", "periodic"),
          mode("vaddressmode", "wrapT", is_mirrored ? "mirror" : "periodic")};
}

namespace {

/// The definition that a node graph states to implement.
std::optional<ElementId> definition_around(const Document& document, Scopes& scopes, ElementId id) {
  const Element& graph = document.elements[id];
  return graph.tag == "nodegraph" && graph.has("nodedef")
             ? scopes.find(std::nullopt, graph.get("nodedef"), graph.space)
             : std::nullopt;
}

/// Four components of a texel: a number is gray, and missing components are 0, 0 and 1.
std::string texel_of(std::vector<std::string> numbers) {
  if (numbers.size() == 1) {
    numbers.resize(3, numbers.front());
  }
  numbers.resize(std::max<std::size_t>(numbers.size(), 3), "0.0");
  numbers.resize(4, "1.0");
  return fmt::format("fallback: float4({})", fmt::join(numbers, ", "));
}

/// The texel of a constructor of Weft, such as `float3(0.5, 0.5, 1.0)` or `float4(0.0)`; nothing
/// for black, which is that of a host.
std::optional<std::string> texel_of_definition(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos) {
    return std::nullopt;
  }
  std::vector<std::string> numbers = split_numbers(text.substr(open + 1, text.size() - open - 2));
  if (numbers.size() == 1) {
    numbers.resize(component_count(text.substr(0, open)), numbers.front());
  }
  std::string texel = texel_of(std::move(numbers));
  return texel == texel_of({}) ? std::nullopt : std::optional(std::move(texel));
}

/// The texel that a host binds where there is no file: what the input `default` states, in the
/// encoding of the file, or what the definition of the node does.
std::optional<std::string> fallback_of(const Document& document, const ImageNode& image) {
  std::optional<ElementId> input = find_child(document, image.node, "default");
  input = input ? input : find_child(document, image.node, "fallback");
  if (!input) {
    return texel_of_definition(image.missing);
  }
  const Element& stated = document.elements[*input];
  if (!stated.has("value") || !literal_of(stated.get("type"), stated.get("value"))) {
    return std::nullopt;
  }
  const auto file = find_child(document, image.node, "file");
  std::vector<std::string> numbers;
  for (const std::string& part : split_numbers(stated.get("value"))) {
    std::string number = literal_of("float", part).value_or("0.0");
    double value = 0.0;
    const bool is_color_component = is_color(stated.get("type")) && numbers.size() < 3;
    if (file && is_color_component &&
        std::from_chars(number.data(), number.data() + number.size(), value).ec == std::errc()) {
      const double texel = in_encoding_of(document, *input, *file, value);
      number = texel == value ? number
                              : *literal_of("float", fmt::format("{}", static_cast<float>(texel)));
    }
    numbers.push_back(std::move(number));
  }
  return texel_of(std::move(numbers));
}

/// `[filter: nearest, wrap: clamp, file: "cloth.png", fallback: float4(…)]`: the sampling that a
/// node of an image states, and what the host binds.
std::string metadata_of(const Document& document, const ImageNode& image, const std::string& file) {
  std::vector<std::string> entries;
  if (image.is_nearest) {
    entries.emplace_back("filter: nearest");
  }
  const AddressModes modes = address_modes_of(document, image.node);
  const auto wrap_of = [](const std::string& mode) { return mode == "periodic" ? "repeat" : mode; };
  if (!modes.need_code() && modes.u != modes.v) {
    entries.push_back(fmt::format("wrap_u: {}, wrap_v: {}", wrap_of(modes.u), wrap_of(modes.v)));
  } else if (!modes.need_code() && modes.u != "periodic") {
    entries.push_back(fmt::format("wrap: {}", modes.u));
  }
  if (!file.empty()) {
    entries.push_back(fmt::format("file: \"{}\"", file));
  }
  if (const std::optional<std::string> fallback = fallback_of(document, image)) {
    entries.push_back(*fallback);
  }
  return entries.empty() ? std::string() : fmt::format(" [{}]", fmt::join(entries, ", "));
}

void replace_token(std::string& text, std::string_view key, std::string_view value) {
  for (std::size_t at = text.find(key); at != std::string::npos;
       at = text.find(key, at + value.size())) {
    text.replace(at, key.size(), value);
  }
}

/// Whether a name leads to the same file from every folder: `/maps/a.png`, `C:\maps\a.png`,
/// `https://maps.org/a.png`, and the home folders and variables of hosts, `~/a.png`, `$HIP/a.png`.
bool is_absolute(std::string_view file) {
  const std::size_t colon = file.find_first_of("/\\:");
  return file.find_first_of("/\\~$") == 0 ||
         (colon != std::string_view::npos && file[colon] == ':');
}

/// The text of a file name, after the folder of the document and the prefix of what encloses it
/// unless it is absolute, with the tokens in brackets that the node, the nodes whose definitions it
/// is in, what encloses it and the definition state; as a string of Weft.
std::string file_of(const Document& document, Scopes& scopes, ElementId input,
                    const std::vector<ElementId>& instances) {
  std::string file(document.elements[input].get("value"));
  if (!file.empty() && !is_absolute(file)) {
    file.insert(0, inherited(document, input, "fileprefix"));
  }
  std::vector<ElementId> owners;
  const std::optional<ElementId> node = document.elements[input].parent;
  if (node && document.elements[*node].tag != "nodedef") {
    owners.push_back(*node);
  }
  owners.insert(owners.end(), instances.begin(), instances.end());
  for (std::optional<ElementId> at = document.elements[input].parent; at;
       at = document.elements[*at].parent) {
    owners.push_back(*at);
    if (const auto definition = definition_around(document, scopes, *at)) {
      owners.push_back(*definition);
    }
  }
  for (const ElementId owner : owners) {
    for (const ElementId id : document.elements[owner].children) {
      const Element& token = document.elements[id];
      if (token.tag == "token") {
        replace_token(file, fmt::format("[{}]", token.name), token.get("value"));
      }
    }
  }
  if (!document.image_folder.empty() && !file.empty() && !is_absolute(file)) {
    file = document.image_folder + '/' + file;
  }
  std::string quoted;
  for (const char c : file) {
    if (static_cast<unsigned char>(c) < ' ') {
      continue;
    }
    quoted += c == '"' || c == '\\' ? "\\" : "";
    quoted += c;
  }
  return quoted;
}

}  // namespace

ImageNode image_node(const Document& document, const StandardNodes& standard, GivenTexts* texts,
                     ElementId node) {
  const std::optional<ElementId> filter = find_child(document, node, "filtertype", "input");
  ImageNode image{
      node, filter && text_of_input(document, texts, document.elements[*filter]) == "closest", {}};
  const Element& element = document.elements[node];
  const std::string typed = fmt::format("{}_{}", element.tag, element.get("type"));
  for (const std::string_view name : {std::string_view(typed), std::string_view(element.tag)}) {
    for (const NodeSignature& one : standard.overloads(name)) {
      for (const NodePort& port : one.ports) {
        if (port.name == "default" || port.name == "fallback") {
          image.missing = port.default_text.value_or("");
          return image;
        }
      }
    }
  }
  return image;
}

void note_image(ImagesByInput& images, const Element& input, const ImageNode& image) {
  if (input.get("type") == "filename" && input.has("interfacename")) {
    images.try_emplace(std::string(input.get("interfacename")), image);
  }
}

void sample(Hoisted& file, const Document& document, Scopes& scopes, const ImageNode& image) {
  if (!file.file) {
    return;  // no node names one
  }
  file.image = image;
  file.type = "texture2d" + meaning_of_texture(document, *file.file, image.node);
  file.inner_type = file.type;
  file.meta = metadata_of(document, image, file_of(document, scopes, *file.file, file.instances));
}

std::string metadata_without_file(const Document& document, const ImageNode& image) {
  return metadata_of(document, image, "");
}

void take_tokens(const Document& document, Scopes& scopes, ElementId node,
                 std::vector<Hoisted>& hoisted, std::size_t first) {
  const std::vector<ElementId>& children = document.elements[node].children;
  const bool has_tokens = std::any_of(children.begin(), children.end(), [&](ElementId child) {
    return document.elements[child].tag == "token";
  });
  for (std::size_t i = first; has_tokens && i < hoisted.size(); ++i) {
    if (Hoisted& file = hoisted[i]; file.file) {
      file.instances.push_back(node);
      sample(file, document, scopes, *file.image);
    }
  }
}

}  // namespace weft::materialx
