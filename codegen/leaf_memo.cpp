#include "codegen/leaf_memo.h"

#include "codegen/lower/lowered_leaves.h"
#include "codegen/print/printed_functions.h"

namespace weft {

LeafMemo::LeafMemo()
    : lowered_(std::make_unique<LoweredLeaves>()), printed_(std::make_unique<PrintedFunctions>()) {}
LeafMemo::~LeafMemo() = default;
LeafMemo::LeafMemo(LeafMemo&&) noexcept = default;
LeafMemo& LeafMemo::operator=(LeafMemo&&) noexcept = default;

}  // namespace weft
