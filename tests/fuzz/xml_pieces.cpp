#include "tests/fuzz/xml_pieces.h"

namespace weft::fuzz {

bool is_xml(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && text[first] == '<';
}

TextRanges xml_elements(const std::string& text) {
  TextRanges found;
  std::vector<std::size_t> open;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos) {
      break;
    }
    if (text[at + 1] == '/') {
      if (!open.empty()) {
        found.emplace_back(open.back(), end + 1);
        open.pop_back();
      }
    } else if (text[end - 1] == '/') {
      found.emplace_back(at, end + 1);
    } else if (text[at + 1] != '?' && text[at + 1] != '!') {
      open.push_back(at);
    }
  }
  return found;
}

TextRanges xml_attribute_values(const std::string& text) {
  TextRanges found;
  for (std::size_t at = text.find("=\""); at != std::string::npos; at = text.find("=\"", at + 1)) {
    const std::size_t end = text.find('"', at + 2);
    if (end == std::string::npos) {
      break;
    }
    found.emplace_back(at + 2, end);
  }
  return found;
}

}  // namespace weft::fuzz
