#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "fragments/interpreter/derivative_reader.h"

namespace weft::render {

/// Derivatives as a GPU takes them: the differences between neighbors within two by two fragments,
/// in the fragment's own row and column. All fragments of the quad are evaluated in turn; the k-th
/// derivative since begin() is the difference of the operands of the k-th derivatives of the
/// neighbors in the previous round. So derivatives of derivatives need further rounds.
class QuadDerivatives final : public DerivativeReader {
 public:
  /// Per derivative, the bits of the operand.
  using Operands = std::vector<std::vector<std::uint32_t>>;

  /// The fragments' operands in the previous round: left to right, then the row below.
  void use(std::array<Operands, 4> quad) { quad_ = std::move(quad); }
  /// Starts the evaluation of a fragment of the quad, by its position in use().
  void begin(std::size_t fragment);
  /// What the fragment differentiated, in order.
  const Operands& operands() const { return operands_; }

  /// 0 where the previous round had none.
  void differentiate(Derivative which, std::span<const std::uint32_t> operand,
                     std::span<std::uint32_t> out) const override;

 private:
  float difference(std::size_t from, std::size_t to, std::size_t derivative,
                   std::size_t component) const;

  std::array<Operands, 4> quad_;
  std::size_t fragment_ = 0;
  mutable Operands operands_;
};

}  // namespace weft::render
