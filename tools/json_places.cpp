#include "tools/json_places.h"

#include <algorithm>
#include <vector>

#include "support/json.h"

namespace weft::tools {
namespace {

/// An open object or array.
struct Frame {
  std::size_t begin;
  std::size_t pointer_size;  ///< length of the pointer to it
  Span name;                 ///< of its name in the parent
  bool is_array;
  bool expects_name;
  std::size_t element = 0;
  Span next_name = {};  ///< of the name before the next value
};

std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    at += text[at] == '\\' ? 1 : 0;
  }
  return at + 1;
}

}  // namespace

JsonPlaces::JsonPlaces(FileId file, std::string_view text) {
  std::size_t line = 0;  // start of the current line
  // A value of several lines gets the span of its first character.
  const auto span = [&](std::size_t begin, std::size_t end) {
    return Span{file, static_cast<std::uint32_t>(begin),
                static_cast<std::uint32_t>(begin < line ? begin + 1 : end)};
  };
  std::vector<Frame> open;
  std::string pointer;
  // Sets the pointer to the innermost frame's, plus the element's index.
  const auto begin_value = [&] {
    if (open.empty()) {
      return;
    }
    pointer.resize(open.back().pointer_size);
    if (open.back().is_array && open.size() <= deepest) {
      pointer = json_pointer(pointer, open.back().element);
    }
  };
  const auto add = [&](const Span& name, const Span& value) {
    if (open.size() <= deepest) {
      places_[pointer] = {name, value};
    }
  };
  std::string member;
  constexpr std::string_view blanks = " \t\r\n";
  for (std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0; at < text.size();) {
    const char c = text[at];
    Frame* const frame = open.empty() ? nullptr : &open.back();
    if (blanks.find(c) != std::string_view::npos || c == ':') {
      ++at;
      line = c == '\r' || c == '\n' ? at : line;
    } else if (c == ',') {
      ++frame->element;
      frame->expects_name = !frame->is_array;
      ++at;
    } else if (c == '}' || c == ']') {
      const Frame closed = open.back();
      open.pop_back();
      pointer.resize(closed.pointer_size);
      add(closed.name, span(closed.begin, ++at));
    } else if (c == '"' && frame != nullptr && frame->expects_name) {
      const std::size_t end = end_of_string(text, at);
      frame->next_name = span(at, end);
      frame->expects_name = false;
      pointer.resize(frame->pointer_size);
      if (open.size() <= deepest) {
        pointer = json_pointer(pointer, Json::parse(text.substr(at, end - at)).get<std::string>());
        if (!repeated_ && places_.contains(pointer)) {
          repeated_ = frame->next_name;
        }
      }
      at = end;
    } else {
      if (frame == nullptr || frame->is_array) {
        begin_value();
      }
      const Span name = frame != nullptr && !frame->is_array ? frame->next_name : Span{};
      if (c == '{' || c == '[') {
        open.push_back({at++, pointer.size(), name, c == '[', c == '{'});
        continue;
      }
      const std::size_t end = c == '"'
                                  ? end_of_string(text, at)
                                  : std::min(text.find_first_of(",]} \t\r\n", at), text.size());
      add(name, span(at, end));
      at = end;
    }
  }
}

std::optional<Span> JsonPlaces::find(const std::string& pointer) const {
  const auto found = places_.find(pointer);
  return found != places_.end() ? std::optional(found->second.value) : std::nullopt;
}

Span JsonPlaces::value(const std::string& pointer) const {
  return find(pointer).value_or(places_.at("").value);
}

Span JsonPlaces::value_or(const std::string& pointer, const std::string& other) const {
  const std::optional<Span> found = find(pointer);
  return found ? *found : value(other);
}

Span JsonPlaces::name(const std::string& pointer) const {
  const auto found = places_.find(pointer);
  return found != places_.end() && found->second.name.begin != found->second.name.end
             ? found->second.name
             : value(pointer);
}

std::string json_pointer(const std::string& pointer, std::string_view member) {
  std::string longer = pointer + "/";
  for (const char c : member) {
    longer += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  }
  return longer;
}

std::string json_pointer(const std::string& pointer, std::size_t element) {
  return json_pointer(pointer, std::to_string(element));
}

}  // namespace weft::tools
