#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "live/session/composed_output.h"
#include "live/session/live_edit.h"
#include "live/session/number_places.h"
#include "live/session/session_library.h"
#include "live/session/value_range.h"

// Numbers of a document while somebody drags them. The document as it was when the first one was
// touched, the base, stays loaded and composed, with the touched literals as parameters
// (composer/evaluations/live_literals.h). Setting a number splices the text and sets values;
// nothing is parsed, loaded or composed. The text is always that of the base with the numbers of
// now.

namespace weft::live {

/// What setting values changed of one output.
struct LiveChange {
  std::vector<ByteRange> bytes;
  std::vector<ChangedConstant> constants;
};

class LiveValues {
 public:
  LiveValues(std::shared_ptr<const DocumentText> base, std::shared_ptr<const NodeNames> names);

  /// Whether all ports have been touched before. O(edits × ports).
  bool knows(const std::vector<LiveEdit>& edits) const;
  /// Adds the ports that are new and composes the outputs with their literals live. False if one is
  /// no number or its value decides something while composing; then the object is of no use.
  bool touch(const std::vector<LiveEdit>& edits, SessionLibrary& library,
             const std::map<std::uint32_t, OutputRequest>& outputs);
  /// Sets numbers of ports that are known. False if one cannot be a value: then the text is that of
  /// before, and the values are if is_sound().
  bool set(const std::vector<LiveEdit>& edits);
  /// False once some outputs took new values and others refused them.
  bool is_sound() const { return is_sound_; }

  /// Whether it is an output of touch().
  bool has(std::uint32_t output) const { return outputs_.contains(output); }
  /// Of touch().
  const std::shared_ptr<const ComposedOutput>& composed(std::uint32_t output) const;
  /// Composes an output of touch() again, whose modules were missing. Its values stay.
  void complete(std::uint32_t output, SessionLibrary& library, const OutputRequest& request);
  /// Makes the text of now the base: the outputs have the numbers of now as defaults. False: a
  /// number cannot be live in that text; then nothing has changed.
  bool rebase(SessionLibrary& library, const std::map<std::uint32_t, OutputRequest>& outputs);
  /// What the last set() changed. By output.
  const std::map<std::uint32_t, LiveChange>& changes() const { return changes_; }
  /// The contents of a block now.
  std::span<const std::byte> bytes(std::uint32_t output, std::size_t block) const;

  /// O(text) after a change.
  const std::string& text() const;
  const std::shared_ptr<const DocumentText>& document() const;
  const DocumentText& base() const { return *base_; }

 private:
  struct Port {
    NodeId node;
    std::string port;
    Operand slot;
    std::vector<NumberPlace> places;
    /// Of the default of a parameter: its material and name.
    std::optional<std::pair<std::string, std::string>> parameter;
    std::optional<ValueRange> range;  ///< of a parameter that the library has
    std::size_t first_literal = 0;
    std::vector<double> numbers;  ///< of the base until it is set
    Splices splices;              ///< of the base
  };

  /// By output: parameters with their words.
  using Values =
      std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>>>;
  std::optional<std::size_t> find(const LiveEdit& edit) const;
  Splices splices() const;  ///< of the base, for the text of now
  /// Whether another port has one of the literals, as `m/x` has that of `m/x/0`.
  bool is_shared(const Port& port) const;
  std::optional<Port> opened(const LiveEdit& edit, SessionLibrary& library) const;
  /// The values of each output for the numbers of a port. False: they need another composition.
  bool gather(const Port& port, const std::vector<double>& numbers, Values& values) const;
  /// Whether the document composes with these numbers as the parameter's default.
  static bool is_in_range(const Port& port, const std::vector<double>& numbers);
  bool gather_parameter(const Port& port, const std::vector<double>& numbers, Values& values) const;
  bool apply(const Values& values);

  std::shared_ptr<const DocumentText> base_;
  std::shared_ptr<const NodeNames> names_;
  std::vector<Port> ports_;
  std::vector<LiveLiteralRequest> literals_;
  std::map<std::uint32_t, OutputRequest> requests_;
  std::map<std::uint32_t, LiveOutput> outputs_;
  std::map<std::uint32_t, LiveChange> changes_;
  bool is_sound_ = true;
  mutable std::optional<std::string> text_;  ///< made when asked for
  mutable std::shared_ptr<const DocumentText> document_;
};

}  // namespace weft::live
