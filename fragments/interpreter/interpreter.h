#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "fragments/interpreter/texture_reader.h"
#include "fragments/model/body.h"
#include "fragments/model/constant.h"
#include "fragments/model/library.h"
#include "support/source.h"

// Evaluation of checked bodies on the CPU in binary32. What the operations mean is in operations.h.

namespace weft {

/// Why there is no value, and where: in the body that was evaluated or in one that it called.
struct EvaluationError {
  std::string message;
  Span span;
};

/// Answers calls of `fn` and `eval` ports of the evaluated body.
class PortCallHandler {
 public:
  virtual ~PortCallHandler() = default;
  /// The value, of type `result`. `index`: with which the arguments that are elements of arrays
  /// read them (ElementCall), null where none is.
  virtual tl::expected<Constant, EvaluationError> call(const PortCall& call, DataType result,
                                                       const std::vector<Constant>& arguments,
                                                       const Constant* index) = 0;
};

/// Values whose types are those of the fragment's ports and features; arrays without a stated size
/// have as many elements as their Constant.
struct EvaluationInputs {
  const std::vector<Constant>& ports;
  const std::vector<Constant>& features;  ///< one per Body::features
  const TextureReader* textures = nullptr;
  PortCallHandler* port_calls = nullptr;
  /// One step is one operation, on values of 64 words or fewer. Past this it is an error.
  std::uint64_t step_limit = 1'000'000;
};

/// A body made ready to be evaluated many times; the library and the body must outlive it. Not for
/// use from several threads at once.
class BodyEvaluator {
 public:
  BodyEvaluator(const Library& library, const Body& body);
  ~BodyEvaluator();
  BodyEvaluator(BodyEvaluator&&) noexcept;
  BodyEvaluator& operator=(BodyEvaluator&&) noexcept;

  /// See evaluate_body.
  tl::expected<std::vector<Constant>, EvaluationError> run(
      const std::vector<DataType>& result_types, const EvaluationInputs& inputs);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// One Constant per result: the returned value, or the output locals. Calls of other leaves
/// evaluate their bodies; a native or graph fragment cannot be called. Errors: no end within the
/// step limit, values that are too large, textures, derivatives and port calls that nobody answers.
/// Linear in the body plus the steps taken.
tl::expected<std::vector<Constant>, EvaluationError> evaluate_body(
    const Library& library, const Body& body, const std::vector<DataType>& result_types,
    const EvaluationInputs& inputs);

/// The value of one expression that depends on nothing; else the error «not constant».
tl::expected<Constant, EvaluationError> evaluate_expression(const Library& library,
                                                            const Body& body, BodyExprId expr);

}  // namespace weft
