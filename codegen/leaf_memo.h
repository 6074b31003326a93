#pragma once

#include <memory>

namespace weft {

class LoweredLeaves;
class PrintedFunctions;

/// What emissions of one library share: the functions of leaves, lowered and printed. Texts do not
/// depend on it. It refers to bodies of the library, which must outlive it. Thread-safe.
class LeafMemo {
 public:
  LeafMemo();
  ~LeafMemo();
  LeafMemo(LeafMemo&&) noexcept;
  LeafMemo& operator=(LeafMemo&&) noexcept;

  /// Internal: codegen/lower/lowered_leaves.h.
  LoweredLeaves& lowered() const { return *lowered_; }
  /// Internal: codegen/print/printed_functions.h.
  PrintedFunctions& printed() const { return *printed_; }

 private:
  std::unique_ptr<LoweredLeaves> lowered_;
  std::unique_ptr<PrintedFunctions> printed_;
};

}  // namespace weft
