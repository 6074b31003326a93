#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace weft::fuzz {

/// Ranges of a text, from and up to an offset.
using TextRanges = std::vector<std::pair<std::size_t, std::size_t>>;

/// Whether a text is meant as XML: its first character other than blanks is `<`.
bool is_xml(const std::string& text);

/// The elements of XML that may be damaged, from `<` to the end of `/>` or of the closing tag.
TextRanges xml_elements(const std::string& text);

/// What is between the quotes of attributes.
TextRanges xml_attribute_values(const std::string& text);

/// Names and values of MaterialX documents, and those that a language could take for its own.
inline constexpr std::array xml_words = {
    "float",         "integer",
    "boolean",       "string",
    "color3",        "color4",
    "vector2",       "vector3",
    "vector4",       "matrix33",
    "matrix44",      "filename",
    "surfaceshader", "BSDF",
    "EDF",           "material",
    "nodegraph",     "nodedef",
    "input",         "output",
    "value",         "nodename",
    "interfacename", "defaultgeomprop",
    "inherit",       "node",
    "add",           "multiply",
    "mix",           "image",
    "geompropvalue", "constant",
    "swizzle",       "convert",
    "combine3",      "separate3",
    "for",           "if",
    "while",         "return",
    "true",          "false",
    "mx_add",        "UV0",
    "geomprop",      "srgb_texture",
    "lin_rec709",    "acescg",
    "for_",          "1e38",
    "-2147483648",   "2147483647",
    "0.0.5",         "1e300",
    "1e-310",        "nan",
    "inf",           "",
    "a b",           "0, 0, 0",
    "xyz",           "rgba",
    "channels",      "colorspace",
    "unit",          "meter",
};

/// Pieces of well-formed documents.
inline constexpr std::array xml_pieces = {
    R"(<input name="in1" type="float" value="0.5"/>)",
    R"(<input name="in" type="color3" nodename="a"/>)",
    R"(<input name="in2" type="vector3" interfacename="in" channels="zyx"/>)",
    R"(<output name="out" type="color3" nodegraph="g" output="out"/>)",
    R"(<nodegraph name="g"><constant name="c" type="float"/></nodegraph>)",
    R"(<geompropvalue name="p" type="integer"><input name="geomprop" type="string" value="for"/></geompropvalue>)",
    R"(<image name="i" type="color3"><input name="file" type="filename" value="a.png" colorspace="srgb_texture"/></image>)",
    R"(<nodedef name="ND_x" node="x"><input name="in" type="float"/><output name="out" type="float"/></nodedef>)",
    R"(<surfacematerial name="m" type="material"><input name="surfaceshader" type="surfaceshader" nodename="s"/></surfacematerial>)",
    R"(<xi:include href="other.mtlx"/>)",
    R"(<!-- a remark -->)",
};

}  // namespace weft::fuzz
