#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fragments/interpreter/scalar_values.h"
#include "fragments/model/body.h"
#include "fragments/model/intrinsics.h"

// A uniform program compiled for repeated evaluation: straight-line instructions and loops over one
// array of words. Every value has a fixed place in the array, since the bodies of called leaves and
// functions are expanded where they are called; so a run needs neither a stack nor memory.
//
//   c = hard(p); d = c * frame.time      step 0: parameter p       word 0
//                                        step 1: hard(p)           words 1 … 4, instructions 0 … 3
//                                        step 2: feature           word 5
//                                        step 3: multiply          word 6, instruction 4
//
// The instructions of a step are consecutive. A step runs only if one that it reads has changed.

namespace weft {

/// A place in the words of a program.
struct ValueRegister {
  DataType type;
  std::uint32_t offset = 0;
  std::uint32_t count = 0;
};

struct ValueInstruction {
  enum class Kind : std::uint8_t {
    Operation,    ///< out = `op` of the operands, as in the interpreter
    Intrinsic,    ///< the same for the intrinsic `payload`
    EqualParts,   ///< out = whether two structs or arrays are equal; payload: into `kinds`
    Copy,         ///< out = operand 0, which may overlap
    Zero,         ///< out = 0
    Load,         ///< out = words of operand 0, moved by operand 1 words if there is one
    Store,        ///< the same words, from out on, = operand 0
    AddIndex,     ///< out = operand 1 + payload × operand 0 clamped to an index below `limit`
    Jump,         ///< to `target`
    JumpIfFalse,  ///< by operand 0
    StartLoop,    ///< out = the rounds that operand 0 asks for
    CountDown,    ///< jumps to `target` if out is 0, else subtracts 1 from it
    CountUp,      ///< adds 1 to out, and jumps to `target` while it is below `limit`
    AddSteps,     ///< out += payload, a number of the interpreter's steps; fails beyond `limit`
    Fail,         ///< with the error `payload`
  };
  Kind kind = Kind::Copy;
  Operation op = Operation::Literal;
  DataType type = {};  ///< of the result
  std::uint32_t payload = 0;
  std::uint32_t limit = 0;
  std::uint32_t first_operand = 0;  ///< into ValueCode::operands
  std::uint32_t operand_count = 0;
  std::uint32_t out = 0;
  std::uint32_t out_count = 0;
  std::uint32_t target = 0;
};

/// A parameter or feature that a program reads.
struct ValueInput {
  bool is_feature = false;
  std::uint32_t id = 0;  ///< the parameter's position, or the feature's id
  ValueRegister words;
  std::vector<std::uint32_t> steps;  ///< that read it directly
};

/// Immutable once compiled (compile_values.h); holds no references.
struct ValueCode {
  struct Step {
    std::uint32_t first_instruction = 0;
    std::uint32_t first_user = 0;    ///< into `users`: the steps that read this one, all later
    std::uint32_t first_result = 0;  ///< into `results_of_steps`
  };
  std::vector<Step> steps;  ///< one more than there are, as the end of the last
  std::vector<std::uint32_t> users;
  std::vector<std::uint32_t> results_of_steps;  ///< positions in `results`
  std::vector<ValueInstruction> instructions;
  std::vector<ValueRegister> operands;
  std::vector<Scalar> kinds;
  std::vector<std::string> errors;
  std::vector<interpreter::Word> words;  ///< initial: constants, and zeros elsewhere
  std::vector<ValueInput> inputs;        ///< in order of their first reading steps
  std::vector<ValueRegister> results;    ///< those of the uniform program
};

}  // namespace weft
