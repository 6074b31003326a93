#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "codegen/ir/helper_key.h"
#include "codegen/print/printed_functions.h"
#include "codegen/print/target_language.h"

namespace weft {

/// The functions of one program whose texts are known from earlier programs. Only the others are
/// raised and printed.
class FunctionTexts {
 public:
  /// `memo`: of the program's library; may be null. All references must outlive the object.
  FunctionTexts(const Programs& programs, const Program& program, const TargetLanguage& language,
                PrintedFunctions* memo);

  /// The raised program, in which functions with a known text have no bodies. Once.
  Program raise();

  /// Per function of the program that is not raised: its text, or null.
  const PrintedFunction* known(std::size_t function) const { return known_[function].get(); }
  /// Keeps the text of a function that was not known, from `begin` to the end of `text`, with the
  /// places in it. Does nothing for functions whose texts depend on more than the library.
  void keep(std::size_t function, std::string_view text, std::size_t begin,
            const std::vector<LineMarks::Place>& places);

 private:
  const Programs& programs_;
  const Program& program_;
  const TargetLanguage& language_;
  PrintedFunctions* memo_;
  std::vector<std::shared_ptr<const PrintedFunction>> known_;
  std::vector<HelperCalls> calls_;
};

}  // namespace weft
