#include "render/label.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <stb/stb_easy_font.h>

namespace weft::render {
namespace {

/// The library's vertex; four of them are a rectangle.
struct Vertex {
  float x, y, z;
  std::array<std::uint8_t, 4> color;
};

constexpr std::size_t most_rectangles_per_letter = 24;

/// What the library can draw, with the terminating zero that it wants.
std::vector<char> letters_of(std::string_view text) {
  std::vector<char> letters(text.begin(), text.end());
  std::replace_if(
      letters.begin(), letters.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  letters.push_back('\0');
  return letters;
}

}  // namespace

int label_width(std::string_view text) {
  std::vector<char> letters = letters_of(text);
  return stb_easy_font_width(letters.data());
}

void draw_label(Image& image, int left, int top, std::string_view text,
                const std::array<std::uint8_t, 4>& color) {
  std::vector<char> letters = letters_of(text);
  std::vector<Vertex> vertices(4 * most_rectangles_per_letter * letters.size());
  const int count = stb_easy_font_print(0.0F, 0.0F, letters.data(), nullptr, vertices.data(),
                                        static_cast<int>(vertices.size() * sizeof(Vertex)));
  for (int i = 0; i < count; ++i) {
    const Vertex& first = vertices[4 * static_cast<std::size_t>(i)];      // upper left
    const Vertex& third = vertices[4 * static_cast<std::size_t>(i) + 2];  // lower right
    fill(image, left + static_cast<int>(first.x), top + static_cast<int>(first.y),
         left + static_cast<int>(third.x), top + static_cast<int>(third.y), color);
  }
}

}  // namespace weft::render
