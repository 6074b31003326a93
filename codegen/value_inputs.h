#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "codegen/block_values.h"
#include "fragments/model/library.h"
#include "support/index_table.h"
#include "support/inline_vector.h"

namespace weft {

/// The values that the parameters of a material start with, live literals behind them; features
/// start with zeros.
class InitialValues {
 public:
  /// Both must outlive the object.
  InitialValues(const Library& library, const Emission& emission)
      : library_(library), emission_(emission) {}

  /// Null: zero. Of static parameters their values.
  const Constant* of_parameter(std::uint32_t parameter) const;
  /// Of the uniform program, in order, by the interpreter.
  tl::expected<std::vector<Constant>, EvaluationError> of_results() const;

 private:
  const Library& library_;
  const Emission& emission_;
};

/// The parameters of a material, then all features of the library, with their current values.
class ValueInputs {
 public:
  static constexpr std::uint32_t none = 0xffffffffU;

  enum class Kind : std::uint8_t { Parameter, Feature, Static, Spec, Opaque };
  struct Input {
    Kind kind = Kind::Parameter;
    std::string name;
    DataType type;
    std::uint32_t first_word = 0;
    std::uint32_t count = 0;  ///< of words
    bool may_be_shorter = false;
    std::uint32_t of_program = none;              ///< position in ValueProgram::inputs()
    std::uint32_t constant_id = none;             ///< of a `spec` parameter that the text reads
    InlineVector<std::uint32_t, 2> members = {};  ///< of blocks
  };

  /// Parameters have their defaults, features zeros. The library must outlive the object; the
  /// emission need not.
  ValueInputs(const Library& library, const Emission& emission);

  std::uint32_t size() const { return static_cast<std::uint32_t>(inputs_.size()); }
  std::size_t word_count() const { return words_.size(); }
  Input& operator[](std::uint32_t input) { return inputs_[input]; }
  const Input& operator[](std::uint32_t input) const { return inputs_[input]; }
  std::uint32_t of_feature(std::size_t feature) const {
    return parameter_count_ + static_cast<std::uint32_t>(feature);
  }
  std::span<std::uint32_t> words(const Input& input) {
    return {words_.data() + input.first_word, input.count};
  }
  std::optional<std::uint32_t> find_parameter(std::string_view name) const {
    return find(parameters_by_name_, name);
  }
  std::optional<std::uint32_t> find_feature(std::string_view path) const {
    return find(features_by_path_, path);
  }

  /// Returns the reason against a value, if there is one.
  std::optional<Diagnostic> refusal(const HostValue& value) const;
  /// `parameter 'wear'`, for messages.
  std::string described(std::uint32_t input) const;

 private:
  void add(Kind kind, std::string_view name, DataType type, std::size_t capacity,
           const Constant* value);
  bool fits(const Input& input, std::size_t words) const;
  std::optional<Diagnostic> refusal_of_words(const HostValue& value) const;
  std::optional<std::uint32_t> find(const IndexTable& table, std::string_view name) const;

  const Library& library_;
  std::vector<Input> inputs_;
  IndexTable parameters_by_name_;
  IndexTable features_by_path_;
  std::vector<std::uint32_t> words_;
  std::vector<Scalar> kinds_;  ///< of the words
  std::uint32_t parameter_count_ = 0;
};

}  // namespace weft
