#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "fragments/interpreter/derivative_reader.h"
#include "fragments/interpreter/texture_reader.h"
#include "fragments/model/body.h"
#include "fragments/model/constant.h"
#include "fragments/model/library.h"
#include "support/source.h"

// Evaluation of checked leaf bodies on the CPU, in binary32.
//
// The interpreter is the reference semantics of bodies (operations.h defines every operation). The
// composer folds constants, tries conversions, evaluates uniform programs and verifies moved
// evaluations with it. A body is flattened to a list of instructions once (body_code.h) and then
// run on a stack of frames (evaluation.h), so neither nesting nor call depth uses the native stack.
// A step limit bounds loops.

namespace weft {

/// An evaluation error and its location, in the evaluated body or one of its callees.
struct EvaluationError {
  std::string message;
  Span span;
};

/// Evaluates calls of `fn` and `eval` ports of the evaluated body.
class PortCallHandler {
 public:
  virtual ~PortCallHandler() = default;
  /// Returns a value of type `result`. `index`: the index at which arguments that are elements of
  /// arrays are read (ElementCall), null if there is none.
  virtual tl::expected<Constant, EvaluationError> call(const PortCall& call, DataType result,
                                                       const std::vector<Constant>& arguments,
                                                       const Constant* index) = 0;
};

/// The inputs, of the types of the fragment's ports and features; an array of unspecified size has
/// as many elements as its Constant.
struct EvaluationInputs {
  const std::vector<Constant>& ports;
  const std::vector<Constant>& features;  ///< one per Body::features
  const TextureReader* textures = nullptr;
  PortCallHandler* port_calls = nullptr;
  /// One step is one operation on up to 64 words. Exceeding the limit is an error.
  std::uint64_t step_limit = 1'000'000;
  const DerivativeReader* derivatives = nullptr;
};

/// A body prepared for repeated evaluation; the library and the body must outlive it. Not
/// thread-safe.
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

/// Returns one Constant per result: the returned value, or the output locals. Calls of other leaves
/// evaluate their bodies; native and graph fragments cannot be called. Errors: step limit exceeded,
/// values too large, and textures, derivatives and port calls without a handler. Linear in the size
/// of the body plus the steps.
tl::expected<std::vector<Constant>, EvaluationError> evaluate_body(
    const Library& library, const Body& body, const std::vector<DataType>& result_types,
    const EvaluationInputs& inputs);

/// Returns the value of one expression without dependencies; otherwise the error "not constant".
tl::expected<Constant, EvaluationError> evaluate_expression(const Library& library,
                                                            const Body& body, BodyExprId expr);

}  // namespace weft
