#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "live/session/document_text.h"
#include "live/session/session.h"

namespace weft::testing {

/// A session over the shipped library, for tests of edits.
class LiveDocument {
 public:
  explicit LiveDocument(std::string text);

  live::Session& session() { return session_; }
  /// Applies edits; returns the errors that rejected them, or an empty text.
  std::string edit(const std::vector<live::Edit>& edits);
  std::string edit(const live::Edit& one) { return edit(std::vector{one}); }
  /// The answer to the last edit.
  const live::EditAnswer& answer() const { return answer_; }
  const std::string& text() const { return session_.text(); }

 private:
  DiskReader reader_;
  live::Session session_;
  live::EditAnswer answer_;
};

/// A material's modules in both languages and their reflection, for the shipped profile `unlit`.
live::OutputRequest unlit(const std::string& material = "m");

/// The files of composing a text from scratch, by `suffix: content`; or its errors.
std::string composed_from_scratch(const std::string& text, const live::OutputRequest& request);
/// The same for a session's output.
std::string files_text(const live::OutputState& output);

/// A document's text as `weft fmt` lays it out.
std::string formatted(const live::DocumentText& document);

LoadOptions shipped_options();

}  // namespace weft::testing
