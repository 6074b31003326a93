#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <string>

#include "live/session/document_text.h"
#include "live/session/node_ids.h"
#include "live/session/output_state.h"

namespace weft::live {

/// A text and what was made of it.
struct DocumentState {
  std::string text;
  std::size_t hash = 0;  ///< of the text, to tell states apart quickly
  std::shared_ptr<const DocumentText> document;
  std::shared_ptr<const NodeNames> names;
  /// What has been composed of it.
  std::map<OutputId, std::shared_ptr<const ComposedOutput>> outputs;
};

/// The last states of a document by their content, so that going back to one is a look-up.
class RememberedStates {
 public:
  static constexpr std::size_t most_states = 64;

  /// The state of now. Only after the first enter().
  const DocumentState& now() const { return states_.front(); }
  DocumentState& now() { return states_.front(); }

  /// Makes a remembered state with this text and these names that of now. False if there is none.
  /// O(text).
  bool go_back(const std::string& text, const std::shared_ptr<const NodeNames>& names);
  /// Makes the state of a document that of now, with what has been composed of it if the state is
  /// remembered. Forgets those that were used last the longest ago. O(text).
  void enter(std::shared_ptr<const DocumentText> document, std::shared_ptr<const NodeNames> names);

  void forget_output(OutputId output);
  void forget_outputs();

 private:
  bool go_back(const std::string& text, std::size_t hash,
               const std::shared_ptr<const NodeNames>& names);
  void drop_oldest();

  std::list<DocumentState> states_;  ///< the last used first
};

}  // namespace weft::live
