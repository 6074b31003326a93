#include "codegen/ir/namer.h"

namespace weft {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// GLSL and SPIR-V limit names to 1,024 characters; derived names are longer than the original.
constexpr std::size_t longest_name = 256;

// GLSL reserves names that contain two consecutive underscores or begin with gl_ (GLSL 4.50 section
// 3.7).
std::string mended(std::string_view wish) {
  std::string name;
  name.reserve(wish.size() + 4);
  for (const char c : wish) {
    const char next = is_letter(c) || is_digit(c) ? c : '_';
    if (next != '_' || name.empty() || name.back() != '_') {
      name += next;
    }
  }
  if (name.empty() || name == "_") {
    return "value";
  }
  if (is_digit(name.front())) {
    name.insert(0, "n");
  }
  if (name.compare(0, 3, "gl_") == 0) {
    name.erase(2, 1);
  }
  if (name.size() > longest_name) {
    name.resize(longest_name);
    name.erase(name.find_last_not_of('_') + 1);
  }
  if (is_target_word(name)) {
    name += '_';
  }
  return name;
}

}  // namespace

bool Namer::is_taken(const std::string& name) const {
  for (const Namer* scope = this; scope != nullptr; scope = scope->outer_) {
    if (scope->next_number_.count(name) != 0) {
      return true;
    }
  }
  return false;
}

std::string Namer::unique(std::string_view wish) {
  const std::string base = mended(wish);
  std::string name = base;
  if (is_taken(base)) {
    std::uint32_t& number = next_number_.try_emplace(base, 2).first->second;
    const char* const separator = base.back() == '_' ? "" : "_";
    do {
      name = base + separator + std::to_string(number++);
    } while (is_taken(name) || is_target_word(name));
  }
  next_number_.try_emplace(name, 2);
  return name;
}

}  // namespace weft
