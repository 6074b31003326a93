#include "codegen/print/function_texts.h"

#include <algorithm>
#include <utility>

namespace weft {

FunctionTexts::FunctionTexts(const Programs& programs, const Program& program,
                             const TargetLanguage& language, PrintedFunctions* memo)
    : programs_(programs),
      program_(program),
      language_(language),
      memo_(memo),
      known_(program.functions.size()),
      calls_(program.functions.size()) {
  for (std::size_t i = 0; memo != nullptr && i < known_.size(); ++i) {
    const Function& function = program.functions[i];
    if (function.library_body == nullptr) {
      continue;
    }
    auto printed = memo->find(*function.library_body, language.name);
    if (printed != nullptr && mentions(programs, program, function, printed->names)) {
      calls_[i] = {true, printed->helpers};
      known_[i] = std::move(printed);
    }
  }
}

Program FunctionTexts::raise() { return language_.raise(programs_, program_, calls_); }

void FunctionTexts::keep(std::size_t function, std::string_view text, std::size_t begin,
                         const std::vector<LineMarks::Place>& places) {
  const Function& printed = program_.functions[function];
  if (memo_ == nullptr || printed.library_body == nullptr) {
    return;
  }
  PrintedFunction kept{mentioned_names(programs_, program_, printed),
                       std::string(text.substr(begin)),
                       {},
                       calls_[function].keys};
  const auto first = std::find_if(places.begin(), places.end(),
                                  [begin](const LineMarks::Place& it) { return it.at >= begin; });
  for (auto place = first; place != places.end(); ++place) {
    kept.places.push_back({place->at - begin, place->span});
  }
  memo_->add(*printed.library_body, language_.name, std::move(kept));
}

}  // namespace weft
