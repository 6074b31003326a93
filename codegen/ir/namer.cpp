#include "codegen/ir/namer.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "support/append_number.h"
#include "support/hash.h"

namespace weft {
namespace {

constexpr bool is_letter(char c) {
  const auto lower = static_cast<unsigned char>(c | 0x20);
  return lower >= 'a' && lower <= 'z';
}
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::array<bool, 256> is_outside_names = [] {
  std::array<bool, 256> outside = {};
  for (std::size_t i = 0; i < outside.size(); ++i) {
    const char c = static_cast<char>(i);
    outside[i] = !is_letter(c) && !is_digit(c) && c != '_';
  }
  return outside;
}();

// GLSL and SPIR-V limit names to 1,024 characters; derived names are longer than the original.
constexpr std::size_t longest_name = 256;

// Whether mended() would return the name as it is, up to reserved words.
bool is_well_formed(std::string_view name) {
  if (name.empty() || name == "_" || name.size() > longest_name || is_digit(name.front()) ||
      name.starts_with("gl_")) {
    return false;
  }
  bool is_ill_formed = false;  // without branches, since hardly any name is
  char last = ' ';
  for (const char c : name) {
    is_ill_formed |= is_outside_names[static_cast<unsigned char>(c)] | (c == '_' && last == '_');
    last = c;
  }
  return !is_ill_formed;
}

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
  return name;
}

}  // namespace

std::optional<std::uint32_t> Namer::find(std::string_view name, std::uint64_t hash) const {
  return table_.find(hash, [&](std::uint32_t i) { return text(taken_[i]) == name; });
}

bool Namer::is_taken(std::string_view name, std::uint64_t hash) const {
  for (const Namer* scope = this; scope != nullptr; scope = scope->outer_) {
    if (scope->find(name, hash)) {
      return true;
    }
  }
  return false;
}

bool Namer::is_taken(std::string_view name) const { return is_taken(name, hash_text(name)); }

std::uint32_t Namer::take(std::string_view name, std::uint64_t hash) {
  const auto index = static_cast<std::uint32_t>(taken_.size());
  if (index == 0) {  // most scopes hold a few names
    taken_.reserve(8);
    texts_.reserve(128);
  }
  taken_.push_back(
      {static_cast<std::uint32_t>(texts_.size()), static_cast<std::uint32_t>(name.size()), 2});
  texts_ += name;
  table_.insert(hash, index);
  return index;
}

// The taken name with the next number that makes it free.
std::string Namer::numbered(std::string_view base, std::uint64_t hash) {
  const std::optional<std::uint32_t> known = find(base, hash);
  std::uint32_t& number = taken_[known ? *known : take(base, hash)].next_number;
  std::string name(base);
  name += base.back() == '_' || base == "gl" ? "" : "_";  // `gl_2` is reserved
  const std::size_t stem = name.size();
  do {
    name.resize(stem);
    append_number(name, number++);
    hash = hash_text(name);
  } while (is_taken(name, hash) || is_target_word(name, hash));
  take(name, hash);
  return name;
}

std::string Namer::unique(std::string_view wish) {
  std::string changed;
  if (!is_well_formed(wish)) {
    wish = changed = mended(wish);
  }
  std::uint64_t hash = hash_text(wish);
  if (is_target_word(wish, hash)) {
    changed = std::string(wish) + "_";
    wish = changed;
    hash = hash_text(wish);
  }
  if (is_taken(wish, hash)) {
    return numbered(wish, hash);
  }
  take(wish, hash);
  return std::string(wish);
}

}  // namespace weft
