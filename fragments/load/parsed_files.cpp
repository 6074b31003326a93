#include "fragments/load/parsed_files.h"

#include "fragments/load/load_imports.h"
#include "fragments/load/load_state.h"
#include "fragments/syntax/outline.h"

namespace weft {

ParsedFiles::ParsedFiles(const std::vector<std::string>& root_paths, const FileReader& reader,
                         const LoadOptions& options)
    : root_paths_(root_paths), state_(std::make_unique<LoadState>()) {
  load_modules(*state_, file_roots(root_paths), reader, options);
}

ParsedFiles::~ParsedFiles() = default;
ParsedFiles::ParsedFiles(ParsedFiles&&) noexcept = default;
ParsedFiles& ParsedFiles::operator=(ParsedFiles&&) noexcept = default;

const std::vector<syntax::Module>& ParsedFiles::modules() const { return state_->modules; }

syntax::Module ParsedFiles::missing_signatures(std::size_t module, std::string_view prefix,
                                               Interner& names) const {
  syntax::Module made;
  made.file = state_->modules[module].file;
  if (module < state_->outlines.size()) {
    for (const SkippedFragment& skipped : state_->outlines[module].skipped) {
      if (state_->library.names.text(skipped.name).starts_with(prefix)) {
        parse_skipped_signature(made, state_->library.sources[made.file], names, skipped);
      }
    }
  }
  return made;
}

const Sources& ParsedFiles::sources() const { return state_->library.sources; }
const Interner& ParsedFiles::names() const { return state_->library.names; }
const Diagnostics& ParsedFiles::diagnostics() const { return state_->diagnostics; }

}  // namespace weft
