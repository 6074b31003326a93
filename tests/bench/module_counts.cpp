#include "tests/bench/module_counts.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <map>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#define SPV_ENABLE_UTILITY_CODE
#include <GLSL.std.450.h>
#include <spirv.h>

#include "codegen/spirv/spirv_reflection.h"

namespace weft::testing {
namespace {

constexpr std::size_t header_words = 5;
constexpr std::uint64_t special_function = 4;
constexpr std::uint64_t texture_read = 16;

struct Instruction {
  std::uint32_t op = SpvOpNop;
  std::span<const std::uint32_t> operands;  ///< the words after the first
};

std::vector<Instruction> instructions_of(const std::vector<std::uint32_t>& words) {
  std::vector<Instruction> result;
  for (std::size_t at = header_words; at < words.size();) {
    const std::size_t size = words[at] >> 16U;
    if (size == 0 || size > words.size() - at) {
      break;
    }
    result.push_back({words[at] & 0xffffU, std::span(words).subspan(at + 1, size - 1)});
    at += size;
  }
  return result;
}

// --- Loops ---

struct BasicBlock {
  std::size_t instructions = 0;
  std::uint32_t loop_end = 0;  ///< the label after the loop that the block begins; 0: none
  std::vector<std::uint32_t> successors;
};

/// The computing instructions by block.
std::map<std::uint32_t, BasicBlock> blocks_of(const std::vector<Instruction>& instructions) {
  std::map<std::uint32_t, BasicBlock> blocks;
  BasicBlock* block = nullptr;
  for (const Instruction& each : instructions) {
    switch (each.op) {
      case SpvOpLabel:
        block = &blocks[each.operands[0]];
        continue;
      case SpvOpFunctionEnd:
        block = nullptr;
        continue;
      case SpvOpVariable:
      case SpvOpLine:
      case SpvOpNoLine:
        continue;
      default:
        break;
    }
    if (block == nullptr) {
      continue;
    }
    ++block->instructions;
    if (each.op == SpvOpLoopMerge) {
      block->loop_end = each.operands[0];
    } else if (each.op == SpvOpBranch) {
      block->successors = {each.operands[0]};
    } else if (each.op == SpvOpBranchConditional) {
      block->successors = {each.operands[1], each.operands[2]};
    } else if (each.op == SpvOpSwitch) {
      block->successors = {each.operands[1]};
      for (std::size_t i = 3; i < each.operands.size(); i += 2) {
        block->successors.push_back(each.operands[i]);
      }
    }
  }
  return blocks;
}

/// Control is structured: a loop is what its header reaches without its end.
std::set<std::uint32_t> labels_in_loops(const std::map<std::uint32_t, BasicBlock>& blocks) {
  std::set<std::uint32_t> result;
  for (const auto& [label, header] : blocks) {
    if (header.loop_end == 0) {
      continue;
    }
    std::set<std::uint32_t> seen = {header.loop_end};
    std::vector<std::uint32_t> open = {label};
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      if (!seen.insert(at).second) {
        continue;
      }
      result.insert(at);
      const std::vector<std::uint32_t>& next = blocks.at(at).successors;
      open.insert(open.end(), next.begin(), next.end());
    }
  }
  return result;
}

// --- Operations ---

struct Shape {
  std::uint64_t components = 1;
  std::uint64_t columns = 1;
};

/// Counts by operator, with the shapes of types and values seen so far.
class OperationCounter {
 public:
  void add(const Instruction& each) {
    switch (each.op) {
      case SpvOpTypeVector:
        types_[each.operands[0]] = {each.operands[2], 1};
        return;
      case SpvOpTypeMatrix:
        types_[each.operands[0]] = {types_[each.operands[1]].components * each.operands[2],
                                    each.operands[2]};
        return;
      case SpvOpConstant:
        types_of_values_[each.operands[1]] = each.operands[0];
        constants_[each.operands[1]] = each.operands[2];
        return;
      case SpvOpConstantComposite:
        types_of_values_[each.operands[1]] = each.operands[0];
        add_splat(each);
        return;
      default:
        break;
    }
    bool has_result = false;
    bool has_type = false;
    SpvHasResultAndType(static_cast<SpvOp>(each.op), &has_result, &has_type);
    if (has_result && has_type) {
      operations_ += count_of(each);
      types_of_values_[each.operands[1]] = each.operands[0];
    }
  }

  std::uint64_t operations() const { return operations_; }

 private:
  /// A vector of one value is that value, for comparisons with 0 and 1.
  void add_splat(const Instruction& each) {
    const auto parts = each.operands.subspan(2);
    const auto first = constants_.find(parts[0]);
    if (first != constants_.end() &&
        std::all_of(parts.begin(), parts.end(), [&](auto part) { return part == parts[0]; })) {
      constants_[each.operands[1]] = first->second;
    }
  }

  Shape shape_of_type(std::uint32_t type) const {
    const auto found = types_.find(type);
    return found == types_.end() ? Shape{} : found->second;
  }
  Shape shape_of(std::uint32_t value) const {
    const auto found = types_of_values_.find(value);
    return found == types_of_values_.end() ? Shape{} : shape_of_type(found->second);
  }
  bool is_constant(std::uint32_t value, float wanted) const {
    const auto found = constants_.find(value);
    std::uint32_t bits = 0;
    std::memcpy(&bits, &wanted, sizeof bits);
    return found != constants_.end() && found->second == bits;
  }

