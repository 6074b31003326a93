#include "live/session/remembered_states.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace weft::live {
namespace {

/// Texts and trees of remembered states take about this many bytes per byte of text.
constexpr std::size_t bytes_per_byte = 12;
constexpr std::size_t most_bytes = 256U << 20U;

std::size_t hash_of(std::string_view text) { return std::hash<std::string_view>()(text); }

}  // namespace

bool RememberedStates::go_back(const std::string& text,
                               const std::shared_ptr<const NodeNames>& names) {
  return go_back(text, hash_of(text), names);
}

bool RememberedStates::go_back(const std::string& text, std::size_t hash,
                               const std::shared_ptr<const NodeNames>& names) {
  const auto known = std::find_if(states_.begin(), states_.end(), [&](const DocumentState& state) {
    return state.hash == hash && state.text == text && *state.names == *names;
  });
  if (known == states_.end()) {
    return false;
  }
  states_.splice(states_.begin(), states_, known);
  now().names = names;
  return true;
}

void RememberedStates::enter(std::shared_ptr<const DocumentText> document,
                             std::shared_ptr<const NodeNames> names) {
  std::string text(document->text());
  const std::size_t hash = hash_of(text);
  if (!go_back(text, hash, names)) {
    states_.push_front({std::move(text), hash, {}, std::move(names), {}});
    drop_oldest();
  }
  now().document = std::move(document);
}

void RememberedStates::drop_oldest() {
  std::size_t bytes = 0;
  std::size_t count = 0;
  for (auto state = states_.begin(); state != states_.end(); ++state) {
    bytes += state->text.size() * bytes_per_byte;
    ++count;
    if (count > 1 && (count > most_states || bytes > most_bytes)) {
      states_.erase(state, states_.end());
      break;
    }
  }
}

void RememberedStates::forget_output(OutputId output) {
  for (DocumentState& state : states_) {
    state.outputs.erase(output);
  }
}

void RememberedStates::forget_outputs() {
  for (DocumentState& state : states_) {
    state.outputs.clear();
  }
}

}  // namespace weft::live
