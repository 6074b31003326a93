// The mutator of all fuzzers: a third of the time libFuzzer's own byte mutations, otherwise changes
// that keep most of a text well-formed, so that the passes after the parser are exercised: replaced
// words, whole declarations, and statements and brackets from elsewhere in the text or from another
// one; in XML attribute values and elements.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/fuzz/xml_pieces.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

constexpr std::array words = {
    "as",        "at",         "attribute", "basis",    "bool",      "bound",      "break",
    "broadcast", "buffer",     "builtin",   "clip",     "color",     "commutes",   "constant",
    "continue",  "conversion", "default",   "demand",   "depth",     "difficulty", "direction",
    "discard",   "drops",      "else",      "encoding", "equals",    "eval",       "extend",
    "extracts",  "false",      "feature",   "field",    "flat",      "float",      "float2",
    "float3",    "float3x3",   "float4",    "float4x4", "floating",  "fn",         "for",
    "fragment",  "frame",      "from",      "glsl",     "graph",     "guarantee",  "hlsl",
    "if",        "import",     "instance",  "int",      "int2",      "inverse",    "invariant",
    "keeps",     "law",        "light",     "linear",   "loop",      "lossy",      "material",
    "model",     "native",     "norm",      "normal",   "normalize", "numeric",    "object",
    "output",    "over",       "packing",   "param",    "position",  "prefer",     "profile",
    "provide",   "push",       "return",    "sample",   "set",       "spec",       "srgb",
    "static",    "stitch",     "struct",    "surface",  "target",    "texcoord",   "texture2d",
    "then",      "trait",      "true",      "uint",     "uniform",   "unit",       "unorm",
    "use",       "vector",     "vertex",    "view",     "where",     "while",      "with",
    "world"};

constexpr std::array numbers = {"0",     "1",      "2",    "3",     "-1",         "0.0",
                                "1.0",   "0.5",    "1e38", "1e-45", "2147483647", "4294967295u",
                                "65536", "100000", "200u", "-0.0",  "2147483648", "1e400"};

constexpr std::array operators = {
    "+", "-", "*",  "/",  "%", "<", "<=", "==", "!=", "&&", "||", "&",
    "|", "^", "<<", ">>", "?", ":", ",",  ".",  ";",  "=",  "=>", "->"};

/// Pieces of well-formed files.
constexpr std::array pieces = {
    "import \"core\";\n",
    "import \"profiles\";\n",
    "param p: float3 {use: reflectance, encoding: srgb} = #808080;\n",
    "static param q: bool = true;\n",
    "param map: texture2d {use: reflectance, encoding: srgb} [filter: nearest];\n",
    "output color = sample(map);\n",
    "output albedo = p;\n",
    "output position_offset = surface.normal;\n",
    "x = (surface.position as {use: direction});\n",
    "y = x with (surface.uv: float2(0.5));\n",
    "z = loop 3 with (sum: float = 0.0) { sum = sum + 1.0; };\n",
    "float v[4];\n",
    "for (int i = 0; i < 4; ++i) { v[i] = float(i); }\n",
    "while (x > 0.0) { x = x - 1.0; }\n",
    "if (x > 0.0) { return x; } else { return -x; }\n",
    "fragment f<T: floating>(a: T {basis?: ?b}, b: T {basis?: ?b}) -> T where broadcast(a, b) { "
    "return a * b; }\n",
    "fragment g(x: float) -> float native glsl \"\"\"float g(float x) { return x; }\"\"\" native "
    "hlsl \"\"\"float g(float x) { return x; }\"\"\"\n",
    "graph h(x: float3 = surface.normal) -> float3 { output normalize(x); }\n",
    "conversion c(x: float3 {use: color, encoding: linear}) -> {encoding: srgb} difficulty 1 { "
    "return x; }\n",
    "trait t default a { a { b, c }, d }\n",
    "guarantee k { l }\n",
    "feature frame.f: float at frame = 1.0;\n",
    "struct S { float a; float3 b[2]; }\n",
    "fragment demand color: float4 {use: color, encoding: srgb} as target 0 = float4(1.0);\n",
    "provide surface.position as attribute 0;\n",
    "set targets srgb_views;\n"};

class Text {
 public:
  Text(std::string text, unsigned seed)
      : text_(std::move(text)), is_xml_(weft::fuzz::is_xml(text_)), random_(seed) {}

  const std::string& text() const { return text_; }