  std::uint64_t count_of(const Instruction& each) const {
    const std::uint64_t n = shape_of_type(each.operands[0]).components;
    const std::uint32_t op = each.op;
    if (op == SpvOpExtInst) {
      return count_of_function(each, n);
    }
    if (op == SpvOpFDiv || op == SpvOpSDiv || op == SpvOpUDiv ||
        (op >= SpvOpUMod && op <= SpvOpFRem)) {
      return special_function * n;
    }
    if (op == SpvOpFMod) {
      return 2 * n;
    }
    if (op == SpvOpMatrixTimesVector || op == SpvOpMatrixTimesMatrix) {
      return n * shape_of(each.operands[2]).columns;
    }
    if (op == SpvOpVectorTimesMatrix) {
      return n * shape_of(each.operands[2]).components;
    }
    if (op == SpvOpDot || op == SpvOpAny || op == SpvOpAll) {
      return shape_of(each.operands[2]).components;
    }
    if (op >= SpvOpImageSampleImplicitLod && op <= SpvOpImageDrefGather) {
      return texture_read;
    }
    const bool is_by_component = (op >= SpvOpSNegate && op <= SpvOpOuterProduct) ||
                                 (op >= SpvOpIsNan && op <= SpvOpFUnordGreaterThanEqual) ||
                                 (op >= SpvOpShiftRightLogical && op <= SpvOpBitCount) ||
                                 (op >= SpvOpDPdx && op <= SpvOpFwidthCoarse);
    return is_by_component ? n : 0;
  }

  std::uint64_t count_of_function(const Instruction& each, std::uint64_t n) const {
    const auto arguments = each.operands.subspan(4);
    const std::uint64_t m = arguments.empty() ? 1 : shape_of(arguments[0]).components;
    switch (each.operands[3]) {
      case GLSLstd450Sin:
      case GLSLstd450Cos:
      case GLSLstd450Exp2:
      case GLSLstd450Log2:
      case GLSLstd450Sqrt:
      case GLSLstd450InverseSqrt:
        return special_function * n;
      case GLSLstd450Exp:
      case GLSLstd450Log:
        return (special_function + 1) * n;
      case GLSLstd450Pow:
      case GLSLstd450Tan:
        return (2 * special_function + 1) * n;
      case GLSLstd450Asin:
      case GLSLstd450Acos:
      case GLSLstd450Atan:
      case GLSLstd450Atan2:
      case GLSLstd450Sinh:
      case GLSLstd450Cosh:
      case GLSLstd450Tanh:
        return 3 * special_function * n;
      case GLSLstd450Normalize:
        return 2 * n + special_function;
      case GLSLstd450Length:
        return m + special_function;
      case GLSLstd450Distance:
        return 2 * m + special_function;
      case GLSLstd450FClamp:  // `saturate` is free on most machines, and counts as one
        return is_constant(arguments[1], 0.0F) && is_constant(arguments[2], 1.0F) ? n : 2 * n;
      case GLSLstd450Cross:
      case GLSLstd450Reflect:
      case GLSLstd450FaceForward:
      case GLSLstd450UClamp:
      case GLSLstd450SClamp:
      case GLSLstd450NClamp:
      case GLSLstd450FMix:
        return 2 * n;
      case GLSLstd450Refract:
        return 4 * n + special_function;
      case GLSLstd450SmoothStep:
        return 5 * n;
      case GLSLstd450Determinant:
        return 3 * m;
      case GLSLstd450MatrixInverse:
        return 6 * n;
      default:
        return n;
    }
  }

  std::unordered_map<std::uint32_t, Shape> types_;
  std::unordered_map<std::uint32_t, std::uint32_t> types_of_values_;
  std::unordered_map<std::uint32_t, std::uint32_t> constants_;  ///< bits, of splats too
  std::uint64_t operations_ = 0;
};

}  // namespace

ModuleCounts count_module(const SpirvModule& module) {
  const std::vector<Instruction> instructions = instructions_of(module.words);
  const std::map<std::uint32_t, BasicBlock> blocks = blocks_of(instructions);
  const std::set<std::uint32_t> looping = labels_in_loops(blocks);
  ModuleCounts counts;
  for (const auto& [label, block] : blocks) {
    counts.instructions += block.instructions;
    counts.in_loops += looping.count(label) != 0 ? block.instructions : 0;
  }
  OperationCounter operations;
  for (const Instruction& each : instructions) {
    operations.add(each);
  }
  counts.operations = operations.operations();
  return counts;
}

std::uint32_t interpolated_components(const SpirvModule& fragment) {
  const auto reflected = reflect_spirv(fragment, ShadingLanguage::Glsl);
  std::uint32_t count = 0;
  if (reflected) {
    for (const SpirvInterfaceVariable& input : reflected->inputs) {
      const char last = input.type.back();  // `float3`, or `float`
      count += std::isdigit(static_cast<unsigned char>(last)) != 0
                   ? static_cast<std::uint32_t>(last - '0')
                   : 1;
    }
  }
  return count;
}

}  // namespace weft::testing
