#include "codegen/print/stage_printer.h"
#include "fragments/syntax/characters.h"

namespace weft {
namespace {

// Makes a path valid between the quotes of `#line`, where preprocessors accept no escapes.
std::string quotable(std::string_view path) {
  std::string result;
  for (const char c : path) {
    if (c == '\\') {
      result += '/';
    } else if (c != '"' && !is_control(c)) {
      result += c;
    }
  }
  return result;
}

class LineDirectives {
 public:
  LineDirectives(const Library& library, const StageText& stage, const TargetLanguage& language)
      : library_(library), stage_(stage), language_(language) {}

  std::string run() {
    std::size_t begin = 0;
    for (const LineOrigin& origin : line_origins(stage_.text, stage_.marks)) {
      const std::size_t end = stage_.text.find('\n', begin);
      const std::string_view line =
          std::string_view(stage_.text).substr(begin, end == std::string::npos ? end : end - begin);
      if (origin.place) {
        direct(*origin.place);
      }
      out_ += line;
      out_ += end == std::string::npos ? "" : "\n";
      // The line number that the compiler will assign to the next line.
      ++line_;
      if (begin == 0) {
        out_ += language_.line_extension;  // after the version
      }
      begin = end + 1;
    }
    return std::move(out_);
  }

 private:
  // Emits a directive if the compiler's line number would be wrong. Consecutive text lines from one
  // source line get the same number.
  void direct(const Span& place) {
    const std::uint32_t line = library_.sources[place.file].position(place.begin).line;
    if (file_ == place.file && line_ == line) {
      return;
    }
    out_ += "#line ";
    out_ += std::to_string(line);
    if (file_ != place.file) {
      out_ += " \"" + quotable(library_.sources[place.file].path()) + '"';
    }
    out_ += '\n';
    file_ = place.file;
    line_ = line;
  }

  const Library& library_;
  const StageText& stage_;
  const TargetLanguage& language_;
  std::string out_;
  std::optional<FileId> file_;
  std::uint32_t line_ = 0;
};

}  // namespace

std::string with_line_directives(const Library& library, const StageText& stage,
                                 const TargetLanguage& language) {
  return LineDirectives(library, stage, language).run();
}

}  // namespace weft