  void change(const std::string* other) {
    switch (below(other == nullptr ? 8 : 10)) {
      case 0:
        return is_xml_ ? replace(pick(brackets(text_)), some(weft::fuzz::xml_words))
                       : replace(pick(tokens(&is_word)), some(words));
      case 1:
        return replace(pick(tokens(&is_word)), piece(text_, pick(tokens(&is_word))));
      case 2:
        return replace(pick(tokens(&is_number)), some(numbers));
      case 3:
        return replace(pick(tokens(&is_operator)), some(operators));
      case 4:
        return replace(pick(brackets(text_)), piece(text_, pick(brackets(text_))));
      case 5:
        return below(2) == 0
                   ? insert(pick(statements(text_)).first, piece(text_, pick(statements(text_))))
                   : replace(pick(statements(text_)), "");
      case 6:
        return insert(pick(statements(text_)).first,
                      is_xml_ ? some(weft::fuzz::xml_pieces) : some(pieces));
      case 7:
        return replace(pick(tokens(&is_word)), piece(text_, pick(brackets(text_))));
      case 8:
        return insert(pick(statements(text_)).first, piece(*other, pick(statements(*other))));
      default:
        return replace(pick(brackets(text_)), piece(*other, pick(brackets(*other))));
    }
  }

  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_() % bound; }

 private:
  using Range = std::pair<std::size_t, std::size_t>;

  static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_word(char c) { return is_letter(c); }
  static bool is_number(char c) { return is_digit(c); }
  static bool is_operator(char c) {
    return std::strchr("+-*/%<>=!&|^?:.,;", c) != nullptr && c != '\0';
  }

  template <std::size_t Count>
  std::string some(const std::array<const char*, Count>& from) {
    return from[below(Count)];
  }

  Range pick(const std::vector<Range>& ranges) {
    return ranges.empty() ? Range{0, 0} : ranges[below(ranges.size())];
  }
  static std::string piece(const std::string& text, Range range) {
    return text.substr(range.first, range.second - range.first);
  }
  void replace(Range range, const std::string& by) {
    text_.replace(range.first, range.second - range.first, by);
  }
  void insert(std::size_t at, const std::string& what) { text_.insert(at, what); }

  /// Words, numbers or operators, classified by their first character.
  std::vector<Range> tokens(bool (*begins)(char)) const {
    std::vector<Range> found;
    for (std::size_t at = 0; at < text_.size();) {
      std::size_t end = at + 1;
      while (end < text_.size() && (is_letter(text_[at]) || is_digit(text_[at])) &&
             (is_letter(text_[end]) || is_digit(text_[end]) ||
              (is_digit(text_[at]) && text_[end] == '.'))) {
        ++end;
      }
      if (begins(text_[at])) {
        found.emplace_back(at, end);
      }
      at = end;
    }
    return found;
  }

  /// The contents of matching brackets.
  std::vector<Range> brackets(const std::string& text) const {
    if (is_xml_) {
      return weft::fuzz::xml_attribute_values(text);
    }
    std::vector<Range> found;
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (std::strchr("([{", text[at]) != nullptr && text[at] != '\0') {
        open.push_back(at + 1);
      } else if (std::strchr(")]}", text[at]) != nullptr && text[at] != '\0' && !open.empty()) {
        found.emplace_back(open.back(), at);
        open.pop_back();
      }
    }
    return found;
  }

  /// Ranges that start after a `;`, `{` or `}` and end after the next `;`, or after the `}` of
  /// braces opened before it: statements, bindings, items of profiles and whole declarations.
  std::vector<Range> statements(const std::string& text) const {
    if (is_xml_) {
      return weft::fuzz::xml_elements(text);
    }
    std::vector<Range> found;
    std::vector<std::size_t> begins{0};
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] == '{') {
        begins.push_back(at + 1);
      } else if (text[at] == '}' && begins.size() > 1) {
        begins.pop_back();
      }
      if (text[at] == ';' || text[at] == '}') {
        found.emplace_back(begins.back(), at + 1);
        begins.back() = at + 1;
      }
    }
    return found;
  }

  std::string text_;
  bool is_xml_;
  std::minstd_rand random_;
};

std::size_t give(const std::string& text, std::uint8_t* data, std::size_t max_size) {
  const std::size_t size = std::min(text.size(), max_size);
  std::memcpy(data, text.data(), size);
  return size;
}

std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  Text text(text_of(data, size), seed);
  if (text.below(3) == 0) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  for (std::size_t times = 1 + text.below(3); times > 0; --times) {
    text.change(nullptr);
  }
  return give(text.text(), data, max_size);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size,
                                                 const std::uint8_t* second,
                                                 std::size_t second_size, std::uint8_t* out,
                                                 std::size_t max_out, unsigned seed) {
  Text text(text_of(first, first_size), seed);
  const std::string other = text_of(second, second_size);
  for (std::size_t times = 1 + text.below(3); times > 0; --times) {
    text.change(&other);
  }
  return give(text.text(), out, max_out);
}
